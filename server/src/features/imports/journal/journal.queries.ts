import type { PersonalData } from '../../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { FileReferences } from '../../../kernel/files/file-references.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { journaledTables, type JournaledTable } from './journaled-tables.queries.ts';
import { releaseParents, updateVersions } from '../../clubs/import/merge-clubs.queries.ts';
import { releaseNames, unindexAdded } from '../../people/import/import.queries.ts';
import { personSummary } from '../../people/summary/summary.queries.ts';

/** The numbers of rows of one kind that an import added, changed and ended. */
export type Counts = Readonly<
  Record<
    string,
    {
      readonly added: number;
      readonly changed: number;
      readonly ended?: number;
      readonly unchanged?: number;
    }
  >
>;

/** An import that changed something. */
export interface ImportRecord {
  readonly id: number;
  readonly at: Date;
  /** Name of the folder or zip file. */
  readonly source: string;
  readonly format: string;
  readonly counts: Counts;
  readonly undoneAt: Date | null;
  /** The person who started it, or null for the operator or a deleted person. */
  readonly by: number | null;
}

interface Face {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

/** Creates an import. After this, triggers store in its journal the previous values of every change in the transaction. */
export const insertImport = async (
  db: Db,
  school: SchoolId,
  {
    at,
    source,
    format,
    by,
  }: Pick<ImportRecord, 'at' | 'source' | 'format'> & { by: number | undefined },
): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`insert into imports (school_id, at, source, format, actor_id) values (${school}::int, ${at}, ${source}, ${format}, ${by ?? null}) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`select set_config('commons.import_id', ${String(id)}, true)`.execute(db);
  return id;
};

/** Ends the journal. Returns the id of the import, or null if it changed nothing, and then deletes it. */
export const finishImport = async (db: Db, id: number, counts: Counts): Promise<number | null> => {
  await sql`select set_config('commons.import_id', '', true)`.execute(db);
  const { rows } = await sql`select from import_additions where import_id = ${id}
    union all select from import_journal where import_id = ${id} limit 1`.execute(db);
  if (rows.length === 0) await sql`delete from imports where id = ${id}`.execute(db);
  else
    await sql`update imports set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`.execute(
      db,
    );
  return rows.length === 0 ? null : id;
};

/** Selects an import by its number. */
export const selectImport = async (db: Db, id: number): Promise<ImportRecord | undefined> =>
  (await selectImports(db)).find((one) => one.id === id);

/** Selects the imports before one, newest first, with the people who started them. */
export const selectImportsBefore = async (
  db: Db,
  before: number | null,
  size: number,
): Promise<(ImportRecord & { face: Face | null })[]> => {
  const { rows } = await sql<ImportRecord & { face: Face | null }>`
    select i.id, i.at, i.source, i.format, i.counts, i.undone_at as "undoneAt", i.actor_id as by,
      (select ${personSummary('u')} from users u where u.id = i.actor_id) as face
    from imports i where ${before}::bigint is null or i.id < ${before}::bigint order by i.id desc limit ${size}`.execute(
    db,
  );
  return rows;
};

/** Selects the school's imports, newest first. */
export const selectImports = async (db: Db): Promise<ImportRecord[]> => {
  const { rows } = await sql<ImportRecord>`
    select id, at, source, format, counts, undone_at as "undoneAt", actor_id as by from imports order by id desc`.execute(
    db,
  );
  return rows;
};

/** Rows that imports changed, and keys of rows that they added. */
const journalTables = [sql.table('import_journal'), sql.table('import_additions')] as const;

export const updateImportUndone = async (db: Db, id: number, at: Date): Promise<void> => {
  for (const table of journalTables)
    await sql`delete from ${table} where import_id = ${id}`.execute(db);
  await sql`update imports set undone_at = ${at} where id = ${id}`.execute(db);
};

/** Deletes the journal entries of a person. Undoing an import then doesn't change this person. */
export const deleteJournalOf = async (db: Db, userId: number): Promise<void> => {
  // By import, because the key of the journal begins with it.
  await sql`delete from import_journal l using imports i where l.import_id = i.id and l.table_name = 'users' and l.key = ${String(userId)}`.execute(
    db,
  );
  await sql`delete from import_journal l using imports i where l.import_id = i.id
    and l.table_name in ('club_members', 'role_grants', 'section_members', 'event_hosts', 'event_invitees') and split_part(l.key, E'\\x1f', 2) = ${String(userId)}`.execute(
    db,
  );
  await sql`delete from import_journal l using imports i where l.import_id = i.id
    and l.table_name = 'course_results' and split_part(l.key, E'\\x1f', 1) = ${String(userId)}`.execute(
    db,
  );
  await sql`delete from import_journal l using imports i, roster_users r where (r.user_id = ${userId} or r.is_erased) and l.import_id = i.id
    and l.table_name in ('roster_users', 'roster_demographics') and l.key = r.sourced_id`.execute(
    db,
  );
  // This works in either order of deleting the holds and the journal.
  await sql`delete from import_journal l using imports i where l.import_id = i.id and l.table_name = 'finance_holds'
    and not exists (select from finance_holds h where h.id::text = l.key and h.user_id <> ${userId})`.execute(
    db,
  );
  await sql`update import_additions set keys = array_remove(keys, ${String(userId)}::text)
    where table_name = 'users' and keys @> array[${String(userId)}::text]`.execute(db);
  await sql`update import_additions a set keys = array(select k from unnest(a.keys) as k where k <> all(gone.ids))
    from (select array_agg(sourced_id) as ids from roster_users where user_id = ${userId} or is_erased) as gone
    where a.table_name in ('roster_users', 'roster_demographics') and a.keys && gone.ids`.execute(
    db,
  );
};

/** Deletes the journals of imports that are older than this number of days. Returns the number of rows. */
export const deleteOldJournals = async (db: Db, now: Date, days: number): Promise<number> => {
  let deleted = 0;
  for (const table of journalTables) {
    const { numAffectedRows } = await sql`delete from ${table} l using imports i
      where l.import_id = i.id and i.at < ${now}::timestamptz - ${days} * interval '1 day'`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0);
  }
  return deleted;
};

/** The name of the table with one table's journal rows while an import is undone. */
const undoneTable = ({ table }: JournaledTable): string => `undone_${table}`;
const undone = (one: JournaledTable) => sql.table(undoneTable(one));
/** True if `l`, a row of the journal, belongs to the row `t`. */
const isAbout = ({ keys }: JournaledTable, row = 't'): RawBuilder<unknown> =>
  sql.raw(keys.map(([name]) => `${row}.${name} = l.${name}`).join(' and '));
/** The time and the number of changes, which aren't a person's decision. */
const counters = ['updated_at', 'version'];

/** Selects an import's changes to a table: `import_id`, `key`, `before` and `after`. The last two are null for added rows. */
const journalOf = (
  { table }: JournaledTable,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select import_id, key, before, after from import_journal where ${which} and table_name = ${table}
  union all select import_id, unnest(keys), null, null from import_additions where ${which} and table_name = ${table}`;

/**
 * Splits the journal of an import by table, with typed keys. Row-level security keeps casts from using an index, so comparing the journal
 * itself with a table of a hundred thousand rows would take hours.
 */
export const createUndone = async (db: Db, id: number): Promise<void> => {
  for (const one of journaledTables) {
    const keys = one.keys
      .map(([name, type], at) => `split_part(key, E'\\x1f', ${at + 1})::${type} as ${name}`)
      .join(', ');
    await sql`drop table if exists ${sql.table(`pg_temp.${undoneTable(one)}`)}`.execute(db);
    await sql`create temp table ${undone(one)} on commit drop as
      select ${sql.raw(keys)}, key, before, after from (
        -- What was added and then changed was added.
        select distinct on (key) key, before, after from (${journalOf(one, sql`import_id = ${id}`)}) as journal
        order by key, before is null desc
      ) as touched`.execute(db);
    await sql`create index on ${undone(one)} (${sql.raw(one.keys.map(([name]) => name).join(', '))})`.execute(
      db,
    );
    await sql`analyze ${undone(one)}`.execute(db);
  }
};

/** Returns the columns that can be restored. */
const selectColumns = async (db: Db, { table, keys }: JournaledTable): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all(${['school_id', ...keys.map(([name]) => name)]}::text[])`.execute(db);
  return rows.map(({ name }) => name);
};

/** Reason that an import can't be undone, with its first few rows. */
export interface UndoBlocker {
  readonly what: string;
  readonly rows: number;
  readonly examples: readonly string[];
}

const examples = sql`(array_agg(distinct label order by label))[1:5] as examples`;
const oneByOne = async <T>(work: (one: JournaledTable) => Promise<readonly T[]>): Promise<T[]> => {
  const found: T[] = [];
  for (const one of journaledTables) found.push(...(await work(one)));
  return found;
};

/** Selects rows that later imports have also changed, by import and table. */
export const selectLaterChanges = (db: Db, id: number): Promise<(UndoBlocker & { id: number })[]> =>
  oneByOne(async (one) => {
    const { rows } = await sql<UndoBlocker & { id: number }>`
      select import_id as id, ${one.table}::text as what, count(*)::int as rows, ${examples} from (
        select distinct later.import_id, coalesce(${sql.raw(one.label)}, l.key) as label
        from ${undone(one)} l join (${journalOf(one, sql`import_id > ${id}`)}) as later on later.key = l.key
        left join ${sql.table(one.table)} t on ${isAbout(one)}
        where t.school_id is not null or later.before is not null and later.after is null
      ) as found group by 1 order by 1 desc`.execute(db);
    return rows;
  });

/**
 * Selects rows with columns that the import changed and that have changed again since. It ignores times and numbers of changes, and columns
 * that are derived from others: a person who hides their year changes `listed_year`, but not the year.
 */
export const selectChangesSince = (db: Db): Promise<UndoBlocker[]> =>
  oneByOne(async (one) => {
    const columns = await selectColumns(db, one);
    const { rows } = await sql<UndoBlocker>`
      select column_name as what, count(*)::int as rows, ${examples} from (
        select ${one.table}::text || '.' || d.column_name as column_name, ${sql.raw(one.label)} as label
        from ${undone(one)} l join ${sql.table(one.table)} t on ${isAbout(one)}, lateral (
          select a.key as column_name from jsonb_each(l.after) a
            where a.key = any(${columns}::text[]) and a.key <> all(${counters}::text[]) and to_jsonb(t) -> a.key is distinct from a.value
        ) as d where l.before is not null
      ) as found group by 1 order by 1`.execute(db);
    return rows;
  });

/** Tables that triggers derive from people and events. */
const followers = [
  'user_facets',
  'user_words',
  'user_activity',
  'event_starts',
  'event_words',
  // Triggers add up the lines of an account.
  'finance_balances',
  'club_account_balances',
  'club_account_months',
  // undo-ledger.queries.ts checks these.
  'ledger_postings',
  'event_keys',
  'event_spots',
  // Deleted with the person.
  'invitations',
];

/** Tables whose rows others reference, with a name for the rows. */
const parents: Readonly<Record<string, string>> = {
  users: 'People',
  clubs: 'Clubs',
  club_labels: 'Types, categories or tags of clubs',
  roles: 'Positions',
  events: 'Events',
  terms: 'Terms',
  courses: 'Courses',
  course_sections: 'Sections',
  finance_accounts: 'Accounts',
  finance_transactions: 'Lines of accounts',
  club_accounts: 'Accounts of clubs',
};

/** Rows that block the undo, because deleting the added rows would delete them too. */
export interface DependentRows extends UndoBlocker {
  /** A name for those rows. */
  readonly of: string;
}

/** Selects the references to a table from the catalog, so that future features are included. */
const selectReferences = async (
  db: Db,
  parent: string,
): Promise<{ table: string; column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname <> 'school_id'
    where k.contype = 'f' and k.confrelid = ${parent}::regclass and c.relnamespace = 'public'::regnamespace
      and c.relname <> all(${followers}::text[]) order by 1, 2`.execute(db);
  // Positions can have any scope, so there is no foreign key to clubs.
  return parent === 'clubs' ? [...rows, { table: 'role_grants', column: 'scope_id' }] : rows;
};

/**
 * Selects rows that reference the added rows: for example, people who have started to use the campus, and clubs that others have joined.
 */
export const selectTracesOfAdded = async (db: Db): Promise<DependentRows[]> => {
  const traces: DependentRows[] = [];
  for (const one of journaledTables) {
    const of = parents[one.table];
    if (of === undefined) continue;
    for (const { table, column } of await selectReferences(db, one.table)) {
      const own = journaledTables.find((other) => other.table === table);
      const isNotOwn =
        own === undefined
          ? sql`true`
          : sql`not exists (select from ${undone(own)} l where (l.before is null or jsonb_exists(l.after, ${column})) and ${isAbout(own, 'x')})`;
      const { rows } = await sql<DependentRows>`
        select ${of}::text as of, ${table}::text as what, count(*)::int as rows, ${examples} from (
          select ${sql.raw(one.label)} as label from ${undone(one)} added join ${sql.table(one.table)} t on t.id = added.id
          join ${sql.table(table)} x on ${sql.ref(`x.${column}`)} = t.id
          where added.before is null and ${isNotOwn}
        ) as found having count(*) > 0`.execute(db);
      traces.push(...rows);
    }
  }
  return traces;
};

/** Inserts the rows that the import removed again if what they link still exists. Returns the number. */
const restoreRemoved = async (db: Db, one: JournaledTable): Promise<number> => {
  if (one.restorable === undefined) return 0;
  const columns = [
    'school_id',
    ...one.keys.map(([name]) => name),
    ...(await selectColumns(db, one)),
  ];
  const list = (from: string) => sql.join(columns.map((name) => sql.ref(from + name)));
  const { numAffectedRows } = await sql`insert into ${sql.table(one.table)} (${list('')})
    select ${list('r.')} from ${undone(one)} l, lateral jsonb_populate_record(null::${sql.table(one.table)}, l.before) r
    where l.before is not null and l.after is null and ${sql.raw(one.restorable)} on conflict do nothing`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
};

/** Restores every row of the import to its previous values. Deleted rows stay deleted. */
export const restoreRows = async (db: Db): Promise<{ removed: number; restored: number }> => {
  let removed = 0;
  let restored = 0;
  await unindexAdded(db);
  // Lines of accounts can be deleted only with this setting.
  await sql`select set_config('commons.undoing_import', 'on', true)`.execute(db);
  for (const one of journaledTables) {
    const { numAffectedRows } =
      await sql`delete from ${sql.table(one.table)} t using ${undone(one)} l
      where l.before is null and ${isAbout(one)} and ${sql.raw(one.deletable ?? 'true')}`.execute(
        db,
      );
    removed += Number(numAffectedRows ?? 0);
  }
  await sql`select set_config('commons.undoing_import', '', true)`.execute(db);
  await releaseNames(db);
  await releaseParents(db);
  for (const one of journaledTables) {
    const columns = (await selectColumns(db, one)).filter((name) => name !== 'version');
    // Links consist only of their key.
    if (columns.length === 0) continue;
    const list = (from: string) => sql.join(columns.map((name) => sql.ref(from + name)));
    // If another column has changed since, the time of that change stays.
    const { numAffectedRows } = await sql`update ${sql.table(one.table)} t set (${list('')}) = (
        select ${list('r.')} from jsonb_populate_record(t, l.before
          - case when to_jsonb(t) -> 'updated_at' is distinct from l.after -> 'updated_at' then 'updated_at' else '' end) r)
      from ${undone(one)} l where l.before is not null and l.after is not null and ${isAbout(one)}`.execute(
      db,
    );
    restored += Number(numAffectedRows ?? 0);
  }
  for (const one of journaledTables) restored += await restoreRemoved(db, one);
  await updateVersions(db);
  return { removed, restored };
};

/** Returns pictures that undoing an import would show again, except those of erased people. */
export const selectJournalFiles: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select value as name from import_journal l, lateral (values (l.before ->> 'photo'), (l.before ->> 'cover')) as v (value)
    where l.holds_pictures and value = any(${names})
      and not exists (select from users u where u.id::text = l.key and u.username = 'erased-' || u.id)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

/** The imports that the person started, for their data export. */
export const personalData: PersonalData = (me) => ({
  importsMade: sql`(select jsonb_agg(jsonb_build_object('source', i.source, 'at', i.at, 'undoneAt', i.undone_at) order by i.at)
        from imports i where i.actor_id = ${me})`,
});
