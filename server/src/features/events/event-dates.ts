import { dateText, day, readLocalTime, startOfDay } from '../../kernel/time/local-time.ts';
import {
  checkSeries,
  originalsOf,
  startText,
  type Override,
  type Series,
} from '../../kernel/time/series.ts';
import type { SeriesChange, StartMapping } from '../../kernel/time/series-edits.ts';
import { TimeError } from '../../kernel/time/time-error.ts';

/*
 * Events on irregular dates: stored as a daily rule with each occurrence moved to its date. An occurrence keeps its original date as its
 * ID, and its registrations, even when moved.
 */

const ruleOf = (days: number): string => `FREQ=DAILY;COUNT=${days}`;

/** Returns the series of several dates, the first one first. */
export const seriesOfDates = (zone: string, spans: readonly Override[]): Series => {
  const [first, ...others] = spans.toSorted((a, b) => (a.start < b.start ? -1 : 1));
  if (first === undefined) throw new TimeError('time_invalid', 'An event has a time.');
  const base = readLocalTime(first.start);
  const overrides = Object.fromEntries(
    others.map((span, place) => [startText(first, base + (place + 1) * day), span]),
  );
  const rule = ruleOf(spans.length);
  return checkSeries({ ...first, zone, rule, exceptions: [], overrides });
};

/** Returns the dates that aren't canceled, by their IDs. */
export const datesOf = (series: Series): ReadonlyMap<string, Override> =>
  new Map(
    originalsOf(series, readLocalTime(series.start), Infinity).flatMap((time) => {
      const original = startText(series, time);
      return series.exceptions.includes(original)
        ? []
        : [[original, series.overrides[original] ?? { start: original, length: series.length }]];
    }),
  );

/** Returns all dates after a change to a date: the others move by the same time, to the same time of day. */
export const withDatesChanged = (
  series: Series,
  original: string,
  { start, length, zone = series.zone }: SeriesChange,
): { after: Series; names: StartMapping } => {
  const dates = datesOf(series);
  const named = dates.get(original);
  if (named === undefined)
    throw new TimeError('occurrence_unknown', `The event has no date at ${original}.`);
  const to = start ?? named.start;
  const isDays = to.length === 10;
  const days = startOfDay(readLocalTime(to)) - startOfDay(readLocalTime(named.start));
  const isOtherTime = to.slice(10) !== named.start.slice(10);
  const isOtherLength = length !== undefined && length !== named.length;
  const nameOf = (one: string): string =>
    isDays ? one.slice(0, 10) : one.slice(0, 10) + to.slice(10);
  const isOtherKind = isDays !== (series.start.length === 10);
  const renamed = (one: string): string => (isOtherKind ? nameOf(one) : one);
  const overrides = Object.fromEntries(
    [...dates].map(([one, span]) => {
      const date = dateText(startOfDay(readLocalTime(span.start)) + days);
      const time = isOtherTime ? to.slice(10) : span.start.slice(10);
      return [
        renamed(one),
        {
          start: date + time,
          length: isOtherLength || isOtherKind ? (length ?? span.length) : span.length,
        },
      ];
    }),
  );
  const after = checkSeries({
    ...series,
    zone,
    start: renamed(series.start),
    length: isOtherKind ? (length ?? series.length) : series.length,
    exceptions: series.exceptions.map(renamed),
    overrides,
  });
  return { after, names: new Map([...dates.keys()].map((one) => [one, renamed(one)])) };
};

/** A date in an event's new list. Without `original`, it is new. */
export interface EventDateInput extends Override {
  readonly original: string | undefined;
}

/** Returns an event with the listed dates. Existing dates keep their IDs. */
export const withDates = (
  series: Series,
  { isDates, zone }: { isDates: boolean; zone: string },
  wanted: readonly EventDateInput[],
): { after: Series; names: StartMapping } => {
  const [sample] = wanted;
  if (sample === undefined) throw new TimeError('time_invalid', 'An event has a time.');
  const known = isDates ? [...datesOf(series).keys()] : [];
  const isSameKind = sample.start.length === series.start.length;
  if (!isDates || !isSameKind || zone !== series.zone) {
    // No date has an ID to keep.
    const after = seriesOfDates(zone, wanted);
    const now = [...datesOf(after)];
    const names = new Map(
      wanted.flatMap(({ original, start }) => {
        const next = now.find(([, span]) => span.start === start)?.[0];
        return original === undefined || next === undefined ? [] : [[original, next]];
      }),
    );
    return { after, names };
  }
  const stay = new Map(
    wanted.flatMap(({ original, start, length }) =>
      original !== undefined && known.includes(original) ? [[original, { start, length }]] : [],
    ),
  );
  const base = readLocalTime(series.start);
  const all = originalsOf(series, base, Infinity);
  const added = wanted
    .filter(({ original }) => original === undefined || !known.includes(original))
    .map(
      ({ start, length }, place) =>
        [startText(series, base + (all.length + place) * day), { start, length }] as const,
    );
  const overrides = Object.fromEntries([...stay, ...added]);
  const gone = all.map((time) => startText(series, time)).filter((one) => !stay.has(one));
  const after = checkSeries({
    ...series,
    rule: ruleOf(all.length + added.length),
    exceptions: gone.toSorted(),
    overrides,
  });
  return { after, names: new Map([...stay.keys()].map((one) => [one, one])) };
};
