import writeExcelFile from 'write-excel-file/node';
import { runTasks } from '../../../kernel/thread-work.ts';

export type Rows = (string | number)[][];

/** The sheets of an XLSX file. The first row of each is its header. */
export interface WorkbookTask {
  readonly sheets: readonly { readonly name: string; readonly rows: Rows }[];
}

/** Returns rows as cells with types, so that a text such as `=1+1` stays a text. */
const sheetOf = (rows: Rows) =>
  rows.map((row, nth) =>
    row.map((value) =>
      typeof value === 'number'
        ? { type: Number, value, format: '#,##0.00' }
        : { type: String, value, ...(nth === 0 && { fontWeight: 'bold' as const }) },
    ),
  );

/* The thread of export.handlers.ts, because a year of transactions takes seconds. Returns the file as base64. */

runTasks(async ({ sheets }: WorkbookTask): Promise<string> => {
  const bytes = await writeExcelFile(
    sheets.map(({ name, rows }) => ({ data: sheetOf(rows), sheet: name })),
  ).toBuffer();
  return bytes.toString('base64');
});
