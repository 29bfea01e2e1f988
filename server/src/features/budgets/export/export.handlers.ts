import * as staff from '#contract/budgets/staff.endpoints.ts';
import { budgetLimits, exportRate } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { transact } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { readAll } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { csvFile, csvOfPages, csvText } from '../../forms/results/csv-text.ts';
import type { Days } from '../budgets.queries.ts';
import { selectPeriod } from '../periods/periods.queries.ts';
import { cutName, firstRows } from './cutting.ts';
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

const lineHeader = [
  'entry',
  'date',
  'title',
  'category',
  'kind',
  'account',
  'amount',
  'currency',
  'reverses',
];
const lineRows = (rows: readonly queries.ExportedLineRow[]): Rows =>
  rows.map((row) => [
    String(row.entry_id),
    row.on_date,
    row.title,
    row.category,
    row.kind,
    row.account,
    decimal(row.amount, row.currency),
    row.currency,
    row.reverses_id === null ? '' : String(row.reverses_id),
  ]);

const decisionHeader = [
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
];
const decisionRows = (rows: readonly queries.ExportedDecisionRow[]): Rows =>
  rows.map((row) => [
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
  ]);

async function* readLines(db: Db, days: Days) {
  const pages = readAll(
    (page: { after: queries.EntryCursor | null; size: number }) =>
      queries.selectExportedLines(db, days, page),
    (row): queries.EntryCursor => [row.on_date, row.created_at, row.entry_id],
  );
  for await (const rows of pages) yield lineRows(rows);
}

async function* readDecisions(db: Db, days: Days) {
  const pages = readAll(
    (page: { after: queries.DecisionCursor | null; size: number }) =>
      queries.selectExportedDecisions(db, days, page),
    (row): queries.DecisionCursor => [row.decided_at, row.id],
  );
  for await (const rows of pages) yield decisionRows(rows);
}

const fileNames = {
  accounts: 'club-accounts.csv',
  transactions: 'ledger-entries.csv',
  decisions: 'budget-decisions.csv',
} as const;
type Content = keyof typeof fileNames;

/** Reads one part of the export as CSV. */
const readCsv = async (db: Db, content: Content, days: Days): Promise<Buffer> =>
  content === 'accounts'
    ? Buffer.from(csvText(accountRows(await queries.selectExportedAccounts(db, days))))
    : content === 'transactions'
      ? csvOfPages(lineHeader, readLines(db, days))
      : csvOfPages(decisionHeader, readDecisions(db, days));

/** Reads all parts as sheets of a workbook. `total` is the number of all transactions. */
const readSheets = async (db: Db, days: Days) => {
  const max = budgetLimits.exported;
  const accounts = accountRows(await queries.selectExportedAccounts(db, days));
  const lines = await firstRows(readLines(db, days), max);
  const decisions = await firstRows(readDecisions(db, days), max);
  const total = lines.length === max ? await queries.countExportedLines(db, days) : lines.length;
  return {
    sheets: [
      { name: 'Accounts', rows: accounts },
      { name: 'Transactions', rows: [lineHeader, ...lines] },
      { name: 'Decisions', rows: [decisionHeader, ...decisions] },
    ],
    lines: lines.length,
    total,
  };
};

export const exportHandlers = [
  handleWithoutTransaction(staff.exportClubAccounts, async (call, { period, format, file }) => {
    await countUse(call, `budgets-export:${call.me.userId}`, exportRate);
    const read = await transact(call, async (context) => {
      const row =
        period === undefined ? null : orNotFound(await selectPeriod(context.db, idOf(period)));
      const days = { from: row?.starts_on ?? null, to: row?.ends_on ?? null };
      const parts =
        format === 'csv'
          ? { csv: await readCsv(context.db, file, days) }
          : await readSheets(context.db, days);
      // The activity log is locked from here to the commit.
      await record(context, 'ledger_changed', {
        entry: '',
        title: row?.name ?? '',
        act: 'exported',
      });
      return parts;
    });
    if ('csv' in read) return { ...csvFile(fileNames[file], read.csv), missing: 0 };
    const { sheets, lines, total } = read;
    return {
      name: `${cutName('club-accounts', lines, total)}.xlsx`,
      mediaType: xlsx,
      content: await workbookOf(sheets),
      missing: total - lines,
    };
  }),
];
