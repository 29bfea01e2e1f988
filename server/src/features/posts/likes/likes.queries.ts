import { sql } from 'kysely';
import { postLimits } from '#contract/posts/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import type { FaceRow, FeedCursor } from '../posts.queries.ts';
import {
  isHiddenPerson,
  isSeenPost,
  withReader,
  type PostReader,
} from '../reader/post-reader.queries.ts';

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
