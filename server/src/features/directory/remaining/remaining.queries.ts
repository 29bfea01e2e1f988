import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import {
  isNotBlocked,
  isSeen,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import { searchMatches } from '../search/search.queries.ts';
import type { SearchChunk } from '../search/search.rules.ts';
import { scanLimits, type Filters, type DrivingFilter, type CountPlan } from './remaining.rules.ts';

/** Counts the people with each of these facets regardless of visibility, as an estimate of the cost of reading them. */
export const selectFacetSizes = async (
  db: Db,
  facets: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ facet: string; people: number }>`
    select facet, sum(people)::int as people from facet_counts where facet = any(${facets as string[]}::text[]) group by facet`.execute(
    db,
  );
  return new Map(rows.map(({ facet, people }) => [facet, people]));
};

/** Sorts after every word with this prefix. */
const lastCharacter = '\u{10ffff}';

/** Returns whether a search matches so few words that all its results can be read. */
export const isNarrowSearch = async (db: Db, chunks: readonly SearchChunk[]): Promise<boolean> => {
  const words = chunks.flatMap(({ joined, parts }) =>
    parts.length < 2 ? [joined] : [joined, ...parts.slice(0, 4)],
  );
  const from = words.flatMap((word) => (word.length >= 3 ? [word, `~${word}`] : [word]));
  const { rows } = await sql<{ words: number }>`
    select coalesce(max(n), 0)::int as words from unnest(${from}::text[]) as begun, lateral (
      select count(*) as n from (
        select from user_words where word >= begun and word < begun || ${lastCharacter} limit ${scanLimits.exact + 1}) as few
    ) as counted`.execute(db);
  return (rows[0]?.words ?? 0) <= scanLimits.exact;
};

/** Ids are random below 2^53, so people with ids below a share of it are a fair sample, and the same one each time. */
const idsEnd = 2 ** 53;

const drivingPeople = (
  visibility: VisibilityScope,
  driver: DrivingFilter,
  share: number,
  chunks: readonly SearchChunk[],
): RawBuilder<unknown> => {
  const sampled = (id: RawBuilder<unknown>) =>
    share < 1 ? sql`and ${id} < ${Math.floor(share * idsEnd)}` : sql``;
  switch (driver.kind) {
    case 'matched':
      return sql`select user_id from (${searchMatches(visibility, chunks)}) as matched limit ${scanLimits.exact + 1}`;
    case 'tied':
      return sql`select other_id as user_id from ties where how = ${driver.how} ${sampled(sql`other_id`)}`;
    case 'facets':
      return driver.facets.length === 1
        ? sql`select user_id from user_facets where facet = ${driver.facets[0]} ${sampled(sql`user_id`)}`
        : sql`select distinct user_id from user_facets where facet = any(${driver.facets as string[]}::text[]) ${sampled(sql`user_id`)}`;
  }
};

/** The viewer's relationships to others: the values of the connection filter except `none`. */
const tiesOf = ({ viewer }: VisibilityScope): RawBuilder<unknown> => sql`
  select other_id, case when is_accepted then 'connected' when requested_by = ${viewer} then 'pending' else 'incoming' end as how from (
    select high_id as other_id, is_accepted, requested_by from connections where low_id = ${viewer}
    union all select low_id, is_accepted, requested_by from connections where high_id = ${viewer}) as c`;

const list = (facets: readonly string[]) => sql`${facets as string[]}::text[]`;

/**
 * The statement of one scan of people: counts those with each facet who match their other filters. All entries of a person are read at once
 * from user_facets_user. `scanned`: the number of people of the driving filter.
 */
export const scanPeople = (
  visibility: VisibilityScope,
  { any, all, none }: Filters,
  { driver, share, only, but }: CountPlan,
  options: { chunks: readonly SearchChunk[]; connect: boolean },
): RawBuilder<{ name: string; value: string; people: number }> => {
  const id = sql`p.user_id`;
  const tie = options.connect
    ? sql`case when ${id} <> ${visibility.viewer} then array['connection:' || coalesce(t.how, 'none')] end`
    : sql`null::text[]`;
  const ties = options.connect
    ? tiesOf(visibility)
    : sql`select 0::bigint as other_id, '' as how where false`;
  // Two people with a pending request see each other, even with a directory hold.
  const isVisible = sql`(e.facets @> array['all:'] or t.how in ('pending', 'incoming'))`;
  const missed = sql.join([
    sql`null`,
    ...any.map(
      ({ field, facets }) => sql`case when not facets && ${list(facets)} then ${field} end`,
    ),
  ]);
  const which =
    only !== undefined
      ? sql`and name = ${only}`
      : but !== undefined
        ? sql`and name <> ${but}`
        : sql``;
  return sql`
    with ties as materialized (${ties}),
    people as materialized (${drivingPeople(visibility, driver, share, options.chunks)}),
    there as materialized (
      select coalesce(e.facets, '{}') || ${tie} as facets
      from people p left join ties t on t.other_id = ${id}
      cross join lateral (
        select array_agg(f.facet::text) filter (where ${isSeen(visibility, sql`f`)}) as facets, count(*) as entries
        from user_facets f where f.user_id = ${id} offset 0
      ) as e
      where ${isNotBlocked(visibility, id)} and ${isVisible} and e.entries > 0
    ),
    fitting as materialized (
      select facets, array_remove(array[${missed}]::text[], null) as missed from there
      where facets @> ${list(all)} and not facets && ${list(none)}
    ),
    met as (
      select facet, split_part(facet, ':', 1) as name, count(*)::int as people from fitting cross join lateral unnest(facets) as facet
      where cardinality(missed) = 0 or cardinality(missed) = 1 and starts_with(facet, missed[1] || ':') group by facet
    )
    select name, substr(facet, length(name) + 2) as value, people from met where true ${which}
    union all select 'scanned', '', count(*)::int from people`;
};

/** Runs a scan. Null if a search found too many people. */
export const selectScan = async (
  db: Db,
  visibility: VisibilityScope,
  filters: Filters,
  scan: CountPlan,
  options: { chunks: readonly SearchChunk[]; connect: boolean },
): Promise<{ name: string; value: string; people: number }[] | null> => {
  const { rows } = await scanPeople(visibility, filters, scan, options).execute(db);
  const scanned = rows.find(({ name }) => name === 'scanned')?.people ?? 0;
  return scan.share === 1 && scanned > scanLimits.exact ? null : rows;
};
