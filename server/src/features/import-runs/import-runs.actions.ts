import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type {
  beginRun,
  confirmRun,
  listImports,
  newestRun,
  undoImport,
  uploadFile,
} from '#contract/imports.ts';
import { undoDays, type RunState } from '#contract/import-limits.ts';
import { record } from '../../kernel/security/audit.ts';
import { memberOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { problem } from '../../kernel/http/problem.ts';
import { selectImport, selectImportsBefore } from '../imports/ledger/ledger.queries.ts';
import { isPastUndo } from '../imports/ledger/ledger.rules.ts';
import {
  insertRun,
  selectNewestRun,
  selectRun,
  updateAbandonedRuns,
  updateRunBeat,
  updateRunState,
  type RunChange,
  type RunRow,
} from './import-runs.queries.ts';
import { keptImportView, runView } from './import-runs.views.ts';
import { bundlePath, folderOf, keepFile, removeFolder } from './run-folder.ts';

type Run = { run: ReturnType<typeof runView> };
type One = { id: string };

const living: readonly RunState[] = [
  'collecting',
  'waiting',
  'checking',
  'ready',
  'confirmed',
  'storing',
];

const runOf = async (context: Context, id: string): Promise<RunRow> => {
  const number = personId(id);
  const row = number === null ? undefined : await selectRun(context.db, number);
  if (row === undefined) throw problem('not_found');
  return row;
};

/** Takes a run a step further, or refuses because somebody has been faster. Answers it as it is then. */
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

/** The run under way, or how the newest one ended. Runs that nobody works on any more are given up first. */
export const readNewestRun = async (context: Context): Promise<Reply<typeof newestRun>> => {
  await updateAbandonedRuns(context.db, context.clock.now());
  const row = await selectNewestRun(context.db);
  return { run: row === undefined ? null : runView(row) };
};

const begin = async (
  context: Context,
  run: Pick<RunRow, 'kind' | 'source'> & { state: RunState; importId: number | null },
): Promise<RunRow> => {
  const { db, school, clock } = context;
  const now = clock.now();
  await updateAbandonedRuns(db, now);
  const id = await insertRun(db, school.school_id, { ...run, by: memberOf(context).userId, now });
  if (id === undefined) throw problem('import_running');
  await record(context, 'import_run_moved', {
    run: id,
    kind: run.kind,
    source: run.source,
    to: run.state,
  });
  return runOf(context, String(id));
};

/** Begins an import whose files follow. */
export const beginImport = async (
  context: Context,
  { source }: HandlerInput<typeof beginRun>,
): Promise<Run> => {
  return {
    run: runView(
      await begin(context, { kind: 'import', state: 'collecting', source, importId: null }),
    ),
  };
};

/** Keeps one file of an import. */
export const uploadImportFile = async (
  scope: Scope,
  { id, name, upload }: HandlerInput<typeof uploadFile>,
): Promise<Reply<typeof uploadFile>> => {
  const row = await transact(scope, (context) => runOf(context, id), { readOnly: true });
  if (row.state !== 'collecting') throw problem('import_moved_on');
  const folder = folderOf(scope.files, scope.school.school_id, row.id);
  const size = await keepFile(folder, name, upload, (put) =>
    transact(scope, async ({ db, clock }) => {
      // Holds the run: whoever has it checked sees this file or refuses it.
      if (!(await updateRunBeat(db, row.id, 'collecting', null, clock.now())))
        throw problem('import_moved_on');
      await put();
    }),
  );
  return { name, bytes: size };
};

/** All files are there: what would change is found out by a job. */
export const checkImport = async (scope: Scope, { id }: One): Promise<Run> => {
  const found = await transact(scope, (context) => runOf(context, id), { readOnly: true });
  if (found.state !== 'collecting') throw problem('import_moved_on');
  await bundlePath(folderOf(scope.files, scope.school.school_id, found.id));
  return transact(scope, async (context) => {
    const row = await move(context, found, ['collecting'], 'waiting');
    await emit(context, 'import_run_waits', { run: row.id });
    return { run: runView(row) };
  });
};

/** Stores what was checked; where many people end, only for somebody who says how many. */
export const confirmImport = async (
  context: Context,
  { id, ending }: HandlerInput<typeof confirmRun>,
): Promise<Run> => {
  const by = memberOf(context).userId;
  const found = await runOf(context, id);
  if (found.state !== 'ready' || found.report === null) throw problem('import_moved_on');
  const { mustSay, ended } = found.report.people;
  if (mustSay && ending !== ended) throw problem('ending_not_confirmed', { people: ended });
  const row = await move(context, found, ['ready'], 'confirmed', {
    by,
    endUpTo: mustSay ? ended : 0,
  });
  await emit(context, 'import_run_waits', { run: row.id });
  return { run: runView(row) };
};

/** Gives an import up. Whoever works on it finds out and stores nothing. */
export const cancelImport = async (scope: Scope, { id }: One): Promise<Run> => {
  const row = await transact(scope, async (context) =>
    move(context, await runOf(context, id), living, 'cancelled'),
  );
  await removeFolder(folderOf(scope.files, scope.school.school_id, row.id));
  return { run: runView(row) };
};

/** Imports that changed something. */
export const listKeptImports = async (
  context: Context,
  { before, size }: HandlerInput<typeof listImports>,
): Promise<Reply<typeof listImports>> => {
  const now = context.clock.now();
  return {
    items: (await selectImportsBefore(context.db, before ?? null, size)).map((kept) =>
      keptImportView(kept, now),
    ),
  };
};

/** Takes an import back, in a job. */
export const undoKeptImport = async (
  context: Context,
  { id }: HandlerInput<typeof undoImport>,
): Promise<Run> => {
  const number = personId(id);
  const kept = number === null ? undefined : await selectImport(context.db, number);
  if (kept === undefined) throw problem('not_found');
  if (kept.undoneAt !== null) throw problem('import_moved_on');
  if (isPastUndo(kept, context.clock.now())) throw problem('import_too_old', { days: undoDays });
  const row = await begin(context, {
    kind: 'undo',
    state: 'waiting',
    source: kept.source,
    importId: kept.id,
  });
  await emit(context, 'import_run_waits', { run: row.id });
  return { run: runView(row) };
};
