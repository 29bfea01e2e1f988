import { basename } from 'node:path';
import { inBulkTransaction, type BulkTransaction } from '../../kernel/database/bulk.ts';
import type { Pool } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { openBundle } from '../imports/bundle.ts';
import type { Bundle } from '../imports/zip.ts';
import { lockImport } from '../imports/imports.queries.ts';
import {
  disabledAccountsOf,
  requireConfirmation,
  type DisabledAccounts,
} from '../imports/disabled-accounts.ts';
import { openProblems, type Problem, type Problems } from '../imports/problems.ts';
import { counting, type Progress } from '../imports/progress.ts';
import { optimizeTables, storeWithJournal, type StoreOptions } from '../imports/storing.ts';
import { mergeRoster, upsertFed } from '../courses/import/merge-courses.queries.ts';
import { mergeRosterWork } from '../courses/import/merge-work.queries.ts';
import {
  countActivePeople,
  mergeMembers,
  type MergedPeople,
} from '../people/import/import.queries.ts';
import { checkRoster } from './roster-checks.ts';
import { fileOf, kinds, type KindName, type Version } from './kinds.ts';
import { readManifest, type Manifest } from './manifest.ts';
import {
  createFormerUsers,
  createStagedMembers,
  updateAdvisers,
  updateLinks,
  updateRoles,
} from './members/members.queries.ts';
import { openRosterSheet } from './roster-sheet.ts';
import {
  analyzeStaged,
  createStaged,
  mergeKind,
  stagedTable,
  type MergedKind,
} from './rosters.queries.ts';
import type { StagedFile } from './staged-file.ts';

export interface RosterOptions extends StoreOptions {
  readonly pool: Pool;
  readonly school: SchoolId;
  /** A folder or a zip file. */
  readonly path: string;
  readonly now: Date;
  /** Runs the whole import and stores nothing. */
  readonly isDryRun?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** The result of an import. With problems, nothing was stored. */
export interface RosterReport {
  readonly isStored: boolean;
  /** The id with which the import can be undone. Null if it changed nothing. */
  readonly id: number | null;
  readonly version: Version | null;
  /** Accounts that the import changed. */
  readonly people: Omit<MergedPeople, 'unchanged'>;
  readonly disabledAccounts: DisabledAccounts;
  /** Rows of the roster, by type of file. */
  readonly kinds: Partial<Record<KindName, MergedKind>>;
  /** The first 1,000 problems, in the order of the files. */
  readonly problems: readonly Problem[];
  readonly problemTotal: number;
  /** The first 1,000 deviations from the specification that were accepted. */
  readonly notes: readonly Problem[];
  readonly noteTotal: number;
}

/** Rolls back the transaction and contains the report. */
class NotStored extends Error {
  readonly report: RosterReport;

  constructor(report: RosterReport) {
    super('nothing is stored');
    this.report = report;
  }
}

interface Work extends RosterOptions {
  readonly bulk: BulkTransaction;
  readonly bundle: Bundle;
  readonly problems: Problems;
  readonly notes: Problems;
  readonly read: { rows: number };
}

async function* watched(
  { bundle, signal, onProgress, read }: Work,
  part: string,
): AsyncGenerator<Buffer> {
  const total = (await bundle.size(part)) ?? 0;
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

/** Streams every file of the roster into its staging table. */
const stageAll = async (work: Work, { version, files }: Manifest): Promise<StagedFile[]> => {
  const { bulk, problems, notes } = work;
  const staged: StagedFile[] = [];
  for (const { kind, mode } of files) {
    const file = fileOf(kind.name);
    const sheet = await openRosterSheet({
      bytes: watched(work, file),
      kind,
      version,
      mode,
      report: problems.report(file),
      note: notes.report(file),
    });
    await createStaged(bulk.db, kind);
    if (sheet !== null) {
      const columns = [
        'line',
        'sourced_id',
        'is_ended',
        'modified_at',
        ...sheet.fields.map(({ column }) => column),
      ];
      await bulk.copyInto(
        stagedTable(kind),
        columns,
        counting(sheet.rows(), () => (work.read.rows += 1)),
      );
    }
    staged.push({
      kind,
      mode,
      fields: sheet?.fields ?? null,
      rows: await analyzeStaged(bulk.db, kind),
    });
  }
  return staged;
};

/** Writes the roster and its people. */
const mergeAll = async (
  { bulk, school, now }: Work,
  version: Version,
  staged: readonly StagedFile[],
) => {
  const merged: Partial<Record<KindName, MergedKind>> = {};
  await createFormerUsers(bulk.db);
  for (const { kind, mode, fields } of staged)
    if (fields !== null) merged[kind.name] = await mergeKind(bulk.db, school, kind, fields, mode);
  if (version === '1.2') await updateRoles(bulk.db);
  else await updateAdvisers(bulk.db);
  await createStagedMembers(bulk.db);
  const people = await mergeMembers(bulk.db, school, now);
  await updateLinks(bulk.db);
  await mergeRoster(bulk.db, school);
  await mergeRosterWork(bulk.db, school, now);
  await upsertFed(bulk.db, school, now);
  return { kinds: merged, people };
};

const fileOrder = new Map(kinds.map(({ name }, at) => [fileOf(name), at]));
const inFileOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted(
    (a, b) => (fileOrder.get(a.file) ?? -1) - (fileOrder.get(b.file) ?? -1) || a.line - b.line,
  );

const noPeople = { added: 0, changed: 0, ended: 0, invitable: 0 };

const importInside = async (work: Work): Promise<RosterReport> => {
  const {
    bulk,
    bundle,
    school,
    problems,
    notes,
    now,
    isDryRun = false,
    onProgress,
    signal,
    source = basename(work.path),
    by,
  } = work;
  await bulk.enter(school);
  await lockImport(bulk.db, school);
  const manifest = await readManifest(
    bundle,
    problems.report('manifest.csv'),
    notes.report('manifest.csv'),
  );
  const staged = manifest === null ? [] : await stageAll(work, manifest);
  if (manifest !== null)
    await checkRoster({ db: bulk.db, version: manifest.version, staged, problems, notes });
  const active = await countActivePeople(bulk.db);
  const report = {
    disabledAccounts: disabledAccountsOf(active, 0),
    isStored: false,
    id: null,
    version: manifest?.version ?? null,
    people: noPeople,
    kinds: {},
    problems: inFileOrder(problems.list),
    problemTotal: problems.total(),
    notes: inFileOrder(notes.list),
    noteTotal: notes.total(),
  };
  if (manifest === null || report.problemTotal > 0) throw new NotStored(report);
  onProgress?.({ part: 'storing', done: 0, total: 0, rows: work.read.rows });
  const merge = async () => {
    const merged = await mergeAll(work, manifest.version, staged);
    signal?.throwIfAborted();
    const { invitable: _invitable, ...people } = merged.people;
    return {
      ...merged,
      disabledAccounts: disabledAccountsOf(active, merged.people.ended),
      counts: { people, ...merged.kinds },
    };
  };
  if (isDryRun) throw new NotStored({ ...report, ...(await merge()) });
  const format = `OneRoster ${manifest.version}`;
  const stored = await storeWithJournal(bulk.db, school, { at: now, source, format, by }, merge);
  requireConfirmation(stored.disabledAccounts, work.disableUpTo);
  const done = { ...report, ...stored, isStored: true };
  await work.onStored?.(bulk.db, { id: done.id, report: done });
  return done;
};

/**
 * Imports a roster (OneRoster 1.1 or 1.2 as CSV) from a folder or zip file into a school. If one row is wrong, it
 * stores nothing. Its memory doesn't depend on the size of the files. People who are missing from a bulk file are
 * deactivated, never deleted.
 */
export const importRoster = async (options: RosterOptions): Promise<RosterReport> => {
  const bundle = await openBundle(options.path);
  try {
    const report = await inBulkTransaction(options.pool, (bulk) =>
      importInside({
        ...options,
        bulk,
        bundle,
        problems: openProblems(),
        notes: openProblems(),
        read: { rows: 0 },
      }),
    );
    await optimizeTables(options.pool, report);
    return report;
  } catch (error) {
    if (error instanceof NotStored) return error.report;
    throw error;
  } finally {
    await bundle.close();
  }
};
