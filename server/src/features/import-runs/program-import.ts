import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { financeFiles } from '#contract/finances/limits.ts';
import { importFinances } from '#contract/finances/staff.endpoints.ts';
import {
  importClubs,
  importCourses,
  importEvents,
  programImportMegabytes,
  programLists,
} from '#contract/imports/program.endpoints.ts';
import type { Scope } from '../../kernel/context.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import type { CampusFile } from '../imports/campus-files.ts';
import { ImportRefused } from '../imports/problems.ts';
import type { Readers } from './import-runs.jobs.ts';
import { reportView } from './import-runs.views.ts';

const bytesMax = programImportMegabytes * 1_000_000;
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
      if (size > bytesMax) throw problem('upload_too_large', { max: programImportMegabytes });
      yield chunk;
    }
  };
  await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
};

/** Imports one file from a school's program. It uses the same import as admins and the operator, limited to these lists. */
const importFile = async (
  readers: Readers,
  call: Scope,
  { name, dryRun, upload }: HandlerInput<typeof importFinances>,
  only: readonly CampusFile[],
): Promise<Reply<typeof importFinances>> => {
  await countUse(call, 'program-import', importLimit);
  const folder = await mkdtemp(join(tmpdir(), 'commons-import-'));
  try {
    const path = join(folder, name);
    await keepFile(path, upload);
    const report = await inTurn(() =>
      readers.campus({
        pool: call.pool,
        files: call.files,
        school: call.school.school_id,
        path: name.endsWith('.zip') ? path : folder,
        now: call.clock.now(),
        isDryRun: dryRun === 'yes',
        only,
        source: name,
        by: undefined,
      }),
    );
    const { changes, problems, problemTotal } = reportView(report);
    return {
      isStored: report.isStored ?? false,
      importId: report.id == null ? null : String(report.id),
      changes: changes
        // Every report counts people and connections, and these lists contain none.
        .filter(({ what }) => what !== 'people' && what !== 'connections')
        .map(({ what, added, changed, unchanged }) => ({ what, added, changed, unchanged })),
      problems,
      problemTotal,
    };
  } catch (error) {
    // The caller must not see the server's file paths.
    if (error instanceof ImportRefused)
      throw problem('import_file', {
        reason: error.message.replaceAll(join(folder, name), name).replaceAll(folder, name),
      });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const programImportHandlers = (readers: Readers) => [
  handleWithoutTransaction(importFinances, (call, input) =>
    importFile(readers, call, input, financeFiles),
  ),
  handleWithoutTransaction(importClubs, (call, input) =>
    importFile(readers, call, input, programLists.clubs),
  ),
  handleWithoutTransaction(importEvents, (call, input) =>
    importFile(readers, call, input, programLists.events),
  ),
  handleWithoutTransaction(importCourses, (call, input) =>
    importFile(readers, call, input, programLists.courses),
  ),
];
