import { sql, type RawBuilder } from 'kysely';
import type { PostKind, UnpublishedReason } from '#contract/posts/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, exists, lockTable, many } from '../../kernel/sql.ts';
import { previewColumn, type PreviewRow } from '../link-previews/link-previews.queries.ts';
import { eventSummary, type EventSummaryValue } from '../events/events.queries.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';
import {
  countOfHidden,
  isSeenPost,
  readerIsStaff,
  withReader,
  type PostReader,
} from './reader/post-reader.queries.ts';
import { fileNames } from './files/files.queries.ts';
import { coverColumn } from './covers/covers.queries.ts';
import { authorNow, type PublisherRow } from './scheduled/publisher.queries.ts';
import { movePoll, pollColumn, type PollRow } from './polls/polls.queries.ts';
import { personSummary, type PersonSummaryRow } from '../people/summary/summary.queries.ts';

/** People and clubs that a text mentions and that the reader can see. */
export interface MentionsRow {
  people: PersonSummaryRow[];
  clubs: { id: number; name: string }[];
}

/** The club of a post, with the reader's permissions there. */
export interface PostClubRow {
  id: number;
  name: string;
  logo: string | null;
  /** True if the club is active or pending. */
  is_writable: boolean;
  is_active: boolean;
  is_member: boolean;
  reads: boolean;
  posts_by: 'members' | 'officers';
  publishes: boolean;
}

/** A post as stored, with the viewer's likes and permissions. Times in `poll` are text. */
export interface PostRow {
  id: number;
  kind: PostKind;
  author_id: number | null;
  author: PersonSummaryRow | null;
  club: PostClubRow | null;
  /** If set, only people in this hub can see the post. */
  hub: { id: number; name: string; is_own: boolean } | null;
  is_as_club: boolean;
  title: string;
  text: string;
  mentioned: MentionsRow | null;
  aimed_at: string[] | null;
  published_at: Date;
  active_at: Date;
  edited_at: Date | null;
  is_pinned: boolean;
  is_hidden: boolean;
  /** True if the word list hid the post and no moderator has reviewed it. */
  is_held: boolean;
  /** True if people have been notified about the post. */
  is_announced: boolean;
  /** True if the post is scheduled and not yet published. */
  is_scheduled: boolean;
  publish_failure: UnpublishedReason | null;
  is_closed: boolean;
  is_solved: boolean;
  is_unread: boolean;
  version: number;
  likes: number;
  liked: boolean;
  comments: number;
  /** The event that the post is about. Null if the reader can't see it. */
  event: EventSummaryValue | null;
  cover: WholeUploadRow | null;
  files: WholeUploadRow[] | null;
  poll: PollRow | null;
  preview: PreviewRow | null;
  /** The author's current permissions, if this is someone else's scheduled post. Null otherwise. */
  author_now: PublisherRow | null;
  /** True if the reader is a moderator in the post's club or feed. */
  moderates: boolean;
  /** True if the reader moderates the whole school. */
  is_staff: boolean;
}

/** The time of the last post on the previous page, and its id. */
export type FeedCursor = readonly [Date, number];

/** The author `u` as others see them. Null if they can no longer sign in. */
export const authorColumn = sql`case when u.id is not null then
  ${personSummary('u')} end as author`;

/** Returns the people and clubs with the ids in `mentions` that the reader can see. Calls `server/database/functions/clubs_seen_by.sql`. */
export const mentionsColumn = (
  { viewer }: PostReader,
  mentions: RawBuilder<unknown>,
) => sql`case when ${mentions} <> '{}' then jsonb_build_object(
    'people', (select coalesce(jsonb_agg(${personSummary('n')}), '[]')
      from users n where n.id = any(${mentions}) and ${isNamed(viewer, sql`n`)}),
    'clubs', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name)), '[]')
      from clubs_seen_by(${viewer}::bigint, false) k where k.id = any(${mentions}))) end as mentioned`;

/** Returns whether the reader is a moderator in the club or feed of `p`. */
export const moderates = (reader: PostReader) =>
  sql`(${readerIsStaff} or p.club_id is not null and ${reader.may(sql`p.club_id`, 'posts.moderate')})`;

/** Returns the club of `p`, with the reader's permissions there. */
export const clubColumn = (reader: PostReader) => sql`case when p.club_id is not null then (
    select jsonb_build_object('id', k.id, 'name', k.name, 'logo', k.logo, 'is_writable', k.deleted_at is null and k.status in ('active', 'pending'),
      'is_active', k.deleted_at is null and k.status = 'active', 'is_member', k.is_member, 'reads', ${readerIsStaff} or k.posts_for = 'everyone' or k.is_member,
      'posts_by', k.posts_by, 'publishes', ${readerIsStaff} or ${reader.may(sql`k.id`, 'posts.publish')})
    from (select k.*, exists (select from club_members m
        where m.school_id = k.school_id and m.club_id = k.id and m.user_id = ${reader.viewer} and m.status = 'member') as is_member
      from clubs k where k.school_id = p.school_id and k.id = p.club_id) as k) end as club`;

const hubColumn = sql`case when p.hub_id is not null then (
    select jsonb_build_object('id', h.id, 'name', h.name, 'is_own', h.id = any((select hubs from reader)::bigint[])) from hubs h where h.school_id = p.school_id and h.id = p.hub_id) end as hub`;

/** Returns whether the topic `p` has activity that the reader hasn't read. */
export const isUnreadTopic = ({ viewer }: Pick<PostReader, 'viewer'>) =>
  sql`not exists (select from topic_reads t where t.user_id = ${viewer} and t.post_id = p.id and t.read_at >= p.active_at)`;

/** Returns the event of `p` if the reader can see it. */
const eventColumn = ({ events }: PostReader) =>
  sql`case when p.event_id is not null then ${eventSummary(events, sql`p.event_id`)} end as event`;

/**
 * Returns the columns of the post `p` as the reader sees it. Likes and comments by people who are hidden from the reader don't count. Lists
 * without scheduled posts set `includesScheduled` to false.
 */
export const postColumns = (reader: PostReader, includesScheduled = true) => sql`
    p.id, p.kind, p.author_id, ${authorColumn}, ${clubColumn(reader)}, ${hubColumn}, p.is_as_club, p.title, p.text, ${mentionsColumn(reader, sql`p.mentions`)},
    p.aimed_at, p.published_at, p.active_at, p.edited_at, p.pinned_at is not null as is_pinned, p.hidden_at is not null as is_hidden, p.is_held, p.is_announced, p.is_scheduled, p.publish_failure,
    p.closed_at is not null as is_closed, p.solved_at is not null as is_solved, p.version,
    p.kind = 'topic' and ${isUnreadTopic(reader)} as is_unread,
    p.likes - ${countOfHidden(sql`post_likes x where x.post_id = p.id`)} as likes,
    exists (select from post_likes l where l.post_id = p.id and l.user_id = ${reader.viewer}) as liked,
    p.comments - (case when (select cardinality(hidden) > 0 from reader) then (select count(*)::int from comments x
      where x.post_id = p.id and x.deleted_at is null and x.hidden_at is null and x.author_id = any((select hidden from reader)::bigint[])) else 0 end) as comments,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height) order by n.position)
      from post_files n join uploads f on f.id = n.upload_id where n.post_id = p.id) as files,
    ${eventColumn(reader)}, ${coverColumn}, ${pollColumn(reader)}, ${previewColumn(sql`p.preview_id`)}, ${includesScheduled ? authorNow(reader) : sql`null as author_now`}, ${moderates(reader)} as moderates, ${readerIsStaff} as is_staff`;

/** True if `p` has no files and no poll. Posts with either get no link preview. */
const hasNothingElse = sql`not exists (select from post_files n where n.post_id = p.id) and not exists (select from polls q where q.post_id = p.id)`;

/** The posts `p` with their authors `u`. */
export const fromPosts = sql`posts p left join users u on u.id = p.author_id and not u.is_disabled`;

/** Returns a post that the reader can see. */
export const selectPost = (db: Db, reader: PostReader, id: number): Promise<PostRow | undefined> =>
  first(
    db,
    sql<PostRow>`with ${withReader(reader)} select ${postColumns(reader)} from ${fromPosts} where p.id = ${id} and ${isSeenPost(reader)}`,
  );

/** Returns a post that the caller wrote. They can delete it even if they can no longer see it. */
export const selectOwnPost = (
  db: Db,
  reader: PostReader,
  id: number,
): Promise<PostRow | undefined> =>
  first(
    db,
    sql<PostRow>`with ${withReader(reader)} select ${postColumns(reader)} from ${fromPosts}
    where p.id = ${id} and p.author_id = ${reader.viewer} and p.deleted_at is null`,
  );

/** Returns whether someone belongs to a hub. Calls `server/database/functions/hubs_of.sql`. */
export const isInHub = (db: Db, me: number, hub: number): Promise<boolean> =>
  exists(db, sql`select from hubs_of(${me}::bigint) h where h.id = ${hub}`);

/** A club to post in, with the reader's permissions there. */
export interface PostingClubRow {
  id: number;
  is_active: boolean;
  is_member: boolean;
  reads: boolean;
  posts_by: 'members' | 'officers';
  publishes: boolean;
  moderates: boolean;
  tags: string[];
}

/**
 * Returns a club that the reader can see, with their permissions to post. `withTags` adds its members' tags. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
export const selectPostingClub = (
  db: Db,
  reader: PostReader,
  club: number,
  withTags = false,
): Promise<PostingClubRow | undefined> => {
  const isMember = sql`exists (select from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.user_id = ${reader.viewer} and m.status = 'member')`;
  const columns = sql`c.id, c.deleted_at is null and c.status = 'active' as is_active, ${isMember} as is_member,
      ${readerIsStaff} or c.posts_for = 'everyone' or ${isMember} as reads, c.posts_by,
      ${readerIsStaff} or ${reader.may(sql`c.id`, 'posts.publish')} as publishes,
      ${readerIsStaff} or ${reader.may(sql`c.id`, 'posts.moderate')} as moderates,
      ${
        withTags
          ? sql`array(select distinct t from club_members m cross join unnest(m.tags) as t
              where m.school_id = c.school_id and m.club_id = c.id and m.status = 'member' order by t limit 200)`
          : sql`'{}'::text[]`
      } as tags`;
  return first(
    db,
    sql<PostingClubRow>`with ${withReader(reader)}
    select ${columns} from clubs_seen_by(${reader.viewer}::bigint, false) c where c.id = ${club}
    union all select ${columns} from clubs c where c.id = ${club} and ${readerIsStaff} limit 1`,
  );
};

/** A reported post or comment as moderators see it. */
export interface ReportedRow {
  id: number;
  text: string;
  post_id: number;
  club_id: number | null;
  is_hidden: boolean;
  is_closed: boolean;
  is_deleted: boolean;
  moderates: boolean;
  /** True if moderators can turn off its comments. */
  is_post: boolean;
}

/** Returns reported posts, including posts that the reader can't see. */
export const selectReportedPosts = (
  db: Db,
  reader: PostReader,
  ids: readonly number[],
): Promise<ReportedRow[]> =>
  many(
    db,
    sql<ReportedRow>`with ${withReader(reader)}
    select p.id, concat_ws(E'\\n', nullif(p.title, ''), p.text) as text, p.id as post_id, p.club_id, p.hidden_at is not null as is_hidden,
      p.closed_at is not null as is_closed, p.deleted_at is not null as is_deleted, ${moderates(reader)} as moderates, true as is_post
    from posts p where p.id = any(${ids as number[]}::bigint[])`,
  );

/** A post to store. */
export interface NewPost {
  author: number;
  clientId: string;
  club: number | null;
  hub: number | null;
  kind: PostKind;
  title: string;
  text: string;
  mentions: readonly number[];
  isAsClub: boolean;
  aimedAt: readonly string[] | null;
  publishedAt: Date;
  /** Id of the linked page's preview. Null if there is none yet. */
  preview: number | null;
  /** The time since when the post is hidden until a moderator reviews it. */
  heldAt?: Date | null;
  event?: number | null;
  cover?: number | null;
  /** Id of the person who scheduled the post. */
  scheduledBy?: number | null;
  /** True if the same transaction notifies people about the post. */
  isAnnounced?: boolean;
}

/** Stores a post. Returns undefined if its author has already stored it. */
export const insertPost = (
  db: Db,
  school: SchoolId,
  post: NewPost,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into posts (school_id, author_id, client_id, club_id, hub_id, kind, title, text, mentions, is_as_club, aimed_at, published_at, active_at, preview_id,
      hidden_at, is_held, is_scheduled, scheduled_by, is_announced, cover_id, event_id)
    values (${school}, ${post.author}, ${post.clientId}::uuid, ${post.club}, ${post.hub}, ${post.kind}, ${post.title}, ${post.text},
      ${post.mentions as number[]}::bigint[], ${post.isAsClub}, ${post.aimedAt as string[] | null}::text[], ${post.publishedAt}, ${post.publishedAt}, ${post.preview},
      ${post.heldAt ?? null}, ${(post.heldAt ?? null) !== null}, ${(post.scheduledBy ?? null) !== null}, ${post.scheduledBy ?? null}, ${post.isAnnounced ?? true}, ${post.cover ?? null}, ${post.event ?? null})
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

/** Updates the caller's post if it is still at `version`, and keeps the previous text. */
export const updateText = (
  db: Db,
  me: number,
  id: number,
  given: {
    title: string;
    text: string;
    mentions: readonly number[];
    publishedAt: Date;
    version: number;
    now: Date;
    /** Undefined keeps the current event, even if its author can't see it anymore. */
    event: number | null | undefined;
    cover: number | null;
    /** True if the files change. The caller replaces them. */
    changesFiles: boolean;
    /** True if the post is scheduled for another time. */
    setsTime: boolean;
    /** True if the post now links to another page, or to none. */
    dropsPreview: boolean;
    /** True if only moderators can see the post until one of them shows it. */
    hides: boolean;
  },
): Promise<boolean> =>
  exists(
    db,
    sql`with changed as (
      update posts p set title = ${given.title}, text = ${given.text}, mentions = ${given.mentions as number[]}::bigint[],
        -- Edits of a post that no one could read yet leave no history.
        edited_at = case when not p.is_scheduled and p.published_at <= ${given.now} then ${given.now}::timestamptz end,
        active_at = case when p.is_scheduled or p.published_at > ${given.now} then ${given.publishedAt} else p.active_at end,
        published_at = ${given.publishedAt}, is_scheduled = p.is_scheduled or ${given.setsTime}, version = p.version + 1,
        cover_id = ${given.cover}, event_id = ${given.event === undefined ? sql`p.event_id` : sql`${given.event}::bigint`}, preview_id = case when not ${given.dropsPreview} then p.preview_id end,
        scheduled_by = case when ${given.setsTime} then ${me}::bigint else p.scheduled_by end,
        publish_failure = case when not ${given.setsTime} then p.publish_failure end,
        is_held = p.is_held or ${given.hides} and p.hidden_at is null,
        hidden_at = case when ${given.hides} then coalesce(p.hidden_at, ${given.now}::timestamptz) else p.hidden_at end
      from posts old
      where p.id = ${id} and p.author_id = ${me} and p.deleted_at is null and p.version = ${given.version} and old.school_id = p.school_id and old.id = p.id
      returning p.school_id, p.id, old.published_at as was_at, old.text as old_text, old.title as old_title, old.published_at <= ${given.now} and not old.is_scheduled as was_read,
        case when ${given.changesFiles} then ${fileNames} end as files
    ), kept as (
      insert into post_edits (school_id, post_id, title, text, files, replaced_at)
      select school_id, id, nullif(old_title, ${given.title}), old_text, files, ${given.now} from changed
      where was_read and (old_title <> ${given.title} or old_text <> ${given.text} or files is not null)
    ), ${movePoll(sql`changed`, given.publishedAt)}
    select from changed`,
  );

/** Returns the text of a post without a preview, files and a poll, and locks it. Undefined if there is no such post. */
export const selectPreviewless = async (db: Db, id: number): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{ text: string }>`select p.text from posts p
      where p.id = ${id} and p.deleted_at is null and p.preview_id is null and ${hasNothingElse} for update of p`,
    )
  )?.text;

export const updatePreview = (db: Db, id: number, preview: number | null): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update posts set preview_id = ${preview} where id = ${id} and preview_id is distinct from ${preview}::bigint`,
  );

/** Deletes a post that the caller can delete. Returns false if it was already deleted. The next maintenance deletes its files. */
export const deletePostRow = (db: Db, id: number, now: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update posts set deleted_at = ${now}, pinned_at = null where id = ${id} and deleted_at is null`,
  );

/** Returns whether a post was deleted that the caller wrote or can delete. */
export const wasDeleted = async (db: Db, reader: PostReader, id: number): Promise<boolean> =>
  (await first(
    db,
    sql`with ${withReader(reader)} select from posts p
    where p.id = ${id} and p.deleted_at is not null and (p.author_id = ${reader.viewer} or ${moderates(reader)})`,
  )) !== undefined;

/** Marks a post that a moderator released as announced, and dates it now. Returns false if people were already notified. */
export const updateReleased = (db: Db, id: number, now: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update posts set is_announced = true, published_at = ${now}, active_at = greatest(active_at, ${now})
    where id = ${id} and not is_announced and not is_scheduled and hidden_at is null and deleted_at is null`,
  );

/** The marks of a post, and their columns. */
const marks = {
  hidden: sql.ref('hidden_at'),
  closed: sql.ref('closed_at'),
  solved: sql.ref('solved_at'),
  pinned: sql.ref('pinned_at'),
} as const;
export type PostMark = keyof typeof marks;

/** Sets or clears a mark of a post. Returns false if nothing changed. Pinning a post of a feed unpins the previous one. */
export const updateMark = async (
  db: Db,
  row: Pick<PostRow, 'id' | 'kind' | 'club'>,
  mark: PostMark,
  at: Date | null,
): Promise<boolean> => {
  if (mark === 'pinned' && at !== null && row.kind !== 'topic') {
    // If two people pin posts at the same time, the second pin replaces the first.
    await lockTable(db, 'posts');
    await sql`update posts set pinned_at = null
      where pinned_at is not null and deleted_at is null and kind <> 'topic' and feed_id = ${row.club?.id ?? 0} and id <> ${row.id}`.execute(
      db,
    );
  }
  const column = marks[mark];
  // A moderator who hides or shows a post from the review queue has reviewed it.
  const looked = mark === 'hidden' ? sql`, is_held = false` : sql``;
  const waited = mark === 'hidden' ? sql`or is_held` : sql``;
  return hasChangedRows(
    db,
    sql`update posts set ${column} = ${at} ${looked}
    where id = ${row.id} and deleted_at is null and ((${column} is null) = ${at !== null} ${waited})`,
  );
};

export interface EditRow {
  /** The title before the edit. Null if the edit didn't change it. */
  title: string | null;
  text: string;
  /** Names of the files before the edit. Null if the edit didn't change them. */
  files: string[] | null;
  replaced_at: Date;
}

/** Returns the previous versions of a post or comment, newest first. */
export const selectEdits = (db: Db, post: number, comment: number | null) =>
  many(
    db,
    sql<EditRow>`select title, text, files, replaced_at from post_edits
    where post_id = ${post} and comment_id is not distinct from ${comment}::bigint order by replaced_at desc, id desc limit 100`,
  );

/** Stores when someone has read a topic. */
export const upsertTopicRead = (db: Db, school: SchoolId, me: number, post: number, now: Date) =>
  sql`insert into topic_reads (school_id, user_id, post_id, read_at) values (${school}, ${me}, ${post}, ${now})
    on conflict (school_id, user_id, post_id) do update set read_at = excluded.read_at`.execute(db);

/** Files of posts. A file's address contains the id of its post. */
export const postUploads: UploadReference = {
  kind: 'post',
  isUsed: sql`(exists (select from post_files n where n.upload_id = f.id) or exists (select from posts p where p.cover_id = f.id))`,
  isReferencedBy: (post) =>
    sql`exists (select from posts p where p.id = ${post} and p.deleted_at is null
      and (p.cover_id = f.id or exists (select from post_files n where n.school_id = p.school_id and n.post_id = p.id and n.upload_id = f.id)))`,
  storageType: 'posts',
  uses: selectFileUse(
    sql`case when p.deleted_at is null then 'post' else 'deleted_post' end`,
    sql`case when p.deleted_at is null then p.id end`,
    sql`from posts p where p.school_id = f.school_id and (p.cover_id = f.id
      or exists (select from post_files n where n.school_id = p.school_id and n.post_id = p.id and n.upload_id = f.id))`,
    { title: sql`case when p.author_id = f.owner_id then p.title end` },
  ),
};

/** Permanently deletes posts 30 days after their deletion, with all their data. */
export const deleteOldPosts = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from posts where deleted_at < ${now}::timestamptz - interval '30 days'`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};
