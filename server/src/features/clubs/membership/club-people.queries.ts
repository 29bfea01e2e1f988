import { sql, type RawBuilder } from 'kysely';
import { canSeeAllMembers, isOfficer } from '../../people/groups/member-visibility.queries.ts';
import {
  hiddenPeople,
  isPresent,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

/*
 * Parts of statements about the members of a club `c` with the caller's membership `mine`. A member counts and is listed if the caller can
 * see the person in the directory and the membership.
 */

export interface LabelValue {
  readonly id: string;
  readonly name: string;
}

export interface KnownMembers {
  readonly count: number;
  readonly people: readonly PersonSummaryRow[];
}

/** Selects members `m` of the club `c` that the caller can see, with their people `u`. */
export const fromVisibleMembers = (
  visibility: VisibilityScope,
  isStaff: boolean,
  isVisible = isPresent(visibility),
): RawBuilder<unknown> =>
  // Reads one member at a time, because in a small school the planner would read all people for each club of a page.
  sql`club_members m cross join lateral (
      select v.* from users v where v.school_id = m.school_id and v.id = m.user_id offset 0
    ) as u
    where m.school_id = c.school_id and m.club_id = c.id and m.status = 'member' and not u.is_disabled
      and ${isVisible} and (${canSeeAllMembers(isStaff)} or ${isOfficer(sql`m.user_id`)} or m.user_id = ${visibility.viewer})`;

/** Starts a statement that counts members with the people who are hidden from the caller. */
export const withHidden = (visibility: VisibilityScope): RawBuilder<unknown> =>
  sql`unseen as materialized (select array(${hiddenPeople(visibility)}) as ids)`;

/**
 * Returns whether `u` is visible to the caller like `isPresent`, in a statement that starts with `withHidden`. For a few people of each
 * club.
 */
export const isNotHidden = sql`u.id <> all((select ids from unseen)::bigint[])`;

/**
 * Returns the number of members of `c` that the caller can see (`fromVisibleMembers`), in a statement that starts with `withHidden`. If the caller
 * can see all members, counts an index and subtracts hidden people.
 */
export const countOfMembers = (
  visibility: VisibilityScope,
  isStaff: boolean,
): RawBuilder<unknown> => {
  const members = sql`(select count(*)::int from club_members m
    where m.school_id = c.school_id and m.club_id = c.id and m.status = 'member' and not m.is_disabled`;
  return sql`case when ${canSeeAllMembers(isStaff)} then ${members})
    - case when (select cardinality(ids) > 0 from unseen) then ${members} and m.user_id = any((select ids from unseen)::bigint[])) else 0 end
    else (select count(*)::int from ${fromVisibleMembers(visibility, isStaff, isNotHidden)}) end`;
};

/** The points of the member `m`, from the balances that a trigger updates. */
export const pointsOfMember = sql`coalesce((select b.points from club_point_balances b
    where b.school_id = m.school_id and b.club_id = m.club_id and b.user_id = m.user_id), 0)`;

/**
 * The points of all members of `c`, the same for every viewer. A total without hidden people would reveal their points by the difference.
 */
export const sumOfPoints = sql`(select coalesce(sum(b.points), 0)::int
    from club_point_balances b join club_members m on m.school_id = b.school_id and m.club_id = b.club_id and m.user_id = b.user_id
    where b.school_id = c.school_id and b.club_id = c.id and m.status = 'member' and not m.is_disabled)`;

/** Selects officers `u` of the club `c` that the caller can see. */
export const visibleOfficersSql = (
  visibility: VisibilityScope,
  isVisible = isPresent(visibility),
): RawBuilder<unknown> =>
  sql`current_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
    where g.school_id = c.school_id and g.scope_id = c.id and not u.is_disabled and ${isVisible}`;

/** Selects members who are the caller's connections: their number and three faces. None if the school has no connections. */
export const knownMembers = (
  visibility: VisibilityScope,
  { isStaff, connect }: { isStaff: boolean; connect: boolean },
): RawBuilder<unknown> =>
  !connect
    ? sql`jsonb_build_object('count', 0, 'people', '[]'::jsonb)`
    : sql`(select jsonb_build_object('count', count(*), 'people', coalesce(
        jsonb_agg(${personSummary('k')} order by k.sort_name, k.id)
          filter (where k.nth <= 3), '[]'))
      from (select u.id, u.first_name, u.last_name, u.photo, u.sort_name, row_number() over (order by u.sort_name, u.id) as nth
        from ${fromVisibleMembers(visibility, isStaff)} and u.id in (select other_id from connected where user_id = ${visibility.viewer})) as k)`;

/** Returns published surveys `s` of the club `c` that the caller can see. Calls `server/database/functions/surveys_seen_by.sql`. */
export const seenSurveys = (viewer: number, isStaff: boolean): RawBuilder<unknown> =>
  sql`surveys_seen_by(${viewer}::bigint, ${sql.lit(isStaff)}) s where s.school_id = c.school_id and s.club_id = c.id`;

/** Returns files `f` of the club `c` that the viewer can see. Calls `server/database/functions/club_file_level.sql`. */
export const seenFiles = (viewer: number, isStaff: boolean): RawBuilder<unknown> =>
  sql`club_files f where f.school_id = c.school_id and f.club_id = c.id
    and f.level <= club_file_level(c, ${viewer}::bigint, ${sql.lit(isStaff)})`;

/** Returns folders `f` of the club `c` that the viewer can see. Calls `server/database/functions/club_file_level.sql`. */
const seenFolders = (viewer: number, isStaff: boolean): RawBuilder<unknown> =>
  sql`club_folders f where f.school_id = c.school_id and f.club_id = c.id
    and f.level <= club_file_level(c, ${viewer}::bigint, ${sql.lit(isStaff)})`;

/** Counts the files that a person can see, and returns whether there is any file or folder. */
export const fileColumns = (viewer: number, isStaff: boolean): RawBuilder<unknown> =>
  sql`(select count(*)::int from ${seenFiles(viewer, isStaff)}) as files,
    exists (select from ${seenFiles(viewer, isStaff)}) or exists (select from ${seenFolders(viewer, isStaff)}) as has_files`;

/** Selects the labels of one list of the club `c`, by name. */
export const labelsOf = (list: 'categories' | 'tags'): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', l.id::text, 'name', l.name) order by lower(l.name), l.id), '[]')
    from club_label_links x join club_labels l on l.school_id = x.school_id and l.id = x.label_id
    where x.school_id = c.school_id and x.club_id = c.id and l.list = ${list})`;

/** Selects the type of the club `c`. */
export const typeOf = sql`(select jsonb_build_object('id', l.id::text, 'name', l.name, 'kind', l.kind)
    from club_labels l where l.school_id = c.school_id and l.id = c.type_id)`;

/** Returns the club above `c` if the caller can see it. Calls `server/database/functions/clubs_seen_by.sql`. */
export const parentOf = (visibility: VisibilityScope, isStaff: boolean): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('id', p.id::text, 'name', p.name)
    from clubs_seen_by(${visibility.viewer}::bigint, ${sql.lit(isStaff)}) p where p.id = c.parent_id and p.deleted_at is null)`;

/** Joins the caller's membership of the club `c` as `mine`, and the name of their position as `position`. */
export const joinOwnMembership = (viewer: number): RawBuilder<unknown> =>
  sql`left join club_members mine on mine.school_id = c.school_id and mine.club_id = c.id and mine.user_id = ${viewer}
    left join lateral (select r.name from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      where g.school_id = c.school_id and g.scope_id = c.id and g.user_id = ${viewer} and r.scope = 'club' order by r.position limit 1) as position on true`;

/** The columns of ClubState for a club `c` that don't depend on the caller's permissions. */
export const stateColumns = sql`c.id, c.status, c.membership, c.members_seen_by, c.are_officers_locked, c.deleted_at,
    mine.status as my_status, mine.since as my_since, position.name as my_position`;

/** The columns of ClubState for a club `c`. */
export const viewedStateColumns = (isStaff: boolean): RawBuilder<unknown> =>
  sql`${stateColumns}, ${canSeeAllMembers(isStaff)} as can_see_members`;
