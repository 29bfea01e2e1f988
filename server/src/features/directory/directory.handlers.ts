import {
  legacyEvents,
  legacyGroups,
  legacyPeople,
  listingConfig,
  listingFilters,
  listUsers,
  mobilePeople,
  userAll,
  type User,
} from '#contract/people/endpoints.ts';
import type { Context } from '../../kernel/context.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { readCursor, windowOf, writeCursor } from '../../kernel/page.ts';
import { clubListingConfig } from '../clubs/listing/listing-params.ts';
import { clubFilters, legacyClubRows } from '../clubs/listing/older-calls.ts';
import {
  eventFilters,
  eventListingConfig,
  legacyEventRows,
} from '../events/listing/older-calls.ts';
import { countConnections } from '../connections/connections.queries.ts';
import { readGroups } from '../people/groups/read-groups.ts';
import { viewContextOf, userView, type ViewDepth } from '../people/people.views.ts';
import { readSharedNames } from '../shared-memberships/read-shared-names.ts';
import { seesYears, visibilityOf } from '../people/privacy/privacy.queries.ts';
import { recordReading } from '../people/privacy/reading.ts';
import { countReading } from '../people/reading-limit.ts';
import { selectFacetCounts, selectListing } from './directory.queries.ts';
import {
  cardFaces,
  defaultOrder,
  filtersOf,
  isRelationshipOrder,
  isNameOrder,
  isRankedByRelationship,
  type Listing,
  type NameCursor,
  nameOrder,
  optionsMax,
  orderingsFor,
  readFilters,
  readOrdering,
  readWindow,
  withoutYears,
} from './directory.rules.ts';
import { filtersView, legacyRows } from './directory.views.ts';
import { countRemaining } from './remaining/count-remaining.ts';
import { selectSearchChunks } from './search/search.queries.ts';
import { depthOf, pickProperties, readListingJson } from './users-listing.ts';

/** Maximum words of a search. The rest of a long sentence isn't a name. */
const chunksMax = 6;

/** Facts of people that a call can ask for besides their fields. */
interface More {
  readonly groups?: boolean;
  readonly shared?: boolean;
}

/** Returns a listing's people and total, with four statements in one round trip. */
const listPeople = async (
  context: Context,
  asked: Listing,
  depth: ViewDepth = 'card',
  more: More = {},
): Promise<{ total: number; totalIsMinimum?: true; people: User[]; last?: NameCursor }> => {
  const viewContext = viewContextOf(context);
  const viewer = viewContext.viewer.userId;
  const chunks =
    asked.search === null ? [] : await selectSearchChunks(context.db, asked.search, chunksMax);
  // Nothing in the search text can be part of a name.
  if (asked.search !== null && chunks.length === 0) return { total: 0, people: [] };
  const visibility = visibilityOf(viewContext.viewer, viewContext.connect, viewContext.rules);
  const order = seesYears(visibility) ? asked.order : withoutYears(asked.order);
  const listing = { ...asked, order, now: context.clock.now() };
  const { total, isMore, rows } = await selectListing(
    context.db,
    visibility,
    listing,
    chunks,
    viewContext.connect ? cardFaces : null,
  );
  if (depth === 'full') await countReading(context, rows.filter((row) => row.id !== viewer).length);
  await recordReading(context, viewContext, rows, depth);
  const ids = rows.map((row) => row.id);
  const [groups, sharedOf] = await Promise.all([
    more.groups === true ? readGroups(context, ids) : [],
    more.shared === true ? readSharedNames(context, rows) : () => undefined,
  ]);
  const last = rows.at(-1);
  return {
    total,
    ...(isMore && { totalIsMinimum: true }),
    people: rows.map((row) => {
      const own = groups.filter((one) => one.user_id === row.id);
      const shared = sharedOf(row.id);
      return {
        ...userView(viewContext, row, row.mutuals ?? [], depth, own),
        // A card shows one fact, so the faces would be sent for nothing.
        ...(shared && { shared, mutuals: [] }),
      };
    }),
    ...(last !== undefined && {
      last: {
        name: last.sort_name,
        id: last.id,
        ...(last.score !== null && { score: last.score }),
      },
    }),
  };
};

/** Reads a cursor of the order by name, or by closeness, which has a score. */
const readAfter = (cursor: string | undefined, isRanked: boolean): Pick<Listing, 'after'> => {
  if (cursor === undefined) return {};
  if (!isRanked) {
    const [name, id] = readCursor<readonly [string, number]>(cursor, ['text', 'number']) ?? ['', 0];
    return { after: { name, id } };
  }
  const key = readCursor<readonly [string, number, number]>(cursor, ['text', 'number', 'number']);
  const [name, id, score] = key ?? ['', 0, 0];
  return { after: { name, id, score } };
};

const readListing = (
  { connect }: { connect: boolean },
  input: { range: number; limit?: number | undefined },
  order: string | undefined,
  filters: Record<string, unknown>,
): Listing => ({
  ...readWindow(input.range, input.limit),
  // The query schema's catchall makes every filter parameter a text.
  ...readFilters(filters as Record<string, string>, connect),
  order: readOrdering(order),
});

export const directoryHandlers = [
  handle(mobilePeople, async (call, input) => {
    const { range, limit, order1, ...filters } = input;
    const listing = readListing(call.school, { range, limit }, order1, filters);
    return [await listPeople(call, listing, 'card', { shared: true })];
  }),

  handle(userAll, async (call, input) => {
    const { range, limit, order, ...filters } = input;
    const {
      people: items,
      total,
      totalIsMinimum,
    } = await listPeople(call, readListing(call.school, { range, limit }, order, filters));
    return { total, totalIsMinimum, items };
  }),

  handle(listUsers, async (call, input) => {
    const asked = readListingJson(input);
    const filters = readFilters(asked.filters, call.school.connect);
    // Without a search, the default order is by name. With one, it is the best match.
    const order = readOrdering(input.ordering ?? (filters.search === null ? nameOrder : undefined));
    const { pageOffset: offset, pageSize: size, cursor } = input;
    const hasCursor =
      isNameOrder({ order }) || (isRelationshipOrder({ order }) && filters.search === null);
    const isRanked = isRankedByRelationship({ ...filters, order });
    if (cursor !== undefined && !(hasCursor && offset === 0)) throw problem('bad_cursor');
    const listing = { ...filters, order, offset, size };
    const { total, people, last } = await listPeople(
      call,
      { ...listing, ...readAfter(cursor, isRanked) },
      depthOf(asked.properties),
      {
        groups: asked.properties.includes('groups'),
        shared: asked.properties.includes('shared'),
      },
    );
    return {
      ...windowOf(
        people.map((person) => pickProperties(person, asked.properties)),
        { total, offset, size },
      ),
      nextCursor:
        last !== undefined && people.length === size && hasCursor
          ? writeCursor([last.name, last.id, ...(last.score === undefined ? [] : [last.score])])
          : null,
    };
  }),

  // Returns the filters of a listing, counted with the current choices.
  handle(listingFilters, async (call, input) => {
    const viewContext = viewContextOf(call);
    const { type, ...chosen } = input;
    // The query schema's catchall makes every filter parameter a text.
    if (type === 'clubs') return clubFilters(call, chosen as Record<string, string>);
    if (type === 'events') return eventFilters(call, chosen as Record<string, string>);
    // The query schema's catchall makes every filter parameter a text.
    const wanted = readFilters(chosen as Record<string, string>, viewContext.connect);
    const visibility = visibilityOf(viewContext.viewer, viewContext.connect, viewContext.rules);
    const counts = await selectFacetCounts(call.db, visibility, optionsMax);
    const ties = viewContext.connect
      ? await countConnections(call.db, viewContext.viewer.userId)
      : null;
    const isChosen =
      wanted.search !== null || wanted.connection !== null || wanted.facets.length > 0;
    const { connected = 0, sent = 0, incoming = 0 } = ties ?? {};
    const remaining = isChosen
      ? await countRemaining(
          call,
          visibility,
          wanted,
          { connected, pending: sent, incoming },
          chunksMax,
        )
      : () => undefined;
    return filtersView(counts, ties, remaining, optionsMax);
  }),

  handle(listingConfig, async (call, input) => {
    const { viewer, connect, rules } = viewContextOf(call);
    if (input.type === 'clubs') return clubListingConfig;
    if (input.type === 'events') return eventListingConfig;
    return {
      filters: filtersOf(connect).map((filter) => filter.name),
      layout: 'grid' as const,
      ordering: {
        options: [...orderingsFor(seesYears(visibilityOf(viewer, connect, rules)))],
        defaultOrder,
      },
    };
  }),

  handle(legacyPeople, async (call, input) => {
    const { range, limit, ...filters } = input;
    const { total, people } = await listPeople(
      call,
      readListing(call.school, { range, limit }, nameOrder, filters),
    );
    return legacyRows(people, total);
  }),
  handle(legacyGroups, async (call, { range, limit, ...filters }) =>
    // The query schema's catchall makes every filter parameter a text.
    legacyClubRows(call, readWindow(range, limit), filters as Record<string, string>),
  ),
  handle(legacyEvents, async (call, { range, limit, ...filters }) =>
    legacyEventRows(call, readWindow(range, limit), filters as Record<string, string>),
  ),
];
