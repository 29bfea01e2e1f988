import ICAL from 'ical.js';
import {
  instantProperty,
  plain,
  reminderComponent,
  ruleProperty,
  textProperty,
  timeProperty,
} from './ics-properties.ts';
import { zoneComponent, type JsonComponent, type JsonProperty } from './ics-writing-zones.ts';
import { day, minute, readLocalTime, type Instant, type LocalTime } from './local-time.ts';
import { readRule } from './rule.ts';
import { isAllDay, originalsOf, startText, yearsOf, type Reminder, type Series } from './series.ts';
import { instantIn, localIn, readZone } from './zones.ts';

// ical.js doesn't count the space that starts a continued line, which is one of the standard's 75 octets.
ICAL.foldLength = 74;

/** The texts of an event, or of a changed occurrence. */
export interface CalendarText {
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  readonly url?: string;
}

/** The organizer or an attendee. */
export interface CalendarPerson {
  readonly name: string;
  readonly email: string;
}

export interface CalendarEntry extends CalendarText {
  /** Unique, and constant for the event's lifetime. */
  readonly uid: string;
  /** Increases with each change that others need to know about. */
  readonly sequence: number;
  readonly changedAt: Instant;
  readonly isCanceled: boolean;
  /** Not confirmed yet: waitlisted, requested. */
  readonly isTentative?: boolean;
  /** True if the event leaves the time free (TRANSP of RFC 5545 3.8.2.7), such as a due date. */
  readonly isFree?: boolean;
  /** The organizer and the attendees, in files that are sent to people. */
  readonly organizer?: CalendarPerson;
  readonly attendees?: readonly CalendarPerson[];
  readonly series: Series;
  /** Canceled occurrences by their original start, while the series has them. */
  readonly canceled?: readonly string[];
  /** Occurrences with different texts, by their original start. */
  readonly texts?: Readonly<Record<string, CalendarText>>;
  readonly reminders?: readonly Reminder[];
}

export interface CalendarFile {
  readonly name?: string;
  /** CANCEL removes events from the calendars of invited people. */
  readonly method?: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly entries: readonly CalendarEntry[];
}

const statusOf = ({ isCanceled, isTentative = false }: CalendarEntry): string => {
  if (isCanceled) return 'CANCELLED';
  return isTentative ? 'TENTATIVE' : 'CONFIRMED';
};

/** Returns an address property. The name contains no quotes, which would end it. */
const personProperty = (
  name: 'organizer' | 'attendee',
  person: CalendarPerson,
  more: Readonly<Record<string, string>> = {},
): JsonProperty => [
  name,
  { cn: plain(person.name).replace(/["\n]/g, ' '), ...more },
  'cal-address',
  `mailto:${person.email}`,
];

const peopleProperties = ({ organizer, attendees = [] }: CalendarEntry): JsonProperty[] => [
  ...(organizer === undefined ? [] : [personProperty('organizer', organizer)]),
  ...attendees.map((one) =>
    personProperty('attendee', one, {
      role: 'REQ-PARTICIPANT',
      partstat: 'ACCEPTED',
      rsvp: 'FALSE',
    }),
  ),
];

/** Returns the real start if the clock skips this time, because programs interpret skipped times differently. */
const shownStart = (series: Series, start: LocalTime): LocalTime => {
  if (isAllDay(series)) return start;
  const zone = readZone(series.zone);
  return Math.max(start, localIn(zone, instantIn(zone, start)));
};

/** Returns a VEVENT for the series or, with `isOne`, for one changed occurrence. */
const eventComponent = (
  entry: CalendarEntry,
  text: CalendarText,
  start: LocalTime,
  length: number,
  more: readonly JsonProperty[],
  isOne = false,
): JsonComponent => {
  const { series, reminders = [] } = entry;
  const begin = series.rule === null || isOne ? shownStart(series, start) : start;
  const end = begin + length * (isAllDay(series) ? day : minute);
  return [
    'vevent',
    [
      textProperty('uid', entry.uid),
      instantProperty('dtstamp', entry.changedAt),
      instantProperty('last-modified', entry.changedAt),
      ['sequence', {}, 'integer', entry.sequence],
      textProperty('status', statusOf(entry)),
      ...(entry.isFree === true ? [textProperty('transp', 'TRANSPARENT')] : []),
      timeProperty('dtstart', series, begin),
      timeProperty('dtend', series, end),
      ...more,
      ...peopleProperties(entry),
      textProperty('summary', text.summary),
      ...(text.description === undefined ? [] : [textProperty('description', text.description)]),
      ...(text.location === undefined ? [] : [textProperty('location', text.location)]),
      ...(text.url === undefined
        ? []
        : [['url', {}, 'uri', plain(text.url).replaceAll('\n', '')] satisfies JsonProperty]),
    ],
    entry.isCanceled ? [] : reminders.map((reminder) => reminderComponent(reminder, text.summary)),
  ];
};

/**
 * Returns the starts that the rule of a series produces. Holidays are exceptions to a class on every day, and programs based on
 * ical.js (Thunderbird, Nextcloud) ignore EXDATE for a holiday if EXDATE also lists times that the rule doesn't produce.
 */
const givenStarts = (series: Series, originals: readonly string[]): string[] => {
  const times = originals.map(readLocalTime).toSorted((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const given = new Set(originalsOf(series, first, last));
  return [...new Set(times)]
    .filter((time) => given.has(time))
    .map((time) => startText(series, time));
};

const entryComponents = (entry: CalendarEntry): JsonComponent[] => {
  const { series, texts = {}, canceled = [] } = entry;
  const exceptions = givenStarts(series, series.exceptions).map((original) =>
    timeProperty('exdate', series, readLocalTime(original)),
  );
  const rules = series.rule === null ? [] : [ruleProperty(series, readRule(series.rule))];
  // Files from calendar programs can add dates. A RECURRENCE-ID without such an RDATE would refer to nothing.
  const keys = Object.keys(series.overrides);
  const given = new Set([...givenStarts(series, keys), series.start]);
  const extras = keys.filter((key) => !given.has(key)).toSorted();
  const main = eventComponent(entry, entry, readLocalTime(series.start), series.length, [
    ...rules,
    ...extras.map((key) => timeProperty('rdate', series, readLocalTime(key))),
    ...exceptions,
  ]);
  const isPlainExtra = (key: string): boolean => {
    const own = series.overrides[key];
    const isUnchanged = own?.start === key && own.length === series.length;
    return isUnchanged && extras.includes(key) && texts[key] === undefined;
  };
  const differing = new Set([
    ...keys.filter((key) => !isPlainExtra(key) || canceled.includes(key)),
    ...givenStarts(series, [...Object.keys(texts), ...canceled]),
  ]);
  const others = [...differing].toSorted().map((original) => {
    const { start, length } = series.overrides[original] ?? {
      start: original,
      length: series.length,
    };
    const one = canceled.includes(original) ? { ...entry, isCanceled: true } : entry;
    const id = timeProperty('recurrence-id', series, readLocalTime(original));
    return eventComponent(one, texts[original] ?? entry, readLocalTime(start), length, [id], true);
  });
  return [main, ...others];
};

/** Returns the VTIMEZONE of each zone, for the years of its events. */
const zoneComponents = (entries: readonly CalendarEntry[]): JsonComponent[] => {
  const years = new Map<string, [number, number]>();
  for (const { series } of entries) {
    if (isAllDay(series) || series.zone === 'UTC') continue;
    const [first, last] = yearsOf(series);
    const known = years.get(series.zone) ?? [first, last];
    years.set(series.zone, [Math.min(known[0], first), Math.max(known[1], last)]);
  }
  return [...years].map(([name, [first, last]]) => zoneComponent(name, first, last));
};

/**
 * Writes a calendar file (RFC 5545) with the events as they were entered. Display rules (`display-rules.ts` of the contract) don't affect
 * it.
 */
export const writeIcs = ({ name, method, entries }: CalendarFile): string => {
  const calendar: JsonComponent = [
    'vcalendar',
    [
      textProperty('version', '2.0'),
      textProperty('prodid', '-//Commons//Campus//EN'),
      textProperty('calscale', 'GREGORIAN'),
      ...(method === undefined ? [] : [textProperty('method', method)]),
      ...(name === undefined ? [] : [textProperty('x-wr-calname', name)]),
    ],
    [...zoneComponents(entries), ...entries.flatMap(entryComponents)],
  ];
  return ICAL.stringify(calendar);
};
