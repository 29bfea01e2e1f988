import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { ImportReportView } from '#contract/imports/endpoints.ts';
import type { RunState } from '#contract/imports/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { Progress } from '../imports/progress.ts';
import type { StagedFile, StagedFiles } from './run-folder.ts';
import { personSummary } from '../people/summary/summary.queries.ts';

export interface RunRow {
  readonly id: number;
  readonly kind: 'import' | 'undo';
  readonly state: RunState;
  readonly actor_id: number | null;
  readonly source: string;
  readonly import_id: number | null;
  readonly progress: Progress | null;
  readonly report: ImportReportView | null;
  readonly reason: string | null;
  readonly disable_up_to: number | null;
  /** True if it reads only finance files. */
  readonly only_finances: boolean;
  /** True if it invites the people that it adds. */
  readonly invites: boolean;
  readonly started_at: Date;
  /** The time when its current stage began. */
  readonly stage_at: Date;
  readonly heartbeat_at: Date;
  readonly ended_at: Date | null;
  /** Its files in a bucket. */
  readonly files: StagedFiles;
  readonly by: { id: number; first_name: string; last_name: string; photo: string | null } | null;
}

const columns = sql`r.id, r.kind, r.state, r.actor_id, r.source, r.import_id, r.progress, r.report, r.reason, r.disable_up_to, r.only_finances, r.invites, r.started_at, r.stage_at,
  r.heartbeat_at, r.ended_at, r.files, (select ${personSummary('u')}
    from users u where u.id = r.actor_id) as by`;

/** Creates a run. Returns undefined if the school has a run that hasn't ended. */
export const insertRun = async (
  db: Db,
  school: SchoolId,
  run: {
    kind: RunRow['kind'];
    state: RunState;
    by: number;
    source: string;
    importId: number | null;
    onlyFinances: boolean;
    now: Date;
  },
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into import_runs (school_id, kind, state, actor_id, source, import_id, only_finances, started_at, stage_at, heartbeat_at)
    values (${school}::int, ${run.kind}, ${run.state}, ${run.by}, ${run.source}, ${run.importId}, ${run.onlyFinances}, ${run.now}, ${run.now}, ${run.now})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
};

export const selectRun = async (db: Db, id: number): Promise<RunRow | undefined> =>
  (await sql<RunRow>`select ${columns} from import_runs r where r.id = ${id}`.execute(db)).rows[0];

/** `onlyFinances`: only runs that read only finance files. */
export const selectNewestRun = async (db: Db, onlyFinances: boolean): Promise<RunRow | undefined> =>
  (
    await sql<RunRow>`select ${columns} from import_runs r where r.only_finances or not ${onlyFinances}::boolean
      order by r.id desc limit 1`.execute(db)
  ).rows[0];

/** The columns that change with the state. Null clears a column, undefined keeps it. */
export interface RunChange {
  readonly by?: number;
  readonly importId?: number | null;
  readonly report?: unknown;
  readonly reason?: string;
  readonly disableUpTo?: number;
  readonly invites?: boolean;
}

const ended: readonly RunState[] = ['done', 'refused', 'failed', 'cancelled'];

/** Moves a run from one of the states `from` to `to`. Returns false if it is in another state. */
export const updateRunState = async (
  db: Db,
  id: number,
  from: readonly RunState[],
  to: RunState,
  now: Date,
  { by, importId, report, reason, disableUpTo, invites }: RunChange = {},
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update import_runs set state = ${to}, stage_at = ${now}, heartbeat_at = ${now}, progress = null, ended_at = ${ended.includes(to) ? now : null},
      actor_id = coalesce(${by ?? null}, actor_id), import_id = coalesce(${importId ?? null}, import_id), reason = ${reason ?? null},
      report = coalesce(${report === undefined ? null : JSON.stringify(report)}::jsonb, report), disable_up_to = coalesce(${disableUpTo ?? null}, disable_up_to),
      invites = coalesce(${invites ?? null}, invites)
    where id = ${id} and state = any(${from}::text[])`.execute(db);
  return numAffectedRows === 1n;
};

/** Starts work on a waiting run. Returns undefined if it isn't waiting. */
export const updateRunTaken = async (
  db: Db,
  id: number,
  now: Date,
): Promise<RunRow | undefined> => {
  await sql`select from import_runs where id = ${id} for update`.execute(db);
  const found = await selectRun(db, id);
  if (found === undefined || (found.state !== 'waiting' && found.state !== 'confirmed'))
    return undefined;
  const to = found.state === 'waiting' && found.kind === 'import' ? 'checking' : 'storing';
  await updateRunState(db, id, [found.state], to, now);
  return { ...found, state: to };
};

/** Writes the heartbeat and the progress of a run. Returns false if it is in another state. */
export const updateRunBeat = async (
  db: Db,
  id: number,
  state: RunState,
  progress: Progress | null,
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update import_runs set heartbeat_at = ${now}, progress = coalesce(${progress === null ? null : JSON.stringify(progress)}::jsonb, progress)
    where id = ${id} and state = ${state}`.execute(db);
  return numAffectedRows === 1n;
};

/** Records a file of a locked run in the bucket. Returns the run's files before and after. */
export const updateRunFiles = async (
  db: Db,
  id: number,
  name: string,
  file: StagedFile,
): Promise<{ before: StagedFiles; after: StagedFiles }> => {
  const { rows } = await sql<{ before: StagedFiles; after: StagedFiles }>`
    with old as (select id, files from import_runs where id = ${id})
    update import_runs r set files = r.files || jsonb_build_object(${name}::text, ${JSON.stringify(file)}::jsonb)
    from old where r.id = old.id returning old.files as before, r.files as after`.execute(db);
  return rows[0] ?? { before: {}, after: {} };
};

/** Seconds without a heartbeat after which a run counts as abandoned, by state, with its error. */
const patience = [
  { states: ['checking', 'storing'], seconds: 60, to: 'failed', reason: 'interrupted' },
  { states: ['collecting'], seconds: 3_600, to: 'cancelled', reason: 'unconfirmed' },
  { states: ['ready'], seconds: 86_400, to: 'cancelled', reason: 'unconfirmed' },
  { states: ['waiting', 'confirmed'], seconds: 86_400, to: 'failed', reason: 'interrupted' },
] as const;

/** Ends runs that no job works on, or that no one has confirmed. */
export const updateAbandonedRuns = async (db: Db, now: Date): Promise<void> => {
  for (const { states, seconds, to, reason } of patience) {
    await sql`update import_runs set state = ${to}, reason = ${reason}, ended_at = ${now}
      where state = any(${states}::text[]) and heartbeat_at < ${new Date(now.getTime() - seconds * 1_000)}`.execute(
      db,
    );
  }
};

/** Days for which the result of a run is kept. It can name people, in problems of rows. */
const runDays = 30;

/** Ends abandoned runs and deletes old ones. Returns how many it deleted. */
export const deleteOldRuns = async (db: Db, now: Date): Promise<number> => {
  await updateAbandonedRuns(db, now);
  const { numAffectedRows } =
    await sql`delete from import_runs where ended_at < ${now}::timestamptz - ${runDays} * interval '1 day'`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};

/** Selects the school of the transaction, and its runs whose files are still needed. */
export const selectStoredFiles = async (db: Db): Promise<{ school: number; runs: number[] }> => {
  const { rows } = await sql<{ school: number; runs: number[] }>`select current_school() as school,
    coalesce(array_agg(id) filter (where ended_at is null), '{}')::bigint[] as runs from import_runs`.execute(
    db,
  );
  return { school: rows[0]?.school ?? 0, runs: (rows[0]?.runs ?? []).map(Number) };
};

/** The person's imports, for their data export. */
export const personalData: PersonalData = (me) => ({
  importRuns: sql`(select jsonb_agg(jsonb_build_object('source', r.source, 'state', r.state, 'beganAt', r.started_at) order by r.started_at)
        from import_runs r where r.actor_id = ${me})`,
});
