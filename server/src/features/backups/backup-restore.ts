import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { inBulkTransaction, type BulkTransaction } from '../../kernel/database/bulk.ts';
import type { Pool } from '../../kernel/database/database.ts';
import type { Files } from '../../kernel/files/files.ts';
import { schoolId, type SchoolId } from '../../kernel/ids.ts';
import { knownMigrations, migrate } from '../../kernel/database/migrate.ts';
import {
  closeTables,
  dropSchema,
  emptyTable,
  openTables,
  rowsQuery,
  selectMigrations,
  selectSchoolIds,
  selectState,
  selectTables,
  type StoredTable,
} from './backups.queries.ts';
import { cancelRestoredElections } from '../elections/voting/voting.queries.ts';
import {
  canRead,
  inOrder,
  isBeforeBaseline,
  fileOf,
  type StoredRows,
  type Manifest,
} from './backups.rules.ts';

/** A backup that can't be created or restored. The message is one sentence with the solution. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

export interface BackupOptions {
  readonly pool: Pool;
  readonly files: Files;
  readonly folder: string;
  readonly now: Date;
  /** `part`: a table, or 'files'. Counts tables and files. */
  readonly onProgress?: (progress: {
    readonly part: string;
    readonly done: number;
    readonly total: number;
  }) => void;
  readonly signal?: AbortSignal;
}

const manifestName = 'manifest.json';

const isEmpty = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.length === 0;
};

/** Passes bytes through, and computes their digest. */
const digesting = () => {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest('hex') };
};

const writeRows = async (
  bulk: BulkTransaction,
  folder: string,
  table: StoredTable,
  school: SchoolId | null,
): Promise<StoredRows> => {
  const path = join(folder, fileOf({ table: table.name, school }));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { through, digest } = digesting();
  const csv = bulk.copyAsCsv(rowsQuery(table, school));
  await pipeline(
    csv,
    through,
    createGzip({ level: 5 }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  return { table: table.name, school, rows: csv.rowCount, sha256: digest() };
};

/** Copies all stored files that the folder doesn't have yet. Returns the number of files in it. */
const writeFiles = async (
  { files, folder, onProgress, signal }: BackupOptions,
  schools: readonly SchoolId[],
  done: Set<string>,
): Promise<void> => {
  for (const school of schools) {
    for await (const batch of files.list(school)) {
      signal?.throwIfAborted();
      for (const { name } of batch) {
        const place = join('files', String(school), name.slice(0, 2), name);
        // Null if it was removed after the listing, because no row refers to it any longer.
        const found = done.has(place) ? null : await files.get(school, name);
        if (found === null) continue;
        await mkdir(dirname(join(folder, place)), { recursive: true, mode: 0o700 });
        await pipeline(
          found.stream,
          createWriteStream(join(folder, place), { flags: 'wx', mode: 0o600 }),
        );
        done.add(place);
        onProgress?.({ part: 'files', done: done.size, total: 0 });
      }
    }
  }
};

/**
 * Writes the whole installation to a folder while it is in use: every row from one snapshot, and every file. Files are copied before and
 * again after the rows, so that no referenced file is missing.
 */
export const backUp = async (options: BackupOptions): Promise<Manifest> => {
  const { pool, folder, now, onProgress, signal } = options;
  if (!(await isEmpty(folder)))
    throw new BackupRefused(`${folder} is not empty; name a folder that does not exist yet.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stored = new Set<string>();
  await writeFiles(options, await inBulkTransaction(pool, ({ db }) => selectSchoolIds(db)), stored);
  const manifest = await inBulkTransaction(
    pool,
    async (bulk): Promise<Omit<Manifest, 'files'>> => {
      const schools = await selectSchoolIds(bulk.db);
      const tables = await selectTables(bulk.db);
      const migrations = await selectMigrations(bulk.db);
      const written: StoredRows[] = [];
      for (const [index, table] of tables.entries()) {
        onProgress?.({ part: 'rows', done: index, total: tables.length });
        for (const school of table.isFenced ? schools : [null]) {
          signal?.throwIfAborted();
          await bulk.asOwner(school);
          written.push(await writeRows(bulk, folder, table, school));
        }
      }
      onProgress?.({ part: 'rows', done: tables.length, total: tables.length });
      return { format: 1, madeAt: now.toISOString(), migrations, tables: written };
    },
    { isSnapshot: true },
  );
  await writeFiles(options, await inBulkTransaction(pool, ({ db }) => selectSchoolIds(db)), stored);
  const whole: Manifest = { ...manifest, files: stored.size };
  // Written under another name and renamed, so that an existing manifest is complete, and so are the other files.
  await writeFile(join(folder, `${manifestName}.part`), `${JSON.stringify(whole, null, 2)}\n`, {
    mode: 0o600,
  });
  await rename(join(folder, `${manifestName}.part`), join(folder, manifestName));
  return whole;
};

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null)
    throw new BackupRefused(`${folder} holds no whole backup: it has no ${manifestName}.`);
  try {
    const manifest = JSON.parse(text) as Manifest;
    if (
      manifest.format === 1 &&
      Array.isArray(manifest.tables) &&
      Array.isArray(manifest.migrations)
    )
      return manifest;
  } catch {
    // Reported below.
  }
  throw new BackupRefused(`${join(folder, manifestName)} cannot be read; take another backup.`);
};

const readRows = async (
  bulk: BulkTransaction,
  folder: string,
  stored: StoredRows,
  table: StoredTable | undefined,
): Promise<void> => {
  const path = join(folder, fileOf(stored));
  const damaged = () => new BackupRefused(`${path} is missing or damaged; no school was restored.`);
  if (table === undefined || !(await stat(path).catch(() => null))) throw damaged();
  const { through, digest } = digesting();
  const csv = createReadStream(path);
  const unpacked = pipeline(csv, createGunzip(), through);
  const [rows] = await Promise.all([
    bulk.copyFromCsv(table.name, table.columns, through),
    unpacked.catch(() => {
      throw damaged();
    }),
  ]).catch((error: unknown) => {
    // The file was cut off.
    throw error instanceof BackupRefused || (error as { code?: unknown }).code === 'Z_DATA_ERROR'
      ? damaged()
      : error;
  });
  if (rows !== stored.rows || digest() !== stored.sha256) throw damaged();
};

const readFiles = async (
  { files, folder, onProgress, signal }: BackupOptions,
  total: number,
): Promise<number> => {
  const root = join(folder, 'files');
  let done = 0;
  for (const school of await readdir(root).catch(() => [])) {
    for (const part of await readdir(join(root, school))) {
      for (const name of await readdir(join(root, school, part))) {
        signal?.throwIfAborted();
        await files.putAs(
          schoolId(Number(school)),
          name,
          await readFile(join(root, school, part, name)),
        );
        done += 1;
        onProgress?.({ part: 'files', done, total });
      }
    }
  }
  return done;
};

/**
 * Restores a backup into a database without schools: completely, with each row checked against the manifest, or not at all. A backup of an
 * older version is restored into that version's schema and then upgraded.
 */
export const restore = async (
  options: BackupOptions & { readonly url: string; readonly log?: (line: string) => void },
): Promise<Manifest> => {
  const { pool, folder, url, log, onProgress, signal } = options;
  const manifest = await readManifest(folder);
  if (isBeforeBaseline(manifest.migrations))
    throw new BackupRefused(
      'This backup was made by Commons 0.1 or an older release; restore it with Commons 0.1, and then start this version.',
    );
  if (!canRead(manifest.migrations, await knownMigrations()))
    throw new BackupRefused(
      'This backup was made by a newer version of Commons, or by another product; restore it with that version.',
    );
  const state = await inBulkTransaction(pool, ({ db }) => selectState(db));
  if (state === 'used')
    throw new BackupRefused(
      'There is a school in this database; a backup is restored into an empty one. Name another with DATABASE_URL or COMMONS_DATA.',
    );
  const upTo = manifest.migrations.at(-1) ?? '';
  const isOther =
    state === 'empty' &&
    (await inBulkTransaction(pool, ({ db }) => selectMigrations(db))).join() !==
      manifest.migrations.join();
  if (isOther) await inBulkTransaction(pool, ({ db }) => dropSchema(db));
  await migrate({ url, upTo, ...(log && { log }) });
  const files = await readFiles(options, manifest.files);
  if (files !== manifest.files)
    throw new BackupRefused(
      `${folder} holds ${files} of its ${manifest.files} files; no school was restored.`,
    );
  await inBulkTransaction(pool, async (bulk) => {
    // Another command may have created a school in between.
    if ((await selectState(bulk.db)) === 'used')
      throw new BackupRefused('A school was made meanwhile; no other was restored.');
    const tables = inOrder(await selectTables(bulk.db));
    await openTables(bulk.db, tables);
    for (const [index, table] of tables.entries()) {
      signal?.throwIfAborted();
      onProgress?.({ part: 'rows', done: index, total: tables.length });
      if (!table.isFenced) await emptyTable(bulk.db, table.name);
      for (const stored of manifest.tables.filter((one) => one.table === table.name))
        await readRows(bulk, folder, stored, table);
    }
    // A backup of an older release has no elections.
    if (tables.some(({ name }) => name === 'elections')) await cancelRestoredElections(bulk.db);
    await closeTables(bulk.db, tables);
  });
  await migrate({ url, ...(log && { log }) });
  return manifest;
};
