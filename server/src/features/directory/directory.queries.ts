import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database.ts';
import { joinConnection, personColumns, type PersonRow } from '../people/people.queries.ts';
import { isPresent, isSeen, seenFacetCounts, type Sight } from '../people/privacy/privacy.queries.ts';
import { singleFacet, type ConnectionValue, type FacetCondition, type Listing, type OrderTerm } from './directory.rules.ts';

/** One chunk of what was typed, folded: the chunk written together, and its parts where punctuation split it. */
export interface SearchChunk {
  readonly joined: string;
  readonly parts: readonly string[];
}

/** Folds what was typed the way names are folded, at most `max` chunks. */
export const selectSearchChunks = async (db: Db, text: string, max: number): Promise<SearchChunk[]> => {
  const { rows } = await sql<SearchChunk>`
    select left(regexp_replace(chunk, ${punctuation}, '', 'g'), 60) as joined,
      array(select left(part, 60) from regexp_split_to_table(chunk, ${punctuation}) as part where part <> '') as parts
    from regexp_split_to_table(fold(${text}), '\\s+') as chunk
    where regexp_replace(chunk, ${punctuation}, '', 'g') <> '' limit ${max}`.execute(db);
  return rows;
};

/** The same separators as in search_words(). */
const punctuation = '[[:punct:]$+<=>^`|~´’ʼ‘]+';

/** Last character of a range of words with a common beginning. */
const lastCharacter = '\u{10ffff}';

/** How well a word was met: 6 whole, 4 beginning, 3 one typo away, 1 in another field. Only words the viewer may see count. */
const wordMatches = (sight: Sight, word: string): RawBuilder<unknown> => {
  const seen = isSeen(sight, sql`w`);
  const spelled =
    word.length >= 4
      ? sql`union all select user_id, 3 from user_words w where ${seen} and word in (
      select d.word from word_deletions d where d.deletion = any(word_spellings(${word}))
        and greatest(length(d.word), ${word.length}) >= 5 and is_one_typo(d.word, ${word}))`
      : sql``;
  const elsewhere =
    word.length >= 3
      ? sql`union all select user_id, 1 from user_words w where ${seen} and word >= ${`~${word}`} and word < ${`~${word}${lastCharacter}`}`
      : sql``;
  return sql`select user_id, max(score) as score from (
      select user_id, 6 as score from user_words w where ${seen} and word = ${word}
      union all select user_id, 4 from user_words w where ${seen} and word > ${word} and word < ${`${word}${lastCharacter}`}
      ${spelled} ${elsewhere}) as met group by user_id`;
};

/** A chunk is met written together or, where punctuation split it, by all its parts. */
const chunkMatches = (sight: Sight, { joined, parts }: SearchChunk): RawBuilder<unknown> => {
  if (parts.length < 2) return wordMatches(sight, joined);
  const each = parts
    .slice(0, 4)
    .map((part, place) => sql`select user_id, score, ${sql.lit(place)} as place from (${wordMatches(sight, part)}) as part`);
  return sql`select user_id, max(score) as score from (
      ${wordMatches(sight, joined)}
      union all select user_id, min(score) from (${sql.join(each, sql` union all `)}) as parts
        group by user_id having count(*) = ${sql.lit(each.length)}
    ) as chunk group by user_id`;
};

/** People who meet every chunk, with their score. */
const searchMatches = (sight: Sight, chunks: readonly SearchChunk[]): RawBuilder<unknown> => {
  const each = chunks.map((chunk) => sql`select user_id, score from (${chunkMatches(sight, chunk)}) as chunk`);
  return sql`select user_id, sum(score)::int as score from (${sql.join(each, sql` union all `)}) as chunks
    group by user_id having count(*) = ${sql.lit(chunks.length)}`;
};

const hasAny = (sight: Sight, facets: readonly string[]) => sql`exists (select from user_facets f
  where f.school_id = u.school_id and f.user_id = u.id and f.facet = any(${facets}::text[]) and ${isSeen(sight, sql`f`)})`;

const facetConditions = (sight: Sight, { facet, any, all, none }: FacetCondition): RawBuilder<unknown>[] => {
  const named = (values: readonly string[]) => values.map((value) => `${facet}:${value}`);
  return [
    ...(any.length > 0 ? [hasAny(sight, named(any))] : []),
    ...named(all).map((value) => hasAny(sight, [value])),
    ...(none.length > 0 ? [sql`not ${hasAny(sight, named(none))}`] : []),
  ];
};

const requested = (viewer: number, by: RawBuilder<unknown>) => sql`(
    select high_id from connections where low_id = ${viewer} and not is_accepted and ${by}
    union all select low_id from connections where high_id = ${viewer} and not is_accepted and ${by})`;

const connectionCondition = (viewer: number, value: ConnectionValue): RawBuilder<unknown> => {
  switch (value) {
    case 'connected':
      return sql`u.id in (select other_id from connected where user_id = ${viewer})`;
    case 'pending':
      return sql`u.id in ${requested(viewer, sql`requested_by = ${viewer}`)}`;
    case 'incoming':
      return sql`u.id in ${requested(viewer, sql`requested_by <> ${viewer}`)}`;
    case 'none':
      return sql`u.id <> ${viewer} and not exists (select from connections c where c.school_id = u.school_id
      and c.low_id = least(u.id, ${viewer}::bigint) and c.high_id = greatest(u.id, ${viewer}::bigint))`;
  }
};

const orderColumn = { name: sql`sort_name`, created: sql`created_at`, year: sql`listed_year` } as const;

/**
 * Each order that is offered alone is one index read forward or backward: the tail turns with the name and with the date,
 * and unknown years come last either way.
 */
const orderBy = (order: readonly OrderTerm[]): RawBuilder<unknown> => {
  const way = (isDescending: boolean) => (isDescending ? sql`desc` : sql`asc`);
  const terms = order.map(({ column, isDescending }) => {
    const last = column === 'year' && isDescending ? sql`nulls last` : sql``;
    return sql`u.${orderColumn[column]} ${way(isDescending)} ${last}`;
  });
  const [first] = order;
  const backward = sql`${way(first?.isDescending === true && first.column !== 'year')}`;
  // A name and then the id end every order, so that pages never overlap; a date is as good as unique.
  if (first?.column !== 'created' && !order.some(({ column }) => column === 'name')) terms.push(sql`u.sort_name ${backward}`);
  return sql.join([...terms, sql`u.id ${backward}`]);
};

const from = (sight: Sight, listing: Listing, chunks: readonly SearchChunk[]): RawBuilder<unknown> => {
  const conditions = [
    sql`not u.is_disabled`,
    isPresent(sight, listing.connection === 'pending' || listing.connection === 'incoming'),
    ...listing.facets.flatMap((condition) => facetConditions(sight, condition)),
    ...(listing.connection === null ? [] : [connectionCondition(sight.viewer, listing.connection)]),
  ];
  const matched = chunks.length === 0 ? sql`` : sql`join (${searchMatches(sight, chunks)}) as matched on matched.user_id = u.id`;
  return sql`users u ${matched} where ${sql.join(conditions, sql` and `)}`;
};

/** So many of the best matches are put in order by how near they stand to the viewer; beyond, nobody looks that closely. */
const nearest = 100;

/**
 * Best match first: by score, then connections, then people with mutual connections, then one's own year and major as far
 * as the viewer sees them, then by name.
 */
const bestMatches = (sight: Sight, listing: Listing, chunks: readonly SearchChunk[]): RawBuilder<unknown> => {
  const { viewer } = sight;
  const isNear = listing.offset < nearest;
  const reach = isNear
    ? sql`limit ${Math.max(nearest, listing.offset + listing.size)}`
    : sql`limit ${listing.size} offset ${listing.offset}`;
  const matched = sql`
    with mine as materialized (select other_id from connected where user_id = ${viewer}),
    matches as (
      select u.id, u.sort_name, matched.score, u.id in (select other_id from mine) as is_mine
      from ${from(sight, listing, chunks)} order by matched.score desc, is_mine desc, u.sort_name, u.id ${reach}
    )`;
  if (!isNear) return sql`${matched} select id, row_number() over (order by score desc, is_mine desc, sort_name, id) as place from matches`;
  return sql`${matched},
    placed as (select m.*, row_number() over (order by score desc, is_mine desc, sort_name, id) <= ${nearest} as is_near from matches m),
    near as (
      select p.*,
        case when is_near then (select count(*) from connected c where c.user_id = p.id and c.other_id in (select other_id from mine)) end as mutual,
        case when is_near then (
          select count(*) from user_facets f where f.user_id = p.id and p.id <> ${viewer} and ${isSeen(sight, sql`f`)} and f.facet in (
            select unnest(array['major:' || v.major, 'year_of_graduation:' || v.year_of_graduation]) from users v where v.id = ${viewer})) end as same
      from placed p
    )
    select id, place from (
      select id, row_number() over (order by is_near desc, score desc, is_mine desc, mutual desc, same desc, sort_name, id) as place from near
    ) as ranked where place > ${listing.offset} and place <= ${listing.offset + listing.size}`;
};

/** The statement behind a listing's window. Ids are found first, wide rows are read for the window only. */
export const listingPage = (sight: Sight, listing: Listing, chunks: readonly SearchChunk[]): RawBuilder<PersonRow> => {
  const isSearch = chunks.length > 0;
  const order = orderBy(listing.order);
  const page =
    isSearch && listing.order.length === 0
      ? bestMatches(sight, listing, chunks)
      : sql`select u.id, row_number() over (order by ${order}) as place from ${from(sight, listing, chunks)}
          order by ${order} limit ${listing.size} offset ${listing.offset}`;
  return sql<PersonRow>`
    with page as (${page})
    select ${personColumns} from page join users u on u.id = page.id ${joinConnection(sight.viewer)}
    order by page.place`;
};

/** The people of a listing's window, in order. */
export const selectListing = async (db: Db, sight: Sight, listing: Listing, chunks: readonly SearchChunk[]): Promise<PersonRow[]> =>
  (await listingPage(sight, listing, chunks).execute(db)).rows;

/** How many people a listing has in all: read from the kept counts where one facet decides, else counted. */
export const countListing = async (db: Db, sight: Sight, listing: Listing, chunks: readonly SearchChunk[]): Promise<number> => {
  const facet = singleFacet(listing);
  const { rows } =
    facet === null
      ? await sql<{ n: number }>`select count(*)::int as n from ${from(sight, listing, chunks)}`.execute(db)
      : await sql<{
          n: number;
        }>`select coalesce((select people from (${seenFacetCounts(sight, sql`f.facet = ${facet}`)}) as counts), 0) as n`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Every facet the viewer sees with its count, most people first, at most `each` values a filter. */
export const selectFacetCounts = async (db: Db, sight: Sight, each: number): Promise<{ name: string; value: string; people: number }[]> => {
  const { rows } = await sql<{ name: string; value: string; people: number }>`
    select name, value, people from (
      select split_part(facet, ':', 1) as name, substr(facet, strpos(facet, ':') + 1) as value, people,
        row_number() over (partition by split_part(facet, ':', 1) order by people desc, facet) as place
      from (${seenFacetCounts(sight, sql`true`)}) as counts
    ) as ranked where place <= ${each} order by name, place`.execute(db);
  return rows;
};
