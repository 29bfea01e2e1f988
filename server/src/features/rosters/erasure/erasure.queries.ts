import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { Kind, KindName } from '../kinds.ts';
import { selectFound, stagedTable, type RowProblems } from '../rosters.queries.ts';

/** Columns of `roster_users` that identify a person to the school's system and contain no other personal data. */
const retainedColumns = ['school_id', 'sourced_id', 'is_ended', 'is_advisor', 'is_erased'];

/** Deletes the rosters' data about a person, except their sourcedId. */
export const forgetMember = async (db: Db, userId: number): Promise<void> => {
  const { rows } = await sql<{
    sourced_id: string;
  }>`select sourced_id from roster_users where user_id = ${userId}`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'roster_users'::regclass and attnum > 0 and not attisdropped
      and attname <> all(${retainedColumns}::text[])`.execute(db);
  for (const { sourced_id } of rows) {
    await sql`delete from roster_demographics where sourced_id = ${sourced_id}`.execute(db);
    await sql`delete from roster_roles where user_sourced_id = ${sourced_id}`.execute(db);
    await sql`delete from roster_results where student_sourced_id = ${sourced_id}`.execute(db);
    await sql`delete from roster_enrollments where user_sourced_id = ${sourced_id}`.execute(db);
    await sql`update roster_users set is_ended = true, is_advisor = false, is_erased = true,
      ${sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = null`))} where sourced_id = ${sourced_id}`.execute(
      db,
    );
  }
};

/** The column that contains the person, by type of file. */
const personColumns: Partial<Record<KindName, string>> = {
  users: 'sourced_id',
  demographics: 'sourced_id',
  roles: 'user_sourced_id',
  enrollments: 'user_sourced_id',
  results: 'student_sourced_id',
};

/** Deletes staged rows about people who deleted their accounts, and returns them. */
export const deleteErased = async (db: Db, kind: Kind, limit: number): Promise<RowProblems> => {
  const column = personColumns[kind.name];
  if (column === undefined) return { problems: [], total: 0 };
  const staged = sql.table(stagedTable(kind));
  const about = sql`from ${staged} s join roster_users r on r.sourced_id = s.${sql.ref(column)} and r.is_erased`;
  const found = await selectFound(
    db,
    sql`select s.line, 'sourcedId' as "column", 'belongs to a person who deleted their account here; the row was skipped' as reason ${about}`,
    limit,
  );
  if (found.total > 0)
    await sql`delete from ${staged} where line in (select s.line ${about})`.execute(db);
  return found;
};
