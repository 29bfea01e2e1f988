import { calendarLimits } from '#contract/calendar/limits.ts';
import {
  eventsOf,
  localFor,
  referencedStart,
  spanOf,
  icsProblemOf,
  type IcsEvent,
} from './ics-events.ts';
import { readIcs, type ReportIcsProblem } from './ics-source.ts';
import type { IcsTime } from './ics-times.ts';
import { untilOf } from './ics-values.ts';
import { zonesOf } from './ics-zones.ts';
import {
  dateText,
  day,
  instantText,
  localText,
  readLocalTime,
  startOfDay,
  type LocalTime,
} from './local-time.ts';
import { startsBetween } from './recurrence.ts';
import { TimeError } from './time-error.ts';
import { instantIn, utc } from './zones.ts';

/** An occurrence of an event of a calendar file. */
export interface IcsOccurrence {
  readonly event: IcsEvent;
  readonly start: IcsTime;
  readonly length: number;
  readonly isElapsed: boolean;
}

/** From the first day up to, but not including, the last one. */
export interface Window {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

/** Maximum milliseconds to expand a file, checked after each rule. One rule takes a second at most. */
const mostMilliseconds = 3_000;

export const readWindow = (from: string, to: string): Window => {
  const window = { from: readLocalTime(from), to: readLocalTime(to) };
  if (window.to <= window.from)
    throw new TimeError('window_invalid', 'The end of the requested time is not after its start.');
  if (window.to - window.from > calendarLimits.windowYears * 366 * day)
    throw new TimeError(
      'window_too_long',
      `Up to ${calendarLimits.windowYears} years can be requested at once.`,
    );
  return window;
};

/** Returns a number for sorting times: UTC if the time has a zone, otherwise local time. */
const position = ({ local, zone }: IcsTime): number => (zone ? instantIn(zone, local) : local);

const isIn = (occurrence: IcsOccurrence, { from, to }: Window): boolean => {
  const { startsAt, endsAt } = spanOf(occurrence, utc);
  return startsAt < to && (startsAt >= from || endsAt > from);
};

const at = (event: IcsEvent, local: LocalTime): IcsTime => ({ ...event.start, local });

/** Returns the starts of a series that can be in the window, without considering exceptions. */
const startsOf = (event: IcsEvent, { from, to }: Window): Map<LocalTime, number> => {
  const { start, rules, extras } = event;
  const starts = new Map<LocalTime, number>();
  // Zones are at most a day away from UTC.
  const [first, last] = [from - event.length - 2 * day, to + 2 * day];
  for (const rule of rules) {
    const until = untilOf(rule, start.zone);
    const recurrence = { rule, start: start.local, isAllDay: start.isDate, until };
    for (const time of startsBetween(recurrence, first, last)) starts.set(time, event.length);
  }
  starts.set(start.local, event.length);
  for (const { time, length } of extras)
    starts.set(referencedStart(time, start), length ?? event.length);
  return starts;
};

/** Returns the changes of an occurrence and all following ones (RANGE=THISANDFUTURE). */
const followingOf = (master: IcsEvent, overrides: readonly IcsEvent[]) =>
  overrides
    .flatMap(({ recurrence, start, length, isElapsed }) =>
      recurrence?.isFollowing === true
        ? [
            {
              since: referencedStart(recurrence.time, master.start),
              start: localFor(start, master.start),
              length,
              isElapsed,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.since - b.since);

/** Returns a function that checks whether EXDATE or RECURRENCE-ID excludes a start from a series. */
const excludedBy = (times: readonly IcsTime[], { start }: IcsEvent) => {
  const locals = new Set(times.map((time) => referencedStart(time, start)));
  const days = new Set(
    times.flatMap((time) => (time.isDate && !start.isDate ? [startOfDay(time.local)] : [])),
  );
  // When the clock repeats or skips a time, only the instant is unambiguous.
  const { zone } = start;
  const instants = new Set(
    times.flatMap((time) =>
      zone === null || time.zone === null || time.zone === zone ? [] : [position(time)],
    ),
  );
  return (local: LocalTime): boolean =>
    locals.has(local) ||
    days.has(startOfDay(local)) ||
    (zone !== null && instants.size > 0 && instants.has(instantIn(zone, local)));
};

/** Returns the occurrences of a series, except those that have their own entry in the file. */
const occurrencesOfSeries = (
  master: IcsEvent,
  overrides: readonly IcsEvent[],
  window: Window,
): IcsOccurrence[] => {
  const isExcluded = excludedBy(
    [...master.exceptions, ...overrides.flatMap(({ recurrence }) => recurrence?.time ?? [])],
    master,
  );
  const following = followingOf(master, overrides);
  const furthest = Math.max(0, ...following.map(({ since, start }) => Math.abs(start - since)));
  const wide = { from: window.from - furthest, to: window.to + furthest };
  return [...startsOf(master, wide)].flatMap(([local, length]) => {
    if (isExcluded(local)) return [];
    const change = following.findLast(({ since }) => since <= local);
    const moved = change ? local + change.start - change.since : local;
    const { isElapsed } = change ?? master;
    return [
      { event: master, start: at(master, moved), length: change?.length ?? length, isElapsed },
    ];
  });
};

/** Keeps only the newest override of each occurrence. */
const newest = (
  overrides: readonly IcsEvent[],
  master: IcsEvent | undefined,
): readonly IcsEvent[] => {
  const byTime = new Map<number, IcsEvent>();
  for (const event of overrides) {
    if (!event.recurrence) continue;
    const { time } = event.recurrence;
    const key = master ? referencedStart(time, master.start) : position(time);
    if ((byTime.get(key)?.sequence ?? -1) <= event.sequence) byTime.set(key, event);
  }
  return [...byTime.values()];
};

/** Removes events that a later entry with the same UID and start cancels, for files with both messages. */
const withoutCanceled = (masters: readonly IcsEvent[]): readonly IcsEvent[] => {
  const canceled = masters.filter((event) => event.isCanceled);
  if (canceled.length === 0 || canceled.length === masters.length) return masters;
  const isCanceledBy = (event: IcsEvent) => (later: IcsEvent) =>
    later.sequence >= event.sequence && position(later.start) === position(event.start);
  return masters.filter((event) => event.isCanceled || !canceled.some(isCanceledBy(event)));
};

/** Groups events by UID. */
const groupsOf = (events: readonly IcsEvent[]): Iterable<readonly IcsEvent[]> =>
  Map.groupBy(events, ({ uid }, index) => uid ?? index).values();

/** Returns the occurrences of events with the same UID. */
const expandGroup = (group: readonly IcsEvent[], window: Window): IcsOccurrence[] => {
  const masters = withoutCanceled(group.filter(({ recurrence }) => recurrence === undefined));
  const overrides = newest(
    group.filter(({ recurrence }) => recurrence !== undefined),
    masters[0],
  );
  return [
    ...masters.flatMap((event) => occurrencesOfSeries(event, overrides, window)),
    ...overrides.map((event) => ({
      event,
      start: event.start,
      length: event.length,
      isElapsed: event.isElapsed,
    })),
  ].filter((occurrence) => isIn(occurrence, window));
};

/** Options for expanding the rules of a calendar. */
export interface ExpandOptions {
  /** Time limit in milliseconds. Above it, `ics_too_slow` is thrown. */
  readonly timeoutMs?: number;
  /** Maximum occurrences per UID. An entry with more is omitted. */
  readonly most?: number;
  /** Receives the events of a UID whose rules can't be expanded. Without it, the calendar is rejected. */
  readonly skip?: (events: readonly IcsEvent[], error: TimeError) => void;
}

/** Returns all occurrences in the window, including canceled ones. */
export const expandEvents = (
  events: readonly IcsEvent[],
  window: Window,
  { timeoutMs = mostMilliseconds, most = calendarLimits.occurrences, skip }: ExpandOptions = {},
): IcsOccurrence[] => {
  const began = performance.now();
  const found: IcsOccurrence[] = [];
  for (const group of groupsOf(events)) {
    try {
      const occurrences = expandGroup(group, window);
      if (occurrences.length > most)
        throw new TimeError('rule_too_dense', 'An entry of the calendar repeats too often.');
      for (const occurrence of occurrences) found.push(occurrence);
    } catch (error) {
      if (!(error instanceof TimeError) || !skip) throw error;
      skip(group, error);
    }
    if (found.length > calendarLimits.occurrences)
      throw new TimeError(
        'occurrences_too_many',
        `The calendar has more than ${calendarLimits.occurrences} occurrences in this time.`,
      );
    if (performance.now() - began > timeoutMs)
      throw new TimeError('ics_too_slow', 'The rules of the calendar take too long to expand.');
  }
  return found;
};

const textAt = (time: IcsTime, instant: number): string => {
  if (time.isDate) return dateText(instant);
  return time.zone ? instantText(instant) : `${localText(instant)}~`;
};

/** `[uid, start, end, allDay]`: `Z` is UTC, `~` a floating time, a plain date all-day with an exclusive end. */
export type OccurrenceRow = readonly [string | null, string, string, boolean];

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the occurrences of a calendar file between two days, sorted and without duplicates, as `npm run campus -- ics
 * occurrences` prints them. Omits and reports unreadable entries.
 */
export const icsOccurrences = (
  source: string | Uint8Array,
  from: string,
  to: string,
  report: ReportIcsProblem = () => undefined,
): OccurrenceRow[] => {
  const window = readWindow(from, to);
  const { roots } = readIcs(source, report);
  const rows = new Map<string, OccurrenceRow>();
  const skip: ExpandOptions['skip'] = ([event], error) => {
    if (event) report(icsProblemOf(event.component, error, true));
  };
  const events = eventsOf(roots, zonesOf(roots, report), report);
  for (const occurrence of expandEvents(events, window, { skip })) {
    const { event, start } = occurrence;
    const { startsAt, endsAt } = spanOf(occurrence, utc);
    const begin = textAt(start, startsAt);
    const row = [event.uid, begin, textAt(start, endsAt), start.isDate] as const;
    rows.set(row.join(' '), row);
  }
  return [...rows.values()].toSorted(
    (a, b) =>
      compareText(a[0] ?? '', b[0] ?? '') || compareText(a[1], b[1]) || compareText(a[2], b[2]),
  );
};
