import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { locks } from '../../kernel/database/locks.ts';
import { first, many } from '../../kernel/sql.ts';
import { retentionDays, listedLinksMax, type SharingRow } from './sharing.rules.ts';

/** A share link as stored. */
export interface ShareLinkRow {
  id: number;
  encrypted_token: string;
  created_at: Date;
  expires_at: Date | null;
  withdrawn_at: Date | null;
  open_count: number;
  last_opened_at: Date | null;
}

const linkColumns = sql`id, encrypted_token, created_at, expires_at, withdrawn_at, open_count, last_opened_at`;

/** Returns a person's sharing settings. Undefined if they never saved any. */
export const selectSharing = (db: Db, me: number): Promise<SharingRow | undefined> =>
  first(db, sql<SharingRow>`select is_public, fields from public_profiles where user_id = ${me}`);

/** Stores a person's sharing settings. */
export const upsertSharing = async (
  db: Db,
  {
    school,
    me,
    isPublic,
    fields,
    now,
  }: { school: SchoolId; me: number; isPublic: boolean; fields: readonly string[]; now: Date },
): Promise<void> => {
  await sql`insert into public_profiles (school_id, user_id, is_public, fields, changed_at)
    values (${school}, ${me}, ${isPublic}, ${fields}, ${now})
    on conflict (school_id, user_id) do update set is_public = excluded.is_public, fields = excluded.fields, changed_at = excluded.changed_at`.execute(
    db,
  );
};

/** Returns the number of public profiles at the school. */
export const countPublicProfiles = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from public_profiles where is_public`.execute(db);
  return rows[0]?.n ?? 0;
};

/**
 * Returns a person's links, newest first, up to the limit. If there are too many, it leaves out those that ended first.
 */
export const selectShareLinks = (db: Db, me: number, now: Date): Promise<ShareLinkRow[]> =>
  many(
    db,
    sql<ShareLinkRow>`select * from (
      select ${linkColumns} from share_links where user_id = ${me}
      order by (withdrawn_at is null and (expires_at is null or expires_at > ${now})) desc, created_at desc, id limit ${listedLinksMax}) listed
    order by created_at desc, id`,
  );

/** Locks a person's links, so that simultaneous requests can't exceed the limit. Returns the number of active links. */
export const lockShareLinks = async (db: Db, me: number, now: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(${locks.shareLinks}::int, hashint8(${me}))`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from share_links
    where user_id = ${me} and withdrawn_at is null and (expires_at is null or expires_at > ${now})`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Stores a link. */
export const insertShareLink = (
  db: Db,
  link: {
    school: SchoolId;
    me: number;
    hash: Buffer;
    sealed: string;
    now: Date;
    expiresAt: Date | null;
  },
): Promise<ShareLinkRow | undefined> =>
  first(
    db,
    sql<ShareLinkRow>`insert into share_links (school_id, user_id, token_hash, encrypted_token, created_at, expires_at)
    values (${link.school}, ${link.me}, ${link.hash}, ${link.sealed}, ${link.now}, ${link.expiresAt}) returning ${linkColumns}`,
  );

/** Revokes a person's link, or restores it. Returns undefined if they have no link with this id. */
export const updateShareLink = (
  db: Db,
  me: number,
  id: number,
  withdrawnAt: Date | null,
): Promise<ShareLinkRow | undefined> =>
  first(
    db,
    sql<ShareLinkRow>`update share_links set withdrawn_at = ${withdrawnAt}
    where user_id = ${me} and id = ${id} returning ${linkColumns}`,
  );

/** Counts a view of a profile through an active link. Returns false if there is no such link. */
export const openShareLink = async (
  db: Db,
  person: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> => {
  const { rows } =
    await sql`update share_links set open_count = open_count + 1, last_opened_at = ${now}
    where token_hash = ${hash} and user_id = ${person} and withdrawn_at is null and (expires_at is null or expires_at > ${now})
    returning id`.execute(db);
  return rows.length > 0;
};

/** Deletes the sharing settings and links of a person whose account is deleted. */
export const deleteSharingOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from public_profiles where user_id = ${user}`.execute(db);
  await sql`delete from share_links where user_id = ${user}`.execute(db);
};

/** Deletes links that ended more than `retentionDays` ago. */
export const deleteEndedLinks = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from share_links
    where least(expires_at, withdrawn_at) < ${now}::timestamptz - ${retentionDays} * interval '1 day'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  publicProfile: sql`(select jsonb_agg(jsonb_build_object('isPublic', p.is_public, 'fields', p.fields, 'changedAt', p.changed_at))
        from public_profiles p where p.user_id = ${me})`,
  shareLinks: sql`(select jsonb_agg(jsonb_build_object('madeAt', l.created_at, 'endsAt', l.expires_at, 'withdrawnAt', l.withdrawn_at, 'opened', l.open_count)
          order by l.created_at) from share_links l where l.user_id = ${me})`,
});
