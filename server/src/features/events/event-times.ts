import { calendarLimits } from '#contract/calendar/limits.ts';
import { datesOf, seriesOfDates, withDates, withDatesChanged } from './event-dates.ts';
import type { EventScope } from './events.rules.ts';
import {
  dateText,
  day,
  instantText,
  localText,
  localTimeFrom,
  readLocalTime,
  type Instant,
} from '../../kernel/time/local-time.ts';
import {
  checkSeries,
  isAllDay,
  lengthBetween,
  occurrencesOf,
  type Occurrence,
  type Override,
  type Series,
} from '../../kernel/time/series.ts';
import {
  changeSeries,
  changeOccurrence,
  changeThisAndFollowing,
  type SeriesChange,
  type StartMapping,
} from '../../kernel/time/series-edits.ts';
import { TimeError } from '../../kernel/time/time-error.ts';
import { withTimes } from '../../kernel/time/time-problem.ts';
import { instantIn, localOf, readZone } from '../../kernel/time/zones.ts';

/* Event times: converts input to a series, and a series to replies. */

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Returns the local time in the zone for an instant, or for a local time without an offset. */
const localStart = (text: string, zone: string, isDays: boolean): string => {
  if (isDays && /^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const shown = isDays || text.length === 10 ? undefined : localTimeFrom(text);
  if (shown !== undefined) return `${localText(shown).slice(0, 16)}:00`;
  const instant = instantPattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new TimeError('time_invalid', `“${text.slice(0, 40)}” is not a date or time.`);
  const local = localOf(instant, zone);
  return isDays ? local.slice(0, 10) : `${local.slice(0, 16)}:00`;
};

/** Returns start and length for a series. The end of an all-day event is its last day. */
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

/** Returns the series of a new event. */
export const seriesOf = (given: GivenTimes): { series: Series; isDates: boolean } =>
  withTimes(() => {
    const zone = readZone(given.timeZone).name;
    const isDays = given.isAllDay;
    const spans = [given, ...(given.dates ?? [])]
      .map((one) => spanOf(one, zone, isDays))
      .toSorted((a, b) => (a.start < b.start ? -1 : 1));
    if (spans.length > 1 && (given.rrule ?? null) === null)
      return { series: seriesOfDates(zone, spans), isDates: true };
    const [first] = spans;
    if (first === undefined) throw new TimeError('time_invalid', 'An event has a time.');
    const rule = given.rrule ?? null;
    return {
      series: checkSeries({ ...first, zone, rule, exceptions: [], overrides: {} }),
      isDates: false,
    };
  }, 'dateStart');

/** Returns all occurrences of a series, for the index that lists use. */
export const startsOf = (series: Series): Occurrence[] => {
  const begin = readLocalTime(series.start);
  const end = begin + (calendarLimits.ruleYears * 366 + 2) * day;
  // Overrides can be before the start or after the last day.
  const moved = Object.values(series.overrides).map(({ start }) => readLocalTime(start));
  return occurrencesOf(
    series,
    { from: Math.min(begin, ...moved) - 2 * day, to: Math.max(end, ...moved) + 400 * day },
    Infinity,
  );
};

/** Returns one occurrence by its original start, without computing the others. Undefined if it was canceled. */
export const occurrenceAt = (series: Series, original: string): Occurrence | undefined => {
  if (series.exceptions.includes(original)) return undefined;
  const moved = series.overrides[original] ?? { start: original, length: series.length };
  const alone: Series = { ...series, ...moved, rule: null, exceptions: [], overrides: {} };
  const at = instantIn(readZone(series.zone), readLocalTime(moved.start));
  const [found] = occurrencesOf(alone, { from: at - day, to: at + day });
  return found && { ...found, original };
};

/** Returns an occurrence between two instants, in local time. */
export const occurrenceBetween = (
  series: Series,
  original: string,
  [from, to]: readonly [string, string],
): Occurrence => {
  const [startsAt, endsAt] = [Date.parse(from), Date.parse(to)];
  const text = (at: Instant) => localOf(at, series.zone).slice(0, original.length);
  return { original, start: text(startsAt), end: text(endsAt), startsAt, endsAt };
};

/** Returns the times of canceled dates. */
export const canceledOf = (series: Series): Occurrence[] =>
  series.exceptions.flatMap(
    (original) => occurrenceAt({ ...series, exceptions: [] }, original) ?? [],
  );

/** Returns the end for replies: for all-day events, the start of the last day. */
export const shownEnd = (series: Series, { end, endsAt }: Occurrence): Instant =>
  isAllDay(series) ? instantIn(readZone(series.zone), readLocalTime(end) - day) : endsAt;

/** Converts the times of an occurrence for replies. */
export const timesView = (series: Series, occurrence: Occurrence) => ({
  dateStart: instantText(occurrence.startsAt),
  dateEnd: instantText(shownEnd(series, occurrence)),
  timeZone: series.zone,
  isAllDay: isAllDay(series),
});

/** Converts the irregular dates of an event, for its hosts. */
export const datesView = (series: Series) =>
  startsOf(series).map((one) => {
    const { dateStart, dateEnd } = timesView(series, one);
    return { occurrence: one.original, dateStart, dateEnd };
  });

/** Returns the first start of a series in local time. */
export const firstStart = (series: Series, isDates: boolean): string =>
  isDates ? (startsOf(series)[0]?.start ?? series.start) : series.start;

/**
 * Returns the series from another start, for a separate event: irregular dates keep their distances, but cancellations and moved
 * occurrences of a rule are dropped.
 */
export const seriesFrom = (series: Series, isDates: boolean, start: string): Series => {
  if (!isDates)
    return changeSeries({ ...series, exceptions: [], overrides: {} }, series.start, { start })
      .after;
  const [first] = startsOf(series);
  if (first === undefined) throw new TimeError('time_invalid', 'An event has a time.');
  return withDatesChanged(series, first.original, { start }).after;
};

/** Changes of the times. Empty if no time is sent. */
export interface TimesChange {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly isAllDay?: boolean | undefined;
  readonly rrule?: string | null | undefined;
  /** Replaces the dates. Existing ones have their ID. */
  readonly dates?:
    | readonly {
        readonly occurrence?: string | undefined;
        readonly dateStart: string;
        readonly dateEnd: string;
      }[]
    | undefined;
}

/** Converts the input about one date to a change of its series. */
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

/** A changed series: the unchanged earlier part, and the changed part. Only `after` if there is no earlier part. */
export interface ChangedTimes {
  readonly before: Series | null;
  readonly after: Series;
  /** The new IDs of remaining dates by their old ones. Null if no ID has changed. */
  readonly names: StartMapping | null;
  /** The new ID of the given date. */
  readonly original: string;
  readonly isDates: boolean;
}

/** Returns the list of irregular dates from the input. */
const listedDates = (
  series: Series,
  sent: TimesChange & { readonly dates: NonNullable<TimesChange['dates']> },
  isDates: boolean,
): Pick<ChangedTimes, 'after' | 'names'> => {
  const zone = sent.timeZone === undefined ? series.zone : readZone(sent.timeZone).name;
  const isDays = sent.isAllDay ?? isAllDay(series);
  const wanted = sent.dates.map(({ occurrence: original, ...times }) => ({
    original,
    ...spanOf(times, zone, isDays),
  }));
  return withDates(series, { isDates, zone }, wanted);
};

/** Returns a series after a change. */
export const changedSeries = (
  series: Series,
  { scope, original, isDates }: { scope: EventScope; original: string; isDates: boolean },
  { rrule, ...times }: TimesChange,
): ChangedTimes =>
  withTimes(() => {
    if (times.dates !== undefined) {
      const made = listedDates(series, { ...times, dates: times.dates }, isDates);
      const [first = made.after.start] = made.names?.values() ?? [];
      const next = made.names?.get(original) ?? first;
      return { ...made, before: null, original: next, isDates: made.after.rule !== null };
    }
    // Replies contain no rule for irregular dates, so null means unchanged.
    const sent = isDates && rrule === null ? times : { ...times, rrule };
    const change = changeOf(series, original, sent);
    if (scope === 'this') {
      const { start = original, length = series.length } = change;
      const after = changeOccurrence(series, original, { start, length });
      return { before: null, after, names: null, original, isDates };
    }
    if (isDates && change.rule === undefined) {
      const made = withDatesChanged(series, original, change);
      return { ...made, before: null, original: made.names.get(original) ?? original, isDates };
    }
    const { before, after, names } =
      scope === 'all'
        ? { before: null, ...changeSeries(series, original, change) }
        : changeThisAndFollowing(series, original, change);
    if (after === null) throw new TimeError('occurrence_unknown', 'Nothing follows.');
    return { before, after, names, original: names.get(original) ?? after.start, isDates: false };
  }, 'dateStart');

/** Returns a series without one date, or without that and all following ones. Null if nothing remains. */
export const withoutTimes = (
  series: Series,
  { scope, original, isDates }: { scope: 'this' | 'following'; original: string; isDates: boolean },
): Series | null =>
  withTimes(() => {
    if (scope === 'following' && !isDates)
      return changeThisAndFollowing(series, original, null).before;
    const dates = isDates && scope === 'following' ? datesOf(series) : new Map<string, Override>();
    const from = dates.get(original)?.start;
    const gone =
      from === undefined
        ? [original]
        : [...dates].flatMap(([one, { start }]) => (start >= from ? [one] : []));
    const left = gone.reduce((all, one) => changeOccurrence(all, one, null), series);
    return startsOf(left).length === 0 ? null : left;
  }, 'occurrence');
