import { transact, type Scope } from '../../../kernel/context.ts';
import { lockConversations } from '../chat.queries.ts';
import { insertBlocks, selectBehind, selectLeft } from './words.queries.ts';

/** Seconds after a message until it is looked whether a block of its conversation is full. */
export const blocksAfterSeconds = 10;
/** Conversations that one transaction locks. Writers in one of them wait for milliseconds. */
const atOnce = 10;
/** Conversations that one query selects. */
const leftAtOnce = 500;

/** Stores the word blocks of conversations. */
const storeBlocks = async (
  scope: Scope,
  conversations: readonly number[],
  signal: AbortSignal,
): Promise<void> => {
  let waiting = [...conversations];
  while (waiting.length > 0 && !signal.aborted) {
    const some = waiting.slice(0, atOnce);
    const more = await transact(scope, async ({ db, school, commit }) => {
      const asked = Promise.all([
        lockConversations(db, some),
        insertBlocks(db, school.school_id, some),
      ]);
      commit();
      return (await asked)[1];
    });
    waiting = [...waiting.slice(atOnce), ...more];
  }
};

/** Stores the words of messages since an event. */
export const storeWords = async (
  scope: Scope,
  { id: since }: { readonly id: number },
  signal: AbortSignal,
): Promise<void> =>
  storeBlocks(
    scope,
    await transact(scope, ({ db }) => selectBehind(db, since), { readOnly: true }),
    signal,
  );

/** Stores the words of all conversations of the school that were missed. */
export const storeLeftWords = async (scope: Scope, signal: AbortSignal): Promise<void> => {
  for (let last: number | undefined = 0; last !== undefined && !signal.aborted;) {
    const after: number = last;
    const left = await transact(scope, ({ db }) => selectLeft(db, after, leftAtOnce), {
      readOnly: true,
    });
    await storeBlocks(scope, left, signal);
    last = left.at(-1);
  }
};
