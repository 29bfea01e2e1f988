import { localFor, referencedStart, eventsOf, type IcsEvent } from './ics-events.ts';
import { readIcs, visiblePropertyText } from './ics-source.ts';
import type { IcsTime } from './ics-times.ts';
import { untilOf } from './ics-values.ts';
import { zonesOf } from './ics-zones.ts';
import { dateText, day, localText, minute, startOfDay } from './local-time.ts';
import { ruleText } from './rule.ts';
import { checkImportedRule, checkRule, checkSeries, originalTest, startText } from './series.ts';
import type { Override, Series } from './series.ts';
import { TimeError } from './time-error.ts';
import { findIanaZone, instantIn, localIn, utc, zoneOfCalendar, type Zone } from './zones.ts';

/** Differences of one date, by the start that the rule gives. */
export interface IcsDate {
  readonly is_canceled: boolean;
  readonly title: string | null;
  readonly location: string | null;
}

/** A calendar file with one event, as a series. */
export interface IcsSeries {
  readonly uid: string;
  readonly series: Series;
  /** The event, or the first of its dates if the file has only some of them. */
  readonly main: IcsEvent;
  /** Entries of single dates by the start that the rule gives. */
  readonly changed: ReadonlyMap<string, IcsEvent>;
  readonly dates: Readonly<Record<string, IcsDate>>;
  /** True if the zone of the file is unknown here, so that the series has its time in UTC. */
  readonly isConverted: boolean;
}

const refuse = (...given: ConstructorParameters<typeof TimeError>): never => {
  throw new TimeError(...given);
};

/** Returns whether two zones agree at a time and in the year after it. */
const isAlike = (one: Zone, other: Zone, at: number): boolean =>
  [0, 91, 182, 273].every(
    (days) => one.offsetAt(at + days * day) === other.offsetAt(at + days * day),
  );

/** Maximum characters of a zone's name. Searching a longer name for an IANA zone would take too long. */
const zoneNameMax = 255;

/** Returns the IANA zone that a file means, or undefined. Files can define zones with any name. */
const knownZone = ({ zone, local }: IcsTime, floating: Zone): Zone | undefined => {
  if (zone === null) return floating;
  if (zone.name.length > zoneNameMax) refuse('ics_zone', 'The name of the time zone is too long.');
  const named = findIanaZone(zoneOfCalendar(zone.name)?.name ?? '');
  if (named !== undefined) return named;
  const suffix = /[A-Za-z_]+\/[A-Za-z_/+-]+$/.exec(zone.name)?.[0] ?? '';
  return [findIanaZone(suffix), floating].find(
    (one) => one !== undefined && isAlike(zone, one, instantIn(zone, local)),
  );
};

const frequent: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/** Returns the rule of an event in the format of a series. */
const ruleIn = ({ rules, start }: IcsEvent): string | null => {
  const [rule, ...others] = rules;
  if (rule === undefined) return null;
  const { BYHOUR, BYMINUTE, BYSECOND } = rule.lists;
  if (others.length > 0 || (BYHOUR ?? BYMINUTE ?? BYSECOND) !== undefined)
    refuse('rule_part', 'The time of an event is its start; a rule gives the days.');
  if (!frequent.includes(rule.frequency))
    refuse('rule_frequency', 'Events repeat daily, weekly, monthly or yearly.');
  const until = untilOf(rule, start.zone);
  if (until === undefined) return ruleText(rule);
  const text = localText(until).replace(/[-:]/g, '');
  return ruleText({ ...rule, until: start.isDate ? text.slice(0, 8) : text });
};

/** Returns whether a rule exceeds the limits of rules that people enter here. Throws if it can't be used at all. */
const isBeyond = (rule: string, event: Pick<Series, 'start' | 'zone'>): boolean => {
  try {
    checkRule(rule, event);
    return !/COUNT|UNTIL/.test(rule);
  } catch (error) {
    if (error instanceof TimeError && /^rule_(?:until|count|start)$/.test(error.code)) return true;
    throw error;
  }
};

/** Returns the length of an entry in the unit of its series. */
const lengthIn = ({ length, start }: IcsEvent, isDays: boolean): number => {
  if (isDays) return Math.max(1, Math.ceil(length / day));
  return Math.round((start.isDate ? Math.max(length, day) : length) / minute);
};

/** Returns the times of a single date in the format of its series. */
const overrideOf = (one: IcsEvent, main: IcsEvent, series: Pick<Series, 'start'>): Override => {
  const isDays = main.start.isDate;
  const local = localFor(one.start, main.start);
  return {
    start: startText(series, isDays ? startOfDay(local) : local),
    length: lengthIn(one, isDays),
  };
};

const isSame = (one: Override, other: Override): boolean =>
  one.start === other.start && one.length === other.length;

/** Returns the differences of a single date for display. */
const dateOf = (one: IcsEvent, main: IcsEvent): IcsDate => {
  const own = (name: string): string | null => {
    const text = visiblePropertyText(one.component, name) ?? null;
    return text === (visiblePropertyText(main.component, name) ?? null) ? null : text;
  };
  return { is_canceled: one.isCanceled, title: own('summary'), location: own('location') };
};

/** Returns the events of a file. All have the same UID. Throws if an event is unreadable. */
const readEvents = (source: string) => {
  const { roots, isCutOff } = readIcs(source, ({ code }) =>
    refuse(code, 'The event can’t be read.'),
  );
  if (isCutOff) refuse('ics_syntax', 'The file ends inside of an event.');
  // A zone definition that can't be read means the zone of that name.
  const events = eventsOf(roots, zonesOf(roots), ({ code }) =>
    refuse(code, 'The event can’t be read.'),
  );
  const [first] = events;
  const uid = first?.uid ?? '';
  if (first === undefined || uid === '' || events.some((one) => one.uid !== uid))
    return refuse('ics_value', 'The file needs events with the same UID.');
  const masters = events.filter(({ recurrence }) => recurrence === undefined);
  if (masters.length > 1) refuse('ics_value', 'The file has two events with the same UID.');
  if (events.some(({ recurrence }) => recurrence?.isFollowing === true))
    refuse('rule_part', 'RANGE=THISANDFUTURE isn’t supported.');
  const main = masters[0] ?? first;
  return { uid, main, others: events.filter((one) => one !== main) };
};

/**
 * Returns the series of a file with one event, as CalDAV clients store it. `floating` is the zone of all-day events and of times
 * without a zone. Throws if a series can't represent the event.
 */
export const seriesOfIcs = (source: string, floating: string): IcsSeries => {
  const { uid, main, others } = readEvents(source);
  const isDays = main.start.isDate;
  const isRepeated = main.rules.length + main.extras.length + others.length > 0;
  const known = knownZone(main.start, findIanaZone(floating) ?? utc);
  if (known === undefined && isRepeated)
    return refuse('ics_zone', 'The time zone of the event is unknown.');
  const local =
    known === undefined && main.start.zone !== null
      ? localIn(utc, instantIn(main.start.zone, main.start.local))
      : main.start.local;
  const start = isDays ? dateText(local) : localText(local);
  const zone = (known ?? utc).name;
  const rule = ruleIn(main);
  const length = lengthIn(main, isDays);
  const isImported = rule !== null && isBeyond(rule, { start, zone });
  if (isImported) checkImportedRule(rule, { start });
  const plain: Series = {
    start,
    zone,
    length,
    rule,
    exceptions: [],
    overrides: {},
    ...(isImported && { isImported }),
  };
  const isOriginal = originalTest(plain);
  const keyOf = (time: IcsTime) => startText(plain, referencedStart(time, main.start));
  const exceptions = new Set(main.exceptions.map(keyOf));
  const overrides = new Map<string, Override>();
  // DTSTART is a date of the event even if the rule doesn't produce it.
  if (isImported && !isOriginal(start)) overrides.set(start, { start, length });
  for (const { time, length: own } of main.extras) {
    const key = keyOf(time);
    const size = own === undefined ? length : Math.round(own / (isDays ? day : minute));
    if (key !== start)
      overrides.set(key, { start: key, length: isDays ? Math.max(1, size) : size });
  }
  for (const key of exceptions) overrides.delete(key);
  const changed = new Map<string, IcsEvent>();
  const dates: Record<string, IcsDate> = {};
  for (const one of others) {
    // Without the event itself, each entry is a separate date.
    const isAlone = main.recurrence !== undefined || one.recurrence === undefined;
    const key = keyOf(isAlone ? one.start : one.recurrence.time);
    if (changed.has(key)) refuse('ics_value', 'The file has two entries of the same date.');
    changed.set(key, one);
    const date = dateOf(one, main);
    if (date.is_canceled || date.title !== null || date.location !== null) dates[key] = date;
    overrides.delete(key);
    exceptions.delete(key);
    const own = overrideOf(one, main, plain);
    if (date.is_canceled) exceptions.add(key);
    else if (!isSame(own, { start: key, length }) || !isOriginal(key)) overrides.set(key, own);
  }
  const series = checkSeries({
    ...plain,
    exceptions: [...exceptions].toSorted(),
    overrides: Object.fromEntries(overrides),
  });
  return { uid, series, main, changed, dates, isConverted: known === undefined };
};
