import { sql, type RawBuilder } from 'kysely';
import type { PostKind, UnpublishedReason } from '#contract/posts/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import { filePlace, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { changed, first, isThere, lockTable, many } from '../../kernel/sql.ts';
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
import { authorNow, type AuthorRow } from './scheduled/speaker.queries.ts';
import { movePoll, pollColumn, type PollRow } from './polls/polls.queries.ts';

export interface FaceRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

/** People and clubs that a text names, as far as the reader may know of them. */
export interface MentionsRow {
  people: FaceRow[];
  clubs: { id: number; name: string }[];
}

/** The club that something is posted in, with what the reader may do there. */
export interface PostClubRow {
  id: number;
  name: string;
  logo: string | null;
  /** Whether anything in it can change. */
  is_writable: boolean;
  is_active: boolean;
  is_member: boolean;
  reads: boolean;
  posts_by: 'members' | 'officers';
  publishes: boolean;
}

/** A post as stored, with what the viewer has done to it. Instants within `poll` are text. */
export interface PostRow {
  id: number;
  kind: PostKind;
  author_id: number | null;
  author: FaceRow | null;
  club: PostClubRow | null;
  /** The hub whose people it is for. */
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
  /** Hidden because of the word list, and no moderator has looked at it. */
  is_held: boolean;
  /** People were told of it. */
  is_announced: boolean;
  /** It is set for a time and was not let out yet. */
  waits: boolean;
  unpublished: UnpublishedReason | null;
  is_closed: boolean;
  is_solved: boolean;
  is_unread: boolean;
  version: number;
  likes: number;
  liked: boolean;
  comments: number;
  /** The event that it tells of, where the reader sees it. */
  event: EventSummaryValue | null;
  cover: WholeUploadRow | null;
  files: WholeUploadRow[] | null;
  poll: PollRow | null;
  preview: PreviewRow | null;
  /** Of what somebody else wrote and waits: what they may do where it stands. */
  author_now: AuthorRow | null;
  /** Whether the reader moderates where it was posted. */
  moderates: boolean;
  /** Whether the reader moderates the whole school. */
  is_staff: boolean;
}

/** Where the page before ended: the time of its last post, and the post. */
export type FeedCursor = readonly [Date, number];

/** The author `u` as others see them; nobody where they can no longer sign in. */
export const authorColumn = sql`case when u.id is not null then
  jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo) end as author`;

/** Whom and which clubs the ids of `mentions` name. */
export const mentionsColumn = (
  { viewer }: PostReader,
  mentions: RawBuilder<unknown>,
) => sql`case when ${mentions} <> '{}' then jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'first_name', n.first_name, 'last_name', n.last_name, 'photo', n.photo)), '[]')
      from users n where n.id = any(${mentions}) and ${isNamed(viewer, sql`n`)}),
    'clubs', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name)), '[]')
      from clubs_seen_by(${viewer}::bigint, false) k where k.id = any(${mentions}))) end as mentioned`;

/** Whether the reader moderates where `p` was posted. */
export const moderates = (reader: PostReader) =>
  sql`(${readerIsStaff} or p.club_id is not null and ${reader.may(sql`p.club_id`, 'posts.moderate')})`;

/** The club of `p`. */
export const clubColumn = (reader: PostReader) => sql`case when p.club_id is not null then (
    select jsonb_build_object('id', k.id, 'name', k.name, 'logo', k.logo, 'is_writable', k.deleted_at is null and k.status in ('active', 'pending'),
      'is_active', k.deleted_at is null and k.status = 'active', 'is_member', k.is_member, 'reads', ${readerIsStaff} or k.posts_for = 'everyone' or k.is_member,
      'posts_by', k.posts_by, 'publishes', ${readerIsStaff} or ${reader.may(sql`k.id`, 'posts.publish')})
    from (select k.*, exists (select from club_members m
        where m.school_id = k.school_id and m.club_id = k.id and m.user_id = ${reader.viewer} and m.status = 'member') as is_member
      from clubs k where k.school_id = p.school_id and k.id = p.club_id) as k) end as club`;

/** The hub of `p`. */
const hubColumn = sql`case when p.hub_id is not null then (
    select jsonb_build_object('id', h.id, 'name', h.name, 'is_own', h.id = any((select hubs from reader)::bigint[])) from hubs h where h.school_id = p.school_id and h.id = p.hub_id) end as hub`;

/** Whether the reader has not read what stands in the topic `p` by now. */
export const isUnreadTopic = ({ viewer }: Pick<PostReader, 'viewer'>) =>
  sql`not exists (select from topic_reads t where t.user_id = ${viewer} and t.post_id = p.id and t.read_at >= p.active_at)`;

/** The event of `p`, where the reader sees it. */
const eventColumn = ({ events }: PostReader) =>
  sql`case when p.event_id is not null then ${eventSummary(events, sql`p.event_id`)} end as event`;

/**
 * Columns of the post `p` as the reader sees it. Whoever is hidden from them is in no count. `mayWait`: false of lists that have nothing
 * that waits for its time.
 */
export const postColumns = (reader: PostReader, mayWait = true) => sql`
    p.id, p.kind, p.author_id, ${authorColumn}, ${clubColumn(reader)}, ${hubColumn}, p.is_as_club, p.title, p.text, ${mentionsColumn(reader, sql`p.mentions`)},
    p.aimed_at, p.published_at, p.active_at, p.edited_at, p.pinned_at is not null as is_pinned, p.hidden_at is not null as is_hidden, p.is_held, p.is_announced, p.waits, p.unpublished,
    p.closed_at is not null as is_closed, p.solved_at is not null as is_solved, p.version,
    p.kind = 'topic' and ${isUnreadTopic(reader)} as is_unread,
    p.likes - ${countOfHidden(sql`post_likes x where x.post_id = p.id`)} as likes,
    exists (select from post_likes l where l.post_id = p.id and l.user_id = ${reader.viewer}) as liked,
    p.comments - (case when (select cardinality(hidden) > 0 from reader) then (select count(*)::int from comments x
      where x.post_id = p.id and x.deleted_at is null and x.hidden_at is null and x.author_id = any((select hidden from reader)::bigint[])) else 0 end) as comments,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height) order by n.place)
      from post_files n join uploads f on f.id = n.upload_id where n.post_id = p.id) as files,
    ${eventColumn(reader)}, ${coverColumn}, ${pollColumn(reader)}, ${previewColumn(sql`p.preview_id`)}, ${mayWait ? authorNow(reader) : sql`null as author_now`}, ${moderates(reader)} as moderates, ${readerIsStaff} as is_staff`;

/** Whether `p` has neither files nor a poll, beside which a preview would be one thing too many. */
const hasNothingElse = sql`not exists (select from post_files n where n.post_id = p.id) and not exists (select from polls q where q.post_id = p.id)`;

/** The posts `p` with their authors `u`. */
export const fromPosts = sql`posts p left join users u on u.id = p.author_id and not u.is_disabled`;

/** A post that the reader may see. */
export const selectPost = (db: Db, reader: PostReader, id: number): Promise<PostRow | undefined> =>
  first(
    db,
    sql<PostRow>`with ${withReader(reader)} select ${postColumns(reader)} from ${fromPosts} where p.id = ${id} and ${isSeenPost(reader)}`,
  );

/** A post of the caller's that stands where they may not read any more: what is their own they can still delete. */
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

/** Whether somebody belongs to a hub. */
export const isInHub = (db: Db, me: number, hub: number): Promise<boolean> =>
  isThere(db, sql`select from hubs_of(${me}::bigint) h where h.id = ${hub}`);

/** What somebody may post in a club. */
export interface PlaceRow {
  id: number;
  is_active: boolean;
  is_member: boolean;
  reads: boolean;
  posts_by: 'members' | 'officers';
  publishes: boolean;
  moderates: boolean;
  /** Tags of its members. */
  tags: string[];
}

/** A club that the reader may know of, as a place to post in. `withTags`: with the tags of its members. */
export const selectPlace = (
  db: Db,
  reader: PostReader,
  club: number,
  withTags = false,
): Promise<PlaceRow | undefined> => {
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
    sql<PlaceRow>`with ${withReader(reader)}
    select ${columns} from clubs_seen_by(${reader.viewer}::bigint, false) c where c.id = ${club}
    union all select ${columns} from clubs c where c.id = ${club} and ${readerIsStaff} limit 1`,
  );
};

/** What moderators read of a post or comment that was reported. */
export interface ReportedRow {
  id: number;
  text: string;
  post_id: number;
  club_id: number | null;
  is_hidden: boolean;
  is_closed: boolean;
  is_deleted: boolean;
  moderates: boolean;
  /** Whether it can be closed to comments. */
  is_post: boolean;
}

/** Posts that were reported, whoever sees them. */
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

/** What is stored of a post. */
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
  /** What the page it links to says of itself, where that is known. */
  preview: number | null;
  /** Since when it waits for a moderator, hidden from others. */
  heldAt?: Date | null;
  event?: number | null;
  cover?: number | null;
  /** It waits for its time: who set it. */
  scheduledBy?: number | null;
  /** Whether people are told of it in the same transaction. */
  isAnnounced?: boolean;
}

/** Stores a post; undefined where its author has stored the same before. */
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
      hidden_at, is_held, waits, scheduled_by, is_announced, cover_id, event_id)
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

/** Changes what a post of the caller's says that was read at `version`, and keeps what it said before. */
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
    /** Undefined: the one it has, which its author may not see any more. */
    event: number | null | undefined;
    cover: number | null;
    /** Its files change; the caller replaces them. */
    changesFiles: boolean;
    /** Another time was set for it. */
    setsTime: boolean;
    /** Another page is linked to than before, or none. */
    dropsPreview: boolean;
    /** Only moderators see it until one of them shows it. */
    hides: boolean;
  },
): Promise<boolean> =>
  isThere(
    db,
    sql`with changed as (
      update posts p set title = ${given.title}, text = ${given.text}, mentions = ${given.mentions as number[]}::bigint[],
        -- What nobody has read yet has no trace of its edits.
        edited_at = case when not p.waits and p.published_at <= ${given.now} then ${given.now}::timestamptz end,
        active_at = case when p.waits or p.published_at > ${given.now} then ${given.publishedAt} else p.active_at end,
        published_at = ${given.publishedAt}, waits = p.waits or ${given.setsTime}, version = p.version + 1,
        cover_id = ${given.cover}, event_id = ${given.event === undefined ? sql`p.event_id` : sql`${given.event}::bigint`}, preview_id = case when not ${given.dropsPreview} then p.preview_id end,
        scheduled_by = case when ${given.setsTime} then ${me}::bigint else p.scheduled_by end,
        unpublished = case when not ${given.setsTime} then p.unpublished end,
        is_held = p.is_held or ${given.hides} and p.hidden_at is null,
        hidden_at = case when ${given.hides} then coalesce(p.hidden_at, ${given.now}::timestamptz) else p.hidden_at end
      from posts old
      where p.id = ${id} and p.author_id = ${me} and p.deleted_at is null and p.version = ${given.version} and old.school_id = p.school_id and old.id = p.id
      returning p.school_id, p.id, old.published_at as was_at, old.text as said, old.title as titled, old.published_at <= ${given.now} and not old.waits as was_read,
        case when ${given.changesFiles} then ${fileNames} end as files
    ), kept as (
      insert into post_edits (school_id, post_id, title, text, files, replaced_at)
      select school_id, id, nullif(titled, ${given.title}), said, files, ${given.now} from changed
      where was_read and (titled <> ${given.title} or said <> ${given.text} or files is not null)
    ), ${movePoll(sql`changed`, given.publishedAt)}
    select from changed`,
  );

/** What a post says that has no preview, no files and no poll; undefined where it is gone or has one of them. */
export const selectPreviewless = async (db: Db, id: number): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{ text: string }>`select p.text from posts p
      where p.id = ${id} and p.deleted_at is null and p.preview_id is null and ${hasNothingElse} for update of p`,
    )
  )?.text;

export const updatePreview = (db: Db, id: number, preview: number | null): Promise<boolean> =>
  changed(
    db,
    sql`update posts set preview_id = ${preview} where id = ${id} and preview_id is distinct from ${preview}::bigint`,
  );

/** Deletes a post that the caller may delete; false where it was deleted meanwhile. Its files go with the next maintenance. */
export const deletePostRow = (db: Db, id: number, now: Date): Promise<boolean> =>
  changed(
    db,
    sql`update posts set deleted_at = ${now}, pinned_at = null where id = ${id} and deleted_at is null`,
  );

/** Whether a post was deleted that the caller wrote or may delete. */
export const wasDeleted = async (db: Db, reader: PostReader, id: number): Promise<boolean> =>
  (await first(
    db,
    sql`with ${withReader(reader)} select from posts p
    where p.id = ${id} and p.deleted_at is not null and (p.author_id = ${reader.viewer} or ${moderates(reader)})`,
  )) !== undefined;

/** Marks a post that a moderator has let out as told of; it is as new as that. False where people were told of it before. */
export const updateReleased = (db: Db, id: number, now: Date): Promise<boolean> =>
  changed(
    db,
    sql`update posts set is_announced = true, published_at = ${now}, active_at = greatest(active_at, ${now})
    where id = ${id} and not is_announced and not waits and hidden_at is null and deleted_at is null`,
  );

/** What moderators switch on a post. */
const marks = {
  hidden: sql.ref('hidden_at'),
  closed: sql.ref('closed_at'),
  solved: sql.ref('solved_at'),
  pinned: sql.ref('pinned_at'),
} as const;
export type PostMark = keyof typeof marks;

/** Switches something on a post; false where it was so already. A post of a feed is pinned in place of another one. */
export const updateMark = async (
  db: Db,
  row: Pick<PostRow, 'id' | 'kind' | 'club'>,
  mark: PostMark,
  at: Date | null,
): Promise<boolean> => {
  if (mark === 'pinned' && at !== null && row.kind !== 'topic') {
    // Two who pin at once: the second replaces what the first has pinned.
    await lockTable(db, 'posts');
    await sql`update posts set pinned_at = null
      where pinned_at is not null and deleted_at is null and kind <> 'topic' and place_id = ${row.club?.id ?? 0} and id <> ${row.id}`.execute(
      db,
    );
  }
  const column = marks[mark];
  // Whoever hides or shows what waits for a moderator has looked at it.
  const looked = mark === 'hidden' ? sql`, is_held = false` : sql``;
  const waited = mark === 'hidden' ? sql`or is_held` : sql``;
  return changed(
    db,
    sql`update posts set ${column} = ${at} ${looked}
    where id = ${row.id} and deleted_at is null and ((${column} is null) = ${at !== null} ${waited})`,
  );
};

export interface EditRow {
  /** The title it had, where the edit changed it. */
  title: string | null;
  text: string;
  /** Names of the files it had, where the edit changed them. */
  files: string[] | null;
  replaced_at: Date;
}

/** What something said before it was changed, the latest first. */
export const selectEdits = (db: Db, post: number, comment: number | null) =>
  many(
    db,
    sql<EditRow>`select title, text, files, replaced_at from post_edits
    where post_id = ${post} and comment_id is not distinct from ${comment}::bigint order by replaced_at desc, id desc limit 100`,
  );

/** Keeps that somebody has read a topic. */
export const upsertTopicRead = (db: Db, school: SchoolId, me: number, post: number, now: Date) =>
  sql`insert into topic_reads (school_id, user_id, post_id, read_at) values (${school}, ${me}, ${post}, ${now})
    on conflict (school_id, user_id, post_id) do update set read_at = excluded.read_at`.execute(db);

/** Files of posts; addressed by their post. */
export const postUploads: UploadReference = {
  kind: 'post',
  isNamed: sql`(exists (select from post_files n where n.upload_id = f.id) or exists (select from posts p where p.cover_id = f.id))`,
  isReferencedBy: (post) =>
    sql`exists (select from posts p where p.id = ${post} and p.deleted_at is null
      and (p.cover_id = f.id or exists (select from post_files n where n.school_id = p.school_id and n.post_id = p.id and n.upload_id = f.id)))`,
  storageType: 'posts',
  places: filePlace(
    sql`case when p.deleted_at is null then 'post' else 'deleted_post' end`,
    sql`case when p.deleted_at is null then p.id end`,
    sql`from posts p where p.school_id = f.school_id and (p.cover_id = f.id
      or exists (select from post_files n where n.school_id = p.school_id and n.post_id = p.id and n.upload_id = f.id))`,
    { title: sql`case when p.author_id = f.owner_id then p.title end` },
  ),
};

/** Removes posts that were deleted so many days ago, with all that is about them. */
export const deleteOldPosts = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from posts where deleted_at < ${now}::timestamptz - interval '30 days'`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};
