import { sql } from 'kysely';
import { roomLimits } from '#contract/rooms/limits.ts';
import type { EventStatus } from '#contract/events/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isSeenEvent, withReader, type EventReader } from '../reader/event-reader.queries.ts';

/** The room of an event, and whether it can be reserved. */
export const selectEventRoom = (
  db: Db,
  event: number,
): Promise<{ status: EventStatus; room: number | null; is_active: boolean | null } | undefined> =>
  first(
    db,
    sql<{
      status: EventStatus;
      room: number | null;
      is_active: boolean | null;
    }>`select e.status, e.room_id as room, r.is_active from events e
      left join rooms r on r.school_id = e.school_id and r.id = e.room_id where e.id = ${event}`,
  );

/** When an event needs its room: its times that are not over, where they meet as one. */
export const selectRoomTimes = (
  db: Db,
  event: number,
  now: Date,
): Promise<{ from: Date; to: Date }[]> =>
  many(
    db,
    sql<{ from: Date; to: Date }>`select lower(t.during) as from, upper(t.during) as to from (
        select unnest(range_agg(tstzrange(o.starts_at, o.ends_at))) as during from (
          select starts_at, ends_at from event_starts where event_id = ${event} and ends_at > ${now} and ends_at > starts_at
          order by starts_at limit ${roomLimits.times}
        ) as o
      ) as t order by 1`,
  );

/** What a room is reserved for in a window; `id` null of events that the reader may not see. */
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

/** Whether a room is there; `isActive`: and can be reserved. */
export const selectRoomState = (
  db: Db,
  room: number,
): Promise<{ is_active: boolean } | undefined> =>
  first(db, sql<{ is_active: boolean }>`select is_active from rooms where id = ${room}`);
