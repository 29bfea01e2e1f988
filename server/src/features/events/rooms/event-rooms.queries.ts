import { sql } from 'kysely';
import { roomLimits } from '#contract/rooms/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isSeenEvent, withReader, type EventReader } from '../reader/event-reader.queries.ts';

/** A time when an event needs a room. `is_kept`: it already has the room then. */
export interface RoomTime {
  readonly room: number;
  readonly is_active: boolean;
  readonly is_kept: boolean;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Selects when an event needs which room: its upcoming dates, merged if they touch in one room. A date can have its own room. `holders`:
 * the events whose reservations it can keep, itself and the one that it was split from.
 */
export const selectRoomTimes = (
  db: Db,
  event: number,
  holders: readonly number[],
  now: Date,
): Promise<RoomTime[]> =>
  many(
    db,
    sql<RoomTime>`select r.id as room, r.is_active, lower(t.during) as from, upper(t.during) as to,
        coalesce((select range_agg(v.during) @> t.during from room_reservations v
          where v.holder_kind = 'event' and v.holder_id = any(${holders as number[]}::bigint[]) and v.room_id = r.id), false) as is_kept from (
        select room_id, unnest(range_agg(tstzrange(o.starts_at, o.ends_at))) as during from (
          select x.starts_at, x.ends_at, case when d.has_own_room then d.room_id else e.room_id end as room_id
          from events e join event_starts x on x.school_id = e.school_id and x.event_id = e.id
          left join event_dates d on d.school_id = x.school_id and d.event_id = x.event_id and d.original = x.original
          where e.id = ${event} and e.status in ('published', 'in_approval') and x.ends_at > ${now} and x.ends_at > x.starts_at
          order by x.starts_at limit ${roomLimits.times}
        ) as o group by room_id
      ) as t join rooms r on r.id = t.room_id order by 3, 1`,
  );

/** Selects the name of a room. */
export const selectRoomName = (
  db: Db,
  room: number,
): Promise<{ id: string; name: string; building: string } | undefined> =>
  first(
    db,
    sql<{
      id: string;
      name: string;
      building: string;
    }>`select id::text as id, name, building from rooms where id = ${room}`,
  );

/** Selects a room's reservations in a window. `id` is null for events that the viewer can't see. */
export const selectRoomCalendar = (
  db: Db,
  reader: EventReader,
  room: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ from: Date; to: Date; id: number | null; title: string | null }[]> =>
  many(
    db,
    sql<{
      from: Date;
      to: Date;
      id: number | null;
      title: string | null;
    }>`with ${withReader(reader)}
      select lower(v.during) as from, upper(v.during) as to, e.id, e.title from room_reservations v
        left join events e on v.holder_kind = 'event' and e.school_id = v.school_id and e.id = v.holder_id and ${isSeenEvent(reader)}
      where v.room_id = ${room} and v.during && tstzrange(${from}, ${to}) order by lower(v.during), v.id limit ${roomLimits.times}`,
  );

/** Returns whether a room exists. `isActive`: whether it can be reserved. */
export const selectRoomState = (
  db: Db,
  room: number,
): Promise<{ is_active: boolean } | undefined> =>
  first(db, sql<{ is_active: boolean }>`select is_active from rooms where id = ${room}`);
