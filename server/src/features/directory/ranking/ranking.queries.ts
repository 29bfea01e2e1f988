import { sql, type RawBuilder } from 'kysely';
import {
  isAmong,
  isNotBlocked,
  isSeen,
  ranksMutuals,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import { mutualPairs } from '../../people/people.queries.ts';
import type { Listing } from '../directory.rules.ts';
import { searchMatches, similarWords, wordMatches } from '../search/search.queries.ts';
import type { SearchChunk } from '../search/search.rules.ts';

/** Best matches that are ordered by closeness. No one looks closely beyond them. */
const nearest = 60;

/** Maximum people that a one-word search ranks and counts. For a more frequent word, it reports that there are more. */
export const rankedMax = 1_000;

/** Maximum entries that are read for a word. `rankedMax` people rarely have more. If that many are ranked, they may have several each. */
const readMax = { near: 1.5 * rankedMax, far: 2 * rankedMax } as const;

/** Returns a number of entries that include at least this number of people. */
const entriesOf = (people: number) => sql.lit(3 * people);

/** Returns whether a search has one word, and is therefore ranked and counted up to `rankedMax`. */
export const isOneWord = ([only, ...more]: readonly SearchChunk[]): boolean =>
  only !== undefined && more.length === 0 && only.parts.length < 2;

/** Returns whether all people of a window are among the closest ones. They then have their mutual connections as an array `others`. */
export const ranksAll = ({ offset, size }: Pick<Listing, 'offset' | 'size'>): boolean =>
  offset + size <= nearest;

/** Returns further conditions on the person `id` of the outer statement. Empty without filters. */
export type ExtraConditions = (id: RawBuilder<unknown>) => readonly RawBuilder<unknown>[];

/** The viewer's connections, in a statement of withConnections(). */
const mine = sql`(select other_id from my_connections)`;

const matchColumns = sql`user_id as id, sort_name collate "und-x-icu" as sort_name, score, is_mine`;
const matchOrder = sql`score desc, is_mine desc, word, sort_name, id`;

/** Selects and counts everyone who matches all of several words. */
const allMatches = (
  visibility: VisibilityScope,
  chunks: readonly SearchChunk[],
  beside: ExtraConditions,
  reach: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    matches as materialized (
      select ${matchColumns}, '' as word, count(*) over ()::int as total
      from (select *, ${isAmong(sql`user_id`, mine)} as is_mine from (${searchMatches(visibility, chunks)}) as u) as u
      where ${sql.join([isNotBlocked(visibility, sql`u.user_id`), ...beside(sql`u.user_id`)], sql` and `)}
      order by ${matchOrder} ${reach}
    )`;

/**
 * Selects the matches of one word. Reads the first entries by word and name from the index, the best kind of match first. Then counts all,
 * at most `readMax`, without checking anything but whether they are the viewer's connections, who are ranked at any position. Counts up to
 * `rankedMax` and one.
 */
const firstMatches = (
  visibility: VisibilityScope,
  word: string,
  beside: ExtraConditions,
  { people, read }: { people: number; read: number },
  reach: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const ways = wordMatches(word, sql`(select words from spelled)::text[]`);
  const seen = sql.join(
    [
      isSeen(visibility, sql`w`),
      isNotBlocked(visibility, sql`w.user_id`),
      ...beside(sql`w.user_id`),
    ],
    sql` and `,
  );
  const first = ways.map(
    ({
      score,
      where,
    }) => sql`(select w.user_id, w.word, w.sort_name, ${score} as score from user_words w where ${where} and ${seen}
        order by w.word, w.sort_name, w.user_id limit ${entriesOf(people)})`,
  );
  const all = ways.map(
    ({ where }) => sql`select w.user_id from user_words w where ${where} and ${seen}`,
  );
  const score = ways.map(({ score: points, where }) => sql`when ${where} then ${points}`);
  return sql`
    spelled as materialized (select ${similarWords(word)} as words),
    -- One way after the other, each in the order of its index: what is read first is the best.
    found as materialized (select * from (${sql.join(first, sql` union all `)}) as ways limit ${entriesOf(people)}),
    counted as materialized (
      select count(distinct user_id) as people, case when count(*) < ${sql.lit(read)}
        then coalesce(array_agg(user_id) filter (where ${isAmong(sql`user_id`, mine)}), '{}') else array${mine} end as mine
      from (${sql.join(all, sql` union all `)} limit ${sql.lit(read)}) as met
    ),
    known as (
      -- No column of a word but those of its index: the name comes from the few people who match.
      select w.user_id, w.word, (select u.sort_name from users u where u.id = w.user_id) as sort_name, w.score
      from unnest((select mine from counted)) as mine (id) cross join lateral (
        select w.user_id, w.word, case ${sql.join(score, sql` `)} end as score from user_words w
        where w.user_id = mine.id and (${sql.join(
          ways.map(({ where }) => where),
          sql` or `,
        )}) and ${seen} offset 0
      ) as w
    ),
    best as (
      select distinct on (user_id) user_id, word, sort_name, score
      from (select * from found union all select * from known) as ranked order by user_id, score desc, word
    ),
    matches as materialized (
      select ${matchColumns}, word, (select least(people, ${sql.lit(rankedMax + 1)}) from counted)::int as total
      from (select *, user_id = any((select mine from counted)::bigint[]) as is_mine from best) as best order by ${matchOrder} ${reach}
    )`;
};

/**
 * Selects the best matches: by score, then connections, then people by mutual connections if their card shows them, then the same year and
 * major as far as the viewer can see them, then by name. A `total` over `rankedMax` only means that there are more. For statements of
 * withConnections().
 */
export const bestMatches = (
  visibility: VisibilityScope,
  { offset, size }: Pick<Listing, 'offset' | 'size'>,
  chunks: readonly SearchChunk[],
  beside: ExtraConditions,
): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const [only] = chunks;
  const isNear = offset < nearest;
  const people = Math.max(nearest, offset + size);
  const reach = isNear ? sql`limit ${sql.lit(people)}` : sql`limit ${size} offset ${offset}`;
  const matches =
    only !== undefined && isOneWord(chunks)
      ? firstMatches(
          visibility,
          only.joined,
          beside,
          isNear ? { people, read: readMax.near } : { people: rankedMax, read: readMax.far },
          reach,
        )
      : allMatches(visibility, chunks, beside, reach);
  if (!isNear)
    return sql`with ${matches} select id, total, row_number() over (order by ${matchOrder}) as position from matches`;
  const ownFacets = sql`(select facets from own)::text[]`;
  // Most windows end before the closest people do, so all rows that are read are among them.
  const near = ranksAll({ offset, size })
    ? sql`select *, true as is_near from matches`
    : sql`select *, row_number() over (order by ${matchOrder}) <= ${nearest} as is_near from matches`;
  return sql`with ${matches},
    near as materialized (${near}),
    shared as (
      select user_id, count(*) as mutual, array_agg(other_id) as others
      from (${mutualPairs(sql`array(select id from near where is_near)`, mine)}) as pairs group by user_id
    ),
    own as materialized (
      select array['major:' || major, 'year_of_graduation:' || year_of_graduation] as facets from users where id = ${viewer}
    ),
    placed as (
      select n.*, s.others, case when is_near and ${ranksMutuals(visibility, sql`v`, sql`n.is_mine`)} then coalesce(s.mutual, 0) else 0 end as mutual,
        -- Reads the visible entries only if the two people have a value in common.
        case when is_near and v.id <> ${viewer} and array['major:' || v.major, 'year_of_graduation:' || v.year_of_graduation] && ${ownFacets} then (
          select count(*) from user_facets f where f.user_id = n.id and f.facet = any(${ownFacets}) and ${isSeen(visibility, sql`f`)})
          when is_near then 0 end as same
      from near n join users v on v.id = n.id left join shared s on s.user_id = n.id
    )
    select id, total, position, others from (
      select id, total, others,
        row_number() over (order by is_near desc, score desc, is_mine desc, mutual desc, same desc, case when is_near then '' else word end, sort_name, id) as position
      from placed
    ) as ranked where position > ${offset} and position <= ${offset + size}`;
};
