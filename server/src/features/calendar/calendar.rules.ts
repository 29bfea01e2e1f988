import type { CalendarKind } from '#contract/calendar/kinds.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import type { CalendarRow } from '../../kernel/feature.ts';
import {
  day,
  localTimeFrom,
  minute,
  type Instant,
  type LocalTime,
} from '../../kernel/time/local-time.ts';
import type { Series } from '../../kernel/time/series.ts';
import { TimeError } from '../../kernel/time/time-error.ts';
import type { EndTurn } from '../../kernel/turns.ts';
import { instantIn, localIn, readZone, utc, type Zone } from '../../kernel/time/zones.ts';

/** Colors of kinds (web/src/styles/tokens.css). People choose those of personal events and subscribed calendars. */
export const colorOfKind: Readonly<Partial<Record<CalendarKind, number>>> = {
  event: 0,
  club: 1,
  academic: 2,
  class: 3,
  booking: 4,
  deadline: 5,
};

/** A time range in the viewer's zone. */
export interface RequestedRange {
  readonly from: Instant;
  readonly to: Instant;
  readonly zone: Zone;
}

/** Parses an RFC 3339 instant, or a day or local time in the zone. */
export const momentIn = (text: string, zone: Zone): Instant => {
  const local = localTimeFrom(text);
  if (local !== undefined) return instantIn(zone, local);
  const isInstant = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;
  const instant = isInstant.test(text) ? Date.parse(text.replace(' ', 'T').toUpperCase()) : NaN;
  if (Number.isNaN(instant))
    throw new TimeError('time_invalid', `“${text.slice(0, 40)}” is not a date or time.`);
  return instant;
};

/** Parses a time range and checks its limits. */
export const readRequestedRange = (input: {
  from: string;
  to: string;
  timeZone?: string | undefined;
}): RequestedRange => {
  const zone = input.timeZone === undefined ? utc : readZone(input.timeZone);
  const asked = { from: momentIn(input.from, zone), to: momentIn(input.to, zone), zone };
  if (asked.to <= asked.from)
    throw new TimeError('window_invalid', 'The end of the requested time is not after its start.');
  // A day can have 25 hours.
  if (asked.to - asked.from > personalLimits.days * day + 2 * 60 * minute)
    throw new TimeError(
      'window_too_long',
      `Up to ${personalLimits.days} days can be asked for at once.`,
    );
  return asked;
};

/** An occurrence before it is converted for display. */
export interface CalendarOccurrence {
  readonly key: string;
  readonly id: string;
  readonly kind: CalendarKind;
  readonly calendar: string;
  readonly title: string;
  readonly location: string | null;
  readonly url: string | null;
  readonly color: number;
  readonly isTentative: boolean;
  readonly isCanceled: boolean;
  /** True if its calendar marks the item as free time. */
  readonly isTransparent: boolean;
  readonly occurrence: string | null;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  /** In local time. All-day occurrences have their first day and the day after the last. */
  readonly start: LocalTime;
  readonly end: LocalTime;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

/** Returns true if an item takes place in the time range. All-day items count by their dates in every zone. */
export const isAskedFor = (
  found: CalendarOccurrence,
  { from, to, zone }: RequestedRange,
): boolean =>
  found.isAllDay
    ? found.start < localIn(zone, to) && found.end > localIn(zone, from)
    : found.startsAt < to && (found.startsAt >= from || found.endsAt > from);

export const idleKinds: readonly CalendarKind[] = ['deadline', 'academic'];

/**
 * Returns true if an item blocks the person's time. All-day items do (RFC 5545 3.8.2.7), unless their calendar marks them as free.
 */
export const isBusy = (found: CalendarOccurrence): boolean =>
  !found.isCanceled &&
  !found.isTransparent &&
  !idleKinds.includes(found.kind) &&
  found.endsAt > found.startsAt;

/** Marks the whole window as busy, for a calendar whose content is unknown. */
export const unknownIn = (
  { id, name, color }: { readonly id: string; readonly name: string; readonly color: number },
  { from, to, zone }: RequestedRange,
): CalendarOccurrence => ({
  key: `subscribed-${id}-unknown`,
  id,
  kind: 'subscribed',
  calendar: id,
  title: name,
  location: null,
  url: null,
  color,
  isTentative: true,
  isCanceled: false,
  isTransparent: false,
  occurrence: null,
  timeZone: zone.name,
  isAllDay: false,
  start: localIn(zone, from),
  end: localIn(zone, to),
  startsAt: from,
  endsAt: to,
});

export interface Overlap {
  readonly with: CalendarOccurrence;
  readonly minutes: number;
}

const overlapsMost = 5;

/** Returns the overlapping items by key. All-day items are shown above the hours and don't overlap there. */
export const overlapsOf = async (
  all: readonly CalendarOccurrence[],
  endTurn: EndTurn,
): Promise<ReadonlyMap<string, readonly Overlap[]>> => {
  const found = new Map<string, Overlap[]>();
  const add = (one: CalendarOccurrence, other: CalendarOccurrence, minutes: number) => {
    const list = found.get(one.key) ?? [];
    if (list.length < overlapsMost) list.push({ with: other, minutes });
    found.set(one.key, list);
  };
  const busy = all
    .filter((one) => isBusy(one) && !one.isAllDay)
    .toSorted((a, b) => a.startsAt - b.startsAt);
  let running: CalendarOccurrence[] = [];
  for (const one of busy) {
    running = running.filter(({ endsAt }) => endsAt > one.startsAt);
    // More conflicts than this wouldn't help the reader.
    for (const other of running.slice(0, 20)) {
      const minutes = Math.ceil((Math.min(one.endsAt, other.endsAt) - one.startsAt) / minute);
      add(one, other, minutes);
      add(other, one, minutes);
    }
    running.push(one);
    await endTurn();
  }
  return found;
};

/** Merges busy times that touch. */
export const joined = (
  busy: readonly CalendarOccurrence[],
): { startsAt: Instant; endsAt: Instant; isTentative: boolean }[] => {
  const spans: { startsAt: Instant; endsAt: Instant; isTentative: boolean }[] = [];
  for (const { startsAt, endsAt, isTentative } of busy.toSorted(
    (a, b) => a.startsAt - b.startsAt,
  )) {
    const last = spans.at(-1);
    // Confirmed and tentative times stay separate.
    if (last && last.endsAt >= startsAt && last.isTentative === isTentative)
      last.endsAt = Math.max(last.endsAt, endsAt);
    else spans.push({ startsAt, endsAt, isTentative });
  }
  return spans;
};

/** Returns the address of an occurrence. Event pages show the date in their address, or else the next one. */
export const occurrenceUrl = (
  { kind, url, series }: Pick<CalendarRow, 'kind' | 'url' | 'series'>,
  original: string,
): string | null =>
  url === null || series.rule === null || (kind !== 'event' && kind !== 'club')
    ? url
    : `${url}?occurrence=${encodeURIComponent(original)}`;

/** Returns the series of a row with its canceled dates, which calendars show as canceled. */
export const withCanceled = ({ series, more }: Pick<CalendarRow, 'series' | 'more'>): Series =>
  more?.dates == null
    ? series
    : {
        ...series,
        exceptions: series.exceptions.filter(
          (original) => more.dates?.[original]?.is_canceled !== true,
        ),
      };
