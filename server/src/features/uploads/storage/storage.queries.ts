import { sql, type RawBuilder } from 'kysely';
import type { StorageType, FileUse } from '#contract/storage/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { UploadReference } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../../kernel/sql.ts';
import { nameStartsWith } from '../../people/people.queries.ts';
import { keptForReport, isLoose, known } from '../uploads.queries.ts';

interface OwnStorage {
  used: number;
  limit: number;
  pictures: number;
}

/**
 * Returns the storage that a person uses and their limit, in bytes. Calls `server/database/functions/person_storage.sql` and
 * `person_storage_limit.sql`.
 */
export const selectOwnStorage = async (db: Db, me: number): Promise<OwnStorage> => {
  const row = await first(
    db,
    sql<OwnStorage>`select person_storage(current_school(), ${me}) as used, person_storage_limit(current_school(), ${me}) as limit,
      (select coalesce(sum(p.bytes), 0)::bigint from pictures p where p.user_id = ${me}) as pictures`,
  );
  return row ?? { used: 0, limit: 0, pictures: 0 };
};

/** An item that uses a file. */
interface FileUseRow {
  place: FileUse;
  id: string | null;
  message: string | null;
  title: string | null;
}

/** An upload that counts toward its owner's storage. */
export interface StoredFileRow {
  id: number;
  name: string;
  size: number;
  type: string | null;
  width: number | null;
  height: number | null;
  created_at: Date;
  uses: FileUseRow[] | null;
}

/** Maximum number of items returned for one file. */
const usesMax = 5;

const usesSql = (references: readonly UploadReference[]): RawBuilder<unknown> =>
  sql.join(
    references.flatMap(({ uses }) => (uses === null ? [] : [uses])),
    sql` union `,
  );

/** Returns a page of a person's files, largest first, after a size and id. */
export const selectStoredFiles = (
  db: Db,
  me: number,
  references: readonly UploadReference[],
  { after, size }: { after: readonly [number, number] | null; size: number },
): Promise<StoredFileRow[]> =>
  many(
    db,
    sql<StoredFileRow>`select f.id, f.name, f.size, f.type, f.width, f.height, f.created_at,
      (select jsonb_agg(jsonb_build_object('place', p.place, 'id', p.id, 'message', p.message, 'title', p.title))
        from (${usesSql(references)} limit ${usesMax}) as p) as uses
    from uploads f where f.owner_id = ${me} and f.counts_for = 'person'
      ${after === null ? sql`` : sql`and (f.size, f.id) < (${after[0]}::int, ${after[1]}::bigint)`}
    order by f.size desc, f.id desc limit ${size}`,
  );

/**
 * Deletes a person's file if nothing uses it. Returns the names of its stored pieces, `in use`, or undefined if the file doesn't
 * exist. If a report needs the file, it stays for the report and disappears for its owner.
 */
export const deleteStoredFile = async (
  db: Db,
  me: number,
  upload: number,
  references: readonly UploadReference[],
): Promise<string[] | 'in use' | undefined> => {
  // Lock the file first because a message could be adding it at the same time.
  const isTheirs = await exists(
    db,
    sql`select from uploads f where f.id = ${upload} and f.owner_id = ${me} and f.counts_for = 'person' for update`,
  );
  if (!isTheirs) return undefined;
  const which = sql`f.id = ${upload} and ${isLoose(known(references))}`;
  const gone = await many(
    db,
    sql<{ name: string | null }>`with stored as (
      select p.name from upload_pieces p where p.upload_id = ${upload}
      union select f.thumbnail from uploads f where f.id = ${upload} and f.thumbnail is not null
    ),
    gone as (delete from uploads f where ${which} and ${isLoose(references)} returning f.id)
    select s.name from gone left join stored s on true`,
  );
  if (gone.length > 0) return gone.flatMap(({ name }) => name ?? []);
  return (await hasChangedRows(db, sql`update uploads f set ${keptForReport} where ${which}`))
    ? []
    : 'in use';
};

/**
 * Returns the school's usage and limits, in bytes. Calls `server/database/functions/school_storage.sql` and
 * `default_storage_limit.sql`.
 */
export const selectLimits = async (
  db: Db,
): Promise<{ used: number; person: number; school: number | null }> => {
  const row = await first(
    db,
    sql<{
      used: number;
      person: number;
      school: number | null;
    }>`select school_storage(current_school()) as used, default_storage_limit(current_school()) as person,
      (select l.school_bytes from storage_limits l) as school`,
  );
  return row ?? { used: 0, person: 0, school: null };
};

export const upsertLimits = (
  db: Db,
  school: SchoolId,
  { person, most }: { person: number; most: number | null },
) =>
  sql`insert into storage_limits (school_id, user_bytes, school_bytes) values (${school}, ${person}, ${most})
    on conflict (school_id) do update set user_bytes = excluded.user_bytes, school_bytes = excluded.school_bytes`.execute(
    db,
  );

/** Bytes and number of files of one type. */
export interface TypeRow {
  type: StorageType;
  bytes: number;
  files: number;
}

/** Returns a school's storage by type. A file with several types counts as the first of them in `order`. */
export const selectTypes = (
  db: Db,
  references: readonly UploadReference[],
  order: readonly StorageType[],
): Promise<TypeRow[]> => {
  const ordered = references.toSorted(
    (a, b) => order.indexOf(a.storageType) - order.indexOf(b.storageType),
  );
  return many(
    db,
    sql<TypeRow>`select t.type, coalesce(sum(f.size), 0)::bigint as bytes, count(*)::int as files
    from uploads f cross join lateral (select case
      ${sql.join(
        ordered.map(({ isUsed, storageType }) => sql`when ${isUsed} then ${storageType}`),
        sql` `,
      )} else 'unused' end as type) as t
    group by t.type
    union all select 'pictures', coalesce(sum(p.bytes), 0)::bigint, 0 from (
      select picture_bytes as bytes from storage_totals union all select bytes from storage_changes where is_picture) as p`,
  );
};

/** A person with the storage they use. */
export interface StorageUserRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
  username: string;
  used: number;
  limit: number;
  has_own_limit: boolean;
}

/**
 * Returns people who use storage or have a custom limit and whose name starts with `search`, highest usage first. Calls
 * `server/database/functions/default_storage_limit.sql`.
 */
export const selectStorageUsers = (
  db: Db,
  {
    search,
    only,
    after,
    size,
  }: {
    search?: string;
    only?: number;
    after?: readonly [number, number] | null;
    size: number;
  },
): Promise<StorageUserRow[]> =>
  many(
    db,
    sql<StorageUserRow>`with sizes as (
      select f.owner_id as id, f.size::bigint as bytes from uploads f where f.counts_for = 'person'
      union all select p.user_id, p.bytes from pictures p where p.bytes > 0
      union all select l.user_id, 0 from storage_person_limits l
      ${only === undefined ? sql`` : sql`union all select ${only}::bigint, 0`}
    ), used as (select id, sum(bytes)::bigint as bytes from sizes ${only === undefined ? sql`` : sql`where id = ${only}`} group by id)
    select u.id, u.first_name, u.last_name, u.photo, u.username, s.bytes as used, coalesce(l.bytes, d.bytes) as limit, l.bytes is not null as has_own_limit
    from used s join users u on u.id = s.id left join storage_person_limits l on l.user_id = s.id
      cross join (select default_storage_limit(current_school()) as bytes) as d
    where true
      ${after ? sql`and (s.bytes, s.id) < (${after[0]}::bigint, ${after[1]}::bigint)` : sql``}
      ${search === undefined || search === '' ? sql`` : sql`and ${nameStartsWith(search)}`}
    order by s.bytes desc, s.id desc limit ${size}`,
  );

/** Sets a person's custom limit in bytes. Null removes it. */
export const updatePersonLimit = (db: Db, school: SchoolId, person: number, bytes: number | null) =>
  bytes === null
    ? sql`delete from storage_person_limits where user_id = ${person}`.execute(db)
    : sql`insert into storage_person_limits (school_id, user_id, bytes) values (${school}, ${person}, ${bytes})
      on conflict (school_id, user_id) do update set bytes = excluded.bytes`.execute(db);

/** Removes the custom limit of a person whose account is deleted. */
export const deleteStorageLimitOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from storage_person_limits where user_id = ${person}`.execute(db);
};
