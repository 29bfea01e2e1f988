import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { day, startOfDay, weekdayOf, yearOf, type LocalTime } from './local-time.ts';
import { weekdays, type NumberList, type Rule } from './rule.ts';
import { TimeError } from './time-error.ts';

/**
 * Recurrence in local time, as in RFC 5545. rrule-temporal works without clock changes, and its results are then interpreted in the zone,
 * so 10:00 stays 10:00.
 */
export interface Recurrence {
  readonly rule: Rule;
  readonly start: LocalTime;
  readonly isAllDay: boolean;
  /** The last possible start: UNTIL, in the zone of the start. */
  readonly until: LocalTime | undefined;
}

/** Limits of one rule, which it reaches within a second. Beyond them, it is rejected. */
const mostIterations = 20_000;
const mostCandidates = 100_000;
const mostStarts = 20_000;
/** Maximum times per day from BYHOUR, BYMINUTE and BYSECOND: every minute for DAILY, and every quarter of an hour otherwise. */
const mostTimesADay = (rule: Rule): number => (rule.frequency === 'DAILY' ? 1_440 : 96);

const tooDense = () =>
  new TimeError(
    'rule_too_dense',
    'A rule produces too many occurrences, or too few in too long a time.',
  );

const zoned = (time: LocalTime) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC');

/**
 * Returns true if BYDAY or BYMONTHDAY limits BYYEARDAY (RFC 5545 3.3.10). rrule-temporal would add days instead.
 */
const isLimitedYearDay = ({ rule: { frequency, lists, weekdays: days } }: Recurrence): boolean =>
  frequency === 'YEARLY' &&
  lists.BYYEARDAY !== undefined &&
  lists.BYWEEKNO === undefined &&
  (days !== undefined || lists.BYMONTHDAY !== undefined);

/** Adapts a rule so that rrule-temporal reads it like libical. The two differ in four ways. */
const adapted = ({ rule, start, isAllDay }: Recurrence) => {
  const lists: Partial<Record<NumberList, readonly number[]>> = { ...rule.lists };
  let { weekdays: days } = rule;
  let first = start;
  if (isLimitedYearDay({ rule, start, isAllDay, until: undefined })) {
    // The code below applies these to the results for whole years.
    days = undefined;
    delete lists.BYMONTHDAY;
    delete lists.BYSETPOS;
    first = Date.UTC(yearOf(start), 0, 1) + (start - startOfDay(start));
  }
  // All-day events have no time of day.
  if (isAllDay) for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND'] as const) delete lists[name];
  if (rule.frequency === 'YEARLY') {
    const isByDayOfYear = lists.BYWEEKNO !== undefined || lists.BYYEARDAY !== undefined;
    // A day of the month without a month is in the month of the start.
    if (lists.BYMONTHDAY && !lists.BYMONTH && !isByDayOfYear)
      lists.BYMONTH = [new Date(start).getUTCMonth() + 1];
    // The last week of a year can extend into the next year, in which the rule starts.
    if (lists.BYWEEKNO) {
      days ??= [weekdays[weekdayOf(start)] ?? 'MO'];
      first = Date.UTC(yearOf(start) - 1, 0, 1) + (start - startOfDay(start));
    }
  }
  return { lists, days, first };
};

const numbers = (list: readonly number[] | undefined): number[] | undefined =>
  list === undefined ? undefined : [...list];

/** Removes undefined parts, which rrule-temporal rejects. */
const definedOnly = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const isByWeekOfYear = ({ rule }: Recurrence) =>
  rule.frequency === 'YEARLY' && rule.lists.BYWEEKNO !== undefined;

/** Returns whether the week of a time touches a year in which the rule applies. */
const isInItsYear = ({ rule, start }: Recurrence) => {
  const weekStart = (weekdays as readonly string[]).indexOf(rule.weekStart);
  return (time: LocalTime): boolean => {
    const begin = startOfDay(time) - ((weekdayOf(time) - weekStart + 7) % 7) * day;
    return [begin, begin + 6 * day].some(
      (at) => (yearOf(at) - yearOf(start)) % rule.interval === 0,
    );
  };
};

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns true if a day matches BYDAY and BYMONTHDAY. A number before a weekday counts within the month if BYMONTH is set, otherwise within the year. */
const isOnItsDays = ({ rule }: Recurrence) => {
  const monthDays = rule.lists.BYMONTHDAY;
  const isInMonth = rule.lists.BYMONTH !== undefined;
  return (time: LocalTime): boolean => {
    const date = new Date(time);
    const [year, month, ofMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    const inMonth = daysIn(year, month);
    if (monthDays && !monthDays.some((one) => (one < 0 ? inMonth + one + 1 : one) === ofMonth))
      return false;
    if (rule.weekdays === undefined) return true;
    const begin = Date.UTC(year, isInMonth ? month : 0, 1);
    const end = Date.UTC(year, isInMonth ? month + 1 : 12, 1);
    const [before, after] = [startOfDay(time) - begin, end - day - startOfDay(time)];
    const nth = [Math.floor(before / (7 * day)) + 1, -Math.floor(after / (7 * day)) - 1];
    const name = weekdays[weekdayOf(time)] ?? '';
    return rule.weekdays.some(
      (one) => one.endsWith(name) && (one === name || nth.includes(Number(one.slice(0, -2)))),
    );
  };
};

/** Applies BYSETPOS to the starts of each year. */
const chosenOfYears = ({ rule }: Recurrence, times: readonly LocalTime[]): LocalTime[] => {
  const positions = rule.lists.BYSETPOS;
  if (positions === undefined) return [...times];
  return [...Map.groupBy(times, yearOf).values()].flatMap((set) =>
    set.filter(
      (_, index) => positions.includes(index + 1) || positions.includes(index - set.length),
    ),
  );
};

/** Returns the number of occurrences per day, if the rule lists times. */
const timesADay = ({ BYHOUR, BYMINUTE, BYSECOND }: Rule['lists']): number =>
  (BYHOUR?.length ?? 1) * (BYMINUTE?.length ?? 1) * (BYSECOND?.length ?? 1);

/**
 * Returns whether a rule depends on more than days. Only then do we limit its work more strictly than rrule-temporal does, because such
 * limits make it ten times slower.
 */
const hasTimes = ({ rule, isAllDay }: Recurrence): boolean =>
  /^(?:HOURLY|MINUTELY|SECONDLY)$/.test(rule.frequency) || (!isAllDay && timesADay(rule.lists) > 1);

const inBounds = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (
      error instanceof RangeError ||
      (error instanceof Error && /Maximum|bounds/.test(error.message))
    )
      throw tooDense();
    throw error;
  }
};

/** Returns the starts of a rule from `from` through `to`, in order and without duplicates. */
export const startsBetween = (
  recurrence: Recurrence,
  from: LocalTime,
  to: LocalTime,
): LocalTime[] => {
  const { rule, start, until } = recurrence;
  const last = Math.min(to, until ?? to);
  const isLimited = isLimitedYearDay(recurrence);
  const isOwnCount = isLimited || isByWeekOfYear(recurrence);
  const begin = isOwnCount && rule.count !== undefined ? start : Math.max(from, start);
  if (last < begin) return [];
  const { lists, days, first } = adapted(recurrence);
  if (timesADay(lists) > mostTimesADay(rule)) throw tooDense();
  const found = inBounds(() => {
    const iterator = new RRuleTemporal({
      freq: rule.frequency,
      interval: isOwnCount ? 1 : rule.interval,
      dtstart: zoned(first),
      wkst: rule.weekStart,
      cache: false,
      ...(hasTimes(recurrence) && {
        maxIterations: mostIterations,
        maxCandidateEvaluations: mostCandidates,
      }),
      ...definedOnly({
        count: isOwnCount ? undefined : rule.count,
        byDay: days === undefined ? undefined : [...days],
        byHour: numbers(lists.BYHOUR),
        byMinute: numbers(lists.BYMINUTE),
        bySecond: numbers(lists.BYSECOND),
        byMonth: numbers(lists.BYMONTH),
        byMonthDay: numbers(lists.BYMONTHDAY),
        byYearDay: numbers(lists.BYYEARDAY),
        byWeekNo: numbers(lists.BYWEEKNO),
        bySetPos: numbers(lists.BYSETPOS),
      }),
    });
    // Some code paths of rrule-temporal ignore the limits, so we expand a rule with many times per day a few days at a time.
    // rrule-temporal counts from the start in each of its windows, so a rule with COUNT has one.
    const isCounted =
      !isOwnCount && !hasTimes(recurrence) && (rule.count ?? Infinity) <= mostStarts;
    const stride = isCounted ? Infinity : Math.ceil(mostStarts / timesADay(lists)) * day;
    const times: LocalTime[] = [];
    const furthest = isLimited ? Date.UTC(yearOf(last) + 1, 0, 1) - 1 : last;
    // rrule-temporal begins at the year of a window's first day, so it misses a last week that extends into that year.
    for (let at = isOwnCount ? begin - 366 * day : begin; at <= furthest; at += stride) {
      const end = Math.min(furthest, at + stride - 1);
      for (const time of iterator.between(new Date(at), new Date(end), true))
        times.push(time.epochMilliseconds);
      if (times.length > mostStarts) throw tooDense();
    }
    return times;
  });
  if (!isOwnCount) return found;
  const own = isLimited
    ? chosenOfYears(
        recurrence,
        found
          .filter(isOnItsDays(recurrence))
          .filter((time) => (yearOf(time) - yearOf(start)) % rule.interval === 0),
      ).filter((time) => time <= last)
    : found.filter(isInItsYear(recurrence));
  return own
    .filter((time) => time >= begin)
    .slice(0, rule.count)
    .filter((time) => time >= from);
};
