import { transact, type Scope } from '../../../kernel/context.ts';
import { lockConversations } from '../chat.queries.ts';
import { followCourses, selectChats } from './course-chats.queries.ts';

/** Chats that one transaction changes: while it does nobody writes in them. */
const chatsAtOnce = 100;

const follow = (scope: Scope, ids: readonly number[]): Promise<void> =>
  transact(scope, async (context) => {
    // Carried out in this order: the second statement sees what those before the lock have done.
    const [, changed] = await Promise.all([
      lockConversations(context.db, ids),
      followCourses(context, ids),
    ]);
    if (changed > 0) {
      context.nudge('conversation_changed');
      context.nudge('participants_moved');
    }
  });

/** Lets the chats of sections follow what has changed in them. Sections without a chat are passed over. */
export const followSections = async (scope: Scope, sections: readonly number[]): Promise<void> => {
  const ids = (
    await transact(scope, ({ db }) => selectChats(db, { sections }, sections.length), {
      readOnly: true,
    })
  ).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += chatsAtOnce)
    await follow(scope, ids.slice(at, at + chatsAtOnce));
};

/** The same for all course chats of a school. */
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
