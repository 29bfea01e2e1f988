import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { Events } from '../../../kernel/jobs/outbox.ts';
import {
  originOf,
  broadcastLists,
  readRecipients,
  writeItems,
} from '../../notifications/delivery-log/notify.ts';
import {
  lockLists,
  updateConversationRead,
  updateReplaced,
} from '../../notifications/delivery-log/delivery-log.queries.ts';
import {
  selectSaid,
  selectUnread,
  upsertSettled,
  type SaidRow,
  type UnreadRow,
} from './message-notifications.queries.ts';

/** Seconds after a message until those are told who have not read it by then; all that is said meanwhile is looked at once. */
const batchSeconds = 4;
const key = 'general.chat';
/** People in one transaction: lists are not held for long. */
const atOnce = 200;

const collapseKeyOf = (conversation: number): string => `conversation:${conversation}`;

/** Tells people of messages they have not read: one unread item a conversation and person; what is said since it was pushed makes a new one in its place. */
const onMessages = async (scope: Scope): Promise<void> => {
  const { said, settled, people } = await transact(
    scope,
    async ({ db, clock }) => {
      const found = await selectSaid(db);
      return {
        ...found,
        people: found.said.length === 0 ? [] : await selectUnread(db, found.said, clock.now()),
      };
    },
    { readOnly: true },
  );
  for (let at = 0; at < people.length; at += atOnce)
    await notifySome(scope, said, people.slice(at, at + atOnce));
  // Last: whoever is killed before is followed by somebody who looks at all of it again.
  if (settled > 0)
    await transact(scope, ({ db, school }) => upsertSettled(db, school.school_id, settled));
};

const notifySome = (
  scope: Scope,
  said: readonly SaidRow[],
  some: readonly UnreadRow[],
): Promise<void> =>
  transact(scope, async (context) => {
    const { db, school, clock } = context;
    const users = some.map(({ user }) => user);
    await lockLists(db, school.school_id, users, originOf(context));
    // Asked again, now that the lists are held: another server may have told them, and they may have read it.
    const theirs = new Set(some.map(({ conversation }) => conversation));
    const unread = await selectUnread(
      db,
      said.filter(({ conversation }) => theirs.has(conversation)),
      clock.now(),
      users,
    );
    const old = unread.flatMap(({ replaced }) => replaced ?? []);
    const replaced = old.length === 0 ? [] : await updateReplaced(db, old, clock.now());
    const fresh = unread.map(({ user, conversation, actor, push_from: from }) => ({
      user,
      conversation,
      actors: [actor],
      collapseKey: collapseKeyOf(conversation),
      ...(from !== null && { pushFrom: from }),
    }));
    await writeItems(
      context,
      { key, kind: 'message_written' },
      await readRecipients(context, key, [...new Set(fresh.map(({ user }) => user))]),
      fresh,
      replaced,
    );
  });

/** Somebody has read a conversation: what their list says of it is read, too. */
const onRead = (
  scope: Scope,
  { conversation, userId }: Events['conversation_read'],
): Promise<void> =>
  transact(scope, async (context) => {
    const { db, school, clock } = context;
    await lockLists(db, school.school_id, [userId], null);
    const lists = await updateConversationRead(db, userId, conversation, clock.now());
    if (lists.length > 0) await broadcastLists(context, lists);
  });

export const messageNotifications = [
  onEventWithNumber('chat.notify', 'message_written', (scope) => onMessages(scope), {
    batchSeconds,
  }),
  onEvent('chat.read-notification', 'conversation_read', onRead, { concurrency: 4 }),
];
