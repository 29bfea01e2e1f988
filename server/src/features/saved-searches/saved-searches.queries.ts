import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, orNotFound, many } from '../../kernel/sql.ts';
import { locks } from '../../kernel/database/locks.ts';

/** A saved search, as stored. */
export interface SavedSearchRow {
  id: number;
  name: string;
  params: Record<string, string>;
}

const columns = sql`id, name, params`;

/** Selects a person's saved searches in their order. */
export const selectSavedSearches = (db: Db, me: number) =>
  many(
    db,
    sql<SavedSearchRow>`select ${columns} from saved_searches where user_id = ${me} order by position, created_at, id`,
  );

/** Locks a person's saved searches until the transaction ends, so that the limit holds and positions stay unique. */
export const lockSavedSearches = (db: Db, me: number) =>
  sql`select pg_advisory_xact_lock(${locks.savedSearches}::int, hashint8(${me}))`.execute(db);

/** Makes space before one of them, or after the last if it doesn't exist. Returns the free position and the number of searches. */
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

/** Changes a search of this person. Returns undefined if they have none with this id. */
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

/** Sorts this person's searches in the order of `ids`. The others follow in their current order. */
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

/** Removes a search of this person. */
export const deleteSavedSearchOf = async (db: Db, me: number, id: number): Promise<void> => {
  await sql`delete from saved_searches where user_id = ${me} and id = ${id}`.execute(db);
};

/** Deletes every search of an erased person. */
export const deleteSavedSearchesOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from saved_searches where user_id = ${id}`.execute(db);
};

/** The person's saved searches, for their data export. */
export const personalData: PersonalData = (me) => ({
  savedSearches: sql`(select jsonb_agg(jsonb_build_object('name', s.name, 'search', s.params, 'createdAt', s.created_at, 'changedAt', s.changed_at)
          order by s.position, s.created_at, s.id) from saved_searches s where s.user_id = ${me})`,
});
