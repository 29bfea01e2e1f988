import { calendarLimits } from '#contract/calendar/limits.ts';
import {
  dateText,
  day,
  localText,
  minute,
  readLocalTime,
  yearOf,
  type Instant,
  type LocalTime,
} from './local-time.ts';
import { startsBetween, type Recurrence } from './recurrence.ts';
import { readRule, ruleText, type Rule } from './rule.ts';
import { TimeError } from './time-error.ts';
import { untilOf } from './ics-values.ts';
import { instantIn, localIn, readZone, spanIn, type Zone } from './zones.ts';

/** How one occurrence of a series differs. */
export interface Override {
  readonly start: string;
  readonly length: number;
}

/**
 * An event as it was entered: a time by the clock of a zone, not an instant, so that 10:00 stays 10:00. Occurrences are
 * worked out from it and never stored.
 */
export interface Series {
  /** `2026-03-29T10:00:00`, or `2026-03-29` of an event that takes whole days. */
  readonly start: string;
  readonly zone: string;
  /** Minutes by the clock, or days. */
  readonly length: number;
  /** As `checkRule` returns it: UNTIL is a time of the zone, too. */
  readonly rule: string | null;
  /** Starts by the rule at which nothing takes place. */
  readonly exceptions: readonly string[];
  /** By the start that the rule gives. */
  readonly overrides: Readonly<Record<string, Override>>;
}

export interface Occurrence {
  /** The start that the rule gives, by which an occurrence is known. */
  readonly original: string;
  /** By the clock of the zone; the end is not part of it. */
  readonly start: string;
  readonly end: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

export const isAllDay = ({ start }: Pick<Series, 'start'>): boolean => start.length === 10;

/** A local time as a series of this kind writes it. */
export const startText = (series: Pick<Series, 'start'>, time: LocalTime): string =>
  isAllDay(series) ? dateText(time) : localText(time);

const horizonOf = (start: LocalTime): LocalTime => start + calendarLimits.ruleYears * 366 * day;

/** The rule of a series, ready to be worked out. Rules without an end go as far as the horizon. */
export const recurrenceOf = (series: Series): Recurrence | undefined => {
  if (series.rule === null) return undefined;
  const rule = readRule(series.rule);
  const start = readLocalTime(series.start);
  const until = Math.min(untilOf(rule, null) ?? Infinity, horizonOf(start));
  return { rule, start, isAllDay: isAllDay(series), until };
};

const frequent: readonly Rule['frequency'][] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

const refuse = (...[code, message]: ConstructorParameters<typeof TimeError>): never => {
  throw new TimeError(code, message);
};

/** UNTIL in the local time of the series. */
const localUntil = (rule: Rule, zone: Zone, isDays: boolean): string | undefined => {
  const until = untilOf(rule, zone);
  if (until === undefined) return undefined;
  const text = localText(until).replace(/[-:]/g, '');
  return isDays ? text.slice(0, 8) : text;
};

/** Checks a rule that somebody gives for an event, and returns it in the form that is stored. */
export const checkRule = (text: string, event: Pick<Series, 'start' | 'zone'>): string => {
  if (text.length > calendarLimits.ruleLength) refuse('rule_invalid', 'The rule is too long.');
  const given = readRule(text);
  if (!frequent.includes(given.frequency))
    refuse('rule_frequency', 'Events repeat daily, weekly, monthly or yearly.');
  if (given.lists.BYHOUR ?? given.lists.BYMINUTE ?? given.lists.BYSECOND)
    refuse('rule_part', 'The time of an event is its start; a rule gives the days.');
  if (given.interval > calendarLimits.ruleInterval)
    refuse('rule_interval', `INTERVAL of a rule is at most ${calendarLimits.ruleInterval}.`);
  if ((given.count ?? 0) > calendarLimits.ruleCount)
    refuse('rule_count', `An event can repeat up to ${calendarLimits.ruleCount} times.`);
  if (given.count !== undefined && given.until !== undefined)
    refuse('rule_invalid', 'A rule ends with COUNT or UNTIL, not both.');
  const start = readLocalTime(event.start);
  const until = localUntil(given, readZone(event.zone), isAllDay(event));
  const { until: _, ...endless } = given;
  const rule: Rule = until === undefined ? given : { ...endless, until };
  const last = untilOf(rule, null);
  if (last !== undefined && (last < start || last > horizonOf(start)))
    refuse('rule_until', `UNTIL is after the start, and within ${calendarLimits.ruleYears} years.`);
  const recurrence = { rule, start, isAllDay: isAllDay(event), until: last };
  const isEndless = rule.count === undefined && last === undefined;
  const starts = startsBetween(recurrence, start, isEndless ? start : horizonOf(start));
  if (starts[0] !== start)
    return startsBetween(recurrence, start, horizonOf(start)).length === 0
      ? refuse('rule_never', 'The rule gives no day at all.')
      : refuse('rule_start', 'The event does not start on a day that its rule gives.');
  if (starts.length < (rule.count ?? 0))
    refuse('rule_count', `A rule reaches up to ${calendarLimits.ruleYears} years ahead.`);
  return ruleText(rule);
};

/** Checks a series that somebody gives; returns it with its rule in the form that is stored. */
export const checkSeries = (series: Series): Series => {
  const start = readLocalTime(series.start);
  const zone = readZone(series.zone).name;
  const most = isAllDay(series) ? calendarLimits.allDayDays : calendarLimits.timedMinutes;
  if (!Number.isInteger(series.length) || series.length < (isAllDay(series) ? 1 : 0))
    refuse('time_order', 'The end is before the start.');
  if (series.length > most) refuse('time_length', 'The event is too long.');
  const { exceptions, overrides } = series;
  if (exceptions.length + Object.keys(overrides).length > calendarLimits.exceptions)
    refuse('exceptions_too_many', 'The series has too many exceptions; divide it.');
  for (const override of Object.values(overrides)) readLocalTime(override.start);
  const text = startText(series, start);
  const rule = series.rule === null ? null : checkRule(series.rule, { start: text, zone });
  return { ...series, start: text, zone, rule };
};

/** The length of an event from its two ends by the clock; refuses an end before the start. */
export const lengthBetween = (start: string, end: string): number => {
  const unit = start.length === 10 ? day : minute;
  const length = (readLocalTime(end) - readLocalTime(start)) / unit;
  if (length < 0 || (unit === day && length < 1))
    refuse('time_order', 'The end is before the start.');
  return Math.round(length);
};

const occurrenceOf = (
  series: Series,
  original: string,
  start: LocalTime,
  length: number,
): Occurrence => {
  const zone = readZone(series.zone);
  const size = length * (isAllDay(series) ? day : minute);
  return {
    original,
    start: startText(series, start),
    end: startText(series, start + size),
    ...spanIn(zone, start, size),
  };
};

/** The starts that the rule gives between two local times, whatever differs or does not take place. */
export const originalsOf = (series: Series, from: LocalTime, to: LocalTime): LocalTime[] => {
  const start = readLocalTime(series.start);
  const recurrence = recurrenceOf(series);
  if (recurrence) return startsBetween(recurrence, from, to);
  return start >= from && start <= to ? [start] : [];
};

/** The occurrences of a series that touch the time from one instant to another, in order; at most so many, the first ones. */
export const occurrencesOf = (
  series: Series,
  window: { readonly from: Instant; readonly to: Instant },
  limit: number = calendarLimits.ruleCount,
): Occurrence[] => {
  const zone = readZone(series.zone);
  const unit = isAllDay(series) ? day : minute;
  const from = localIn(zone, window.from) - series.length * unit - day;
  const to = localIn(zone, window.to) + day;
  const excluded = new Set([...series.exceptions, ...Object.keys(series.overrides)]);
  const byRule = originalsOf(series, from, to).flatMap((time) => {
    const original = startText(series, time);
    return excluded.has(original) ? [] : [occurrenceOf(series, original, time, series.length)];
  });
  const changed = Object.entries(series.overrides).map(([original, { start, length }]) =>
    occurrenceOf(series, original, readLocalTime(start), length),
  );
  return [...byRule, ...changed]
    .filter(
      ({ startsAt, endsAt }) =>
        startsAt < window.to && (startsAt >= window.from || endsAt > window.from),
    )
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .slice(0, limit);
};

/** When the last occurrence can end, of a rule that ends; for the index that lists ask. */
export const lastEndOf = (series: Series): Instant => {
  const start = readLocalTime(series.start);
  const all = occurrencesOf(
    series,
    { from: start - 2 * day, to: horizonOf(start) + 2 * day },
    Infinity,
  );
  return Math.max(instantIn(readZone(series.zone), start), ...all.map(({ endsAt }) => endsAt));
};

/** How long before an occurrence somebody is reminded: days by the clock, then minutes. */
export interface Reminder {
  readonly days?: number;
  readonly minutes?: number;
}

/** The reminder of somebody who chose it in minutes: whole days of them are days by the clock. */
export const reminderOf = (minutes: number): Reminder =>
  minutes % 1_440 === 0 ? { days: minutes / 1_440 } : { minutes };

/** A day before 10:00 is 10:00, however long the day between is. */
export const reminderAt = (series: Series, { start }: Occurrence, reminder: Reminder): Instant =>
  instantIn(readZone(series.zone), readLocalTime(start) - (reminder.days ?? 0) * day) -
  (reminder.minutes ?? 0) * minute;

/** A yearly series has its next occurrence within so many days. */
const reminderDays = 400;

/** The next occurrence whose reminder is still to come, and when that is. */
export const nextReminder = (
  series: Series,
  reminder: Reminder,
  now: Instant,
): { readonly occurrence: Occurrence; readonly at: Instant } | undefined => {
  for (const occurrence of occurrencesOf(series, { from: now, to: now + reminderDays * day }, 50)) {
    const at = reminderAt(series, occurrence, reminder);
    if (at > now) return { occurrence, at };
  }
  return undefined;
};

/** Years in which a series has occurrences. */
export const yearsOf = (series: Series): readonly [number, number] => [
  yearOf(readLocalTime(series.start)),
  yearOf(lastEndOf(series)),
];
