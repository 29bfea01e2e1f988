import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { type Context, memberOf } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { selectListed } from '../chat.queries.ts';
import { endOf } from '../chat.rules.ts';
import { conversationView } from '../chat.views.ts';
import { selectHidden, selectMessagesAt } from '../messages/messages.queries.ts';

/** Returns some of the caller's conversations in the order of the ids. */
export const getConversations = async (context: Context, ids: readonly number[]) => {
  const me = memberOf(context);
  const { db, school } = context;
  const [rows, hidden] = await Promise.all([
    selectListed(db, me.userId, ids),
    selectHidden(db, me.userId),
  ]);
  const positions = rows
    .filter((row) => endOf(row) >= row.first_seq)
    .map((row) => ({ conversation: row.id, seq: endOf(row) }));
  const last = new Map(
    (await selectMessagesAt(db, positions)).map((row) => [row.conversation_id, row]),
  );
  const viewContext = { me, connect: school.connect, hidden, now: context.clock.now() };
  const views = new Map(
    rows.map((row) => [
      row.id,
      { row, view: conversationView(context, viewContext, row, last.get(row.id)) },
    ]),
  );
  return ids.flatMap((id) => views.get(id) ?? []);
};

/** Returns a conversation as the caller sees it, after a change. */
export const viewOwn = async (context: Context, id: number): Promise<Conversation> => {
  const [one] = await getConversations(context, [id]);
  return orNotFound(one).view;
};
