import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { financeFiles, financeLimits } from '#contract/finances/limits.ts';
import { importFinances } from '#contract/finances/staff.endpoints.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { ImportRefused } from '../imports/problems.ts';
import type { Readers } from './import-runs.jobs.ts';
import { reportView } from './import-runs.views.ts';

const bytesMax = financeLimits.importMegabytes * 1_000_000;
/** Maximum number of files that a school's programs can send in an hour. */
const importLimit = { max: 120, seconds: 3_600 };
/** A process reads one file at a time, because each reads and writes as fast as the database allows. */
let running: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = running.then(work, work);
  running = next.catch(() => undefined);
  return next;
};

/** Streams a file to the disk. Throws as soon as it is too large. */
const keepFile = async (path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  let size = 0;
  const measured = async function* () {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > bytesMax)
        throw problem('upload_too_large', { max: financeLimits.importMegabytes });
      yield chunk;
    }
  };
  await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
};

/** Charges, payments and holds from a school's program. It uses the same import as admins and the operator, limited to these files. */
export const financeImportHandler = (readers: Readers) =>
  handleWithoutTransaction(importFinances, async (call, { name, dryRun, upload }) => {
    await countUse(call, 'finance-import', importLimit);
    const folder = await mkdtemp(join(tmpdir(), 'commons-finances-'));
    try {
      const path = join(folder, name);
      await keepFile(path, upload);
      const report = await inTurn(() =>
        readers.campus({
          pool: call.pool,
          files: call.files,
          school: call.schoolId,
          path: name.endsWith('.zip') ? path : folder,
          now: call.now,
          isDryRun: dryRun === 'yes',
          only: financeFiles,
          source: name,
          by: undefined,
        }),
      );
      const { changes, problems, problemTotal } = reportView(report);
      return {
        isStored: report.isStored ?? false,
        importId: report.id == null ? null : String(report.id),
        changes: changes
          .filter(({ what }) => ['charges', 'payments', 'holds'].includes(what))
          .map(({ what, added, changed, unchanged }) => ({ what, added, changed, unchanged })),
        problems,
        problemTotal,
      };
    } catch (error) {
      // The caller must not see the server's file paths.
      if (error instanceof ImportRefused)
        throw problem('finance_file', {
          reason: error.message.replaceAll(join(folder, name), name).replaceAll(folder, name),
        });
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
