import { sql } from 'kysely';
import type { BadgeBasis, BadgeIcon } from '#contract/record/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { changed, first, many } from '../../../kernel/sql.ts';

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
}

export const badgeColumns = sql`b.id, b.name, b.description, b.icon, b.color, b.basis,
    case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end as kind,
    case when b.basis = 'badges' then greatest(1, (select count(*)::int from record_badge_steps s
      where s.school_id = b.school_id and s.badge_id = b.id)) else b.goal end as goal,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.place, p.id)
      from record_badge_steps s join record_badges p on p.school_id = s.school_id and p.id = s.step_id
      where s.school_id = b.school_id and s.badge_id = b.id), '[]') as steps`;

/** How much of what the badge `b` counts the person `who` has verified. */
const progress = sql`case b.basis
    when 'hours' then (select coalesce(sum(e.minutes), 0)::int / 60 from record_entries e
      where e.school_id = b.school_id and e.user_id = who.id and e.state = 'verified' and (b.kind_id is null or e.kind_id = b.kind_id))
    when 'entries' then (select count(*)::int from record_entries e
      where e.school_id = b.school_id and e.user_id = who.id and e.state = 'verified' and (b.kind_id is null or e.kind_id = b.kind_id))
    when 'badges' then (select count(*)::int from record_badge_steps s join record_awards o on o.school_id = s.school_id
        and o.badge_id = s.step_id and o.user_id = who.id and o.revoked_at is null
      where s.school_id = b.school_id and s.badge_id = b.id)
    else 0 end`;

/** All badges with how far somebody is: those they have first, then those they are nearest to. */
export const selectOwnBadges = (db: Db, user: number): Promise<OwnBadgeRow[]> =>
  many(
    db,
    sql<OwnBadgeRow>`select x.id, x.name, x.description, x.icon, x.color, x.basis, x.kind, x.goal, x.steps, x.award, least(x.goal, case when x.award is not null then x.goal else x.so_far end) as progress from (
      select ${badgeColumns}, ${progress} as so_far, b.place,
        case when a.id is not null then jsonb_build_object('id', a.id, 'at', a.awarded_at) end as award
      from record_badges b cross join (select ${user}::bigint as id) as who
        left join record_kinds k on k.school_id = b.school_id and k.id = b.kind_id
        left join record_awards a on a.school_id = b.school_id and a.badge_id = b.id and a.user_id = who.id and a.revoked_at is null
      where b.basis <> 'manual' or a.id is not null) as x
    order by x.award is null, x.so_far::float / x.goal desc, x.place, x.id`,
  );

/**
 * Awards people the badges whose goal they have reached, and takes back those they no longer reach, but for what staff awarded by
 * hand. Answers whether anything changed: a path may follow. `badge`: this one alone, and nothing is taken back.
 */
export const settleAwards = async (
  db: Db,
  school: SchoolId,
  { users, badge, now }: { users: readonly number[] | null; badge: number | null; now: Date },
): Promise<boolean> => {
  const people = sql`(select distinct e.user_id as id from record_entries e where e.state = 'verified'
      and (${users === null} or e.user_id = any(${(users ?? []) as number[]}::bigint[]))
    union select u.id from users u where u.id = any(${(users ?? []) as number[]}::bigint[])) as who`;
  const given = await changed(
    db,
    sql`insert into record_awards as a (school_id, badge_id, user_id, awarded_at)
      select ${school}::int, x.id, x.who, ${now}::timestamptz from (
        select ${badgeColumns}, who.id as who, ${progress} as so_far from record_badges b cross join ${people}
          left join record_kinds k on k.school_id = b.school_id and k.id = b.kind_id
        where b.basis <> 'manual' and (${badge}::bigint is null or b.id = ${badge})) as x
      where x.so_far >= x.goal
    on conflict (school_id, user_id, badge_id) do update set revoked_at = null, awarded_at = excluded.awarded_at, awarded_by = null,
        is_by_hand = false
      where a.revoked_at is not null and not a.is_revoked_by_hand`,
  );
  if (badge !== null) return given;
  const taken = await changed(
    db,
    sql`update record_awards a set revoked_at = ${now} from (
        select ${badgeColumns}, who.id as who, ${progress} as so_far from record_badges b cross join ${people}
          left join record_kinds k on k.school_id = b.school_id and k.id = b.kind_id
        where b.basis <> 'manual') as x
      where a.user_id = x.who and a.badge_id = x.id and a.revoked_at is null and not a.is_by_hand and x.so_far < x.goal`,
  );
  return given || taken;
};

/** Awards by hand; answers whether the badge and the person are there. */
export const upsertAward = (
  db: Db,
  school: SchoolId,
  { badge, user, by, now }: { badge: number; user: number; by: number; now: Date },
) =>
  first(
    db,
    sql<{ name: string }>`with award as (
      insert into record_awards as a (school_id, badge_id, user_id, awarded_at, awarded_by, is_by_hand)
      select ${school}::int, b.id, u.id, ${now}::timestamptz, ${by}::bigint, true from record_badges b cross join users u
      where b.id = ${badge} and u.id = ${user}
      on conflict (school_id, user_id, badge_id) do update set revoked_at = null, is_revoked_by_hand = false,
        is_by_hand = a.is_by_hand or a.revoked_at is not null,
        awarded_at = case when a.revoked_at is null then a.awarded_at else excluded.awarded_at end,
        awarded_by = case when a.revoked_at is null then a.awarded_by else excluded.awarded_by end
      returning badge_id)
    select b.name from award w join record_badges b on b.id = w.badge_id`,
  );

export const revokeAward = (db: Db, badge: number, user: number, now: Date) =>
  first(
    db,
    sql<{ name: string }>`with award as (
      update record_awards set revoked_at = coalesce(revoked_at, ${now}::timestamptz), is_revoked_by_hand = true
      where badge_id = ${badge} and user_id = ${user} returning badge_id)
    select b.name from award w join record_badges b on b.id = w.badge_id`,
  );

export interface AwardRow {
  id: number;
  badge: number;
  name: string;
  description: string;
  awarded_at: Date;
}

/** The badges that somebody has; `award`: only this one. */
export const selectAwards = (db: Db, user: number, award: number | null): Promise<AwardRow[]> =>
  many(
    db,
    sql<AwardRow>`select a.id, b.id as badge, b.name, b.description, a.awarded_at
    from record_awards a join record_badges b on b.school_id = a.school_id and b.id = a.badge_id
    where a.user_id = ${user} and a.revoked_at is null and (${award}::bigint is null or a.id = ${award})
    order by a.awarded_at, a.id`,
  );

/**
 * Says of learner records of these people whether all that they name still stands: other programs know only whether the whole does.
 * `users` null: of everybody.
 */
export const updateOutdated = async (db: Db, users: readonly number[] | null): Promise<void> => {
  await sql`update record_documents d set is_outdated = true
    where d.kind = 'learner_record' and d.revoked_at is null and not d.is_outdated
      and (${users === null} or d.user_id = any(${(users ?? []) as number[]}::bigint[]))
      and (exists (select from jsonb_to_recordset(d.content -> 'entries') as x (id text)
          where not exists (select from record_entries e where e.id = x.id::bigint and e.state = 'verified'))
        or exists (select from jsonb_to_recordset(d.content -> 'badges') as x (id text)
          where not exists (select from record_awards a where a.id = x.id::bigint and a.revoked_at is null)))`.execute(
    db,
  );
};
