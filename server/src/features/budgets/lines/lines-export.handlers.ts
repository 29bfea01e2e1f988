import * as budgets from '#contract/budgets/endpoints.ts';
import { budgetLimits, exportRate } from '#contract/budgets/limits.ts';
import { transact } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { readAll } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { csvFile, csvOfPages } from '../../forms/results/csv-text.ts';
import { filtersOf, readReadableAccount } from '../accounts/accounts.handlers.ts';
import {
  countLines,
  selectLines,
  type AccountRow,
  type LineFilters,
  type LineRow,
} from '../budgets.queries.ts';
import { cutName, firstRows } from '../export/cutting.ts';
import { decimal } from '../export/decimal.ts';
import { workbookOf, xlsx } from '../export/workbook.ts';

const header = [
  'date',
  'title',
  'category',
  'kind',
  'amount',
  'balance',
  'currency',
  'entry',
  'reverses',
];
const cellsOf = (row: LineRow) => [
  row.on_date,
  row.title,
  row.category,
  row.kind,
  decimal(row.amount, row.currency),
  decimal(row.balance, row.currency),
  row.currency,
  String(row.entry_id),
  row.reverses_id === null ? '' : String(row.reverses_id),
];

/** Reads the transactions of an account, oldest first, page by page. */
async function* readLines(db: Db, account: AccountRow, filters: LineFilters) {
  const pages = readAll(
    ({ after, size }: { after: readonly [number] | null; size: number }) =>
      selectLines(db, account, { ...filters, after: after?.[0] ?? null, size, oldestFirst: true }),
    (row) => [row.number] as const,
  );
  for await (const rows of pages) yield rows.map(cellsOf);
}

export const linesExportHandlers = [
  handleWithoutTransaction(budgets.exportClubLines, async (call, { id, format, ...sent }) => {
    const { me } = call;
    await countUse(call, `budgets-export:${me.userId}`, exportRate);
    const filters = filtersOf(sent);
    const { code, csv, rows, total } = await transact(call, async (context) => {
      const { db } = context;
      const account = await readReadableAccount({ ...call, ...context, me }, id);
      const read = async () => {
        const pages = readLines(db, account, filters);
        if (format === 'csv') return { csv: await csvOfPages(header, pages), rows: [], total: 0 };
        const first = await firstRows(pages, budgetLimits.exported);
        const isCut = first.length === budgetLimits.exported;
        const all = isCut ? await countLines(db, account, filters) : first.length;
        return { csv: null, rows: first, total: all };
      };
      const parts = await read();
      // The activity log is locked from here to the commit.
      await record(context, 'ledger_changed', {
        entry: '',
        title: `${account.code} ${account.name}`,
        act: 'exported',
      });
      return { code: account.code, ...parts };
    });
    // A code can have characters that file names can't.
    const name = `transactions-${code.replaceAll(/[^\w-]+/g, '-')}`;
    if (csv === null) {
      const missing = total - rows.length;
      return {
        name: `${cutName(name, rows.length, total)}.xlsx`,
        mediaType: xlsx,
        content: await workbookOf([{ name: 'Transactions', rows: [header, ...rows] }]),
        missing,
      };
    }
    return { ...csvFile(`${name}.csv`, csv), missing: 0 };
  }),
];
