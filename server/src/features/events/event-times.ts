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

/* Times of events: from what callers send to a series, and from a series to what they read. */

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time that somebody sends, by the clock of the zone: an instant, or without an offset what that clock shows. */
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

/** The series of an event that somebody makes. */
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

/** An occurrence from one instant to another, by the clock of the zone. */
export const occurrenceBetween = (
  series: Series,
  original: string,
  [from, to]: readonly [string, string],
): Occurrence => {
  const [startsAt, endsAt] = [Date.parse(from), Date.parse(to)];
  const text = (at: Instant) => localOf(at, series.zone).slice(0, original.length);
  return { original, start: text(startsAt), end: text(endsAt), startsAt, endsAt };
};

/** When the dates that were canceled would take place. */
export const canceledOf = (series: Series): Occurrence[] =>
  series.exceptions.flatMap(
    (original) => occurrenceAt({ ...series, exceptions: [] }, original) ?? [],
  );

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

/** The dates of an event that no rule gives, as its hosts read and change them. */
export const datesView = (series: Series) =>
  startsOf(series).map((one) => {
    const { dateStart, dateEnd } = timesView(series, one);
    return { occurrence: one.original, dateStart, dateEnd };
  });

/** When a series first takes place, by the clock of its zone. */
export const firstStart = (series: Series, isDates: boolean): string =>
  isDates ? (startsOf(series)[0]?.start ?? series.start) : series.start;

/** The same from another start on, for an event of its own: dates keep their distances; what was canceled or moved of a rule is not. */
export const seriesFrom = (series: Series, isDates: boolean, start: string): Series => {
  if (!isDates)
    return changeSeries({ ...series, exceptions: [], overrides: {} }, series.start, { start })
      .after;
  const [first] = startsOf(series);
  if (first === undefined) throw new TimeError('time_invalid', 'An event has a time.');
  return withDatesChanged(series, first.original, { start }).after;
};

/** What changes of the times; nothing where no time is sent. */
export interface TimesChange {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly isAllDay?: boolean | undefined;
  readonly rrule?: string | null | undefined;
  /** Dates in place of those it has; each that is known names itself. */
  readonly dates?:
    | readonly {
        readonly occurrence?: string | undefined;
        readonly dateStart: string;
        readonly dateEnd: string;
      }[]
    | undefined;
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

/** A series after a change: what stays before, and what the change is about; `after` alone where nothing stays. */
export interface ChangedTimes {
  readonly before: Series | null;
  readonly after: Series;
  /** Which of its times became which, of those that there still are; null: all are known by what they were. */
  readonly names: StartMapping | null;
  /** What the time that was named is known by now. */
  readonly original: string;
  readonly isDates: boolean;
}

/** Where an event has dates that no rule gives, those that are sent in place of them. */
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

/** A series after a change. */
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
    // Of dates that no rule gives callers read no rule: none is how it stands.
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

/** A series without one of its times, or without that and all that follow; null where nothing is left. */
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
