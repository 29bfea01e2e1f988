import type { PersonalData } from '../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import { first, many } from '../../kernel/sql.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  isAmong,
  isNotBlocked,
  seenFacetCounts,
  type VisibilityScope,
} from './privacy/privacy.queries.ts';

/** A person with their relationship to the viewer. `requested_by` and `is_accepted` are null without a connection. */
export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  gender_pronoun: string | null;
  account_type: string;
  year_of_graduation: number | null;
  major: string | null;
  photo: string | null;
  cover: string | null;
  is_admin: boolean;
  is_listed: boolean;
  is_counted: boolean | null;
  is_suggested: boolean;
  is_advisor: boolean;
  has_hold: boolean;
  audiences: Record<string, string>;
  bio: string | null;
  languages: string[];
  company_name: string | null;
  work_title: string | null;
  looking_for: string[];
  industries: string[];
  interests: string[];
  sports: string[];
  email: string | null;
  phone_work: string | null;
  phone_home: string | null;
  phone_mobile: string | null;
  city: string | null;
  zipcode: string | null;
  state: string | null;
  country: string | null;
  current_address: string | null;
  locale: string | null;
  requested_by: number | null;
  is_accepted: boolean | null;
}

/** The columns of a PersonRow from `users u` left-joined with `connections c` (see `joinConnection`). */
export const personColumns = sql`u.id, u.first_name, u.last_name, u.gender_pronoun, u.account_type, u.year_of_graduation, u.major,
  u.photo, u.cover, u.is_admin, u.is_advisor, u.is_listed, u.is_counted, u.is_suggested, u.has_hold, u.audiences, u.bio, u.languages, u.company_name, u.work_title, u.looking_for, u.industries,
  u.interests, u.sports, u.email, u.phone_work, u.phone_home, u.phone_mobile, u.city, u.zipcode, u.state, u.country,
  u.current_address, u.locale, c.requested_by, c.is_accepted`;

/** Joins the connection between `u` and the viewer. */
export const joinConnection = (viewer: number) => sql`left join connections c
  on c.school_id = u.school_id and c.low_id = least(u.id, ${viewer}::bigint) and c.high_id = greatest(u.id, ${viewer}::bigint)`;

/** Returns a person. Undefined if the school has no such active person, or if either person has blocked the other. */
export const selectPerson = (db: Db, viewer: number, id: number): Promise<PersonRow | undefined> =>
  first(
    db,
    sql<PersonRow>`select ${personColumns} from users u ${joinConnection(viewer)}
    where u.id = ${id} and not u.is_disabled and ${isNotBlocked({ viewer }, sql`u.id`)}`,
  );

/**
 * Returns a person with at most `faces` mutual connections, or none if `faces` is null. Undefined in the same cases as
 * for selectPerson().
 */
export const selectPersonWithMutuals = (
  db: Db,
  viewer: number,
  id: number,
  faces: number | null,
): Promise<(PersonRow & WithMutuals) | undefined> =>
  first(
    db,
    sql<PersonRow & WithMutuals>`
    select ${personColumns}, (select mutuals from (${mutualsOfEach(viewer, pairsOf(id, connectionsOf(viewer)), faces)}) as common) as mutuals
    from users u ${joinConnection(viewer)}
    where u.id = ${id} and not u.is_disabled and ${isNotBlocked({ viewer }, sql`u.id`)}`,
  );

/** A mutual connection of the viewer and `user_id`. `n` is the total number. */
export interface MutualRow {
  user_id: number;
  n: number;
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

const connectionsOf = (viewer: number) =>
  sql`(select other_id from connected where user_id = ${viewer})`;

/**
 * Selects the mutual connections of the viewer and each person in an array of ids, as `user_id` and `other_id`. `mine` is a
 * statement in parentheses that selects the ids of the viewer's connections. It uses the array instead of a join, so that PostgreSQL
 * reads each index once for all people and never plans to read the whole table.
 */
export const mutualPairs = (
  ids: RawBuilder<unknown>,
  mine: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select low_id as user_id, high_id as other_id from connections where low_id = any(${ids}) and is_accepted and ${isAmong(sql`high_id`, mine)}
  union all
  select high_id, low_id from connections where high_id = any(${ids}) and is_accepted and ${isAmong(sql`low_id`, mine)}`;

/** Selects the same for one person. People have few connections, so PostgreSQL builds one hash table instead of two. */
const pairsOf = (id: number, mine: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select user_id, other_id from (select user_id, other_id from connected where user_id = ${id} offset 0) as c where ${isAmong(sql`other_id`, mine)}`;

/** Returns the statement of selectMutuals() for pairs from mutualPairs(). */
const facesOf = (
  viewer: number,
  pairs: RawBuilder<unknown>,
  faces: number,
): RawBuilder<MutualRow> => sql`
    select user_id, n::int as n, id, first_name, last_name, photo from (
      select c.user_id, c.other_id as id, o.first_name, o.last_name, o.photo, count(*) over person as n, row_number() over person as position
      from (${pairs} offset 0) as c
      cross join lateral (
        select o.first_name, o.last_name, o.photo from users o where o.id = c.other_id and not o.is_disabled offset 0
      ) as o
      where c.user_id <> ${viewer}
      -- Both columns use the same window, so PostgreSQL computes it in one step.
      window person as (partition by c.user_id order by c.other_id rows between unbounded preceding and unbounded following)
    ) as common where position <= ${sql.lit(faces)}`;

/** Returns the statement of selectMutuals(). */
export const mutuals = (
  viewer: number,
  ids: readonly number[],
  faces: number,
): RawBuilder<MutualRow> =>
  sql`${facesOf(viewer, mutualPairs(sql`${ids}::bigint[]`, connectionsOf(viewer)), faces)} order by user_id, id`;

/** A person with the connections they share with the viewer; null if there are none or the caller didn't ask for them. */
export interface WithMutuals {
  mutuals: MutualRow[] | null;
}

/**
 * Returns SQL for the mutual connections in `pairs`, from mutualPairs(), with one row per person: `user_id` and
 * `mutuals`. `faces` is the maximum number per person. Null returns none, for schools without connections.
 */
export const mutualsOfEach = (
  viewer: number,
  pairs: RawBuilder<unknown>,
  faces: number | null,
): RawBuilder<unknown> =>
  faces === null
    ? sql`select null::bigint as user_id, null::json as mutuals`
    : sql`select user_id, json_agg(m order by id) as mutuals from (${facesOf(viewer, pairs, faces)}) as m group by user_id`;

/** Returns at most `faces` mutual connections of the viewer and each person in `ids`, in one statement. */
export const selectMutuals = async (
  db: Db,
  viewer: number,
  ids: readonly number[],
  faces: number,
): Promise<MutualRow[]> =>
  ids.length === 0 ? [] : (await mutuals(viewer, ids, faces).execute(db)).rows;

/**
 * Returns the values of list facets that the viewer can see at the school, at most `limit` per facet, most frequent
 * first.
 */
export const selectFacetValues = (
  db: Db,
  visibility: VisibilityScope,
  facets: readonly string[],
  limit: number,
): Promise<{ facet: string; value: string }[]> =>
  many(
    db,
    sql<{ facet: string; value: string }>`
    select o.name as facet, v.value from unnest(${facets}::text[]) as o(name)
    cross join lateral (
      select substr(facet, length(o.name) + 2) as value
      from (${seenFacetCounts(visibility, (alias) => sql`${alias}.facet >= o.name || ':' and ${alias}.facet < o.name || ';'`)}) as counts
      order by people desc, facet limit ${limit}
    ) as v`,
  );

/** Columns that people can change on their own profile. */
export type PersonUpdate = Partial<
  Pick<
    PersonRow,
    | 'gender_pronoun'
    | 'bio'
    | 'languages'
    | 'company_name'
    | 'work_title'
    | 'looking_for'
    | 'industries'
    | 'interests'
    | 'sports'
    | 'phone_work'
    | 'phone_home'
    | 'phone_mobile'
    | 'city'
    | 'zipcode'
    | 'state'
    | 'country'
    | 'current_address'
    | 'is_listed'
    | 'is_counted'
    | 'locale'
  >
>;

/** Updates a person's own fields. */
export const updatePerson = async (
  db: Db,
  id: number,
  change: PersonUpdate,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
};

/** Returns the active person who signs in with an email address, with the columns for sign-in and emails. */
export const selectPersonByEmail = (
  db: Db,
  email: string,
): Promise<{ id: number; first_name: string; email: string; locale: string | null } | undefined> =>
  first(
    db,
    sql<{
      id: number;
      first_name: string;
      email: string;
      locale: string | null;
    }>`
    select id, first_name, email, locale from users where email_key = lower(${email}) and not is_disabled`,
  );

/** Returns the id of the person with an email address, including disabled people. */
export const selectIdByEmail = async (db: Db, email: string): Promise<number | undefined> => {
  const row = await first(
    db,
    sql<{ id: number }>`select id from users where email_key = lower(${email})`,
  );
  return row === undefined ? undefined : Number(row.id);
};

/** Returns a person's name, email address and language, for emails. */
export const selectAddressee = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['first_name', 'email', 'locale'])
    .where('id', '=', id)
    .where('is_disabled', '=', false)
    .executeTakeFirst();

/** A person to add by an import or the demo school. */
export interface NewPerson extends PersonUpdate {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly account_type?: string;
  readonly year_of_graduation?: number | null;
  readonly major?: string | null;
  readonly is_admin?: boolean;
  readonly photo?: string | null;
  readonly cover?: string | null;
  readonly romanized_name?: string | null;
  readonly created_at?: Date;
}

/** Adds people. Returns their ids in the same order. */
export const insertPeople = async (
  db: Db,
  school: SchoolId,
  people: readonly NewPerson[],
): Promise<number[]> => {
  if (people.length === 0) return [];
  const rows = await db
    .insertInto('users')
    .values(people.map((person) => ({ school_id: school, ...person })))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
};

/** Selects this feature's part of a personal data export. */
export const personalData: PersonalData = (me) => ({
  profile: sql`(select jsonb_agg(to_jsonb(u) - array['school_id', 'sort_name', 'email_key', 'username_key', 'listed_year']) from users u where u.id = ${me})`,
  usernameBefore: sql`(select jsonb_agg(jsonb_build_object('username', d.username, 'since', d.found_at)) from duplicate_usernames d where d.user_id = ${me})`,
  pictures: sql`(select jsonb_agg(jsonb_build_object('kind', p.kind, 'file', p.name, 'whole', p.original, 'givenAt', p.created_at,
          'removedAt', p.removed_at) order by p.kind) from pictures p where p.user_id = ${me})`,
});

/** Returns true if the school has a person with this id who can sign in. */
export const isPerson = async (db: Db, id: number): Promise<boolean> =>
  (await first(db, sql`select from users where id = ${id} and not is_disabled`)) !== undefined;

/** Maximum number of mutual connections in a profile (product text §9). */
export const profileFaces = 40;

/** Warms up a profile and the caller's own row. */
export const warmUpPeople = async (db: Db): Promise<void> => {
  await selectPersonWithMutuals(db, -1, -1, profileFaces);
  await selectPerson(db, -1, -1);
};

/** Returns the condition that a lowercase column starts with `text`. */
export const startsWith = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> => {
  const prefix = text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql`${column} like ${`${prefix}%`}`;
};

/** Returns the condition that the username or the name of `u`, in either order, starts with `text`. Ignores case and accents in names. */
export const nameStartsWith = (text: string): RawBuilder<unknown> => {
  const prefix = sql`replace(replace(fold(${text}), '%', '\\%'), '_', '\\_') || '%'`;
  return sql`(${startsWith(sql`u.username_key`, text)}
    or fold(u.first_name || ' ' || u.last_name) like ${prefix}
    or fold(u.last_name || ' ' || u.first_name) like ${prefix})`;
};
