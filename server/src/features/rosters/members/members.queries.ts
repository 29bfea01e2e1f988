import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';
import { memberColumns } from '../../people/import/import.queries.ts';
import { accountTypes, adviserRole, memberSources, otherAccountType } from '../rosters.rules.ts';
import { selectFound, type IdReference, type RowProblems } from '../rosters.queries.ts';

/**
 * Stores what the roster contained about people before this import. Linked people who were never in a roster have no
 * previous values, so all their columns count as changed.
 */
export const createFormerUsers = async (db: Db): Promise<void> => {
  await sql`drop table if exists pg_temp.former_users`.execute(db);
  await sql`create temp table former_users on commit drop as
    select * from roster_users where not (is_ended and is_enabled is null)`.execute(db);
  await sql`create index on former_users (sourced_id)`.execute(db);
  await sql`analyze former_users`.execute(db);
};

/** Staged users whose column the import would write, with the linked person and the previous value. */
const written = (column: 'username' | 'email') => sql`
  select s.line, s.sourced_id, s.${sql.ref(column)} as value, r.user_id from staged_users s left join roster_users r on r.sourced_id = s.sourced_id
  where not s.is_ended and s.${sql.ref(column)} is not null and (r.user_id is null or r.${sql.ref(column)} is distinct from s.${sql.ref(column)})`;

/** The instruction for the operator about people who existed before the roster. */
const linkHint = sql.lit('; if they are the same person, link them: npm run campus -- person link');

/**
 * Returns staged users who share a username or an email address with each other or with another person. People who lose
 * theirs in the same import don't conflict. People are never matched by email address.
 */
export const selectCollisions = (
  db: Db,
  hasEmail: boolean,
  limit: number,
): Promise<RowProblems> => {
  const parts = [
    sql`select line, 'username' as "column", 'the username ' || quote_literal(username) || ' is already in line ' || first as reason
      from (select line, username, min(line) over (partition by lower(username)) as first from staged_users where not is_ended and username is not null) s where line <> first`,
    sql`select w.line, 'username', 'the username ' || quote_literal(w.value) || ' belongs to a person who is not linked with ' || quote_literal(w.sourced_id) || ${linkHint}
      from (${written('username')}) w join users u on u.username_key = lower(w.value) and u.id is distinct from w.user_id
      where not exists (select from roster_users o join staged_users t on t.sourced_id = o.sourced_id
        where o.user_id = u.id and not t.is_ended and lower(t.username) is distinct from lower(o.username))`,
  ];
  if (hasEmail) {
    parts.push(
      sql`select line, 'email', 'the address ' || email || ' is already in line ' || first
        from (select line, email, min(line) over (partition by lower(email)) as first from staged_users where not is_ended and email is not null) s where line <> first`,
      sql`select w.line, 'email', 'the address ' || w.value || ' belongs to ' || quote_literal(u.username) || ', who is not linked with ' || quote_literal(w.sourced_id) || ${linkHint}
        from (${written('email')}) w join users u on u.email_key = lower(w.value) and u.id is distinct from w.user_id
        where not exists (select from roster_users o join staged_users t on t.sourced_id = o.sourced_id
          where o.user_id = u.id and not t.is_ended and lower(t.email) is distinct from lower(o.email))`,
    );
  }
  return selectFound(db, sql.join(parts, sql` union all `), limit);
};

/**
 * Returns staged users without a role in the file. If the file isn't complete, roles that the school already has also
 * count.
 */
export const selectUsersWithoutRole = (
  db: Db,
  { isStaged, isStored }: Pick<IdReference, 'isStaged' | 'isStored'>,
  limit: number,
): Promise<RowProblems> => {
  const lacks = (table: string) =>
    sql`and not exists (select from ${sql.table(table)} r where r.user_sourced_id = s.sourced_id and not r.is_ended)`;
  return selectFound(
    db,
    sql`select s.line, 'sourcedId' as "column", 'has no role in roles.csv; the account type is ' || ${otherAccountType}::text as reason
      from staged_users s where not s.is_ended ${isStored ? lacks('roster_roles') : sql``} ${isStaged ? lacks('staged_roles') : sql``}`,
    limit,
  );
};

/** Sets each person's role: the primary one in roles.csv, or else one of the others. */
export const updateRoles = async (db: Db): Promise<void> => {
  await sql`with roles as (
      select user_sourced_id, (array_agg(role order by (role_type = 'primary') desc, sourced_id))[1] as role,
        bool_or(role = ${adviserRole}) as is_advisor
      from roster_roles where not is_ended group by 1
    )
    update roster_users u set role = w.role, is_advisor = w.is_advisor
    from (select x.sourced_id, r.role, coalesce(r.is_advisor, false) as is_advisor from roster_users x left join roles r on r.user_sourced_id = x.sourced_id) as w
    where w.sourced_id = u.sourced_id and (u.role, u.is_advisor) is distinct from (w.role, w.is_advisor)`.execute(
    db,
  );
};

/** Derives advisors from the role if users.csv has a single role per person. */
export const updateAdvisers = async (db: Db): Promise<void> => {
  await sql`update roster_users set is_advisor = coalesce(role = ${adviserRole}, false)
    where is_advisor <> coalesce(role = ${adviserRole}, false)`.execute(db);
};

const accountType = sql`coalesce(${JSON.stringify(accountTypes)}::jsonb ->> lower(role), ${otherAccountType}::text)`;

/** The roster's data about people, as columns of `users`. */
const memberValues = (table: string) => sql`
  select sourced_id, user_id, is_ended, is_ended or not coalesce(is_enabled, false) as is_deactivated, ${accountType} as account_type,
    ${sql.join(Object.entries(memberSources).map(([column, sources]) => sql`coalesce(${sql.join(sources.map((one) => sql.ref(one)))}) as ${sql.ref(column)}`))}
  from ${sql.table(table)}`;

/**
 * Creates the table of people whose data in the roster has changed: the new values, the previous ones (`was_…`), and
 * the linked person. New people get their id here. People who ended before they were added are skipped.
 */
export const createStagedMembers = async (db: Db): Promise<void> => {
  const columns = (of: (column: string) => RawBuilder<unknown>) => sql.join(memberColumns.map(of));
  await sql`drop table if exists pg_temp.staged_members`.execute(db);
  await sql`create temp table staged_members on commit drop as
    select n.sourced_id, coalesce(n.user_id, new_id()) as user_id, n.user_id is null as is_new,
      ${columns((name) => sql.ref(`n.${name}`))}, ${columns((name) => sql`b.${sql.ref(name)} as ${sql.ref(`was_${name}`)}`)}
    from (${memberValues('roster_users')}) n left join (${memberValues('former_users')}) b on b.sourced_id = n.sourced_id
    where (${columns((name) => sql.ref(`n.${name}`))}) is distinct from (${columns((name) => sql.ref(`b.${name}`))})
      and not (n.is_ended and (n.user_id is null or b.sourced_id is null))`.execute(db);
};

/** Links the new people to their sourcedIds. */
export const updateLinks = async (db: Db): Promise<void> => {
  await sql`update roster_users r set user_id = m.user_id from staged_members m where m.is_new and m.sourced_id = r.sourced_id`.execute(
    db,
  );
};

/** A row that prevents a link: the person's own, or that of the sourcedId. */
export interface LinkRow {
  sourced_id: string;
  user_id: number | null;
  username: string | null;
  is_erased: boolean;
}

/** Returns the existing links of a person and a sourcedId. */
export const selectLinks = (db: Db, userId: number, sourcedId: string): Promise<LinkRow[]> =>
  many(
    db,
    sql<LinkRow>`select r.sourced_id, r.user_id, u.username, r.is_erased
    from roster_users r left join users u on u.id = r.user_id where r.user_id = ${userId} or r.sourced_id = ${sourcedId}`,
  );

/**
 * Links a person to a sourcedId. A sourcedId that isn't in a roster yet counts as ended, so that a roster without it
 * deactivates no one.
 */
export const upsertLink = async (
  db: Db,
  school: SchoolId,
  userId: number,
  sourcedId: string,
): Promise<void> => {
  await sql`insert into roster_users (school_id, sourced_id, is_ended, user_id) values (${school}, ${sourcedId}, true, ${userId})
    on conflict (school_id, sourced_id) do update set user_id = excluded.user_id`.execute(db);
};
