import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';

export interface RoomRow {
  id: number;
  name: string;
  building: string;
  capacity: number | null;
  note: string;
  is_active: boolean;
  version: number;
}
export type RoomColumns = Omit<RoomRow, 'id' | 'version'>;

const columns = sql`r.id, r.name, r.building, r.capacity, r.note, r.is_active, r.version`;

/** Returns matching rooms by building and name. `seesAll` includes those that can't be reserved. */
export const selectRooms = async (
  db: Db,
  asked: {
    readonly search: string;
    readonly seats: number | undefined;
    readonly span: { readonly from: Date; readonly to: Date } | undefined;
    readonly seesAll: boolean;
    readonly offset: number;
    readonly size: number;
  },
): Promise<{ rows: RoomRow[]; total: number }> => {
  const { search, seats, span, seesAll, offset, size } = asked;
  const fits = sql`(r.is_active or ${seesAll}) and (${search} = '' or position(fold(${search}) in fold(r.building || ' ' || r.name)) > 0)
    and (${seats ?? null}::int is null or r.capacity >= ${seats ?? null}::int)
    and ${
      span === undefined
        ? sql`true`
        : sql`not exists (select from room_reservations v where v.school_id = r.school_id and v.room_id = r.id
            and v.during && tstzrange(${span.from}, ${span.to}))`
    }`;
  const [rows, counted] = await Promise.all([
    many(
      db,
      sql<RoomRow>`select ${columns} from rooms r where ${fits} order by fold(r.building), fold(r.name), r.id limit ${size} offset ${offset}`,
    ),
    first(db, sql<{ n: number }>`select count(*)::int as n from rooms r where ${fits}`),
  ]);
  return { rows, total: counted?.n ?? 0 };
};

export const selectRoom = (db: Db, id: number): Promise<RoomRow | undefined> =>
  first(db, sql<RoomRow>`select ${columns} from rooms r where r.id = ${id}`);

/** Returns the room that was added with the same client id. */
export const selectSentRoom = (db: Db, clientId: string): Promise<RoomRow | undefined> =>
  first(db, sql<RoomRow>`select ${columns} from rooms r where r.client_id = ${clientId}::uuid`);

/** Adds a room. Returns undefined if the building already has a room with this name. */
export const insertRoom = (
  db: Db,
  school: SchoolId,
  room: RoomColumns,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into rooms (school_id, name, building, capacity, note, is_active, client_id)
    values (${school}, ${room.name}, ${room.building}, ${room.capacity}, ${room.note}, ${room.is_active}, ${clientId}::uuid) on conflict do nothing returning id`,
  );

/** Returns whether another room of the building has the name. */
export const isNameTaken = async (
  db: Db,
  id: number,
  { building, name }: Pick<RoomRow, 'building' | 'name'>,
): Promise<boolean> =>
  (await first(
    db,
    sql`select from rooms where id <> ${id} and lower(building) = lower(${building}) and lower(name) = lower(${name})`,
  )) !== undefined;

export const updateRoomRow = async (
  db: Db,
  id: number,
  version: number,
  room: RoomColumns,
): Promise<boolean> =>
  (await first(
    db,
    sql`update rooms set name = ${room.name}, building = ${room.building}, capacity = ${room.capacity}, note = ${room.note},
      is_active = ${room.is_active}, version = version + 1 where id = ${id} and version = ${version} returning id`,
  )) !== undefined;

export const deleteRoomRow = async (db: Db, id: number): Promise<boolean> =>
  (await first(db, sql`delete from rooms where id = ${id} returning id`)) !== undefined;

/** The item that has a room: an event, by its id. */
export interface Holder {
  readonly kind: string;
  readonly id: number;
}
export interface Reservation {
  readonly room: number;
  readonly from: Date;
  readonly to: Date;
  /** True if the item already had the room at this time. It can keep it even if the room can no longer be reserved. */
  readonly isKept?: boolean;
}

/** Removes all reservations of an item. */
export const deleteReservations = async (db: Db, { kind, id }: Holder): Promise<void> => {
  await sql`delete from room_reservations where holder_kind = ${kind} and holder_id = ${id}`.execute(
    db,
  );
};

/**
 * Adds reservations of rooms that can be reserved or are kept. An overlap violates `room_reservations_overlap`. Returns
 * their number.
 */
export const insertReservations = async (
  db: Db,
  school: SchoolId,
  { kind, id }: Holder,
  times: readonly Reservation[],
): Promise<number> => {
  // Locks the rooms in a fixed order, because inserts that wait for each other in the exclusion constraint cause a
  // deadlock.
  await sql`select from rooms where id = any(${times.map(({ room }) => room)}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const { numAffectedRows } =
    await sql`insert into room_reservations (school_id, room_id, holder_kind, holder_id, during)
    select ${school}, r.id, ${kind}, ${id}, tstzrange(t.starts, t.ends)
    from unnest(${times.map(({ room }) => room)}::bigint[], ${times.map(({ from }) => from)}::timestamptz[], ${times.map(({ to }) => to)}::timestamptz[], ${times.map(({ isKept }) => isKept === true)}::boolean[])
      as t (room, starts, ends, is_kept) join rooms r on r.id = t.room and (r.is_active or t.is_kept)`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0n);
};
