import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import { canSeeAllMembers } from './member-visibility.queries.ts';

/** A club on a person's profile. */
export interface GroupRow {
  readonly user_id: number;
  readonly name: string;
  readonly logo: string | null;
  readonly is_officer: boolean;
}

/**
 * Returns the clubs in which the viewer can see people as members, by name. If the school shows no clubs on profiles (`showsGroups`),
 * people get only their own. Calls `server/database/functions/clubs_seen_by.sql`.
 */
export const selectGroups = (
  db: Db,
  viewer: { readonly userId: number; readonly isStaff: boolean },
  people: readonly number[],
  showsGroups: boolean,
) =>
  many(
    db,
    sql<GroupRow>`
    select m.user_id, c.name, c.logo, office.held as is_officer
    from club_members m
    join clubs_seen_by(${viewer.userId}::bigint, ${viewer.isStaff}::boolean) c on c.id = m.club_id and c.deleted_at is null
    left join club_members mine on mine.school_id = c.school_id and mine.club_id = c.id and mine.user_id = ${viewer.userId}
    cross join lateral (select exists (select from current_grants g where g.school_id = m.school_id and g.scope_id = c.id and g.user_id = m.user_id) as held) as office
    where m.user_id = any(${people as number[]}::bigint[]) and m.status = 'member'
      and (${showsGroups}::boolean or m.user_id = ${viewer.userId})
      and (${canSeeAllMembers(viewer.isStaff)} or office.held or m.user_id = ${viewer.userId})
    order by c.sort_name, c.id`,
  );
