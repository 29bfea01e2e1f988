import * as staff from '#contract/budgets/staff.endpoints.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { transact } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { csvText } from '../../forms/results/csv-text.ts';
import type { Days } from '../budgets.queries.ts';
import { selectPeriod } from '../periods/periods.queries.ts';
import { decimal } from './decimal.ts';
import * as queries from './export.queries.ts';
import { workbookOf, xlsx } from './workbook.ts';
import type { Rows } from './workbook-thread.ts';

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

const accountRows = (rows: readonly queries.ExportedAccountRow[]): Rows => [
  [
    'code',
    'name',
    'role',
    'parent',
    'club',
    'currency',
    'carries_over',
    'archived',
    'allocated',
    'income',
    'spent',
    'promised',
    'balance',
    'available',
  ],
  ...rows.map((row) => [
    row.code,
    row.name,
    row.role,
    row.parent ?? '',
    row.club ?? '',
    row.currency,
    yesNo(row.carries_over),
    yesNo(row.is_archived),
    ...[
      row.allocated,
      row.income,
      row.spent,
      row.promised,
      row.balance,
      row.balance - row.promised,
    ].map((amount) => decimal(amount, row.currency)),
  ]),
];

const lineRows = (rows: readonly queries.ExportedLineRow[]): Rows => [
  ['entry', 'date', 'title', 'category', 'kind', 'account', 'amount', 'currency', 'reverses'],
  ...rows.map((row) => [
    String(row.entry_id),
    row.on_date,
    row.title,
    row.category,
    row.kind,
    row.account,
    decimal(row.amount, row.currency),
    row.currency,
    row.reverses_id === null ? '' : String(row.reverses_id),
  ]),
];

const decisionRows = (rows: readonly queries.ExportedDecisionRow[]): Rows => [
  [
    'decided',
    'club',
    'title',
    'kind',
    'state',
    'account',
    'currency',
    'asked',
    'granted',
    'spent',
    'decided_by',
    'comment',
  ],
  ...rows.map((row) => [
    row.decided_on,
    row.club ?? '',
    row.title,
    row.kind,
    row.state,
    row.account,
    row.currency,
    ...[row.asked, row.granted, row.spent].map((amount) => decimal(amount, row.currency)),
    row.by,
    row.comment,
  ]),
];

const fileNames = {
  accounts: 'club-accounts.csv',
  transactions: 'ledger-entries.csv',
  decisions: 'budget-decisions.csv',
} as const;
type Content = keyof typeof fileNames;

/** Reads one part of the export. */
const readRows = async (db: Db, content: Content, days: Days): Promise<Rows> => {
  const max = budgetLimits.exported;
  if (content === 'accounts') return accountRows(await queries.selectExportedAccounts(db, days));
  return content === 'transactions'
    ? lineRows(await queries.selectExportedLines(db, days, max))
    : decisionRows(await queries.selectExportedDecisions(db, days, max));
};

const sheets = { accounts: 'Accounts', transactions: 'Transactions', decisions: 'Decisions' };

export const exportHandlers = [
  handleWithoutTransaction(staff.exportClubAccounts, async (call, { period, format, file }) => {
    const contents: readonly Content[] =
      format === 'csv' ? [file] : ['accounts', 'transactions', 'decisions'];
    const parts = await transact(call, async (context) => {
      const row =
        period === undefined ? null : orNotFound(await selectPeriod(context.db, idOf(period)));
      const days = { from: row?.starts_on ?? null, to: row?.ends_on ?? null };
      await record(context, 'ledger_changed', {
        entry: '',
        title: row?.name ?? '',
        act: 'exported',
      });
      const read: { content: Content; rows: Rows }[] = [];
      for (const content of contents)
        read.push({ content, rows: await readRows(context.db, content, days) });
      return read;
    });
    if (format === 'csv')
      return {
        name: fileNames[file],
        mediaType: 'text/csv; charset=utf-8',
        content: Buffer.from(csvText(parts[0]?.rows ?? [])).toString('base64'),
      };
    return {
      name: 'club-accounts.xlsx',
      mediaType: xlsx,
      content: await workbookOf(
        parts.map(({ content, rows }) => ({ name: sheets[content], rows })),
      ),
    };
  }),
];
