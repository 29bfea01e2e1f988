import {
  checkSeries,
  lengthBetween,
  type Occurrence,
  type Override,
  type Series,
} from '../../../kernel/time/series.ts';
import { dateText, day, readLocalTime } from '../../../kernel/time/local-time.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { startsOf } from '../event-times.ts';

/*
 * Event times in lists (docs/import-format.md): local times in the event's zone, `2026-10-05T18:00`, or dates, of which the end is the last
 * day.
 */

export interface ListedTimes {
  readonly starts: string;
  readonly ends: string;
  readonly zone: string;
  readonly rule: string | null;
  /** Canceled occurrences, by their original start. */
  readonly exceptions: readonly string[];
  /** `2026-10-12T18:00=2026-10-13T19:00/2026-10-13T21:00` */
  readonly moved: readonly string[];
  /** Additional dates outside of the rule: `2026-10-20T18:00/2026-10-20T20:00` */
  readonly dates: readonly string[];
}

/** Converts a time to the format of series. */
const local = (text: string): string => (text.length === 10 ? text : `${text}:00`);

const spanOf = (text: string, isDays: boolean): Override => {
  const [start = '', end = ''] = text.split('/');
  if ((start.length === 10) !== isDays || (end.length === 10) !== isDays)
    throw new TimeError(
      'time_invalid',
      'Days and times are mixed; an event takes whole days or has times.',
    );
  const last = isDays ? dateText(readLocalTime(end) + day) : local(end);
  return { start: local(start), length: lengthBetween(local(start), last) };
};

/** Returns the series of a row, validated like that of a new event. Throws a TimeError with the reason. */
export const listedSeries = (given: ListedTimes): { series: Series; isDates: boolean } => {
  const isDays = given.starts.length === 10;
  const first = spanOf(`${given.starts}/${given.ends}`, isDays);
  const plain = { ...first, zone: given.zone, exceptions: [], overrides: {} };
  const isDates = given.dates.length > 0;
  if (isDates && given.rule !== null)
    throw new TimeError('rule_invalid', 'An event has a rule or dates, not both.');
  if (isDates) {
    // As on the page: a daily rule, with each occurrence moved to its date.
    const [base = first, ...others] = [
      first,
      ...given.dates.map((date) => spanOf(date, isDays)),
    ].toSorted((a, b) => (a.start < b.start ? -1 : 1));
    const time = base.start.slice(10);
    const overrides = Object.fromEntries(
      others.map((span, place) => [
        dateText(readLocalTime(base.start) + (place + 1) * day) + time,
        span,
      ]),
    );
    const rule = `FREQ=DAILY;COUNT=${others.length + 1}`;
    return { series: checkSeries({ ...plain, ...base, rule, overrides }), isDates };
  }
  if (given.rule === null && (given.exceptions.length > 0 || given.moved.length > 0))
    throw new TimeError(
      'rule_invalid',
      'An event without a rule has no exceptions and no moved times.',
    );
  const overrides = Object.fromEntries(
    given.moved.map((item) => {
      const [original = '', span = ''] = item.split('=');
      return [local(original), spanOf(span, isDays)];
    }),
  );
  const exceptions = given.exceptions.map(local);
  const series = checkSeries({ ...plain, rule: given.rule, exceptions, overrides });
  if (series.rule === null) return { series, isDates };
  const known = new Set(
    startsOf({ ...series, exceptions: [], overrides: {} }).map(({ original }) => original),
  );
  const unknown = [...exceptions, ...Object.keys(overrides)].find((one) => !known.has(one));
  if (unknown !== undefined)
    throw new TimeError(
      'occurrence_unknown',
      `The rule gives no time at ${unknown.slice(0, 16)}, which is left out or moved.`,
    );
  return { series, isDates };
};

/** Returns all times of a series with their bounds. */
export const boundsOf = (
  series: Series,
): { times: readonly Occurrence[]; startsAt: Date; endsAt: Date } => {
  const times = startsOf(series);
  if (times.length === 0) throw new TimeError('rule_never', 'The event takes place at no time.');
  return {
    times,
    startsAt: new Date(times.reduce((least, one) => Math.min(least, one.startsAt), Infinity)),
    endsAt: new Date(times.reduce((most, one) => Math.max(most, one.endsAt), -Infinity)),
  };
};
