import { basename } from 'node:path';
import {
  inBulkTransaction,
  type BulkTransaction,
  type BulkRow,
} from '../../kernel/database/bulk.ts';
import type { Pool } from '../../kernel/database/database.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  createStagedConnections,
  mergeConnections,
  selectConnectionProblems,
  type Merged,
} from '../connections/import/import.queries.ts';
import {
  analyzeStagedPeople,
  countActivePeople,
  createStagedPeople,
  mergePeople,
  selectPeopleProblems,
  type MergedPeople,
  type StagedColumn,
} from '../people/import/import.queries.ts';
import { openBundle } from './bundle.ts';
import { campusFiles, type CampusFile } from './campus-files.ts';
import { mergeStagedClubs, stageClubs, type ClubCounts } from './clubs-import.ts';
import { mergeStagedEvents, stageEvents, type EventCounts } from './events-import.ts';
import { mergeStagedCourses, stageCourses, type CourseCounts } from './courses-import.ts';
import { mergeStagedFinances, stageFinances, type FinanceCounts } from './finances-import.ts';
import { mergeStagedClubMoney, stageClubMoney, type ClubMoneyCounts } from './club-money-import.ts';
import {
  countWantedPictures,
  createStagedPictures,
  lockImport,
  updateStagedPictures,
} from './imports.queries.ts';
import { connectionFields, personFields } from './imports.rules.ts';
import { workOnPictures } from './picture-work.ts';
import {
  disabledAccountsOf,
  requireConfirmation,
  type DisabledAccounts,
} from './disabled-accounts.ts';
import type { Progress } from './progress.ts';
import { stageFile, type ImportContext } from './reading.ts';
import { ImportRefused, openProblems, problemsMax, type Problem } from './problems.ts';
import { optimizeTables, storeWithJournal, type StoreOptions } from './storing.ts';

type Rows = AsyncIterable<BulkRow> | Iterable<BulkRow>;

/** Streams people (line, username, then `columns`) into the school of the transaction. They must not contain contradictions. */
export const stageAndMergePeople = async (
  bulk: BulkTransaction,
  school: SchoolId,
  columns: readonly StagedColumn[],
  rows: Rows,
  now: Date,
): Promise<MergedPeople> => {
  await createStagedPeople(bulk.db);
  await bulk.copyInto('staged_people', ['line', 'username', ...columns], rows);
  await analyzeStagedPeople(bulk.db);
  return mergePeople(bulk.db, school, columns, now);
};

/** Streams connections (line, a, b, whether accepted, when requested, when accepted) into the school of the transaction. */
export const stageAndMergeConnections = async (
  bulk: BulkTransaction,
  school: SchoolId,
  rows: Rows,
  now: Date,
): Promise<Merged> => {
  await createStagedConnections(bulk.db);
  await bulk.copyInto(
    'staged_connections',
    ['line', 'a', 'b', 'is_accepted', 'requested_at', 'accepted_at'],
    rows,
  );
  return mergeConnections(bulk.db, school, now);
};

export interface ImportOptions extends StoreOptions {
  readonly pool: Pool;
  readonly files: Files;
  readonly school: SchoolId;
  /** A folder or a zip file. */
  readonly path: string;
  readonly now: Date;
  /** Runs everything but stores nothing. */
  readonly isDryRun?: boolean;
  /** The allowed files, by default all of our format. Any other file makes the import fail. */
  readonly only?: readonly CampusFile[];
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** The changes by an import. With problems it changed nothing. */
export interface ImportReport
  extends ClubCounts, CourseCounts, EventCounts, FinanceCounts, ClubMoneyCounts {
  readonly isStored: boolean;
  /** The id for undoing it, or null if it changed nothing. */
  readonly id: number | null;
  readonly people: MergedPeople;
  readonly connections: Merged;
  readonly disabledAccounts: DisabledAccounts;
  readonly pictures: number;
  /** The first 1,000, in the order of the files. */
  readonly problems: readonly Problem[];
  readonly problemTotal: number;
}

/** The counts that the list of imports stores. */
const rowCounts = ({ invitable: _invitable, ...counts }: MergedPeople): Merged => counts;

/** Rolls back the transaction of a dry run, with its result. */
class NotStored extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('nothing is stored');
    this.report = report;
  }
}

const nothing: Merged = { added: 0, changed: 0, ended: 0, unchanged: 0 };
const noPeople: MergedPeople = { ...nothing, invitable: 0 };

type Work = ImportOptions & ImportContext;

/** Streams people.csv into its staging table. Returns the columns of the file, or null if there is no valid file. */
const stagePeople = async (work: Work): Promise<readonly StagedColumn[] | null> => {
  const { bulk, problems } = work;
  await createStagedPeople(bulk.db);
  const sheet = await stageFile(work, 'people.csv', 'staged_people', {
    fields: personFields,
    key: ['username'],
  });
  if (sheet === null) return null;
  await analyzeStagedPeople(bulk.db);
  const columns = sheet.filter((column) => column !== 'username');
  const found = await selectPeopleProblems(bulk.db, columns, problemsMax);
  problems.add('people.csv', found.problems, found.total);
  return columns;
};

/** Streams connections.csv into its staging table. Returns whether there is a valid file. */
const stageConnections = async (work: Work): Promise<boolean> => {
  const { bulk, problems } = work;
  await createStagedConnections(bulk.db);
  const sheet = await stageFile(work, 'connections.csv', 'staged_connections', {
    fields: connectionFields,
    key: ['a', 'b', 'is_accepted'],
  });
  if (sheet === null) return false;
  const found = await selectConnectionProblems(bulk.db, problemsMax);
  problems.add('connections.csv', found.problems, found.total);
  return true;
};

const workOnAllPictures = async ({
  bulk,
  bundle,
  files,
  school,
  problems,
  read,
  isDryRun = false,
  onProgress,
  signal,
}: Work): Promise<number> => {
  await createStagedPictures(bulk.db);
  const total = await countWantedPictures(bulk.db);
  let done = 0;
  const onPicture = () => {
    done += 1;
    onProgress?.({ part: 'pictures', done, total, rows: read.rows });
  };
  await workOnPictures({
    db: bulk.db,
    bundle,
    files,
    school,
    report: problems.report('people.csv'),
    isKept: !isDryRun && problems.total() === 0,
    onPicture,
    signal,
  });
  await updateStagedPictures(bulk.db);
  return total;
};

const inFileOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => b.file.localeCompare(a.file) || a.line - b.line);

const importInside = async (work: Work): Promise<ImportReport> => {
  const {
    bulk,
    school,
    problems,
    now,
    isDryRun = false,
    onProgress,
    signal,
    source = basename(work.path),
    by,
  } = work;
  await bulk.enter(school);
  await lockImport(bulk.db, school);
  const columns = await stagePeople(work);
  const hasConnections = await stageConnections(work);
  const clubs = await stageClubs(work, school, now);
  const events = await stageEvents(work);
  const courses = await stageCourses(work);
  const finances = await stageFinances(work);
  const clubMoney = await stageClubMoney(work);
  const pictures = await workOnAllPictures(work);
  const active = await countActivePeople(bulk.db);
  const report = {
    isStored: false,
    id: null,
    pictures,
    problems: inFileOrder(problems.list),
    problemTotal: problems.total(),
    people: noPeople,
    connections: nothing,
    disabledAccounts: disabledAccountsOf(active, 0),
  };
  if (report.problemTotal > 0) throw new NotStored(report);
  onProgress?.({ part: 'storing', done: 0, total: 0, rows: work.read.rows });
  const merge = async () => {
    const people = columns === null ? noPeople : await mergePeople(bulk.db, school, columns, now);
    const connections = hasConnections ? await mergeConnections(bulk.db, school, now) : nothing;
    const counted = {
      ...(await mergeStagedClubs(bulk.db, school, clubs, now)),
      ...(await mergeStagedEvents(bulk.db, school, events, now)),
      ...(await mergeStagedCourses(bulk.db, school, courses, now)),
      ...(await mergeStagedFinances(bulk.db, school, finances, now)),
      ...(await mergeStagedClubMoney(bulk.db, school, clubMoney, { by: by ?? null, now })),
    };
    signal?.throwIfAborted();
    return {
      people,
      connections,
      ...counted,
      disabledAccounts: disabledAccountsOf(active, people.ended),
      counts: { people: rowCounts(people), connections, ...counted },
    };
  };
  if (isDryRun) throw new NotStored({ ...report, ...(await merge()) });
  const stored = await storeWithJournal(
    bulk.db,
    school,
    { at: now, source, format: 'campus', by },
    merge,
  );
  requireConfirmation(stored.disabledAccounts, work.disableUpTo);
  const done = { ...report, ...stored, isStored: true };
  await work.onStored?.(bulk.db, { id: done.id, report: done });
  return done;
};

/**
 * Imports a campus from a folder or zip file into a school: everything, or nothing if one row has a problem. Memory use doesn't grow with
 * the files. People who aren't in the file stay unchanged.
 */
export const importCampus = async (options: ImportOptions): Promise<ImportReport> => {
  const bundle = await openBundle(options.path);
  try {
    const sizes = await Promise.all(campusFiles.map((name) => bundle.size(name)));
    if (sizes.every((size) => size === null)) {
      throw new ImportRefused(
        `${options.path} holds no list of clubs, events, courses or charges, and holds neither people.csv nor connections.csv.`,
      );
    }
    const { only } = options;
    const others = campusFiles.filter((name, at) => sizes[at] !== null && !only?.includes(name));
    if (only !== undefined && others.length > 0)
      throw new ImportRefused(`Only ${only.join(', ')} are taken here, not ${others.join(', ')}.`);
    const report = await inBulkTransaction(options.pool, (bulk) =>
      importInside({ ...options, bulk, bundle, problems: openProblems(), read: { rows: 0 } }),
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
