import { sql, type RawBuilder } from 'kysely';
import type { TwoStepPolicy } from '#contract/sessions/two-step.endpoints.ts';
import type { PersonalData } from '../../../kernel/feature.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { countChangedRows, first, hasChangedRows, idOf, many } from '../../../kernel/sql.ts';

/** A person's two-step verification. */
export interface TwoStepRow {
  readonly isOn: boolean;
  readonly hasApp: boolean;
  readonly appSecret: string | null;
  readonly appAddedAt: Date | null;
  readonly codesLeft: number;
}

export const selectTwoStep = async (db: Db, userId: number): Promise<TwoStepRow> => {
  const row = await first(
    db,
    sql<TwoStepRow>`select t.enabled_at is not null as "isOn", t.app_secret is not null as "hasApp", t.app_secret as "appSecret", t.app_added_at as "appAddedAt",
        (select count(*)::int from recovery_codes c where c.user_id = t.user_id and c.used_at is null) as "codesLeft"
      from two_step t where t.user_id = ${userId}`,
  );
  return row ?? { isOn: false, hasApp: false, appSecret: null, appAddedAt: null, codesLeft: 0 };
};

/** Creates and locks a person's row, so that simultaneous changes wait for each other. */
export const lockTwoStep = async (db: Db, school: SchoolId, userId: number): Promise<void> => {
  await sql`insert into two_step (school_id, user_id) values (${school}, ${userId}) on conflict do nothing`.execute(
    db,
  );
  await sql`select from two_step where user_id = ${userId} for update`.execute(db);
};

/** The time when the school's rules apply to a person (`u`) without two-step verification, or null. */
const dueAt: RawBuilder<Date | null> = sql`(select least(
      case when u.is_admin and p.admins_since is not null then greatest(p.admins_since, u.created_at) end,
      case when p.everyone_since is not null then greatest(p.everyone_since, u.created_at) end,
      (select min(greatest(r.since, g.granted_at)) from current_grants g
        join two_step_roles r on r.school_id = g.school_id and r.role_id = g.role_id
        where g.school_id = u.school_id and g.user_id = u.id and g.scope_id = 0)
    ) + p.grace_days * interval '1 day'
    from two_step_rules p where p.school_id = u.school_id)`;

/** Returns until when a person can sign in without two-step verification. Null if the school doesn't require it. */
export const selectDueAt = async (db: Db, userId: number): Promise<Date | null> =>
  (
    await first(
      db,
      sql<{ due: Date | null }>`select ${dueAt} as due from users u where u.id = ${userId}`,
    )
  )?.due ?? null;

/** Stores a new app's secret until it is confirmed. */
export const updatePendingSecret = async (
  db: Db,
  userId: number,
  secret: string,
  until: Date,
): Promise<void> => {
  await sql`update two_step set pending_secret = ${secret}, pending_until = ${until} where user_id = ${userId}`.execute(
    db,
  );
};

export const selectPendingSecret = async (
  db: Db,
  userId: number,
  now: Date,
): Promise<string | null> =>
  (
    await first(
      db,
      sql<{ secret: string | null }>`select pending_secret as secret from two_step
        where user_id = ${userId} and pending_until > ${now}`,
    )
  )?.secret ?? null;

/** Stores a confirmed app. `step`: the time step of the code that confirmed it, which can't be used again. */
export const updateApp = async (
  db: Db,
  userId: number,
  { secret, step }: { readonly secret: string; readonly step: number },
  now: Date,
): Promise<void> => {
  await sql`update two_step set app_secret = ${secret}, app_added_at = ${now}, app_last_step = ${step}, pending_secret = null, pending_until = null
    where user_id = ${userId}`.execute(db);
};

export const deleteAppSecret = (db: Db, userId: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update two_step set app_secret = null, app_added_at = null, app_last_step = null where user_id = ${userId} and app_secret is not null`,
  );

export const updateTwoStepOn = async (db: Db, userId: number, now: Date): Promise<void> => {
  await sql`update two_step set enabled_at = coalesce(enabled_at, ${now}) where user_id = ${userId}`.execute(
    db,
  );
};

/** Uses up a time step. Returns false if a code of this or a later step was used before. */
export const updateAppStep = (db: Db, userId: number, step: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update two_step set app_last_step = ${step} where user_id = ${userId} and app_secret is not null and app_last_step < ${step}`,
  );

/** Replaces a person's recovery codes. */
export const replaceRecoveryCodes = async (
  db: Db,
  school: SchoolId,
  userId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> => {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(db);
  await sql`insert into recovery_codes (school_id, user_id, code_hash, created_at)
    select ${school}, ${userId}, hash, ${now} from unnest(${hashes as Buffer[]}::bytea[]) as c (hash)`.execute(
    db,
  );
};

/** Uses up a recovery code. Of two simultaneous uses, only one succeeds. */
export const updateRecoveryCodeUsed = (
  db: Db,
  userId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${hash} and used_at is null`,
  );

/** Ends a person's sign-ins that wait for their second step, for example because the password has changed. */
export const deleteSignInSteps = async (db: Db, userId: number): Promise<void> => {
  await sql`delete from sign_in_steps where user_id = ${userId}`.execute(db);
};

/** Deletes a person's app and recovery codes, and their unfinished sign-ins. Returns whether two-step verification was on. */
export const deleteTwoStep = async (db: Db, userId: number): Promise<boolean> => {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(db);
  await deleteSignInSteps(db, userId);
  const { rows } = await sql<{
    was: boolean;
  }>`delete from two_step where user_id = ${userId} returning enabled_at is not null as was`.execute(
    db,
  );
  return rows[0]?.was === true;
};

/** A sign-in that waits for its second step. */
export interface SignInStep {
  readonly user_id: number;
  readonly in_frame: boolean;
  readonly is_setup: boolean;
  readonly pending_secret: string | null;
}

export const insertSignInStep = async (
  db: Db,
  school: SchoolId,
  step: {
    readonly userId: number;
    readonly challengeHash: Buffer;
    readonly browserHash: Buffer;
    readonly inFrame: boolean;
    readonly isSetup: boolean;
    readonly expiresAt: Date;
  },
): Promise<void> => {
  await sql`insert into sign_in_steps (school_id, challenge_hash, user_id, browser_hash, in_frame, is_setup, expires_at)
    values (${school}, ${step.challengeHash}, ${step.userId}, ${step.browserHash}, ${step.inFrame}, ${step.isSetup}, ${step.expiresAt})`.execute(
    db,
  );
};

const isWaiting = (
  challengeHash: Buffer,
  browserHash: Buffer,
  now: Date,
) => sql`s.challenge_hash = ${challengeHash} and s.browser_hash = ${browserHash} and s.expires_at > ${now}
  and exists (select from users u where u.school_id = s.school_id and u.id = s.user_id and not u.is_disabled)`;

export const selectSignInStep = (
  db: Db,
  challengeHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<SignInStep | undefined> =>
  first(
    db,
    sql<SignInStep>`select s.user_id, s.in_frame, s.is_setup, s.pending_secret from sign_in_steps s
      where ${isWaiting(challengeHash, browserHash, now)}`,
  );

export const updateSignInSecret = async (
  db: Db,
  challengeHash: Buffer,
  secret: string,
): Promise<void> => {
  await sql`update sign_in_steps set pending_secret = ${secret} where challenge_hash = ${challengeHash}`.execute(
    db,
  );
};

/** Counts a try. Returns the number of tries, or 0 if the sign-in is gone. */
export const addSignInTry = async (db: Db, challengeHash: Buffer): Promise<number> =>
  (
    await first(
      db,
      sql<{
        tries: number;
      }>`update sign_in_steps set tries = tries + 1 where challenge_hash = ${challengeHash} returning tries`,
    )
  )?.tries ?? 0;

/** Ends a sign-in that waits for its second step. Returns false if it has already ended. */
export const deleteSignInStep = (db: Db, challengeHash: Buffer): Promise<boolean> =>
  hasChangedRows(db, sql`delete from sign_in_steps where challenge_hash = ${challengeHash}`);

export const deleteExpiredSteps = (db: Db, now: Date): Promise<number> =>
  countChangedRows(db, sql`delete from sign_in_steps where expires_at < ${now}`);

/**
 * Ends the password sessions of people who have to use two-step verification and haven't set it up in time, and the sessions in frames
 * that these handed over. They set it up when they sign in again. Sessions for which a host, an LMS or a provider vouches stay.
 */
export const endOverdueSessions = (db: Db, now: Date): Promise<number> =>
  countChangedRows(
    db,
    sql`delete from sessions s using users u where 'password' in (s.method, s.handed_over_from) and u.school_id = s.school_id and u.id = s.user_id
      and exists (select from two_step_rules) and ${dueAt} <= ${now}
      and not exists (select from two_step t where t.school_id = u.school_id and t.user_id = u.id and t.enabled_at is not null)`,
  );

interface RulesRow {
  readonly grace_days: number;
  readonly admins: boolean;
  readonly everyone: boolean;
}

/** Returns who has to use two-step verification. By default no one, and the grace period is two weeks. */
export const selectPolicy = async (db: Db): Promise<TwoStepPolicy> => {
  const rules = await first(
    db,
    sql<RulesRow>`select grace_days, admins_since is not null as admins, everyone_since is not null as everyone from two_step_rules`,
  );
  const roles = await many(
    db,
    sql<{ role_id: number }>`select role_id from two_step_roles order by role_id`,
  );
  return {
    admins: rules?.admins ?? false,
    everyone: rules?.everyone ?? false,
    roles: roles.map((row) => String(row.role_id)),
    graceDays: rules?.grace_days ?? 14,
  };
};

/** Returns the roles of the school that can require two-step verification. */
export const selectPolicyChoices = async (db: Db): Promise<{ id: string; name: string }[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
        name: string;
      }>`select id, name from roles where scope = 'school' order by position, id`,
    )
  ).map(({ id, name }) => ({ id: String(id), name }));

/** Stores the rules. A rule that already applied keeps its date. */
export const updatePolicy = async (
  db: Db,
  school: SchoolId,
  policy: TwoStepPolicy,
  now: Date,
): Promise<void> => {
  const since = (isOn: boolean, column: string) =>
    isOn ? sql`coalesce(two_step_rules.${sql.ref(column)}, ${now})` : sql`null`;
  await sql`insert into two_step_rules (school_id, grace_days, admins_since, everyone_since)
    values (${school}, ${policy.graceDays}, ${policy.admins ? now : null}, ${policy.everyone ? now : null})
    on conflict (school_id) do update set grace_days = excluded.grace_days,
      admins_since = ${since(policy.admins, 'admins_since')}, everyone_since = ${since(policy.everyone, 'everyone_since')}`.execute(
    db,
  );
  const ids = policy.roles.map(idOf);
  await sql`delete from two_step_roles where not (role_id = any(${ids}::bigint[]))`.execute(db);
  await sql`insert into two_step_roles (school_id, role_id, since)
    select r.school_id, r.id, ${now} from roles r where r.id = any(${ids}::bigint[]) and r.scope = 'school' on conflict do nothing`.execute(
    db,
  );
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  twoStepVerification: sql`(select jsonb_agg(jsonb_build_object('onSince', t.enabled_at, 'appAddedAt', t.app_added_at)) from two_step t where t.user_id = ${me})`,
  recoveryCodes: sql`(select jsonb_agg(jsonb_build_object('createdAt', c.created_at, 'usedAt', c.used_at)) from recovery_codes c where c.user_id = ${me})`,
  unfinishedSignIns: sql`(select jsonb_agg(jsonb_build_object('expiresAt', s.expires_at)) from sign_in_steps s where s.user_id = ${me})`,
});
