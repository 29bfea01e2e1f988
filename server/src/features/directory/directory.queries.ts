import { sql, type RawBuilder } from 'kysely';
import { pageSizeDefault } from '#contract/paging.ts';
import type { Db } from '../../kernel/database/database.ts';
import { first } from '../../kernel/sql.ts';
import {
  joinConnection,
  mutualPairs,
  mutualsOfEach,
  personColumns,
  type PersonRow,
  type WithMutuals,
} from '../people/people.queries.ts';
import {
  isNotBlocked,
  isPresent,
  isSeen,
  myConnections,
  seenFacetCounts,
  seenFacetTotal,
  visibilityOf,
  withConnections,
  type VisibilityScope,
} from '../people/privacy/privacy.queries.ts';
import {
  isRelationshipOrder,
  isNameOrder,
  isRankedByRelationship,
  cardFaces,
  optionsMax,
  singleFacet,
  type ConnectionValue,
  type FacetCondition,
  type Listing,
  type OrderTerm,
} from './directory.rules.ts';
import { closestPage } from './closeness/closeness.queries.ts';
import { deepPage, deepFrom } from './checkpoints/checkpoints.queries.ts';
import { bestMatches, isOneWord, rankedMax, ranksAll } from './ranking/ranking.queries.ts';
import { searchMatches } from './search/search.queries.ts';
import type { SearchChunk } from './search/search.rules.ts';

/** `id`: the person's id in the outer statement. */
const hasAny = (
  visibility: VisibilityScope,
  id: RawBuilder<unknown>,
  facets: readonly string[],
) => sql`exists (select from user_facets f
  where f.user_id = ${id} and f.facet = any(${facets}::text[]) and ${isSeen(visibility, sql`f`)})`;

const facetConditions = (
  visibility: VisibilityScope,
  id: RawBuilder<unknown>,
  { facet, any, all, none }: FacetCondition,
): RawBuilder<unknown>[] => {
  const named = (values: readonly string[]) => values.map((value) => `${facet}:${value}`);
  return [
    ...(any.length > 0 ? [hasAny(visibility, id, named(any))] : []),
    ...named(all).map((value) => hasAny(visibility, id, [value])),
    ...(none.length > 0 ? [sql`not ${hasAny(visibility, id, named(none))}`] : []),
  ];
};

const requested = (viewer: number, by: RawBuilder<unknown>) => sql`(
    select high_id from connections where low_id = ${viewer} and not is_accepted and ${by}
    union all select low_id from connections where high_id = ${viewer} and not is_accepted and ${by})`;

const connectionCondition = (
  viewer: number,
  id: RawBuilder<unknown>,
  value: ConnectionValue,
): RawBuilder<unknown> => {
  switch (value) {
    case 'connected':
      return sql`${id} in (select other_id from connected where user_id = ${viewer})`;
    case 'pending':
      return sql`${id} in ${requested(viewer, sql`requested_by = ${viewer}`)}`;
    case 'incoming':
      return sql`${id} in ${requested(viewer, sql`requested_by <> ${viewer}`)}`;
    case 'none':
      return sql`${id} <> ${viewer} and not exists (select from connections c
      where c.low_id = least(${id}, ${viewer}::bigint) and c.high_id = greatest(${id}, ${viewer}::bigint))`;
  }
};

/** Closeness uses a separate statement. Among the viewer's own connections and requests, the name decides. */
const orderColumn = {
  name: sql`sort_name`,
  created: sql`created_at`,
  year: sql`listed_year`,
  closeness: sql`sort_name`,
} as const;

/**
 * Each order that is offered alone reads one index forward or backward. The last columns follow the direction of the name or the date, and
 * unknown years are last either way.
 */
const orderBy = (order: readonly OrderTerm[]): RawBuilder<unknown> => {
  const way = (isDescending: boolean) => (isDescending ? sql`desc` : sql`asc`);
  const terms = order.map(({ column, isDescending }) => {
    const last = column === 'year' && isDescending ? sql`nulls last` : sql``;
    return sql`u.${orderColumn[column]} ${way(isDescending)} ${last}`;
  });
  const [first] = order;
  const backward = sql`${way(first?.isDescending === true && first.column !== 'year')}`;
  // Every order ends with the name and the id, so that pages never overlap. A creation time is practically unique.
  if (first?.column !== 'created' && !order.some(({ column }) => column === 'name'))
    terms.push(sql`u.sort_name ${backward}`);
  return sql.join([...terms, sql`u.id ${backward}`]);
};

/** Returns the conditions of a listing besides its search, on the person `id` of the outer statement. */
const conditionsOf = (
  visibility: VisibilityScope,
  listing: Pick<Listing, 'facets' | 'connection'>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown>[] => [
  ...listing.facets.flatMap((condition) => facetConditions(visibility, id, condition)),
  ...(listing.connection === null
    ? []
    : [connectionCondition(visibility.viewer, id, listing.connection)]),
];

/** Selects everyone of a listing as `u`, from their own rows. */
const from = (
  visibility: VisibilityScope,
  listing: Listing,
  chunks: readonly SearchChunk[],
): RawBuilder<unknown> => {
  const isAsked = listing.connection === 'pending' || listing.connection === 'incoming';
  const conditions = [
    sql`not u.is_disabled`,
    isPresent(visibility, isAsked),
    ...conditionsOf(visibility, listing, sql`u.id`),
  ];
  const matched =
    chunks.length === 0
      ? sql``
      : sql`join (${searchMatches(visibility, chunks)}) as matched on matched.user_id = u.id`;
  return sql`users u ${matched} where ${sql.join(conditions, sql` and `)}`;
};

/** Counts all people who match a search. */
const countMatches = (
  visibility: VisibilityScope,
  listing: Listing,
  chunks: readonly SearchChunk[],
): RawBuilder<{ n: number }> => {
  const conditions = [
    isNotBlocked(visibility, sql`u.user_id`),
    ...conditionsOf(visibility, listing, sql`u.user_id`),
  ];
  return sql`select count(*)::int as n from (${searchMatches(visibility, chunks)}) as u where ${sql.join(conditions, sql` and `)}`;
};

/** Returns the one filter value from which a listing can be read, and the remaining conditions. Everyone has 'all:'. */
const driverOf = (
  facets: readonly FacetCondition[],
): { driver: string; rest: readonly FacetCondition[] } => {
  for (const one of facets) {
    const [value] = one.any;
    const rest = facets.filter((other) => other !== one);
    if (value !== undefined && one.any.length === 1)
      return {
        driver: `${one.facet}:${value}`,
        rest: one.all.length + one.none.length > 0 ? [...rest, { ...one, any: [] }] : rest,
      };
    const [must, ...more] = one.all;
    if (must !== undefined)
      return {
        driver: `${one.facet}:${must}`,
        rest:
          more.length + one.any.length + one.none.length > 0
            ? [...rest, { ...one, all: more }]
            : rest,
      };
  }
  return { driver: 'all:', rest: facets };
};

/**
 * Selects everyone of a listing as `u` with `user_id` and `sort_name`, in the order of names from one index. Not for requests, which also
 * list people whose directory information is withheld.
 */
const fromEntries = (visibility: VisibilityScope, listing: Listing): RawBuilder<unknown> => {
  const { driver, rest } = driverOf(listing.facets);
  const id = sql`u.user_id`;
  const conditions = [
    sql`u.facet = ${driver}`,
    isSeen(visibility, sql`u`),
    isNotBlocked(visibility, id),
    ...conditionsOf(visibility, { facets: rest, connection: listing.connection }, id),
  ];
  return sql`user_facets u where ${sql.join(conditions, sql` and `)}`;
};

const isByName = (listing: Listing): boolean => isNameOrder(listing) && listing.connection === null;
/** Returns only people after a cursor, using the index of the order. */
const isAfter = ({ after, order }: Listing, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  after === undefined
    ? sql``
    : sql`and (u.sort_name, ${id}) ${order[0]?.isDescending === true ? sql`<` : sql`>`} (${after.name}::text, ${after.id}::bigint)`;
/** Returns whether the order is by score, which also considers closeness. */
const isByScore = (listing: Listing, chunks: readonly SearchChunk[]): boolean =>
  chunks.length > 0 && (listing.order.length === 0 || isRelationshipOrder(listing));

/** Returns the window's SQL. The number of rows is part of the text, so that the statement has a good plan for any value. */
const windowOf = ({ size, offset }: Listing) =>
  sql`limit ${sql.lit(size)} ${offset === 0 ? sql`` : sql`offset ${offset}`}`;

/** Returns whether the listing is of everyone at a depth where checkpoints are used. */
const isDeep = (listing: Listing, chunks: readonly SearchChunk[]): boolean =>
  chunks.length === 0 &&
  isByName(listing) &&
  listing.facets.length === 0 &&
  listing.offset >= deepFrom;

const pageOf = (
  visibility: VisibilityScope,
  listing: Listing,
  chunks: readonly SearchChunk[],
): RawBuilder<unknown> => {
  if (isByScore(listing, chunks))
    return bestMatches(visibility, listing, chunks, (id) => conditionsOf(visibility, listing, id));
  const isDescending = listing.order[0]?.isDescending === true;
  if (isDeep(listing, chunks)) return deepPage(visibility, listing, isDescending);
  if (chunks.length === 0 && isByName(listing)) {
    const way = isDescending ? sql`desc` : sql`asc`;
    const order = sql`u.sort_name ${way}, u.user_id ${way}`;
    return sql`select u.user_id as id, row_number() over (order by ${order}) as position
      from ${fromEntries(visibility, listing)} ${isAfter(listing, sql`u.user_id`)} order by ${order} ${windowOf(listing)}`;
  }
  if (isRankedByRelationship(listing))
    return closestPage(
      visibility,
      listing,
      fromEntries(visibility, listing),
      listing.facets.length === 0 && listing.connection === null,
    );
  const order = orderBy(listing.order);
  return sql`select u.id, row_number() over (order by ${order}) as position from ${from(visibility, listing, chunks)}
    ${isAfter(listing, sql`u.id`)} order by ${order} ${windowOf(listing)}`;
};

/** A person of a listing with sort name, position and the listing's total. `score` is null unless closeness decides. */
export type ListedPerson = PersonRow &
  WithMutuals & { total: number; sort_name: string; position: number; score: number | null };

/**
 * The statement of a listing's window with its total and up to `faces` mutual connections per person. It first finds ids, and reads wide
 * rows only for the window, in any order, because sorting them here would copy them again.
 */
export const listingPage = (
  of: VisibilityScope,
  listing: Listing,
  chunks: readonly SearchChunk[],
  faces: number | null = null,
): RawBuilder<ListedPerson> =>
  sql<ListedPerson>`${withConnections(of, (visibility) => {
    // A search already has the total, up to the limit of its count.
    const total = isByScore(listing, chunks)
      ? sql`page.total`
      : sql`(${totalOf(visibility, listing, chunks)})`;
    const isRanked = chunks.length === 0 && isRankedByRelationship(listing);
    // If the order already used mutual connections, reuse them.
    const pairs =
      isByScore(listing, chunks) && ranksAll(listing)
        ? sql`select id as user_id, unnest(others) as other_id from page`
        : mutualPairs(sql`array(select id from page)`, myConnections(visibility));
    return sql`
    -- The limit removes no rows. Without it, the planner expects a tenth of the school on a page.
    , page as materialized (select * from (${pageOf(visibility, listing, chunks)}) as found limit ${sql.lit(listing.size)}),
    common as materialized (${mutualsOfEach(visibility.viewer, pairs, faces)})
    select ${personColumns}, u.sort_name, page.position, ${isRanked ? sql`page.score` : sql`null::int`} as score, ${total} as total,
      (select mutuals from common where common.user_id = page.id) as mutuals
    from page join users u on u.id = page.id ${joinConnection(visibility.viewer)}`;
  })}`;

/** Returns a listing's total: from the stored counts if one facet decides, otherwise counted. */
const totalOf = (
  visibility: VisibilityScope,
  listing: Listing,
  chunks: readonly SearchChunk[],
): RawBuilder<{ n: number }> => {
  const facet = singleFacet(listing);
  if (facet !== null) return seenFacetTotal(visibility, facet);
  if (chunks.length > 0) return countMatches(visibility, listing, chunks);
  return listing.connection === null
    ? sql`select count(*)::int as n from ${fromEntries(visibility, listing)}`
    : sql`select count(*)::int as n from ${from(visibility, listing, chunks)}`;
};

/** The people of a listing's window in order, and the total. `isMore`: there are more than `total`. */
export interface ListResult {
  readonly total: number;
  readonly isMore: boolean;
  readonly rows: readonly ListedPerson[];
}

/** Selects a listing's window and total in one statement. After the last person, another one counts. */
export const selectListing = async (
  db: Db,
  visibility: VisibilityScope,
  listing: Listing,
  chunks: readonly SearchChunk[],
  faces: number | null,
): Promise<ListResult> => {
  const found = await listingPage(visibility, listing, chunks, faces).execute(db);
  const rows = found.rows.toSorted((a, b) => a.position - b.position);
  const isWhole = listing.offset === 0 && listing.after === undefined;
  const total =
    rows[0]?.total ??
    (isWhole ? 0 : ((await first(db, totalOf(visibility, listing, chunks)))?.n ?? 0));
  const isMore = isByScore(listing, chunks) && isOneWord(chunks) && total > rankedMax;
  return { total: isMore ? rankedMax : total, isMore, rows };
};

/** Selects every facet that the viewer can see with its count, most people first, at most `each` values per filter. */
export const selectFacetCounts = async (
  db: Db,
  visibility: VisibilityScope,
  each: number,
): Promise<{ name: string; value: string; people: number }[]> => {
  const { rows } = await sql<{ name: string; value: string; people: number }>`
    select name, value, people from (
      select split_part(facet, ':', 1) as name, substr(facet, strpos(facet, ':') + 1) as value, people,
        row_number() over (partition by split_part(facet, ':', 1) order by people desc, facet) as position
      from (${seenFacetCounts(visibility, () => sql`true`)}) as counts
    ) as ranked where position <= ${each} order by name, position`.execute(db);
  return rows;
};

/** Runs typical pages and searches. */
export const warmUpDirectory = async (db: Db): Promise<void> => {
  const visibility = visibilityOf({ userId: -1, isAdmin: false, isAdviser: false }, true, {});
  const listing = { search: null, facets: [], connection: null, offset: 0, size: pageSizeDefault };
  const byName = [{ column: 'name', isDescending: false }] as const;
  const word = { joined: 'word', parts: ['word'] };
  const ask = (more: Partial<Listing>, chunks: readonly SearchChunk[] = []) =>
    listingPage(visibility, { ...listing, order: [], ...more }, chunks, cardFaces).execute(db);
  await ask({ order: byName });
  await ask({ order: byName, offset: deepFrom });
  await ask({ order: [{ column: 'created', isDescending: true }] });
  await ask({ order: [{ column: 'closeness', isDescending: false }], now: new Date(0) });
  await ask({ search: 'word' }, [word]);
  await ask({ search: 'word word' }, [word, word]);
  await selectFacetCounts(db, visibility, optionsMax);
};
