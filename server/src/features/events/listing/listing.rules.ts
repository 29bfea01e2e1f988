import {
  eventHostKinds,
  eventLimits as limits,
  eventStatuses,
  type EventHostKind,
  type EventStatus,
} from '#contract/events/limits.ts';
import {
  readContains,
  readFilterObject,
  readFlag,
  readIds,
  readList,
  readNames,
  readSearch,
  readText,
  type ContainsCondition,
  type FilterReader,
} from '../../../kernel/http/json-filters.ts';
import { invalidParameter } from '../../../kernel/http/json-parameter.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { tidyTags } from '../events.rules.ts';

export const mineKinds = ['registered', 'waiting', 'hosting', 'invited'] as const;
export type MineKind = (typeof mineKinds)[number];

/** The viewer's busy times, and until when they are known. */
export interface BusyTimes {
  readonly starts: readonly Date[];
  readonly ends: readonly Date[];
  readonly until: Date;
}

/** Filters of an event list. Missing ones have no effect. */
export interface EventFilters {
  search?: string;
  from?: Date;
  to?: Date;
  clubs?: readonly number[];
  hubs?: readonly number[];
  tags?: ContainsCondition<string>;
  hostKinds?: readonly EventHostKind[];
  free?: boolean;
  online?: boolean;
  hasRoom?: boolean;
  known?: boolean;
  mine?: readonly MineKind[];
  statuses?: readonly EventStatus[];
  templates?: boolean;
  managed?: boolean;
  past?: boolean;
  /** Only events without a conflict with the caller’s calendar. */
  fits?: boolean;
  /** With `fits`: the busy times of that calendar. */
  busy?: BusyTimes;
}

const readTime = (value: unknown, path: string): Date => {
  const text = readText(value, path);
  const time = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time))
    throw invalidParameter(path, 'a time such as 2026-11-24T18:00:00Z');
  return new Date(time);
};
const readTags = (value: unknown, path: string) => tidyTags(readList(value, path));

/** The filters by their wire names. */
const readers = {
  Search: (value, path) => ({ search: readSearch(value, path) }),
  From: (value, path) => ({ from: readTime(value, path) }),
  To: (value, path) => ({ to: readTime(value, path) }),
  Club: (value, path) => ({ clubs: readIds(value, path) }),
  Hub: (value, path) => ({ hubs: readIds(value, path) }),
  Tags: (value, path) => ({ tags: readContains(value, path, readTags) }),
  HostKind: (value, path) => ({ hostKinds: readNames(eventHostKinds)(value, path) }),
  Free: (value, path) => ({ free: readFlag(value, path) }),
  Online: (value, path) => ({ online: readFlag(value, path) }),
  HasRoom: (value, path) => ({ hasRoom: readFlag(value, path) }),
  Known: (value, path) => ({ known: readFlag(value, path) }),
  Mine: (value, path) => ({ mine: readNames(mineKinds)(value, path) }),
  Status: (value, path) => ({ statuses: readNames(eventStatuses)(value, path) }),
  Templates: (value, path) => ({ templates: readFlag(value, path) }),
  Managed: (value, path) => ({ managed: readFlag(value, path) }),
  Past: (value, path) => ({ past: readFlag(value, path) }),
  Fits: (value, path) => ({ fits: readFlag(value, path) }),
} satisfies Record<string, FilterReader<EventFilters>>;

/** Reads the JSON of `filters`. Throws for unknown names. Null has no effect. */
export const readEventFilters = (text: string | undefined): EventFilters => {
  const filters = readFilterObject<EventFilters>(text, readers);
  const { from, to } = filters;
  if (from !== undefined && to !== undefined) {
    if (to < from) throw problem('window_invalid');
    if (to.getTime() - from.getTime() > limits.windowDays * day) throw problem('window_too_long');
  }
  return filters;
};

export type EventOrder = 'start' | 'start_desc' | 'name' | 'created';

/** Orders that people can choose. */
export const eventOrderings = [
  { value: 'StartAsc', label: 'Soonest', order: 'start' },
  { value: 'StartDesc', label: 'Latest', order: 'start_desc' },
  { value: 'NameAsc', label: 'Name', order: 'name' },
  { value: 'CreatedOnDesc', label: 'Newest', order: 'created' },
] as const;
export const defaultEventOrder = 'StartAsc';

/** Reads an order. Of combined ones, only the first applies, because each orders everything. */
export const readEventOrder = (text: string | undefined, isPast: boolean): EventOrder => {
  if (text === undefined || text === '') return isPast ? 'start_desc' : 'start';
  const names = text.split(/,|(?<=Asc|Desc)(?=[A-Z])/);
  const found = names.map((name) => eventOrderings.find(({ value }) => value === name)?.order);
  const [first] = found;
  if (first === undefined || found.includes(undefined))
    throw problem('unknown_ordering', {
      name: text.slice(0, 60),
      known: eventOrderings.map(({ value }) => value).join(', '),
    });
  return first;
};
