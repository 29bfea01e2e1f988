import { sql, type RawBuilder } from 'kysely';
import {
  isSeen,
  ranksMutuals,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import {
  clubCompanions,
  courseCompanions,
} from '../../shared-memberships/shared-memberships.queries.ts';
import { deepFrom, deepPage } from '../checkpoints/checkpoints.queries.ts';
import type { Listing } from '../directory.rules.ts';

/**
 * Maximum connections to consider, connections of each, people with the same major, and candidates, so that the cost stays constant for people
 * with thousands. Twice as many candidates are read, so that closed profiles among them don't change who is near.
 */
const reach = { mine: 400, each: 1_000, sameMajor: 200, candidates: 200 } as const;
/** Maximum people ranked by closeness. The others are sorted by name. */
const nearMax = 120;
/**
 * Points for the viewer's own connections, and for each mutual connection, shared course and shared club. The same major and the same year
 * have one each. Own connections are among the others, because people also look for new connections.
 */
const points = { own: 8, mutual: 4, course: 3, club: 2 } as const;

/** The score of people who aren't among the closest. They are sorted by name. */
const farScore = -1;

/** Returns a condition for positions after a cursor: a lower score, or the same score and a later name. */
const isAfter = ({ after }: Pick<Listing, 'after'>): RawBuilder<unknown> =>
  after === undefined
    ? sql`true`
    : sql`(score < ${after.score ?? farScore}::int or (score = ${after.score ?? farScore}::int
        and (sort_name, id) > (${after.name}::text, ${after.id}::bigint)))`;

/**
 * Selects the people nearest to the viewer as `near` with `id`, `sort_name`, `score` and `position`: their connections and others by mutual
 * connections, if the school has connections on, and by shared courses and clubs, and the same major and year. What the viewer can't see of a person doesn't count: mutual
 * connections, courses and clubs need a profile that they can open, as on the person's card.
 */
const nearest = (
  visibility: VisibilityScope,
  now: Date | undefined,
  entries: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const seen = (facet: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
    select from user_facets f where f.facet = ${facet} and f.user_id = ${id} and ${isSeen(visibility, sql`f`)} offset 0`;
  const [major, year] = [sql`(select major from me)`, sql`(select year from me)`];
  const ways = [
    sql`select id, false as is_mine, false as is_classmate, ${sql.lit(points.club)} * n as points from (${clubCompanions(viewer)}) as clubs`,
    ...(visibility.connect
      ? [
          sql`select other_id, true, false, ${sql.lit(points.own)} from mine`,
          sql`select id, false, false, ${sql.lit(points.mutual)} * n from common`,
        ]
      : []),
    ...(now === undefined
      ? []
      : [
          sql`select id, false, false, ${sql.lit(points.course)} * n from (${courseCompanions(viewer, now)}) as courses`,
        ]),
    sql`select id, false, true, 0 from classmates`,
  ];
  return sql`
    me as materialized (
      select 'major:' || major as major, 'year_of_graduation:' || year_of_graduation as year from users where id = ${viewer}
    ),
    mine as materialized (
      select c.other_id from connected c
      where c.user_id = ${viewer} and not exists (select from users u where u.id = c.other_id and u.is_disabled)
      order by c.accepted_at desc limit ${sql.lit(reach.mine)}
    ),
    common as (
      select c.other_id as id, count(*)::int as n
      from mine m cross join lateral (select other_id from connected where user_id = m.other_id limit ${sql.lit(reach.each)}) as c
      where c.other_id <> ${viewer} group by 1 order by 2 desc, 1 limit ${sql.lit(2 * nearMax)}
    ),
    classmates as (
      select m.id from (
        select f.user_id as id from user_facets f where f.facet = ${major} and f.user_id <> ${viewer} and ${isSeen(visibility, sql`f`)}
        order by f.sort_name, f.user_id limit ${sql.lit(reach.sameMajor)}
      ) as m cross join lateral (${seen(year, sql`m.id`)}) as y
    ),
    known as materialized (
      select k.id, case when v.is_open then k.points else 0 end as points, v.is_alike
      from (
        select id, bool_or(is_mine) as is_mine, bool_or(is_classmate) as is_classmate, sum(points)::int as points
        from (${sql.join(ways, sql` union all `)}) as ways group by id
        order by points desc, id limit ${sql.lit(2 * reach.candidates)}
      ) as k cross join lateral (
        select ${ranksMutuals(visibility, sql`v`, sql`k.is_mine`)} as is_open,
          ('major:' || v.major = ${major}) is true or ('year_of_graduation:' || v.year_of_graduation = ${year}) is true as is_alike
        from users v where v.id = k.id offset 0
      ) as v
      where v.is_open or k.is_mine or k.is_classmate
      order by points desc, id limit ${sql.lit(reach.candidates)}
    ),
    near as materialized (
      select *, row_number() over (order by score desc, sort_name, id) as position from (
        -- Reads the visible entries only if the two people have a value in common.
        select k.id, u.sort_name, k.points + case when k.is_alike then (
          select count(*)::int from unnest(array[${major}, ${year}]) as a (facet) cross join lateral (${seen(sql`a.facet`, sql`k.id`)}) as f
        ) else 0 end as score
        from known k cross join lateral (select u.sort_name from ${entries} and u.user_id = k.id offset 0) as u
      ) as scored order by position limit ${sql.lit(nearMax)}
    ),
    measured as (select count(*)::int as people from near)`;
};

/** Selects the people of a window who aren't near, by name: `id`, `sort_name` and `nth`. `entries` is read from its start. */
const farFromStart = (
  { offset, size, after }: Pick<Listing, 'offset' | 'size' | 'after'>,
  entries: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const isFar = after !== undefined && (after.score ?? farScore) === farScore;
  const taken =
    after === undefined
      ? sql`greatest(0, ${offset}::int + ${size}::int - people)`
      : sql`greatest(0, ${size}::int - (select count(*)::int from near where ${isAfter({ after })}))`;
  return sql`
    select u.user_id as id, u.sort_name, row_number() over (order by u.sort_name, u.user_id) as nth
    from ${entries} and (u.user_id in (select id from near)) is not true
      ${isFar ? sql`and (u.sort_name, u.user_id) > (${after.name}::text, ${after.id}::bigint)` : sql``}
    order by u.sort_name, u.user_id
    limit (select least(${size}::int, ${taken}) from measured)
    offset (select greatest(0, ${offset}::int - people) from measured)`;
};

/**
 * Selects the same at any depth of a listing of everyone, from the checkpoints. The order by name has the near people at their names, so
 * the window starts `nearMax` people earlier, and as many people are skipped as near ones are missing before it.
 */
const farAtDepth = (
  visibility: VisibilityScope,
  { offset, size }: Pick<Listing, 'offset' | 'size'>,
): RawBuilder<unknown> => sql`
    with everyone as materialized (
      select w.id, w.position, f.sort_name
      from (${deepPage(visibility, { offset: offset - nearMax, size: size + nearMax }, false)}) as w
        join user_facets f on f.user_id = w.id and f.facet = 'all:'
    )
    select id, sort_name, row_number() over (order by position) as nth from (
      select * from everyone where (id in (select id from near)) is not true order by position limit ${size}
      offset (select ${sql.lit(nearMax)} - people
        + (select count(*) from near n, everyone e where e.position = 1 and (n.sort_name, n.id) < (e.sort_name, e.id)) from measured)
    ) as rest`;

/**
 * Selects a window of a listing, closest first, with `id`, `position` and `score`. `entries`: the listing's people as `u` with `user_id` and
 * `sort_name`, ending in a condition. `isEveryone`: the listing has no filters.
 */
export const closestPage = (
  visibility: VisibilityScope,
  listing: Pick<Listing, 'offset' | 'size' | 'after' | 'now'>,
  entries: RawBuilder<unknown>,
  isEveryone: boolean,
): RawBuilder<unknown> => {
  const { offset, size } = listing;
  const far =
    isEveryone && offset >= deepFrom + nearMax
      ? farAtDepth(visibility, listing)
      : farFromStart(listing, entries);
  return sql`
    with ${nearest(visibility, listing.now, entries)}, far as (${far})
    (select id, position, score from near where position > ${offset} and ${isAfter(listing)} order by position limit ${size})
    union all
    select id, (select greatest(people, ${offset}::int) from measured) + nth, ${sql.lit(farScore)} from far`;
};
