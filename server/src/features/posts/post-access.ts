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
  selectPlace,
  selectPost,
  type PlaceRow,
  type PostClubRow,
  type PostRow,
} from './posts.queries.ts';
import { isAhead, reactionError } from './posts.rules.ts';
import type { PostViewer } from './posts.views.ts';

/** Shared by the handlers of posts and comments: the viewer and their permissions. */

/** The viewer, for views. */
export const viewerOf = (call: Call): PostViewer => ({
  tokens: call.tokens,
  clock: call.clock,
  school: call.school,
  me: call.me.userId,
  now: call.now,
});

export const limitRate = (call: Call, what: keyof typeof postRates): Promise<void> =>
  countInMemory(call, `posts-${what}:${call.schoolId}:${call.me.userId}`, postRates[what]);

/** Returns a post that the caller can see. Throws 404 otherwise. */
export const seenPost = async (
  call: Call,
  id: number,
  reader: PostReader = readerOf(call),
): Promise<PostRow> => orNotFound(await selectPost(call.db, reader, id));

/** Returns a club that the caller can see, as a place of posts. Throws if they can't read there. */
export const readablePlace = async (
  call: Call,
  reader: PostReader,
  club: number,
): Promise<PlaceRow> => {
  const place = orNotFound(await selectPlace(call.db, reader, club));
  if (!place.reads) throw problem('posts_members_only');
  return place;
};

/** Returns whether the person at a socket can read a club's posts. */
export const canRead: LiveParts['canRead'] = (scope, club) =>
  transact(
    scope,
    async (context) =>
      (await selectPlace(context.db, readerOf(callOf(context)), club))?.reads === true,
    { readOnly: true },
  );

/** Throws if the caller can't like, vote or comment in the place of a post. */
export const checkReaction = (row: { readonly club: PostClubRow | null }): void => {
  const refused = reactionError(row.club);
  if (refused !== null) throw problem(refused);
};

/** Returns the time of publication. Throws if it is in the past or too far ahead. */
export const readTime = ({ now }: Pick<Call, 'now'>, publishAt: string): Date => {
  const at = new Date(publishAt);
  if (!isAhead(at, now)) throw problem('post_time', { days: postLimits.days });
  return at;
};

/** A post and its club, for events. */
export const placeOf = ({ id, club }: PostRow) => ({ post: id, club: club?.id ?? null });

/** Maximum number of characters of a post's title in reports and the audit log. */
const titleMax = 80;

/** Returns the beginning of a post or comment, in whole characters. */
export const titleOf = ({ title = '', text }: { title?: string; text: string }): string =>
  [...(title === '' ? text : title)].slice(0, titleMax).join('');

/** A post or comment for moderators. */
interface Moderated {
  readonly title?: string;
  readonly text: string;
  readonly author_id: number | null;
  readonly club: PostClubRow | null;
}

/** Writes a moderator's action to the audit log. */
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

/** A post or comment to delete, or undefined if the caller can't see it. */
interface Deletion<R> {
  readonly row: R | undefined;
  /** Whether it was already deleted, and the caller could delete it. */
  readonly wasDeleted: () => Promise<boolean>;
  /** Whether people other than its author and moderators can delete it. */
  readonly mayDelete?: (row: R) => boolean;
  /** Returns false if another call was faster. */
  readonly remove: (row: R) => Promise<boolean>;
  readonly announce: (row: R) => Promise<void>;
}

/** Deletes a post or comment of the caller, or one that they moderate, which is recorded. It can be repeated. */
export const deleteSeen = async <R extends Moderated & { moderates: boolean }>(
  call: Call,
  { row, wasDeleted, mayDelete, remove, announce }: Deletion<R>,
): Promise<typeof ok> => {
  if (row === undefined) {
    if (await wasDeleted()) return ok;
    throw problem('not_found');
  }
  const isOwn = row.author_id === call.me.userId;
  if (!isOwn && !row.moderates && mayDelete?.(row) !== true) throw problem('not_found');
  if (await remove(row)) {
    if (!isOwn) await recordModeration(call, 'deleted', row);
    await announce(row);
  }
  return ok;
};
