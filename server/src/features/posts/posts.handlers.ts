import * as posts from '#contract/posts/endpoints.ts';
import { postLimits, postRates } from '#contract/posts/limits.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { permissionsIn } from '../../kernel/access.ts';
import type { ReportTarget } from '../../kernel/feature.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { countInMemory } from '../../kernel/security/rate-limits.ts';
import { done, found, idOf } from '../../kernel/sql.ts';
import { viewContextOf } from '../people/people.views.ts';
import { visibilityOf, type VisibilityScope } from '../people/privacy/privacy.queries.ts';
import { lockUploads } from '../uploads/uploads.queries.ts';
import * as queries from './posts.queries.ts';
import { commentView, pollView, postView, type PostViewer } from './posts.views.ts';

const dayMs = 86_400_000;
/** Characters of a post that a report and the audit log are titled with. */
const titleMax = 80;

const visibilityIn = (call: Call): VisibilityScope => {
  const { viewer, connect, rules } = viewContextOf(call);
  return visibilityOf(viewer, connect, rules);
};

/** Who looks; asks what their roles allow, in the round trip of what is asked beside it. */
const viewerOf = async (call: Call): Promise<PostViewer> => ({
  tokens: call.tokens,
  clock: call.clock,
  school: call.school,
  me: call.me.userId,
  now: call.now,
  canManage: (await permissionsIn(call, 'school', [0]))(0).has('posts.manage'),
});

const limit = (call: Call, what: keyof typeof postRates): Promise<void> =>
  countInMemory(call, `posts-${what}:${call.schoolId}:${call.me.userId}`, postRates[what]);

const readPostOf = async (call: Call, id: number) => {
  const [viewer, row] = await Promise.all([
    viewerOf(call),
    queries.selectPost(call.db, visibilityIn(call), id),
  ]);
  return postView(viewer, found(row));
};

const readCommentOf = async (call: Call, id: number) => {
  const [viewer, row] = await Promise.all([
    viewerOf(call),
    queries.selectComment(call.db, visibilityIn(call), id),
  ]);
  return commentView(viewer, found(row));
};

/** A poll as it is stored; refuses one that gives no choice, or that closes at another time than in the days to come. */
const readPoll = (
  { now }: Call,
  { options, multiple, closesAt }: NonNullable<HandlerInput<typeof posts.createPost>['poll']>,
) => {
  const distinct = new Set(options.map((option) => option.toLowerCase()));
  if (options.length < 2 || distinct.size < options.length) throw problem('poll_options');
  const closes = closesAt === undefined ? null : new Date(closesAt);
  const most = now.getTime() + postLimits.days * dayMs;
  if (closes !== null && (closes <= now || closes.getTime() > most))
    throw problem('poll_times', { days: postLimits.days });
  return { options, isMultiple: multiple, closesAt: closes };
};

const setLike = async (call: Call, kind: queries.Likable, id: number, isOn: boolean) => {
  const { db, schoolId, me, now } = call;
  await limit(call, 'react');
  const visibility = visibilityIn(call);
  const seen = kind === 'post' ? queries.selectPost : queries.selectComment;
  found(await seen(db, visibility, id));
  await queries.updateLike(db, schoolId, me.userId, { kind, id, isOn, now });
  return { likes: await queries.selectLikes(db, kind, id), liked: isOn };
};

const titleOf = (text: string): string =>
  Array.from(text.slice(0, 2 * titleMax))
    .slice(0, titleMax)
    .join('');

/** Keeps what staff did to a post or comment in the audit log. */
const recordModeration = (
  call: Call,
  act: Acts['post_moderated'],
  row: { text: string; author_id: number | null },
): Promise<unknown> =>
  record(call, 'post_moderated', { act, text: titleOf(row.text), person: row.author_id });

/** Deletes a post or comment of the caller's own, or of whomever for staff, which is recorded. */
const deleteOwnOrAny = async (
  call: Call,
  id: number,
  remove: typeof queries.deletePostRow,
): Promise<typeof done> => {
  const { me, canManage } = await viewerOf(call);
  const row = found(await remove(call.db, id, canManage ? null : me, call.now));
  if (row.author_id !== me) await recordModeration(call, 'deleted', row);
  return done;
};

export const postsHandlers = [
  handle(posts.listFeed, async (call, { cursor, size }) => {
    const after = readCursor<queries.FeedCursor>(cursor, ['time', 'number']);
    const visibility = visibilityIn(call);
    const [viewer, rows, pinned] = await Promise.all([
      viewerOf(call),
      queries.selectFeed(call.db, visibility, after, size + 1),
      after === null ? queries.selectPinned(call.db, visibility) : undefined,
    ]);
    return {
      ...pageOfRows(rows, size, {
        view: (row) => postView(viewer, row),
        keyOf: (row) => [row.published_at, row.id],
      }),
      pinned: pinned === undefined ? null : postView(viewer, pinned),
    };
  }),

  handle(posts.readPost, async (call, { id }) => readPostOf(call, idOf(id))),

  handle(posts.createPost, async (call, { clientId, text, files, poll }) => {
    const { db, schoolId, me, now } = call;
    const before = await queries.selectPostByClient(db, me.userId, clientId);
    if (before !== undefined) return readPostOf(call, before.id);
    await limit(call, 'post');
    const choice = poll === undefined ? null : readPoll(call, poll);
    const wanted = [...new Set(files.map(idOf))];
    if (text === '' && wanted.length === 0 && choice === null) throw problem('post_empty');
    const uploads = await lockUploads(db, wanted, me.userId);
    if (uploads.length < wanted.length) throw problem('not_found');
    const stored = await queries.insertPost(db, schoolId, {
      author: me.userId,
      clientId,
      text,
      now,
    });
    // The same was sent twice at once.
    if (stored === undefined)
      return readPostOf(call, found(await queries.selectPostByClient(db, me.userId, clientId)).id);
    await queries.insertPostFiles(db, schoolId, stored.id, wanted);
    if (choice !== null) await queries.insertPoll(db, schoolId, stored.id, choice);
    await emit(call, 'post_published', { post: stored.id, author: me.userId });
    return readPostOf(call, stored.id);
  }),

  handle(posts.updatePost, async (call, { id, text, version }) => {
    const { db, me, now } = call;
    const before = found(await queries.selectPost(db, visibilityIn(call), idOf(id)));
    if (before.author_id !== me.userId) throw problem('not_found');
    if (text === '' && before.files === null && before.poll === null) throw problem('post_empty');
    if (!(await queries.updateText(db, me.userId, before.id, { text, version, now })))
      throw problem('post_changed');
    return readPostOf(call, before.id);
  }),

  handle(posts.deletePost, async (call, { id }) =>
    deleteOwnOrAny(call, idOf(id), queries.deletePostRow),
  ),

  handle(posts.likePost, async (call, { id }) => setLike(call, 'post', idOf(id), true)),
  handle(posts.unlikePost, async (call, { id }) => setLike(call, 'post', idOf(id), false)),

  handle(posts.votePost, async (call, { id, options }) => {
    const { db, schoolId, me, now } = call;
    await limit(call, 'react');
    const post = idOf(id);
    const visibility = visibilityIn(call);
    found(await queries.selectPost(db, visibility, post));
    const poll = found(await queries.lockPoll(db, post));
    const chosen = [...new Set(options.map(idOf))];
    if (chosen.some((one) => !poll.options.includes(one))) throw problem('not_found');
    if (poll.closes_at !== null && poll.closes_at <= now) throw problem('poll_closed');
    if (!poll.is_multiple && chosen.length > 1) throw problem('poll_one_option');
    await queries.updateVotes(db, schoolId, me.userId, { post, options: chosen, now });
    const row = found(await queries.selectPost(db, visibility, post));
    return pollView(found(row.poll), now);
  }),

  handle(posts.pinPost, async (call, { id }) => {
    const row = found(await queries.selectPost(call.db, visibilityIn(call), idOf(id)));
    if (!(await queries.pinPostRow(call.db, row.id, call.now))) throw problem('not_found');
    await recordModeration(call, 'pinned', row);
    return done;
  }),

  handle(posts.unpinPost, async (call, { id }) => {
    const row = found(await queries.selectPost(call.db, visibilityIn(call), idOf(id)));
    await queries.unpinPostRow(call.db, row.id);
    if (row.is_pinned) await recordModeration(call, 'unpinned', row);
    return done;
  }),

  handle(posts.listComments, async (call, { id, cursor, size }) => {
    const after = readCursor<queries.FeedCursor>(cursor, ['time', 'number']);
    const visibility = visibilityIn(call);
    const post = idOf(id);
    const [viewer, seen, rows] = await Promise.all([
      viewerOf(call),
      queries.selectPost(call.db, visibility, post),
      queries.selectComments(call.db, visibility, post, after, size + 1),
    ]);
    found(seen);
    return pageOfRows(rows, size, {
      view: (row) => commentView(viewer, row),
      keyOf: (row) => [row.created_at, row.id],
    });
  }),

  handle(posts.createComment, async (call, { id, clientId, text, replyTo }) => {
    const { db, schoolId, me, now } = call;
    await limit(call, 'comment');
    const visibility = visibilityIn(call);
    const post = found(await queries.selectPost(db, visibility, idOf(id)));
    const answered =
      replyTo === undefined
        ? null
        : found(await queries.selectComment(db, visibility, idOf(replyTo)));
    if (answered !== null && answered.post_id !== post.id) throw problem('not_found');
    const comment = await queries.insertComment(db, schoolId, {
      post: post.id,
      // Replies have no replies: one to a reply stands beside it.
      replyTo: answered === null ? null : (answered.reply_to ?? answered.id),
      author: me.userId,
      clientId,
      text,
      now,
    });
    await emit(call, 'comment_written', { comment, post: post.id, author: me.userId });
    return readCommentOf(call, comment);
  }),

  handle(posts.updateComment, async (call, { id, text }) => {
    const { db, me, now } = call;
    if (!(await queries.updateCommentText(db, me.userId, idOf(id), { text, now })))
      throw problem('not_found');
    return readCommentOf(call, idOf(id));
  }),

  handle(posts.deleteComment, async (call, { id }) =>
    deleteOwnOrAny(call, idOf(id), queries.deleteCommentRow),
  ),

  handle(posts.likeComment, async (call, { id }) => setLike(call, 'comment', idOf(id), true)),
  handle(posts.unlikeComment, async (call, { id }) => setLike(call, 'comment', idOf(id), false)),
];

/** Posts and comments of others can be reported by whoever sees them. */
export const postReports: readonly ReportTarget[] = [
  {
    kind: 'post',
    find: async (call, id) => {
      const row = found(await queries.selectPost(call.db, visibilityIn(call), idOf(id)));
      if (row.author_id === call.me.userId) throw problem('own_profile');
      return { person: row.author_id, title: titleOf(row.text) };
    },
  },
  {
    kind: 'comment',
    find: async (call, id) => {
      const row = found(await queries.selectComment(call.db, visibilityIn(call), idOf(id)));
      if (row.author_id === call.me.userId) throw problem('own_profile');
      return { person: row.author_id, title: titleOf(row.text) };
    },
  },
];
