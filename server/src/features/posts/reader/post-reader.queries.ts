import { sql, type RawBuilder } from 'kysely';
import { isPermitted, permittedScopeIds, withGrants } from '../../../kernel/access.ts';
import type { Call } from '../../../kernel/handle.ts';
import {
  readerOf as eventReaderOf,
  type EventReader,
} from '../../events/reader/event-reader.queries.ts';
import { viewContextOf } from '../../people/people.views.ts';
import {
  hiddenPeople,
  visibilityOf,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';

/** The reader of posts, as the queries need it. */
export interface PostReader {
  readonly viewer: number;
  readonly visibility: VisibilityScope;
  readonly now: Date;
  /** The same reader, for the events that posts are about. */
  readonly events: EventReader;
  /** SQL for the reader's permissions. The following fields depend on it. */
  readonly grants: RawBuilder<unknown>;
  /** SQL that is true if the reader moderates all posts of the school, including clubs. */
  readonly isStaff: RawBuilder<boolean>;
  /** The clubs where the reader has a permission. Null means all clubs. */
  readonly clubs: Record<'posts.publish' | 'posts.moderate', RawBuilder<number[]> | null>;
  /**
   * Returns SQL that is true if the reader has a permission in the club `club`. The statement must begin with
   * `withReader`.
   */
  readonly may: (
    club: RawBuilder<unknown>,
    permission: 'posts.publish' | 'posts.moderate',
  ) => RawBuilder<boolean>;
}

const columnOf = { 'posts.publish': 'publishes', 'posts.moderate': 'moderates' } as const;

export const readerOf = (call: Call): PostReader => {
  const { viewer, connect, rules } = viewContextOf(call);
  const clubs = {
    'posts.publish': permittedScopeIds(call, 'club', 'posts.publish'),
    'posts.moderate': permittedScopeIds(call, 'club', 'posts.moderate'),
  };
  return {
    viewer: call.me.userId,
    visibility: visibilityOf(viewer, connect, rules),
    now: call.now,
    events: eventReaderOf(call),
    grants: withGrants(call),
    isStaff: isPermitted(call, 'school', 0, 'posts.manage'),
    clubs,
    may: (club, permission) =>
      clubs[permission] === null
        ? sql`true`
        : sql`coalesce(${club} = any((select ${sql.ref(columnOf[permission])} from reader)::bigint[]), false)`,
  };
};

const none = sql`'{}'::bigint[]`;

/**
 * Begins a statement: adds the reader's permissions, hidden people, staff status and hubs, and the clubs in which they
 * publish and moderate.
 */
export const withReader = ({ viewer, visibility, grants, isStaff, clubs }: PostReader) =>
  sql`${grants}, reader as materialized (select array(${hiddenPeople(visibility)}) as hidden, ${isStaff} as is_staff, array(select h.id from hubs_of(${viewer}::bigint) h) as hubs,
    ${clubs['posts.publish'] ?? none} as publishes, ${clubs['posts.moderate'] ?? none} as moderates)`;

export const readerIsStaff = sql`(select is_staff from reader)`;

/**
 * Returns a condition that is true if the reader can't see a person's posts: either has blocked the other, or the reader
 * can't find them in the directory.
 */
export const isHiddenPerson = (person: RawBuilder<unknown>) =>
  // The `case` keeps the planner from estimating that no rows are left when one person wrote almost all posts.
  sql`coalesce(case when ${person} = any((select hidden from reader)::bigint[]) then true else false end, false)`;

/** True if the author of the post `p` is hidden from the reader. Posts in a club's name have no author for readers. */
const isOfHiddenPerson = sql`(not p.is_as_club and ${isHiddenPerson(sql`p.author_id`)})`;

/** Returns SQL that counts the rows by hidden people. It skips the count if no one is hidden. */
export const countOfHidden = (rows: RawBuilder<unknown>) =>
  sql`(case when (select cardinality(hidden) > 0 from reader)
    then (select count(*)::int from ${rows} and x.user_id = any((select hidden from reader)::bigint[])) else 0 end)`;

/** True if the reader can read the posts of the club `c`, which they can see. `m` is their membership, if any. */
const readsClub = sql`c.deleted_at is null and (c.posts_for = 'everyone' or m.user_id is not null)`;

const joinMembership = (viewer: number) =>
  sql`left join club_members m on m.school_id = c.school_id and m.club_id = c.id and m.user_id = ${viewer} and m.status = 'member'`;

/** Returns a condition that is true if the reader has a position in the club `c`. */
const isOfficer = (viewer: number) =>
  sql`exists (select from current_grants g where g.school_id = c.school_id and g.user_id = ${viewer} and g.scope_id = c.id)`;

/** Returns a condition that is true if the post `p` is for the whole school or for one of the reader's hubs. */
const isOfMyHubs = (reader: PostReader) =>
  sql`(p.hub_id is null or p.author_id = ${reader.viewer} or p.hub_id = any((select hubs from reader)::bigint[]))`;

/** Returns a condition that is true if the reader can publish in the club or feed of `p`. */
export const publishesHere = (reader: PostReader) =>
  sql`(${readerIsStaff} or p.club_id is not null and ${reader.may(sql`p.club_id`, 'posts.publish')})`;

/**
 * Returns a condition that is true if the post `p` is published and not hidden. For authors and moderators it is always
 * true. For the club's publishers it is also true for scheduled posts.
 */
const isShown = (
  reader: PostReader,
) => sql`(p.published_at <= ${reader.now} and not p.is_scheduled and p.hidden_at is null
    or p.author_id = ${reader.viewer} or ${readerIsStaff} or p.club_id is not null and (${reader.may(sql`p.club_id`, 'posts.moderate')}
      or p.is_scheduled and ${reader.may(sql`p.club_id`, 'posts.publish')}))`;

/**
 * Returns a condition that is true if the reader can see the post `p`. Every query for a single post uses it. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
export const isSeenPost = (reader: PostReader): RawBuilder<boolean> => sql`(
    p.deleted_at is null and not ${isOfHiddenPerson} and ${isShown(reader)}
    and (p.club_id is null and ${isOfMyHubs(reader)} or ${readerIsStaff} or exists (
      select from clubs_seen_by(${reader.viewer}::bigint, false) c ${joinMembership(reader.viewer)}
      where c.id = p.club_id and ${readsClub}
        and (p.aimed_at is null or p.author_id = ${reader.viewer} or m.tags && p.aimed_at or ${isOfficer(reader.viewer)}))))`;

/** The source of a feed. */
export type FeedSource =
  | { readonly kind: 'home' | 'school' | 'clubs' }
  | { readonly kind: 'club'; readonly club: number };

/**
 * Adds the school and the clubs of a feed that the reader can see, as `feeds`: 0 for the school, and ids of clubs with the reader's tags there. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
export const withFeeds = (reader: PostReader, from: FeedSource) => {
  const { viewer } = reader;
  const school = sql`select 0::bigint as feed_id, '{}'::text[] as tags, true as sees_aimed`;
  const ownClubs = sql`select c.id, m.tags, ${isOfficer(viewer)} from club_members m
    join clubs c on c.school_id = m.school_id and c.id = m.club_id and c.deleted_at is null
    where m.user_id = ${viewer} and m.status = 'member'`;
  // A club that appears twice would duplicate its posts.
  const one = (club: number) => sql`select c.id, coalesce(m.tags, '{}'), ${isOfficer(viewer)}
      from clubs_seen_by(${viewer}::bigint, false) c ${joinMembership(viewer)} where c.id = ${club} and ${readsClub} and not ${readerIsStaff}
    union all select c.id, '{}', true from clubs c where c.id = ${club} and ${readerIsStaff}`;
  const rows =
    from.kind === 'school'
      ? school
      : from.kind === 'home'
        ? sql`${school} union all ${ownClubs}`
        : sql`${school} where false union all ${from.kind === 'club' ? one(from.club) : ownClubs}`;
  return sql`feeds as materialized (${rows})`;
};

/**
 * Returns a condition that is true if the reader sees the post `p` in one of the `feeds`. Authors also see their posts
 * that moderators haven't reviewed.
 */
export const isInFeed = (
  reader: PostReader,
) => sql`(p.published_at <= ${reader.now} and not p.is_scheduled and (p.hidden_at is null or p.is_held and p.author_id = ${reader.viewer}) and ${isOfMyHubs(reader)}
    and not ${isOfHiddenPerson}
    and (p.aimed_at is null or feeds.sees_aimed or p.author_id = ${reader.viewer} or feeds.tags && p.aimed_at))`;
