import writeExcelFile from 'write-excel-file/node';
import * as staff from '#contract/budgets/staff.endpoints.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import { decimalText } from '#contract/finances/money.ts';
import { transact } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { csvText } from '../../forms/results/csv-text.ts';
import { selectPeriod } from '../periods/periods.queries.ts';
import * as queries from './export.queries.ts';

type Rows = (string | number)[][];

/** Returns an amount as a number, such as 12.5, so that spreadsheet programs can calculate with it. */
const decimal = (amount: number, currency: string): number =>
  Number(decimalText({ amount, currency }));

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

/** Returns rows as cells with types, so that a text such as `=1+1` stays a text. */
const sheetOf = (rows: Rows) =>
  rows.map((row, nth) =>
    row.map((value) =>
      typeof value === 'number'
        ? { type: Number, value, format: '#,##0.00' }
        : { type: String, value, ...(nth === 0 && { fontWeight: 'bold' as const }) },
    ),
  );

export const exportHandlers = [
  handleWithoutTransaction(staff.exportClubAccounts, async (call, { period, format, file }) => {
    const { accounts, lines } = await transact(call, async (context) => {
      const row =
        period === undefined ? null : orNotFound(await selectPeriod(context.db, idOf(period)));
      const days = { from: row?.starts_on ?? null, to: row?.ends_on ?? null };
      await record(context, 'ledger_changed', {
        entry: '',
        title: row?.name ?? '',
        act: 'exported',
      });
      const needsLines = format === 'xlsx' || file === 'transactions';
      return {
        accounts: accountRows(await queries.selectExportedAccounts(context.db, days)),
        lines: needsLines
          ? lineRows(await queries.selectExportedLines(context.db, days, budgetLimits.exported))
          : [],
      };
    });
    if (format === 'csv')
      return {
        name: file === 'accounts' ? 'club-accounts.csv' : 'ledger-entries.csv',
        mediaType: 'text/csv; charset=utf-8',
        content: Buffer.from(csvText(file === 'accounts' ? accounts : lines)).toString('base64'),
      };
    const bytes = await writeExcelFile([
      { data: sheetOf(accounts), sheet: 'Accounts' },
      { data: sheetOf(lines), sheet: 'Transactions' },
    ]).toBuffer();
    return {
      name: 'club-accounts.xlsx',
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: bytes.toString('base64'),
    };
  }),
];
