import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { wholeNumber } from '../whole-number.ts';
import { roomLimits as limits } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'rooms.manage', credential: 'bearer' } as const;
const one = z.strictObject({ id: z.string().max(40) });
const instant = z.iso.datetime({ offset: true });

const sent = z.strictObject({
  name: text().min(1).max(limits.name),
  building: text().max(limits.building).default(''),
  capacity: z
    .number()
    .int()
    .min(1)
    .max(limits.capacity)
    .nullable()
    .default(null)
    .describe('Number of seats, or null if unknown.'),
  note: text().max(limits.note).default(''),
  isActive: z.boolean().default(true).describe('True if people can reserve the room.'),
});
const room = z.object({
  id: z.string(),
  name: z.string(),
  building: z.string(),
  capacity: z.number().int().nullable().describe('Number of seats, or null if unknown.'),
  note: z.string(),
  isActive: z.boolean(),
  version: wholeNumber,
  can: z.object({ update: z.boolean() }),
});
schemaNames.add(room, { id: 'Room' });
export type Room = z.output<typeof room>;

export const listRooms = endpoint({
  ...signedIn,
  name: 'rooms.list',
  summary: 'List rooms',
  description:
    'Sorted by building and name. With `from` and `to`, returns rooms that are free for the whole time; with `seats`, rooms with at least that capacity.',
  method: 'GET',
  path: '/api/v1/rooms',
  query: z.strictObject({
    ...offsetWindow,
    search: text().max(80).default(''),
    seats: z.coerce
      .number()
      .int()
      .min(1)
      .max(limits.capacity)
      .optional()
      .describe('Minimum number of seats.'),
    from: instant.optional(),
    to: instant.optional(),
  }),
  reply: listingReply(room),
});

export const createRoom = endpoint({
  ...staff,
  name: 'rooms.create',
  summary: 'Create a room',
  description: 'Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/rooms',
  body: sent.extend({ clientId }),
  reply: room,
  errors: ['room_exists', 'too_many_rooms'],
});

export const updateRoom = endpoint({
  ...staff,
  name: 'rooms.update',
  summary: 'Update a room',
  method: 'PUT',
  path: '/api/v1/school/rooms/{id}',
  params: one,
  body: sent.extend({ version: wholeNumber.describe('Version you read.') }),
  reply: room,
  errors: ['not_found', 'room_exists', 'room_changed'],
});

export const deleteRoom = endpoint({
  ...staff,
  name: 'rooms.delete',
  summary: 'Delete a room',
  description: 'Also deletes its reservations.',
  method: 'DELETE',
  path: '/api/v1/school/rooms/{id}',
  params: one,
  reply: z.object({ ok: z.literal(true) }),
});
