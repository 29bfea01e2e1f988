import ICAL from 'ical.js';
import {
  lineOf,
  readIcsParts,
  withLines,
  withoutLines,
  writeIcsParts,
  type IcsPart,
} from './ics-parts.ts';
import {
  instantProperty,
  reminderComponent,
  ruleProperty,
  textProperty,
} from './ics-properties.ts';
import { timeProperty } from './ics-properties.ts';
import { seriesOfIcs, type IcsSeries } from './ics-series.ts';
import { parameterOf, propertyOf } from './ics-source.ts';
import { readDuration } from './ics-values.ts';
import { zoneComponent } from './ics-writing-zones.ts';
import type { JsonComponent, JsonProperty } from './ics-writing-zones.ts';
import { day, minute, readLocalTime, type Instant, type LocalTime } from './local-time.ts';
import { readRule } from './rule.ts';
import {
  isAllDay,
  originalTest,
  reminderOf,
  yearsOf,
  type Override,
  type Series,
} from './series.ts';
import { withLaterStarts, type StartMapping } from './series-edits.ts';
import { utc } from './zones.ts';

/* Changes the known parts of a file from a calendar program, and keeps everything else: unknown properties, alarms, attachments. */

const propertyLine = (property: JsonProperty): string =>
  ICAL.stringify.property(property as never, ICAL.design.icalendar, true);

/** Converts a component that we write to lines. */
const partOf = ([name, properties, components]: JsonComponent): IcsPart => ({
  name,
  line: 0,
  lines: properties.map(propertyLine),
  parts: components.map(partOf),
});

/** Returns the minutes before the start at which an alarm of a file is due, or null if it isn't such an alarm. */
const alarmMinutes = (part: IcsPart): number | null => {
  const trigger = lineOf(part, 'trigger') ?? '';
  const action = /:(\w+)/.exec(lineOf(part, 'action') ?? '')?.[1]?.toUpperCase();
  const found = /^[^:]*:(\S+)\s*$/.exec(trigger)?.[1] ?? '';
  if (part.name !== 'valarm' || (action !== 'DISPLAY' && action !== 'AUDIO')) return null;
  if (!/^[+-]?P/i.test(found) || /RELATED=END/i.test(trigger)) return null;
  const minutes = -readDuration('trigger', found) / minute;
  return Number.isInteger(minutes) && minutes >= 0 ? Math.abs(minutes) : null;
};

/** Returns the first alarm of an event that people can set here, in minutes before the start. */
export const alarmOfIcs = (part: IcsPart, most: number): number | null =>
  part.parts.map(alarmMinutes).find((one) => one !== null && one <= most) ?? null;

/** Changes to a file. */
export interface IcsChange {
  /** New texts by property; null removes the property. Dates with the same text as the event change too. */
  readonly texts?: Readonly<Record<string, string | null>>;
  readonly alarm?: { readonly before: number | null; readonly after: number | null };
  /** The changed series. `names` has the new starts of its dates; without it, they keep their starts. */
  readonly series?: Series;
  readonly names?: StartMapping;
  /** A new UID for a part that was split off. */
  readonly uid?: string;
  readonly now: Instant;
}

/** Writes the times of a series as the file does: with the zones that it defines. */
const timeStyle = (read: IcsSeries, series: Series) => {
  const { series: before, main, isConverted } = read;
  const isKept =
    !isConverted && series.zone === before.zone && isAllDay(series) === isAllDay(before);
  const start = propertyOf(main.component, 'dtstart');
  const zone = start && parameterOf(start, 'tzid');
  return (name: string, time: LocalTime): string => {
    const usual = timeProperty(name, series, time);
    if (!isKept || isAllDay(series) || main.start.zone === utc) return propertyLine(usual);
    const text = new Date(time).toISOString().slice(0, 19);
    return propertyLine([name, zone === undefined ? {} : { tzid: zone }, 'date-time', text]);
  };
};

type Style = ReturnType<typeof timeStyle>;

const withTimes = (part: IcsPart, series: Series, { start, length }: Override, style: Style) => {
  const begin = readLocalTime(start);
  const end = begin + length * (isAllDay(series) ? day : minute);
  const bare = withoutLines(part, 'duration');
  const started = withLines(bare, 'dtstart', [style('dtstart', begin)]);
  return withLines(started, 'dtend', [style('dtend', end)]);
};

/** Properties that repeat a text in another form. They would show the old one after a change. */
const copies: Readonly<Record<string, readonly string[]>> = {
  description: ['x-alt-desc'],
  location: ['geo', 'x-apple-structured-location', 'x-microsoft-locations'],
  transp: ['x-microsoft-cdo-busystatus', 'x-microsoft-cdo-intendedstatus'],
};

const withTexts = (part: IcsPart, main: IcsPart, texts: NonNullable<IcsChange['texts']>): IcsPart =>
  Object.entries(texts).reduce((now, [name, text]) => {
    const isOwn = lineOf(part, name) !== lineOf(main, name);
    if (isOwn) return now;
    const lines = text === null ? [] : [propertyLine(textProperty(name, text))];
    return withLines(withoutLines(now, ...(copies[name] ?? [])), name, lines);
  }, part);

const withAlarm = (part: IcsPart, { before, after }: NonNullable<IcsChange['alarm']>): IcsPart => {
  const at = part.parts.findIndex((one) => before !== null && alarmMinutes(one) === before);
  if (before !== null && at < 0) return part;
  // Otherwise, the next one would take the place of the removed one.
  if (after === null)
    return { ...part, parts: part.parts.filter((one) => alarmMinutes(one) === null) };
  const title = lineOf(part, 'summary')?.replace(/^[^:]*:/, '') ?? '';
  const written = partOf(reminderComponent(reminderOf(after), ''));
  const made = withLines(written, 'description', [`DESCRIPTION:${title}`]);
  if (at < 0) return { ...part, parts: [...part.parts, made] };
  const trigger = lineOf(made, 'trigger');
  const changed = (one: IcsPart) =>
    withLines(one, 'trigger', trigger === undefined ? [] : [trigger]);
  return { ...part, parts: part.parts.map((one, index) => (index === at ? changed(one) : one)) };
};

const numberIn = (line: string | undefined): number =>
  Number(/:(\d{1,9})$/.exec(line ?? '')?.[1] ?? 0);

/** Marks an entry as changed, so that programs replace their copy. */
const touched = (part: IcsPart, { now, uid }: IcsChange): IcsPart => {
  const sequence = numberIn(lineOf(part, 'sequence')) + 1;
  const stamped = ['dtstamp', 'last-modified'].reduce(
    (one, name) => withLines(one, name, [propertyLine(instantProperty(name, now))]),
    withLines(part, 'sequence', [`SEQUENCE:${sequence}`]),
  );
  return uid === undefined ? stamped : withLines(stamped, 'uid', [`UID:${uid}`]);
};

const isSameOverride = (one: Override | undefined, other: Override | undefined): boolean =>
  one?.start === other?.start && one?.length === other?.length;

/** Returns the entries of a file with a changed series. */
const withSeries = (
  parts: ReadonlyMap<string | null, IcsPart>,
  read: IcsSeries,
  series: Series,
  names: StartMapping | undefined,
): IcsPart[] => {
  const { series: before } = read;
  const style = timeStyle(read, series);
  const starts = names && withLaterStarts(names, [...read.changed.keys()], before, series);
  const nameOf = (key: string) => (starts === undefined ? key : starts.get(key));
  const isMoved = series.start !== before.start || series.zone !== before.zone;
  const isResized = isMoved || series.length !== before.length;
  let main = parts.get(null);
  if (main === undefined) return [];
  if (isResized) main = withTimes(main, series, series, style);
  const { rule } = series;
  // A new zone changes UNTIL, which is in UTC.
  if (rule !== before.rule || (series.zone !== before.zone && rule?.includes('UNTIL') === true)) {
    const isFloating = read.main.start.zone === null && series.zone === before.zone;
    main = withLines(
      main,
      'rrule',
      rule === null ? [] : [propertyLine(ruleProperty(series, readRule(rule), isFloating))],
    );
  }
  const [wasOriginal, isOriginal] = [originalTest(before), originalTest(series)];
  // Dates that the rule doesn't produce and that have no entry of their own (RDATE).
  const extras = new Map<string, Override>();
  for (const [key, own] of Object.entries(before.overrides)) {
    const name = nameOf(key);
    const isExtra = key !== before.start && !read.changed.has(key) && !wasOriginal(key);
    if (isExtra && name !== undefined && series.overrides[name] !== undefined)
      extras.set(name, own);
  }
  const isDate = (key: string): boolean =>
    series.overrides[key] !== undefined || (isOriginal(key) && !series.exceptions.includes(key));
  const changed: IcsPart[] = [];
  const done = new Set<string>();
  for (const [key, part] of parts) {
    const name = key === null ? undefined : nameOf(key);
    if (key === null || name === undefined) continue;
    const isCanceled = read.dates[key]?.is_canceled === true && series.exceptions.includes(name);
    if (!isCanceled && !isDate(name)) continue;
    done.add(name);
    const id = [style('recurrence-id', readLocalTime(name))];
    const own = series.overrides[name] ?? { start: name, length: series.length };
    const was = before.overrides[key] ?? { start: key, length: before.length };
    // Without the event itself, an entry can have any date.
    const named =
      isMoved && lineOf(part, 'recurrence-id') ? withLines(part, 'recurrence-id', id) : part;
    changed.push(
      isSameOverride(own, was) && series.zone === before.zone
        ? named
        : withTimes(named, series, own, style),
    );
  }
  for (const [name, own] of Object.entries(series.overrides)) {
    const extra = extras.get(name);
    const isKept = extra !== undefined && own.start === name && own.length === extra.length;
    if (done.has(name) || isKept || (name === series.start && own.start === name)) continue;
    const copy = withoutLines(main, 'rrule', 'rdate', 'exdate', 'recurrence-id');
    const id = style('recurrence-id', readLocalTime(name));
    changed.push(withTimes(withLines(copy, 'recurrence-id', [id]), series, own, style));
  }
  const exceptions = series.exceptions.filter((key) => !done.has(key));
  const given = before.exceptions.filter((key) => read.dates[key]?.is_canceled !== true);
  if (isMoved || JSON.stringify(exceptions) !== JSON.stringify(given))
    main = withLines(
      main,
      'exdate',
      exceptions.map((key) => style('exdate', readLocalTime(key))),
    );
  const extraLine = (key: string, { length }: Override): string => {
    const line = style('rdate', readLocalTime(key));
    if (length === before.length || isAllDay(series)) return line;
    return `${line.replace('RDATE', 'RDATE;VALUE=PERIOD')}/PT${length}M`;
  };
  const hasExtras = lineOf(main, 'rdate') !== undefined;
  if (hasExtras && (isMoved || extras.size < read.main.extras.length))
    main = withLines(
      main,
      'rdate',
      [...extras].map(([key, own]) => extraLine(key, own)),
    );
  return [main, ...changed];
};

/** Adds the definition of a zone that the file doesn't have. */
const withZone = (root: IcsPart, series: Series): IcsPart => {
  const { zone } = series;
  const isNamed = (part: IcsPart) => part.lines.some((line) => line.includes(`TZID=${zone}:`));
  const isDefined = (part: IcsPart) => lineOf(part, 'tzid')?.endsWith(`:${zone}`) === true;
  if (!root.parts.some(isNamed) || root.parts.some(isDefined)) return root;
  const [first, last] = yearsOf(series);
  return { ...root, parts: [partOf(zoneComponent(zone, first, last)), ...root.parts] };
};

/** Returns a changed file. `floating` is the zone of all-day events and of times without a zone. */
export const editIcs = (source: string, floating: string, change: IcsChange): string => {
  const root = readIcsParts(source);
  const read = seriesOfIcs(source, floating);
  const keys = new Map([...read.changed].map(([key, one]) => [one.component.line, key]));
  const events = root.parts.filter(({ name }) => name === 'vevent');
  const main = events.find(({ line }) => line === read.main.component.line);
  if (main === undefined) throw new Error('no event');
  const { texts, alarm, series } = change;
  const parts = new Map<string | null, IcsPart>(
    events.map((part) => {
      const worded = texts ? withTexts(part, main, texts) : part;
      const alarmed = alarm ? withAlarm(worded, alarm) : worded;
      return [part === main ? null : (keys.get(part.line) ?? null), alarmed];
    }),
  );
  const edited = series ? withSeries(parts, read, series, change.names) : [...parts.values()];
  const others = root.parts.filter(({ name }) => name !== 'vevent');
  const whole = { ...root, parts: [...others, ...edited.map((part) => touched(part, change))] };
  return writeIcsParts(series ? withZone(whole, series) : whole);
};

/** Returns a file with one date of an event, as a separate event. */
export const singleOutIcs = (
  source: string,
  floating: string,
  original: string,
  change: Pick<IcsChange, 'now' | 'uid'>,
): string => {
  const root = readIcsParts(source);
  const read = seriesOfIcs(source, floating);
  const event = read.changed.get(original) ?? read.main;
  const part = root.parts.find(({ line }) => line === event.component.line);
  if (part === undefined) throw new Error('no event');
  const { series } = read;
  const own = series.overrides[original] ?? { start: original, length: series.length };
  const bare = withoutLines(part, 'rrule', 'rdate', 'exdate', 'recurrence-id');
  const single = read.changed.has(original)
    ? bare
    : withTimes(bare, series, own, timeStyle(read, series));
  const others = root.parts.filter(({ name }) => name !== 'vevent');
  return writeIcsParts({ ...root, parts: [...others, touched(single, change)] });
};
