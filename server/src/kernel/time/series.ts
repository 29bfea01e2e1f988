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

/** The changes of one occurrence. */
export interface Override {
  readonly start: string;
  readonly length: number;
}

/**
 * An event as entered: with a time in a zone instead of an instant, so that 10:00 stays 10:00. Occurrences are computed from it and never
 * stored.
 */
export interface Series {
  /** `2026-03-29T10:00:00`, or `2026-03-29` for an all-day event. */
  readonly start: string;
  readonly zone: string;
  /** Length in minutes by the clock, or in days. */
  readonly length: number;
  /** In the format of `checkRule`, with UNTIL in local time. */
  readonly rule: string | null;
  /** Canceled occurrences, by their original start. */
  readonly exceptions: readonly string[];
  /** Changed occurrences, by their original start. */
  readonly overrides: Readonly<Record<string, Override>>;
  /**
   * True for a rule from a calendar program that exceeds the limits of `checkRule`: it can be longer than ten years or endless, and the
   * start needn't be one of its days.
   */
  readonly isImported?: boolean;
}

export interface Occurrence {
  /** The original start by the rule, which identifies the occurrence. */
  readonly original: string;
  /** Start and exclusive end in the zone's local time. */
  readonly start: string;
  readonly end: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

export const isAllDay = ({ start }: Pick<Series, 'start'>): boolean => start.length === 10;

/** Formats a local time like the start of the series, with or without a time of day. */
export const startText = (series: Pick<Series, 'start'>, time: LocalTime): string =>
  isAllDay(series) ? dateText(time) : localText(time);

const horizonOf = (start: LocalTime): LocalTime => start + calendarLimits.ruleYears * 366 * day;

/** Returns the recurrence of a series. Infinite rules end at the horizon, unless the series is imported. */
export const recurrenceOf = (series: Series): Recurrence | undefined => {
  if (series.rule === null) return undefined;
  const rule = readRule(series.rule);
  const start = readLocalTime(series.start);
  const last = series.isImported === true ? undefined : horizonOf(start);
  const given = untilOf(rule, null);
  const until = last === undefined ? given : Math.min(given ?? Infinity, last);
  return { rule, start, isAllDay: isAllDay(series), until };
};

const frequent: readonly Rule['frequency'][] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

const refuse = (...[code, message]: ConstructorParameters<typeof TimeError>): never => {
  throw new TimeError(code, message);
};

/** Returns UNTIL in the local time of the series. */
const localUntil = (rule: Rule, zone: Zone, isDays: boolean): string | undefined => {
  const until = untilOf(rule, zone);
  if (until === undefined) return undefined;
  const text = localText(until).replace(/[-:]/g, '');
  return isDays ? text.slice(0, 8) : text;
};

/** Validates a rule for an event, and returns it in the stored format. */
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
      ? refuse('rule_never', 'The rule produces no date.')
      : refuse('rule_start', 'The event does not start on a day of its rule.');
  if (starts.length < (rule.count ?? 0))
    refuse('rule_count', `A rule can extend up to ${calendarLimits.ruleYears} years ahead.`);
  return ruleText(rule);
};

/** Days by which a rule with COUNT can extend per INTERVAL: ten years of days, and fifty of weeks. Its dates are counted from the start. */
const countDays: Partial<Record<Rule['frequency'], number>> = {
  DAILY: calendarLimits.ruleYears * 366,
  WEEKLY: 50 * 366,
};

/** Returns a time after all dates of a rule with COUNT. */
const countEnd = ({ frequency, interval }: Rule, start: LocalTime): LocalTime =>
  Math.min(
    Date.UTC(calendarLimits.lastYear, 0),
    start + (countDays[frequency] ?? Infinity) * interval * day,
  );

/** Validates an imported rule with COUNT. Throws if expanding it would take too long. */
export const checkImportedRule = (text: string, event: Pick<Series, 'start'>): void => {
  const rule = readRule(text);
  if (rule.count === undefined) return;
  if (rule.count > calendarLimits.ruleCount)
    refuse('rule_count', `An event can repeat up to ${calendarLimits.ruleCount} times.`);
  if (countDays[rule.frequency] === undefined) return;
  const start = readLocalTime(event.start);
  const recurrence = { rule, start, isAllDay: isAllDay(event), until: undefined };
  if (startsBetween(recurrence, start, countEnd(rule, start)).length < rule.count)
    refuse('rule_count', 'The rule extends over too many years.');
};

/** Validates a series, and returns it with its rule in the stored format. */
export const checkSeries = (series: Series): Series => {
  const start = readLocalTime(series.start);
  const zone = readZone(series.zone).name;
  const most = isAllDay(series) ? calendarLimits.allDayDays : calendarLimits.timedMinutes;
  if (!Number.isInteger(series.length) || series.length < (isAllDay(series) ? 1 : 0))
    refuse('time_order', 'The end is before the start.');
  if (series.length > most) refuse('time_length', 'The event is too long.');
  const { exceptions, overrides } = series;
  if (exceptions.length + Object.keys(overrides).length > calendarLimits.exceptions)
    refuse('exceptions_too_many', 'The series has too many exceptions; split it.');
  for (const override of Object.values(overrides)) readLocalTime(override.start);
  const text = startText(series, start);
  const rule =
    series.rule === null || series.isImported === true
      ? series.rule
      : checkRule(series.rule, { start: text, zone });
  return { ...series, start: text, zone, rule };
};

/** Returns the length of an event between two local times. Throws if the end is before the start. */
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

/** Returns the starts that the rule produces between two local times, including those of canceled and changed occurrences. */
export const originalsOf = (series: Series, from: LocalTime, to: LocalTime): LocalTime[] => {
  const start = readLocalTime(series.start);
  const recurrence = recurrenceOf(series);
  if (recurrence) return startsBetween(recurrence, from, to);
  return start >= from && start <= to ? [start] : [];
};

/** Returns whether the rule of a series produces a start. */
export const isOriginal = (series: Series, original: string): boolean => {
  const time = readLocalTime(original);
  return originalsOf(series, time, time).length > 0;
};

/**
 * Returns a function like `isOriginal` for many starts of one series. It expands the rule once if the rule has COUNT, and otherwise once a
 * month.
 */
export const originalTest = (series: Series): ((original: string) => boolean) => {
  const rule = series.rule === null ? undefined : readRule(series.rule);
  const start = readLocalTime(series.start);
  const span = 31 * day;
  const known = new Map<number, ReadonlySet<LocalTime>>();
  return (original) => {
    const time = readLocalTime(original);
    const hasCount = rule?.count !== undefined;
    const from = hasCount ? start : Math.floor(time / span) * span;
    const to = hasCount ? countEnd(rule, start) : from + span - 1;
    const found = known.get(from) ?? new Set(originalsOf(series, from, to));
    known.set(from, found);
    return found.has(time);
  };
};

/** Returns the first occurrences of a series that overlap the time between two instants, in order. */
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

const lastEndOfImported = (series: Series, start: LocalTime): Instant => {
  const rule = series.rule === null ? undefined : readRule(series.rule);
  const endless = Date.UTC(calendarLimits.lastYear, 0);
  const last =
    (rule && untilOf(rule, null)) ??
    (rule?.count === undefined
      ? endless
      : (originalsOf(series, start, countEnd(rule, start)).at(-1) ?? start));
  const all = [
    { start: startText(series, last), length: series.length },
    ...Object.values(series.overrides),
  ].map((one) => occurrenceOf(series, '', readLocalTime(one.start), one.length).endsAt);
  return Math.max(...all);
};

/** Returns the last possible end of a series with a finite rule, for the index that lists use. */
export const lastEndOf = (series: Series): Instant => {
  const start = readLocalTime(series.start);
  if (series.isImported === true) return lastEndOfImported(series, start);
  const all = occurrencesOf(
    series,
    { from: start - 2 * day, to: horizonOf(start) + 2 * day },
    Infinity,
  );
  // Dates that a calendar program added or moved can be after the horizon.
  const changed = Object.values(series.overrides).map((one) =>
    occurrenceOf(series, '', readLocalTime(one.start), one.length),
  );
  return Math.max(
    instantIn(readZone(series.zone), start),
    ...[...all, ...changed].map(({ endsAt }) => endsAt),
  );
};

/** The time between a reminder and an occurrence: days by the clock, then minutes. */
export interface Reminder {
  readonly days?: number;
  readonly minutes?: number;
}

/** Converts a reminder in minutes. Multiples of 1,440 become days by the clock. */
export const reminderOf = (minutes: number): Reminder =>
  minutes % 1_440 === 0 ? { days: minutes / 1_440 } : { minutes };

/** A day before 10:00 is 10:00, even if the clock changes in between. */
export const reminderAt = (series: Series, { start }: Occurrence, reminder: Reminder): Instant =>
  instantIn(readZone(series.zone), readLocalTime(start) - (reminder.days ?? 0) * day) -
  (reminder.minutes ?? 0) * minute;

/** The next occurrence of a yearly series is within this many days. */
const reminderDays = 400;

/** Returns the next occurrence whose reminder is in the future, with the reminder's time. */
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

/** The last year for which we write clock changes one by one. The current rules of a zone continue after it. */
const lastZoneYear = 2045;

/** Returns the first and last year with occurrences. */
export const yearsOf = (series: Series): readonly [number, number] => {
  const first = yearOf(readLocalTime(series.start));
  return [first, Math.max(first, Math.min(yearOf(lastEndOf(series)), lastZoneYear))];
};

/** Returns whether an event has several dates. */
export const hasDates = ({ rule, overrides }: Pick<Series, 'rule' | 'overrides'>): boolean =>
  rule !== null || Object.keys(overrides).length > 0;
