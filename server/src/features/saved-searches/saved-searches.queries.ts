import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, orNotFound, many } from '../../kernel/sql.ts';
import { locks } from '../../kernel/database/locks.ts';

/** A saved search as the database returns it. */
export interface SavedSearchRow {
  id: number;
  name: string;
  params: Record<string, string>;
}

const columns = sql`id, name, params`;

/** Returns someone's saved searches in their order. */
export const selectSavedSearches = (db: Db, me: number) =>
  many(
    db,
    sql<SavedSearchRow>`select ${columns} from saved_searches where user_id = ${me} order by position, created_at, id`,
  );

/**
 * Locks the person's saved searches until the transaction ends, so that simultaneous saves respect the limit and get
 * different positions.
 */
export const lockSavedSearches = (db: Db, me: number) =>
  sql`select pg_advisory_xact_lock(${locks.savedSearches}::int, hashint8(${me}))`.execute(db);

/**
 * Frees the position before a search, or at the end if it doesn't exist. Returns the position and the number of
 * searches.
 */
export const freePosition = async (
  db: Db,
  me: number,
  before: number,
): Promise<{ position: number; count: number }> => {
  await sql`update saved_searches set position = position + 1
    where user_id = ${me} and position >= (select position from saved_searches where user_id = ${me} and id = ${before})`.execute(
    db,
  );
  return orNotFound(
    await first(
      db,
      sql<{ position: number; count: number }>`
    select coalesce(max(position) filter (where id = ${before}) - 1, max(position) + 1, 0) as position, count(*)::int as count
    from saved_searches where user_id = ${me}`,
    ),
  );
};

/** Stores a search. */
export const insertSavedSearch = async (
  db: Db,
  search: {
    school: SchoolId;
    me: number;
    name: string;
    params: Record<string, string>;
    position: number;
    now: Date;
  },
): Promise<SavedSearchRow> =>
  orNotFound(
    await first(
      db,
      sql<SavedSearchRow>`insert into saved_searches (school_id, user_id, name, params, position, created_at, changed_at)
    values (${search.school}, ${search.me}, ${search.name}, ${JSON.stringify(search.params)}::jsonb, ${search.position}, ${search.now}, ${search.now})
    returning ${columns}`,
    ),
  );

/** Updates a person's search. Returns undefined if they have none with this id. */
export const updateSavedSearch = (
  db: Db,
  me: number,
  id: number,
  change: { name: string | undefined; params: Record<string, string> | undefined },
  now: Date,
) =>
  first(
    db,
    sql<SavedSearchRow>`update saved_searches set name = coalesce(${change.name ?? null}, name),
      params = coalesce(${change.params === undefined ? null : JSON.stringify(change.params)}::jsonb, params), changed_at = ${now}
    where user_id = ${me} and id = ${id} returning ${columns}`,
  );

/** Sorts a person's searches in the order of `ids`. The others follow in their current order. */
export const updatePositions = async (
  db: Db,
  me: number,
  ids: readonly number[],
): Promise<void> => {
  await sql`update saved_searches s set position = placed.position from (
      select id, row_number() over (order by array_position(${ids as number[]}::bigint[], id) nulls last, position, created_at, id) - 1 as position
      from saved_searches where user_id = ${me}
    ) as placed where s.id = placed.id and s.user_id = ${me} and s.position <> placed.position`.execute(
    db,
  );
};

/** Deletes a person's search. */
export const deleteSavedSearchOf = async (db: Db, me: number, id: number): Promise<void> => {
  await sql`delete from saved_searches where user_id = ${me} and id = ${id}`.execute(db);
};

/** Deletes all searches of a person whose account is deleted. */
export const deleteSavedSearchesOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from saved_searches where user_id = ${id}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  savedSearches: sql`(select jsonb_agg(jsonb_build_object('name', s.name, 'search', s.params, 'createdAt', s.created_at, 'changedAt', s.changed_at)
          order by s.position, s.created_at, s.id) from saved_searches s where s.user_id = ${me})`,
});
