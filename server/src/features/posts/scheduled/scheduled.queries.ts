import { sql } from 'kysely';
import { postLimits, type PostKind, type UnpublishedReason } from '#contract/posts/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { movePoll } from '../polls/polls.queries.ts';
import { fromPosts, postColumns, type FeedCursor, type PostRow } from '../posts.queries.ts';
import {
  publishesHere,
  readerIsStaff,
  withReader,
  type PostReader,
} from '../reader/post-reader.queries.ts';
import { canSignIn, isInHub, publisherClub, type PublisherRow } from './publisher.queries.ts';

/**
 * Returns a condition for scheduled posts: those of a club, or, without one, the reader's own and, for staff, the
 * school's.
 */
export const scheduledOf = (reader: PostReader, club: number | null) =>
  club === null
    ? sql`select p.id, p.published_at from posts p where p.author_id = ${reader.viewer} and p.is_scheduled and p.deleted_at is null
      union select p.id, p.published_at from posts p where p.feed_id = 0 and p.is_scheduled and p.deleted_at is null and ${readerIsStaff}`
    : sql`select p.id, p.published_at from posts p
      where p.feed_id = ${club} and p.is_scheduled and p.deleted_at is null and (p.author_id = ${reader.viewer} or ${publishesHere(reader)})`;

/** A scheduled post with the total number of them. */
interface ScheduledRow extends PostRow {
  count: number;
}

/** Returns scheduled posts, next first. */
export const selectScheduled = (
  db: Db,
  reader: PostReader,
  club: number | null,
  { after, size }: { after: FeedCursor | null; size: number },
): Promise<ScheduledRow[]> =>
  many(
    db,
    sql<ScheduledRow>`with ${withReader(reader)}, waiting as materialized (${scheduledOf(reader, club)})
    select ${postColumns(reader)}, (select least(count(*), ${postLimits.unread})::int from waiting) as count
    from waiting join ${fromPosts} on p.id = waiting.id
    ${after === null ? sql`` : sql`where (waiting.published_at, waiting.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)`}
    order by waiting.published_at, waiting.id limit ${sql.lit(size)}`,
  );

/** A scheduled post that is due, with its responsible person. Their permissions are read separately. */
export interface DuePost extends Omit<PublisherRow, 'publishes'> {
  id: number;
  kind: PostKind;
  author_id: number | null;
  publisher: number | null;
  is_as_club: boolean;
  is_aimed: boolean;
  is_hidden: boolean;
}

const publisher = sql`s.publisher`;

/** Locks a post that is scheduled for this time. Undefined if it was deleted, published or rescheduled. */
export const lockDuePost = (db: Db, id: number, at: string): Promise<DuePost | undefined> =>
  first(
    db,
    sql<DuePost>`select p.id, p.kind, p.author_id, s.publisher, p.is_as_club, p.aimed_at is not null as is_aimed, p.hidden_at is not null as is_hidden,
      ${canSignIn(publisher)} as can_sign_in, ${isInHub(publisher)} as is_in_hub, ${publisherClub(publisher)} as club
    from posts p cross join lateral (select case when p.is_as_club then p.scheduled_by else p.author_id end as publisher) as s
    where p.id = ${id} and p.is_scheduled and p.publish_failure is null and p.deleted_at is null and p.published_at = ${at}::timestamptz
    for update of p`,
  );

/**
 * Publishes a post. Posts that are hidden until a moderator's review aren't marked as announced. Increments the
 * version, so that an edit of the scheduled version fails. Otherwise the edit could schedule the post again, and people
 * would be notified twice.
 */
export const updatePublished = (
  db: Db,
  { id, isAnnounced }: { id: number; isAnnounced: boolean },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update posts set is_scheduled = false, publish_failure = null, is_announced = ${isAnnounced}, version = version + 1 where id = ${id} and is_scheduled`,
  );

export const updatePublishFailure = (
  db: Db,
  id: number,
  reason: UnpublishedReason,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update posts set publish_failure = ${reason} where id = ${id} and is_scheduled`,
  );

/** Reschedules a post and the end of its poll. Returns false if it was already published. */
export const updateTime = async (
  db: Db,
  id: number,
  { at, by, now }: { at: Date; by: number; now: Date },
): Promise<boolean> =>
  (await first(
    db,
    sql`with moved as (
      update posts p set published_at = ${at}, active_at = ${at}, scheduled_by = ${by}, publish_failure = null, is_scheduled = true, version = p.version + 1
      from posts old
      where p.id = ${id} and (p.is_scheduled or p.published_at > ${now}) and p.deleted_at is null and old.school_id = p.school_id and old.id = p.id
      returning p.school_id, p.id, old.published_at as was_at
    ), ${movePoll(sql`moved`, at)} select from moved`,
  )) !== undefined;
