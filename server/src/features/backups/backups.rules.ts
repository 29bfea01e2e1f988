import type { StoredTable } from './backups.queries.ts';

/** A file of a backup with the rows of one table. */
export interface StoredRows {
  readonly table: string;
  /** Number of the school, or null for rows of the installation. */
  readonly school: number | null;
  readonly rows: number;
  /** Digest of the uncompressed CSV text, in hexadecimal digits. */
  readonly sha256: string;
}

/** The content of manifest.json, which is written last: a folder without it isn't a backup. */
export interface Manifest {
  readonly format: 1;
  readonly madeAt: string;
  /** Names of the migrations that had run, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly StoredRows[];
  readonly files: number;
}

/** Returns the path of a table's rows in a backup. */
export const fileOf = ({ table, school }: Pick<StoredRows, 'table' | 'school'>): string =>
  `tables/${school ?? 'installation'}/${table}.csv.gz`;

/** Sorts tables so that each follows those that it refers to. */
export const inOrder = (tables: readonly StoredTable[]): StoredTable[] => {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<StoredTable>();
  const visit = (table: StoredTable, path: readonly string[]): void => {
    if (ordered.has(table) || path.includes(table.name)) return;
    for (const name of table.refersTo) {
      const other = byName.get(name);
      if (other !== undefined) visit(other, [...path, table.name]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
};

/** Returns whether a backup has the schema of release 0.1 or older, which only that release can read. */
export const isBeforeBaseline = (theirs: readonly string[]): boolean =>
  theirs[0]?.startsWith('0001_') === true;

/** Returns whether this version can read a backup with these migrations: it knows all of them, and none in between is missing. */
export const canRead = (theirs: readonly string[], known: readonly string[]): boolean =>
  theirs.length > 0 && theirs.every((name, index) => name === known[index]);
