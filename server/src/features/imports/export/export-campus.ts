import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inBulkTransaction, type BulkTransaction } from '../../../kernel/database/bulk.ts';
import type { Pool } from '../../../kernel/database/database.ts';
import type { Files } from '../../../kernel/files/files.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { campusFiles, type CampusFile } from '../campus-files.ts';
import { ImportRefused } from '../problems.ts';
import {
  countCampus,
  createExportedPictures,
  createStoredPictures,
  fileQuery,
  insertExportedPictures,
  selectStoredPictures,
} from './export.queries.ts';

/** Pictures that are read and written at the same time. */
const batch = 500;
const atOnce = 8;

/** Spreadsheet programs read a CSV file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\ufeff';

export interface ExportOptions {
  readonly pool: Pool;
  readonly files: Files;
  readonly school: SchoolId;
  /** A folder that doesn't exist yet or is empty. */
  readonly folder: string;
  /** Adds an apostrophe to cells that begin like a formula. Such files are for spreadsheet programs, not for an import. */
  readonly isForSpreadsheets?: boolean;
  readonly onProgress?: (progress: {
    readonly part: CampusFile | 'pictures';
    readonly done: number;
  }) => void;
}

/** The written items. `missing` is the number of people's pictures whose files are lost. */
export interface ExportReport {
  readonly people: number;
  readonly connections: number;
  readonly clubs: number;
  readonly events: number;
  /** Terms and courses. */
  readonly courses: number;
  /** Transactions and holds. */
  readonly finances: number;
  /** Accounts of clubs and transactions of their ledger. */
  readonly clubMoney: number;
  readonly pictures: number;
  readonly missing: number;
}

const writeCsv = async (path: string, csv: Readable): Promise<void> => {
  const file = createWriteStream(path, { flags: 'wx' });
  file.write(byteOrderMark);
  await pipeline(csv, file);
};

/** Writes every picture once, named after its content, so that two exports of the same campus are equal. */
const writePictures = async (
  { db }: BulkTransaction,
  { files, school, onProgress }: ExportOptions,
  folder: string,
): Promise<{ pictures: number; missing: number }> => {
  await createExportedPictures(db);
  await createStoredPictures(db);
  let pictures = 0;
  let missing = 0;
  for (let after = ''; ;) {
    const names = await selectStoredPictures(db, after, batch);
    const last = names.at(-1);
    if (last === undefined) return { pictures, missing };
    const written: { name: string; file: string }[] = [];
    const waiting = names.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const name of waiting) {
          const stored = await files.get(school, name);
          if (stored === null) {
            missing += 1;
            continue;
          }
          const bytes = await buffer(stored.stream);
          const file = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${name.split('.').at(-1)}`;
          await writeFile(join(folder, file), bytes);
          written.push({ name, file });
          pictures += 1;
        }
      }),
    );
    await insertExportedPictures(db, written);
    onProgress?.({ part: 'pictures', done: pictures });
    after = last;
  }
};

/** The counts that are shown for each file. */
const countedAs = {
  'people.csv': 'people',
  'connections.csv': 'connections',
  'clubs.csv': 'clubs',
  'club-members.csv': 'clubs',
  'club-officers.csv': 'clubs',
  'events.csv': 'events',
  'terms.csv': 'courses',
  'courses.csv': 'courses',
  'sections.csv': 'courses',
  'meetings.csv': 'courses',
  'section-members.csv': 'courses',
  'charges.csv': 'finances',
  'payments.csv': 'finances',
  'holds.csv': 'finances',
  'club-accounts.csv': 'clubMoney',
  'ledger-entries.csv': 'clubMoney',
} as const;

const writeAll = (options: ExportOptions, folder: string): Promise<ExportReport> =>
  inBulkTransaction(
    options.pool,
    async (bulk) => {
      const { isForSpreadsheets = false } = options;
      await bulk.enter(options.school);
      await mkdir(join(folder, 'photos'));
      const pictures = await writePictures(bulk, options, join(folder, 'photos'));
      const counts = await countCampus(bulk.db);
      for (const file of campusFiles) {
        // Empty files are left out, because most schools add clubs, events, courses and finances later.
        const kind = countedAs[file];
        if (counts[kind] === 0 && kind !== 'people' && kind !== 'connections') continue;
        options.onProgress?.({ part: file, done: counts[countedAs[file]] });
        await writeCsv(join(folder, file), bulk.copyAsCsv(fileQuery(file, isForSpreadsheets)));
      }
      return { ...counts, ...pictures };
    },
    { isSnapshot: true },
  );

/**
 * Writes a school's people, connections, clubs, events, courses, finances and pictures at one moment, in the format that the import reads. It writes
 * to a temporary folder and renames it, so an interrupted export leaves no folder that looks complete. It contains no passwords.
 */
export const exportCampus = async (options: ExportOptions): Promise<ExportReport> => {
  const target = resolve(options.folder);
  const present = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new ImportRefused(`${target} is not a folder that can be written.`);
  });
  if (present !== null && present.length > 0)
    throw new ImportRefused(`${target} is not empty; name a new folder.`);
  const aside = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const report = await writeAll(options, aside);
    if (present !== null) await rmdir(target);
    await rename(aside, target);
    return report;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
};
