import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An SQL file of `server/database`. The name is its path in that folder. */
export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Everything that makes up the database. */
export interface SqlFiles {
  /** Functions that columns and policies use, so they must exist before the tables. */
  readonly base: readonly SqlFile[];
  /** Tables, indexes and views, a file per domain. They run once, on an empty database. */
  readonly schema: readonly SqlFile[];
  /** The other functions with their triggers, a file each. A file runs again when it changes. */
  readonly functions: readonly SqlFile[];
  /** Changes of the schema since the baseline, in order. */
  readonly migrations: readonly SqlFile[];
  /** Converts the last schema before the baseline, with its data. */
  readonly conversion: string;
}

const databaseFolder = fileURLToPath(new URL('../../../database/', import.meta.url));

const readFolder = async (root: string, folder: string): Promise<SqlFile[]> => {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(join(root, folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: folder === 'migrations' ? name : `${folder}/${name}`, sql, checksum };
    }),
  );
};

/** Reads the SQL files of this version. Tests can name another folder. */
export const readSqlFiles = async (root = databaseFolder): Promise<SqlFiles> => {
  const [base, schema, functions, migrations] = await Promise.all(
    ['functions/base', 'schema', 'functions', 'migrations'].map((folder) =>
      readFolder(root, folder),
    ),
  );
  const conversion = await readFile(join(root, 'conversion.sql'), 'utf8');
  return {
    base: base ?? [],
    schema: schema ?? [],
    functions: functions ?? [],
    migrations: migrations ?? [],
    conversion,
  };
};
