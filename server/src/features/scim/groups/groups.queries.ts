import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';
import type { Filter } from '../filters/filter.ts';
import { filterSql, type Filterable } from '../filters/filters.queries.ts';

export interface ScimGroupRow {
  readonly id: number;
  readonly external_id: string | null;
  readonly display_name: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Changes with every write. */
  readonly version: string;
  readonly members: readonly { id: number; name: string }[] | null;
}

const filterable: Filterable = {
  columns: {
    id: { is: 'id', sql: sql`g.id` },
    displayname: { is: 'folded', sql: sql`g.display_key` },
    externalid: { is: 'exact', sql: sql`g.external_id` },
    'meta.created': { is: 'instant', sql: sql`g.created_at` },
    'meta.lastmodified': { is: 'instant', sql: sql`g.updated_at` },
  },
  lists: {},
  tables: {
    members: (id) =>
      sql`exists (select from scim_group_members m where m.group_id = g.id and m.user_id = ${id})`,
  },
};

const columns = (
  hasMembers: boolean,
): RawBuilder<unknown> => sql`g.id, g.external_id, g.display_name, g.created_at, g.updated_at, g.xmin::text as version,
  ${
    hasMembers
      ? sql`coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.id)
    from scim_group_members m join users u on u.school_id = m.school_id and u.id = m.user_id where m.school_id = g.school_id and m.group_id = g.id), '[]')`
      : sql`null`
  } as members`;

export const selectScimGroup = (
  db: Db,
  id: number,
  hasMembers: boolean,
  forUpdate = false,
): Promise<ScimGroupRow | undefined> =>
  first(
    db,
    sql<ScimGroupRow>`select ${columns(hasMembers)} from scim_groups g where g.id = ${id} ${forUpdate ? sql`for update of g` : sql``}`,
  );

/**
 * Maximum members in all groups on a page. The group that would exceed it starts the next page (RFC 7644 §3.4.2.4
 * allows shorter pages than requested).
 */
const membersMax = 20_000;

export const selectScimGroups = async (
  db: Db,
  filter: Filter | null,
  { start, count }: { start: number; count: number },
  hasMembers: boolean,
  max = membersMax,
): Promise<{ rows: ScimGroupRow[]; total: number }> => {
  const condition = filter === null ? sql`true` : filterSql(filter, filterable);
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from scim_groups g where ${condition}`.execute(db);
  const total = counted.rows[0]?.n ?? 0;
  if (count === 0 || total === 0) return { rows: [], total };
  const page = sql`select g.id from scim_groups g where ${condition} order by g.id limit ${count} offset ${start - 1}`;
  const fitting = hasMembers
    ? sql`select id from (
        select p.id, sum(m.people) over (order by p.id rows between unbounded preceding and 1 preceding) as before
        from (${page}) as p cross join lateral (
          select count(*) as people from (select from scim_group_members m where m.group_id = p.id limit ${max}) as read
        ) as m
      ) as measured where coalesce(before, 0) < ${max}`
    : page;
  const { rows } =
    await sql<ScimGroupRow>`select ${columns(hasMembers)} from scim_groups g where g.id in (${fitting}) order by g.id`.execute(
      db,
    );
  return { rows, total };
};

export const insertScimGroup = async (
  db: Db,
  school: SchoolId,
  { name, externalId, now }: { name: string; externalId: string | null; now: Date },
): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`insert into scim_groups (school_id, display_name, external_id, created_at, updated_at)
    values (${school}::int, ${name}, ${externalId}, ${now}, ${now}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

export const updateScimGroup = async (
  db: Db,
  id: number,
  { name, externalId, now }: { name: string; externalId: string | null; now: Date },
): Promise<void> => {
  await sql`update scim_groups set display_name = ${name}, external_id = ${externalId}, updated_at = ${now} where id = ${id}`.execute(
    db,
  );
};

/** Returns those of these ids that belong to people a provider can see. */
export const selectMembersKnown = async (db: Db, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{
    id: number;
  }>`select u.id from users u left join scim_users s on s.school_id = u.school_id and s.user_id = u.id
    where u.id = any(${ids}::bigint[]) and s.deleted_at is null and u.username <> 'erased-' || u.id`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
};

/** Adds members. Returns the number of new ones. */
export const insertMembers = async (
  db: Db,
  school: SchoolId,
  group: number,
  ids: readonly number[],
): Promise<number> => {
  const { numAffectedRows } =
    await sql`insert into scim_group_members (school_id, group_id, user_id)
    select ${school}::int, ${group}, id from unnest(${ids}::bigint[]) as m (id) order by id on conflict do nothing`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};

/** Removes the given members, or all except those. Returns their number. */
export const deleteMembers = async (
  db: Db,
  group: number,
  ids: readonly number[],
  isAllBut = false,
): Promise<number> => {
  const { numAffectedRows } = await sql`delete from scim_group_members where group_id = ${group}
    and ${isAllBut ? sql`user_id <> all(${ids}::bigint[])` : sql`user_id = any(${ids}::bigint[])`}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
};

export const deleteScimGroupRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from scim_groups where id = ${id}`.execute(db);
};
