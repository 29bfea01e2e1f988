import { sql, type RawBuilder } from 'kysely';
import type { InvitationStatus } from '#contract/events/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { isOpenRegistration } from '../registration/registration.queries.ts';

/** Stores or deletes the time of a decline. Returns whether the person is invited. */
export const updateInvitation = async (
  db: Db,
  { event, person, declinedAt }: { event: number; person: number; declinedAt: Date | null },
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update event_invitees set declined_at = case when ${declinedAt}::timestamptz is null then null
      else coalesce(declined_at, ${declinedAt}) end
    where event_id = ${event} and user_id = ${person}`.execute(db);
  return numAffectedRows === 1n;
};

/** Returns whether a person has or waits for a spot on any date of an event. */
export const hasOpenRegistration = async (
  db: Db,
  event: number,
  person: number,
): Promise<boolean> => {
  const row = await first(
    db,
    sql<{ found: boolean }>`select exists (select from event_registrations r
      where r.event_id = ${event} and r.user_id = ${person} and ${isOpenRegistration}) as found`,
  );
  return row?.found === true;
};

export interface InvitationRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
  readonly status: InvitationStatus;
  readonly declined_at: Date | null;
}

/** The invitations to an event of people that the viewer can see. Someone who declined and then registered is going. */
const invitations = (visibility: VisibilityScope, event: number): RawBuilder<unknown> => sql`(
  select u.id, u.first_name, u.last_name, u.photo, u.sort_name, i.declined_at,
    case when exists (select from event_registrations r where r.school_id = i.school_id and r.event_id = i.event_id
        and r.user_id = i.user_id and (${isOpenRegistration} or r.status = 'attended')) then 'going'
      when i.declined_at is not null then 'declined' else 'pending' end as status
  from event_invitees i join users u on u.school_id = i.school_id and u.id = i.user_id
  where i.event_id = ${event} and not u.is_disabled and ${isPresent(visibility)})`;

/** Selects a window of invitations with the number of people by status. */
export const selectInvitations = async (
  db: Db,
  visibility: VisibilityScope,
  { event, status }: { event: number; status: InvitationStatus | null },
  { offset, size }: { offset: number; size: number },
): Promise<{ counts: Partial<Record<InvitationStatus, number>>; rows: InvitationRow[] }> => {
  // Both run at the same time, in one round trip.
  const [counts, rows] = await Promise.all([
    many(
      db,
      sql<{ status: InvitationStatus; people: number }>`select n.status, count(*)::int as people
        from ${invitations(visibility, event)} as n group by n.status`,
    ),
    many(
      db,
      sql<InvitationRow>`select n.id, n.first_name, n.last_name, n.photo, n.status, n.declined_at
        from ${invitations(visibility, event)} as n where ${status}::text is null or n.status = ${status}
        order by n.sort_name, n.id limit ${sql.lit(size)} offset ${offset}`,
    ),
  ]);
  return {
    counts: Object.fromEntries(counts.map((one) => [one.status, one.people])),
    rows,
  };
};
