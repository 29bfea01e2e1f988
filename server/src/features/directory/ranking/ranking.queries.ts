import { sql, type RawBuilder } from 'kysely';
import {
  isAmong,
  isNotBlocked,
  isRankedByMutuals,
  isSeen,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import type { Listing } from '../directory.rules.ts';
import { searchMatches, spelledLike, waysOf } from '../search/search.queries.ts';
import type { SearchChunk } from '../search/search.rules.ts';

/** So many of the best matches are put in order by how near they stand to the viewer; beyond, nobody looks that closely. */
const nearest = 60;

/** A search by one word ranks and counts so many people; of a commoner word it says that there are more. */
export const rankedMax = 1_000;

/** Somebody's first entries by one word may be several: a way is read so much further than people are wanted. */
const entriesOf = (people: number) => sql.lit(2 * people);

/** Entries looked at to count: `rankedMax` people have hardly more. */
const countedEntries = sql.lit(1.5 * rankedMax);

/** Whether a search is by one word, and so ranked and counted up to `rankedMax`. */
export const isOneWord = ([only, ...more]: readonly SearchChunk[]): boolean =>
  only !== undefined && more.length === 0 && only.parts.length < 2;

/** What else is asked of the person `id` of the statement around; nothing where there are no filters. */
export type Beside = (id: RawBuilder<unknown>) => readonly RawBuilder<unknown>[];

/** The viewer's connections, in a statement as withConnections() makes them. */
const mine = sql`(select other_id from my_connections)`;

const matchColumns = sql`user_id as id, sort_name collate "und-x-icu" as sort_name, score, user_id in ${mine} as is_mine`;

/** Matches of several words: everybody who meets them all is met and counted. */
const allMatches = (
  visibility: VisibilityScope,
  chunks: readonly SearchChunk[],
  beside: Beside,
  reach: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    matches as (
      select ${matchColumns}, '' as word, count(*) over ()::int as total
      from (${searchMatches(visibility, chunks)}) as u where ${sql.join([isNotBlocked(visibility, sql`u.user_id`), ...beside(sql`u.user_id`)], sql` and `)}
      order by score desc, is_mine desc, word, sort_name, id ${reach}
    )`;

/**
 * Matches of one word: of each way to meet it the first entries by word and name are read off the index, and no more, however
 * common the word is. One's own connections are looked up apart where that leaves people out. Counted up to `rankedMax` and one.
 */
const firstMatches = (
  visibility: VisibilityScope,
  word: string,
  beside: Beside,
  people: number,
  reach: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const ways = waysOf(word, sql`(select words from spelled)::text[]`);
  const seen = sql.join([isSeen(visibility, sql`w`), ...beside(sql`w.user_id`)], sql` and `);
  const isNotHidden = sql`user_id <> all((select ids from hidden)::bigint[])`;
  const first = ways.map(
    ({
      score,
      where,
    }) => sql`(select w.user_id, w.word, w.sort_name, ${sql.lit(score)} as score from user_words w where ${where} and ${seen}
        order by w.word, w.sort_name, w.user_id limit ${entriesOf(people)})`,
  );
  const all = ways.map(
    ({ score, where }) =>
      sql`select w.user_id, w.word, ${sql.lit(score)} as score from user_words w where ${where} and ${seen}`,
  );
  const score = ways.map(({ score: points, where }) => sql`when ${where} then ${sql.lit(points)}`);
  return sql`
    hidden as materialized (select array(select other_id from blocked_pairs where user_id = ${visibility.viewer}) as ids),
    spelled as materialized (select ${spelledLike(word)} as words),
    found as materialized (${sql.join(first, sql` union all `)}),
    read as materialized (select count(*) >= ${entriesOf(people)} as is_cut from found),
    -- Where that leaves people out, all are read as far as they are counted.
    many as materialized (
      select * from (${sql.join(all, sql` union all `)}) as met where (select is_cut from read) limit ${countedEntries}
    ),
    counting as materialized (select count(*) >= ${countedEntries} as is_cut from many),
    known as (
      -- No column of a word but those of its index: the name comes from the few people who match.
      select w.user_id, w.word, (select u.sort_name from users u where u.id = w.user_id) as sort_name, w.score from (
        select * from many where ${isAmong(sql`user_id`, mine)} and (select not is_cut from counting)
        union all select w.user_id, w.word, w.score from my_connections mine cross join lateral (
          select w.user_id, w.word, case ${sql.join(score, sql` `)} end as score from user_words w
          where w.user_id = mine.other_id and (${sql.join(
            ways.map(({ where }) => where),
            sql` or `,
          )}) and ${seen} offset 0
        ) as w where (select is_cut from counting)
      ) as w
    ),
    best as materialized (
      select distinct on (user_id) user_id, word, sort_name, score
      from (select * from found union all select * from known) as met where ${isNotHidden} order by user_id, score desc, word
    ),
    counted as materialized (
      select case when (select is_cut from read)
        then (select count(distinct user_id) from many where ${isNotHidden})
        else (select count(*) from best) end as people
    ),
    matches as (
      select ${matchColumns}, word, (select least(people, ${sql.lit(rankedMax + 1)}) from counted)::int as total
      from best order by score desc, is_mine desc, word, sort_name, id ${reach}
    )`;
};

/**
 * Best match first: by score, then connections, then people by mutual connections where their card tells them, then one's own year
 * and major as far as the viewer sees them, then by name. `total` beyond `rankedMax` says only that there are more.
 */
export const bestMatches = (
  visibility: VisibilityScope,
  { offset, size }: Pick<Listing, 'offset' | 'size'>,
  chunks: readonly SearchChunk[],
  beside: Beside,
): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const [only] = chunks;
  const isNear = offset < nearest;
  const reach = isNear
    ? sql`limit ${sql.lit(Math.max(nearest, offset + size))}`
    : sql`limit ${size} offset ${offset}`;
  const matches =
    only !== undefined && isOneWord(chunks)
      ? firstMatches(
          visibility,
          only.joined,
          beside,
          isNear ? Math.max(nearest, offset + size) : rankedMax,
          reach,
        )
      : allMatches(visibility, chunks, beside, reach);
  const matched = sql`with ${matches}`;
  const order = sql`score desc, is_mine desc, word, sort_name, id`;
  if (!isNear)
    return sql`${matched} select id, total, row_number() over (order by ${order}) as place from matches`;
  return sql`${matched},
    own as materialized (
      select array['major:' || major, 'year_of_graduation:' || year_of_graduation] as facets from users where id = ${viewer}
    ),
    placed as (select m.*, row_number() over (order by ${order}) <= ${nearest} as is_near from matches m),
    near as (
      select p.*,
        case when is_near and ${isRankedByMutuals(visibility, sql`p.id`)} then (select count(*) from connected c where c.user_id = p.id and ${isAmong(sql`c.other_id`, mine)}) else 0 end as mutual,
        case when is_near then (
          select count(*) from user_facets f where f.facet = any((select facets from own)::text[])
            and f.user_id = p.id and p.id <> ${viewer} and ${isSeen(visibility, sql`f`)}) end as same
      from placed p
    )
    select id, total, place from (
      select id, total,
        row_number() over (order by is_near desc, score desc, is_mine desc, mutual desc, same desc, case when is_near then '' else word end, sort_name, id) as place
      from near
    ) as ranked where place > ${offset} and place <= ${offset + size}`;
};
