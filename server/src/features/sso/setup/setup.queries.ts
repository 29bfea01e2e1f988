import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { SsoProvidersTable } from '../../../kernel/database/tables.ts';
import type { ProviderRow } from '../sso.queries.ts';
import { personSummary, type PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** A provider as its admin sees it. */
export interface SetupRow extends ProviderRow {
  readonly people: number;
  readonly test_person: PersonSummaryRow | null;
}

/** Returns all providers of the school in the order they were added. */
export const selectSetup = async (db: Db): Promise<SetupRow[]> => {
  const { rows } = await sql<SetupRow>`select p.*,
      (select count(*)::int from sso_links l where l.school_id = p.school_id and l.provider_id = p.id) as people,
      (select ${personSummary('u')}
        from users u where u.school_id = p.school_id and u.id = (p.test ->> 'userId')::bigint) as test_person
    from sso_providers p order by p.created_at, p.id`.execute(db);
  return rows;
};

/** Returns a provider and locks it until the transaction ends. */
export const selectProviderToChange = (db: Db, id: number): Promise<ProviderRow | undefined> =>
  db.selectFrom('sso_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns the school's number of providers. */
export const countProviders = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sso_providers`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** The initial columns of a provider. */
export interface NewProvider {
  readonly kind: 'oidc' | 'saml';
  readonly name: string;
  readonly issuer: string;
  readonly metadata_url: string | null;
  readonly metadata: object;
  readonly identifier_claim: string;
  readonly first_name_claim: string;
  readonly last_name_claim: string;
  readonly email_claim: string;
}

/** Adds a provider, turned off. Returns its id. */
export const insertProvider = async (
  db: Db,
  school: SchoolId,
  provider: NewProvider,
  now: Date,
): Promise<number> => {
  const { id } = await db
    .insertInto('sso_providers')
    .values({
      school_id: school,
      ...provider,
      metadata: JSON.stringify(provider.metadata),
      match_by: 'username',
      read_at: now,
      requested_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Updates a provider. */
export const updateProviderRow = async (
  db: Db,
  id: number,
  change: Updateable<SsoProvidersTable>,
): Promise<void> => {
  if (Object.keys(change).length > 0)
    await db.updateTable('sso_providers').set(change).where('id', '=', id).execute();
};

/** Removes a provider with its links and pending sign-ons. */
export const deleteProviderRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('sso_providers').where('id', '=', id).execute();
};

/**
 * Locks the school's setup until the transaction ends, so that two people can't turn off the last two providers at the
 * same time.
 */
export const lockSetup = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('sso:' || current_school(), 3))`.execute(
    db,
  );
};

/** Returns whether a provider other than `id` is on and tested. */
export const hasOtherReady = async (db: Db, id: number): Promise<boolean> => {
  const { rows } =
    await sql`select from sso_providers where id <> ${id} and is_on and tested_at is not null limit 1`.execute(
      db,
    );
  return rows.length > 0;
};

/** Returns admins who have a password. */
export const selectAdmins = async (db: Db): Promise<PersonSummaryRow[]> => {
  const { rows } =
    await sql<PersonSummaryRow>`select u.id, u.first_name, u.last_name, u.photo from users u
    join credentials c on c.school_id = u.school_id and c.user_id = u.id where u.is_admin and not u.is_disabled order by u.sort_name, u.id limit 200`.execute(
      db,
    );
  return rows;
};

/** Returns the people who can still sign in with a password if sign-on is required. */
export const selectFallbacks = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('sso_fallbacks').select('user_id').orderBy('user_id').execute()).map(
    (row) => row.user_id,
  );

/** Requires sign-on for everyone except `fallbacks`, or for no one. */
export const updateRequirement = async (
  db: Db,
  school: SchoolId,
  fallbacks: readonly number[] | null,
  now: Date,
): Promise<void> => {
  await db.deleteFrom('sso_fallbacks').execute();
  if (fallbacks === null) {
    await db.deleteFrom('sso_required').execute();
    return;
  }
  await db
    .insertInto('sso_fallbacks')
    .values(fallbacks.map((user_id) => ({ school_id: school, user_id })))
    .execute();
  await sql`insert into sso_required (school_id, since) values (${school}, ${now}) on conflict do nothing`.execute(
    db,
  );
};

/** Turns off all providers and allows passwords again. Returns how many providers were on. */
export const updateAllOff = async (db: Db): Promise<number> => {
  await db.deleteFrom('sso_fallbacks').execute();
  await db.deleteFrom('sso_required').execute();
  return Number(
    (
      await db
        .updateTable('sso_providers')
        .set({ is_on: false })
        .where('is_on', '=', true)
        .executeTakeFirst()
    ).numUpdatedRows,
  );
};
