import { financeFiles } from '#contract/finances/limits.ts';
import { schoolId, type SchoolId } from '../../kernel/ids.ts';
import { transact, type Scope } from '../../kernel/context.ts';
import type { Db, Pool } from '../../kernel/database/database.ts';
import type { Files } from '../../kernel/files/files.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { kindOfBundle } from '../imports/bundle.ts';
import type { CampusFile } from '../imports/campus-files.ts';
import { TooManyDisabled } from '../imports/disabled-accounts.ts';
import { ImportRefused } from '../imports/problems.ts';
import type { Progress } from '../imports/progress.ts';
import type { StoreOptions } from '../imports/storing.ts';
import {
  deleteOldRuns,
  selectStoredFiles,
  updateRunBeat,
  updateRunState,
  updateRunTaken,
  type RunChange,
  type RunRow,
} from './import-runs.queries.ts';
import type { RunState } from '#contract/imports/limits.ts';
import { isSsoRequired } from '../sso/sso.queries.ts';
import { reportView, type ReaderReport } from './import-runs.views.ts';
import { bundlePath, removeOthers, removeRunFiles, withRunFiles } from './run-folder.ts';

/** The input of a reader. */
interface Reading extends StoreOptions {
  readonly pool: Pool;
  readonly files: Files;
  readonly school: SchoolId;
  readonly path: string;
  readonly now: Date;
  readonly isDryRun: boolean;
  /** The allowed files, if not all are. */
  readonly only?: readonly CampusFile[];
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** The functions that import and undo. The operator's commands use the same. */
export interface Readers {
  readonly campus: (reading: Reading) => Promise<ReaderReport>;
  readonly oneroster: (reading: Reading) => Promise<ReaderReport>;
  readonly undo: (
    pool: Pool,
    school: SchoolId,
    id: number,
    now: Date,
    storing: StoreOptions,
  ) => Promise<unknown>;
}

/** Milliseconds between two heartbeats of a job that works on a run. */
const beatMs = 1_000;

/** The run was canceled or abandoned while a job worked on it. */
class MovedOn extends Error {}

interface Work {
  readonly scope: Scope;
  readonly run: RunRow;
  readonly readers: Readers;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Ends the run in the transaction that stores its changes, so that both or neither happen. */
const endStored = async ({ scope, run }: Work, db: Db, change: RunChange): Promise<void> => {
  if (!(await updateRunState(db, run.id, ['storing'], 'done', scope.clock.now(), change)))
    throw new MovedOn();
  const { school, origin } = scope;
  const { importId = null } = change;
  if (run.invites && run.actor_id !== null && importId !== null) {
    const invites = { import: importId, by: run.actor_id };
    await insertEvent(db, school.school_id, run.actor_id, 'import_invites', invites, null, origin);
  }
};

const readFiles = (work: Work): Promise<void> => {
  const { scope, run } = work;
  const target = { files: scope.files, school: scope.school.school_id, run: run.id };
  return withRunFiles(target, run.files, (folder) => readFolder(work, folder));
};

const readFolder = async (work: Work, folder: string): Promise<void> => {
  const { scope, run, readers, signal, onProgress } = work;
  const { pool, files, clock } = scope;
  const school = scope.school.school_id;
  const path = await bundlePath(folder);
  const isDryRun = run.state === 'checking';
  try {
    const kind = await kindOfBundle(path);
    if (run.only_finances && kind !== 'campus')
      throw new ImportRefused('Only charges.csv, payments.csv and holds.csv can be imported here.');
    const canInvite = !(await transact(scope, ({ db }) => isSsoRequired(db), { readOnly: true }));
    const report = await readers[kind]({
      pool,
      files,
      school,
      path,
      now: clock.now(),
      isDryRun,
      ...(run.only_finances && { only: financeFiles }),
      onProgress,
      signal,
      source: run.source,
      by: run.actor_id ?? undefined,
      disableUpTo: run.disable_up_to ?? 0,
      // The reader passes the report in its own format.
      onStored: (db, { id, report: stored }) =>
        endStored(work, db, {
          importId: id,
          report: reportView(stored as ReaderReport, canInvite),
        }),
    });
    // The data may have changed since the check, so that the files now have problems.
    if (!isDryRun && report.problemTotal === 0) return;
    await end(work, report.problemTotal > 0 ? 'refused' : 'ready', {
      report: reportView(report, canInvite),
    });
  } catch (error) {
    // The caller must not see the server's file paths.
    if (error instanceof ImportRefused && !(error instanceof TooManyDisabled))
      throw new ImportRefused(error.message.replaceAll(path, run.source));
    throw error;
  }
};

const takeBack = async (work: Work): Promise<void> => {
  const { scope, run, readers } = work;
  await readers.undo(scope.pool, scope.school.school_id, run.import_id ?? 0, scope.clock.now(), {
    by: run.actor_id ?? undefined,
    onStored: (db) => endStored(work, db, {}),
  });
};

const end = async ({ scope, run }: Work, to: RunState, change: RunChange): Promise<void> => {
  await transact(scope, ({ db, clock }) =>
    updateRunState(db, run.id, [run.state], to, clock.now(), change),
  );
};

/** Two transactions changed the same rows at the same time. The job tries again. */
const crossed = new Set(['23505', '40P01', '40001']);

/** Ends a failed run with a message for its people. */
const fail = async (work: Work, error: unknown): Promise<void> => {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof MovedOn) return;
  if (error instanceof ImportRefused) return end(work, 'refused', { reason: error.message });
  if (error instanceof Problem) return end(work, 'failed', { reason: 'interrupted' });
  if (work.signal.aborted) return end(work, 'failed', { reason: 'interrupted' });
  if (crossed.has(String(code))) return end(work, 'failed', { reason: 'crossed' });
  work.scope.log.error({ err: error, run: work.run.id }, 'import run failed');
  return end(work, 'failed', { reason: 'broken' });
};

/** Works on a run until it waits for a person: checks a waiting run, and stores a confirmed run. Works on each state once. */
const workOn = async (
  scope: Scope,
  id: number,
  readers: Readers,
  stopping: AbortSignal,
): Promise<void> => {
  const run = await transact(scope, ({ db, clock }) => updateRunTaken(db, id, clock.now()));
  if (run === undefined) return;
  const moved = new AbortController();
  let progress: Progress | null = null;
  const signal = AbortSignal.any([stopping, moved.signal]);
  const work: Work = { scope, run, readers, signal, onProgress: (next) => (progress = next) };
  let beating: Promise<unknown> = Promise.resolve();
  const beat = setInterval(() => {
    beating = transact(scope, ({ db, clock }) =>
      updateRunBeat(db, id, run.state, progress, clock.now()),
    )
      .then((isOurs) => {
        if (!isOurs) moved.abort(new MovedOn());
      })
      .catch((error: unknown) => scope.log.warn({ err: error, run: id }, 'import run beat'));
  }, beatMs);
  try {
    await (run.kind === 'undo' ? takeBack(work) : readFiles(work));
  } catch (error) {
    await fail(work, moved.signal.aborted ? new MovedOn() : error);
  } finally {
    clearInterval(beat);
    await beating;
    const { runs } = await transact(scope, ({ db }) => selectStoredFiles(db), { readOnly: true });
    const target = { files: scope.files, school: scope.school.school_id, run: id };
    if (!runs.includes(id)) await removeRunFiles(target, run.files);
  }
};

export const importRunsJobs = (readers: Readers) => [
  onEvent('imports.work-on-run', 'import_run_waits', (scope, { run }, signal) =>
    workOn(scope, run, readers, signal),
  ),
];

/** Deletes old runs, and files that no run needs, including those of a crashed server. */
export const importRunsMaintenance =
  (files: Files): MaintenanceTask =>
  async (db, now) => {
    const forgotten = await deleteOldRuns(db, now);
    const { school, runs } = await selectStoredFiles(db);
    const local = await removeOthers(files.incoming(schoolId(school)), runs);
    // If the store is unavailable, the file sweep logs the error, and the next maintenance removes the files.
    const staged = await files.staging?.removeOthers(schoolId(school), runs).catch(() => 0);
    return forgotten + local + (staged ?? 0);
  };
