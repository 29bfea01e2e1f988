import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { kind, one, ownSlot, sentKind, state } from './endpoints.ts';
import { bookingLimits as limits } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = {
  access: 'staff',
  permission: 'booking.manage',
  credential: 'bearer',
} as const;

const office = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  isOpen: z.boolean(),
  people: z.array(face),
});

export const listOffices = endpoint({
  ...signedIn,
  name: 'booking-offices.list',
  summary: 'List offices',
  description:
    'An office is a group of people who offer the same meeting type. Closed offices are returned only to people who manage them.',
  method: 'GET',
  path: '/api/v1/booking-offices',
  reply: z.object({
    items: z.array(
      office.extend({
        minutes: z.number().int(),
        can: z.object({ update: z.boolean() }),
      }),
    ),
    can: z.object({ create: z.boolean() }),
  }),
});

export const getOfficePage = endpoint({
  ...signedIn,
  name: 'booking-offices.page',
  summary: 'Get an office’s booking page',
  description:
    'Returns the meeting type and the first time that works. `kinds` is empty if the office has no hours.',
  method: 'GET',
  path: '/api/v1/booking-offices/{id}',
  params: one,
  reply: z.object({
    office,
    daysAhead: z.number().int().describe('Days ahead that people can book.'),
    cancelMinutes: z
      .number()
      .int()
      .describe(
        'Cutoff for rescheduling or canceling by the person who booked, in minutes before the meeting.',
      ),
    kinds: z.array(
      kind.extend({ first: ownSlot.nullable().describe('First free time, or null.') }),
    ),
  }),
  errors: ['not_found'],
});

export const listOfficeSlots = endpoint({
  ...signedIn,
  name: 'booking-offices.slots',
  summary: 'List an office’s free slots',
  description: `Returns slots in which at least one member is free, between two days or instants. Maximum range: ${limits.windowDays} days.`,
  method: 'GET',
  path: '/api/v1/booking-offices/{id}/slots',
  params: one,
  query: z.strictObject({
    from: z.string().max(40).optional(),
    to: z.string().max(40).optional(),
  }),
  reply: z.object({ items: z.array(ownSlot) }),
  errors: ['not_found'],
});

export const bookOffice = endpoint({
  ...signedIn,
  name: 'booking-offices.book',
  summary: 'Book a slot with an office',
  description:
    'Assigns the meeting to the free member with the fewest upcoming meetings. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/booking-offices/{id}/bookings',
  params: one,
  body: z.strictObject({
    clientId,
    slot: z.string().max(40),
    answers: z.record(z.string().max(40), text().max(limits.answer)).default({}),
  }),
  reply: z.object({
    id: z.string(),
    dateStart: z.string(),
    dateEnd: z.string(),
    status: state,
    person: face,
  }),
  errors: [
    'not_found',
    'slot_taken',
    'slot_unavailable',
    'booking_conflict',
    'booking_answers',
    'too_many_requests',
  ],
});

const sent = z.strictObject({
  name: text().min(1).max(limits.name),
  note: text().max(limits.note),
  isOpen: z.boolean(),
  people: z
    .array(z.string().max(40))
    .min(1)
    .max(limits.officePeople)
    .describe('User IDs of the members.'),
  kind: sentKind.omit({ id: true, groupSize: true }),
});
const managed = sent.extend({
  id: z.string(),
  version: wholeNumber.describe('Number of changes so far.'),
  people: z.array(face),
});
schemaNames.add(managed, { id: 'BookingOffice' });
export type ManagedOffice = z.output<typeof managed>;

export const getManagedOffice = endpoint({
  ...staff,
  name: 'booking-offices.settings',
  summary: 'Get an office’s settings',
  method: 'GET',
  path: '/api/v1/school/booking-offices/{id}',
  params: one,
  reply: managed,
  errors: ['not_found'],
});

export const createOffice = endpoint({
  ...staff,
  name: 'booking-offices.create',
  summary: 'Create an office',
  description:
    'Members are offered within their own hours. Members without hours can set them from now on.',
  method: 'POST',
  path: '/api/v1/school/booking-offices',
  body: sent.extend({ clientId }),
  reply: managed,
  errors: ['too_many_offices'],
});

export const updateOffice = endpoint({
  ...staff,
  name: 'booking-offices.update',
  summary: 'Update an office',
  description: 'Booked meetings stay.',
  method: 'PUT',
  path: '/api/v1/school/booking-offices/{id}',
  params: one,
  body: sent.extend({ version: wholeNumber.describe('Version you read.') }),
  reply: managed,
  errors: ['not_found', 'booking_office_changed'],
});

export const deleteOffice = endpoint({
  ...staff,
  name: 'booking-offices.delete',
  summary: 'Delete an office',
  description: 'Booked meetings stay.',
  method: 'DELETE',
  path: '/api/v1/school/booking-offices/{id}',
  params: one,
  reply: z.object({ ok: z.literal(true) }),
});
