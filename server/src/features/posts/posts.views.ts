import type { Comment } from '#contract/posts/comments.endpoints.ts';
import type { Poll, Post } from '#contract/posts/endpoints.ts';
import { eventSummaryView } from '../events/events.views.ts';
import { linkPreviewView } from '../link-previews/link-previews.views.ts';
import type { ReportedSubject } from '#contract/reports/endpoints.ts';
import { faceView, fileUrl } from '../people/people.views.ts';
import type { Signer } from '../uploads/upload-address.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import type { CommentRow } from './comments/comments.queries.ts';
import type { PollRow } from './polls/polls.queries.ts';
import {
  postUploads,
  type EditRow,
  type MentionsRow,
  type PostRow,
  type ReportedRow,
} from './posts.queries.ts';
import {
  canHide,
  canReschedule,
  canPublishNow,
  reactionError,
  repostingError,
} from './posts.rules.ts';

/** The viewer of posts. File addresses are signed for them for one day. */
export interface PostViewer extends Signer {
  readonly me: number;
  readonly now: Date;
}

export const pollView = (row: PollRow, now: Date): Poll => ({
  options: row.options.map(({ id, text, votes }) => ({ id: String(id), text, votes })),
  multiple: row.is_multiple,
  closesAt: row.closes_at === null ? null : new Date(row.closes_at).toISOString(),
  isClosed: row.closes_at !== null && new Date(row.closes_at) <= now,
  voters: row.voters,
  voted: row.options.filter(({ voted }) => voted).map(({ id }) => String(id)),
});

/** Returns the previous versions of a post or comment. */
export const editsView = (rows: readonly EditRow[]) => ({
  items: rows.map(({ title, text, files, replaced_at }) => ({
    title,
    text,
    files,
    replacedAt: replaced_at.toISOString(),
  })),
});

/** Returns reported posts and comments by id. Deleted ones have no text. */
export const reportedView = (rows: readonly ReportedRow[]): ReadonlyMap<string, ReportedSubject> =>
  new Map(
    rows.map((row) => [
      String(row.id),
      {
        text: row.is_deleted ? '' : row.text,
        post: String(row.post_id),
        club: row.club_id === null ? null : String(row.club_id),
        isHidden: row.is_hidden,
        isClosed: row.is_closed,
        isDeleted: row.is_deleted,
        can: {
          hide: row.moderates && !row.is_deleted,
          close: row.moderates && row.is_post && !row.is_deleted,
        },
      },
    ]),
  );

/** Returns the people and clubs that a text mentions. A person and a club can have the same id, so the text decides. */
export const mentionsView = (text: string, row: MentionsRow | null) => ({
  mentions: (row?.people ?? [])
    .filter(({ id }) => text.includes(`@[${id}]`))
    .map((one) => faceView(one)),
  clubMentions: (row?.clubs ?? [])
    .filter(({ id }) => text.includes(`@[club:${id}]`))
    .map(({ id, name }) => ({ id: String(id), name })),
});

export const postView = (viewer: PostViewer, row: PostRow): Post => {
  const isOwn = row.author_id === viewer.me;
  const poll = row.poll === null ? null : pollView(row.poll, viewer.now);
  const isScheduled = row.is_scheduled || row.published_at > viewer.now;
  const reacts = reactionError(row.club) === null && !isScheduled;
  const publishes = row.club?.publishes === true || row.is_staff;
  const showsAuthor = !row.is_as_club || isOwn || row.moderates;
  return {
    id: String(row.id),
    kind: row.kind,
    author: showsAuthor ? row.author && faceView(row.author) : null,
    club: row.club && {
      id: String(row.club.id),
      name: row.club.name,
      logoUrl: fileUrl(row.club.logo),
    },
    hub: row.hub && { id: String(row.hub.id), name: row.hub.name },
    isAsClub: row.is_as_club,
    title: row.title,
    text: row.text,
    ...mentionsView(row.text, row.mentioned),
    aimedAt: row.aimed_at,
    publishedAt: row.published_at.toISOString(),
    isScheduled,
    unpublished: row.publish_failure,
    activeAt: row.active_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    isPinned: row.is_pinned,
    isHidden: row.is_hidden,
    isHeld: row.is_held,
    isClosed: row.is_closed,
    isSolved: row.is_solved,
    isUnread: row.is_unread,
    version: row.version,
    likes: row.likes,
    liked: row.liked,
    comments: row.comments,
    event: row.event && eventSummaryView(row.event, viewer.now),
    cover: row.cover && uploadView(viewer, { kind: postUploads.kind, holder: row.id }, row.cover),
    files: (row.files ?? []).map((file) =>
      uploadView(viewer, { kind: postUploads.kind, holder: row.id }, file),
    ),
    poll,
    preview: linkPreviewView(row.preview),
    can: {
      edit: isOwn && repostingError(row) === null,
      delete: isOwn || row.moderates || (isScheduled && publishes),
      react: reacts,
      comment: reacts && !row.is_closed,
      vote: poll !== null && !poll.isClosed && reacts,
      pin: row.moderates,
      hide: canHide(viewer.me, row),
      close: row.moderates,
      solve: row.kind === 'topic' && (row.moderates || isOwn) && reactionError(row.club) === null,
      schedule: isScheduled && canReschedule(viewer.me, row),
      publish: isScheduled && canPublishNow(viewer.me, row),
      report: !isOwn,
    },
  };
};

export const commentView = ({ me }: Pick<PostViewer, 'me'>, row: CommentRow): Comment => {
  const isDeleted = row.deleted_at !== null;
  const isOwn = row.author_id === me;
  // Others see a placeholder, as for a deleted comment.
  const isGone = isDeleted || (row.is_hidden && !isOwn && !row.moderates);
  return {
    id: String(row.id),
    author: isGone ? null : row.author && faceView(row.author),
    text: isGone ? '' : row.text,
    ...mentionsView(isGone ? '' : row.text, row.mentioned),
    isDeleted,
    isHidden: row.is_hidden && !isDeleted,
    isHeld: row.is_held && !isDeleted,
    createdAt: row.created_at.toISOString(),
    editedAt: isGone ? null : (row.edited_at?.toISOString() ?? null),
    replyTo: row.reply_to === null ? null : String(row.reply_to),
    likes: row.likes,
    liked: row.liked,
    can: {
      edit: isOwn && !isGone && reactionError(row.club) === null,
      delete: (isOwn || row.moderates) && !isGone,
      hide: canHide(me, row) && !isDeleted,
      report: !isOwn && !isGone,
    },
  };
};
