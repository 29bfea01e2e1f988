import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../../kernel/sql.ts';
import {
  countOfHidden,
  isHiddenPerson,
  isSeenPost,
  readerIsStaff,
  withReader,
  type PostReader,
} from '../reader/post-reader.queries.ts';
import {
  authorColumn,
  clubColumn,
  mentionsColumn,
  moderates,
  type FeedCursor,
  type MentionsRow,
  type PostClubRow,
  type ReportedRow,
} from '../posts.queries.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** A comment as stored, with the viewer's likes and permissions. */
export interface CommentRow {
  id: number;
  post_id: number;
  reply_to: number | null;
  author_id: number | null;
  author: PersonSummaryRow | null;
  club: PostClubRow | null;
  text: string;
  mentioned: MentionsRow | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  is_hidden: boolean;
  /** True if the word list hid the comment and no moderator has reviewed it. */
  is_held: boolean;
  likes: number;
  liked: boolean;
  /** True if the reader is a moderator in the post's club or feed. */
  moderates: boolean;
  /** True if the reader moderates the whole school. */
  is_staff: boolean;
}

const commentsSql = (
  reader: PostReader,
  which: RawBuilder<unknown>,
  order = sql``,
  isSeen = isSeenPost(reader),
): RawBuilder<CommentRow> => sql`
  with ${withReader(reader)}
  select c.id, c.post_id, c.reply_to, c.author_id, ${authorColumn}, ${clubColumn(reader)}, c.text, ${mentionsColumn(reader, sql`c.mentions`)},
    c.created_at, c.edited_at, c.deleted_at, c.hidden_at is not null as is_hidden, c.is_held,
    c.likes - ${countOfHidden(sql`comment_likes x where x.comment_id = c.id`)} as likes,
    exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${reader.viewer}) as liked, ${moderates(reader)} as moderates,
    ${readerIsStaff} as is_staff
  from comments c join posts p on p.school_id = c.school_id and p.id = c.post_id
    left join users u on u.id = c.author_id and not u.is_disabled
  where ${isSeen} and not ${isHiddenPerson(sql`c.author_id`)} and ${which} ${order}`;

/** Returns a post's comments with their replies, oldest first. Includes deleted comments that have replies. */
export const selectComments = (
  db: Db,
  reader: PostReader,
  post: number,
  after: FeedCursor | null,
  size: number,
): Promise<CommentRow[]> =>
  many(
    db,
    commentsSql(
      reader,
      sql`c.post_id = ${post} and (c.deleted_at is null or exists (select from comments r where r.reply_to = c.id and r.deleted_at is null))
        ${after === null ? sql`` : sql`and (c.created_at, c.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      sql`order by c.created_at, c.id limit ${sql.lit(size)}`,
    ),
  );

/** Returns a comment that the reader can see. */
export const selectComment = (
  db: Db,
  reader: PostReader,
  id: number,
): Promise<CommentRow | undefined> =>
  first(db, commentsSql(reader, sql`c.id = ${id} and c.deleted_at is null`));

export interface NewComment {
  post: number;
  replyTo: number | null;
  author: number;
  clientId: string;
  text: string;
  mentions: readonly number[];
  now: Date;
}

/** Stores a comment. Returns undefined if its author has already stored it. */
export const insertComment = (
  db: Db,
  school: SchoolId,
  given: NewComment,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into comments (school_id, post_id, reply_to, author_id, client_id, text, mentions, created_at)
    values (${school}, ${given.post}, ${given.replyTo}, ${given.author}, ${given.clientId}::uuid, ${given.text},
      ${given.mentions as number[]}::bigint[], ${given.now})
    on conflict (school_id, author_id, client_id) do nothing returning id`,
  );

/** Returns the caller's comment with a client id, even if it was deleted, for the response to a repeated call. */
export const selectCommentByClient = (db: Db, reader: PostReader, clientId: string) =>
  first(
    db,
    commentsSql(reader, sql`c.author_id = ${reader.viewer} and c.client_id = ${clientId}::uuid`),
  );

/** Returns the caller's comment. They can delete it even if they can no longer see the post. */
export const selectOwnComment = (
  db: Db,
  reader: PostReader,
  id: number,
): Promise<CommentRow | undefined> =>
  first(
    db,
    commentsSql(
      reader,
      sql`c.id = ${id} and c.author_id = ${reader.viewer} and c.deleted_at is null`,
      sql``,
      sql`p.deleted_at is null`,
    ),
  );

/** Updates the text of the caller's comment, and keeps the previous text. */
export const updateCommentText = (
  db: Db,
  me: number,
  id: number,
  given: { text: string; mentions: readonly number[]; now: Date },
): Promise<boolean> =>
  exists(
    db,
    sql`with changed as (
      update comments c set text = ${given.text}, mentions = ${given.mentions as number[]}::bigint[], edited_at = ${given.now} from comments old
      where c.id = ${id} and c.author_id = ${me} and c.deleted_at is null and old.school_id = c.school_id and old.id = c.id
      returning c.school_id, c.post_id, c.id, old.text as old_text
    ), kept as (
      insert into post_edits (school_id, post_id, comment_id, text, replaced_at)
      select school_id, post_id, id, old_text, ${given.now} from changed where old_text <> ${given.text}
    )
    select from changed`,
  );

/** Deletes a comment that the caller can delete. Keeps its replies. Returns false if it was already deleted. */
export const deleteCommentRow = async (db: Db, id: number, now: Date): Promise<boolean> => {
  await sql`delete from post_edits where comment_id = ${id}`.execute(db);
  return hasChangedRows(
    db,
    sql`update comments set deleted_at = ${now}, text = '', mentions = '{}' where id = ${id} and deleted_at is null`,
  );
};

/** Returns whether a comment was deleted that the caller wrote or can delete. */
export const wasCommentDeleted = async (db: Db, reader: PostReader, id: number): Promise<boolean> =>
  (await first(
    db,
    sql`with ${withReader(reader)} select from comments c join posts p on p.school_id = c.school_id and p.id = c.post_id
    where c.id = ${id} and c.deleted_at is not null and (c.author_id = ${reader.viewer} or ${moderates(reader)})`,
  )) !== undefined;

/** Hides a comment or shows it again. Returns false if nothing changed. */
export const updateCommentHidden = (db: Db, id: number, at: Date | null): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update comments set hidden_at = ${at}, is_held = false
    where id = ${id} and deleted_at is null and ((hidden_at is null) = ${at !== null} or is_held)`,
  );

/** Hides a comment until a moderator reviews it. `isNew` is true if no one has been notified about it. */
export const updateCommentHeld = async (
  db: Db,
  id: number,
  { now, isNew }: { now: Date; isNew: boolean },
): Promise<void> => {
  await sql`update comments set is_held = is_held or hidden_at is null, hidden_at = coalesce(hidden_at, ${now}::timestamptz),
      is_announced = is_announced and not ${isNew} where id = ${id} and deleted_at is null`.execute(
    db,
  );
};

/** Marks a comment that a moderator released as announced. Returns false if people were already notified. */
export const updateCommentReleased = (db: Db, id: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update comments set is_announced = true where id = ${id} and not is_announced and hidden_at is null and deleted_at is null`,
  );

/** Returns reported comments, including comments that the reader can't see. */
export const selectReportedComments = (
  db: Db,
  reader: PostReader,
  ids: readonly number[],
): Promise<ReportedRow[]> =>
  many(
    db,
    sql<ReportedRow>`with ${withReader(reader)}
    select c.id, c.text, c.post_id, p.club_id, c.hidden_at is not null as is_hidden, p.closed_at is not null as is_closed,
      c.deleted_at is not null or p.deleted_at is not null as is_deleted, ${moderates(reader)} as moderates, false as is_post
    from comments c join posts p on p.school_id = c.school_id and p.id = c.post_id where c.id = any(${ids as number[]}::bigint[])`,
  );
