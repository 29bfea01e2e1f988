import { switchLimit } from '#contract/chat/limits.ts';
import {
  readChatPolicy,
  readChatPrivacy,
  setChatPolicy,
  setChatPrivacy,
} from '#contract/chat/settings.endpoints.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { broadcast } from '../../../kernel/live/live.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import {
  selectPolicy,
  selectSwitches,
  touchReceipts,
  upsertPolicy,
  upsertSwitches,
} from './settings.queries.ts';
import { receiptsBroadcast } from './settings.views.ts';

const switchesOf = async (context: Context, me: number): Promise<Reply<typeof readChatPrivacy>> => {
  const [row] = await selectSwitches(context.db, [me]);
  return { showsPresence: row?.shows_presence ?? true, showsReceipts: row?.shows_receipts ?? true };
};

export const chatSettingsHandlers = [
  // Returns the school's chat policy, to everyone.
  handle(readChatPolicy, (call) => selectPolicy(call.db)),

  handle(setChatPolicy, async (call, input) => {
    const before = await selectPolicy(call.db);
    const after = { ...input, courseChats: input.courseChats ?? before.courseChats };
    await upsertPolicy(call.db, call.schoolId, after);
    await record(call, 'chat_policy_changed', { before, after });
    if (after.courseChats !== before.courseChats) await emit(call, 'course_chats_switched', {});
    return after;
  }),

  handle(readChatPrivacy, (call) => switchesOf(call, call.me.userId)),

  // Turns presence or read receipts on or off. All small conversations of the caller change, because marks appear or disappear. Marks of
  // others also do, which no change number indicates, so the caller's own clients reload.
  handle(setChatPrivacy, async (call, input) => {
    const { db, schoolId } = call;
    const me = call.me.userId;
    const before = await switchesOf(call, me);
    await countUseInTransaction(call, `chat-switches:${me}`, switchLimit);
    const changesReceipts =
      input.showsReceipts !== undefined && input.showsReceipts !== before.showsReceipts;
    await upsertSwitches(db, schoolId, me, input);
    if (changesReceipts) {
      for (const { id, change } of await touchReceipts(call, me))
        broadcast(call, {
          rooms: [`conversation:${id}`],
          event: {
            kind: 'conversation_changed',
            conversation: String(id),
            from: change - 1,
            change,
          },
        });
      call.nudge('conversation_changed');
      broadcast(call, receiptsBroadcast(me));
      await emit(call, 'receipts_switched', { userId: me });
    }
    if (input.showsPresence !== undefined && input.showsPresence !== before.showsPresence)
      await emit(call, 'presence_switched', { userId: me, isShown: input.showsPresence });
    return switchesOf(call, me);
  }),
];
