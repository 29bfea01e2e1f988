import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { locks } from '../../kernel/database/locks.ts';

/** A hub, as the database answers it. */
export interface HubRow {
  id: number;
  name: string;
  description: string;
  icon: string | null;
}

/** A hub with its rule, for those who run the campus. */
export interface ManagedHubRow extends HubRow {
  is_for_everyone: boolean;
  account_types: string[];
  majors: string[];
  archived_at: Date | null;
  added: number;
}

/** What a hub says of itself and of who belongs. */
export interface HubSettings {
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  readonly isForEveryone: boolean;
  readonly accountTypes: readonly string[];
  readonly majors: readonly string[];
}

/** The hubs somebody belongs to, and which one they are in. */
export const selectHubsOf = async (
  db: Db,
  me: number,
): Promise<(HubRow & { is_chosen: boolean })[]> => {
  const { rows } = await sql<HubRow & { is_chosen: boolean }>`
    select h.id, h.name, h.description, h.symbol as icon,
      exists (select from hub_choices c where c.user_id = ${me} and c.hub_id = h.id) as is_chosen
    from hubs_of(${me}) as h order by h.place, h.id`.execute(db);
  return rows;
};

/** Keeps the hub somebody is in; false where they do not belong to it. */
export const upsertChoice = async (
  db: Db,
  school: SchoolId,
  me: number,
  hub: number,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`insert into hub_choices (school_id, user_id, hub_id)
    select ${school}::int, ${me}::bigint, h.id from hubs_of(${me}) as h where h.id = ${hub}
    on conflict (school_id, user_id) do update set hub_id = excluded.hub_id`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Leaves whichever hub somebody is in. */
export const deleteChoice = async (db: Db, me: number): Promise<void> => {
  await sql`delete from hub_choices where user_id = ${me}`.execute(db);
};

/** All hubs of the school in their order, or one of them. */
export const selectManagedHubs = async (db: Db, id?: number): Promise<ManagedHubRow[]> => {
  const { rows } = await sql<ManagedHubRow>`
    select h.id, h.name, h.description, h.symbol as icon, h.is_for_everyone, h.account_types, h.majors, h.archived_at,
      (select count(*)::int from hub_members m join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.hub_id = h.id and not u.is_disabled) as added
    from hubs h where ${id === undefined ? sql`true` : sql`h.id = ${id}`} order by h.place, h.id`.execute(
    db,
  );
  return rows;
};

/** A hub's name, or undefined where the school has no such hub. */
export const selectHubName = async (db: Db, id: number): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`select name from hubs where id = ${id}`.execute(db);
  return rows[0]?.name;
};

/** Waits for others who make or order hubs of this school, so that the limit holds and places do not meet. */
export const holdHubs = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.hubs}::int, ${school})`.execute(db);
};

/** How many hubs the school has, archived ones too. */
export const countHubs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from hubs`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Stores a hub behind the others; answers its id. */
export const insertHub = async (
  db: Db,
  school: SchoolId,
  hub: HubSettings,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into hubs (school_id, name, description, symbol, is_for_everyone, account_types, majors, place, created_at)
    values (${school}, ${hub.name}, ${hub.description}, ${hub.icon}, ${hub.isForEveryone}, ${hub.accountTypes as string[]}::text[],
      ${hub.majors as string[]}::text[], (select coalesce(max(place) + 1, 0) from hubs), ${now})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Changes a hub; only what is given. `archivedAt`: null brings it back. */
export const updateHub = async (
  db: Db,
  id: number,
  change: { readonly [K in keyof HubSettings]?: HubSettings[K] | undefined } & {
    archivedAt?: Date | null | undefined;
  },
): Promise<void> => {
  const columns = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.icon !== undefined && { symbol: change.icon }),
    ...(change.isForEveryone !== undefined && { is_for_everyone: change.isForEveryone }),
    ...(change.accountTypes !== undefined && { account_types: [...change.accountTypes] }),
    ...(change.majors !== undefined && { majors: [...change.majors] }),
    ...(change.archivedAt !== undefined && { archived_at: change.archivedAt }),
  };
  if (Object.keys(columns).length > 0)
    await db.updateTable('hubs').set(columns).where('id', '=', id).execute();
};

/** Gives the hubs the order of `ids`; those not named stand behind, as they stood. */
export const updateHubPlaces = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`update hubs h set place = placed.place from (
      select id, row_number() over (order by array_position(${ids as number[]}::bigint[], id) nulls last, place, id) - 1 as place from hubs
    ) as placed where h.id = placed.id and h.place <> placed.place`.execute(db);
};

/** A person added to a hub, as the database answers them. */
export interface HubMemberRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

/** A page of the people added to a hub by hand, by name, behind the person `after`. */
export const selectHubMembers = async (
  db: Db,
  hub: number,
  after: number | null,
  size: number,
): Promise<HubMemberRow[]> => {
  const { rows } = await sql<HubMemberRow>`
    select u.id, u.first_name, u.last_name, u.photo
    from hub_members m join users u on u.school_id = m.school_id and u.id = m.user_id
    where m.hub_id = ${hub} and not u.is_disabled
      and (${after}::bigint is null or (u.sort_name, u.id) > (select x.sort_name, x.id from users x where x.id = ${after}))
    order by u.sort_name, u.id limit ${size}`.execute(db);
  return rows;
};

/** Adds somebody of the school to a hub; null where there is no such person, false where they were in already. */
export const insertHubMember = async (
  db: Db,
  school: SchoolId,
  hub: number,
  person: number,
  now: Date,
): Promise<boolean | null> => {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where id = ${person} and not is_disabled`.execute(db);
  if (rows.length === 0) return null;
  const { numAffectedRows } =
    await sql`insert into hub_members (school_id, hub_id, user_id, added_at)
    values (${school}, ${hub}, ${person}, ${now}) on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Takes somebody out who was added by hand; false where they were not. */
export const deleteHubMember = async (db: Db, hub: number, person: number): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`delete from hub_members where hub_id = ${hub} and user_id = ${person}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Removes what hubs keep of somebody who is erased. */
export const deleteHubsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from hub_members where user_id = ${person}`.execute(db);
  await sql`delete from hub_choices where user_id = ${person}`.execute(db);
};
