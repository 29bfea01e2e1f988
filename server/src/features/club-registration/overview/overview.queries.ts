import { sql, type RawBuilder } from 'kysely';
import type { RenewalState } from '#contract/club-registration/limits.ts';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { submissionOf } from '../club-registration.queries.ts';

export interface OverviewRow {
  id: number;
  name: string;
  sort_name: string;
  state: RenewalState;
  members: number;
  application: string | null;
  submission: string | null;
  since: Date | null;
}

/**
 * Selects the newest renewal `w` that has started, and the state of each active or frozen club `c` in it. New clubs don't need to renew.
 */
const standings = (now: Date): RawBuilder<unknown> => sql`
  newest as (
    select * from club_renewal_windows where opens_at <= ${now} order by opens_at desc, id desc limit 1
  ), standing as (
    select c.school_id, c.id, c.name, c.sort_name, c.words, a.id as application, a.submission,
      coalesce(a.approved_at, (a.submission ->> 'submitted_at')::timestamptz) as since,
      case
        when w.id is null then case when c.created_at > ${now}::timestamptz - interval '1 year' then 'new' else 'none' end
        when a.approved_at is not null then 'renewed'
        when c.created_at >= w.opens_at then 'new'
        when a.submission ->> 'state' = 'submitted' and (a.submission ->> 'submitted_at')::timestamptz <= w.closes_at then 'review'
        when w.closes_at <= ${now} and a.submission ->> 'state' in ('submitted', 'changes_requested') then 'late'
        when c.status = 'frozen' then 'frozen'
        when w.closes_at <= ${now} then 'late'
        else 'due'
      end as state
    from clubs c left join newest w on w.school_id = c.school_id
      left join lateral (
        select a.id, a.approved_at, ${submissionOf} as submission
        from club_applications a where a.school_id = c.school_id and a.club_id = c.id and a.window_id = w.id
      ) as a on true
    where c.deleted_at is null and c.status in ('active', 'frozen')
  )`;

interface Narrowed {
  readonly state: RenewalState | null;
  readonly search: string;
}

/** Selects clubs with their state by name, after the last one of the previous page. */
export const selectStandings = (
  db: Db,
  now: Date,
  { state, search }: Narrowed,
  { after, size }: { after: readonly [string, number] | null; size: number },
) =>
  many(
    db,
    sql<OverviewRow>`with ${standings(now)}
    select s.id, s.name, s.sort_name, s.state, coalesce(s.application, (select a.id from club_applications a
        where a.school_id = s.school_id and a.club_id = s.id and a.kind = 'registration' limit 1))::text as application,
      s.submission ->> 'id' as submission, s.since,
      (select count(*)::int from club_members m where m.school_id = s.school_id and m.club_id = s.id and m.status = 'member') as members
    from standing s
    where (${state}::text is null or s.state = ${state})
      and not exists (select from unnest(search_words(${search})) as w (word)
        where not exists (select from unnest(s.words) as n (word) where starts_with(n.word, w.word)))
      and ${after === null ? sql`true` : sql`(s.sort_name, s.id) > (${after[0]}, ${after[1]})`}
    order by s.sort_name, s.id limit ${size}`,
  );

/** Counts the clubs by state. */
export const countStandings = (db: Db, now: Date) =>
  many(
    db,
    sql<{
      state: RenewalState;
      n: number;
    }>`with ${standings(now)} select state, count(*)::int as n from standing group by state`,
  );

/** Counts registrations that wait for a decision. */
export const countRegistrations = async (db: Db): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select count(*)::int as n from approval_submissions
      where waiting_since is not null and state = 'submitted' and kind = 'club_registration'`,
    )
  )?.n ?? 0;

export interface DueRow {
  id: number;
  name: string;
  officers: number[];
}

/** Selects clubs that haven't renewed, with their officers. */
export const selectDue = (db: Db, now: Date) =>
  many(
    db,
    sql<DueRow>`with ${standings(now)}
    select s.id, s.name, coalesce((select array_agg(distinct g.user_id) from current_grants g
      join users u on u.school_id = g.school_id and u.id = g.user_id
      where g.school_id = s.school_id and g.scope_id = s.id and not u.is_disabled), '{}') as officers
    from standing s where s.state in ('due', 'late') or s.state = 'frozen'`,
  );

/** Selects those of some active clubs that haven't renewed. */
export const selectUnrenewed = async (db: Db, ids: readonly number[], now: Date) =>
  (
    await many(
      db,
      sql<{ id: number }>`with ${standings(now)}
      select s.id from standing s where s.id = any(${ids as number[]}::bigint[]) and s.state in ('due', 'late')`,
    )
  ).map(({ id }) => id);

/** Selects clubs that wait for a renewal by a person, as an officer. */
export const selectDueOf = (db: Db, me: number, now: Date) =>
  many(
    db,
    sql<{
      id: number;
      name: string;
      status: ClubStatus;
      window_name: string;
      closes_at: Date;
      application: string | null;
    }>`
    with ${standings(now)}
    select s.id, s.name, c.status, w.name as window_name, w.closes_at, s.application::text as application
    from standing s join clubs c on c.school_id = s.school_id and c.id = s.id join newest w on w.school_id = s.school_id
    where s.id in (select g.scope_id from current_grants g where g.user_id = ${me} and g.scope_id <> 0)
      and s.state in ('due', 'late', 'frozen') and coalesce(s.submission ->> 'state', '') <> 'submitted'
    order by s.sort_name, s.id`,
  );
