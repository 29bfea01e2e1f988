import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { PersonalScope, SchoolScope, Scope } from '#contract/api-keys/scopes.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';
import { expiredDays } from './api-keys.rules.ts';
import { personSummary } from '../people/summary/summary.queries.ts';

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly hint: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

export interface SchoolKeyRow extends KeyRow {
  readonly scopes: SchoolScope[];
  readonly by: { id: number; first_name: string; last_name: string; photo: string | null } | null;
}

/** Selects the school's keys that aren't revoked, newest first, optionally of one scope. */
export const selectSchoolKeys = (db: Db, scope?: SchoolScope): Promise<SchoolKeyRow[]> =>
  many(
    db,
    sql<SchoolKeyRow>`select k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.last_used_at,
      (select ${personSummary('u')}
        from users u where u.school_id = k.school_id and u.id = k.created_by) as by
    from api_keys k where k.user_id is null and k.ended_at is null and (${scope ?? null}::text is null or ${scope ?? null} = any(k.scopes))
    order by k.id desc`,
  );

export interface OwnKeyRow extends KeyRow {
  readonly scopes: PersonalScope[];
}

/** Selects a person's keys that aren't revoked, newest first. */
export const selectOwnKeys = (db: Db, person: number): Promise<OwnKeyRow[]> =>
  many(
    db,
    sql<OwnKeyRow>`select k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.last_used_at
    from api_keys k where k.user_id = ${person} and k.ended_at is null order by k.id desc`,
  );

/** Selects whether people can have personal keys, and the number of active ones. */
export const selectPersonalKeys = async (
  db: Db,
  now: Date,
): Promise<{ isAllowed: boolean; living: number }> => {
  const { rows } = await sql<{ isAllowed: boolean; living: number }>`
    select coalesce((select allows_personal from key_policies), true) as "isAllowed", (select count(*)::int from api_keys
      where user_id is not null and ended_at is null and (expires_at is null or expires_at > ${now})) as living`.execute(
    db,
  );
  return rows[0] ?? { isAllowed: true, living: 0 };
};

export const upsertKeyPolicy = async (
  db: Db,
  school: SchoolId,
  allowsPersonal: boolean,
): Promise<void> => {
  await sql`insert into key_policies (school_id, allows_personal) values (${school}::int, ${allowsPersonal})
    on conflict (school_id) do update set allows_personal = excluded.allows_personal`.execute(db);
};

/** Deletes the keys of a person who has left. */
export const deleteKeysOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from api_keys where user_id = ${person}`.execute(db);
};

const lockKeys = (person: number | null) =>
  sql`select pg_advisory_xact_lock(hashtextextended('api-keys:' || current_school() || ':' || ${person ?? 0}::bigint, 1))`;

/**
 * Revokes a person's keys, and returns the names of the active ones. Uses the lock of key creation: a key that is being created is either
 * revoked here, or its creation then finds that the session has ended.
 */
export const updateKeysRevoked = async (db: Db, person: number, now: Date): Promise<string[]> => {
  await lockKeys(person).execute(db);
  const { rows } = await sql<{
    name: string;
    worked: boolean;
  }>`update api_keys set ended_at = ${now}
    where user_id = ${person}::bigint and ended_at is null
    returning name, (expires_at is null or expires_at > ${now}) as worked`.execute(db);
  return rows.flatMap(({ name, worked }) => (worked ? [name] : [])).toSorted();
};

/** Selects the active keys of the school or of a person, under a lock, so that two simultaneous calls can't exceed the limit. */
export const selectActiveKeys = async (
  db: Db,
  person: number | null,
  now: Date,
): Promise<number> => {
  await lockKeys(person).execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from api_keys
    where user_id is not distinct from ${person}::bigint and ended_at is null and (expires_at is null or expires_at > ${now})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

export interface NewKeyRow {
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  /** The owner of a personal key. Null for a key of the school. */
  readonly person: number | null;
  readonly by: number | null;
  readonly now: Date;
  readonly expiresAt: Date | null;
}

export const insertKey = async (db: Db, school: SchoolId, key: NewKeyRow): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into api_keys (school_id, name, token_hash, hint, scopes, user_id, created_at, created_by, expires_at)
    values (${school}::int, ${key.name}, ${key.tokenHash}, ${key.hint}, ${key.scopes}::text[], ${key.person}, ${key.now}, ${key.by}, ${key.expiresAt})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Revokes a key of the school or of a person. Returns its name and scopes, or undefined if it doesn't exist or is already revoked. */
export const updateKeyRevoked = (
  db: Db,
  person: number | null,
  id: number,
  now: Date,
): Promise<{ name: string; scopes: Scope[] } | undefined> =>
  first(
    db,
    sql<{
      name: string;
      scopes: Scope[];
    }>`update api_keys set ended_at = ${now}
    where id = ${id} and user_id is not distinct from ${person}::bigint and ended_at is null returning name, scopes`,
  );

/** Revokes keys that expired a while ago, to keep lists short. */
export const revokeExpiredKeys = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`update api_keys set ended_at = expires_at
    where ended_at is null and expires_at < ${now}::timestamptz - ${expiredDays} * interval '1 day'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
};

/** The person's keys, for their data export. */
export const personalData: PersonalData = (me) => ({
  keysMade: sql`(select jsonb_agg(jsonb_build_object('name', k.name, 'madeAt', k.created_at, 'endedAt', k.ended_at) order by k.created_at)
        from api_keys k where k.created_by = ${me} and k.user_id is null)`,
  ownKeys: sql`(select jsonb_agg(jsonb_build_object('name', k.name, 'scopes', k.scopes, 'madeAt', k.created_at, 'expiresAt', k.expires_at,
          'lastUsedAt', k.last_used_at, 'endedAt', k.ended_at) order by k.created_at) from api_keys k where k.user_id = ${me})`,
});

/** Selects how a session started. Undefined if it has ended. */
export const selectMethod = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('method').where('id', '=', id).executeTakeFirst())
    ?.method;
