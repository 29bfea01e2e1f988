import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { PersonalData } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';

/** An account that an admin changes. */
export interface LockedAccount {
  readonly id: number;
  readonly is_admin: boolean;
  readonly is_disabled: boolean;
  /** True if an import or identity provider deactivated the account. */
  readonly is_deactivated: boolean;
  readonly is_suspended: boolean;
}

/** Returns these accounts, without deleted ones, and locks them until the transaction ends. */
export const lockAccounts = (db: Db, ids: readonly number[]): Promise<LockedAccount[]> =>
  many(
    db,
    sql<LockedAccount>`select u.id, u.is_admin, u.is_disabled, u.is_deactivated,
      exists (select from suspensions s where s.school_id = u.school_id and s.user_id = u.id) as is_suspended
    from users u where u.id = any(${ids as number[]}::bigint[]) and u.username <> 'erased-' || u.id
    order by u.id for no key update of u`,
  );

/** Returns whether the school has an active admin besides these people. Locks the admins, so that two can't suspend each other. */
export const hasOtherAdmin = async (db: Db, ids: readonly number[]): Promise<boolean> => {
  const admins = await many(
    db,
    sql<{
      id: number;
    }>`select id from users where is_admin and not is_disabled order by id for update`,
  );
  return admins.some(({ id }) => !ids.includes(Number(id)));
};

/** Stores suspensions. A repeated one only changes the reason. */
export const upsertSuspensions = async (
  db: Db,
  {
    school,
    people,
    reason,
    by,
    now,
  }: {
    school: SchoolId;
    people: readonly number[];
    reason: string;
    by: number | null;
    now: Date;
  },
): Promise<void> => {
  await sql`insert into suspensions (school_id, user_id, reason, suspended_by, suspended_at)
    select ${school}::int, id, ${reason}, ${by}, ${now} from unnest(${people as number[]}::bigint[]) as id
    on conflict (school_id, user_id) do update set reason = excluded.reason`.execute(db);
};

export const deleteSuspensions = async (db: Db, people: readonly number[]): Promise<void> => {
  await sql`delete from suspensions where user_id = any(${people as number[]}::bigint[])`.execute(
    db,
  );
};

/** Deletes a person's suspension and activity when their account is deleted. */
export const deleteAccountState = async (db: Db, person: number): Promise<void> => {
  await sql`delete from suspensions where user_id = ${person}`.execute(db);
  await sql`delete from user_activity where user_id = ${person}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  activity: sql`(select jsonb_agg(jsonb_build_object('lastSeenAt', nullif(a.last_seen_at, 'epoch'), 'lastSignInAt', a.signed_in_at))
    from user_activity a where a.user_id = ${me})`,
  suspensions: sql`(select jsonb_agg(jsonb_build_object('reason', s.reason, 'at', s.suspended_at)) from suspensions s where s.user_id = ${me})`,
});
