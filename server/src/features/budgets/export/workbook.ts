import { openThread } from '../../../kernel/threads.ts';
import type { WorkbookTask } from './workbook-thread.ts';

export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const thread = openThread<WorkbookTask, string>({
  module: new URL('./workbook-thread.ts', import.meta.url),
  failure: 'a workbook could not be written',
  waitingMax: 20,
  taskMs: 60_000,
  idleMs: 60_000,
});

/** Returns an XLSX file as base64. Call it outside of a transaction. */
export const workbookOf = async (sheets: WorkbookTask['sheets']): Promise<string> =>
  (await thread.run({ sheets })).result;
