import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roomLimits } from '../rooms/limits.ts';

/** What a room is reserved for. */
export const roomCalendar = z.object({
  items: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      event: z
        .object({ id: z.string(), title: z.string() })
        .nullable()
        .describe('null: an event that the caller may not see'),
    }),
  ),
});
export type RoomCalendar = z.output<typeof roomCalendar>;

export const getRoomCalendar = endpoint({
  access: 'member',
  credential: 'bearer',
  name: 'events.room-calendar',
  summary: `When a room is reserved, in order, within at most ${roomLimits.days} days; what lies between is free.`,
  method: 'GET',
  path: '/api/v1/rooms/{id}/calendar',
  params: z.strictObject({ id: z.string().max(40) }),
  query: z.strictObject({
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
  }),
  reply: roomCalendar,
  errors: ['not_found'],
});
