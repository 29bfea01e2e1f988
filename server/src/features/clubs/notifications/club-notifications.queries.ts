import { sql, type RawBuilder } from 'kysely';
import type { GrantableOf } from '#contract/permissions.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import { seesActor } from '../../notifications/notify/delivery-log.queries.ts';

/** True if the person still has the relation to the club that the notification is about. */
export const isInClubAs = (club: number, status: 'member' | 'invited' | null) =>
  sql`exists (select from clubs c where c.id = ${club} and c.deleted_at is null) and (select m.status from club_members m
    where m.club_id = ${club} and m.user_id = n."user") is not distinct from ${status}::text`;

/** True if the person still holds a position in the club. */
export const isOfficerOf = (club: number) =>
  sql`exists (select from clubs c join current_grants g on g.school_id = c.school_id and g.scope_id = c.id
    where c.id = ${club} and c.deleted_at is null and g.user_id = n."user")`;

/** Returns whether someone is an officer of a club. */
export const isOfficer = (club: RawBuilder<unknown>, user: RawBuilder<unknown>) =>
  sql`exists (select from current_grants g where g.user_id = ${user} and g.scope_id = ${club})`;

/** Returns a club's officers, except the people in `without`. `permission` keeps only officers who have it there. */
export const selectClubOfficers = async (
  db: Db,
  club: number,
  { without, permission }: { without: readonly number[]; permission: GrantableOf<'club'> | null },
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select distinct g.user_id as id from current_grants g
        join roles r on r.school_id = g.school_id and r.id = g.role_id and r.scope = 'club'
      where g.scope_id = ${club} and g.user_id <> all(${without as number[]}::bigint[])
        ${permission === null ? sql`` : sql`and ${permission} = any(r.permissions)`}
        and exists (select from clubs c where c.id = ${club} and c.deleted_at is null)`,
    )
  ).map(({ id }) => id);

/** Returns whether the person in a club's notification still has this status, and the officer can see them. */
export const isStillInClub = (club: number, status: 'member' | 'requested') =>
  sql`(${seesActor} and exists (select from club_members m where m.club_id = ${club} and m.user_id = n.actor and m.status = ${status}))`;
export const isStillOfficer = (club: number) =>
  sql`(${seesActor} and ${isOfficer(sql`${club}`, sql`n.actor`)})`;
