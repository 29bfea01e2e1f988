import { day, hour, minute, readLocalTime, type Instant } from '../../kernel/time/local-time.ts';
import { instantIn, readZone } from '../../kernel/time/zones.ts';

/** A period of time. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** The hours of each day to search, in a time zone. */
export interface Hours {
  /** First and last day, such as `2026-11-23`. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly dayStart: number;
  readonly dayEnd: number;
}

const daysOf = ({ from, to, timeZone, dayStart, dayEnd }: Hours): Span[] => {
  const zone = readZone(timeZone);
  const spans: Span[] = [];
  for (let date = readLocalTime(from); date <= readLocalTime(to); date += day)
    spans.push({
      from: instantIn(zone, date + dayStart * hour),
      to: instantIn(zone, date + dayEnd * hour),
    });
  return spans;
};

/** Returns the first and last instant of the hours. */
export const windowOf = (hours: Hours): { from: Date; to: Date } => {
  const spans = daysOf(hours);
  const first = spans[0]?.from ?? 0;
  return { from: new Date(first), to: new Date(spans.at(-1)?.to ?? first) };
};

/**
 * Returns the periods of each day's hours in which no one is busy, of at least this many minutes, starting from `now`.
 */
export const freeSpans = (
  hours: Hours,
  busy: readonly Span[],
  { minutes, now }: { minutes: number; now: Instant },
): Span[] => {
  const taken = busy.toSorted((a, b) => a.from - b.from);
  // Starts at the next quarter of an hour.
  const earliest = Math.ceil(now / (15 * minute)) * 15 * minute;
  return daysOf(hours).flatMap(({ from, to }) => {
    const free: Span[] = [];
    let at = Math.max(from, earliest);
    for (const one of taken) {
      if (one.to <= at || one.from >= to) continue;
      if (one.from > at) free.push({ from: at, to: one.from });
      at = Math.max(at, one.to);
    }
    if (at < to) free.push({ from: at, to });
    return free.filter((span) => span.to - span.from >= minutes * minute);
  });
};

/** Returns the number of days between two days, including both. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((readLocalTime(to) - readLocalTime(from)) / day) + 1;
