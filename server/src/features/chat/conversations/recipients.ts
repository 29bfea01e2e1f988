import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { problem, type FieldProblem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { type SendContextRow, selectSendContexts } from '../chat.queries.ts';
import { isVisibleTo, sendContextOf } from '../chat.rules.ts';
import { sendPermissionTo } from '../messages/messages.rules.ts';

/** Returns the caller's relationship to people. Throws if one of them isn't visible. */
export const findRecipients = async (
  context: Context,
  me: Member,
  uids: readonly string[],
): Promise<SendContextRow[]> => {
  const ids = [...new Set(uids.map(idOf))].filter((id) => id !== me.userId);
  const rows = await selectSendContexts(context.db, me.userId, ids);
  const there = new Set(
    rows.filter((row) => isVisibleTo(me, context.school.connect, row)).map(({ id }) => id),
  );
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length > 0) throw problem('person_not_found', {}, named(uids, missing));
  return rows;
};

/** Returns field paths such as `uids.2` for the people in an error. */
const named = (uids: readonly string[], refused: readonly number[]): FieldProblem[] =>
  uids.flatMap((uid, at) =>
    refused.includes(idOf(uid))
      ? [{ path: `uids.${at}`, message: 'You can’t add this person to a group.' }]
      : [],
  );

/** Returns whether the caller can add a person to a group. If a message request is required, the caller has to send it first. */
const canAddToGroup = (context: Context, me: Member, row: SendContextRow): boolean => {
  const permission = sendPermissionTo(sendContextOf(me, context.school.connect, row), {
    request: null,
    isOpen: false,
  });
  return !('denied' in permission || permission.may === 'request');
};

/** Throws unless the caller can add all these people to a group. The error lists the others by their position in `uids`. */
export const requireAddable = (
  context: Context,
  me: Member,
  rows: readonly SendContextRow[],
  uids: readonly string[],
): void => {
  const refused = rows.filter((row) => !canAddToGroup(context, me, row)).map(({ id }) => id);
  if (refused.length > 0) throw problem('chat_not_allowed', {}, named(uids, refused));
};

/** Returns the people that the caller can add to a group. The result doesn't reveal whether the others exist. */
export const selectAddable = async (
  context: Context,
  me: Member,
  uids: readonly string[],
): Promise<ReadonlySet<number>> => {
  const rows = await selectSendContexts(context.db, me.userId, [...new Set(uids.map(idOf))]);
  return new Set(
    rows
      .filter(
        (row) =>
          row.id !== me.userId &&
          isVisibleTo(me, context.school.connect, row) &&
          canAddToGroup(context, me, row),
      )
      .map(({ id }) => id),
  );
};
