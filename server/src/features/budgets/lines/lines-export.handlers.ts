import * as budgets from '#contract/budgets/endpoints.ts';
import { budgetLimits, exportRate } from '#contract/budgets/limits.ts';
import { transact } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { csvText } from '../../forms/results/csv-text.ts';
import { filtersOf, readReadableAccount } from '../accounts/accounts.handlers.ts';
import { selectLines, type LineRow } from '../budgets.queries.ts';
import { decimal } from '../export/decimal.ts';
import { workbookOf, xlsx } from '../export/workbook.ts';
import type { Rows } from '../export/workbook-thread.ts';

const rowsOf = (lines: readonly LineRow[]): Rows => [
  ['date', 'title', 'category', 'kind', 'amount', 'balance', 'currency', 'entry', 'reverses'],
  ...lines.map((row) => [
    row.on_date,
    row.title,
    row.category,
    row.kind,
    decimal(row.amount, row.currency),
    decimal(row.balance, row.currency),
    row.currency,
    String(row.entry_id),
    row.reverses_id === null ? '' : String(row.reverses_id),
  ]),
];

export const linesExportHandlers = [
  handleWithoutTransaction(budgets.exportClubLines, async (call, { id, format, ...sent }) => {
    const { me } = call;
    await countUse(call, `budgets-export:${me.userId}`, exportRate);
    const { code, rows } = await transact(call, async (context) => {
      const account = await readReadableAccount({ ...call, ...context, me }, id);
      await record(context, 'ledger_changed', {
        entry: '',
        title: `${account.code} ${account.name}`,
        act: 'exported',
      });
      const lines = await selectLines(context.db, account, {
        ...filtersOf(sent),
        after: null,
        size: budgetLimits.exported,
        oldestFirst: true,
      });
      return { code: account.code, rows: rowsOf(lines) };
    });
    // A code can have characters that file names can't.
    const name = `transactions-${code.replaceAll(/[^\w-]+/g, '-')}`;
    if (format === 'xlsx')
      return {
        name: `${name}.xlsx`,
        mediaType: xlsx,
        content: await workbookOf([{ name: 'Transactions', rows }]),
      };
    return {
      name: `${name}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      content: Buffer.from(csvText(rows)).toString('base64'),
    };
  }),
];
