import { sql, type RawBuilder } from 'kysely';
import { isPermitted, permittedScopeIds, withGrants } from '../../../kernel/access.ts';
import type { Call } from '../../../kernel/handle.ts';
import { viewContextOf } from '../../people/people.views.ts';
import {
  blockedIds,
  isPresent,
  visibilityOf,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';

/** The viewer of events for statements. */
export interface EventReader {
  readonly viewer: number;
  readonly visibility: VisibilityScope;
  readonly connect: boolean;
  readonly now: Date;
  /** Their permissions, on which the following fields are based. */
  readonly held: RawBuilder<unknown>;
  /** True if they manage all events of the school and all clubs. */
  readonly isStaff: RawBuilder<boolean>;
  readonly isClubStaff: RawBuilder<boolean>;
  /** The clubs whose events they manage. Null for all. */
  readonly clubs: RawBuilder<number[]> | null;
}

/** The viewer's id, if nothing else matters. */
type Viewer = Pick<EventReader, 'viewer'>;

export const readerOf = (
  call: Pick<Call, 'actor' | 'school' | 'clock' | 'me' | 'now'>,
): EventReader => {
  const { viewer, connect, rules } = viewContextOf(call);
  return {
    viewer: call.me.userId,
    visibility: visibilityOf(viewer, connect, rules),
    connect,
    now: call.now,
    held: withGrants(call),
    isStaff: isPermitted(call, 'school', 0, 'events.manage_all'),
    isClubStaff: isPermitted(call, 'school', 0, 'clubs.manage'),
    clubs: permittedScopeIds(call, 'club', 'events.manage'),
  };
};

/** Starts a statement with the reader's blocked people, permissions, hubs and clubs. Calls `server/database/functions/hubs_of.sql`. */
export const withReader = (reader: EventReader) =>
  sql`${reader.held}, reader as materialized (select ${blockedIds(reader.visibility)} as blocked,
    ${rightsOf(reader, sql`array(select h.id from hubs_of(${reader.viewer}::bigint) h)`)})`;

/** Starts a part inside of a statement that already has `held` and a `reader` with their hubs, for an event without people. */
export const withRights = (reader: EventReader) =>
  sql`reader as materialized (select ${rightsOf(reader, sql`(select hubs from reader)`)})`;

const rightsOf = (
  { viewer, isStaff, isClubStaff, clubs }: EventReader,
  hubs: RawBuilder<unknown>,
) => sql`staff.of_events as is_staff, staff.of_events or staff.of_clubs as is_club_staff, ${clubs ?? sql`'{}'::bigint[]`} as manages,
    ${hubs} as hubs,
    array(select m.club_id from club_members m where m.user_id = ${viewer} and m.status = 'member') as clubs
    from (select ${isStaff} as of_events, ${isClubStaff} as of_clubs offset 0) as staff`;

/** Starts a statement about what a person sees as part of the audience, regardless of what they manage, for calendars. */
export const withAudience = (viewer: number) =>
  sql`reader as materialized (select '{}'::bigint[] as blocked, false as is_staff, false as is_club_staff, '{}'::bigint[] as manages,
    array(select h.id from hubs_of(${viewer}::bigint) h) as hubs,
    array(select m.club_id from club_members m where m.user_id = ${viewer} and m.status = 'member') as clubs)`;

/** Returns whether the person `u` is visible to the viewer, in a statement that starts with `withReader`. */
export const isPresentFor = ({ visibility, viewer }: EventReader): RawBuilder<unknown> =>
  isPresent(
    { ...visibility, blocked: sql`(select blocked from reader)::bigint[]` },
    false,
    sql`exists (select from connections k where k.low_id = least(u.id, ${viewer}::bigint) and k.high_id = greatest(u.id, ${viewer}::bigint)
      and k.is_accepted)`,
  );

const mine = sql`(select clubs from reader)::bigint[]`;

/** Returns whether the viewer manages the event `e`, as an officer of its club or as staff. */
export const manages = sql<boolean>`((select is_staff from reader) or e.club_id is not null
  and ((select is_club_staff from reader) or e.club_id = any((select manages from reader)::bigint[])))`;

/**
 * Returns whether the reader can see the club that hosts the event `e`, if a club does. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
const isClubSeen = ({ viewer }: Viewer) => sql`(e.club_id is null or exists (
  select from clubs_seen_by(${viewer}::bigint, false) c where c.id = e.club_id and c.deleted_at is null))`;

/** Returns whether the viewer is in the audience of the event `e`, which isn't for everyone. */
const isForGroup = ({ viewer }: Viewer) => sql`case
  when e.audience = 'hub' then e.hub_id = any((select hubs from reader)::bigint[])
  when e.audience = 'members' then
    e.club_id = any(${mine}) and (e.member_tags = '{}' or exists (select from club_members m
      where m.school_id = e.school_id and m.club_id = e.club_id and m.user_id = ${viewer} and m.tags && e.member_tags))
    or e.member_tags = '{}' and exists (select from event_cohosts h where h.school_id = e.school_id and h.event_id = e.id and h.is_accepted and h.club_id = any(${mine}))
  else false end`;

const isForEverybody = sql`e.audience in ('public', 'school')`;

/** Returns whether the viewer is in the audience of the event `e`. */
export const isForReader = (reader: Viewer) =>
  sql`case when ${isForEverybody} then ${isClubSeen(reader)} else ${isForGroup(reader)} end`;

/** Returns whether the viewer is invited to, hosts, or is registered for the event `e`. */
const isNamed = ({ viewer }: Viewer) => sql`(
  exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = ${viewer})
  or exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = ${viewer})
  or exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = ${viewer}
    and r.status not in ('canceled', 'declined')))`;

/** Returns whether the viewer manages the events of a club that is asked to cohost the published event `e`, so that they can read it. */
const isAsked = sql`(e.status in ('published', 'canceled') and exists (select from event_cohosts a where a.school_id = e.school_id and a.event_id = e.id and not a.is_accepted
  and a.club_id = any((select manages from reader)::bigint[])))`;

/** Returns whether the event has no club, or its club isn't deleted. */
const isClubThere = sql`(e.club_id is null or not exists (select from clubs gone
  where gone.school_id = e.school_id and gone.id = e.club_id and gone.deleted_at is not null))`;

/** The viewer's relationship to the event `e`. */
interface Relation {
  readonly manages: RawBuilder<boolean>;
  readonly isFor: RawBuilder<unknown>;
  readonly isNamed: RawBuilder<unknown>;
  readonly isProposer: RawBuilder<unknown>;
  readonly isAsked: RawBuilder<unknown>;
}

const relationOf = (reader: Viewer): Relation => ({
  manages,
  isFor: isForReader(reader),
  isNamed: isNamed(reader),
  isProposer: sql`e.proposed_by = ${reader.viewer}`,
  isAsked,
});

/** The only definition of who can see an event. */
const isSeenBy = (by: Relation): RawBuilder<boolean> =>
  sql`(${isClubThere} and (${by.manages} or e.hidden_at is null and (e.status in ('published', 'canceled') and (${by.isFor} or ${by.isNamed})
    or ${by.isProposer} or ${by.isAsked})))`;

/**
 * Returns whether the viewer can see the event `e`, including unpublished ones that they manage or proposed, in a statement that starts
 * with `withReader`.
 */
export const isSeenEvent = (reader: Viewer): RawBuilder<boolean> => isSeenBy(relationOf(reader));

/** Joins the viewer's relationship to the event `e`, computed once, for statements about one event. */
export const relationJoin = (reader: Viewer): RawBuilder<unknown> => {
  const by = relationOf(reader);
  // Without the offset, each use would compute it again.
  return sql`cross join lateral (select ${by.manages} as manages, ${by.isFor} as is_for, ${by.isNamed} as is_named,
    ${by.isProposer} as is_proposer, ${by.isAsked} as is_asked offset 0) relation`;
};

const joined: Relation = {
  manages: sql`relation.manages`,
  isFor: sql`relation.is_for`,
  isNamed: sql`relation.is_named`,
  isProposer: sql`relation.is_proposer`,
  isAsked: sql`relation.is_asked`,
};

const isOnlyAskedBy = (by: Relation): RawBuilder<boolean> =>
  sql`(${by.isAsked} and not (${by.manages} or ${by.isFor} or ${by.isNamed} or coalesce(${by.isProposer}, false)))`;

/**
 * Returns whether the viewer sees the event `e` only because their club is asked to cohost it: they can read it, but aren't in its
 * audience.
 */
export const isOnlyAsked = (reader: Viewer): RawBuilder<boolean> =>
  isOnlyAskedBy(relationOf(reader));

/** The relationship in statements with `relationJoin`. */
export const relation = {
  isSeen: isSeenBy(joined),
  manages: joined.manages,
  isOnlyAsked: isOnlyAskedBy(joined),
} as const;

/**
 * Like `isSeenEvent` for published events only, for lists. Being asked to cohost doesn't count. Checks the most frequent case first: events
 * for everyone, of a visible club.
 */
export const isSeenPublished = (reader: EventReader): RawBuilder<boolean> =>
  sql`(e.status = 'published' and e.hidden_at is null and case when ${isForEverybody} and ${isClubSeen(reader)} then true
    else (${isForGroup(reader)} or ${manages} or ${isNamed(reader)}) and ${isClubThere} end)`;
