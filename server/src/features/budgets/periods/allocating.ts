import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { selectPostedAccounts, type PostedAccount } from '../ledger/ledger.queries.ts';

/** Returns accounts to which people can post now, by id. Throws if one is missing, archived or a group. */
export const openAccounts = async (
  call: Call,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PostedAccount>> => {
  const rows = new Map(
    (await selectPostedAccounts(call.db, ids.map(idOf))).map((row) => [String(row.id), row]),
  );
  for (const id of ids) {
    const { archived_at: archivedAt, role } = orNotFound(rows.get(id));
    if (archivedAt !== null) throw problem('account_archived');
    if (role === 'group') throw problem('account_group');
  }
  return rows;
};

/** The name with which a body names the account for money from and to outside. */
export const outside = 'external';
