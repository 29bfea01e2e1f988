import { postLimits, postRates } from '#contract/posts/limits.ts';
import { transact } from '../../kernel/context.ts';
import { callOf, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { LiveParts } from '../../kernel/live/live-sources.ts';
import { record } from '../../kernel/security/audit.ts';
import { countInMemory } from '../../kernel/security/rate-limits.ts';
import { ok, orNotFound } from '../../kernel/sql.ts';
import { readerOf, type PostReader } from './reader/post-reader.queries.ts';
import {
  selectPostingClub,
  selectPost,
  type PostingClubRow,
  type PostClubRow,
  type PostRow,
} from './posts.queries.ts';
import { isAhead, reactionError } from './posts.rules.ts';
import type { PostViewer } from './posts.views.ts';

/** Returns the viewer that views need. */
export const viewerOf = (call: Call): PostViewer => ({
  tokens: call.tokens,
  clock: call.clock,
  school: call.school,
  me: call.me.userId,
  now: call.now,
});

export const limitRate = (call: Call, what: keyof typeof postRates): Promise<void> =>
  countInMemory(call, `posts-${what}:${call.schoolId}:${call.me.userId}`, postRates[what]);

/** Returns a post that the caller can see. Throws a 404 otherwise. */
export const seenPost = async (
  call: Call,
  id: number,
  reader: PostReader = readerOf(call),
): Promise<PostRow> => orNotFound(await selectPost(call.db, reader, id));

/** Returns a club that the caller can see. Throws `posts_members_only` if they can't read its posts. */
export const readableClub = async (
  call: Call,
  reader: PostReader,
  club: number,
): Promise<PostingClubRow> => {
  const found = orNotFound(await selectPostingClub(call.db, reader, club));
  if (!found.reads) throw problem('posts_members_only');
  return found;
};

/** Returns whether a connected person can read a club's posts. */
export const canRead: LiveParts['canRead'] = (scope, club) =>
  transact(
    scope,
    async (context) =>
      (await selectPostingClub(context.db, readerOf(callOf(context)), club))?.reads === true,
    { readOnly: true },
  );

/** Throws if the caller can't like, vote or comment in the post's club. */
export const checkReaction = (row: { readonly club: PostClubRow | null }): void => {
  const refused = reactionError(row.club);
  if (refused !== null) throw problem(refused);
};

/** Returns the time at which to publish a post. Throws if it is past or too far ahead. */
export const readPublishTime = ({ now }: Pick<Call, 'now'>, publishAt: string): Date => {
  const at = new Date(publishAt);
  if (!isAhead(at, now)) throw problem('post_time', { days: postLimits.days });
  return at;
};

/** Returns a post and its club, for event payloads. */
export const payloadOf = ({ id, club }: PostRow) => ({ post: id, club: club?.id ?? null });

/** Maximum characters of a title in reports and in the activity log. */
const titleMax = 80;

/** Returns the beginning of a post or comment. It counts code points, so it never ends with half a character. */
export const titleOf = ({ title = '', text }: { title?: string; text: string }): string =>
  [...(title === '' ? text : title)].slice(0, titleMax).join('');

/** A post or comment that a moderator acts on. */
interface Moderated {
  readonly title?: string;
  readonly text: string;
  readonly author_id: number | null;
  readonly club: PostClubRow | null;
}

/** Records a moderator's action on a post or comment in the activity log. */
export const recordModeration = (
  call: Call,
  act: Acts['post_moderated'],
  row: Moderated,
): Promise<unknown> =>
  record(call, 'post_moderated', {
    act,
    text: titleOf(row),
    person: row.author_id,
    ...(row.club !== null && { club: String(row.club.id) }),
  });

/** The post or comment to delete, as the caller sees it. Undefined if they can't see it. */
interface Deletion<R> {
  readonly row: R | undefined;
  /** Returns whether it was already deleted and the caller could delete it. */
  readonly wasDeleted: () => Promise<boolean>;
  /** Returns whether people other than its author and moderators can delete it. */
  readonly canDelete?: (row: R) => boolean;
  /** Returns false if someone else deleted it first. */
  readonly remove: (row: R) => Promise<boolean>;
  readonly announce: (row: R) => Promise<void>;
}

/**
 * Deletes a post or comment that the caller wrote or moderates. The activity log records deletions by moderators.
 * Idempotent.
 */
export const deleteSeen = async <R extends Moderated & { moderates: boolean }>(
  call: Call,
  { row, wasDeleted, canDelete, remove, announce }: Deletion<R>,
): Promise<typeof ok> => {
  if (row === undefined) {
    if (await wasDeleted()) return ok;
    throw problem('not_found');
  }
  const isOwn = row.author_id === call.me.userId;
  if (!isOwn && !row.moderates && canDelete?.(row) !== true) throw problem('not_found');
  if (await remove(row)) {
    if (!isOwn) await recordModeration(call, 'deleted', row);
    await announce(row);
  }
  return ok;
};
