import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { ClubState } from '../clubs.rules.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { joinOwnMembership, stateColumns } from '../membership/club-people.queries.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

export interface ClubLinkRow {
  readonly id: number;
  readonly note: string;
  readonly created_at: Date;
  readonly author: PersonSummaryRow | null;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly uses: number;
  readonly max_uses: number | null;
}

const columnsFor = (visibility: VisibilityScope) =>
  sql`l.id, l.note, l.created_at, l.expires_at, l.revoked_at, l.uses, l.max_uses,
  (select ${personSummary('u')}
    from users u where u.school_id = l.school_id and u.id = l.created_by and not u.is_disabled and ${isPresent(visibility)}) as author`;

/** Selects the links of a club, newest first. */
export const selectLinks = (
  db: Db,
  visibility: VisibilityScope,
  club: number,
): Promise<ClubLinkRow[]> =>
  many(
    db,
    sql<ClubLinkRow>`select ${columnsFor(visibility)} from club_links l where l.club_id = ${club} order by l.created_at desc, l.id desc`,
  );

/** Counts the active links of a club. */
export const countActiveLinks = async (db: Db, club: number, now: Date): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select count(*)::int as n from club_links
      where club_id = ${club} and revoked_at is null and expires_at > ${now} and (max_uses is null or uses < max_uses)`,
    )
  )?.n ?? 0;

/** Selects the link that a person created with this client id. */
export const selectSentLink = (
  db: Db,
  visibility: VisibilityScope,
  clientId: string,
): Promise<(ClubLinkRow & { club_id: number }) | undefined> =>
  first(
    db,
    sql<
      ClubLinkRow & { club_id: number }
    >`select ${columnsFor(visibility)}, l.club_id from club_links l
    where l.created_by = ${visibility.viewer} and l.client_id = ${clientId}::uuid`,
  );

interface NewLink {
  readonly school: SchoolId;
  readonly club: number;
  readonly hash: Buffer;
  readonly note: string;
  readonly me: number;
  readonly clientId: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly maxUses: number | null;
}

export const insertLink = async (db: Db, link: NewLink): Promise<void> => {
  await sql`insert into club_links (school_id, club_id, token_hash, note, created_by, client_id, created_at, expires_at, max_uses)
    values (${link.school}, ${link.club}, ${link.hash}, ${link.note}, ${link.me}, ${link.clientId}::uuid, ${link.now}, ${link.expiresAt}, ${link.maxUses})
    on conflict do nothing`.execute(db);
};

/** Revokes a link of a club. A revoked link stays unchanged. Undefined if the club has no such link. */
export const updateRevoked = (
  db: Db,
  visibility: VisibilityScope,
  club: number,
  id: number,
  now: Date,
): Promise<(ClubLinkRow & { was_revoked: boolean }) | undefined> =>
  first(
    db,
    sql<ClubLinkRow & { was_revoked: boolean }>`with before as (
      select id, revoked_at from club_links where club_id = ${club} and id = ${id} for update
    ), l as (
      update club_links l set revoked_at = coalesce(l.revoked_at, ${now}) from before where l.id = before.id returning l.*
    )
    select ${columnsFor(visibility)}, before.revoked_at is not null as was_revoked from l join before on before.id = l.id`,
  );

/** The club a link points to, regardless of who can see it. */
export interface LinkedClubRow extends Omit<ClubState, 'can_see_members'> {
  readonly link_id: number;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly uses: number;
  readonly max_uses: number | null;
  readonly name: string;
  readonly description: string;
  readonly logo: string | null;
  readonly cover: string | null;
}

/** Selects the link with this token, and its club with the caller's membership. */
export const selectLinkedClub = (
  db: Db,
  me: number,
  hash: Buffer,
): Promise<LinkedClubRow | undefined> =>
  first(
    db,
    sql<LinkedClubRow>`select ${stateColumns}, l.id as link_id, l.expires_at, l.revoked_at, l.uses, l.max_uses,
      c.name, c.description, c.logo, c.cover
    from club_links l join clubs c on c.school_id = l.school_id and c.id = l.club_id and c.deleted_at is null
    ${joinOwnMembership(me)} where l.token_hash = ${hash}`,
  );

/** Locks a link, so that simultaneous uses wait. */
export const lockLink = async (db: Db, hash: Buffer): Promise<void> => {
  await sql`select from club_links where token_hash = ${hash} for update`.execute(db);
};

/** Counts a use of a locked link. */
export const updateUses = async (db: Db, link: number): Promise<void> => {
  await sql`update club_links set uses = uses + 1 where id = ${link}`.execute(db);
};

/** Removes links that ended before a time. */
export const deleteLinksBefore = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from club_links where least(expires_at, revoked_at) < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
};
