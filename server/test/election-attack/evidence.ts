import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

/** One change of a row, as the write-ahead log shows it. */
export interface Change {
  readonly table: string;
  readonly kind: 'insert' | 'update' | 'delete' | 'lock';
  readonly transaction: string;
  /** When the transaction committed, in milliseconds. Null if the log doesn't show it. */
  readonly at: number | null;
  /** Where the row was and is on disk, as `ctid`. */
  readonly from: string | null;
  readonly to: string | null;
  /** The new row, or the part of it that changed. */
  readonly bytes: Buffer;
}

/** A row of a table, with its system columns. */
export interface StoredRow {
  readonly ctid: string;
  readonly xmin: number;
  /** Its columns as text. */
  readonly text: string;
}

/** The tables at one time. */
export type Snapshot = ReadonlyMap<string, readonly StoredRow[]>;

/** What the owner of the database has without `COMMONS_SECRET` and the file store. */
export interface Evidence {
  readonly before: Snapshot;
  readonly during: Snapshot;
  readonly after: Snapshot;
  readonly changes: readonly Change[];
  readonly logLines: readonly string[];
  /** The lines of the files of each backup. */
  readonly backups: readonly ReadonlyMap<string, readonly string[]>[];
}

/** Connects to a database as a superuser. The caller closes it. */
export const connectAsSuperuser = async (
  superUrl: string,
  database: string,
): Promise<pg.Client> => {
  const url = new URL(superUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('create extension if not exists pg_walinspect');
  return client;
};

/** Reads every row of every table with `ctid` and `xmin`. */
export const readTables = async (client: pg.Client): Promise<Snapshot> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const tables = new Map<string, readonly StoredRow[]>();
  for (const { name } of rows)
    tables.set(
      name,
      (
        await client.query<{ ctid: string; xmin: string; text: string }>(
          `select ctid::text, xmin::text, t::text as text from ${pg.escapeIdentifier(name)} t order by t.ctid`,
        )
      ).rows.map(({ ctid, xmin, text }) => ({ ctid, xmin: Number(xmin), text })),
    );
  return tables;
};

/** Returns the end of the write-ahead log. */
export const logEnd = async (client: pg.Client): Promise<string> =>
  (await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')).rows[0]
    ?.lsn ?? '0/0';

interface Block {
  readonly xid: string;
  readonly table: string;
  readonly page: number;
  readonly old_page: number;
  readonly record: string;
  readonly description: string;
  readonly data: Buffer | null;
  readonly image: Buffer | null;
}

const kinds: Readonly<Record<string, Change['kind']>> = {
  INSERT: 'insert',
  'INSERT+INIT': 'insert',
  UPDATE: 'update',
  'UPDATE+INIT': 'update',
  HOT_UPDATE: 'update',
  'HOT_UPDATE+INIT': 'update',
  DELETE: 'delete',
  LOCK: 'lock',
};

/** Returns a row of a page: an item pointer of 4 bytes at 24 + 4 × (offset − 1) has its position and length. */
const rowOfPage = (page: Buffer, offset: number): Buffer => {
  const at = 24 + 4 * (offset - 1);
  if (page.length < at + 4) return Buffer.alloc(0);
  const item = page.readUInt32LE(at);
  // eslint-disable-next-line no-bitwise
  return page.subarray(item & 0x7fff, (item & 0x7fff) + (item >>> 17));
};

const numberIn = (description: string, name: string): number | null => {
  const found = new RegExp(`\\b${name}: (\\d+)`, 'u').exec(description)?.[1];
  return found === undefined ? null : Number(found);
};

/** Reads the changes of rows of one database between two ends of the log, in the order of the log. */
export const readLog = async (client: pg.Client, from: string, to: string): Promise<Change[]> => {
  const commits = new Map(
    (
      await client.query<{ xid: string; description: string }>(
        `select xid::text, description from pg_get_wal_records_info($1, $2)
          where resource_manager = 'Transaction' and record_type in ('COMMIT', 'COMMIT_PREPARED')`,
        [from, to],
      )
    ).rows.map(({ xid, description }) => [
      xid,
      Date.parse(
        description.replace(/^(\S+ [\d:.]+) (\S+?)(?:[;,].*)?$/su, (_, time: string) => `${time}Z`),
      ),
    ]),
  );
  // Block 0 has the new row. If the old row of an update is on another page, that page is block 1.
  const { rows } = await client.query<Block>(
    `with blocks as materialized (
        select * from pg_get_wal_block_info($1, $2)
          where reldatabase = (select oid from pg_database where datname = current_database())
            and relforknumber = 0 and resource_manager = 'Heap')
      select b.xid::text, c.relname as table, b.relblocknumber::int as page, coalesce(o.relblocknumber, b.relblocknumber)::int as old_page,
        b.record_type as record, b.description, b.block_data as data, b.block_fpi_data as image
      from blocks b
      join pg_class c on c.relfilenode = b.relfilenode and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      left join blocks o on o.start_lsn = b.start_lsn and o.block_id = 1
      where b.block_id = 0
      order by b.start_lsn`,
    [from, to],
  );
  return rows.flatMap((block): Change[] => {
    const kind = kinds[block.record];
    if (kind === undefined) return [];
    const offset =
      kind === 'update'
        ? numberIn(block.description, 'new_off')
        : numberIn(block.description, 'off');
    const old = kind === 'update' ? numberIn(block.description, 'old_off') : offset;
    const ctid = (page: number, row: number | null) => (row === null ? null : `(${page},${row})`);
    const at = commits.get(block.xid);
    return [
      {
        table: block.table,
        kind,
        transaction: block.xid,
        at: at === undefined || Number.isNaN(at) ? null : at,
        from: kind === 'insert' ? null : ctid(block.old_page, old),
        to: kind === 'delete' ? null : ctid(block.page, offset),
        bytes:
          block.image !== null && offset !== null
            ? rowOfPage(block.image, offset)
            : (block.data ?? Buffer.alloc(0)),
      },
    ];
  });
};

/** Reads the lines of all files of a backup, unpacked. */
export const readBackup = async (
  folder: string,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const files = new Map<string, readonly string[]>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    files.set(path.slice(folder.length + 1), text.split('\n'));
  }
  return files;
};
