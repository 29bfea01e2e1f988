import { calendarLimits } from '#contract/calendar/limits.ts';
import { eventsOf, localFor, type IcsEvent } from './ics-events.ts';
import { readIcs } from './ics-source.ts';
import { untilOf, type IcsTime } from './ics-values.ts';
import { zonesOf } from './ics-zones.ts';
import {
  dateText,
  day,
  instantText,
  localText,
  readLocalTime,
  type LocalTime,
} from './local-time.ts';
import { startsBetween } from './recurrence.ts';
import { TimeError } from './time-error.ts';
import { instantIn } from './zones.ts';

/** An occurrence of an event of a calendar file. */
export interface IcsOccurrence {
  readonly event: IcsEvent;
  readonly start: IcsTime;
  readonly length: number;
}

/** From a day up to another one, which is not in it. */
export interface Window {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

/** Reading and expanding one file may take so long, looked at after each rule; a rule takes a second at most. */
const mostMilliseconds = 3_000;

export const readWindow = (from: string, to: string): Window => {
  const window = { from: readLocalTime(from), to: readLocalTime(to) };
  if (window.to <= window.from)
    throw new TimeError('window_invalid', 'The end of the time asked for is not after its start.');
  if (window.to - window.from > calendarLimits.windowYears * 366 * day)
    throw new TimeError(
      'window_too_long',
      `Up to ${calendarLimits.windowYears} years can be asked for at once.`,
    );
  return window;
};

/** Where a time stands among others: by UTC where it has a zone, else by what it says. */
const position = ({ local, zone }: IcsTime): number => (zone ? instantIn(zone, local) : local);

const endOf = ({ start, length }: IcsOccurrence): number => {
  const end = position({ ...start, local: start.local + length });
  // Where the clock leaves an hour out, an end can come to stand before its start.
  const begin = position(start);
  return end < begin ? begin + length : end;
};

const isIn = (occurrence: IcsOccurrence, { from, to }: Window): boolean => {
  const start = position(occurrence.start);
  return start < to && (start >= from || endOf(occurrence) > from);
};

const at = (event: IcsEvent, local: LocalTime): IcsTime => ({ ...event.start, local });

/** The starts of a series that may be in the window, without exceptions. */
const startsOf = (event: IcsEvent, { from, to }: Window): Map<LocalTime, number> => {
  const { start, rules, extras } = event;
  const starts = new Map<LocalTime, number>();
  // A zone is at most a day away from UTC.
  const [first, last] = [from - event.length - 2 * day, to + 2 * day];
  for (const rule of rules) {
    const until = untilOf(rule, start.zone);
    const recurrence = { rule, start: start.local, isAllDay: start.isDate, until };
    for (const time of startsBetween(recurrence, first, last)) starts.set(time, event.length);
  }
  starts.set(start.local, event.length);
  for (const { time, length } of extras) starts.set(localFor(time, start), length ?? event.length);
  return starts;
};

/** How those from an occurrence on differ (RANGE=THISANDFUTURE). */
const followingOf = (master: IcsEvent, overrides: readonly IcsEvent[]) =>
  overrides
    .flatMap(({ recurrence, start, length }) =>
      recurrence?.isFollowing === true
        ? [
            {
              since: localFor(recurrence.time, master.start),
              start: localFor(start, master.start),
              length,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.since - b.since);

/** The occurrences of a series, without those that stand in the file on their own. */
const occurrencesOfSeries = (
  master: IcsEvent,
  overrides: readonly IcsEvent[],
  window: Window,
): IcsOccurrence[] => {
  const excluded = new Set(master.exceptions.map((time) => localFor(time, master.start)));
  for (const { recurrence } of overrides)
    if (recurrence) excluded.add(localFor(recurrence.time, master.start));
  const following = followingOf(master, overrides);
  const furthest = Math.max(0, ...following.map(({ since, start }) => Math.abs(start - since)));
  const wide = { from: window.from - furthest, to: window.to + furthest };
  return [...startsOf(master, wide)].flatMap(([local, length]) => {
    if (excluded.has(local)) return [];
    const change = following.findLast(({ since }) => since <= local);
    const moved = change ? local + change.start - change.since : local;
    return [{ event: master, start: at(master, moved), length: change?.length ?? length }];
  });
};

/** Of several that say how the same occurrence differs, the newest. */
const newest = (overrides: readonly IcsEvent[]): readonly IcsEvent[] => {
  const byTime = new Map<number, IcsEvent>();
  for (const event of overrides) {
    const key = event.recurrence ? position(event.recurrence.time) : 0;
    if ((byTime.get(key)?.sequence ?? -1) <= event.sequence) byTime.set(key, event);
  }
  return [...byTime.values()];
};

/** Events that belong together: those of the same UID. */
const groupsOf = (events: readonly IcsEvent[]): Iterable<readonly IcsEvent[]> =>
  Map.groupBy(events, ({ uid }, index) => uid ?? index).values();

/** Every occurrence of events that is in the window, canceled ones too. `patience`: milliseconds it may take. */
export const expandEvents = (
  events: readonly IcsEvent[],
  window: Window,
  patience = mostMilliseconds,
): IcsOccurrence[] => {
  const began = performance.now();
  const found: IcsOccurrence[] = [];
  const add = (occurrences: readonly IcsOccurrence[]) => {
    for (const occurrence of occurrences) if (isIn(occurrence, window)) found.push(occurrence);
    if (found.length > calendarLimits.occurrences)
      throw new TimeError(
        'occurrences_too_many',
        `The calendar has more than ${calendarLimits.occurrences} occurrences in this time.`,
      );
    if (performance.now() - began > patience)
      throw new TimeError('ics_too_slow', 'The rules of the calendar take too long to work out.');
  };
  for (const group of groupsOf(events)) {
    const overrides = newest(group.filter(({ recurrence }) => recurrence !== undefined));
    for (const event of group)
      if (!event.recurrence) add(occurrencesOfSeries(event, overrides, window));
    add(overrides.map((event) => ({ event, start: event.start, length: event.length })));
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
 * The occurrences of a calendar file between two days, as `npm run campus -- ics occurrences` prints them: in order, and
 * once where a file says the same twice.
 */
export const icsOccurrences = (
  source: string | Uint8Array,
  from: string,
  to: string,
): OccurrenceRow[] => {
  const window = readWindow(from, to);
  const roots = readIcs(source);
  const rows = new Map<string, OccurrenceRow>();
  for (const occurrence of expandEvents(eventsOf(roots, zonesOf(roots)), window)) {
    const { event, start } = occurrence;
    const begin = textAt(start, position(start));
    const row = [event.uid, begin, textAt(start, endOf(occurrence)), start.isDate] as const;
    rows.set(row.join(' '), row);
  }
  return [...rows.values()].toSorted(
    (a, b) =>
      compareText(a[0] ?? '', b[0] ?? '') || compareText(a[1], b[1]) || compareText(a[2], b[2]),
  );
};
