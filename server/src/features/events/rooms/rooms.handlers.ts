import { getRoomCalendar } from '#contract/events/rooms.endpoints.ts';
import { roomLimits } from '#contract/rooms/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { invalidParameter } from '../../../kernel/http/json-parameter.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { selectRoomCalendar, selectRoomState } from './event-rooms.queries.ts';

export const eventRoomsHandlers = [
  // Everyone at the school can see when rooms are free. Titles are only for people who can see the event.
  handle(getRoomCalendar, async (call, { id, from, to }) => {
    const span = { from: new Date(from), to: new Date(to) };
    const length = span.to.getTime() - span.from.getTime();
    if (length <= 0 || length > roomLimits.days * day)
      throw invalidParameter('to', `must be after from, by at most ${roomLimits.days} days`);
    orNotFound(await selectRoomState(call.db, idOf(id)));
    const rows = await selectRoomCalendar(call.db, readerOf(call), idOf(id), span);
    return {
      items: rows.map((row) => ({
        from: row.from.toISOString(),
        to: row.to.toISOString(),
        event: row.id === null ? null : { id: String(row.id), title: row.title ?? '' },
      })),
    };
  }),
];
