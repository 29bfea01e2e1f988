import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { SsoMatch } from '#contract/sso/errors-shown.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { SsoProvidersTable } from '../../kernel/database/tables.ts';
import { first } from '../../kernel/sql.ts';
import type { Candidate } from './sso.rules.ts';
import type { Selectable } from 'kysely';

export type ProviderRow = Selectable<SsoProvidersTable>;

/** Returns a provider of the school. */
export const selectProvider = (db: Db, id: number): Promise<ProviderRow | undefined> =>
  db.selectFrom('sso_providers').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the providers with which people can sign in, in the order they were added. */
export const selectProvidersOn = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('sso_providers')
    .select(['id', 'name'])
    .where('is_on', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns whether only the fallback admins can sign in with a password. */
export const isSsoRequired = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('sso_required').select('since').executeTakeFirst()) !== undefined;

/** A pending sign-on. */
export interface RequestRow {
  readonly browser_hash: Buffer;
  readonly request_id: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly return_to: string;
  readonly tested_by: number | null;
}

/** Stores a pending sign-on. */
export const insertRequest = async (
  db: Db,
  school: SchoolId,
  request: RequestRow & { state_hash: Buffer; provider_id: number; expires_at: Date },
): Promise<void> => {
  await db
    .insertInto('sso_requests')
    .values({ school_id: school, ...request })
    .execute();
};

/** Takes the sign-on of a state. Of two simultaneous requests, only one gets it. */
export const takeRequest = (
  db: Db,
  provider: number,
  stateHash: Buffer,
  now: Date,
): Promise<RequestRow | undefined> =>
  first(
    db,
    sql<RequestRow>`delete from sso_requests where state_hash = ${stateHash} and provider_id = ${provider}
    and expires_at > ${now} returning browser_hash, request_id, nonce, verifier, return_to, tested_by`,
  );

/** Stores an accepted assertion. Returns false if it was already accepted. */
export const insertAssertion = async (
  db: Db,
  school: SchoolId,
  provider: number,
  id: string,
  expiresAt: Date,
): Promise<boolean> => {
  const { rows } =
    await sql`insert into sso_assertions (school_id, provider_id, assertion_id, expires_at)
    values (${school}, ${provider}, ${id}, ${expiresAt}) on conflict do nothing returning assertion_id`.execute(
      db,
    );
  return rows.length > 0;
};

/** Returns the person linked to a subject. */
export const selectLinked = (
  db: Db,
  provider: number,
  subject: string,
): Promise<Candidate | undefined> =>
  first(
    db,
    sql<Candidate>`select u.id, u.is_disabled from sso_links l join users u on u.school_id = l.school_id and u.id = l.user_id
    where l.provider_id = ${provider} and l.subject = ${subject}`,
  );

const fits: Record<Exclude<SsoMatch, 'username'>, string> = {
  sourced_id: 'r.sourced_id',
  identifier: 'r.identifier',
  master_identifier: 'r.user_master_identifier',
};

/**
 * Returns at most two people who match an identifier; two mean that it is ambiguous. Ignores case in usernames. A username that
 * another person had in different case is also ambiguous until an operator settles it.
 */
export const selectMatches = async (
  db: Db,
  provider: number,
  matchBy: SsoMatch,
  identifier: string,
): Promise<Candidate[]> => {
  const of =
    matchBy === 'username'
      ? sql`users u`
      : sql`roster_users r join users u on u.school_id = r.school_id and u.id = r.user_id`;
  const condition =
    matchBy === 'username'
      ? sql`u.username_key = lower(${identifier}) or u.id in (
          select d.user_id from duplicate_usernames d where d.username_key = lower(${identifier}))`
      : sql`${sql.raw(fits[matchBy])} = ${identifier}`;
  const { rows } = await sql<Candidate>`select u.id, u.is_disabled, exists (
      select from sso_links l where l.school_id = u.school_id and l.provider_id = ${provider} and l.user_id = u.id) as has_link
    from ${of} where ${condition} order by u.id limit 2`.execute(db);
  return rows;
};

/** Returns whether a username and an email address are taken. */
export const selectTaken = async (
  db: Db,
  username: string,
  email: string | null,
): Promise<{ username: boolean; email: boolean }> => {
  const { rows } = await sql<{
    username: boolean;
    email: boolean;
  }>`select exists (select from users where username_key = lower(${username})) as username,
    exists (select from users where email_key = lower(${email})) as email`.execute(db);
  return rows[0] ?? { username: true, email: true };
};

/** Links a subject to a person. */
export const insertLink = async (
  db: Db,
  school: SchoolId,
  link: { provider_id: number; subject: string; user_id: number },
  now: Date,
): Promise<void> => {
  await db
    .insertInto('sso_links')
    .values({ school_id: school, ...link, created_at: now, used_at: now })
    .execute();
};

/** Stores when a link was last used. */
export const updateLinkUsed = async (
  db: Db,
  provider: number,
  subject: string,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('sso_links')
    .set({ used_at: now })
    .where('provider_id', '=', provider)
    .where('subject', '=', subject)
    .execute();
};

/** Deletes a person's links to providers and their entry as a fallback admin. */
export const deleteTracesOf = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('sso_links').where('user_id', '=', userId).execute();
  await db.deleteFrom('sso_fallbacks').where('user_id', '=', userId).execute();
};

/** Deletes expired sign-ons, and assertions that would no longer be accepted. */
export const deleteExpiredRequests = async (db: Db, now: Date): Promise<number> => {
  const requests = await db
    .deleteFrom('sso_requests')
    .where('expires_at', '<', now)
    .executeTakeFirst();
  const assertions = await db
    .deleteFrom('sso_assertions')
    .where('expires_at', '<', now)
    .executeTakeFirst();
  return Number(requests.numDeletedRows + assertions.numDeletedRows);
};

/** Stores the result of a test sign-on. */
export const updateTest = async (
  db: Db,
  provider: ProviderRow,
  test: object,
  testedAt: Date | null,
): Promise<void> => {
  const { id, identifier_claim, match_by, client_id } = provider;
  await db
    .updateTable('sso_providers')
    .set({ test: JSON.stringify(test), tested_at: testedAt })
    .where('id', '=', id)
    // If the setup has changed since, the test doesn't count.
    .where('identifier_claim', '=', identifier_claim)
    .where('match_by', '=', match_by)
    .where(sql<boolean>`client_id is not distinct from ${client_id}`)
    .execute();
};

/** Returns providers whose metadata is a day old, and marks them as queued. */
export const updateQueued = async (db: Db, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`update sso_providers set requested_at = ${now}
    where metadata_url is not null and requested_at < ${now}::timestamptz - interval '1 day' returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Stores a provider's metadata. */
export const updateMetadata = async (
  db: Db,
  id: number,
  metadata: object,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('sso_providers')
    .set({ metadata: JSON.stringify(metadata), read_at: now, requested_at: now, read_error: null })
    .where('id', '=', id)
    .execute();
};

/** Stores why a reading failed. The previous metadata stays. */
export const updateReadError = async (db: Db, id: number, error: string): Promise<void> => {
  await db.updateTable('sso_providers').set({ read_error: error }).where('id', '=', id).execute();
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  signOns: sql`(select jsonb_agg(jsonb_build_object('provider', p.name, 'subject', l.subject, 'since', l.created_at, 'lastUsedAt', l.used_at))
        from sso_links l join sso_providers p on p.school_id = l.school_id and p.id = l.provider_id where l.user_id = ${me})`,
  passwordFallback: sql`(select jsonb_agg(jsonb_build_object('mayUsePassword', true)) from sso_fallbacks f where f.user_id = ${me})`,
});
