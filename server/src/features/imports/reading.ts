import type { BulkTransaction } from '../../kernel/database/bulk.ts';
import { requiredColumns, usernameColumns, type CampusFile } from './campus-files.ts';
import { updateStagedUsernames } from './imports.queries.ts';
import { problemsMax, type Problems } from './problems.ts';
import { counting, type Progress } from './progress.ts';
import { openSheet, type Sheet } from './rows.ts';
import type { Bundle } from './zip.ts';

/** An import while its files are read. */
export interface ImportContext {
  readonly bulk: BulkTransaction;
  readonly bundle: Bundle;
  readonly problems: Problems;
  readonly read: { rows: number };
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

async function* watched(
  { bundle, read, onProgress, signal }: ImportContext,
  part: CampusFile,
  total: number,
): AsyncGenerator<Buffer> {
  let done = 0;
  for await (const chunk of await bundle.open(part)) {
    signal?.throwIfAborted();
    // Files and zip entries are read without an encoding.
    const bytes = chunk as Buffer;
    done += bytes.length;
    onProgress?.({ part, done, total, rows: read.rows });
    yield bytes;
  }
}

/** Streams a file into its staging table `table`. Returns its columns, or null if there is no valid file. */
export const stageFile = async <C extends string>(
  reading: ImportContext,
  file: CampusFile,
  table: string,
  sheet: Pick<Parameters<typeof openSheet<C>>[0], 'fields' | 'key'>,
): Promise<readonly C[] | null> => {
  const size = await reading.bundle.size(file);
  if (size === null) return null;
  const opened: Sheet<C> | null = await openSheet<C>({
    ...sheet,
    required: requiredColumns[file],
    bytes: watched(reading, file, size),
    report: reading.problems.report(file),
  });
  if (opened === null) return null;
  await reading.bulk.copyInto(
    table,
    ['line', ...opened.columns],
    counting(opened.rows(), () => (reading.read.rows += 1)),
  );
  const named = usernameColumns[file];
  if (named !== undefined) {
    const { problems, total } = await updateStagedUsernames(
      reading.bulk.db,
      table,
      named,
      problemsMax,
    );
    reading.problems.add(file, problems, total);
  }
  return opened.columns;
};
