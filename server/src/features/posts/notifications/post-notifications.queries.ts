import { sql, type RawBuilder } from 'kysely';
import type { PostKind } from '#contract/posts/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isOfficer } from '../../clubs/notifications/club-notifications.queries.ts';
import { seesActor } from '../../notifications/notify/delivery-log.queries.ts';

/** A post that people are notified about. */
export interface NotifiedPost {
  id: number;
  kind: PostKind;
  author_id: number;
  /** Id of the club; 0 for the whole school. */
  club_id: number;
  /** If set, only people in this hub can see the post. */
  hub_id: number | null;
  is_as_club: boolean;
  text: string;
  published_at: Date;
}

/** Returns a post that people can read. Undefined if it was deleted or hidden, or isn't published yet. */
export const selectNotifiedPost = (
  db: Db,
  id: number,
  now: Date,
): Promise<NotifiedPost | undefined> =>
  first(
    db,
    sql<NotifiedPost>`select p.id, p.kind, p.author_id, p.feed_id as club_id, p.hub_id, p.is_as_club, p.text, p.published_at
    from posts p left join clubs c on c.school_id = p.school_id and c.id = p.club_id
    where p.id = ${id} and p.deleted_at is null and p.hidden_at is null and not p.is_scheduled and p.published_at <= ${now} and p.author_id is not null
      and (p.club_id is null or c.deleted_at is null)`,
  );

/** Returns whether someone belongs to a hub. Calls `server/database/functions/hubs_of.sql`. */
const isInHub = (user: RawBuilder<unknown>, hub: RawBuilder<unknown>) =>
  sql`exists (select from hubs_of(${user}) h where h.id = ${hub})`;

/** Returns the next people, by id, to notify about a post: everyone in the school or hub, or the members that a club's post is aimed at. */
export const selectAudience = async (
  db: Db,
  post: NotifiedPost,
  { after, size, officers }: { after: number; size: number; officers?: boolean },
): Promise<number[]> => {
  const rows =
    post.club_id === 0
      ? sql<{ id: number }>`select u.id from users u
          where u.id > ${after} and u.id <> ${post.author_id} and not u.is_disabled
            ${post.hub_id === null ? sql`` : sql`and ${isInHub(sql`u.id`, sql`${post.hub_id}::bigint`)}`} order by u.id limit ${size}`
      : sql<{
          id: number;
        }>`select m.user_id as id from club_members m join posts p on p.id = ${post.id}
          where m.club_id = ${post.club_id} and m.status = 'member' and m.user_id > ${after} and m.user_id <> ${post.author_id}
            ${officers === undefined ? sql`` : sql`and ${isOfficer(sql`${post.club_id}`, sql`m.user_id`)} = ${officers}`}
            and (p.aimed_at is null or m.tags && p.aimed_at or ${isOfficer(sql`${post.club_id}`, sql`m.user_id`)})
          order by m.user_id limit ${size}`;
  return (await many(db, rows)).map(({ id }) => id);
};

/** A scheduled post that couldn't be published. */
export interface UnpublishedPost {
  readonly club_id: number | null;
  readonly author_id: number | null;
  /** The person who last set the time. Null if their account was deleted. */
  readonly scheduled_by: number | null;
}

/** A condition for a post that couldn't be published at a time, and wasn't rescheduled since. */
const isUnpublishedAt = (id: number, at: string) =>
  sql`p.id = ${id} and p.is_scheduled and p.publish_failure is not null and p.published_at = ${at}::timestamptz and p.deleted_at is null`;

export const selectUnpublished = (
  db: Db,
  id: number,
  at: string,
): Promise<UnpublishedPost | undefined> =>
  first(
    db,
    sql<UnpublishedPost>`select p.club_id, p.author_id, p.scheduled_by from posts p where ${isUnpublishedAt(id, at)}`,
  );

export const isStillUnpublished = (id: number, at: string) =>
  sql`exists (select from posts p where ${isUnpublishedAt(id, at)})`;

/** Returns a comment with its author and post. Undefined if it was deleted or hidden. */
export const selectNotifiedComment = (db: Db, id: number) =>
  first(
    db,
    sql<{
      author_id: number;
      post_id: number;
      text: string;
    }>`select author_id, post_id, text from comments
    where id = ${id} and deleted_at is null and hidden_at is null and author_id is not null`,
  );

/** Returns those of the given people who have an active account, by id. */
export const selectPresent = async (db: Db, people: readonly number[]): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select id from users where id = any(${people as number[]}::bigint[]) and not is_disabled order by id`,
    )
  ).map(({ id }) => id);

/** Returns a post's author and everyone who commented on it, except one person. */
export const selectCommenters = async (db: Db, post: number, without: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select id from (
        select author_id as id from posts where id = ${post}
        union select author_id from comments where post_id = ${post} and deleted_at is null
      ) as t where id is not null and id <> ${without}`,
    )
  ).map(({ id }) => id);

/** Returns the author of a liked post or comment. Undefined if it was deleted. */
export const selectLiked = (db: Db, kind: 'post' | 'comment', id: number) =>
  first(
    db,
    kind === 'post'
      ? sql<{ author_id: number; post_id: number }>`select author_id, id as post_id from posts
          where id = ${id} and deleted_at is null and author_id is not null`
      : sql<{ author_id: number; post_id: number }>`select author_id, post_id from comments
          where id = ${id} and deleted_at is null and author_id is not null`,
  );

/**
 * Returns whether the recipient of a notification can see its post and the person who acted. `isMember` also requires a membership in the
 * post's club. With `byClub`, the club acted, so blocking doesn't matter.
 */
export const seesPost = (post: number, { isMember = false, byClub = false } = {}) =>
  sql`(${byClub ? sql`true` : seesActor} and exists (
    select from posts p left join clubs c on c.school_id = p.school_id and c.id = p.club_id
      left join club_members m on m.school_id = p.school_id and m.club_id = p.club_id and m.user_id = n."user" and m.status = 'member'
    where p.id = ${post} and p.deleted_at is null and p.hidden_at is null and not p.is_scheduled
      and (p.is_as_club or not exists (select from blocked_pairs b where b.user_id = n."user" and b.other_id = p.author_id))
      and (p.hub_id is null or p.author_id = n."user" or ${isInHub(sql`n."user"`, sql`p.hub_id`)})
      and (p.club_id is null or c.deleted_at is null and (m.user_id is not null or not ${isMember}::boolean and c.posts_for = 'everyone' and c.is_published and not c.is_hidden)
        and (p.aimed_at is null or p.author_id = n."user" or m.tags && p.aimed_at or ${isOfficer(sql`p.club_id`, sql`n."user"`)}))))`;

/** Returns whether `seesPost` is true and the like still exists. */
export const stillLikes = (kind: 'post' | 'comment', id: number, post: number) =>
  sql`(${seesPost(post)} and exists (select from ${sql.table(`${kind}_likes`)} l where l.user_id = n.actor and l.${sql.ref(`${kind}_id`)} = ${id}))`;
