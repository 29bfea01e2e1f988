import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import type { ClubViewer } from '../club-viewer.ts';

/** The academic year starts on August 1. */
const yearOf = (now: Date): { from: Date; to: Date } => {
  const year = now.getUTCFullYear() - (now.getUTCMonth() < 7 ? 1 : 0);
  return { from: new Date(Date.UTC(year, 7, 1)), to: new Date(Date.UTC(year + 1, 7, 1)) };
};

/** Selects the ids of events that a club hosts, alone or as an accepted cohost. */
const hostedBy = (
  club: RawBuilder<unknown>,
) => sql`array(select o.id from events o where o.club_id = ${club}
    union select h.event_id from event_cohosts h where h.club_id = ${club} and h.is_accepted)`;

/**
 * Returns events `e` of the club `c` in the academic year that the caller can see. Calls
 * `server/database/functions/events_seen_by.sql`.
 */
const seenEvents = ({ visibility, isStaff }: ClubViewer, now: Date): RawBuilder<unknown> => {
  const { from, to } = yearOf(now);
  return sql`events_seen_by(${visibility.viewer}::bigint, ${sql.lit(isStaff)}) e
    where e.school_id = c.school_id and e.id = any(${hostedBy(sql`c.id`)}::bigint[]) and e.starts_at < ${to} and e.ends_at >= ${from}`;
};

/** Returns whether the club `c` has a coming event that the caller can see. Calls `server/database/functions/events_seen_by.sql`. */
export const hasComingEvents = (
  { visibility, isStaff }: ClubViewer,
  now: Date,
): RawBuilder<unknown> =>
  sql`exists (select from events_seen_by(${visibility.viewer}::bigint, ${sql.lit(isStaff)}) e
    where e.school_id = c.school_id and e.id = any(${hostedBy(sql`c.id`)}::bigint[]) and e.ends_at > ${now})`;

/**
 * Joins the number of the club's events in the academic year as `seen_events.events`, in a statement that starts with `withHidden`.
 * `withRegistrations` also counts their registrations by people that the caller can see and who show that they attend.
 */
export const joinEvents = (
  viewer: ClubViewer,
  now: Date,
  withRegistrations: boolean,
): RawBuilder<unknown> => {
  const registrations = sql`(select count(*) from event_registrations r
    where r.school_id = e.school_id and r.event_id = e.id and r.status in ('registered', 'attended', 'absent', 'excused')
      and (r.user_id = ${viewer.visibility.viewer} or ${sql.lit(viewer.isStaff)} or e.attendees_for = 'everyone' and not r.is_hidden)
      and r.user_id <> all((select ids from unseen)::bigint[])
      and not exists (select from users u where u.school_id = r.school_id and u.id = r.user_id and u.is_disabled))`;
  return sql`cross join lateral (select count(*)::int as events, ${withRegistrations ? sql`coalesce(sum(${registrations}), 0)::int` : sql`0`} as registrations
    from (select e.school_id, e.id, e.attendees_for from ${seenEvents(viewer, now)}) as e) as seen_events`;
};

export interface ClubEventRow {
  readonly id: number;
  readonly title: string;
  readonly location: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly zone: string;
  readonly is_all_day: boolean;
  readonly cover: string | null;
}

/** Returns the next times of a club's events that the caller can see. Calls `server/database/functions/events_seen_by.sql`. */
export const selectClubEvents = (
  db: Db,
  { visibility, isStaff }: ClubViewer,
  { club, now, size }: { club: number; now: Date; size: number },
): Promise<ClubEventRow[]> =>
  many(
    db,
    sql<ClubEventRow>`select e.id, e.title, e.location, e.cover, x.starts_at, x.ends_at, e.series ->> 'zone' as zone,
      length(e.series ->> 'start') = 10 as is_all_day
    from events_seen_by(${visibility.viewer}::bigint, ${sql.lit(isStaff)}) e cross join lateral (
      select t.starts_at, t.ends_at from event_starts t where t.school_id = e.school_id and t.event_id = e.id and t.ends_at > ${now}
      order by t.starts_at limit 1) x
    where e.id = any(${hostedBy(sql`${club}::bigint`)}::bigint[]) order by x.starts_at, e.id limit ${sql.lit(size)}`,
  );
