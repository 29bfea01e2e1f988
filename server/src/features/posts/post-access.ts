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

/** What handlers of posts and comments share: who looks, and whether they may. */

/** Who looks, as views need it. */
export const viewerOf = (call: Call): PostViewer => ({
  tokens: call.tokens,
  clock: call.clock,
  school: call.school,
  me: call.me.userId,
  now: call.now,
});

export const limitRate = (call: Call, what: keyof typeof postRates): Promise<void> =>
  countInMemory(call, `posts-${what}:${call.schoolId}:${call.me.userId}`, postRates[what]);

/** A post the caller may see; 404 otherwise. */
export const seenPost = async (
  call: Call,
  id: number,
  reader: PostReader = readerOf(call),
): Promise<PostRow> => orNotFound(await selectPost(call.db, reader, id));

/** A club the caller may know of, as a place of posts; refuses whoever does not read there. */
export const readablePlace = async (
  call: Call,
  reader: PostReader,
  club: number,
): Promise<PlaceRow> => {
  const place = orNotFound(await selectPlace(call.db, reader, club));
  if (!place.reads) throw problem('posts_members_only');
  return place;
};

/** Whether whoever is at a socket reads what is posted in a club. */
export const canRead: LiveParts['canRead'] = (scope, club) =>
  transact(
    scope,
    async (context) =>
      (await selectPlace(context.db, readerOf(callOf(context)), club))?.reads === true,
    { readOnly: true },
  );

/** Refuses whoever may not like, vote or comment where something was posted. */
export const checkReaction = (row: { readonly club: PostClubRow | null }): void => {
  const refused = reactionError(row.club);
  if (refused !== null) throw problem(refused);
};

/** When something is to be published; refuses a time that is not to come, or too far ahead. */
export const readTime = ({ now }: Pick<Call, 'now'>, publishAt: string): Date => {
  const at = new Date(publishAt);
  if (!isAhead(at, now)) throw problem('post_time', { days: postLimits.days });
  return at;
};

/** A post and where it stands, as events say it. */
export const placeOf = ({ id, club }: PostRow) => ({ post: id, club: club?.id ?? null });

/** Characters of a post that a report and the audit log are titled with. */
const titleMax = 80;

/** How a post or comment begins: whole characters, so that no half of one stands at the end. */
export const titleOf = ({ title = '', text }: { title?: string; text: string }): string =>
  [...(title === '' ? text : title)].slice(0, titleMax).join('');

/** What moderators act on. */
interface Moderated {
  readonly title?: string;
  readonly text: string;
  readonly author_id: number | null;
  readonly club: PostClubRow | null;
}

/** Keeps what moderators did to a post or comment in the audit log. */
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

/** What is to be deleted, as the caller sees it; undefined where they see no such thing. */
interface Deletion<R> {
  readonly row: R | undefined;
  /** Whether it was deleted before, and was theirs to delete. */
  readonly wasDeleted: () => Promise<boolean>;
  /** Whether others than its author and moderators may delete it. */
  readonly mayDelete?: (row: R) => boolean;
  /** False where somebody else was faster. */
  readonly remove: (row: R) => Promise<boolean>;
  readonly announce: (row: R) => Promise<void>;
}

/** Deletes what the caller wrote, or moderates, which is recorded. Doing it twice changes nothing. */
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
