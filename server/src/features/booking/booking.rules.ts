import { bookingLimits as limits } from '#contract/booking/limits.ts';
import type { BookingQuestion } from '#contract/booking/endpoints.ts';
import {
  dateText,
  day,
  minute,
  startOfDay,
  weekdayOf,
  type Instant,
} from '../../kernel/time/local-time.ts';
import { instantIn, localIn, readZone } from '../../kernel/time/zones.ts';
import type { BusyTime } from '../calendar/busy-times.ts';

/** Hours of a day by the clock, such as `09:00` to `12:00`. */
export interface DayHours {
  readonly from: string;
  readonly to: string;
}
/** Hours of a weekday; 1 is Monday. */
export interface WeekHours extends DayHours {
  readonly weekday: number;
}
/** Hours of a date that replace those of its weekday. Empty if the person is away. */
export interface Exception {
  readonly date: string;
  readonly hours: readonly DayHours[];
}

/** The rules for a person's slots. */
export interface Rules {
  readonly time_zone: string;
  readonly hours: readonly WeekHours[];
  readonly exceptions: readonly Exception[];
  readonly notice_minutes: number;
  readonly days_ahead: number;
  readonly daily_limit: number | null;
  readonly buffer_before: number;
  readonly buffer_after: number;
}

export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** A possible slot by the rules, regardless of the calendar. */
export interface Candidate extends Span {
  /** The time including buffers. */
  readonly blocked: Span;
  /** In the host's local time. */
  readonly date: string;
}

/** Returns the minutes since midnight for `09:30`. */
const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Returns the minutes between two slot starts. */
const strideOf = (minutes: number): number => (minutes <= 15 ? 15 : minutes % 60 === 0 ? 60 : 30);

/** Returns whether hours end after they start, and those of a day don't overlap. */
export const areHoursValid = (days: readonly (readonly DayHours[])[]): boolean =>
  days.every((hours) => {
    const sorted = hours
      .map(({ from, to }) => [minutesOf(from), minutesOf(to)] as const)
      .toSorted(([a], [b]) => a - b);
    return sorted.every(
      ([from, to], at) => to > from && (at === 0 || from >= (sorted[at - 1]?.[1] ?? 0)),
    );
  });

/** Returns the possible slots between two instants, in order. */
export const candidatesOf = (
  rules: Rules,
  minutes: number,
  window: Span,
  now: Instant,
): Candidate[] => {
  const zone = readZone(rules.time_zone);
  const earliest = Math.max(window.from, now + rules.notice_minutes * minute);
  const horizon = startOfDay(localIn(zone, now)) + (rules.days_ahead + 1) * day;
  const stride = strideOf(minutes);
  const found = new Map<Instant, Candidate>();
  const lastDay = Math.min(startOfDay(localIn(zone, window.to)), horizon - day);
  for (let date = startOfDay(localIn(zone, earliest)); date <= lastDay; date += day) {
    const text = dateText(date);
    const exception = rules.exceptions.find((one) => one.date === text);
    const hours =
      exception?.hours ?? rules.hours.filter(({ weekday }) => weekday === weekdayOf(date) + 1);
    for (const { from, to } of hours) {
      const ends = instantIn(zone, date + minutesOf(to) * minute);
      for (let at = minutesOf(from); at + minutes <= minutesOf(to); at += stride) {
        const local = date + at * minute;
        const start = instantIn(zone, local);
        const end = start + minutes * minute;
        // Omit times that the clock skips.
        if (localIn(zone, start) !== local || end > ends) continue;
        if (start < earliest || start >= window.to) continue;
        const blocked = {
          from: start - rules.buffer_before * minute,
          to: end + rules.buffer_after * minute,
        };
        found.set(start, { from: start, to: end, blocked, date: text });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.from - b.from);
};

/** A taken slot of the host. */
export interface TakenSlot {
  readonly kind: number;
  readonly startsAt: Instant;
  readonly blocked: Span;
  readonly left: number;
}

const touches = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Returns the available slots with their number of spots. */
export const freeSlots = (
  candidates: readonly Candidate[],
  rules: Pick<Rules, 'daily_limit' | 'time_zone'>,
  {
    kind,
    groupSize,
    taken,
    busy,
  }: {
    readonly kind: number;
    readonly groupSize: number;
    readonly taken: readonly TakenSlot[];
    readonly busy: readonly Span[];
  },
): (Candidate & { readonly left: number })[] => {
  const zone = readZone(rules.time_zone);
  const perDay = new Map<string, number>();
  for (const { startsAt } of taken) {
    const date = dateText(localIn(zone, startsAt));
    perDay.set(date, (perDay.get(date) ?? 0) + 1);
  }
  const free: (Candidate & { left: number })[] = [];
  for (const candidate of candidates) {
    const own = taken.find((one) => one.kind === kind && one.startsAt === candidate.from);
    if (own !== undefined) {
      // Joining a group takes no more of the host's time.
      if (own.left > 0) free.push({ ...candidate, left: own.left });
      continue;
    }
    if ((perDay.get(candidate.date) ?? 0) >= (rules.daily_limit ?? Infinity)) continue;
    if (taken.some(({ blocked }) => touches(blocked, candidate.blocked))) continue;
    if (busy.some((span) => touches(span, candidate.blocked))) continue;
    free.push({ ...candidate, left: groupSize });
  }
  return free;
};

/** Returns the caller's calendar item that conflicts with a time. */
export const conflictOf = (
  span: Span,
  busy: readonly BusyTime[],
): { title: string; kind: string } | null => {
  const found = busy.find((one) => touches(one, span));
  return found === undefined ? null : { title: found.title, kind: found.kind };
};

/** Returns the answers to the current questions. Undefined if an answer is missing or not an option. */
export const readAnswers = (
  questions: readonly BookingQuestion[],
  sent: Readonly<Record<string, string>>,
): Record<string, string> | undefined => {
  const answers: Record<string, string> = {};
  for (const { id, isRequired, options } of questions) {
    const answer = (sent[id] ?? '').trim().slice(0, limits.answer);
    if (answer === '' && isRequired) return undefined;
    if (answer !== '' && options.length > 0 && !options.includes(answer)) return undefined;
    if (answer !== '') answers[id] = answer;
  }
  return answers;
};

/** Returns whether the booker or the host can still change a meeting. */
export const canChange = (
  booking: { readonly starts_at: Date; readonly host_id: number; readonly cancel_minutes: number },
  me: number,
  now: Date,
): boolean =>
  now.getTime() <
  booking.starts_at.getTime() - (me === booking.host_id ? 0 : booking.cancel_minutes * minute);
