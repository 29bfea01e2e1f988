import { calendarLimits } from '#contract/calendar/limits.ts';
import type { EventScope } from './events.rules.ts';
import {
  dateText,
  day,
  instantText,
  readLocalTime,
  type Instant,
} from '../../kernel/time/local-time.ts';
import {
  checkSeries,
  isAllDay,
  lengthBetween,
  occurrencesOf,
  type Occurrence,
  type Series,
} from '../../kernel/time/series.ts';
import {
  changeAll,
  changeThis,
  changeThisAndFollowing,
  type SeriesChange,
} from '../../kernel/time/series-edits.ts';
import { TimeError } from '../../kernel/time/time-error.ts';
import { withTimes } from '../../kernel/time/time-problem.ts';
import { instantIn, localOf, readZone } from '../../kernel/time/zones.ts';

/* Times of events: from what callers send to a series, and from a series to what they read. */

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time that somebody sends, by the clock of the zone. */
const localStart = (text: string, zone: string, isDays: boolean): string => {
  if (isDays && /^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const instant = instantPattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new TimeError('time_invalid', `“${text.slice(0, 40)}” is not a date or time.`);
  const local = localOf(instant, zone);
  return isDays ? local.slice(0, 10) : `${local.slice(0, 16)}:00`;
};

/** When something begins and how long it lasts, as a series has it. Of whole days the end names the last one. */
export const spanOf = (
  { dateStart, dateEnd }: { dateStart: string; dateEnd: string },
  zone: string,
  isDays: boolean,
): { start: string; length: number } => {
  const start = localStart(dateStart, zone, isDays);
  const end = localStart(dateEnd, zone, isDays);
  const last = isDays ? dateText(readLocalTime(end) + day) : end;
  return { start, length: lengthBetween(start, last) };
};

interface GivenTimes {
  readonly dateStart: string;
  readonly dateEnd: string;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly rrule?: string | null | undefined;
  readonly dates?: readonly { dateStart: string; dateEnd: string }[] | undefined;
}

/**
 * The series of an event that somebody makes. Several dates that no rule gives are a rule of so many days, of which each is moved to
 * its date.
 */
export const seriesOf = (given: GivenTimes): { series: Series; isDates: boolean } =>
  withTimes(() => {
    const zone = readZone(given.timeZone).name;
    const isDays = given.isAllDay;
    const spans = [given, ...(given.dates ?? [])]
      .map((one) => spanOf(one, zone, isDays))
      .toSorted((a, b) => (a.start < b.start ? -1 : 1));
    const [first] = spans;
    if (first === undefined) throw new TimeError('time_invalid', 'An event has a time.');
    const plain: Series = { ...first, zone, rule: null, exceptions: [], overrides: {} };
    if (spans.length === 1 || (given.rrule ?? null) !== null)
      return { series: checkSeries({ ...plain, rule: given.rrule ?? null }), isDates: false };
    const base = readLocalTime(first.start);
    const time = first.start.slice(10);
    const overrides = Object.fromEntries(
      spans.slice(1).map((span, place) => [dateText(base + (place + 1) * day) + time, span]),
    );
    const rule = `FREQ=DAILY;COUNT=${spans.length}`;
    return { series: checkSeries({ ...plain, rule, overrides }), isDates: true };
  }, 'dateStart');

/** All times of a series, for the index that lists ask. */
export const startsOf = (series: Series): Occurrence[] => {
  const begin = readLocalTime(series.start);
  const end = begin + (calendarLimits.ruleYears * 366 + 2) * day;
  // Overrides may lie before the start or behind the last day.
  const moved = Object.values(series.overrides).map(({ start }) => readLocalTime(start));
  return occurrencesOf(
    series,
    { from: Math.min(begin, ...moved) - 2 * day, to: Math.max(end, ...moved) + 400 * day },
    Infinity,
  );
};

/** One occurrence, by the start that the rule gives, without working out the others; undefined of one that was taken out. */
export const occurrenceAt = (series: Series, original: string): Occurrence | undefined => {
  if (series.exceptions.includes(original)) return undefined;
  const moved = series.overrides[original] ?? { start: original, length: series.length };
  const alone: Series = { ...series, ...moved, rule: null, exceptions: [], overrides: {} };
  const at = instantIn(readZone(series.zone), readLocalTime(moved.start));
  const [found] = occurrencesOf(alone, { from: at - day, to: at + day });
  return found && { ...found, original };
};

/** The end as callers read it: of whole days the start of the last one. */
export const shownEnd = (series: Series, { end, endsAt }: Occurrence): Instant =>
  isAllDay(series) ? instantIn(readZone(series.zone), readLocalTime(end) - day) : endsAt;

/** When an occurrence takes place, as callers read it. */
export const timesView = (series: Series, occurrence: Occurrence) => ({
  dateStart: instantText(occurrence.startsAt),
  dateEnd: instantText(shownEnd(series, occurrence)),
  timeZone: series.zone,
  isAllDay: isAllDay(series),
});

/** What changes of the times; nothing where no time is sent. */
export interface TimesChange {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly isAllDay?: boolean | undefined;
  readonly rrule?: string | null | undefined;
}

/** A change of a series by what is sent about one of its times. */
const changeOf = (series: Series, original: string, sent: TimesChange): SeriesChange => {
  const now = occurrenceAt(series, original);
  if (now === undefined)
    throw new TimeError('occurrence_unknown', `The series has no occurrence at ${original}.`);
  const zone = sent.timeZone === undefined ? series.zone : readZone(sent.timeZone).name;
  const isDays = sent.isAllDay ?? isAllDay(series);
  const shown = timesView(series, now);
  const span = spanOf(
    {
      dateStart: sent.dateStart ?? shown.dateStart,
      dateEnd: sent.dateEnd ?? shown.dateEnd,
    },
    zone,
    isDays,
  );
  return {
    ...span,
    zone,
    ...(sent.rrule !== undefined && { rule: sent.rrule }),
  };
};

/** A series after a change: what stays before, and what the change is about. `after` alone where nothing stays. */
export const changedSeries = (
  series: Series,
  { scope, original }: { scope: EventScope; original: string },
  sent: TimesChange,
): { before: Series | null; after: Series } =>
  withTimes(() => {
    const change = changeOf(series, original, sent);
    if (scope === 'this') {
      const { start = original, length = series.length } = change;
      return { before: null, after: changeThis(series, original, { start, length }) };
    }
    if (scope === 'all') return { before: null, after: changeAll(series, original, change) };
    const { before, after } = changeThisAndFollowing(series, original, change);
    if (after === null) throw new TimeError('occurrence_unknown', 'Nothing follows.');
    return { before, after };
  }, 'dateStart');

/** A series without one of its times, or without that and all that follow; null where nothing is left. */
export const withoutTimes = (
  series: Series,
  scope: 'this' | 'following',
  original: string,
): Series | null =>
  withTimes(() => {
    if (scope === 'following') return changeThisAndFollowing(series, original, null).before;
    const left = changeThis(series, original, null);
    return startsOf(left).length === 0 ? null : left;
  }, 'occurrence');
