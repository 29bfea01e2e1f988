import { sql, type RawBuilder } from 'kysely';
import { clubOfficeLimits as limits, type ClubLogKind } from '#contract/club-office/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import { first, many } from '../../kernel/sql.ts';
import type { ClubViewer } from '../clubs/club-viewer.ts';
import {
  joinOwnMembership,
  fromVisibleMembers,
  sumOfPoints,
} from '../clubs/membership/club-people.queries.ts';
import { submissionOf } from '../club-registration/club-registration.queries.ts';
import { isPresent, type VisibilityScope } from '../people/privacy/privacy.queries.ts';
import { type PersonSummaryRow, personSummary } from '../people/summary/summary.queries.ts';

const dayMs = 86_400_000;
const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);
const after = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

export interface FiguresRow {
  readonly members: number;
  readonly new_members: number;
  readonly active: number;
  readonly points: number;
  readonly counts_points: boolean;
  readonly weeks: readonly {
    readonly start: string;
    readonly members: number;
    readonly joined: number;
    readonly left: number;
    readonly posts: number;
    readonly comments: number;
  }[];
}

/** Selects a club's statistics in one statement, of the members that the caller can see. Weeks end now. */
export const selectFigures = (db: Db, viewer: ClubViewer, club: number, now: Date) => {
  const { visibility, isStaff } = viewer;
  const lately = before(now, limits.days);
  const firstWeek = before(now, limits.weeks * 7);
  return first(
    db,
    sql<FiguresRow>`
    with seen as materialized (
      select m.user_id, m.since from clubs c ${joinOwnMembership(visibility.viewer)}
      cross join lateral (select m.user_id, m.since from ${fromVisibleMembers(visibility, isStaff)}) as m
      where c.id = ${club}
    ), gone as materialized (
      select d.since::timestamptz as since, d.until::timestamptz as until from club_departures d
      where d.club_id = ${club} and d.until >= ${firstWeek}::date
    ), live as materialized (
      -- A comment makes its post active, so what is older holds nothing of these weeks.
      select p.id, p.author_id, p.published_at from posts p
      where p.club_id = ${club} and p.deleted_at is null and p.active_at > ${firstWeek} and p.published_at <= ${now} and not p.is_scheduled
    ), talk as materialized (
      select k.author_id, k.created_at from live join comments k on k.post_id = live.id
      where k.created_at > ${firstWeek} and k.deleted_at is null
    ), done as (
      select author_id as user_id from live where published_at > ${lately}
      union select author_id from talk where created_at > ${lately}
      union select l.user_id from live join post_likes l on l.post_id = live.id where l.liked_at > ${lately}
      union select v.user_id from live join poll_votes v on v.post_id = live.id where v.voted_at > ${lately}
      union select a.user_id from surveys s join forms f on f.owner_kind = 'survey' and f.owner_id = s.id
        join form_responses a on a.form_id = f.id where s.club_id = ${club} and a.responded_at > ${lately}
    )
    select (select count(*)::int from seen) as members,
      (select count(*)::int from seen where since > ${lately}) as new_members,
      -- These two count everyone: what a block changed about them would say what that person did and has.
      (select count(*)::int from club_members m where m.club_id = ${club} and m.status = 'member' and not m.is_disabled
        and m.user_id in (select user_id from done)) as active,
      (select ${sumOfPoints} from clubs c where c.id = ${club}) as points,
      exists (select from club_point_settings s where s.club_id = ${club})
        or exists (select from club_point_balances b where b.club_id = ${club}) as counts_points,
      (select jsonb_agg(jsonb_build_object('start', w.start,
        'members', (select count(*) from seen where since <= w.stop) + (select count(*) from gone where since <= w.stop and until > w.stop),
        'joined', (select count(*) from seen where since > w.start and since <= w.stop) + (select count(*) from gone where since > w.start and since <= w.stop),
        'left', (select count(*) from gone where until > w.start and until <= w.stop),
        'posts', (select count(*) from live where published_at > w.start and published_at <= w.stop),
        'comments', (select count(*) from talk where created_at > w.start and created_at <= w.stop)) order by w.start)
      from (select s as start, s + interval '7 days' as stop
        from generate_series(${firstWeek}::timestamptz, ${before(now, 7)}::timestamptz, interval '7 days') as s) as w) as weeks`,
  );
};

interface Waiting {
  readonly count: number;
  readonly since: string | null;
}

/** The pending items of a club. */
export interface TodoRow {
  readonly requests: Waiting;
  readonly renewal: {
    readonly id: string | null;
    readonly state: string | null;
    readonly closes_at: string;
    readonly asked: number;
    readonly asked_since: string | null;
  } | null;
  readonly proposals: Waiting & { readonly event: string | null };
  readonly reports: Waiting & { readonly post: string | null };
  readonly closing: Waiting & { readonly survey: string | null };
  readonly drafts: Waiting & { readonly survey: string | null };
}

/**
 * Selects all pending items of a club in one statement. Omits reports about the caller's own posts, and about posts that they can't see.
 */
export const selectTodo = (
  db: Db,
  { visibility }: Pick<ClubViewer, 'visibility'>,
  club: number,
  now: Date,
) => {
  const isOthers = (author: RawBuilder<unknown>) =>
    sql`${author} is distinct from ${visibility.viewer}
        and (${author} is null or exists (select from users u where u.id = ${author} and ${isPresent(visibility)}))`;
  return first(
    db,
    sql<TodoRow>`
    with reported as materialized (
      select r.target_kind as kind, r.target_id::bigint as id, r.created_at from reports r
      where r.state in ('open', 'reviewing') and r.target_kind in ('post', 'topic', 'news', 'comment')
    ), here as (
      select p.id as post, r.created_at from reported r join posts p on p.id = r.id
      where r.kind <> 'comment' and p.club_id = ${club} and p.deleted_at is null and p.hidden_at is null and ${isOthers(sql`p.author_id`)}
      union all
      select p.id, r.created_at from reported r join comments k on k.id = r.id join posts p on p.school_id = k.school_id and p.id = k.post_id
      where r.kind = 'comment' and p.club_id = ${club} and p.deleted_at is null and k.deleted_at is null and k.hidden_at is null
        and ${isOthers(sql`k.author_id`)}
    ), asked as materialized (
      select s.id, s.created_at, f.state, f.closes_at from surveys s join forms f on f.owner_kind = 'survey' and f.owner_id = s.id
      where s.club_id = ${club}
    ), closing as (
      select * from asked where state = 'open' and closes_at > ${now} and closes_at <= ${after(now, limits.soonDays.survey)}
    ), newest as (
      select * from club_renewal_windows where opens_at <= ${now} order by opens_at desc, id desc limit 1
    )
    select
      (select jsonb_build_object('count', count(*), 'since', min(m.since)) from club_members m
        join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.club_id = ${club} and m.status = 'requested' and not u.is_disabled) as requests,
      (select jsonb_build_object('count', count(*), 'since', min(created_at), 'post', (array_agg(post order by created_at))[1]::text) from here) as reports,
      (select jsonb_build_object('count', count(*), 'since', min(s.submitted_at), 'event', (array_agg(e.id order by s.submitted_at))[1]::text)
        from events e join approval_submissions s on s.school_id = e.school_id and s.kind = 'event_proposal' and s.subject_id = e.id and s.state = 'submitted'
        where e.club_id = ${club} and e.proposal = 'open') as proposals,
      (select jsonb_build_object('count', count(*), 'since', min(closes_at), 'survey', (array_agg(id order by closes_at))[1]::text) from closing) as closing,
      (select jsonb_build_object('count', count(*), 'since', min(created_at), 'survey', (array_agg(id order by created_at desc))[1]::text)
        from asked where state = 'draft') as drafts,
      (select jsonb_build_object('id', a.id::text, 'state', a.submission ->> 'state', 'closes_at', w.closes_at,
          'asked', (select count(*) from club_application_officers o where o.application_id = a.id and o.state = 'asked'),
          'asked_since', (select min(o.requested_at) from club_application_officers o where o.application_id = a.id and o.state = 'asked'))
        from newest w join clubs c on c.id = ${club} and c.deleted_at is null and c.status in ('active', 'frozen') and c.created_at < w.opens_at
          left join lateral (select a.id, a.approved_at, a.handed_over_at, ${submissionOf} as submission from club_applications a
            where a.school_id = w.school_id and a.window_id = w.id and a.club_id = c.id) as a on true
        where a.approved_at is null) as renewal`,
  );
};

/** A member or officer on the overview. */
export type MemberRow = PersonSummaryRow & { readonly since: string };
export type OfficerRow = PersonSummaryRow & {
  readonly position: string;
  readonly ends_at: string | null;
};

/** Selects the newest members and the officers of a club that the caller can see, in one statement. */
export const selectPeople = (
  db: Db,
  { visibility }: Pick<ClubViewer, 'visibility'>,
  club: number,
) =>
  first(
    db,
    sql<{ newest: readonly MemberRow[]; officers: readonly OfficerRow[] }>`select
      (select coalesce(jsonb_agg(to_jsonb(${personSummary('n')}) || jsonb_build_object('since', n.since) order by n.since desc, n.id), '[]') from (
        -- Reads one member at a time from the newest on.
        select u.*, m.since from club_members m cross join lateral (
          select v.* from users v where v.school_id = m.school_id and v.id = m.user_id offset 0) as u
        where m.club_id = ${club} and m.status = 'member' and not m.is_disabled and ${isPresent(visibility)}
        order by m.since desc limit ${sql.lit(limits.newest)}) as n) as newest,
      (select coalesce(jsonb_agg(to_jsonb(${personSummary('n')}) || jsonb_build_object('position', n.position_name, 'ends_at', n.grant_ends)
          order by n.position_order, n.sort_name, n.id), '[]') from (
        select u.*, r.name as position_name, r.position as position_order, g.ends_at as grant_ends
        from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id and r.scope = 'club'
          join users u on u.school_id = g.school_id and u.id = g.user_id
        where g.scope_id = ${club} and not u.is_disabled and ${isPresent(visibility)}
        order by r.position, u.sort_name, u.id limit ${sql.lit(limits.officers)}) as n) as officers`,
  );

export interface LogRow {
  readonly number: number;
  readonly at: Date;
  readonly kind: ClubLogKind;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly actor: PersonSummaryRow | null;
  readonly people: readonly PersonSummaryRow[];
  readonly people_count: number;
}

interface Narrowed {
  readonly kinds: readonly ClubLogKind[];
  readonly officer: number | null;
}

/** Selects activity log entries about a club, newest first, with the people that the caller can see, in one statement. */
export const selectLog = (
  db: Db,
  visibility: VisibilityScope,
  club: number,
  { kinds, officer }: Narrowed,
  { after: last, size }: { after: number | null; size: number },
) => {
  return many(
    db,
    sql<LogRow>`with page as materialized (
      select e.number, e.at, e.kind, e.detail, e.actor_id from activity_log e
      where e.club_id = ${club} and e.number < ${last ?? Number.MAX_SAFE_INTEGER} and e.kind = any(${kinds as ClubLogKind[]}::text[])
        and (${officer}::bigint is null or e.actor_id = ${officer}
          and exists (select from users u where u.id = ${officer} and ${isPresent(visibility)})) order by e.number desc limit ${size}
    )
    select e.number, e.at, e.kind, e.detail,
      (select ${personSummary('u')} from users u where u.id = e.actor_id and ${isPresent(visibility)}) as actor,
      coalesce((select jsonb_agg(${personSummary('u')} order by u.sort_name, u.id) from (
        select u.* from users u where u.id in (select value::bigint from jsonb_array_elements_text(named.ids) limit ${limits.named})
          and ${isPresent(visibility)}) as u), '[]') as people,
      jsonb_array_length(named.ids) as people_count
    from page e, lateral (
      select coalesce(e.detail -> 'people', case when e.detail ->> 'person' is not null then jsonb_build_array(e.detail -> 'person') else '[]' end) as ids
    ) as named
    order by e.number desc`,
  );
};
