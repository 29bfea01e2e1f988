import type { PersonalData } from '../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { Field, Kind } from './kinds.ts';
import type { Mode } from './manifest.ts';

/** A row that contradicts other rows. */
export interface RowProblem {
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}
export interface RowProblems {
  readonly problems: RowProblem[];
  readonly total: number;
}

/** Returns the staging table of a type of file. It exists until the transaction ends. */
export const stagedTable = (kind: Pick<Kind, 'name'>): string =>
  `staged_${kind.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
const staged = (kind: Pick<Kind, 'name'>) => sql.table(stagedTable(kind));
/** Returns additional columns, each after a comma. The list is empty if the file has only its key. */
const columns = (fields: readonly Field[], of: string) =>
  sql.join(
    fields.map(({ column }) => sql`, ${sql.ref(of + column)}`),
    sql``,
  );

/** Creates the staging table of a type of file. `line` is the line in the file at which the row starts. */
export const createStaged = async (db: Db, kind: Kind): Promise<void> => {
  const all = kind.fields.map(({ column, type }) => `${column} ${type}`).join(', ');
  await sql`drop table if exists ${sql.table(`pg_temp.${stagedTable(kind)}`)}`.execute(db);
  await sql`create temp table ${staged(kind)} (line int not null, sourced_id text not null, is_ended boolean not null, modified_at timestamptz,
    ${sql.raw(all)}) on commit drop`.execute(db);
};

/** Updates the planner's statistics of the streamed rows. */
export const analyzeStaged = async (db: Db, kind: Kind): Promise<number> => {
  await sql`create index on ${staged(kind)} (sourced_id)`.execute(db);
  await sql`analyze ${staged(kind)}`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${staged(kind)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Returns the number of the school's rows that haven't ended. */
export const countActive = async (db: Db, kind: Pick<Kind, 'table'>): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(kind.table)} where not is_ended`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Returns whether the school has any rows of a type, ended or not. */
export const hasAny = async (db: Db, kind: Pick<Kind, 'table'>): Promise<boolean> => {
  const { rows } = await sql`select from ${sql.table(kind.table)} limit 1`.execute(db);
  return rows.length > 0;
};

/** Returns the first problems, in the order of the file, and their total number. */
export const selectFound = async (
  db: Db,
  found: RawBuilder<unknown>,
  limit: number,
): Promise<RowProblems> => {
  const { rows } = await sql<RowProblem & { total: number }>`
    select line, "column", reason, count(*) over ()::int as total from (${found}) as found order by line, "column" limit ${limit}`.execute(
    db,
  );
  return {
    problems: rows.map(({ line, column, reason }) => ({ line, column, reason })),
    total: rows[0]?.total ?? 0,
  };
};

/** Returns rows with a duplicate id, and rows that end before they start. */
export const selectRowProblems = (
  db: Db,
  kind: Kind,
  fields: readonly Field[],
  limit: number,
): Promise<RowProblems> => {
  const parts = [
    sql`select line, 'sourcedId' as "column", 'the sourcedId ' || quote_literal(sourced_id) || ' is already in line ' || first as reason
      from (select line, sourced_id, min(line) over (partition by sourced_id) as first from ${staged(kind)}) s where line <> first`,
  ];
  const [from, until] = (kind.span ?? []).map((name) =>
    fields.find((field) => field.name === name),
  );
  if (from !== undefined && until !== undefined)
    parts.push(sql`select line, ${until.name}::text, 'lies before ' || ${from.name}::text from ${staged(kind)}
      where not is_ended and ${sql.ref(until.column)} < ${sql.ref(from.column)}`);
  return selectFound(db, sql.join(parts, sql` union all `), limit);
};

/** Where to find the ids that a column can contain: in the files, in the database, or in both. */
export interface IdReference {
  readonly kind: Kind;
  readonly isStaged: boolean;
  readonly isStored: boolean;
}

/** Returns rows with unknown ids. */
export const selectUnknownIds = (
  db: Db,
  kind: Kind,
  field: Field,
  named: IdReference,
  limit: number,
): Promise<RowProblems> => {
  const column = sql.ref(`s.${field.column}`);
  const ids =
    field.type === 'text[]'
      ? sql`unnest(${column})`
      : sql`(select ${column} where ${column} is not null)`;
  const missing = [
    ...(named.isStaged
      ? [sql`not exists (select from ${staged(named.kind)} t where t.sourced_id = named.id)`]
      : []),
    ...(named.isStored
      ? [
          sql`not exists (select from ${sql.table(named.kind.table)} r where r.sourced_id = named.id)`,
        ]
      : []),
  ];
  return selectFound(
    db,
    sql`select named.line, ${field.name}::text as "column", 'refers to ' || quote_literal(named.id) || ', which is not in the ' || ${named.kind.name}::text as reason
      from (select s.line, x.id as id from ${staged(kind)} s, lateral ${ids} as x (id) where not s.is_ended) as named
      where ${sql.join(missing, sql` and `)}`,
    limit,
  );
};

/** Returns rows that refer to themselves, such as an organization that is its own parent. */
export const selectSelfNamed = (
  db: Db,
  kind: Kind,
  field: Field,
  limit: number,
): Promise<RowProblems> =>
  selectFound(
    db,
    sql`select s.line, ${field.name}::text as "column", 'refers to its own row' as reason from ${staged(kind)} s
      where not s.is_ended and s.sourced_id = ${field.type === 'text[]' ? sql`any(${sql.ref(`s.${field.column}`)})` : sql.ref(`s.${field.column}`)}`,
    limit,
  );

/**
 * Returns courses whose school year is a session of another type, such as a semester (OneRoster 1.1, 4.6: schoolYear
 * names an academicSession of the type schoolYear).
 */
export const selectWrongYears = (
  db: Db,
  courses: Kind,
  sessions: IdReference,
  limit: number,
): Promise<RowProblems> => {
  const types = [
    ...(sessions.isStaged
      ? [sql`select sourced_id, type from ${staged(sessions.kind)} where not is_ended`]
      : []),
    ...(sessions.isStored
      ? [sql`select sourced_id, type from ${sql.table(sessions.kind.table)}`]
      : []),
  ];
  return selectFound(
    db,
    sql`select distinct s.line, 'schoolYearSourcedId' as "column",
      'refers to ' || quote_literal(t.sourced_id) || ', which is a ' || t.type || ' and not a schoolYear' as reason
      from ${staged(courses)} s join (${sql.join(types, sql` union all `)}) as t on t.sourced_id = s.school_year_sourced_id
      where not s.is_ended and t.type <> 'schoolYear'`,
    limit,
  );
};

/** Deletes and returns demographics of unknown users. */
export const deleteOrphanDemographics = async (
  db: Db,
  demographics: Kind,
  users: IdReference,
  limit: number,
): Promise<RowProblems> => {
  const isOrphan = sql`${users.isStaged ? sql`not exists (select from ${staged(users.kind)} t where t.sourced_id = s.sourced_id)` : sql`true`}
    and ${users.isStored ? sql`not exists (select from ${sql.table(users.kind.table)} r where r.sourced_id = s.sourced_id)` : sql`true`}`;
  const found = await selectFound(
    db,
    sql`select line, 'sourcedId' as "column", 'belongs to no user; the row was skipped' as reason from ${staged(demographics)} s where ${isOrphan}`,
    limit,
  );
  await sql`delete from ${staged(demographics)} s where ${isOrphan}`.execute(db);
  return found;
};

/** Deletes and returns rows of a delta that are older than the stored ones. */
export const deleteStale = async (db: Db, kind: Kind, limit: number): Promise<RowProblems> => {
  const older = sql`from ${staged(kind)} s join ${sql.table(kind.table)} r on r.sourced_id = s.sourced_id and r.modified_at > s.modified_at`;
  const found = await selectFound(
    db,
    sql`select s.line, 'dateLastModified' as "column", 'is older than the stored row; the row was skipped' as reason ${older}`,
    limit,
  );
  if (found.total > 0)
    await sql`delete from ${staged(kind)} where line in (select s.line ${older})`.execute(db);
  return found;
};

/** The result of merging a type of file. */
export interface MergedKind {
  readonly added: number;
  readonly changed: number;
  readonly ended: number;
  readonly unchanged: number;
}

/**
 * Writes the staged rows. Columns that the file doesn't have stay the same, and ended rows keep their data. Rows that
 * are missing from a bulk file end.
 */
export const mergeKind = async (
  db: Db,
  school: SchoolId,
  kind: Kind,
  fields: readonly Field[],
  mode: Mode,
): Promise<MergedKind> => {
  const table = sql.table(kind.table);
  const count = async (statement: RawBuilder<unknown>) =>
    Number((await statement.execute(db)).numAffectedRows ?? 0);
  // Some systems write a bulk file every night with new modification times. That alone isn't a change.
  const isNewer = mode === 'delta' ? sql`or r.modified_at is distinct from s.modified_at` : sql``;
  const changed = await count(sql`
    update ${table} r set (is_ended, modified_at${columns(fields, '')}) = row(false, coalesce(s.modified_at, r.modified_at)${columns(fields, 's.')})
    from ${staged(kind)} s where s.sourced_id = r.sourced_id and not s.is_ended
      and ((r.is_ended${columns(fields, 'r.')}) is distinct from (false${columns(fields, 's.')}) ${isNewer})`);
  const ended = await count(sql`
    update ${table} r set is_ended = true, modified_at = coalesce(s.modified_at, r.modified_at)
    from ${staged(kind)} s where s.sourced_id = r.sourced_id and s.is_ended and not r.is_ended`);
  const gone =
    mode === 'delta'
      ? 0
      : await count(sql`update ${table} r set is_ended = true
          where not r.is_ended and not exists (select from ${staged(kind)} s where s.sourced_id = r.sourced_id)`);
  const added = await count(sql`
    insert into ${table} (school_id, sourced_id, is_ended, modified_at${columns(fields, '')})
    select ${school}::int, s.sourced_id, s.is_ended, s.modified_at${columns(fields, 's.')} from ${staged(kind)} s
    where not exists (select from ${table} r where r.sourced_id = s.sourced_id) order by s.sourced_id`);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${staged(kind)}`.execute(
    db,
  );
  // Missing rows have no line in the file.
  return {
    added,
    changed,
    ended: ended + gone,
    unchanged: (rows[0]?.n ?? 0) - added - changed - ended,
  };
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  roster: sql`(select jsonb_agg(jsonb_strip_nulls(to_jsonb(r)) - array['school_id', 'user_id', 'is_erased']) from roster_users r where r.user_id = ${me})`,
  rosterDemographics: sql`(select jsonb_agg(jsonb_strip_nulls(to_jsonb(d)) - array['school_id', 'sourced_id'])
        from roster_users r join roster_demographics d on d.school_id = r.school_id and d.sourced_id = r.sourced_id where r.user_id = ${me})`,
  rosterRoles: sql`(select jsonb_agg(jsonb_strip_nulls(to_jsonb(x)) - array['school_id', 'sourced_id', 'user_sourced_id'] order by x.sourced_id)
        from roster_users r join roster_roles x on x.school_id = r.school_id and x.user_sourced_id = r.sourced_id where r.user_id = ${me})`,
  rosterClasses: sql`(select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('class', c.title, 'role', e.role, 'from', e.begin_date, 'to', e.end_date)) order by e.sourced_id)
        from roster_users r join roster_enrollments e on e.school_id = r.school_id and e.user_sourced_id = r.sourced_id
        left join roster_classes c on c.school_id = e.school_id and c.sourced_id = e.class_sourced_id where r.user_id = ${me})`,
  rosterResults: sql`(select jsonb_agg(jsonb_strip_nulls(to_jsonb(x)) - array['school_id', 'sourced_id', 'student_sourced_id'] order by x.sourced_id)
        from roster_users r join roster_results x on x.school_id = r.school_id and x.student_sourced_id = r.sourced_id where r.user_id = ${me})`,
});
