import type { Member } from '../../kernel/actor.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { idOf } from '../../kernel/sql.ts';
import { problem } from '../../kernel/http/problem.ts';
import { holdConversations, selectPlace, type PlaceRow } from './chat.queries.ts';
import { isVisible } from './chat.rules.ts';

/**
 * The caller and their place in a conversation. One that is not there for them is nowhere: nobody learns which ids are taken.
 * `hold`: nothing else happens in the conversation until the transaction ends, and what is answered is how it stands then.
 */
export const ownPlace = async (
  context: Context,
  conversation: string,
  { hold = false } = {},
): Promise<{ me: Member; place: PlaceRow }> => {
  const me = memberOf(context);
  const id = idOf(conversation);
  const [, place] = await Promise.all([
    hold ? holdConversations(context.db, [id]) : undefined,
    selectPlace(context.db, me.userId, id),
  ]);
  if (place === undefined || !isVisible(place)) throw problem('not_found');
  return { me, place };
};
