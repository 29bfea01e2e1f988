import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { selectStagedProblems } from '../../../kernel/database/staged-problems.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** Columns that a list of people can set, with their types. The key is `username`. */
export const staged = {
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  romanized_name: 'text',
  gender_pronoun: 'text',
  account_type: 'text',
  year_of_graduation: 'int',
  major: 'text',
  bio: 'text',
  languages: 'text[]',
  company_name: 'text',
  work_title: 'text',
  looking_for: 'text[]',
  industries: 'text[]',
  interests: 'text[]',
  sports: 'text[]',
  phone_work: 'text',
  phone_home: 'text',
  phone_mobile: 'text',
  city: 'text',
  zipcode: 'text',
  state: 'text',
  country: 'text',
  current_address: 'text',
  photo: 'text',
  cover: 'text',
  is_listed: 'boolean',
  is_admin: 'boolean',
  is_deactivated: 'boolean',
  locale: 'text',
  created_at: 'timestamptz',
  audiences: 'jsonb',
  has_hold: 'boolean',
  is_advisor: 'boolean',
  is_suggested: 'boolean',
} as const;
export type StagedColumn = keyof typeof staged;

/** The value of an empty cell for new people, per column. For existing people, empty cells keep the current value. */
const fallbacks: Partial<Record<StagedColumn, string>> = {
  account_type: `'Student'`,
  is_listed: 'true',
  is_admin: 'false',
  is_deactivated: 'false',
  created_at: 'now()',
  audiences: `'{}'`,
  has_hold: 'false',
  is_advisor: 'false',
  is_suggested: 'true',
};

/**
 * Creates the table for streamed people, which exists until the transaction ends. `line` is the line in the file at
 * which the row starts.
 */
export const createStagedPeople = async (db: Db): Promise<void> => {
  const columns = Object.entries(staged)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
  await sql
    .raw(`drop table if exists pg_temp.staged_people;
    create temp table staged_people (line int not null, username text not null, ${columns}) on commit drop`)
    .execute(db);
};

/** Updates the planner's statistics of the streamed rows. */
export const analyzeStagedPeople = async (db: Db): Promise<void> => {
  await sql`create index on staged_people (username)`.execute(db);
  await sql`create index on staged_people (lower(email))`.execute(db);
  await sql`analyze staged_people`.execute(db);
};

/** The result of a merge. */
export interface Merged {
  readonly added: number;
  readonly changed: number;
  /** Number of deactivated people, not included in `changed`. */
  readonly ended: number;
  readonly unchanged: number;
}

/** The result of a merge of people. `invitable` has active new people with an email address. */
export interface MergedPeople extends Merged {
  readonly invitable: number;
}

const insertedCounts = sql`count(*)::int as added, (count(*) filter (where email is not null and not is_disabled))::int as invitable`;

/** Returns the number of people with an active account at the school. */
export const countActivePeople = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from users where not is_disabled`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Returns SQL for the new value of an existing person's column. */
const next = (column: StagedColumn): string =>
  column in fallbacks ? `coalesce(s.${column}, u.${column})` : `s.${column}`;
const list = (
  columns: readonly StagedColumn[],
  of: (column: StagedColumn) => string,
  between = ', ',
): RawBuilder<unknown> => sql.raw(columns.map(of).join(between));

/**
 * Writes the staged people: updates those whose `columns` differ, and adds those with a new username. Other columns don't change. Calls
 * `server/database/functions/maintain_name_checkpoints.sql`.
 */
export const mergePeople = async (
  db: Db,
  school: SchoolId,
  columns: readonly StagedColumn[],
  now: Date,
): Promise<MergedPeople> => {
  if (columns.includes('email')) {
    // Two people can swap addresses, so people who lose their address get none first.
    await sql`update users u set email = null from staged_people s
      where s.username = u.username and u.email_key is distinct from lower(s.email)
        and exists (select from staged_people t where lower(t.email) = u.email_key and t.username <> u.username)`.execute(
      db,
    );
  }
  const ending = columns.includes('is_deactivated')
    ? await sql<{
        n: number;
      }>`select count(*)::int as n from staged_people s join users u on u.username = s.username
        where not u.is_deactivated and s.is_deactivated`.execute(db)
    : { rows: [] };
  const ended = ending.rows[0]?.n ?? 0;
  const touched =
    columns.length === 0
      ? 0
      : Number(
          (
            await sql`
    update users u set ${list(columns, (column) => `${column} = ${next(column)}`)}, updated_at = ${now}
    from staged_people s where s.username = u.username
      and (${list(columns, (column) => `u.${column}`)}) is distinct from (${list(columns, next)})`.execute(
              db,
            )
          ).numAffectedRows ?? 0,
        );
  const inserted = await sql<{ added: number; invitable: number }>`with written as (
    insert into users (school_id, username${list(columns, (column) => `, ${column}`, '')})
    select ${school}::int, s.username${list(columns, (column) => (column in fallbacks ? `, coalesce(s.${column}, ${fallbacks[column]})` : `, s.${column}`), '')}
    from staged_people s where not exists (select from users u where u.username = s.username) order by s.line
    returning email, is_disabled
  ) select ${insertedCounts} from written`.execute(db);
  const { added, invitable } = inserted.rows[0] ?? { added: 0, invitable: 0 };
  await sql`select maintain_name_checkpoints(${school})`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from staged_people`.execute(
    db,
  );
  const unchanged = (rows[0]?.n ?? 0) - added - touched;
  return { added, invitable, changed: touched - ended, ended, unchanged };
};

/** Returns the ids of existing people by username, ignoring case. */
export const selectIdsByUsername = async (
  db: Db,
  usernames: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{
    username: string;
    id: number;
  }>`select n.username, u.id from unnest(${usernames}::text[]) as n (username) join users u on u.username_key = lower(n.username)`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.username, row.id]));
};

/** Returns at most `limit` rows that can't be merged, in the order of the file, and their total number. */
export const selectPeopleProblems = async (
  db: Db,
  columns: readonly StagedColumn[],
  limit: number,
) => {
  const name = (column: 'first_name' | 'last_name') =>
    columns.includes(column) ? sql.raw(`s.${column}`) : sql.raw(`coalesce(u.${column}, '')`);
  const parts = [
    sql`select line, 'username' as "column", 'the username ' || quote_literal(username) || ' is already in line ' || first as reason
      from (select line, username, min(line) over (partition by username) as first from staged_people) s where line <> first`,
    sql`select s.line, 'firstName', 'a person needs a first or a last name' from staged_people s left join users u on u.username = s.username
      where ${name('first_name')} = '' and ${name('last_name')} = ''`,
  ];
  if (columns.includes('email')) {
    parts.push(
      sql`select line, 'email', 'the address ' || email || ' is already in line ' || first
        from (select line, email, min(line) over (partition by lower(email)) as first from staged_people where email is not null) s where line <> first`,
      sql`select s.line, 'email', 'the address ' || s.email || ' belongs to ' || quote_literal(u.username) || ', who is not in this file'
        from staged_people s join users u on u.email_key = lower(s.email) and u.username <> s.username
        where not exists (select from staged_people t where t.username = u.username)`,
    );
  }
  return selectStagedProblems(db, parts, limit);
};

/** Columns of a person that a roster sets. */
export const memberColumns = [
  'username',
  'email',
  'first_name',
  'last_name',
  'gender_pronoun',
  'phone_home',
  'phone_mobile',
  'account_type',
  'is_advisor',
  'is_deactivated',
] as const;
export type MemberColumn = (typeof memberColumns)[number];

/**
 * Writes the people of a roster from `staged_members`. Each row has the person (`user_id`, `is_new`), the columns, and
 * their values in the previous roster (`was_…`). Only columns whose values changed in the roster are written, so that
 * changes by people or the school stay until then.
 */
export const mergeMembers = async (
  db: Db,
  school: SchoolId,
  now: Date,
): Promise<Omit<MergedPeople, 'unchanged'>> => {
  const isAnew = (column: string) => `m.${column} is distinct from m.was_${column}`;
  const next = (column: MemberColumn) =>
    `case when ${isAnew(column)} then m.${column} else u.${column} end`;
  const list = (of: (column: MemberColumn) => string) => sql.raw(memberColumns.map(of).join(', '));
  await sql`create index on staged_members (user_id)`.execute(db);
  await sql`analyze staged_members`.execute(db);
  // Two people can swap usernames or addresses, so people who lose one get a placeholder first.
  await sql`update users u set username = chr(1) || u.id from staged_members m
    where m.user_id = u.id and not m.is_new and ${sql.raw(isAnew('username'))}
      and exists (select from staged_members t where lower(t.username) = u.username_key and t.user_id <> u.id)`.execute(
    db,
  );
  await sql`update users u set email = null from staged_members m
    where m.user_id = u.id and not m.is_new and ${sql.raw(isAnew('email'))}
      and exists (select from staged_members t where lower(t.email) = u.email_key and t.user_id <> u.id)`.execute(
    db,
  );
  const { rows } = await sql<{ changed: number; ended: number }>`
    with written as (
      update users u set ${list((column) => `${column} = ${next(column)}`)}, updated_at = ${now}
      from staged_members m where m.user_id = u.id and not m.is_new and (${list((column) => `u.${column}`)}) is distinct from (${list(next)})
      returning m.is_deactivated and m.was_is_deactivated is not true as is_ended
    )
    select (count(*) filter (where not is_ended))::int as changed, (count(*) filter (where is_ended))::int as ended from written`.execute(
    db,
  );
  const inserted = await sql<{ added: number; invitable: number }>`with written as (
    insert into users (school_id, id, created_at, updated_at, ${list((column) => column)})
    select ${school}::int, m.user_id, ${now}, ${now}, ${list((column) => `m.${column}`)} from staged_members m where m.is_new order by m.sourced_id
    returning email, is_disabled
  ) select ${insertedCounts} from written`.execute(db);
  return {
    ...(inserted.rows[0] ?? { added: 0, invitable: 0 }),
    changed: rows[0]?.changed ?? 0,
    ended: rows[0]?.ended ?? 0,
  };
};

/**
 * Prepares the undo of an import (`undone_users`). Two people may have swapped usernames or addresses, so people who
 * get their previous ones back release their current ones first.
 */
export const releaseNames = async (db: Db): Promise<void> => {
  await sql`update users u set
      username = case when jsonb_exists(l.before, 'username') then chr(1) || u.id else u.username end,
      email = case when jsonb_exists(l.before, 'email') then null else u.email end
    from undone_users l where jsonb_exists_any(l.before, array['username', 'email']) and u.id = l.id`.execute(
    db,
  );
};

/**
 * Removes people from search and counts before their deletion, in one step. Removing them one by one would merge
 * the school's counts every time.
 */
export const unindexAdded = async (db: Db): Promise<void> => {
  await sql`delete from user_facets x using undone_users l where l.before is null and x.user_id = l.id`.execute(
    db,
  );
  await sql`delete from user_words x using undone_users l where l.before is null and x.user_id = l.id`.execute(
    db,
  );
};
