import { day, hour, minute, readLocalTime, type Instant } from '../../kernel/time/local-time.ts';
import { instantIn, readZone } from '../../kernel/time/zones.ts';

/** A stretch of time. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** The hours of each day between which is looked, by the clock of a zone. */
export interface Hours {
  /** First and last day, `2026-11-23`. */
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

/** First and last instant that matter. */
export const windowOf = (hours: Hours): { from: Date; to: Date } => {
  const spans = daysOf(hours);
  const first = spans[0]?.from ?? 0;
  return { from: new Date(first), to: new Date(spans.at(-1)?.to ?? first) };
};

/** What is left of each day’s hours when nobody is busy, in spans of so many minutes at least, from `now` on. */
export const freeSpans = (
  hours: Hours,
  busy: readonly Span[],
  { minutes, now }: { minutes: number; now: Instant },
): Span[] => {
  const taken = busy.toSorted((a, b) => a.from - b.from);
  // The next quarter of an hour.
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

/** How many days from one to another, both counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((readLocalTime(to) - readLocalTime(from)) / day) + 1;
