import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import type { MembershipRow } from '../chat.queries.ts';
import { messageViewerOf } from '../chat.views.ts';
import { selectHidden, type MessageRow } from './messages.queries.ts';
import { messageView } from './messages.views.ts';

/** Returns a message to the person who has written or changed it. */
export const answerTo = async (
  context: Context,
  me: Member,
  membership: MembershipRow,
  row: MessageRow,
): Promise<Message> =>
  messageView(context, row, messageViewerOf(membership, await selectHidden(context.db, me.userId)));
