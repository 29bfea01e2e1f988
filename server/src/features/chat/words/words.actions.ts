import { transact, type Scope } from '../../../kernel/context.ts';
import { holdConversations } from '../chat.queries.ts';
import { insertBlocks, selectBehind } from './words.queries.ts';

/** Seconds after a message until it is looked whether a block of its conversation is full. */
export const blocksAfterSeconds = 10;
/** Conversations that one transaction holds: who writes in one of them waits for milliseconds. */
const atOnce = 10;

/** Stores the words of what was said since an event, by the block. */
export const storeWords = async (scope: Scope, { id: since }: { readonly id: number }, signal: AbortSignal): Promise<void> => {
  let waiting = await transact(scope, ({ db }) => selectBehind(db, since), { readOnly: true });
  while (waiting.length > 0 && !signal.aborted) {
    const some = waiting.slice(0, atOnce);
    const more = await transact(scope, async ({ db, school, commit }) => {
      const asked = Promise.all([holdConversations(db, some), insertBlocks(db, school.school_id, some)]);
      commit();
      return (await asked)[1];
    });
    waiting = [...waiting.slice(atOnce), ...more];
  }
};
