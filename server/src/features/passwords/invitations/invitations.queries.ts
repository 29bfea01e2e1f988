import { sql, type RawBuilder } from 'kysely';
import type { PersonalData } from '../../../kernel/feature.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, lockTable, many } from '../../../kernel/sql.ts';
import { nameStartsWith, startsWith } from '../../people/people.queries.ts';
import {
  claimMinutes,
  invitationsPerMinute,
  minutesAfter,
  pauseMinutes,
} from './invitations.rules.ts';

/** The condition for people (`u`) without a password, a linked sign-on, an LMS link and a session. */
export const hasNoAccess = sql`not exists (select from credentials c where c.school_id = u.school_id and c.user_id = u.id)
  and not exists (select from sso_links l where l.school_id = u.school_id and l.user_id = u.id)
  and not exists (select from lti_links t where t.school_id = u.school_id and t.user_id = u.id)
  and not exists (select from sessions s where s.school_id = u.school_id and s.user_id = u.id)`;

/** The condition for active people (`u`) who can't have signed in. */
export const hasNotSignedIn = sql`not u.is_disabled and ${hasNoAccess}`;

/** A person who hasn't signed in, with the newest invitation. */
export interface InvitedRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
  readonly username: string;
  readonly email: string | null;
  readonly sort_name: string;
  readonly is_waiting: boolean | null;
  readonly sent_at: Date | null;
  readonly expires_at: Date | null;
  readonly failed_at: Date | null;
}

/** Returns people who haven't signed in, sorted by name, starting after `after`. */
export const selectInvited = (
  db: Db,
  {
    search,
    after,
    size,
  }: { search: string; after: readonly [string, number] | null; size: number },
): Promise<InvitedRow[]> =>
  many(
    db,
    sql<InvitedRow>`select u.id, u.first_name, u.last_name, u.photo, u.username, u.email, u.sort_name,
      i.is_waiting, i.sent_at, i.expires_at, i.failed_at
    from users u left join invitations i on i.school_id = u.school_id and i.user_id = u.id
    where ${hasNotSignedIn}
      ${after === null ? sql`` : sql`and (u.sort_name, u.id) > (${after[0]}, ${after[1]}::bigint)`}
      ${search === '' ? sql`` : sql`and (${foundBy(search)})`}
    order by u.sort_name, u.id limit ${size}`,
  );

const foundBy = (search: string): RawBuilder<unknown> =>
  sql`${nameStartsWith(search)} or ${startsWith(sql`u.email_key`, search)}`;

/** Returns the number of people who have an email address and haven't signed in. */
export const countInvitable = async (db: Db): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from users u where u.email is not null and ${hasNotSignedIn}`,
    )
  )?.n ?? 0;

/** The people to invite: some people, everyone, or the people that an import added. */
export type InvitationTargets =
  | { readonly people: readonly number[] }
  | { readonly all: true }
  | { readonly imported: number };

const requestedPeople = (wanted: InvitationTargets): RawBuilder<unknown> => {
  if ('all' in wanted) return sql`true`;
  return 'people' in wanted
    ? sql`u.id = any(${wanted.people as number[]}::bigint[])`
    : sql`u.id in (select unnest(a.keys)::bigint from import_additions a where a.import_id = ${wanted.imported} and a.table_name = 'users')`;
};

/** The result of a request for invitations, as numbers of people. */
export interface QueuedInvitations {
  /** The people whose invitation is in the queue. */
  readonly users: readonly number[];
  readonly skipped: number;
  readonly unreachable: number;
}

/**
 * Queues an invitation for each wanted person who hasn't signed in. Skips people whose last invitation is still waiting or too recent.
 * Assigns each invitation the next free minute of the school. Running it twice queues nothing twice.
 */
export const queueInvitations = async (
  db: Db,
  {
    school,
    wanted,
    origin,
    now,
  }: { school: SchoolId; wanted: InvitationTargets; origin: string; now: Date },
): Promise<QueuedInvitations> => {
  // Without the lock, two requests could assign the same minutes.
  await lockTable(db, 'invitations');
  const row = await first(
    db,
    sql<QueuedInvitations>`
    with wanted as (
      select u.id, u.email is not null as is_reachable,
        coalesce(i.is_waiting or greatest(i.requested_at, i.sent_at) > ${minutesAfter(now, -pauseMinutes)}, false) as is_recent
      from users u left join invitations i on i.school_id = u.school_id and i.user_id = u.id
      where ${hasNotSignedIn} and ${requestedPeople(wanted)}
    ), next_free as (
      select greatest(${now}::timestamptz, max(due_at) filter (where is_waiting)) as at from invitations
    ), queued as (
      insert into invitations as i (school_id, user_id, requested_at, origin, due_at)
      select ${school}::int, w.id, ${now}, ${origin},
        n.at + ((row_number() over (order by w.id) - 1) / ${invitationsPerMinute}) * interval '1 minute'
      from wanted w, next_free n where w.is_reachable and not w.is_recent
      on conflict (school_id, user_id) do update set requested_at = excluded.requested_at, origin = excluded.origin, is_waiting = true,
        due_at = excluded.due_at, claimed_at = null, attempts = 0, failed_at = null
      returning user_id
    )
    select array(select user_id from queued) as users,
      (count(*) filter (where is_reachable and is_recent))::int as skipped,
      (count(*) filter (where not is_reachable))::int as unreachable from wanted`,
  );
  return row ?? { users: [], skipped: 0, unreachable: 0 };
};

/** An invitation to send. */
export interface ClaimedInvitation {
  readonly user_id: number;
  readonly requested_at: Date;
  readonly origin: string;
  readonly attempts: number;
  readonly first_name: string;
  readonly email: string;
  readonly locale: string | null;
}

/** Claims due invitations for this server process. Drops those of people who are gone, suspended or able to sign in by now. */
export const claimInvitations = async (
  db: Db,
  now: Date,
  size: number,
): Promise<{ taken: number; invitations: ClaimedInvitation[] }> => {
  const rows = await many(
    db,
    sql<ClaimedInvitation & { is_wanted: boolean; due_at: Date }>`
    with waiting as (
      select user_id from invitations where is_waiting and due_at <= ${now}
        and (claimed_at is null or claimed_at < ${minutesAfter(now, -claimMinutes)})
      order by due_at, user_id limit ${size} for update skip locked
    ), checked as (
      select u.id, u.first_name, u.email, u.locale, u.email is not null and ${hasNotSignedIn} and not exists (select from sso_required) as is_wanted
      from waiting w join users u on u.id = w.user_id
    )
    update invitations i set claimed_at = ${now}, is_waiting = c.is_wanted from checked c where i.user_id = c.id
    returning i.user_id, i.requested_at, i.due_at, i.origin, i.attempts, c.first_name, c.email, c.locale, c.is_wanted`,
  );
  const inOrder = rows.toSorted(
    (a, b) => a.due_at.getTime() - b.due_at.getTime() || a.user_id - b.user_id,
  );
  return { taken: rows.length, invitations: inOrder.filter((row) => row.is_wanted) };
};

/**
 * Locks a claimed invitation until the transaction ends. Returns false if someone withdrew it, the person's address changed, or they
 * can already sign in.
 */
export const lockClaimed = async (
  db: Db,
  { user_id: user, requested_at: asked, email }: ClaimedInvitation,
): Promise<boolean> =>
  (
    await many(
      db,
      sql`select from invitations i join users u on u.school_id = i.school_id and u.id = i.user_id
      where i.user_id = ${user} and i.requested_at = ${asked} and i.is_waiting and u.email = ${email} and ${hasNotSignedIn}
      for update of i`,
    )
  ).length > 0;

type SentInvitation = Pick<ClaimedInvitation, 'user_id' | 'requested_at'>;

/** Records that an invitation's email was sent. Doesn't change an invitation that was requested again after it was claimed. */
export const updateInvitationSent = async (
  db: Db,
  { user_id: user, requested_at: asked }: SentInvitation,
  sentAt: Date,
  expiresAt: Date,
): Promise<void> => {
  await sql`update invitations set is_waiting = false, sent_at = ${sentAt}, expires_at = ${expiresAt}
    where user_id = ${user} and requested_at = ${asked} and is_waiting`.execute(db);
};

export const updateInvitationFailed = async (
  db: Db,
  { user_id: user, requested_at: asked }: SentInvitation,
  at: Date,
): Promise<void> => {
  await sql`update invitations set is_waiting = false, failed_at = ${at}
    where user_id = ${user} and requested_at = ${asked} and is_waiting`.execute(db);
};

/** Releases invitations that weren't sent. With `dueAt`, counts the try and schedules the next one for that time. */
export const releaseInvitations = async (
  db: Db,
  users: readonly number[],
  dueAt: Date | null,
): Promise<void> => {
  await sql`update invitations set claimed_at = null, due_at = coalesce(${dueAt}, due_at), attempts = attempts + ${dueAt === null ? 0 : 1}
    where user_id = any(${users as number[]}::bigint[]) and is_waiting`.execute(db);
};

/** Returns the time when the next invitation is due, or when its claim expires. Null if none is waiting. */
export const selectNextInvitation = async (db: Db): Promise<Date | null> =>
  (
    await first(
      db,
      sql<{
        at: Date | null;
      }>`select min(greatest(due_at, claimed_at + ${claimMinutes} * interval '1 minute')) as at from invitations where is_waiting`,
    )
  )?.at ?? null;

/** Deletes a person's invitation. Its link expires with the person's other tokens. */
export const deleteInvitation = async (db: Db, userId: number): Promise<void> => {
  await sql`delete from invitations where user_id = ${userId}`.execute(db);
};

/** Deletes the open invitations of people that an import added, before the import is undone (`undone_users`). */
export const endInvitationsOfUndone = async (db: Db): Promise<void> => {
  await sql`delete from password_resets r using undone_users l
    where l.before is null and r.user_id = l.id and r.purpose = 'invitation' and r.used_at is null`.execute(
    db,
  );
  await sql`delete from invitations i using undone_users l where l.before is null and i.user_id = l.id`.execute(
    db,
  );
};

/** Starts the job again for invitations that no job has claimed, for example because their event was lost. */
export const resumeInvitations: MaintenanceTask = async (db, now, school) => {
  const row = await first(
    db,
    sql<{
      origin: string;
    }>`select origin from invitations where is_waiting and due_at < ${minutesAfter(now, -claimMinutes)}
      and (claimed_at is null or claimed_at < ${minutesAfter(now, -claimMinutes)}) limit 1`,
  );
  if (row === undefined) return 0;
  await insertEvent(db, school, null, 'invitations_due', {}, null, row.origin);
  return 1;
};

/** Returns this feature's part of the personal data export. */
export const personalData: PersonalData = (me) => ({
  invitations: sql`(select jsonb_agg(jsonb_build_object('sentAt', i.sent_at, 'expiresAt', i.expires_at)) from invitations i where i.user_id = ${me})`,
});
