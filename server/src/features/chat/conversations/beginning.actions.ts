import { idOf } from '../../../kernel/sql.ts';
import { beginLimit } from '#contract/chat-limits.ts';
import type { beginConversation, Conversation } from '#contract/chat.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { memberOf, type Context, type Member } from '../../../kernel/context.ts';
import { countUseWithin } from '../../../kernel/security/rate-limits.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { viewOwn } from './conversations.actions.ts';
import { selectReach, type ReachRow } from '../chat.queries.ts';
import { isThere, reachOf } from '../chat.rules.ts';
import { tellMoved } from '../messages/announcing.ts';
import { cleanLine } from '../messages/message-text.ts';
import { passageTo } from '../messages/messages.rules.ts';
import {
  insertDirect,
  insertGroup,
  selectDirect,
  selectGroupByClient,
  updateShown,
} from './beginning.queries.ts';

type Wish = HandlerInput<typeof beginConversation>;

/** How the caller stands to people they name; refuses when one of them is not there for them. */
export const reachedPeople = async (
  context: Context,
  me: Member,
  uids: readonly string[],
): Promise<ReachRow[]> => {
  const ids = [...new Set(uids.map(idOf))].filter((id) => id !== me.userId);
  const rows = await selectReach(context.db, me.userId, ids);
  if (rows.length < ids.length || rows.some((row) => !isThere(me, context.school.connect, row)))
    throw problem('person_not_found');
  return rows;
};

const countBegin = (context: Context, me: Member) =>
  countUseWithin(context, `chat-begin:${me.userId}`, beginLimit);

/** The one conversation with a person. Two who begin at once come to the same. */
const beginDirect = async (context: Context, me: Member, uid: string): Promise<Conversation> => {
  const { db, school, clock } = context;
  const other = idOf(uid);
  if (other === me.userId) throw problem('chat_self');
  const [[row], before] = await Promise.all([
    reachedPeople(context, me, [uid]),
    selectDirect(db, me.userId, other),
  ]);
  if (row === undefined) throw problem('person_not_found');
  let found = before;
  if (before === undefined) {
    if ('refusal' in passageTo(reachOf(me, school.connect, row), { door: null, isOpen: false }))
      throw problem('chat_not_allowed');
    // Sent at once and carried out in this order; a count that refuses undoes what comes behind it.
    [, , found] = await Promise.all([
      countBegin(context, me),
      insertDirect(db, school.school_id, me.userId, other, clock.now()),
      selectDirect(db, me.userId, other),
    ]);
  }
  if (found === undefined) throw problem('unavailable');
  if (!found.is_shown) await updateShown(db, found.id, me.userId);
  if (before?.is_shown === true) return viewOwn(context, found.id);
  return (
    await Promise.all([
      viewOwn(context, found.id),
      tellMoved(context, found.id, { into: [me.userId] }),
    ])
  )[0];
};

/** May the caller bring these people into a group? Whom they could only ask, they ask first. */
export const checkBringing = (context: Context, me: Member, rows: readonly ReachRow[]): void => {
  for (const row of rows) {
    const passage = passageTo(reachOf(me, context.school.connect, row), {
      door: null,
      isOpen: false,
    });
    if ('refusal' in passage || passage.may === 'request') throw problem('chat_not_allowed');
  }
};

const beginGroup = async (
  context: Context,
  me: Member,
  wish: Extract<Wish, { kind: 'group' }>,
): Promise<Conversation> => {
  const { db, school, clock } = context;
  const before = await selectGroupByClient(db, me.userId, wish.clientId);
  if (before !== undefined) return viewOwn(context, before);
  const rows = await reachedPeople(context, me, wish.uids);
  if (rows.length === 0) throw problem('chat_self');
  checkBringing(context, me, rows);
  await countBegin(context, me);
  const people = rows.map(({ id }) => id);
  const name = cleanLine(wish.name);
  const made = await insertGroup(db, school.school_id, {
    me: me.userId,
    clientId: wish.clientId,
    name,
    people,
    now: clock.now(),
  });
  const id = made ?? (await selectGroupByClient(db, me.userId, wish.clientId));
  if (id === undefined) throw problem('unavailable');
  if (made !== undefined) await tellMoved(context, id, { into: [me.userId] });
  return viewOwn(context, id);
};

/** Begins a conversation. Who may: whoever may write to the people, one message that waits included for a direct one. */
export const begin = async (
  context: Context,
  input: Wish,
): Promise<Reply<typeof beginConversation>> => {
  const me = memberOf(context);
  return input.kind === 'direct'
    ? beginDirect(context, me, input.uid)
    : beginGroup(context, me, input);
};
