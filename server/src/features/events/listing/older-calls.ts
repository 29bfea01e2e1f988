import { eventHostKinds, eventLimits as limits } from '#contract/events/limits.ts';
import type { ListingFilter } from '#contract/people/endpoints.ts';
import type { Call } from '../../../kernel/handle.ts';
import { filtersOfParams, escapeCommas } from '../../../kernel/http/json-filters.ts';
import { localOf } from '../../../kernel/time/zones.ts';
import { legacyRowsOf, type LegacyRow } from '../../people/legacy-rows.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { listEvents } from './listing.handlers.ts';
import { selectOptions, selectTags, type EventOptionRow } from './listing.queries.ts';
import {
  defaultEventOrder,
  eventOrderings,
  readEventFilters,
  type EventFilters,
} from './listing.rules.ts';

/* The older calls about events. The directory has their endpoints. */

const filters = [
  { name: 'search_word', label: 'Search', kind: 'search', key: 'Search' },
  { name: 'host', label: 'Host', kind: 'menu-list', key: 'HostKind' },
  { name: 'club', label: 'Club', kind: 'menu-list', key: 'Club' },
  { name: 'hub', label: 'Hub', kind: 'menu-list', key: 'Hub' },
  { name: 'tag', label: 'Tag', kind: 'list', key: 'Tags' },
  { name: 'free', label: 'Free', kind: 'menu-list', key: 'Free', isFlag: true },
  { name: 'online', label: 'Online', kind: 'menu-list', key: 'Online', isFlag: true },
] as const;
const known = filters.map(({ name }) => name).join(', ');

export const eventListingConfig = {
  filters: filters.map(({ name }) => name),
  layout: 'list' as const,
  ordering: {
    options: eventOrderings.map(({ value, label }) => ({ value, label })),
    defaultOrder: defaultEventOrder,
  },
};

/** Reads filter parameters. Throws for unknown names. */
export const readEventParams = (params: Readonly<Record<string, string>>): EventFilters =>
  readEventFilters(filtersOfParams(params, filters, known));

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  host: { school: 'School', hub: 'Hubs', club: 'Clubs' },
  free: { true: 'Free', false: 'With a price' },
  online: { true: 'Online', false: 'On site' },
};
const fixed: Readonly<Record<string, readonly string[]>> = {
  host: eventHostKinds,
  free: ['true', 'false'],
  online: ['true', 'false'],
};

const optionsOf = (name: string, rows: readonly EventOptionRow[]) => {
  const own = rows.filter(({ filter }) => filter === name);
  const values = fixed[name];
  if (values === undefined)
    return own
      .toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label))
      .map(({ value, label, count }) => ({ value, label, count }));
  return values.map((value) => ({
    value,
    label: labels[name]?.[value] ?? value,
    count: own.find((one) => one.value === value)?.count ?? 0,
  }));
};

/** Returns the filters of the event list, each option counted among upcoming events with the other filters applied. */
export const eventFilters = async (
  call: Call,
  params: Readonly<Record<string, string>>,
): Promise<ListingFilter[]> => {
  const chosen = readEventParams(params);
  const reader = readerOf(call);
  const { tags: _, ...untagged } = chosen;
  const [rows, tags] = await Promise.all([
    selectOptions(call.db, reader, chosen, limits.counted),
    selectTags(call.db, reader, untagged, { events: limits.counted, size: 100 }),
  ]);
  return filters.map(({ name, label, kind }) => ({
    name,
    label,
    kind,
    ...(kind === 'list' && { logic: true }),
    options:
      kind === 'search'
        ? []
        : name === 'tag'
          ? tags.map(({ tag, count }) => ({ value: escapeCommas(tag), label: tag, count }))
          : optionsOf(name, rows),
  }));
};

/** Maximum counted events of the v17 list, so that an old client can't make the server read a school's whole past. */
const counted = 10_000;

/**
 * Returns rows of the v17 list, with a date heading before the events of each day. The counter is the number of matching events, at most
 * 10,000.
 */
export const legacyEventRows = async (
  call: Call,
  { offset, size }: { offset: number; size: number },
  params: Readonly<Record<string, string>>,
): Promise<LegacyRow[]> => {
  const { items, total } = await listEvents(call, {
    filters: readEventParams(params),
    order: 'start',
    offset,
    size,
    counted,
  });
  return legacyRowsOf(items, total, {
    // In the event's time zone.
    headingOf: (item) => localOf(Date.parse(item.dateStart), item.timeZone).slice(0, 10),
    valuesOf: (item) => ({
      eventId: item.id,
      title: item.title,
      dateStart: item.dateStart,
      dateEnd: item.dateEnd,
      timeZone: item.timeZone,
      location: item.location,
      host: item.host.name,
    }),
  });
};
