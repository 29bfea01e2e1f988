import * as comments from '#contract/posts/comments.endpoints.ts';
import type { ReportTarget } from '../../../kernel/feature.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { checkWords, reportWords } from '../../word-list/word-check.ts';
import {
  checkReaction,
  deleteSeen,
  limitRate,
  recordModeration,
  seenPost,
  titleOf,
  viewerOf,
} from '../post-access.ts';
import { readerOf, type PostReader } from '../reader/post-reader.queries.ts';
import { selectEdits, selectPost, upsertTopicRead, type FeedCursor } from '../posts.queries.ts';
import { canHide, mentionsIn, newlyMentioned } from '../posts.rules.ts';
import { commentView, editsView, reportedView } from '../posts.views.ts';
import { setCommentLike } from '../likes/like.ts';
import * as queries from './comments.queries.ts';

const seenComment = async (call: Call, id: string, reader: PostReader = readerOf(call)) =>
  orNotFound(await queries.selectComment(call.db, reader, idOf(id)));

/** Returns a comment's post and club, for event payloads. */
const payloadOf = ({ post_id: post, club }: queries.CommentRow) => ({
  post,
  club: club?.id ?? null,
});

const likeComment = async (call: Call, id: string, isOn: boolean) => {
  await limitRate(call, 'react');
  const reader = readerOf(call);
  const comment = await seenComment(call, id, reader);
  checkReaction(comment);
  return setCommentLike(call, reader, { id: comment.id, isOn }, payloadOf(comment));
};

const setHidden = async (call: Call, id: string, isOn: boolean) => {
  const row = await seenComment(call, id);
  if (!canHide(call.me.userId, row)) throw problem('forbidden');
  if (await queries.updateCommentHidden(call.db, row.id, isOn ? call.now : null)) {
    await recordModeration(call, isOn ? 'hidden' : 'shown', row);
    await emit(call, 'post_changed', payloadOf(row));
    // The word list hid this comment. People are notified about it once, when a moderator shows it.
    if (!isOn && (await queries.updateCommentReleased(call.db, row.id)))
      await emit(call, 'comment_written', { comment: row.id, ...payloadOf(row) });
  }
  return ok;
};

/** Hides a comment with words of the school’s list until a moderator reviews it. */
const hideForReview = async (
  call: Call,
  { id, text }: { id: number; text: string },
  { listed, isNew }: { listed: readonly string[]; isNew: boolean },
): Promise<void> => {
  if (listed.length === 0) return;
  await queries.updateCommentHeld(call.db, id, { now: call.now, isNew });
  await reportWords(call, { kind: 'comment', id, title: titleOf({ text }) }, listed);
};

export const commentsHandlers = [
  handle(comments.listComments, async (call, { id, cursor, size }) => {
    const after = readCursor<FeedCursor>(cursor, ['time', 'number']);
    const reader = readerOf(call);
    const post = idOf(id);
    const [seen, rows] = await Promise.all([
      selectPost(call.db, reader, post),
      queries.selectComments(call.db, reader, post, after, size + 1),
    ]);
    orNotFound(seen);
    const viewer = viewerOf(call);
    return pageOfRows(rows, size, {
      view: (row) => commentView(viewer, row),
      keyOf: (row) => [row.created_at, row.id],
    });
  }),

  handle(comments.createComment, async (call, { id, clientId, text, replyTo }) => {
    const { db, schoolId, me, now } = call;
    const reader = readerOf(call);
    const answer = async () =>
      commentView(
        viewerOf(call),
        orNotFound(await queries.selectCommentByClient(db, reader, clientId)),
      );
    const post = await seenPost(call, idOf(id), reader);
    if ((await queries.selectCommentByClient(db, reader, clientId)) !== undefined) return answer();
    await limitRate(call, 'comment');
    checkReaction(post);
    if (post.is_closed) throw problem('post_closed');
    if (post.is_scheduled || post.published_at > now) throw problem('not_found');
    const answered = replyTo === undefined ? null : await seenComment(call, replyTo, reader);
    if (answered !== null && answered.post_id !== post.id) throw problem('not_found');
    const listed = await checkWords(call, [text]);
    const stored = await queries.insertComment(db, schoolId, {
      post: post.id,
      // Replies are one level deep: a reply to a reply belongs to the same comment.
      replyTo: answered === null ? null : (answered.reply_to ?? answered.id),
      author: me.userId,
      clientId,
      text,
      mentions: mentionsIn(text),
      now,
    });
    if (stored !== undefined) {
      await hideForReview(call, { id: stored.id, text }, { listed, isNew: true });
      if (post.kind === 'topic') await upsertTopicRead(db, schoolId, me.userId, post.id, now);
      // People are notified about a hidden comment when a moderator shows it.
      if (listed.length === 0)
        await emit(call, 'comment_written', {
          comment: stored.id,
          post: post.id,
          club: post.club?.id ?? null,
        });
    }
    return answer();
  }),

  handle(comments.updateComment, async (call, { id, text }) => {
    const { db, me, now } = call;
    await limitRate(call, 'edit');
    const before = await seenComment(call, id);
    if (before.author_id !== me.userId) throw problem('not_found');
    checkReaction(before);
    const listed = await checkWords(call, [text]);
    const given = { text, mentions: mentionsIn(text), now };
    if (!(await queries.updateCommentText(db, me.userId, before.id, given)))
      throw problem('not_found');
    await hideForReview(call, { id: before.id, text }, { listed, isNew: false });
    await emit(call, 'post_changed', payloadOf(before));
    const people = newlyMentioned(text, before.text);
    if (people.length > 0)
      await emit(call, 'people_mentioned', { post: before.post_id, comment: before.id, people });
    return commentView(viewerOf(call), await seenComment(call, id));
  }),

  handle(comments.deleteComment, async (call, { id }) => {
    const { db, now } = call;
    const reader = readerOf(call);
    return deleteSeen(call, {
      row:
        (await queries.selectComment(db, reader, idOf(id))) ??
        (await queries.selectOwnComment(db, reader, idOf(id))),
      wasDeleted: () => queries.wasCommentDeleted(db, reader, idOf(id)),
      remove: (row) => queries.deleteCommentRow(db, row.id, now),
      announce: (row) => emit(call, 'post_changed', payloadOf(row)),
    });
  }),

  handle(comments.likeComment, (call, { id }) => likeComment(call, id, true)),
  handle(comments.unlikeComment, (call, { id }) => likeComment(call, id, false)),
  handle(comments.hideComment, (call, { id }) => setHidden(call, id, true)),
  handle(comments.unhideComment, (call, { id }) => setHidden(call, id, false)),

  handle(comments.listCommentEdits, async (call, { id }) => {
    const row = await seenComment(call, id);
    if (row.is_hidden && !row.moderates && row.author_id !== call.me.userId)
      throw problem('not_found');
    return editsView(await selectEdits(call.db, row.post_id, row.id));
  }),
];

/** People can report any comment of others that they can see. */
export const commentReports: readonly ReportTarget[] = [
  {
    kind: 'comment',
    find: async (call, id) => {
      const row = await seenComment(call, id);
      if (row.author_id === call.me.userId) throw problem('own_content');
      return { person: row.author_id, title: titleOf(row) };
    },
    describe: async (call, ids) =>
      reportedView(await queries.selectReportedComments(call.db, readerOf(call), ids.map(idOf))),
  },
];
