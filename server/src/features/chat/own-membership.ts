import type { Member } from '../../kernel/actor.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { idOf } from '../../kernel/sql.ts';
import { problem } from '../../kernel/http/problem.ts';
import { lockConversations, selectMembership, type MembershipRow } from './chat.queries.ts';
import { isVisible } from './chat.rules.ts';

/**
 * The caller and their place in a conversation. One that is not there for them is nowhere: nobody learns which ids are taken.
 * `lock`: nothing else happens in the conversation until the transaction ends, and what is answered is how it stands then.
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
