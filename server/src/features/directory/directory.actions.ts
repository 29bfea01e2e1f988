import { readCursor, windowOf, writeCursor } from '../../kernel/page.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type {
  legacyPeople,
  listingConfig,
  listingFilters,
  listUsers,
  mobilePeople,
  User,
  userAll,
} from '#contract/people.ts';
import type { Context } from '../../kernel/context.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countConnections } from '../connections/connections.queries.ts';
import { selectMutuals } from '../people/people.queries.ts';
import { recordReading } from '../people/privacy/reading.ts';
import { countReading } from '../people/reading-meter.ts';
import { seesYears, sightOf } from '../people/privacy/privacy.queries.ts';
import { lookOf, userView, type ViewDepth } from '../people/people.views.ts';
import { selectFacetCounts, selectListing } from './directory.queries.ts';
import {
  defaultOrder,
  filtersOf,
  isNameOrder,
  orderingsFor,
  readFilters,
  readOrdering,
  readWindow,
  withoutYears,
  type Listing,
  type NamePlace,
} from './directory.rules.ts';
import { filtersView, legacyRows } from './directory.views.ts';
import { countRemaining } from './remaining/remaining.actions.ts';
import { selectSearchChunks } from './search/search.queries.ts';
import { depthOf, pickProperties, readListingJson } from './users-listing.ts';

/** Words of a search that count; the rest of a long sentence is not a name. */
const chunksMax = 6;
/** Faces of mutual connections on a card. */
const cardFaces = 3;

/** A listing's people and total: five statements, whatever is asked for. */
export const listPeople = async (
  context: Context,
  asked: Listing,
  depth: ViewDepth = 'card',
): Promise<{ total: number; totalIsMinimum?: true; people: User[]; last?: NamePlace }> => {
  const look = lookOf(context);
  const viewer = look.viewer.userId;
  const chunks =
    asked.search === null ? [] : await selectSearchChunks(context.db, asked.search, chunksMax);
  // Something was typed but nothing of it can be part of a name.
  if (asked.search !== null && chunks.length === 0) return { total: 0, people: [] };
  const sight = sightOf(look.viewer, look.connect, look.rules);
  const listing = seesYears(sight) ? asked : { ...asked, order: withoutYears(asked.order) };
  const { total, isMore, rows } = await selectListing(context.db, sight, listing, chunks);
  const mutuals = look.connect
    ? await selectMutuals(
        context.db,
        viewer,
        rows.map((row) => row.id),
        cardFaces,
      )
    : [];
  if (depth === 'full') await countReading(context, rows.filter((row) => row.id !== viewer).length);
  await recordReading(context, look, rows, depth);
  const byPerson = Map.groupBy(mutuals, (row) => row.user_id);
  const last = rows.at(-1);
  return {
    total,
    ...(isMore && { totalIsMinimum: true }),
    people: rows.map((row) => userView(look, row, byPerson.get(row.id) ?? [], depth)),
    ...(last !== undefined && { last: { name: last.sort_name, id: last.id } }),
  };
};

const readListing = (
  { connect }: { connect: boolean },
  input: { range: number; limit?: number | undefined },
  order: string | undefined,
  filters: Record<string, unknown>,
): Listing => ({
  ...readWindow(input.range, input.limit),
  // The query schema's catchall has made every filter parameter a text.
  ...readFilters(filters as Record<string, string>, connect),
  order: readOrdering(order),
});

/** mobile_people. */
export const listMobilePeople = async (
  context: Context,
  input: HandlerInput<typeof mobilePeople>,
) => {
  const { range, limit, order1, ...filters } = input;
  return [
    await listPeople(context, readListing(context.school, { range, limit }, order1, filters)),
  ];
};

/** user_all. */
export const listAllUsers = async (context: Context, input: HandlerInput<typeof userAll>) => {
  const { range, limit, order, ...filters } = input;
  const {
    people: items,
    total,
    totalIsMinimum,
  } = await listPeople(context, readListing(context.school, { range, limit }, order, filters));
  return { total, totalIsMinimum, items };
};

/** mobile_people_list of the v17 service. */
export const listLegacyPeople = async (
  context: Context,
  input: HandlerInput<typeof legacyPeople>,
) => {
  const { range, limit, ...filters } = input;
  const { total, people } = await listPeople(
    context,
    readListing(context.school, { range, limit }, defaultOrder, filters),
  );
  return legacyRows(people, total) as Reply<typeof legacyPeople>;
};

/** The length-aware listing of people. */
export const listUsersByLength = async (
  context: Context,
  input: HandlerInput<typeof listUsers>,
) => {
  const asked = readListingJson(input);
  const filters = readFilters(asked.filters, context.school.connect);
  // Without a search the order nobody names is that of names; with one, the best match comes first.
  const order = readOrdering(
    input.ordering ?? (filters.search === null ? defaultOrder : undefined),
  );
  const { pageOffset: offset, pageSize: size, cursor } = input;
  const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
  const listing = {
    ...filters,
    order,
    offset,
    size,
    ...(after && { after: { name: after[0], id: after[1] } }),
  };
  if (cursor !== undefined && !(isNameOrder(listing) && offset === 0)) throw problem('bad_cursor');
  const { total, people, last } = await listPeople(context, listing, depthOf(asked.properties));
  return {
    ...windowOf(
      people.map((person) => pickProperties(person, asked.properties)),
      { total, offset, size },
    ),
    nextCursor:
      last !== undefined && people.length === size && isNameOrder(listing)
        ? writeCursor([last.name, last.id])
        : null,
  };
};

/** Options a filter offers at most; the search inside a picker finds the common ones first. */
const optionsMax = 300;

/** Filters of a listing, counted under what is chosen already. Clubs and events have none until those sections exist. */
export const readListingFilters = async (
  context: Context,
  input: HandlerInput<typeof listingFilters>,
) => {
  const look = lookOf(context);
  const { type, ...chosen } = input;
  if (type !== 'directory') return noFilters(Object.keys(chosen));
  // The query schema's catchall has made every filter parameter a text.
  const wanted = readFilters(chosen as Record<string, string>, look.connect);
  const sight = sightOf(look.viewer, look.connect, look.rules);
  const counts = await selectFacetCounts(context.db, sight, optionsMax);
  const ties = look.connect ? await countConnections(context.db, look.viewer.userId) : null;
  const isChosen = wanted.search !== null || wanted.connection !== null || wanted.facets.length > 0;
  const { connected = 0, sent = 0, incoming = 0 } = ties ?? {};
  const remaining = isChosen
    ? await countRemaining(
        context,
        sight,
        wanted,
        { connected, pending: sent, incoming },
        chunksMax,
      )
    : () => undefined;
  return filtersView(counts, ties, remaining, optionsMax);
};

/** Of a listing without filters none can be asked for. */
const noFilters = ([name]: readonly string[]): [] => {
  if (name !== undefined) throw problem('unknown_filter', { name: name.slice(0, 60), known: '' });
  return [];
};

/** Configuration of a listing. */
export const readListingConfig = async (
  context: Context,
  input: HandlerInput<typeof listingConfig>,
): Promise<Reply<typeof listingConfig>> => {
  const { viewer, connect, rules } = lookOf(context);
  if (input.type !== 'directory')
    return { filters: [], layout: 'list', ordering: { options: [], defaultOrder: '' } };
  return {
    filters: filtersOf(connect).map((filter) => filter.name),
    layout: 'grid',
    ordering: {
      options: [...orderingsFor(seesYears(sightOf(viewer, connect, rules)))],
      defaultOrder,
    },
  };
};
