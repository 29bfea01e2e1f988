import { sql, type RawBuilder } from 'kysely';
import {
  isRankedByMutuals,
  isSeen,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import type { Listing } from '../directory.rules.ts';

/** Maximum connections to consider, and connections of each, so that the cost stays constant for people with thousands. */
const reach = { mine: 400, each: 1_000 } as const;
/** Maximum people ranked by closeness. The others are sorted by name. */
const nearMax = 200;

/**
 * Selects a window of a listing, closest first: connections, then people by their number of mutual connections if their card shows it, then
 * by the same major and year as far as the viewer can see them, then everyone else by name. `entries`: the listing's people as `u` with
 * `user_id` and `sort_name`, ending in a condition.
 */
export const closestPage = (
  visibility: VisibilityScope,
  { offset, size }: Pick<Listing, 'offset' | 'size'>,
  entries: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const own = (field: 'major' | 'year_of_graduation') =>
    sql`(select ${sql.lit(`${field}:`)} || v.${sql.ref(field)} from users v where v.id = ${viewer})`;
  // Counted per person, because `exists` would make the planner look up everyone of the year at once.
  const shared = sql`(select count(*) from user_facets f where f.user_id = k.id and ${isSeen(visibility, sql`f`)}
    and f.facet in (${own('major')}, ${own('year_of_graduation')}))`;
  return sql`
    with mine as materialized (
      select other_id from connected where user_id = ${viewer} order by accepted_at desc limit ${reach.mine}
    ),
    shared as (
      select c.other_id as id, count(*)::int as mutual
      from mine m cross join lateral (select other_id from connected where user_id = m.other_id limit ${reach.each}) as c
      where c.other_id <> ${viewer} group by 1 order by 2 desc, 1 limit ${2 * nearMax}
    ),
    classmates as (
      select f.user_id as id from user_facets f where f.facet = ${own('major')} and f.user_id <> ${viewer} and ${isSeen(visibility, sql`f`)}
        and exists (select from user_facets y where y.user_id = f.user_id and y.facet = ${own('year_of_graduation')} and ${isSeen(visibility, sql`y`)})
      order by f.sort_name, f.user_id limit ${nearMax}
    ),
    known as materialized (
      select id, bool_or(is_mine) as is_mine, max(mutual) as mutual from (
        select other_id as id, true as is_mine, 0 as mutual from mine
        union all select id, false, mutual from shared where ${isRankedByMutuals(visibility, sql`shared.id`)}
        union all select id, false, 0 from classmates
      ) as ways group by id
    ),
    near as materialized (
      select k.id, row_number() over (order by k.is_mine desc, k.mutual desc, ${shared} desc, u.sort_name, k.id) as position
      from known k cross join lateral (select u.sort_name from ${entries} and u.user_id = k.id offset 0) as u
      order by position limit ${nearMax}
    ),
    measured as (select count(*)::int as people from near),
    rest as (
      select u.user_id as id, u.sort_name from ${entries} and (u.user_id in (select id from near)) is not true
      order by u.sort_name, u.user_id
      limit (select least(${size}::int, greatest(0, ${offset}::int + ${size}::int - people)) from measured)
      offset (select greatest(0, ${offset}::int - people) from measured)
    )
    select id, position from near where position > ${offset} and position <= ${offset}::int + ${size}::int
    union all
    select id, (select greatest(people, ${offset}::int) from measured) + row_number() over (order by sort_name, id) from rest`;
};
