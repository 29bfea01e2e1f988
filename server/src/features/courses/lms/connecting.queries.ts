import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first } from '../../../kernel/sql.ts';

/** Marks a state as used. Returns false if it already was. */
export const insertUsedState = (
  db: Db,
  school: SchoolId,
  stateHash: Buffer,
  expiresAt: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into lms_used_states (school_id, state_hash, expires_at) values (${school}, ${stateHash}, ${expiresAt}) on conflict do nothing`,
  );

/** A returned sign-on. */
export interface ReturnRow {
  readonly user_id: number;
  readonly session_id: string;
  readonly generation: number;
  readonly tokens: string;
  readonly token_expires_at: Date | null;
}

export const insertReturn = async (
  db: Db,
  school: SchoolId,
  row: ReturnRow & { ticket_hash: Buffer; expires_at: Date },
): Promise<void> => {
  await db
    .insertInto('lms_returns')
    .values({ school_id: school, ...row })
    .execute();
};

/** Takes a sign-on. With a repeated ticket, only one call gets it, and only in the session that started it. */
export const claimSignOn = (
  db: Db,
  ticketHash: Buffer,
  { user, session, now }: { user: number; session: string; now: Date },
): Promise<ReturnRow | undefined> =>
  first(
    db,
    sql<ReturnRow>`delete from lms_returns where ticket_hash = ${ticketHash} and user_id = ${user} and session_id = ${session} and expires_at > ${now}
      returning user_id, session_id, generation, tokens, token_expires_at`,
  );

export interface CountsRow {
  readonly connected: number;
  readonly ended: number;
  readonly failing: number;
}

export const selectCounts = async (db: Db): Promise<CountsRow> =>
  (await first(
    db,
    sql<CountsRow>`select count(*) filter (where ended_at is null)::int as connected,
      count(*) filter (where ended_at is not null)::int as ended,
      count(*) filter (where ended_at is null and problem is not null)::int as failing from lms_grants`,
  )) ?? { connected: 0, ended: 0, failing: 0 };

export interface NewSystem {
  readonly kind: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly isOn: boolean;
  readonly isOther: boolean;
  readonly now: Date;
}

export const upsertSystem = async (db: Db, school: SchoolId, it: NewSystem): Promise<void> => {
  await sql`insert into lms_systems (school_id, kind, name, base_url, client_id, client_secret, is_on, updated_at)
    values (${school}, ${it.kind}, ${it.name}, ${it.baseUrl}, ${it.clientId}, ${it.clientSecret}, ${it.isOn}, ${it.now})
    on conflict (school_id) do update set kind = excluded.kind, name = excluded.name, base_url = excluded.base_url, client_id = excluded.client_id,
      client_secret = excluded.client_secret, is_on = excluded.is_on, updated_at = excluded.updated_at,
      generation = lms_systems.generation + ${it.isOther ? 1 : 0}`.execute(db);
};

/** Ends all grants with their copies and pending sign-ons, because they were for another system. */
export const updateAllReplaced = async (db: Db, now: Date): Promise<void> => {
  await sql`update lms_grants set tokens = null, expires_at = null, ended_at = ${now}, end_reason = 'replaced', lease = null, leased_until = null
    where ended_at is null`.execute(db);
  await sql`delete from lms_copies`.execute(db);
  await sql`delete from lms_due`.execute(db);
  await sql`delete from lms_returns`.execute(db);
  await sql`delete from course_visits where course like 'lms-%'`.execute(db);
};

export const deleteSystem = async (db: Db): Promise<boolean> => {
  await sql`delete from lms_grants`.execute(db);
  await sql`delete from lms_returns`.execute(db);
  return hasChangedRows(db, sql`delete from lms_systems`);
};
