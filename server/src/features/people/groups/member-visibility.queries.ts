import { sql, type RawBuilder } from 'kysely';

/*
 * Who sees the members of a club `c`, with the caller's membership `mine`. Profiles and pages of clubs use the same rule. It is here because
 * people can't depend on clubs, which depend on people.
 */

/** Returns whether the person `user` has a position in the club `c`. */
export const isOfficer = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from current_grants g where g.school_id = c.school_id and g.scope_id = c.id and g.user_id = ${user})`;

/**
 * Returns whether the caller can see all members of the club `c`. Everyone else sees officers and themselves. Every statement and rule that
 * shows members uses this condition.
 */
export const canSeeAllMembers = (isStaff: boolean): RawBuilder<unknown> =>
  isStaff
    ? sql`true`
    : sql`(c.members_seen_by = 'everyone' or coalesce(mine.status = 'member'
        and (c.members_seen_by = 'members' or ${isOfficer(sql`mine.user_id`)}), false))`;
