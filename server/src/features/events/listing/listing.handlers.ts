import type { HandlerInput } from '#contract/endpoint.ts';
import * as events from '#contract/events/endpoints.ts';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { readNamesParameter } from '../../../kernel/http/json-parameter.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { dateText, day, readLocalTime, startOfDay } from '../../../kernel/time/local-time.ts';
import { withTimes } from '../../../kernel/time/time-problem.ts';
import { instantIn, localIn, readZone } from '../../../kernel/time/zones.ts';
import { conflictsWith } from '../../calendar/calendar-reading.ts';
import { selectSchoolZone } from '../../courses/courses.queries.ts';
import type { EventItem } from '#contract/events/endpoints.ts';
import { isAllDay } from '../../../kernel/time/series.ts';
import type { EventRow } from '../events.queries.ts';
import { eventItemView, timeOfRow } from '../events.views.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { selectEvents, selectHosts, selectTags, selectTimes } from './listing.queries.ts';
import {
  readEventFilters,
  readEventOrder,
  type EventFilters,
  type EventOrder,
} from './listing.rules.ts';

/** Days of the caller's calendar that are read to find conflict-free events. */
const fitsDays = 60;

/** Adds the caller's busy times in the requested range to filters. */
const withBusy = async (call: Call, filters: EventFilters): Promise<EventFilters> => {
  if (filters.fits !== true) return filters;
  const start = filters.from ?? call.now;
  const farthest = start.getTime() + fitsDays * day;
  const until = new Date(Math.min(filters.to?.getTime() ?? farthest, farthest));
  const zone = readZone(await selectSchoolZone(call.db));
  const busy = await conflictsWith(call, { start, end: until, zone });
  return {
    ...filters,
    busy: {
      starts: busy.map(({ startsAt }) => new Date(startsAt)),
      ends: busy.map(({ endsAt }) => new Date(endsAt)),
      until,
    },
  };
};

/** Returns whether a list should include conflicts. Ignores unknown names that programs send. */
const asksOverlaps = (input: HandlerInput<typeof events.listEvents>): boolean => {
  readNamesParameter(input.relationships, 'relationships', []);
  return (
    readNamesParameter(input.optionalProperties, 'optionalProperties', ['Overlaps']).length > 0
  );
};

/** Maximum titles of conflicting items per event. */
const overlapsShown = 3;
/** Maximum days between the events of a window for which the caller's calendar is read. */
const overlapDays = 100;

/** Adds conflicts with the caller's calendar to events, reading the calendar once. */
const withOverlaps = async (
  call: Call,
  rows: readonly EventRow[],
  items: readonly EventItem[],
): Promise<EventItem[]> => {
  const now = call.now.getTime();
  const times = rows.map((row) => timeOfRow(row));
  const isTimed = (place: number): boolean => {
    const [row, time] = [rows[place], times[place]];
    return row !== undefined && time !== undefined && !isAllDay(row.series) && time.endsAt > now;
  };
  const timed = times.filter((_, place) => isTimed(place));
  const start = Math.max(now, Math.min(...timed.map(({ startsAt }) => startsAt)));
  const end = Math.min(start + overlapDays * day, Math.max(...timed.map(({ endsAt }) => endsAt)));
  if (timed.length === 0 || end <= start) return [...items];
  // The caller's all-day items start at midnight in the events' time zone.
  const zone = readZone(rows.find((_, place) => isTimed(place))?.series.zone ?? 'UTC');
  const busy = await conflictsWith(call, { start: new Date(start), end: new Date(end), zone });
  return items.map((item, place) => {
    const time = times[place];
    if (time === undefined || !isTimed(place) || time.startsAt >= end) return item;
    const names = busy
      .filter(
        (one) =>
          one.startsAt < time.endsAt &&
          one.endsAt > time.startsAt &&
          !((one.kind === 'event' || one.kind === 'club') && one.id === item.id),
      )
      .map(({ title }) => title);
    return { ...item, overlaps: [...new Set(names)].slice(0, overlapsShown) };
  });
};

/** Returns a window of events, with one statement. */
export const listEvents = async (
  call: Call,
  given: {
    filters: EventFilters;
    order: EventOrder;
    offset: number;
    size: number;
    counted?: number;
  },
) => {
  const { counted = limits.counted } = given;
  const { total, rows } = await selectEvents(call.db, readerOf(call), { ...given, counted });
  return {
    rows,
    items: rows.map((row) => eventItemView(row, call.school.name, call.now)),
    total: Math.min(total, counted),
    isTotalExact: total <= counted,
  };
};

/** Maximum dates that are counted for a calendar of days. */
const timesMax = 20_000;

/** Counts the dates that touch each day of a zone. */
const countDays = (
  times: readonly { starts_at: Date; ends_at: Date }[],
  zoneName: string,
  [first, last]: readonly [number, number],
) => {
  const zone = readZone(zoneName);
  const counts = new Map<number, number>();
  for (const { starts_at: starts, ends_at: ends } of times) {
    const from = Math.max(startOfDay(localIn(zone, starts.getTime())), first);
    // An event that ends at midnight doesn't touch the next day.
    const end = localIn(zone, Math.max(starts.getTime(), ends.getTime() - 1));
    for (let at = from; at <= Math.min(startOfDay(end), last); at += day)
      counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a - b);
};

export const listingHandlers = [
  handle(events.listEvents, async (call, input) => {
    const { pageOffset: offset, pageSize: size, counted } = input;
    const filters = await withBusy(call, readEventFilters(input.filters));
    const order = readEventOrder(input.ordering, filters.past === true);
    const { rows, items, total, isTotalExact } = await listEvents(call, {
      filters,
      order,
      offset,
      size,
      counted,
    });
    const shown = asksOverlaps(input) ? await withOverlaps(call, rows, items) : items;
    return { ...windowOf(shown, { total, offset, size }), isTotalExact };
  }),

  handle(events.countEventDays, async (call, { from, to, timeZone }) => {
    const { first, last, window } = withTimes(() => {
      const zone = readZone(timeZone);
      const [start, end] = [readLocalTime(from), readLocalTime(to)];
      return {
        first: start,
        last: end,
        window: {
          from: new Date(instantIn(zone, start)),
          to: new Date(instantIn(zone, end + day)),
        },
      };
    });
    if (last < first) throw problem('window_invalid');
    if (last - first > limits.windowDays * day) throw problem('window_too_long');
    const times = await selectTimes(call.db, readerOf(call), { ...window, max: timesMax });
    return {
      items: countDays(times, timeZone, [first, last]).map(([at, count]) => ({
        date: dateText(at),
        count,
      })),
    };
  }),

  handle(events.listEventHosts, async (call) => ({
    items: await selectHosts(call.db, readerOf(call), { events: limits.counted, size: 100 }),
  })),

  handle(events.listEventTags, async (call) => ({
    items: await selectTags(call.db, readerOf(call), {}, { events: limits.counted, size: 100 }),
  })),
];
