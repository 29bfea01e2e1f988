import type { Call } from '../../../kernel/handle.ts';
import { found } from '../../../kernel/sql.ts';
import type { PostReader } from '../reader/post-reader.queries.ts';
import { selectLikes, updateLikeAndEmit, type Like } from './likes.queries.ts';

/**
 * Sets or takes back the caller's like of what they see, and answers how many like it then. The counter is one row for all who like
 * one thing: it is held for one round trip, from the like to the commit, so that thousands who do it at once wait as short as can be.
 */
export const setLike = async (
  call: Call,
  reader: PostReader,
  what: Pick<Like, 'kind' | 'id' | 'isOn'>,
  place: { readonly post: number; readonly club: number | null },
): Promise<{ likes: number; liked: boolean }> => {
  // Sent at once and carried out in this order.
  const asked = Promise.all([
    updateLikeAndEmit(call, call.me.userId, { ...what, now: call.now }, place),
    selectLikes(call.db, reader, what),
  ]);
  call.commit();
  const [isChanged, counts] = await asked;
  if (isChanged) call.nudge(what.kind === 'post' ? 'post_liked' : 'comment_liked');
  return found(counts);
};
