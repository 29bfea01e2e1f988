import { sql } from 'kysely';
import { postLimits } from '#contract/posts/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { changed, first, isThere, many } from '../../../kernel/sql.ts';
import { hiddenPeople } from '../../people/privacy/privacy.queries.ts';
import type { FaceRow, FeedCursor } from '../posts.queries.ts';
import {
  countOfHidden,
  isHiddenPerson,
  isSeenPost,
  withReader,
  type PostReader,
} from '../reader/post-reader.queries.ts';

const likesOf = {
  post: { table: sql.table('post_likes'), id: sql.ref('post_id'), liked: sql.table('posts') },
  comment: {
    table: sql.table('comment_likes'),
    id: sql.ref('comment_id'),
    liked: sql.table('comments'),
  },
} as const;
type Likable = keyof typeof likesOf;

/** A like of somebody, to be set or taken back. */
export interface Like {
  readonly kind: Likable;
  readonly id: number;
  readonly isOn: boolean;
  readonly now: Date;
}

const likeChange = (school: SchoolId, me: number, { kind, id: what, isOn, now }: Like) => {
  const { table, id } = likesOf[kind];
  return isOn
    ? sql`insert into ${table} (school_id, ${id}, user_id, liked_at) values (${school}, ${what}, ${me}, ${now}) on conflict do nothing`
    : sql`delete from ${table} where ${id} = ${what} and user_id = ${me}`;
};

/** Adds or removes somebody's like, once; whether that changed anything. */
export const updateLike = (db: Db, school: SchoolId, me: number, like: Like): Promise<boolean> =>
  changed(db, likeChange(school, me, like));

/** The same, and tells of it in the same statement. */
export const updateLikeAndEmit = (
  context: Context,
  me: number,
  like: Like,
  { post, club }: { post: number; club: number | null },
): Promise<boolean> => {
  const { school_id: school } = context.school;
  const place = {
    post: sql`${post}::bigint`,
    club: sql`${club}::bigint`,
    by: sql`${me}::bigint`,
    isOn: sql`${like.isOn}::boolean`,
  };
  const source = sql`changed`;
  const event =
    like.kind === 'post'
      ? eventOfRows(context, 'post_liked', place, source)
      : eventOfRows(
          context,
          'comment_liked',
          { comment: sql`${like.id}::bigint`, ...place },
          source,
        );
  return isThere(
    context.db,
    sql`with changed as (${likeChange(school, me, like)} returning school_id), told as (${event}) select from changed`,
  );
};

/** How many like it, as far as the reader sees them, and whether the reader does. */
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

/** Somebody who likes a post. */
interface LikerRow extends FaceRow {
  liked_at: Date;
}

/** Who likes a post, the last first, without those who are hidden from the reader. */
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

/** Which of the reader's connections like posts that they see: a few of each. */
export const selectKnownLikers = (
  db: Db,
  reader: PostReader,
  posts: readonly number[],
): Promise<{ post: number; people: FaceRow[] }[]> =>
  many(
    db,
    sql<{ post: number; people: FaceRow[] }>`with ${withReader(reader)},
    known as materialized (
      select array(select c.other_id from connected c join users u on u.school_id = c.school_id and u.id = c.other_id and not u.is_disabled
        where c.user_id = ${reader.viewer}) as ids
    )
    select p.id as post, friends.people from posts p cross join lateral (
      select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo) order by u.id) as people
      from (select l.school_id, l.user_id from post_likes l
        where l.school_id = p.school_id and l.post_id = p.id and l.user_id = any((select ids from known)::bigint[])
          and not ${isHiddenPerson(sql`l.user_id`)} limit ${sql.lit(postLimits.faces)}) as l
      join users u on u.school_id = l.school_id and u.id = l.user_id
    ) as friends
    where p.id = any(${posts as number[]}::bigint[]) and friends.people is not null and ${isSeenPost(reader)}`,
  );
