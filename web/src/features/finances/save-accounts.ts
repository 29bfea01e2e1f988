import { decimalText } from '#contract/finances/money.ts';
import type { AccountSort } from '#contract/finances/limits.ts';
import { listStudentAccounts } from '#contract/finances/calls.ts';
import { allPages } from '../../lib/all-pages.ts';
import { call } from '../../lib/call.ts';
import { csvOf } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';

const columns = {
  overdue: ['account', 'balance', 'dueNow', 'currency', 'oldestDue'],
  holds: ['office', 'kind', 'since', 'reason', 'amount', 'currency'],
} as const;

/** Saves all overdue accounts, or all open holds, as a CSV file. */
export const saveAccounts = async (
  show: 'overdue' | 'holds',
  sort: AccountSort,
  order: 'asc' | 'desc',
): Promise<void> => {
  const items = await allPages((page) => call(listStudentAccounts, { ...page, show, sort, order }));
  const rows = items.map(({ person, account, hold }) => [
    person.username,
    person.firstName,
    person.lastName,
    ...(account === null
      ? []
      : [
          account.name,
          decimalText(account.balance),
          decimalText(account.dueNow),
          account.balance.currency,
          account.oldestDue,
        ]),
    ...(hold === null
      ? []
      : [
          hold.office,
          hold.kind,
          hold.since,
          hold.reason,
          hold.amount === null ? '' : decimalText(hold.amount),
          hold.amount?.currency ?? '',
        ]),
  ]);
  const csv = csvOf(['username', 'firstName', 'lastName', ...columns[show]], rows);
  saveFile(`${show}.csv`, csv, 'text/csv');
};
