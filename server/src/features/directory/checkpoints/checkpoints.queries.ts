import { sql, type RawBuilder } from 'kysely';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import {
  blockedIds,
  isIn,
  isNotBlocked,
  isSeen,
  myConnections,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import type { Listing } from '../directory.rules.ts';

/** Position from which a page of everyone uses the checkpoints. Before it, reading the list from the start is as fast. */
export const deepFrom = 200;

const everybody = sql`'all:'`;

/**
 * Returns a page of all people in the order of names, at any depth. The checkpoints tell how many people come before each of them, and
 * the list is read from the last checkpoint before the page. People that the viewer sees differently from most viewers (connections
 * with holds, themselves, blocked people) change the counts of their checkpoints. Calls `server/database/functions/checkpoint_of.sql`.
 */
export const deepPage = (
  visibility: VisibilityScope,
  { offset, size }: Pick<Listing, 'offset' | 'size'>,
  isDescending: boolean,
): RawBuilder<unknown> => {
  const { viewer, seesAll, forEveryone, forConnections } = visibility;
  const isForAll = (audience: RawBuilder<unknown>) =>
    seesAll ? sql`true` : isIn(audience, forEveryone);
  // If no one shows their presence only to connections, there is nothing to look for among them.
  const connections =
    seesAll || forConnections === null
      ? sql``
      : sql`|| case when exists (select from facet_counts k where k.facet = ${everybody} and ${isIn(sql`k.audience`, forConnections)})
          then array${myConnections(visibility)} end`;
  const theirs = sql`u.facet = ${everybody} and ${isSeen(visibility, sql`u`)} and ${isNotBlocked(visibility, sql`u.user_id`)}`;
  const order = isDescending ? sql`desc` : sql`asc`;
  // Counted from the end, the window is the mirror image of one counted from the start.
  const first = isDescending
    ? sql`greatest(0, (select everybody from wanted) - ${offset}::int - ${size}::int)`
    : sql`${offset}::int`;
  const last = isDescending
    ? sql`greatest(0, (select everybody from wanted) - ${offset}::int)`
    : sql`${offset}::int + ${size}::int`;
  return sql`
    with otherwise as (
      select f.sort_name, f.user_id,
        (${isSeen(visibility, sql`f`)} and ${isNotBlocked(visibility, sql`f.user_id`)})::int - (${isForAll(sql`f.audience`)})::int as people
      from user_facets f where f.facet = ${everybody}
        and f.user_id = any(${blockedIds(visibility)} || ${viewer}::bigint ${connections})
    ),
    posts as (
      select start_name, start_id, sum(people)::int as people from (
        select start_name, start_id, people from name_checkpoints where ${isForAll(sql`audience`)}
        union all select p.start_name, p.start_id, o.people from otherwise o cross join lateral checkpoint_of(current_school(), o.sort_name, o.user_id) as p where o.people <> 0
      ) as entries group by 1, 2
    ),
    placed as (
      -- By rows: no two posts are alike, and to compare names costs more than to add.
      select start_name, start_id, (sum(people) over (order by start_name, start_id rows unbounded preceding))::int - people as before from posts
    ),
    wanted as (select coalesce(sum(people)::int, (select count(*)::int from user_facets u where ${theirs})) as everybody from posts),
    post as (
      (select start_name, start_id, before from placed where before <= ${first} order by before desc, start_name desc, start_id desc limit 1)
      union all select '', 0, 0 limit 1
    )
    select id, row_number() over (order by sort_name ${order}, id ${order}) as position from (
      select u.user_id as id, u.sort_name from user_facets u
      where ${theirs}
        and (u.sort_name, u.user_id) >= ((select start_name from post), (select start_id from post))
      order by u.sort_name, u.user_id
      limit (${last} - ${first}) offset (${first} - (select before from post))
    ) as u`;
};

/**
 * Rebuilds a school's checkpoints if much has changed since the last time. If other transactions are changing people, it tries again in
 * the next hour. Calls `server/database/functions/maintain_name_checkpoints.sql` and `rebuild_name_checkpoints.sql`.
 */
export const updateCheckpoints: MaintenanceTask = async (db) => {
  // A checkpoint at a person who is no longer listed contains their name.
  await sql`select case when exists (select from name_checkpoints p join users u on u.id = p.start_id where u.is_disabled)
    then rebuild_name_checkpoints(current_school()) else maintain_name_checkpoints(current_school()) end`.execute(
    db,
  );
  return 0;
};
