import { type Scope, transact } from '../../../kernel/context.ts';
import { lockConversations, selectState } from '../chat.queries.ts';
import { showsReceipts } from '../chat.rules.ts';
import { announce } from '../messages/announcing.ts';
import { countChange } from '../messages/changes.queries.ts';
import { type DeliveryReceipt, updateArrived, updateParticipantChange } from './own.queries.ts';
import { selectSwitches } from './settings.queries.ts';

/**
 * Marks messages as delivered for many people at once. The hub batches for a moment, so that a message to forty people causes one change of
 * the conversation instead of forty.
 */
export const updateDelivered = async (
  scope: Scope,
  arrivals: readonly DeliveryReceipt[],
): Promise<void> => {
  for (const [conversation, all] of Map.groupBy(arrivals, (one) => one.conversation)) {
    // One mark per person, because a statement changes a row only once.
    const some = [...Map.groupBy(all, (one) => one.user).values()].flatMap((of) =>
      of.toSorted((a, b) => b.seq - a.seq).slice(0, 1),
    );
    await transact(scope, async (context) => {
      const { db } = context;
      const [, state] = await Promise.all([
        lockConversations(db, [conversation]),
        selectState(db, conversation),
      ]);
      if (state === undefined || !showsReceipts(state)) return;
      const moved = await updateArrived(db, conversation, some);
      const switches = await selectSwitches(db, moved);
      const shown = moved.filter(
        (id) => switches.find((one) => one.user_id === id)?.shows_receipts !== false,
      );
      if (shown.length === 0) return;
      const change = await countChange(db, conversation);
      await updateParticipantChange(db, conversation, shown, change);
      await announce(context, conversation, change);
    });
  }
};
