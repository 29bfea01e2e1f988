import * as posts from '#contract/posts/endpoints.ts';
import * as moderation from '#contract/posts/moderation.endpoints.ts';
import { postLimits, type PostKind } from '#contract/posts/limits.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { ReportTarget } from '../../kernel/feature.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import { seenEvent } from '../events/event-access.ts';
import { firstLink } from '../link-previews/first-link.ts';
import { lockUploads } from '../uploads/uploads.queries.ts';
import { checkWords, reportWords } from '../word-list/word-check.ts';
import { lockPicture } from './covers/covers.queries.ts';
import { deleteDraft } from './drafts/drafts.queries.ts';
import { insertPoll, lockPoll, updateVotes } from './polls/polls.queries.ts';
import {
  checkReaction,
  deleteSeen,
  limitRate,
  payloadOf,
  readPublishTime,
  recordModeration,
  seenPost,
  titleOf,
  viewerOf,
} from './post-access.ts';
import { readerOf } from './reader/post-reader.queries.ts';
import { knownPreview } from './post-previews.ts';
import * as queries from './posts.queries.ts';
import {
  isAhead,
  canHide,
  mentionsIn,
  newlyMentioned,
  postingError,
  repostingError,
} from './posts.rules.ts';
import { insertPostFiles, replacePostFiles } from './files/files.queries.ts';
import { editsView, pollView, postView, reportedView } from './posts.views.ts';

const readPostOf = async (call: Call, id: number) =>
  postView(viewerOf(call), await seenPost(call, id));

/**
 * Returns a poll to store. Throws if it has too few options, or closes before the post is published or too long after
 * it.
 */
const readPoll = (
  publishedAt: Date,
  { options, multiple, closesAt }: NonNullable<HandlerInput<typeof posts.createPost>['poll']>,
) => {
  const distinct = new Set(options.map((option) => option.toLowerCase()));
  if (options.length < 2 || distinct.size < options.length) throw problem('poll_options');
  const closes = closesAt === undefined ? null : new Date(closesAt);
  if (closes !== null && !isAhead(closes, publishedAt))
    throw problem('poll_times', { days: postLimits.days });
  return { options, isMultiple: multiple, closesAt: closes };
};

/** Returns the cover for a post. Throws unless the post is news and the caller uploaded the picture. */
const readCover = async (
  { db, me }: Call,
  kind: PostKind,
  cover: string | null | undefined,
): Promise<number | null> => {
  if (cover === undefined || cover === null) return null;
  if (kind !== 'article' || !(await lockPicture(db, idOf(cover), me.userId)))
    throw problem('post_cover');
  return idOf(cover);
};

/** Returns the files for a post. Throws if a file doesn't belong to the post already and isn't the caller's upload. */
const readFiles = async (
  { db, me }: Call,
  { files }: Pick<queries.PostRow, 'files'>,
  wanted: readonly string[] | undefined,
): Promise<readonly number[]> => {
  const had = (files ?? []).map((one) => one.id);
  if (wanted === undefined) return had;
  const ids = [...new Set(wanted.map(idOf))];
  const more = ids.filter((one) => !had.includes(one));
  if ((await lockUploads(db, more, me.userId)).length < more.length) throw problem('not_found');
  return ids;
};

/** Returns the id of a hub. Throws if the caller doesn't belong to it. */
const checkHub = async (
  { db, me }: Call,
  { club, hub }: HandlerInput<typeof posts.createPost>,
): Promise<number | null> => {
  if (hub === undefined) return null;
  if (club !== undefined) throw problem('post_place');
  if (!(await queries.isInHub(db, me.userId, idOf(hub)))) throw problem('not_found');
  return idOf(hub);
};

/** Returns the club to post in. Throws if the caller can't post there. */
const checkPostingClub = async (
  call: Call,
  { club, kind, asClub, aimedAt }: HandlerInput<typeof posts.createPost>,
): Promise<number | null> => {
  const isAimed = aimedAt.length > 0;
  if (club === undefined) {
    if (kind !== 'post' || asClub || isAimed) throw problem('post_place');
    return null;
  }
  const found = orNotFound(await queries.selectPostingClub(call.db, readerOf(call), idOf(club)));
  const refused = postingError(found, { kind, asClub, isAimed });
  if (refused !== null) throw problem(refused);
  return found.id;
};

/** Emits the event for a published post, or schedules the publication of a later one. */
const announce = (
  call: Call,
  payload: { post: number; club: number | null },
  publishedAt: Date,
) => {
  const due = { ...payload, at: publishedAt.toISOString() };
  return publishedAt > call.now
    ? emit(call, 'post_due', due, publishedAt)
    : emit(call, 'post_published', due);
};

const acts = {
  pinned: ['pinned', 'unpinned'],
  hidden: ['hidden', 'shown'],
  closed: ['closed', 'reopened'],
} as const satisfies Record<string, readonly [Acts['post_moderated'], Acts['post_moderated']]>;

/** Changes a mark that only moderators can change. */
const moderate = async (call: Call, id: string, mark: keyof typeof acts, isOn: boolean) => {
  const row = await seenPost(call, idOf(id));
  if (!(mark === 'hidden' ? canHide(call.me.userId, row) : row.moderates))
    throw problem('forbidden');
  if (await queries.updateMark(call.db, row, mark, isOn ? call.now : null)) {
    await recordModeration(call, acts[mark][isOn ? 0 : 1], row);
    await emit(call, 'post_changed', payloadOf(row));
    // The word list hid this post. People are notified about it once, when a moderator shows it.
    if (mark === 'hidden' && !isOn && (await queries.updateReleased(call.db, row.id, call.now)))
      await announce(call, payloadOf(row), call.now);
  }
  return ok;
};

const setSolved = async (call: Call, id: string, isOn: boolean) => {
  const row = await seenPost(call, idOf(id));
  if (row.kind !== 'topic') throw problem('not_found');
  if (!row.moderates && row.author_id !== call.me.userId) throw problem('forbidden');
  checkReaction(row);
  if (await queries.updateMark(call.db, row, 'solved', isOn ? call.now : null))
    await emit(call, 'post_changed', payloadOf(row));
  return ok;
};

/** Reports a post with words of the school’s list to the moderators. */
const reportListed = async (
  call: Call,
  { id, title, text }: { id: number; title: string; text: string },
  listed: readonly string[],
): Promise<void> => {
  if (listed.length > 0)
    await reportWords(call, { kind: 'post', id, title: titleOf({ title, text }) }, listed);
};

export const postsHandlers = [
  handle(posts.readPost, async (call, { id }) => readPostOf(call, idOf(id))),

  handle(posts.createPost, async (call, input) => {
    const { clientId, title, text, files, poll, aimedAt, kind, asClub } = input;
    const { db, schoolId, me, now } = call;
    const before = await queries.selectPostByClient(db, me.userId, clientId);
    if (before !== undefined) return readPostOf(call, before.id);
    await limitRate(call, 'post');
    const club = await checkPostingClub(call, input);
    const hub = await checkHub(call, input);
    if (kind === 'post' ? title !== '' : title === '') throw problem('post_title');
    const isLater = input.publishAt !== undefined;
    const publishedAt =
      input.publishAt === undefined ? now : readPublishTime(call, input.publishAt);
    const choice = poll === undefined ? null : readPoll(publishedAt, poll);
    const wanted = [...new Set(files.map(idOf))];
    const event = input.event === undefined ? null : (await seenEvent(call, input.event)).id;
    if (text === '' && wanted.length === 0 && choice === null && event === null)
      throw problem('post_empty');
    const cover = await readCover(call, kind, input.cover);
    const listed = await checkWords(call, [title, text, ...(choice?.options ?? [])]);
    const uploads = await lockUploads(db, wanted, me.userId);
    if (uploads.length < wanted.length) throw problem('not_found');
    // The web app shows files and polls instead of a preview.
    const link = wanted.length === 0 && choice === null ? firstLink(text) : null;
    const preview = link === null ? null : await knownPreview(db, link, now);
    const stored = await queries.insertPost(db, schoolId, {
      author: me.userId,
      clientId,
      club,
      hub,
      kind,
      title,
      text,
      mentions: mentionsIn(text),
      isAsClub: asClub,
      aimedAt: aimedAt.length === 0 ? null : aimedAt,
      publishedAt,
      preview,
      event,
      cover,
      heldAt: listed.length === 0 ? null : now,
      scheduledBy: isLater ? me.userId : null,
      isAnnounced: !isLater && listed.length === 0,
    });
    // The client sent the same post twice at the same time.
    if (stored === undefined)
      return readPostOf(
        call,
        orNotFound(await queries.selectPostByClient(db, me.userId, clientId)).id,
      );
    await insertPostFiles(db, schoolId, stored.id, wanted);
    if (choice !== null) await insertPoll(db, schoolId, stored.id, choice);
    if (kind === 'topic')
      await queries.upsertTopicRead(db, schoolId, me.userId, stored.id, publishedAt);
    await deleteDraft(db, { me: me.userId, feed: club ?? 0, kind });
    await reportListed(call, { id: stored.id, title, text }, listed);
    // People are notified about a hidden post when a moderator shows it. A scheduled post can be shown before it is
    // due.
    if (listed.length === 0 || isLater)
      await announce(call, { post: stored.id, club }, publishedAt);
    if (link !== null && preview === null)
      await emit(call, 'post_linked', { post: stored.id, club, url: link });
    return readPostOf(call, stored.id);
  }),

  handle(posts.updatePost, async (call, { id, title, text, version, publishAt, ...sent }) => {
    const { db, me, now } = call;
    await limitRate(call, 'edit');
    const before = await seenPost(call, idOf(id));
    if (before.author_id !== me.userId) throw problem('not_found');
    const refused = repostingError(before);
    if (refused !== null) throw problem(refused);
    const event =
      sent.event === undefined || sent.event === String(before.event?.id)
        ? undefined
        : sent.event === null
          ? null
          : (await seenEvent(call, sent.event)).id;
    const hasEvent = event === undefined ? before.event !== null : event !== null;
    const files = await readFiles(call, before, sent.files);
    if (text === '' && files.length === 0 && before.poll === null && !hasEvent)
      throw problem('post_empty');
    const named = title ?? before.title;
    if (before.kind === 'post' ? named !== '' : named === '') throw problem('post_title');
    const isScheduled = before.is_scheduled || before.published_at > now;
    if (publishAt !== undefined && !isScheduled)
      throw problem('post_time', { days: postLimits.days });
    const publishedAt =
      publishAt === undefined ? before.published_at : readPublishTime(call, publishAt);
    const link = files.length === 0 && before.poll === null ? firstLink(text) : null;
    const linkBefore =
      before.files === null && before.poll === null ? firstLink(before.text) : null;
    const listed = await checkWords(call, [named, text]);
    const hasCover = sent.cover === undefined || sent.cover === String(before.cover?.id);
    const cover = hasCover
      ? (before.cover?.id ?? null)
      : await readCover(call, before.kind, sent.cover);
    const isOtherLink = link !== linkBefore;
    const changesFiles = files.join() !== (before.files ?? []).map((one) => one.id).join();
    const given = {
      title: named,
      text,
      mentions: mentionsIn(text),
      publishedAt,
      event,
      cover,
      changesFiles,
      setsTime: publishAt !== undefined,
      version,
      now,
      dropsPreview: isOtherLink,
      hides: listed.length > 0,
    };
    if (!(await queries.updateText(db, me.userId, before.id, given))) throw problem('post_changed');
    if (changesFiles) await replacePostFiles(db, call.schoolId, before.id, files);
    await reportListed(call, { id: before.id, title: named, text }, listed);
    if (publishAt === undefined) await emit(call, 'post_changed', payloadOf(before));
    else await announce(call, payloadOf(before), publishedAt);
    const people = newlyMentioned(text, before.text);
    // If people haven't been notified of the post yet, that notification also reaches the people it mentions.
    if (people.length > 0 && before.is_announced && !isScheduled)
      await emit(call, 'people_mentioned', { post: before.id, comment: null, people });
    if (link !== null && isOtherLink)
      await emit(call, 'post_linked', { ...payloadOf(before), url: link });
    return readPostOf(call, before.id);
  }),

  handle(posts.deletePostPreview, async (call, { id }) => {
    const row = await seenPost(call, idOf(id));
    if (row.author_id !== call.me.userId && !row.moderates) throw problem('forbidden');
    if (await queries.updatePreview(call.db, row.id, null))
      await emit(call, 'post_changed', payloadOf(row));
    return ok;
  }),

  handle(posts.deletePost, async (call, { id }) => {
    const { db, now } = call;
    const reader = readerOf(call);
    return deleteSeen(call, {
      row:
        (await queries.selectPost(db, reader, idOf(id))) ??
        (await queries.selectOwnPost(db, reader, idOf(id))),
      canDelete: (row) => row.is_scheduled && (row.club?.publishes ?? row.is_staff),
      wasDeleted: () => queries.wasDeleted(db, reader, idOf(id)),
      remove: (row) => queries.deletePostRow(db, row.id, now),
      announce: (row) => emit(call, 'post_deleted', payloadOf(row)),
    });
  }),

  handle(posts.votePost, async (call, { id, options }) => {
    const { db, schoolId, me, now } = call;
    await limitRate(call, 'react');
    const reader = readerOf(call);
    const post = await seenPost(call, idOf(id), reader);
    const poll = orNotFound(await lockPoll(db, post.id));
    checkReaction(post);
    const chosen = [...new Set(options.map(idOf))];
    if (chosen.some((one) => !poll.options.includes(one))) throw problem('not_found');
    if (poll.closes_at !== null && poll.closes_at <= now) throw problem('poll_closed');
    if (!poll.is_multiple && chosen.length > 1) throw problem('poll_one_option');
    await updateVotes(db, schoolId, me.userId, { post: post.id, options: chosen, now });
    await emit(call, 'post_changed', { ...payloadOf(post), isVote: true });
    return pollView(orNotFound((await seenPost(call, post.id, reader)).poll), now);
  }),

  handle(moderation.pinPost, (call, { id }) => moderate(call, id, 'pinned', true)),
  handle(moderation.unpinPost, (call, { id }) => moderate(call, id, 'pinned', false)),
  handle(moderation.hidePost, (call, { id }) => moderate(call, id, 'hidden', true)),
  handle(moderation.unhidePost, (call, { id }) => moderate(call, id, 'hidden', false)),
  handle(moderation.closePost, (call, { id }) => moderate(call, id, 'closed', true)),
  handle(moderation.openPost, (call, { id }) => moderate(call, id, 'closed', false)),
  handle(posts.solvePost, (call, { id }) => setSolved(call, id, true)),
  handle(posts.unsolvePost, (call, { id }) => setSolved(call, id, false)),

  handle(posts.readTopic, async (call, { id }) => {
    const { id: post } = await seenPost(call, idOf(id));
    await queries.upsertTopicRead(call.db, call.schoolId, call.me.userId, post, call.now);
    return ok;
  }),

  handle(posts.listPostEdits, async (call, { id }) => {
    const { id: post } = await seenPost(call, idOf(id));
    return editsView(await queries.selectEdits(call.db, post, null));
  }),
];

/** People can report any post of others that they can see. Topics and news are types of club posts. */
export const postReports: readonly ReportTarget[] = (['post', 'topic', 'news'] as const).map(
  (kind) => ({
    kind,
    find: async (call, id) => {
      const row = await seenPost(call, idOf(id));
      if (row.author_id === call.me.userId) throw problem('own_content');
      return { person: row.author_id, title: titleOf(row) };
    },
    describe: async (call, ids) =>
      reportedView(await queries.selectReportedPosts(call.db, readerOf(call), ids.map(idOf))),
  }),
);
