import { sql } from 'kysely';
import pg from 'pg';
import { inBulkTransaction } from '../../../kernel/database/bulk.ts';
import type { Pool } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** A connection with more rights than the servers have. */
export type MoveClient = pg.Client;

/** Opens a connection for a move. */
export const openMoveClient = (connectionString: string): MoveClient => {
  const client = new pg.Client({ connectionString, application_name: 'commons-move' });
  // If the connection is lost, the current statement fails.
  client.on('error', () => undefined);
  return client;
};

/** A table with rows of schools. */
export interface SchoolTable {
  readonly name: string;
  /** Stored columns, without generated ones. */
  readonly columns: readonly string[];
  /** The column with a sequence, or null. */
  readonly numbered: string | null;
  /** True if the key by which replication finds a row includes its school, so that a row filter can use it. */
  readonly isReplicable: boolean;
}

/** The name of the publication, the replication slot and the subscription of a school's move. */
export const moveName = (school: SchoolId): string => `commons_school_${school}`;

/** Returns all tables with rows of schools. */
export const selectSchoolTables = async (pool: Pool): Promise<SchoolTable[]> => {
  const { rows } = await sql<SchoolTable>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attname) as columns,
      (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' limit 1) as numbered,
      c.relreplident = 'f' or exists (select from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and k.attname = 'school_id' and case c.relreplident when 'd' then i.indisprimary else i.indisreplident end) as "isReplicable"
    from pg_class c join pg_attribute s on s.attrelid = c.oid and s.attname = 'school_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'school_hosts' order by c.relname`.execute(
    pool.kysely,
  );
  return rows;
};

/** Returns what the schema consists of: the migrations and functions that have run. */
export const selectSchema = async (pool: Pool): Promise<string> => {
  const { rows } = await sql<{
    schema: string;
  }>`select coalesce((select string_agg(name, ' ' order by name) from migrations), '')
    || coalesce((select string_agg(f::text, ' ' order by name) from function_files f), '') as schema`.execute(
    pool.kysely,
  );
  return rows[0]?.schema ?? '';
};

/** Returns the `wal_level` of a cell's PostgreSQL. */
export const selectWalLevel = async (pool: Pool): Promise<string> => {
  const { rows } = await sql<{
    level: string;
  }>`select current_setting('wal_level') as level`.execute(pool.kysely);
  return rows[0]?.level ?? '';
};

/** The rights of a login, and the version of its PostgreSQL. */
export interface LoginRights {
  readonly name: string;
  readonly canReplicate: boolean;
  readonly canBypass: boolean;
  readonly version: number;
}

/** Returns the rights of a connection's login. */
export const selectRights = async (client: MoveClient): Promise<LoginRights> => {
  const { rows } = await client.query<LoginRights>(
    `select rolname as name, rolsuper or rolreplication as "canReplicate", rolsuper or rolbypassrls as "canBypass",
      current_setting('server_version_num')::int as version from pg_roles where rolname = current_user`,
  );
  if (rows[0] === undefined) throw new Error('PostgreSQL has no role for this login.');
  return rows[0];
};

/** What remains of a move in its source, or in its target. */
export interface MoveParts {
  readonly hasPublication: boolean;
  readonly hasSlot: boolean;
  readonly hasSubscription: boolean;
}

/** Returns the parts of a move that exist in a cell. */
export const selectMoveParts = async (pool: Pool, school: SchoolId): Promise<MoveParts> => {
  const name = moveName(school);
  const { rows } = await sql<MoveParts>`
    select exists (select from pg_publication where pubname = ${name}) as "hasPublication",
      exists (select from pg_replication_slots where slot_name = ${name}) as "hasSlot",
      exists (select from pg_stat_subscription where subname = ${name}) as "hasSubscription"`.execute(
    pool.kysely,
  );
  return rows[0] ?? { hasPublication: false, hasSlot: false, hasSubscription: false };
};

/** Publishes the rows of one school, if they aren't published yet. The owner of the tables does it. */
export const createPublication = async (
  pool: Pool,
  school: SchoolId,
  tables: readonly SchoolTable[],
): Promise<void> => {
  const listed = sql.join(
    tables.map(({ name }) => sql`${sql.table(name)} where (school_id = ${sql.lit(school)})`),
  );
  await sql`create publication ${sql.id(moveName(school))} for table ${listed}`.execute(
    pool.kysely,
  );
};

/** Creates the slot that keeps the changes. The subscription doesn't create it, because that fails within one PostgreSQL. */
export const createSlot = async (publisher: MoveClient, school: SchoolId): Promise<void> => {
  await publisher.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [
    moveName(school),
  ]);
};

/**
 * Subscribes to a school's rows. The connection's login bypasses row-level security here, and the setting in the address selects the school
 * there, where it may apply.
 */
export const createSubscription = async (
  subscriber: MoveClient,
  school: SchoolId,
  publisherUrl: string,
  version: number,
): Promise<void> => {
  const url = new URL(publisherUrl);
  url.searchParams.set('options', `-c commons.school_id=${school}`);
  url.searchParams.set('application_name', moveName(school));
  // libpq reads + as a plus sign.
  const address = url.href.replaceAll('+', '%20');
  const { escapeIdentifier, escapeLiteral } = subscriber;
  const name = escapeIdentifier(moveName(school));
  await subscriber.query(
    `create subscription ${name} connection ${escapeLiteral(address)} publication ${name}
      with (create_slot = false, slot_name = ${name}, copy_data = true${version >= 160_000 ? ', run_as_owner = true' : ''})`,
  );
};

/** The progress of the first copy. */
export interface CopyProgress {
  readonly ready: number;
  readonly total: number;
  /** Number of errors of the copy and of later changes. */
  readonly errors: number;
}

/** Returns how many tables have been copied. */
export const selectCopyProgress = async (
  subscriber: MoveClient,
  school: SchoolId,
): Promise<CopyProgress> => {
  const { rows } = await subscriber.query<CopyProgress>(
    `select count(*) filter (where r.srsubstate = 'r')::int as ready, count(*)::int as total,
      coalesce((select (e.apply_error_count + e.sync_error_count)::int from pg_stat_subscription_stats e where e.subname = s.subname), 0) as errors
    from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1 group by s.subname`,
    [moveName(school)],
  );
  return rows[0] ?? { ready: 0, total: 0, errors: 0 };
};

/** Writes a mark that is on disk, and returns the log position after it, which is behind all commits until now. */
export const selectLogPosition = async (pool: Pool): Promise<string> => {
  await sql`select pg_logical_emit_message(true, 'commons', 'move')`.execute(pool.kysely);
  const { rows } = await sql<{
    at: string;
  }>`select pg_current_wal_insert_lsn()::text as at`.execute(pool.kysely);
  return rows[0]?.at ?? '0/0';
};

/** Returns how many bytes of the log the target hasn't confirmed before `position`. Null if the slot is gone. */
export const selectBytesBehind = async (
  pool: Pool,
  school: SchoolId,
  position: string,
): Promise<number | null> => {
  const { rows } = await sql<{ bytes: number }>`
    select greatest(0, pg_wal_lsn_diff(${position}::pg_lsn, confirmed_flush_lsn))::float8 as bytes
    from pg_replication_slots where slot_name = ${moveName(school)}`.execute(pool.kysely);
  return rows[0]?.bytes ?? null;
};

/** Ends a subscription without its slot, which is in the other cell. */
export const dropSubscription = async (subscriber: MoveClient, school: SchoolId): Promise<void> => {
  const name = subscriber.escapeIdentifier(moveName(school));
  const { rowCount } = await subscriber.query(`select from pg_subscription where subname = $1`, [
    moveName(school),
  ]);
  if (rowCount === 0) return;
  await subscriber.query(`alter subscription ${name} disable`);
  await subscriber.query(`alter subscription ${name} set (slot_name = none)`);
  await subscriber.query(`drop subscription ${name}`);
};

/** Drops the slot, whose reader may need a moment to end, and the publication. */
export const dropPublication = async (
  pool: Pool,
  publisher: MoveClient,
  school: SchoolId,
): Promise<void> => {
  const name = moveName(school);
  await publisher.query(
    `select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = $1 and active_pid is not null`,
    [name],
  );
  await publisher.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1`,
    [name],
  );
  await sql`drop publication if exists ${sql.id(name)}`.execute(pool.kysely);
};

/** A table's number of rows of a school and their hash, which doesn't depend on the rows' order. */
export interface TableHash {
  readonly rows: number;
  readonly hash: string;
}

/** Returns the hash of a school's rows in each table, from one snapshot. Each table is one round trip, because the school is frozen. */
export const selectHashes = (
  pool: Pool,
  school: SchoolId,
  tables: readonly SchoolTable[],
): Promise<TableHash[]> =>
  inBulkTransaction(
    pool,
    async ({ db, asOwner }) => {
      await asOwner(school);
      await sql`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3; set local bytea_output = 'hex'`.execute(
        db,
      );
      const hashes: TableHash[] = [];
      for (const table of tables) {
        const columns = sql.join(table.columns.map((name) => sql.ref(name)));
        const { rows } = await sql<TableHash>`
          select count(*)::float8 as rows, coalesce(sum(('x' || left(md5(content), 16))::bit(64)::bigint), 0)::text as hash
          from (select row(${columns})::text as content from ${sql.table(table.name)} where school_id = ${school}) r`.execute(
          db,
        );
        hashes.push(rows[0] ?? { rows: 0, hash: '' });
      }
      return hashes;
    },
    { isSnapshot: true },
  );

/** The difference up to which a sequence is advanced number by number, so that it never goes back. */
const stepsMax = 10_000;

/** Advances the sequences of a cell behind those of another, so that new rows of a moved school get new numbers. */
export const advanceSequences = async (
  source: Pool,
  target: Pool,
  tables: readonly SchoolTable[],
): Promise<void> => {
  const last = async (pool: Pool, { name, numbered }: SchoolTable) =>
    (
      await sql<{
        last: number;
      }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${name}, ${numbered})::regclass), 0)::float8 as last`.execute(
        pool.kysely,
      )
    ).rows[0]?.last ?? 0;
  for (const table of tables) {
    // Each cell numbers its own schools.
    if (table.numbered === null || table.name === 'schools') continue;
    const [there, here] = await Promise.all([last(source, table), last(target, table)]);
    const sequence = sql`pg_get_serial_sequence(${table.name}, ${table.numbered})::regclass`;
    // Others take numbers at the same time. A large step ends beyond what they can have taken since the query.
    if (there - here > stepsMax)
      await sql`select setval(${sequence}, ${there + stepsMax}::bigint)`.execute(target.kysely);
    else if (there > here)
      await sql`select max(nextval(${sequence})) from generate_series(1, ${there - here}::int)`.execute(
        target.kysely,
      );
  }
};

/** Deletes a school's rows from a cell. The login bypasses row-level security, and no trigger runs. */
export const deleteSchoolRows = async (
  subscriber: MoveClient,
  school: SchoolId,
  tables: readonly SchoolTable[],
): Promise<void> => {
  await subscriber.query('begin; set local session_replication_role = replica');
  try {
    for (const { name } of tables)
      await subscriber.query(
        `delete from ${subscriber.escapeIdentifier(name)} where school_id = $1`,
        [school],
      );
    await subscriber.query('delete from school_states where school = $1', [school]);
    await subscriber.query('commit');
  } catch (error) {
    await subscriber.query('rollback');
    throw error;
  }
};

/** Returns the hosts of a cell that another school uses, or its school with this id or code. */
export const selectConflicts = async (
  pool: Pool,
  school: SchoolId,
  hosts: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ host: string }>`select host from school_hosts
    where host = any(${hosts}::text[]) or school_id = ${school} order by host`.execute(pool.kysely);
  return rows.map(({ host }) => host);
};
