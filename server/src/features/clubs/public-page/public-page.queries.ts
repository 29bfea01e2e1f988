import { sql } from 'kysely';
import type { ClubMeeting } from '#contract/clubs/meetings.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';
import { labelsOf, typeOf, type LabelValue } from '../membership/club-people.queries.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

export interface PublicClubRow {
  readonly id: number;
  readonly name: string;
  readonly acronym: string;
  readonly description: string;
  readonly about: string;
  readonly url: string | null;
  readonly meetings: readonly ClubMeeting[];
  readonly cost: string;
  readonly founded: number | null;
  readonly links: readonly string[];
  readonly logo: string | null;
  readonly cover: string | null;
  readonly type: LabelValue | null;
  readonly categories: readonly LabelValue[];
  readonly members: number | null;
  readonly officers: readonly (PersonSummaryRow & {
    readonly position: string;
    /** Fields of the profile that are public. */
    readonly fields: string[];
  })[];
}

/**
 * Returns a club with a public page, with the officers whose own profile is public. Calls
 * `server/database/functions/is_club_public.sql`.
 */
export const selectPublicClub = (
  db: Db,
  id: number,
  { namesPeople }: { namesPeople: boolean },
): Promise<PublicClubRow | undefined> =>
  first(
    db,
    sql<PublicClubRow>`select c.id, c.name, c.acronym, c.description, c.about, c.url, c.meetings, c.cost, c.founded, c.links, c.logo, c.cover,
      ${typeOf} as type, ${labelsOf('categories')} as categories,
      case when c.members_seen_by = 'everyone' then (
        select count(*)::int from club_members m join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.school_id = c.school_id and m.club_id = c.id and m.status = 'member' and not u.is_disabled and not u.has_hold) end as members,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo,
          'position', r.name, 'fields', p.fields) order by r.position, u.sort_name, u.id), '[]')
        from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
          join users u on u.school_id = g.school_id and u.id = g.user_id and not u.is_disabled and not u.has_hold and u.is_listed
          join public_profiles p on p.school_id = u.school_id and p.user_id = u.id and p.is_public
        where ${namesPeople}::boolean and g.school_id = c.school_id and g.scope_id = c.id) as officers
    from clubs c where c.id = ${id} and is_club_public(c)`,
  );
