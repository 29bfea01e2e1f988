import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Filter } from '../filters/filter.ts';
import { filterSql, type Filterable } from '../filters/filters.queries.ts';
import { phones, type ScimPerson } from './users.rules.ts';

export interface ScimUserRow extends ScimPerson {
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Changes with every write. */
  readonly version: string;
  readonly groups: readonly { id: number; name: string }[] | null;
}

const text = (column: string) => ({ is: 'folded', sql: sql`lower(${sql.ref(column)})` }) as const;

/** The attributes of people for filters. */
export const userFilterable: Filterable = {
  columns: {
    id: { is: 'id', sql: sql`u.id` },
    username: { is: 'folded', sql: sql`u.username_key` },
    externalid: { is: 'exact', sql: sql`s.external_id` },
    'name.givenname': text('u.first_name'),
    'name.familyname': text('u.last_name'),
    'name.formatted': { is: 'folded', sql: sql`lower(trim(u.first_name || ' ' || u.last_name))` },
    displayname: { is: 'folded', sql: sql`lower(trim(u.first_name || ' ' || u.last_name))` },
    title: text('u.work_title'),
    usertype: text('u.account_type'),
    preferredlanguage: text('u.locale'),
    active: { is: 'boolean', sql: sql`not u.is_deactivated` },
    'meta.created': { is: 'instant', sql: sql`u.created_at` },
    'meta.lastmodified': { is: 'instant', sql: sql`u.updated_at` },
  },
  lists: {
    emails: [
      {
        value: { is: 'folded', sql: sql`u.email_key` },
        type: { is: 'constant', value: 'work' },
        primary: { is: 'constant', value: true },
      },
    ],
    phonenumbers: Object.entries(phones).map(([type, column]) => ({
      value: text(`u.${column}`),
      type: { is: 'constant', value: type } as const,
    })),
  },
  tables: {
    groups: (id) =>
      sql`exists (select from scim_group_members m where m.user_id = u.id and m.group_id = ${id})`,
  },
};

/**
 * The groups of `u` as a part of the version, because a person's response contains them and other requests write them.
 */
const groupsVersion = sql`(select coalesce(left(md5(string_agg(g.id || ':' || g.display_name, ',' order by g.id)), 12), '0')
  from scim_group_members m join scim_groups g on g.school_id = m.school_id and g.id = m.group_id
  where m.school_id = u.school_id and m.user_id = u.id)`;

/** People that a provider can see: without people that it has removed, and without deleted accounts. */
const visible = sql`s.deleted_at is null and u.username <> 'erased-' || u.id`;
const from = sql`users u left join scim_users s on s.school_id = u.school_id and s.user_id = u.id`;
const columns = (
  hasGroups: boolean,
): RawBuilder<unknown> => sql`u.id, s.external_id, u.username, u.first_name, u.last_name, u.email,
  u.phone_work, u.phone_home, u.phone_mobile, u.account_type, u.work_title, u.locale, u.is_deactivated, u.created_at, u.updated_at,
  u.xmin::text || '-' || coalesce(s.xmin::text, '0') || '-' || ${groupsVersion} as version,
  ${
    hasGroups
      ? sql`(select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.display_name) order by g.id) from scim_group_members m
    join scim_groups g on g.school_id = m.school_id and g.id = m.group_id where m.school_id = u.school_id and m.user_id = u.id)`
      : sql`null`
  } as groups`;

/** Returns a person. `forUpdate` locks them until the transaction ends. */
export const selectScimUser = (
  db: Db,
  id: number,
  { forUpdate = false, hasGroups = true } = {},
): Promise<ScimUserRow | undefined> =>
  first(
    db,
    sql<ScimUserRow>`select ${columns(hasGroups)} from ${from} where u.id = ${id} and ${visible} ${forUpdate ? sql`for update of u` : sql``}`,
  );

/** Returns a range of the people that match a filter, by id, and their total number. */
export const selectScimUsers = async (
  db: Db,
  filter: Filter | null,
  { start, count }: { start: number; count: number },
  hasGroups: boolean,
): Promise<{ rows: ScimUserRow[]; total: number }> => {
  const condition =
    filter === null ? visible : sql`${visible} and ${filterSql(filter, userFilterable)}`;
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from ${from} where ${condition}`.execute(db);
  const total = counted.rows[0]?.n ?? 0;
  if (count === 0 || total === 0) return { rows: [], total };
  const { rows } =
    await sql<ScimUserRow>`select ${columns(hasGroups)} from ${from} where ${condition}
    order by u.id limit ${count} offset ${start - 1}`.execute(db);
  return { rows, total };
};

/**
 * Returns whether a person with another id has a username, ignoring case. Locks the username until the transaction
 * ends.
 */
export const hasUsername = async (db: Db, username: string, but: number): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('scim-name:' || current_school() || ':' || lower(${username}::text), 1))`.execute(
    db,
  );
  const { rows } =
    await sql`select from users where username_key = lower(${username}::text) and id <> ${but} limit 1`.execute(
      db,
    );
  return rows.length > 0;
};

/** Returns the person that a provider removed with an external id. */
export const selectRemoved = async (db: Db, externalId: string): Promise<number | undefined> => {
  const { rows } = await sql<{
    user_id: number;
  }>`select user_id from scim_users where external_id = ${externalId} and deleted_at is not null for update`.execute(
    db,
  );
  return rows[0]?.user_id;
};

/**
 * Returns inactive people that a provider removed and whose username or email another person is getting.
 */
export const selectRemovedWith = async (
  db: Db,
  { username, email }: { readonly username: string | null; readonly email: string | null },
  but: number,
): Promise<{ id: number; external_id: string | null; has_name: boolean }[]> =>
  many(
    db,
    sql<{ id: number; external_id: string | null; has_name: boolean }>`
    select u.id, s.external_id, u.username_key is not distinct from lower(${username}::text) as has_name
    from (
      select id from users where username_key = lower(${username}::text)
      union select id from users where email_key = lower(${email}::text)
    ) as n join users u on u.id = n.id join scim_users s on s.school_id = u.school_id and s.user_id = u.id
    where s.deleted_at is not null and u.is_deactivated and u.username <> 'erased-' || u.id and u.id <> ${but} order by u.id`,
  );

/** Clears the external id of a removed person so that another person can have it. */
export const deleteRemovedExternalId = async (
  db: Db,
  externalId: string,
  but: number,
): Promise<void> => {
  await sql`update scim_users set external_id = null
    where external_id = ${externalId} and deleted_at is not null and user_id <> ${but}`.execute(db);
};

/** Stores the provider's data about a person. Restores a removed person. */
export const upsertScimUser = async (
  db: Db,
  school: SchoolId,
  id: number,
  externalId: string | null,
): Promise<void> => {
  await sql`insert into scim_users (school_id, user_id, external_id) values (${school}::int, ${id}, ${externalId})
    on conflict (school_id, user_id) do update set external_id = excluded.external_id, deleted_at = null`.execute(
    db,
  );
};

/** Marks a person as removed by the provider. */
export const updateRemoved = async (
  db: Db,
  school: SchoolId,
  id: number,
  now: Date,
): Promise<void> => {
  await sql`insert into scim_users (school_id, user_id, deleted_at) values (${school}::int, ${id}, ${now})
    on conflict (school_id, user_id) do update set deleted_at = excluded.deleted_at`.execute(db);
  await deleteMemberships(db, id, now);
};

/** Removes a person from all groups and changes the versions of those groups. */
const deleteMemberships = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`with gone as (delete from scim_group_members where user_id = ${id} returning group_id)
    update scim_groups set updated_at = ${now} where id in (select group_id from gone)`.execute(db);
};

/** Deletes the provider's data about a person whose account is deleted. */
export const deleteScimUser = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`delete from scim_users where user_id = ${id}`.execute(db);
  await deleteMemberships(db, id, now);
};
