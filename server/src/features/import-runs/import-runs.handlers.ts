import { type RunState, undoDays } from '#contract/imports/limits.ts';
import {
  createRun,
  cancelRun,
  checkRun,
  confirmRun,
  listImports,
  newestRun,
  undoImport,
  uploadFile,
} from '#contract/imports/endpoints.ts';
import { type Context, memberOf, transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { record } from '../../kernel/security/audit.ts';
import { selectImport, selectImportsBefore } from '../imports/journal/journal.queries.ts';
import { isPastUndo } from '../imports/journal/journal.rules.ts';
import {
  insertRun,
  type RunChange,
  type RunRow,
  selectNewestRun,
  selectRun,
  updateAbandonedRuns,
  updateRunBeat,
  updateRunFiles,
  updateRunState,
} from './import-runs.queries.ts';
import { importRecordView, runView } from './import-runs.views.ts';
import {
  bundlePath,
  checkStaged,
  removeRunFiles,
  saveFile,
  withRunFiles,
  type StagedFile,
} from './run-folder.ts';

const active: readonly RunState[] = [
  'collecting',
  'waiting',
  'checking',
  'ready',
  'confirmed',
  'storing',
];

/** Returns true if the caller can import only finance files. A role allows only these. */
const onlyFinances = (context: Context): boolean => !memberOf(context).isAdmin;

/** Returns a run that the caller can see. */
const runOf = async (context: Context, id: string): Promise<RunRow> => {
  const row = orNotFound(await selectRun(context.db, idOf(id)));
  if (onlyFinances(context) && !row.only_finances) throw problem('not_found');
  return row;
};

/** Moves a run to its next state and returns it. Throws if another call was faster. */
const move = async (
  context: Context,
  row: RunRow,
  from: readonly RunState[],
  to: RunState,
  change: RunChange = {},
): Promise<RunRow> => {
  const { db, clock } = context;
  if (!(await updateRunState(db, row.id, from, to, clock.now(), change)))
    throw problem('import_moved_on');
  await record(context, 'import_run_moved', {
    run: row.id,
    kind: row.kind,
    source: row.source,
    to,
  });
  return runOf(context, String(row.id));
};

const begin = async (
  context: Context,
  run: Pick<RunRow, 'kind' | 'source'> & { state: RunState; importId: number | null },
): Promise<RunRow> => {
  const { db, school, clock } = context;
  const now = clock.now();
  await updateAbandonedRuns(db, now);
  const by = memberOf(context).userId;
  const limits = { onlyFinances: onlyFinances(context) };
  const id = await insertRun(db, school.school_id, { ...run, ...limits, by, now });
  if (id === undefined) throw problem('import_running');
  await record(context, 'import_run_moved', {
    run: id,
    kind: run.kind,
    source: run.source,
    to: run.state,
  });
  return runOf(context, String(id));
};

export const importRunsHandlers = [
  // Returns the current run, or the result of the newest one. Before that it ends abandoned runs.
  handle(newestRun, async (call) => {
    await updateAbandonedRuns(call.db, call.now);
    const row = await selectNewestRun(call.db, onlyFinances(call));
    return { run: row === undefined ? null : runView(row) };
  }),

  handle(createRun, async (call, { source }) => ({
    run: runView(
      await begin(call, { kind: 'import', state: 'collecting', source, importId: null }),
    ),
  })),

  handleWithoutTransaction(uploadFile, async (call, { id, name, upload }) => {
    const row = await transact(call, (context) => runOf(context, id), { readOnly: true });
    if (row.state !== 'collecting') throw problem('import_moved_on');
    const target = { files: call.files, school: call.schoolId, run: row.id };
    // Operating systems encode an umlaut as one or two characters.
    const plain = name.normalize('NFC');
    let replaced: StagedFile | undefined;
    const size = await saveFile(target, plain, upload, (stored) =>
      transact(call, async ({ db, clock }) => {
        // Locks the run, so that its check either includes this file or this upload fails.
        if (!(await updateRunBeat(db, row.id, 'collecting', null, clock.now())))
          throw problem('import_moved_on');
        if ('put' in stored) return stored.put();
        const { before, after } = await updateRunFiles(db, row.id, plain, stored.staged);
        checkStaged(after);
        replaced = before[plain];
      }),
    );
    if (replaced !== undefined)
      await call.files.staging?.remove(call.schoolId, row.id, replaced.key);
    return { name, bytes: size };
  }),

  // All files are uploaded. A job computes the changes.
  handleWithoutTransaction(checkRun, async (call, { id }) => {
    const row = await transact(call, (context) => runOf(context, id), { readOnly: true });
    if (row.state !== 'collecting') throw problem('import_moved_on');
    const target = { files: call.files, school: call.schoolId, run: row.id };
    await withRunFiles(target, row.files, bundlePath);
    return transact(call, async (context) => {
      const moved = await move(context, row, ['collecting'], 'waiting');
      await emit(context, 'import_run_waits', { run: moved.id });
      return { run: runView(moved) };
    });
  }),

  // Stores the checked files. If they would disable many accounts, the caller must send the number.
  handle(confirmRun, async (call, { id, disabled, invite }) => {
    const by = call.me.userId;
    const ready = await runOf(call, id);
    if (ready.state !== 'ready' || ready.report === null) throw problem('import_moved_on');
    const { people } = ready.report;
    if (people.needsConfirmation && disabled !== people.disabled)
      throw problem('disabling_not_confirmed', { people: people.disabled });
    const row = await move(call, ready, ['ready'], 'confirmed', {
      by,
      disableUpTo: people.needsConfirmation ? people.disabled : 0,
      invites: invite && ready.report.invitable > 0,
    });
    await emit(call, 'import_run_waits', { run: row.id });
    return { run: runView(row) };
  }),

  // Cancels an import. A job that works on it notices this and stores nothing.
  handleWithoutTransaction(cancelRun, async (call, { id }) => {
    const row = await transact(call, async (context) =>
      move(context, await runOf(context, id), active, 'cancelled'),
    );
    const target = { files: call.files, school: call.schoolId, run: row.id };
    await removeRunFiles(target, row.files);
    return { run: runView(row) };
  }),

  handle(listImports, async ({ now, db }, { before, size }) => ({
    items: (await selectImportsBefore(db, before ?? null, size)).map((stored) =>
      importRecordView(stored, now),
    ),
  })),

  handle(undoImport, async (call, { id }) => {
    const stored = orNotFound(await selectImport(call.db, idOf(id)));
    if (stored.undoneAt !== null) throw problem('import_moved_on');
    if (isPastUndo(stored, call.now)) throw problem('import_too_old', { days: undoDays });
    const row = await begin(call, {
      kind: 'undo',
      state: 'waiting',
      source: stored.source,
      importId: stored.id,
    });
    await emit(call, 'import_run_waits', { run: row.id });
    return { run: runView(row) };
  }),
];
