import { decimalText } from '#contract/finances/money.ts';
import type { AccountSort } from '#contract/finances/limits.ts';
import { call } from '../../lib/call.ts';
import { csvOf } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';
import { accountsCall } from './finances.data.ts';

/** Number of rows per call. */
const atOnce = 100;

/** Saves all overdue accounts, or all open holds, as a CSV file. */
export const saveAccounts = async (
  show: 'overdue' | 'holds',
  sort: AccountSort,
  order: 'asc' | 'desc',
): Promise<void> => {
  const rows: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(show, sort, order, cursor);
    for (const { person, account, hold } of page.items) {
      const who = [person.username, person.firstName, person.lastName];
      if (account !== null)
        rows.push([
          ...who,
          account.name,
          decimalText(account.balance),
          decimalText(account.dueNow),
          account.balance.currency,
          account.oldestDue,
        ]);
      else if (hold !== null)
        rows.push([
          ...who,
          hold.office,
          hold.kind,
          hold.since,
          hold.reason,
          hold.amount === null ? '' : decimalText(hold.amount),
          hold.amount?.currency ?? '',
        ]);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  const about =
    show === 'overdue'
      ? ['account', 'balance', 'dueNow', 'currency', 'oldestDue']
      : ['office', 'kind', 'since', 'reason', 'amount', 'currency'];
  const csv = csvOf(['username', 'firstName', 'lastName', ...about], rows);
  saveFile(`${show}.csv`, csv, 'text/csv');
};

const pageAfter = (
  show: 'overdue' | 'holds',
  sort: AccountSort,
  order: 'asc' | 'desc',
  cursor: string | null,
) => call(accountsCall, { show, sort, order, size: atOnce, ...(cursor !== null && { cursor }) });
