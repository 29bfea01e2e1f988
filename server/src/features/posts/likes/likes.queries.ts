import { sql } from 'kysely';
import { postLimits } from '#contract/posts/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { first, exists, many } from '../../../kernel/sql.ts';
import { hiddenPeople } from '../../people/privacy/privacy.queries.ts';
import { clubColumn, type FeedCursor, type PostRow } from '../posts.queries.ts';
import {
  countOfHidden,
  isHiddenPerson,
  isSeenPost,
  withReader,
  type PostReader,
} from '../reader/post-reader.queries.ts';
import { personSummary, type PersonSummaryRow } from '../../people/summary/summary.queries.ts';

const likesOf = {
  post: { table: sql.table('post_likes'), id: sql.ref('post_id'), liked: sql.table('posts') },
  comment: {
    table: sql.table('comment_likes'),
    id: sql.ref('comment_id'),
    liked: sql.table('comments'),
  },
} as const;
type Likable = keyof typeof likesOf;

/** A like to add or remove. */
export interface Like {
  readonly kind: Likable;
  readonly id: number;
  readonly isOn: boolean;
  readonly now: Date;
}

/** Adds or removes a like of a comment, and emits the event in the same statement. */
export const updateCommentLikeAndEmit = (
  context: Context,
  me: number,
  like: Omit<Like, 'kind'>,
  { post, club }: { post: number; club: number | null },
): Promise<boolean> => {
  const change = like.isOn
    ? sql`insert into comment_likes (school_id, comment_id, user_id, liked_at)
      values (${context.school.school_id}, ${like.id}, ${me}, ${like.now}) on conflict do nothing`
    : sql`delete from comment_likes where comment_id = ${like.id} and user_id = ${me}`;
  const event = eventOfRows(
    context,
    'comment_liked',
    {
      comment: sql`${like.id}::bigint`,
      post: sql`${post}::bigint`,
      club: sql`${club}::bigint`,
      by: sql`${me}::bigint`,
      isOn: sql`${like.isOn}::boolean`,
    },
    sql`changed`,
  );
  return exists(
    context.db,
    sql`with changed as (${change} returning school_id), emitted as (${event}) select from changed`,
  );
};

/** A like of a post, with the origin (site address) of its request, for links. */
export interface PostLike {
  readonly post: number;
  readonly club: number | null;
  readonly me: number;
  readonly origin: string | null;
  readonly now: Date;
}

/** Locks posts, always in the same order, so that calls for several posts can't deadlock. */
export const lockPosts = (db: Db, ids: readonly number[]): Promise<unknown> =>
  sql`select from posts where id = any(${ids as number[]}::bigint[]) order by id for no key update`.execute(
    db,
  );

/** Adds or removes likes, and emits events for those that changed. Returns whether any did. */
export const updateLikesAndEmit = (
  context: Context,
  likes: readonly PostLike[],
  isOn: boolean,
): Promise<boolean> => {
  const { school_id: school } = context.school;
  const list = <K extends keyof PostLike>(key: K) => likes.map((one) => one[key]);
  const change = isOn
    ? sql`insert into post_likes (school_id, post_id, user_id, liked_at) select ${school}, post, me, at from asked on conflict do nothing
      returning post_id, user_id`
    : sql`delete from post_likes l using asked where l.post_id = asked.post and l.user_id = asked.me returning l.post_id, l.user_id`;
  const event = eventOfRows(
    context,
    'post_liked',
    {
      post: sql`asked.post`,
      club: sql`asked.club`,
      by: sql`asked.me`,
      isOn: sql`${isOn}::boolean`,
    },
    sql`changed join asked on asked.post = changed.post_id and asked.me = changed.user_id`,
    { actor: sql`asked.me`, origin: sql`asked.origin` },
  );
  return exists(
    context.db,
    sql`with asked as materialized (
      select distinct on (post, me) * from unnest(${list('post')}::bigint[], ${list('club')}::bigint[], ${list('me')}::bigint[], ${list('origin')}::text[], ${list('now')}::timestamptz[]) as one (post, club, me, origin, at)
    ), changed as (${change}), emitted as (${event}) select from changed limit 1`,
  );
};

/** Returns a post that the reader can see, with the columns that decide whether they can like it. */
export const selectLikable = (
  db: Db,
  reader: PostReader,
  id: number,
): Promise<Pick<PostRow, 'id' | 'club'> | undefined> =>
  first(
    db,
    sql<
      Pick<PostRow, 'id' | 'club'>
    >`with ${withReader(reader)} select p.id, ${clubColumn(reader)} from posts p where p.id = ${id} and ${isSeenPost(reader)}`,
  );

/** Returns the number of likes that the reader can see, and whether the reader likes the post. */
export const selectLikes = (
  db: Db,
  reader: PostReader,
  { kind, id: what }: Pick<Like, 'kind' | 'id'>,
): Promise<{ likes: number; liked: boolean } | undefined> => {
  const { table, id, liked } = likesOf[kind];
  return first(
    db,
    sql<{
      likes: number;
      liked: boolean;
    }>`with reader as materialized (select array(${hiddenPeople(reader.visibility)}) as hidden)
    select t.likes - ${countOfHidden(sql`${table} x where x.${id} = t.id`)} as likes,
      exists (select from ${table} l where l.${id} = t.id and l.user_id = ${reader.viewer}) as liked
    from ${liked} t where t.id = ${what}`,
  );
};

/** A person who likes a post. */
interface LikerRow extends PersonSummaryRow {
  liked_at: Date;
}

/** Returns the people who like a post, newest like first, without those who are hidden from the reader. */
export const selectLikers = (
  db: Db,
  reader: PostReader,
  post: number,
  { after, size }: { after: FeedCursor | null; size: number },
): Promise<LikerRow[]> =>
  many(
    db,
    sql<LikerRow>`with ${withReader(reader)}
    select u.id, u.first_name, u.last_name, u.photo, l.liked_at
    from post_likes l join users u on u.school_id = l.school_id and u.id = l.user_id and not u.is_disabled
    where l.post_id = ${post} and not ${isHiddenPerson(sql`l.user_id`)}
      ${after === null ? sql`` : sql`and (l.liked_at, l.user_id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
    order by l.liked_at desc, l.user_id desc limit ${sql.lit(size)}`,
  );

/** Returns a few of the reader's connections who like each of the given posts. */
export const selectKnownLikers = (
  db: Db,
  reader: PostReader,
  posts: readonly number[],
): Promise<{ post: number; people: PersonSummaryRow[] }[]> =>
  many(
    db,
    sql<{ post: number; people: PersonSummaryRow[] }>`with ${withReader(reader)},
    known as materialized (
      select array(select c.other_id from connected c join users u on u.school_id = c.school_id and u.id = c.other_id and not u.is_disabled
        where c.user_id = ${reader.viewer}) as ids
    )
    select p.id as post, friends.people from posts p cross join lateral (
      select jsonb_agg(${personSummary('u')} order by u.id) as people
      from (select l.school_id, l.user_id from post_likes l
        where l.school_id = p.school_id and l.post_id = p.id and l.user_id = any((select ids from known)::bigint[])
          and not ${isHiddenPerson(sql`l.user_id`)} limit ${sql.lit(postLimits.faces)}) as l
      join users u on u.school_id = l.school_id and u.id = l.user_id
    ) as friends
    where p.id = any(${posts as number[]}::bigint[]) and friends.people is not null and ${isSeenPost(reader)}`,
  );
