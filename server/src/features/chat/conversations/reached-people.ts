import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { type ReachRow, selectReach } from '../chat.queries.ts';
import { isThere, reachOf } from '../chat.rules.ts';
import { sendPermissionTo } from '../messages/messages.rules.ts';

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

/** May the caller bring these people into a group? Whom they could only ask, they ask first. */
export const checkBringing = (context: Context, me: Member, rows: readonly ReachRow[]): void => {
  for (const row of rows) {
    const permission = sendPermissionTo(reachOf(me, context.school.connect, row), {
      request: null,
      isOpen: false,
    });
    if ('denied' in permission || permission.may === 'request') throw problem('chat_not_allowed');
  }
};
