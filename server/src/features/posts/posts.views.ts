import type { Comment, Poll, Post } from '#contract/posts/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { Signer } from '../uploads/upload-address.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import { postUploads, type CommentRow, type PollRow, type PostRow } from './posts.queries.ts';

/** Who looks at posts: their files are signed for a day, and staff may do more. */
export interface PostViewer extends Signer {
  readonly me: number;
  readonly canManage: boolean;
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

export const postView = (viewer: PostViewer, row: PostRow): Post => {
  const isOwn = row.author_id === viewer.me;
  const poll = row.poll === null ? null : pollView(row.poll, viewer.now);
  return {
    id: String(row.id),
    author: row.author && faceView(row.author),
    text: row.text,
    publishedAt: row.published_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    isPinned: row.is_pinned,
    version: row.version,
    likes: row.likes,
    liked: row.liked,
    comments: row.comments,
    files: (row.files ?? []).map((file) =>
      uploadView(viewer, { kind: postUploads.kind, holder: row.id }, file),
    ),
    poll,
    can: {
      edit: isOwn,
      delete: isOwn || viewer.canManage,
      vote: poll !== null && !poll.isClosed,
      pin: viewer.canManage,
      report: !isOwn,
    },
  };
};

export const commentView = (
  { me, canManage }: Pick<PostViewer, 'me' | 'canManage'>,
  row: CommentRow,
): Comment => {
  const isDeleted = row.deleted_at !== null;
  const isOwn = row.author_id === me;
  return {
    id: String(row.id),
    author: isDeleted ? null : row.author && faceView(row.author),
    text: row.text,
    isDeleted,
    createdAt: row.created_at.toISOString(),
    editedAt: isDeleted ? null : (row.edited_at?.toISOString() ?? null),
    replyTo: row.reply_to === null ? null : String(row.reply_to),
    likes: row.likes,
    liked: row.liked,
    can: {
      edit: isOwn && !isDeleted,
      delete: (isOwn || canManage) && !isDeleted,
      report: !isOwn && !isDeleted,
    },
  };
};
