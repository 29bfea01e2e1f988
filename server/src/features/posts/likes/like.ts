import type { Context } from '../../../kernel/context.ts';
import { callOf, type Call } from '../../../kernel/handle.ts';
import { batchOutcome } from '../../../kernel/http/batched-call.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { checkReaction, limitRate } from '../post-access.ts';
import { readerOf, type PostReader } from '../reader/post-reader.queries.ts';
import {
  lockPosts,
  selectLikable,
  selectLikes,
  updateCommentLikeAndEmit,
  updateLikesAndEmit,
  type Like,
} from './likes.queries.ts';

interface Counted {
  readonly likes: number;
  readonly liked: boolean;
}

/** A call that likes one post. */
interface LikeCall {
  readonly context: Context;
  readonly input: { readonly id: string };
}

/** Calls that count toward the rate limit. A retried call counts only once. */
const counted = new WeakSet<LikeCall['input']>();

const likablePost = async ({ context, input }: LikeCall) => {
  const call = callOf(context);
  if (!counted.has(input)) await limitRate(call, 'react');
  counted.add(input);
  const reader = readerOf(call);
  const post = orNotFound(await selectLikable(call.db, reader, idOf(input.id)));
  checkReaction(post);
  return { call, reader, post };
};

/**
 * Adds or removes the likes of calls that share a transaction. Returns the number of likes of each call's post. A
 * post's counter is one row that stays locked until the commit is on disk, so when thousands of people like a post at
 * the same time, many calls share one commit.
 */
export const likePosts = (isOn: boolean) => async (calls: readonly LikeCall[]) => {
  // The queries are sent together, in one round trip.
  const looked = await Promise.all(calls.map((call) => batchOutcome(() => likablePost(call))));
  const seen = looked.flatMap((one) => ('answer' in one ? [one.answer] : []));
  const [first] = seen;
  if (first === undefined) return looked.flatMap((one) => ('error' in one ? [one] : []));
  const { db } = first.call;
  const likes = seen.map(({ call, post }) => ({
    post: post.id,
    club: post.club?.id ?? null,
    me: call.me.userId,
    origin: call.origin === '' ? null : call.origin,
    now: call.now,
  }));
  // The queries are sent together and run in this order.
  const asked = Promise.all([
    lockPosts(
      db,
      likes.map(({ post }) => post),
    ),
    updateLikesAndEmit(first.call, likes, isOn),
    Promise.all(
      seen.map(({ reader, post }) => selectLikes(db, reader, { kind: 'post', id: post.id })),
    ),
  ]);
  first.call.commit();
  const [, isChanged, counts] = await asked;
  if (isChanged) first.call.nudge('post_liked');
  const answers = new Map(seen.map((one, nth) => [one, counts[nth]]));
  return Promise.all(
    looked.map((one) =>
      'error' in one ? one : batchOutcome<Counted>(async () => orNotFound(answers.get(one.answer))),
    ),
  );
};

/** Adds or removes the caller's like of a comment that they can see. Returns its number of likes. */
export const setCommentLike = async (
  call: Call,
  reader: PostReader,
  { id, isOn }: Pick<Like, 'id' | 'isOn'>,
  payload: { readonly post: number; readonly club: number | null },
): Promise<Counted> => {
  // The queries are sent together and run in this order, so the counter stays locked for only one round trip.
  const asked = Promise.all([
    updateCommentLikeAndEmit(call, call.me.userId, { id, isOn, now: call.now }, payload),
    selectLikes(call.db, reader, { kind: 'comment', id }),
  ]);
  call.commit();
  const [isChanged, counts] = await asked;
  if (isChanged) call.nudge('comment_liked');
  return orNotFound(counts);
};
