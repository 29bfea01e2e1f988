import { switchLimit } from '#contract/chat-limits.ts';
import type {
  readChatPolicy,
  readChatPrivacy,
  setChatPolicy,
  setChatPrivacy,
} from '#contract/chat-settings.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { record } from '../../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { broadcast } from '../../../kernel/live/live.ts';
import { countUseWithin } from '../../../kernel/security/rate-limits.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { marksTold } from './settings.views.ts';
import {
  selectPolicy,
  selectSwitches,
  touchMarked,
  upsertPolicy,
  upsertSwitches,
} from './settings.queries.ts';

/** What the school says of chat. Who may: everybody there. */
export const readPolicy = (context: Context): Promise<Reply<typeof readChatPolicy>> =>
  selectPolicy(context.db);

/** Says who may write to whom, and how long messages are kept. */
export const changePolicy = async (
  context: Context,
  after: HandlerInput<typeof setChatPolicy>,
): Promise<Reply<typeof setChatPolicy>> => {
  const before = await selectPolicy(context.db);
  await upsertPolicy(context.db, context.school.school_id, after);
  await record(context, 'chat_policy_changed', { before, after });
  return after;
};

const switchesOf = async (context: Context, me: number): Promise<Reply<typeof readChatPrivacy>> => {
  const [row] = await selectSwitches(context.db, [me]);
  return { showsPresence: row?.shows_presence ?? true, showsReceipts: row?.shows_receipts ?? true };
};

/** What the caller shows of themselves. */
export const readSwitches = (context: Context): Promise<Reply<typeof readChatPrivacy>> =>
  switchesOf(context, memberOf(context).userId);

/**
 * Switches presence or read marks. Marks that come or go with it are a change of every small conversation the caller is in. What they
 * see of others comes or goes too, which no number of a conversation tells: their own clients read what they hold anew.
 */
export const changeSwitches = async (
  context: Context,
  input: HandlerInput<typeof setChatPrivacy>,
): Promise<Reply<typeof setChatPrivacy>> => {
  const me = memberOf(context).userId;
  const { db, school } = context;
  const before = await switchesOf(context, me);
  await countUseWithin(context, `chat-switches:${me}`, switchLimit);
  const movesMarks =
    input.showsReceipts !== undefined && input.showsReceipts !== before.showsReceipts;
  await upsertSwitches(db, school.school_id, me, input);
  if (movesMarks) {
    for (const { id, change } of await touchMarked(context, me))
      broadcast(context, {
        rooms: [`conversation:${id}`],
        event: { kind: 'conversation_changed', conversation: String(id), from: change - 1, change },
      });
    context.nudge('conversation_changed');
    broadcast(context, marksTold(me));
    await emit(context, 'receipts_switched', { userId: me });
  }
  if (input.showsPresence !== undefined && input.showsPresence !== before.showsPresence)
    await emit(context, 'presence_switched', { userId: me, isShown: input.showsPresence });
  return switchesOf(context, me);
};
