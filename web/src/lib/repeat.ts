import { dateFormat } from './date-format.ts';

/*
 * Repeat settings in forms, and the RRULE (RFC 5545, 3.3.10) for the API. Rules that are too complex for a form stay
 * unchanged: `readRepeat` returns null. Only the server computes the dates of a rule.
 */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];
export const workdays: readonly Weekday[] = weekdays.slice(0, 5);

export interface Repeat {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  /** For weekly rules; empty uses the start's weekday. */
  days: readonly Weekday[];
  /** For monthly rules: the nth weekday of the month, -1 for the last, instead of the date. */
  nth: { at: number; day: Weekday } | null;
  /** The last day, `2026-12-18`, or the number of times; neither means as long as rules can last. */
  until: string | null;
  count: number | null;
}

const isWeekday = (text: string): text is Weekday => weekdays.some((day) => day === text);

/** Returns a rule as form values, or null if a form can't show it. */
export function readRepeat(rule: string): Repeat | null {
  const parts = new Map(
    rule.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name, value] as const;
    }),
  );
  const frequency = parts.get('FREQ') as Repeat['frequency'];
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST'];
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) return null;
  if ([...parts.keys()].some((name) => !known.includes(name))) return null;
  const byDay = parts.get('BYDAY')?.split(',') ?? [];
  const nthDay = /^(-?\d)([A-Z]{2})$/.exec(byDay[0] ?? '');
  const until = parts.get('UNTIL');
  const repeat: Repeat = {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    days: frequency === 'WEEKLY' ? byDay.filter(isWeekday) : [],
    nth:
      frequency === 'MONTHLY' && nthDay && byDay.length === 1
        ? { at: Number(nthDay[1]), day: nthDay[2] as Weekday }
        : null,
    until:
      until === undefined ? null : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
  };
  // The first day of the week determines which weeks are skipped.
  const weekStart = parts.get('WKST') ?? 'MO';
  if (frequency === 'WEEKLY' && repeat.interval > 1 && weekStart !== 'MO') return null;
  const isWhole = repeat.days.length + (repeat.nth === null ? 0 : 1) === byDay.length;
  return isWhole ? repeat : null;
}

export function repeatRule({ frequency, interval, days, nth, until, count }: Repeat): string {
  const ordered = weekdays.filter((day) => days.includes(day));
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && ordered.length > 0 ? [`BYDAY=${ordered.join(',')}`] : []),
    ...(frequency === 'MONTHLY' && nth !== null ? [`BYDAY=${nth.at}${nth.day}`] : []),
    ...(count !== null
      ? [`COUNT=${count}`]
      : until !== null
        ? [`UNTIL=${until.replaceAll('-', '')}`]
        : []),
  ].join(';');
}

/** Returns the weekday of a day, `2026-11-24`. */
export const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/** Returns which weekday of the month a day is: 3 for the third Tuesday, -1 for the last if there is no fifth. */
export function nthOf(day: string): { at: number; day: Weekday } {
  const date = Number(day.slice(8, 10));
  const at = Math.ceil(date / 7);
  return { at: at === 5 ? -1 : at, day: weekdayOf(day) };
}

/** Adapts a rule to another first day: if it only repeats the start's day, it changes with the start. */
export function ruleFor(rule: string | null, day: string): string | null {
  const repeat = rule === null ? null : readRepeat(rule);
  if (repeat === null) return rule;
  if (repeat.nth !== null) return repeatRule({ ...repeat, nth: nthOf(day) });
  return repeat.days.length === 1 ? repeatRule({ ...repeat, days: [weekdayOf(day)] }) : rule;
}

/** Returns whether something repeats exactly from Monday to Friday. */
export const isOnWeekdays = ({ frequency, interval, days }: Repeat): boolean =>
  frequency === 'WEEKLY' &&
  interval === 1 &&
  days.length === 5 &&
  workdays.every((day) => days.includes(day));

const mondayBase = Date.UTC(2024, 0, 1, 12);
/** Returns the name of a weekday in a language. */
export const weekdayName = (
  locale: string,
  day: Weekday,
  style: 'long' | 'short' = 'long',
): string =>
  dateFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    new Date(mondayBase + weekdays.indexOf(day) * 86_400_000),
  );
