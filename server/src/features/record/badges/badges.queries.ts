import { sql } from 'kysely';
import type { BadgeBasis, BadgeIcon, PublicReason } from '#contract/record/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { issuedColumns, stillMatches } from '../record.queries.ts';

interface Named {
  id: number;
  name: string;
}

export interface BadgeRow extends Named {
  description: string;
  icon: BadgeIcon;
  color: number;
  basis: BadgeBasis;
  kind: Named | null;
  goal: number;
  steps: Named[];
}

export interface OwnBadgeRow extends BadgeRow {
  progress: number;
  award: { id: number; at: string } | null;
  revoked: { at: string; reason: string } | null;
}

export const badgeColumns = sql`b.id, b.name, b.description, b.icon, b.color, b.basis,
    case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end as kind,
    case when b.basis = 'badges' then greatest(1, (select count(*)::int from record_badge_steps s
      where s.school_id = b.school_id and s.badge_id = b.id)) else b.goal end as goal,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.position, p.id)
      from record_badge_steps s join record_badges p on p.school_id = s.school_id and p.id = s.step_id
      where s.school_id = b.school_id and s.badge_id = b.id), '[]') as steps`;

/** The person `who`'s verified amount of what the badge `b` counts. */
const progress = sql`case b.basis
    when 'hours' then (select coalesce(sum(e.minutes), 0)::int / 60 from record_entries e
      where e.school_id = b.school_id and e.user_id = who.id and e.state = 'verified' and (b.type_id is null or e.type_id = b.type_id))
    when 'entries' then (select count(*)::int from record_entries e
      where e.school_id = b.school_id and e.user_id = who.id and e.state = 'verified' and (b.type_id is null or e.type_id = b.type_id))
    when 'badges' then (select count(*)::int from record_badge_steps s join record_awards o on o.school_id = s.school_id
        and o.badge_id = s.step_id and o.user_id = who.id and o.revoked_at is null
      where s.school_id = b.school_id and s.badge_id = b.id)
    else 0 end`;

/** Returns all badges with someone's progress: first the badges they have, then the others by progress. */
export const selectOwnBadges = (db: Db, user: number): Promise<OwnBadgeRow[]> =>
  many(
    db,
    sql<OwnBadgeRow>`select x.id, x.name, x.description, x.icon, x.color, x.basis, x.kind, x.goal, x.steps, x.award, x.revoked, least(x.goal, case when x.award is not null then x.goal else x.so_far end) as progress from (
      select ${badgeColumns}, ${progress} as so_far, b.position,
        case when a.id is not null then jsonb_build_object('id', a.id, 'at', a.awarded_at) end as award,
        case when g.id is not null then jsonb_build_object('at', g.revoked_at, 'reason', g.revoke_reason) end as revoked
      from record_badges b cross join (select ${user}::bigint as id) as who
        left join record_types k on k.school_id = b.school_id and k.id = b.type_id
        left join record_awards a on a.school_id = b.school_id and a.badge_id = b.id and a.user_id = who.id and a.revoked_at is null
        left join record_awards g on g.school_id = b.school_id and g.badge_id = b.id and g.user_id = who.id and g.is_revoked_manually
      where b.basis <> 'manual' or a.id is not null or g.id is not null) as x
    order by x.award is null, x.so_far::float / x.goal desc, x.position, x.id`,
  );

/**
 * Awards people the badges whose goal they have reached, and revokes those they no longer qualify for, except badges
 * that staff awarded. Returns whether anything changed, because paths count badges. With `badge`, awards only this
 * badge and revokes nothing.
 */
export const settleAwards = async (
  db: Db,
  school: SchoolId,
  { users, badge, now }: { users: readonly number[]; badge: number | null; now: Date },
): Promise<boolean> => {
  const people = sql`(select u.id from users u where u.id = any(${users as number[]}::bigint[])) as who`;
  const given = await hasChangedRows(
    db,
    sql`insert into record_awards as a (school_id, badge_id, user_id, awarded_at)
      select ${school}::int, x.id, x.who, ${now}::timestamptz from (
        select ${badgeColumns}, who.id as who, ${progress} as so_far from record_badges b cross join ${people}
          left join record_types k on k.school_id = b.school_id and k.id = b.type_id
        where b.basis <> 'manual' and (${badge}::bigint is null or b.id = ${badge})) as x
      where x.so_far >= x.goal
    on conflict (school_id, user_id, badge_id) do update set revoked_at = null, awarded_at = excluded.awarded_at, awarded_by = null,
        is_manual = false
      where a.revoked_at is not null and not a.is_revoked_manually`,
  );
  if (badge !== null) return given;
  const taken = await hasChangedRows(
    db,
    sql`update record_awards a set revoked_at = ${now} from (
        select ${badgeColumns}, who.id as who, ${progress} as so_far from record_badges b cross join ${people}
          left join record_types k on k.school_id = b.school_id and k.id = b.type_id
        where b.basis <> 'manual') as x
      where a.user_id = x.who and a.badge_id = x.id and a.revoked_at is null and not a.is_manual and x.so_far < x.goal`,
  );
  return given || taken;
};

/** Awards a badge. Returns whether the badge and the person exist. `is_new` is true if the person didn't have it. */
export const upsertAward = (
  db: Db,
  school: SchoolId,
  { badge, user, by, now }: { badge: number; user: number; by: number; now: Date },
) =>
  first(
    db,
    sql<{ name: string; is_new: boolean }>`with award as (
      insert into record_awards as a (school_id, badge_id, user_id, awarded_at, awarded_by, is_manual)
      select ${school}::int, b.id, u.id, ${now}::timestamptz, ${by}::bigint, true from record_badges b cross join users u
      where b.id = ${badge} and u.id = ${user}
      on conflict (school_id, user_id, badge_id) do update set revoked_at = null, is_revoked_manually = false, revoke_reason = '', public_reason = null,
        is_manual = a.is_manual or a.revoked_at is not null,
        awarded_at = case when a.revoked_at is null then a.awarded_at else excluded.awarded_at end,
        awarded_by = case when a.revoked_at is null then a.awarded_by else excluded.awarded_by end
      returning badge_id, awarded_at = ${now}::timestamptz as is_new)
    select b.name, w.is_new from award w join record_badges b on b.id = w.badge_id`,
  );

/** Revokes a badge. `is_new` is true if the person had it. */
export const revokeAward = (
  db: Db,
  {
    badge,
    user,
    reason,
    publicReason,
    now,
  }: { badge: number; user: number; reason: string; publicReason: PublicReason; now: Date },
) =>
  first(
    db,
    sql<{ name: string; is_new: boolean }>`with award as (
      update record_awards set revoked_at = coalesce(revoked_at, ${now}::timestamptz), is_revoked_manually = true, revoke_reason = ${reason}, public_reason = ${publicReason}
      where badge_id = ${badge} and user_id = ${user} returning badge_id, revoked_at = ${now}::timestamptz as is_new)
    select b.name, w.is_new from award w join record_badges b on b.id = w.badge_id`,
  );

export interface AwardRow {
  id: number;
  badge: number;
  name: string;
  description: string;
  awarded_at: Date;
}

/** Returns someone's badges. `awards` limits them; null returns all. */
export const selectAwards = (
  db: Db,
  user: number,
  awards: readonly number[] | null,
): Promise<AwardRow[]> =>
  many(
    db,
    sql<AwardRow>`select a.id, b.id as badge, b.name, b.description, a.awarded_at
    from record_awards a join record_badges b on b.school_id = a.school_id and b.id = a.badge_id
    where a.user_id = ${user} and a.revoked_at is null and (${awards === null} or a.id = any(${(awards ?? []) as number[]}::bigint[]))
    order by a.awarded_at, a.id`,
  );

/**
 * Updates whether everything in these people's learner records is still valid. Other programs only see whether the
 * whole record is valid.
 */
export const updateOutdated = async (db: Db, users: readonly number[]): Promise<void> => {
  await sql`update record_documents d set is_outdated = true
    where d.kind = 'learner_record' and d.revoked_at is null and not d.is_outdated
      and d.user_id = any(${users as number[]}::bigint[])
      and (exists (select from jsonb_to_recordset(d.content -> 'entries') as x (${issuedColumns})
          where not exists (select from record_entries e where e.id = x.id::bigint and ${stillMatches(sql`d.issued_at`)}))
        or exists (select from jsonb_to_recordset(d.content -> 'badges') as x (id text)
          where not exists (select from record_awards a where a.id = x.id::bigint and a.revoked_at is null)))`.execute(
    db,
  );
};

/** Locks the people until this transaction ends, so that no other transaction settles their badges. */
export const lockPeople = async (db: Db, users: readonly number[]): Promise<void> => {
  await sql`select from users where id = any(${users as number[]}::bigint[]) order by id for no key update`.execute(
    db,
  );
};

/** Starts to settle a badge for everyone with a verified experience or a badge. */
export const startSettling = async (db: Db, badge: number): Promise<void> => {
  await sql`update record_badges set awarding_done = 0, awarding_total = (select count(*) from ${counting}) where id = ${badge}`.execute(
    db,
  );
};

/** The people with anything that badges can count. */
const counting = sql`(select user_id from record_entries where state = 'verified'
  union select user_id from record_awards where revoked_at is null) as c`;

/** Returns the next people to settle a badge for, by id after `after`. Empty if the badge was changed again since. */
export const selectToSettle = async (
  db: Db,
  { badge, version, after, max }: { badge: number; version: number; after: number; max: number },
): Promise<number[] | undefined> => {
  const row = await first(
    db,
    sql<{
      people: number[];
    }>`select array(select c.user_id from ${counting} where c.user_id > ${after} order by c.user_id limit ${max}) as people
      from record_badges b where b.id = ${badge} and b.version = ${version} and b.awarding_total is not null`,
  );
  return row?.people;
};

/** Stores up to which person a badge is settled. `isDone` is true if it is settled for everyone. */
export const updateSettled = async (
  db: Db,
  { badge, people, isDone }: { badge: number; people: number; isDone: boolean },
): Promise<void> => {
  await sql`update record_badges set awarding_done = case when ${isDone} then 0 else awarding_done + ${people}::int end,
      awarding_total = case when ${isDone} then null else awarding_total end where id = ${badge}`.execute(
    db,
  );
};

/** Returns everyone with anything that badges can count. */
export const selectCounted = async (db: Db): Promise<number[]> =>
  (await many(db, sql<{ id: number }>`select c.user_id as id from ${counting} order by id`)).map(
    ({ id }) => id,
  );

/**
 * Awards a badge to people. Returns its name and the people who didn't have it. Undefined if there is no such badge.
 */
export const upsertAwards = (
  db: Db,
  school: SchoolId,
  { badge, users, by, now }: { badge: number; users: readonly number[]; by: number; now: Date },
): Promise<{ name: string; people: number[]; found: number } | undefined> =>
  first(
    db,
    sql<{ name: string; people: number[]; found: number }>`with wanted as (
      select u.id from users u where u.id = any(${users as number[]}::bigint[]) and not u.is_disabled
    ), award as (
      insert into record_awards as a (school_id, badge_id, user_id, awarded_at, awarded_by, is_manual)
      select ${school}::int, b.id, w.id, ${now}::timestamptz, ${by}::bigint, true from record_badges b cross join wanted w where b.id = ${badge}
      on conflict (school_id, user_id, badge_id) do update set revoked_at = null, is_revoked_manually = false, revoke_reason = '', public_reason = null,
        is_manual = true, awarded_at = excluded.awarded_at, awarded_by = excluded.awarded_by
      where a.revoked_at is not null
      returning user_id)
    select b.name, array(select user_id from award) as people, (select count(*)::int from wanted) as found from record_badges b where b.id = ${badge}`,
  );

/** A person who has a badge. */
export interface HolderRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
  award: number;
  awarded_at: Date;
  is_manual: boolean;
  awarded_by: string;
}

/** Returns the people who have a badge, latest award first. */
export const selectHolders = (
  db: Db,
  badge: number,
  before: { at: Date; id: number } | null,
  limit: number,
): Promise<HolderRow[]> =>
  many(
    db,
    sql<HolderRow>`select u.id, u.first_name, u.last_name, u.photo, a.id as award, a.awarded_at, a.is_manual,
      coalesce(trim(b.first_name || ' ' || b.last_name), '') as awarded_by
    from record_awards a join users u on u.school_id = a.school_id and u.id = a.user_id
      left join users b on b.school_id = a.school_id and b.id = a.awarded_by
    where a.badge_id = ${badge} and a.revoked_at is null
      ${before === null ? sql`` : sql`and (a.awarded_at, a.id) < (${before.at}::timestamptz, ${before.id}::bigint)`}
    order by a.awarded_at desc, a.id desc limit ${limit}`,
  );
