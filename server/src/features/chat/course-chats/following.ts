import { transact, type Scope } from '../../../kernel/context.ts';
import { lockConversations } from '../chat.queries.ts';
import { followCourses, selectChats } from './course-chats.queries.ts';

/** Maximum chats that one transaction changes, because people can't write in them during that time. */
const chatsAtOnce = 100;

const follow = (scope: Scope, ids: readonly number[]): Promise<void> =>
  transact(scope, async (context) => {
    // Executed in order: the second statement sees changes from before the lock.
    const [, changed] = await Promise.all([
      lockConversations(context.db, ids),
      followCourses(context, ids),
    ]);
    if (changed > 0) {
      context.nudge('conversation_changed');
      context.nudge('participants_moved');
    }
  });

/** Updates the chats of changed sections. Skips sections without a chat. */
export const followSections = async (scope: Scope, sections: readonly number[]): Promise<void> => {
  const ids = (
    await transact(scope, ({ db }) => selectChats(db, { sections }, sections.length), {
      readOnly: true,
    })
  ).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += chatsAtOnce)
    await follow(scope, ids.slice(at, at + chatsAtOnce));
};

/** Updates all course chats of a school. */
export const followAll = async (scope: Scope): Promise<void> => {
  for (let after = 0; ;) {
    const from = after;
    const ids = (
      await transact(scope, ({ db }) => selectChats(db, { after: from }, chatsAtOnce), {
        readOnly: true,
      })
    ).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await follow(scope, ids);
    after = last;
  }
};
