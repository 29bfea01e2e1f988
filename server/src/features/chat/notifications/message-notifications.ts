import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { Events } from '../../../kernel/jobs/outbox.ts';
import {
  originOf,
  broadcastLists,
  readRecipients,
  writeItems,
} from '../../notifications/notify/notify.ts';
import {
  lockLists,
  updateConversationRead,
  updateReplaced,
} from '../../notifications/notify/delivery-log.queries.ts';
import {
  selectSaid,
  selectUnread,
  upsertSettled,
  type SaidRow,
  type UnreadRow,
} from './message-notifications.queries.ts';

/** Seconds between a message and the notifications about it. Messages in this time are handled together. */
const batchSeconds = 4;
const key = 'general.chat';
/** People in one transaction, so that lists are locked only for a short time. */
const atOnce = 200;

const collapseKeyOf = (conversation: number): string => `conversation:${conversation}`;

/**
 * Notifies people about unread messages. Each person has at most one unread notification for each conversation. New messages after its push
 * replace it with a new one.
 */
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
  // This is last, so that after a crash another job handles all of it again.
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
    // Selected again after locking the lists: another server may have notified them, and they may have read the messages.
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

/** Marks the notification about a conversation as read after the person has read it. */
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
