import { meetingKinds } from '#contract/courses/kinds.ts';
import type { ScheduleFilters, ScheduleItem } from '#contract/schedule/endpoints.ts';
import {
  scheduleFilters,
  scheduleLimits as limits,
  scheduleOrders,
  type ScheduleFilter,
  type ScheduleOrder,
} from '#contract/schedule/limits.ts';
import { isRecord, readJsonParameter, invalidParameter } from '../../kernel/http/json-parameter.ts';
import { problem } from '../../kernel/http/problem.ts';
import {
  day,
  instantText,
  localTimeFrom,
  startOfDay,
  type LocalTime,
} from '../../kernel/time/local-time.ts';
import { isAllDay, occurrencesOf } from '../../kernel/time/series.ts';
import { instantIn, localIn, readZone, utc, type Zone } from '../../kernel/time/zones.ts';
import type { Filters, MeetingRow } from './schedule.queries.ts';

const isFilter = (name: string): name is ScheduleFilter =>
  (scheduleFilters as readonly string[]).includes(name);

const unknownFilter = () =>
  problem('schedule_filter_unknown', { known: [...scheduleFilters, 'from', 'to'].join(', ') });

/** Returns the items of a filter. Throws if the value isn't a list of texts, or for unknown types. */
const readItems = (name: ScheduleFilter, value: unknown): string[] => {
  const isText = (item: unknown): item is string =>
    typeof item === 'string' && item.length > 0 && item.length <= 120;
  if (!Array.isArray(value) || value.length > limits.items || !value.every(isText))
    throw invalidParameter(name, `must be a JSON list of up to ${limits.items} texts`);
  const known: readonly string[] = meetingKinds;
  if (name === 'kinds' && !value.every((item) => known.includes(item)))
    throw invalidParameter(name, `takes ${meetingKinds.join(', ')}`);
  return [...new Set(value)];
};

/** Returns the filters that a form sets. Missing filters include everything. */
export const readConfig = (entries: Iterable<readonly [string, unknown]>): Filters => {
  const filters: Partial<Record<ScheduleFilter, string[]>> = {};
  for (const [name, value] of entries) {
    if (!isFilter(name))
      throw problem('schedule_filter_unknown', { known: scheduleFilters.join(', ') });
    if (typeof value !== 'string' || filters[name] !== undefined)
      throw invalidParameter(name, 'must be one entry with a JSON list');
    filters[name] = readItems(name, readJsonParameter(value, name) ?? []);
  }
  return filters;
};

export const configView = (filters: Filters): ScheduleFilters => ({
  terms: [...(filters.terms ?? [])],
  courses: [...(filters.courses ?? [])],
  kinds: [...(filters.kinds ?? [])],
});

const readDay = (name: string, value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  const time = typeof value === 'string' && value.length === 10 ? localTimeFrom(value) : undefined;
  if (time === undefined) throw invalidParameter(`filters.${name}`, 'must be a day, YYYY-MM-DD');
  return time;
};

/**
 * Days in the time zones of the classes: from the first day until before the day `to`. Without `from`, today is the
 * first.
 */
export interface ScheduleDays {
  readonly from: LocalTime | undefined;
  readonly to: LocalTime | undefined;
}

/** Returns the days of a call, and the filters that replace the person's own. */
export const readScheduleFilters = (
  text: string | undefined,
  now: Date,
): { readonly days: ScheduleDays; readonly filters: Filters } => {
  const value = readJsonParameter(text, 'filters') ?? {};
  if (!isRecord(value)) throw invalidParameter('filters', 'must be a JSON object');
  const { from: fromDay, to: toDay, ...rest } = value;
  const filters: Partial<Record<ScheduleFilter, string[]>> = {};
  for (const [name, items] of Object.entries(rest)) {
    if (!isFilter(name)) throw unknownFilter();
    filters[name] = readItems(name, items);
  }
  const from = readDay('from', fromDay);
  const to = readDay('to', toDay);
  // Without a first day, today counts, which can be a day earlier or later in other time zones.
  const [earliest, latest] =
    from === undefined ? [now.getTime() - 2 * day, now.getTime()] : [from, from];
  if (to !== undefined && (to < earliest || to - latest > limits.daysMax * day))
    throw invalidParameter(
      'filters.to',
      `must be from the first day on, at most ${limits.daysMax} days`,
    );
  // The range includes the last day.
  return { days: { from, to: to === undefined ? undefined : to + day }, filters };
};

/** Returns the days as instants in a time zone. */
const windowIn = (zone: Zone, { from, to }: ScheduleDays, now: Date) => {
  const first = from ?? startOfDay(localIn(zone, now.getTime()));
  const end = to ?? first + (limits.days + 1) * day;
  return { from: instantIn(zone, first), to: instantIn(zone, end) };
};

/** Returns the period in which classes of these days can take place in any time zone. */
export const widestWindow = (days: ScheduleDays, now: Date): { from: Date; to: Date } => {
  const { from, to } = windowIn(utc, days, now);
  return { from: new Date(from - day), to: new Date(to + day) };
};

type Compare = (a: ScheduleItem, b: ScheduleItem) => number;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const compare: Readonly<Record<'DateStart' | 'Title' | 'Course', Compare>> = {
  DateStart: (a, b) => byText(a.dateStart, b.dateStart),
  Title: (a, b) => a.title.localeCompare(b.title),
  Course: (a, b) => a.course.number.localeCompare(b.course.number, 'en', { numeric: true }),
};

/** Returns a comparison for an order. Equal classes are sorted by time, and then by title. */
export const readScheduleOrder = (text: string | undefined): Compare => {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  const known: readonly string[] = scheduleOrders;
  for (const name of names)
    if (!known.includes(name))
      throw problem('unknown_ordering', { name, known: scheduleOrders.join(', ') });
  const steps = (names as ScheduleOrder[]).map((name): Compare => {
    const isDown = name.endsWith('Desc');
    const step = compare[name.replace(/(?:Asc|Desc)$/, '') as keyof typeof compare];
    return isDown ? (a, b) => step(b, a) : step;
  });
  return (a, b) => {
    for (const step of [...steps, compare.DateStart, compare.Title]) {
      const order = step(a, b);
      if (order !== 0) return order;
    }
    return byText(a.id, b.id);
  };
};

/** Returns the occurrences of classes on these days, each in its own time zone. */
export const scheduleItems = (
  rows: readonly MeetingRow[],
  days: ScheduleDays,
  now: Date,
): ScheduleItem[] =>
  rows.flatMap((row) =>
    occurrencesOf(row.series, windowIn(readZone(row.series.zone), days, now)).map(
      ({ startsAt, endsAt }) => ({
        id: row.id,
        title: row.course.title,
        dateStart: instantText(startsAt),
        dateEnd: instantText(endsAt),
        isAllDay: isAllDay(row.series),
        timeZone: row.series.zone,
        kind: row.kind,
        location: row.room,
        course: row.course,
        section: row.section,
        term: row.term,
        role: row.role,
      }),
    ),
  );
