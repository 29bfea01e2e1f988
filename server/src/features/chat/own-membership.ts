import type { Member } from '../../kernel/actor.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { idOf } from '../../kernel/sql.ts';
import { problem } from '../../kernel/http/problem.ts';
import { lockConversations, selectMembership, type MembershipRow } from './chat.queries.ts';
import { isVisible } from './chat.rules.ts';

/**
 * Returns the caller's membership of a conversation. Throws 404 if it isn't visible, so that no one learns which ids exist. `lock` prevents
 * other changes until the transaction ends, and returns the state under the lock.
 */
export const ownMembership = async (
  context: Context,
  conversation: string,
  { lock = false } = {},
): Promise<{ me: Member; membership: MembershipRow }> => {
  const me = memberOf(context);
  const id = idOf(conversation);
  const [, membership] = await Promise.all([
    lock ? lockConversations(context.db, [id]) : undefined,
    selectMembership(context.db, me.userId, id),
  ]);
  if (membership === undefined || !isVisible(membership)) throw problem('not_found');
  return { me, membership };
};
