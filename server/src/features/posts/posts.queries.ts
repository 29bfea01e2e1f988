import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData, UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { changed, first, many } from '../../kernel/sql.ts';
import { hiddenPeople, type VisibilityScope } from '../people/privacy/privacy.queries.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';

export interface FaceRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

export interface PollRow {
  is_multiple: boolean;
  closes_at: string | null;
  voters: number;
  options: { id: number; text: string; votes: number; voted: boolean }[];
}

/** A post as stored, with what the viewer has done to it. Instants within `poll` are text. */
export interface PostRow {
  id: number;
  author_id: number | null;
  author: FaceRow | null;
  text: string;
  published_at: Date;
  edited_at: Date | null;
  is_pinned: boolean;
  version: number;
  likes: number;
  liked: boolean;
  comments: number;
  files: WholeUploadRow[] | null;
  poll: PollRow | null;
}

/** Where the page before ended: the time of its last post, and the post. */
export type FeedCursor = readonly [Date, number];

/** The people whose posts and comments the viewer does not see, as a part of a statement (`with … `). */
const hidden = (visibility: VisibilityScope) =>
  sql`hidden as materialized (select array(${hiddenPeople(visibility)}) as ids)`;
const isNotHidden = (author: RawBuilder<unknown>) =>
  sql`(${author} is null or ${author} <> all((select ids from hidden)::bigint[]))`;

/** The author `u` as others see them; nobody where they can no longer sign in. */
const author = sql`case when u.id is not null then
  jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo) end as author`;

const poll = (viewer: number) => sql`(
  select jsonb_build_object('is_multiple', q.is_multiple, 'closes_at', q.closes_at,
    'voters', (select count(distinct v.user_id) from poll_votes v where v.post_id = q.post_id),
    'options', (
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text,
        'votes', (select count(*) from poll_votes v where v.post_id = o.post_id and v.option_id = o.id),
        'voted', exists (select from poll_votes v where v.post_id = o.post_id and v.option_id = o.id and v.user_id = ${viewer})) order by o.place)
      from poll_options o where o.post_id = q.post_id
    ))
  from polls q where q.post_id = p.id) as poll`;

/** What `which` names of posts `p` that the viewer may see, in the order of `order`. */
const postsSql = (
  visibility: VisibilityScope,
  which: RawBuilder<unknown>,
  order = sql``,
): RawBuilder<PostRow> => sql`
  with ${hidden(visibility)}
  select p.id, p.author_id, ${author}, p.text, p.published_at, p.edited_at, p.pinned_at is not null as is_pinned, p.version, p.likes,
    exists (select from post_likes l where l.post_id = p.id and l.user_id = ${visibility.viewer}) as liked,
    p.comments - (select count(*)::int from comments c
      where c.post_id = p.id and c.deleted_at is null and c.author_id = any((select ids from hidden)::bigint[])
        and (select cardinality(ids) > 0 from hidden)) as comments,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height) order by n.place)
      from post_files n join uploads f on f.id = n.upload_id where n.post_id = p.id) as files,
    ${poll(visibility.viewer)}
  from posts p left join users u on u.id = p.author_id and not u.is_disabled
  where p.deleted_at is null and ${isNotHidden(sql`p.author_id`)} and ${which} ${order}`;

/** Posts of a feed, newest first; the pinned one is not among them. */
export const selectFeed = (
  db: Db,
  visibility: VisibilityScope,
  after: FeedCursor | null,
  size: number,
): Promise<PostRow[]> =>
  many(
    db,
    postsSql(
      visibility,
      sql`p.pinned_at is null ${after === null ? sql`` : sql`and (p.published_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      sql`order by p.published_at desc, p.id desc limit ${sql.lit(size)}`,
    ),
  );

/** The post that is pinned, if the viewer may see it. */
export const selectPinned = (db: Db, visibility: VisibilityScope): Promise<PostRow | undefined> =>
  first(db, postsSql(visibility, sql`p.pinned_at is not null`));

/** A post that the viewer may see. */
export const selectPost = (
  db: Db,
  visibility: VisibilityScope,
  id: number,
): Promise<PostRow | undefined> => first(db, postsSql(visibility, sql`p.id = ${id}`));

/** Stores a post; undefined where its author has stored the same before. */
export const insertPost = (
  db: Db,
  school: SchoolId,
  post: { author: number; clientId: string; text: string; now: Date },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{ id: number }>`insert into posts (school_id, author_id, client_id, text, published_at)
    values (${school}, ${post.author}, ${post.clientId}::uuid, ${post.text}, ${post.now})
    on conflict (school_id, author_id, client_id) do nothing returning id`,
  );

export const selectPostByClient = (
  db: Db,
  who: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from posts where author_id = ${who} and client_id = ${clientId}::uuid`,
  );

export const insertPostFiles = async (
  db: Db,
  school: SchoolId,
  post: number,
  uploads: readonly number[],
): Promise<void> => {
  if (uploads.length === 0) return;
  await sql`insert into post_files (school_id, post_id, upload_id, place)
    select ${school}, ${post}, id, place from unnest(${uploads as number[]}::bigint[]) with ordinality as f (id, place)`.execute(
    db,
  );
};

export const insertPoll = async (
  db: Db,
  school: SchoolId,
  post: number,
  given: { options: readonly string[]; isMultiple: boolean; closesAt: Date | null },
): Promise<void> => {
  await sql`insert into polls (school_id, post_id, is_multiple, closes_at)
    values (${school}, ${post}, ${given.isMultiple}, ${given.closesAt})`.execute(db);
  await sql`insert into poll_options (school_id, post_id, place, text)
    select ${school}, ${post}, place, text from unnest(${given.options as string[]}::text[]) with ordinality as o (text, place)`.execute(
    db,
  );
};

/** Changes the text of a post of the caller's that was read at `version`. */
export const updateText = (
  db: Db,
  me: number,
  id: number,
  given: { text: string; version: number; now: Date },
): Promise<boolean> =>
  changed(
    db,
    sql`update posts set text = ${given.text}, edited_at = ${given.now}, version = version + 1
    where id = ${id} and author_id = ${me} and deleted_at is null and version = ${given.version}`,
  );

/** Deletes a post of `owner`, or whoever's where that is null; answers whose it was. Its files go with the next maintenance. */
export const deletePostRow = (
  db: Db,
  id: number,
  owner: number | null,
  now: Date,
): Promise<{ author_id: number | null; text: string } | undefined> =>
  first(
    db,
    sql<{ author_id: number | null; text: string }>`
    update posts set deleted_at = ${now}, pinned_at = null where id = ${id} and deleted_at is null
      and ${owner === null ? sql`true` : sql`author_id = ${owner}`}
    returning author_id, text`,
  );

/** Pins a post in place of the one that is pinned; false where there is no such post. */
export const pinPostRow = async (db: Db, id: number, now: Date): Promise<boolean> => {
  await sql`update posts set pinned_at = null where pinned_at is not null and deleted_at is null and id <> ${id}`.execute(
    db,
  );
  return changed(
    db,
    sql`update posts set pinned_at = coalesce(pinned_at, ${now}) where id = ${id} and deleted_at is null`,
  );
};

export const unpinPostRow = (db: Db, id: number): Promise<boolean> =>
  changed(db, sql`update posts set pinned_at = null where id = ${id} and deleted_at is null`);

const likesOf = {
  post: { table: sql.table('post_likes'), id: sql.ref('post_id'), liked: sql.table('posts') },
  comment: {
    table: sql.table('comment_likes'),
    id: sql.ref('comment_id'),
    liked: sql.table('comments'),
  },
} as const;
export type Likable = keyof typeof likesOf;

/** Adds or removes the caller's like, once. */
export const updateLike = async (
  db: Db,
  school: SchoolId,
  me: number,
  what: { kind: Likable; id: number; isOn: boolean; now: Date },
): Promise<void> => {
  const { table, id } = likesOf[what.kind];
  await (
    what.isOn
      ? sql`insert into ${table} (school_id, ${id}, user_id, liked_at) values (${school}, ${what.id}, ${me}, ${what.now}) on conflict do nothing`
      : sql`delete from ${table} where ${id} = ${what.id} and user_id = ${me}`
  ).execute(db);
};

/** How many like it, as stored now. */
export const selectLikes = async (db: Db, kind: Likable, id: number): Promise<number> =>
  (
    await first(
      db,
      sql<{ likes: number }>`select likes from ${likesOf[kind].liked} where id = ${id}`,
    )
  )?.likes ?? 0;

/** Locks a poll until the transaction ends, so that two votes of one person do not cross. */
export const lockPoll = (
  db: Db,
  post: number,
): Promise<{ is_multiple: boolean; closes_at: Date | null; options: number[] } | undefined> =>
  first(
    db,
    sql<{ is_multiple: boolean; closes_at: Date | null; options: number[] }>`
    select q.is_multiple, q.closes_at, array(select o.id from poll_options o where o.post_id = q.post_id order by o.place) as options
    from polls q where q.post_id = ${post} for update of q`,
  );

/** Puts the caller's choice in place of the one before. */
export const updateVotes = async (
  db: Db,
  school: SchoolId,
  me: number,
  vote: { post: number; options: readonly number[]; now: Date },
): Promise<void> => {
  const options = sql`${vote.options as number[]}::bigint[]`;
  await sql`delete from poll_votes where post_id = ${vote.post} and user_id = ${me} and option_id <> all(${options})`.execute(
    db,
  );
  await sql`insert into poll_votes (school_id, post_id, option_id, user_id, voted_at)
    select ${school}, ${vote.post}, id, ${me}, ${vote.now} from unnest(${options}) as o (id) on conflict do nothing`.execute(
    db,
  );
};

/** A comment as stored, with what the viewer has done to it. */
export interface CommentRow {
  id: number;
  post_id: number;
  reply_to: number | null;
  author_id: number | null;
  author: FaceRow | null;
  text: string;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  likes: number;
  liked: boolean;
}

const commentsSql = (
  visibility: VisibilityScope,
  which: RawBuilder<unknown>,
  order = sql``,
): RawBuilder<CommentRow> => sql`
  with ${hidden(visibility)}
  select c.id, c.post_id, c.reply_to, c.author_id, ${author}, c.text, c.created_at, c.edited_at, c.deleted_at, c.likes,
    exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${visibility.viewer}) as liked
  from comments c join posts p on p.school_id = c.school_id and p.id = c.post_id
    left join users u on u.id = c.author_id and not u.is_disabled
  where p.deleted_at is null and ${isNotHidden(sql`p.author_id`)} and ${isNotHidden(sql`c.author_id`)} and ${which} ${order}`;

/** Comments of a post with their replies, oldest first. A deleted one stands among them as long as it has replies. */
export const selectComments = (
  db: Db,
  visibility: VisibilityScope,
  post: number,
  after: FeedCursor | null,
  size: number,
): Promise<CommentRow[]> =>
  many(
    db,
    commentsSql(
      visibility,
      sql`c.post_id = ${post} and (c.deleted_at is null or exists (select from comments r where r.reply_to = c.id and r.deleted_at is null))
        ${after === null ? sql`` : sql`and (c.created_at, c.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      sql`order by c.created_at, c.id limit ${sql.lit(size)}`,
    ),
  );

/** A comment that the viewer may see. */
export const selectComment = (
  db: Db,
  visibility: VisibilityScope,
  id: number,
): Promise<CommentRow | undefined> =>
  first(db, commentsSql(visibility, sql`c.id = ${id} and c.deleted_at is null`));

/** Stores a comment once; answers its id, whether it was stored now or before. */
export const insertComment = async (
  db: Db,
  school: SchoolId,
  given: {
    post: number;
    replyTo: number | null;
    author: number;
    clientId: string;
    text: string;
    now: Date;
  },
): Promise<number> => {
  const stored = await first(
    db,
    sql<{
      id: number;
    }>`insert into comments (school_id, post_id, reply_to, author_id, client_id, text, created_at)
    values (${school}, ${given.post}, ${given.replyTo}, ${given.author}, ${given.clientId}::uuid, ${given.text}, ${given.now})
    on conflict (school_id, author_id, client_id) do nothing returning id`,
  );
  const found =
    stored ??
    (await first(
      db,
      sql<{
        id: number;
      }>`select id from comments where author_id = ${given.author} and client_id = ${given.clientId}::uuid`,
    ));
  return found?.id ?? 0;
};

export const updateCommentText = (
  db: Db,
  me: number,
  id: number,
  given: { text: string; now: Date },
): Promise<boolean> =>
  changed(
    db,
    sql`update comments set text = ${given.text}, edited_at = ${given.now} where id = ${id} and author_id = ${me} and deleted_at is null`,
  );

/** Deletes a comment of `owner`, or whoever's where that is null: its words go, its replies stay. */
export const deleteCommentRow = (
  db: Db,
  id: number,
  owner: number | null,
  now: Date,
): Promise<{ author_id: number | null; text: string } | undefined> =>
  first(
    db,
    sql<{ author_id: number | null; text: string }>`
    update comments c set deleted_at = ${now}, text = '' from comments old
    where c.id = ${id} and c.deleted_at is null and old.school_id = c.school_id and old.id = c.id
      and ${owner === null ? sql`true` : sql`c.author_id = ${owner}`}
    returning c.author_id, old.text`,
  );

/** Removes what somebody who is erased has posted, commented, liked and voted. Replies of others stay. */
export const deletePostsOf = async (db: Db, person: number, now: Date): Promise<void> => {
  await sql`delete from posts where author_id = ${person}`.execute(db);
  await sql`update comments set deleted_at = coalesce(deleted_at, ${now}), text = '', author_id = null where author_id = ${person}`.execute(
    db,
  );
  for (const table of ['post_likes', 'comment_likes', 'poll_votes'])
    await sql`delete from ${sql.table(table)} where user_id = ${person}`.execute(db);
};

/** Files of posts; addressed by their post. */
export const postUploads: UploadReference = {
  kind: 'post',
  isNamed: sql`exists (select from post_files n where n.upload_id = f.id)`,
  isReferencedBy: (post) =>
    sql`exists (select from post_files n join posts p on p.school_id = n.school_id and p.id = n.post_id
      where n.upload_id = f.id and n.post_id = ${post} and p.deleted_at is null)`,
};

/** Removes posts that were deleted so many days ago, with all that is about them. */
export const deleteOldPosts = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from posts where deleted_at < ${now}::timestamptz - interval '30 days'`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};

/** What the export of one's own data holds of this feature. */
export const personalData: PersonalData = (me) => ({
  posts: sql`(select jsonb_agg(jsonb_build_object('text', p.text, 'publishedAt', p.published_at, 'editedAt', p.edited_at, 'deletedAt', p.deleted_at,
    'files', (select jsonb_agg(f.name order by n.place) from post_files n join uploads f on f.school_id = n.school_id and f.id = n.upload_id where n.post_id = p.id),
    'poll', (select jsonb_agg(o.text order by o.place) from polls q join poll_options o on o.school_id = q.school_id and o.post_id = q.post_id where q.post_id = p.id)) order by p.published_at)
    from posts p where p.author_id = ${me})`,
  comments: sql`(select jsonb_agg(jsonb_build_object('text', c.text, 'createdAt', c.created_at, 'deletedAt', c.deleted_at) order by c.created_at)
    from comments c where c.author_id = ${me})`,
  likes: sql`(select jsonb_agg(jsonb_build_object('at', l.liked_at, 'on', l.on_what) order by l.liked_at) from (
    select liked_at, 'post' as on_what from post_likes where user_id = ${me} union all select liked_at, 'comment' from comment_likes where user_id = ${me}) as l)`,
  votes: sql`(select jsonb_agg(jsonb_build_object('option', o.text, 'at', v.voted_at) order by v.voted_at)
    from poll_votes v join poll_options o on o.school_id = v.school_id and o.post_id = v.post_id and o.id = v.option_id where v.user_id = ${me})`,
});
