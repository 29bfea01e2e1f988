import type { PersonalData } from '../../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { FileReferences } from '../../../kernel/files/file-references.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { ledgered, type Ledgered } from './ledgered-tables.queries.ts';
import { releaseParents, updateVersions } from '../../clubs/import/merge-clubs.queries.ts';
import { releaseNames, unindexAdded } from '../../people/import/import.queries.ts';
import { personSummary } from '../../people/summary/summary.queries.ts';

/** How many rows of one kind an import added, changed and ended. */
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
  /** Name of the folder or zip. */
  readonly source: string;
  readonly format: string;
  readonly counts: Counts;
  readonly undoneAt: Date | null;
  /** Who asked for it; null: the operator, or somebody who is no longer here. */
  readonly by: number | null;
}

interface Face {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

/** From here on the transaction keeps, in the journal of a new import, what stood before each of its changes. */
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

/** Ends the journal. Answers the import's id, or null when it changed nothing and so is not kept. */
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

/** The import with this number, or undefined. */
export const selectImport = async (db: Db, id: number): Promise<ImportRecord | undefined> =>
  (await selectImports(db)).find((one) => one.id === id);

/** Imports before one, the newest first, with whoever asked for them. */
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

/** The school's imports, the newest first. */
export const selectImports = async (db: Db): Promise<ImportRecord[]> => {
  const { rows } = await sql<ImportRecord>`
    select id, at, source, format, counts, undone_at as "undoneAt", actor_id as by from imports order by id desc`.execute(
    db,
  );
  return rows;
};

/** Rows that imports changed, and keys of those that they added. */
const journalTables = [sql.table('import_journal'), sql.table('import_additions')] as const;

export const updateImportUndone = async (db: Db, id: number, at: Date): Promise<void> => {
  for (const table of journalTables)
    await sql`delete from ${table} where import_id = ${id}`.execute(db);
  await sql`update imports set undone_at = ${at} where id = ${id}`.execute(db);
};

/** Forgets what imports did to a person, and what stood before: another import that is taken back leaves the person alone. */
export const deleteJournalOf = async (db: Db, userId: number): Promise<void> => {
  // By import, for the journal's key begins with it.
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
  // Whichever of the two is erased first: the holds, or what imports did to them.
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

/** Forgets what stood before imports older than so many days; answers the rows. */
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

/** The journal's rows of one table, while an import is undone. */
const undoneTable = ({ table }: Ledgered): string => `undone_${table}`;
const undone = (one: Ledgered) => sql.table(undoneTable(one));
/** That `l`, a row of the journal, is about the row `t`. */
const isAbout = ({ keys }: Ledgered, row = 't'): RawBuilder<unknown> =>
  sql.raw(keys.map(([name]) => `${row}.${name} = l.${name}`).join(' and '));
/** When a row was last changed, and how often: nothing that somebody has decided. */
const counters = ['updated_at', 'version'];

/** What imports did to a table: `import_id`, `key`, and `before` and `after`, which are null of rows that were added. */
const journalOf = ({ table }: Ledgered, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select import_id, key, before, after from import_journal where ${which} and table_name = ${table}
  union all select import_id, unnest(keys), null, null from import_additions where ${which} and table_name = ${table}`;

/**
 * Lays the journal of an import out by table, with typed keys. Fences keep casts from reaching an index, so comparing the
 * journal itself with a table of a hundred thousand rows takes hours.
 */
export const createUndone = async (db: Db, id: number): Promise<void> => {
  for (const one of ledgered) {
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

/** Columns that can be written back. */
const selectColumns = async (db: Db, { table, keys }: Ledgered): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all(${['school_id', ...keys.map(([name]) => name)]}::text[])`.execute(db);
  return rows.map(({ name }) => name);
};

/** Why an import cannot be undone: what stands in the way, and the first few rows it is about. */
export interface Obstacle {
  readonly what: string;
  readonly rows: number;
  readonly examples: readonly string[];
}

const examples = sql`(array_agg(distinct label order by label))[1:5] as examples`;
const oneByOne = async <T>(work: (one: Ledgered) => Promise<readonly T[]>): Promise<T[]> => {
  const found: T[] = [];
  for (const one of ledgered) found.push(...(await work(one)));
  return found;
};

/** Rows that later imports changed as well, by import and table. */
export const selectLaterChanges = (db: Db, id: number): Promise<(Obstacle & { id: number })[]> =>
  oneByOne(async (one) => {
    const { rows } = await sql<Obstacle & { id: number }>`
      select import_id as id, ${one.table}::text as what, count(*)::int as rows, ${examples} from (
        select distinct later.import_id, coalesce(${sql.raw(one.label)}, l.key) as label
        from ${undone(one)} l join (${journalOf(one, sql`import_id > ${id}`)}) as later on later.key = l.key
        left join ${sql.table(one.table)} t on ${isAbout(one)}
        where t.school_id is not null or later.before is not null and later.after is null
      ) as found group by 1 order by 1 desc`.execute(db);
    return rows;
  });

/**
 * Rows the import changed and somebody has changed since, in the same columns. When and how often a row was changed does not count,
 * nor do columns that follow from others: whoever hides their year changes `listed_year`, and not the year.
 */
export const selectChangesSince = (db: Db): Promise<Obstacle[]> =>
  oneByOne(async (one) => {
    const columns = await selectColumns(db, one);
    const { rows } = await sql<Obstacle>`
      select column_name as what, count(*)::int as rows, ${examples} from (
        select ${one.table}::text || '.' || d.column_name as column_name, ${sql.raw(one.label)} as label
        from ${undone(one)} l join ${sql.table(one.table)} t on ${isAbout(one)}, lateral (
          select a.key as column_name from jsonb_each(l.after) a
            where a.key = any(${columns}::text[]) and a.key <> all(${counters}::text[]) and to_jsonb(t) -> a.key is distinct from a.value
        ) as d where l.before is not null
      ) as found group by 1 order by 1`.execute(db);
    return rows;
  });

/** Tables that follow from people and events by themselves. */
const followers = [
  'user_facets',
  'user_words',
  'event_starts',
  'event_words',
  // Triggers add up the lines of an account.
  'finance_balances',
  'event_keys',
  'event_spots',
  // End with the person.
  'invitations',
];

/** Tables whose rows others hang on, with what people call the rows. */
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
};

/** What stands in the way because rows that the import added would take it with them. */
export interface Trace extends Obstacle {
  /** What people call those rows. */
  readonly of: string;
}

/** Where rows name a row of the table, read from the catalogue, so that a feature nobody has written yet is minded too. */
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
  // Positions are held in any scope, so that no constraint names the club.
  return parent === 'clubs' ? [...rows, { table: 'role_grants', column: 'scope_id' }] : rows;
};

/** What has come to hang on rows that the import added: people who have begun to use the campus, clubs that others have joined. */
export const selectTracesOfAdded = async (db: Db): Promise<Trace[]> => {
  const traces: Trace[] = [];
  for (const one of ledgered) {
    const of = parents[one.table];
    if (of === undefined) continue;
    for (const { table, column } of await selectReferences(db, one.table)) {
      const own = ledgered.find((other) => other.table === table);
      const isNotOwn =
        own === undefined
          ? sql`true`
          : sql`not exists (select from ${undone(own)} l where (l.before is null or jsonb_exists(l.after, ${column})) and ${isAbout(own, 'x')})`;
      const { rows } = await sql<Trace>`
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

/** Puts rows back that the import removed, where what they link is still there; answers how many. */
const restoreRemoved = async (db: Db, one: Ledgered): Promise<number> => {
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

/** Puts every row the import touched back to what stood before. Rows that are gone by now stay gone. */
export const restoreRows = async (db: Db): Promise<{ removed: number; restored: number }> => {
  let removed = 0;
  let restored = 0;
  await unindexAdded(db);
  // Nothing else deletes lines of accounts.
  await sql`select set_config('commons.undoing_import', 'on', true)`.execute(db);
  for (const one of ledgered) {
    const { numAffectedRows } =
      await sql`delete from ${sql.table(one.table)} t using ${undone(one)} l
      where l.before is null and ${isAbout(one)}`.execute(db);
    removed += Number(numAffectedRows ?? 0);
  }
  await sql`select set_config('commons.undoing_import', '', true)`.execute(db);
  await releaseNames(db);
  await releaseParents(db);
  for (const one of ledgered) {
    const columns = (await selectColumns(db, one)).filter((name) => name !== 'version');
    // Links are all key.
    if (columns.length === 0) continue;
    const list = (from: string) => sql.join(columns.map((name) => sql.ref(from + name)));
    // When somebody has changed another column since, the moment of that change stays.
    const { numAffectedRows } = await sql`update ${sql.table(one.table)} t set (${list('')}) = (
        select ${list('r.')} from jsonb_populate_record(t, l.before
          - case when to_jsonb(t) -> 'updated_at' is distinct from l.after -> 'updated_at' then 'updated_at' else '' end) r)
      from ${undone(one)} l where l.before is not null and l.after is not null and ${isAbout(one)}`.execute(
      db,
    );
    restored += Number(numAffectedRows ?? 0);
  }
  for (const one of ledgered) restored += await restoreRemoved(db, one);
  await updateVersions(db);
  return { removed, restored };
};

/** Pictures that taking an import back would show again, but for people who have been erased meanwhile. */
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

/** What the export of one's own data holds of this feature. */
export const personalData: PersonalData = (me) => ({
  importsMade: sql`(select jsonb_agg(jsonb_build_object('source', i.source, 'at', i.at, 'undoneAt', i.undone_at) order by i.at)
        from imports i where i.actor_id = ${me})`,
});
