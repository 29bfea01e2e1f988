import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roomLimits } from '../rooms/limits.ts';
import { schemaNames } from '../schema-names.ts';

/** Reservations of a room. */
export const roomCalendar = z.object({
  items: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      event: z
        .object({ id: z.string(), title: z.string() })
        .nullable()
        .describe('Event, or null if the caller can’t see it.'),
    }),
  ),
});
schemaNames.add(roomCalendar, { id: 'RoomCalendar' });
export type RoomCalendar = z.output<typeof roomCalendar>;

export const getRoomCalendar = endpoint({
  access: 'member',
  credential: 'bearer',
  name: 'events.room-calendar',
  summary: 'Get a room’s reservations',
  description: `Returns reservations in order. Times in between are free. Maximum range: ${roomLimits.days} days.`,
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
