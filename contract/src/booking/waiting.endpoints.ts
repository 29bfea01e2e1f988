import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownSlot, slot } from './endpoints.ts';
import { bookingLimits as limits } from './limits.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const person = z.strictObject({ uid: z.string().max(40) });
const waits = z.object({ isWaiting: z.boolean() });

export const isOffered = endpoint({
  ...member,
  name: 'booking.offered',
  summary: 'Whether a person offers meetings that the caller can book.',
  method: 'GET',
  path: '/api/v1/booking/{uid}/offered',
  params: person,
  reply: z.object({ isOffered: z.boolean() }),
  errors: ['not_found'],
});

export const listSooner = endpoint({
  ...member,
  name: 'booking.sooner',
  summary: `Offices of a person whose other people have a time that suits before \`before\`, or, without it, at all, within ${limits.mobileDays} days, the soonest first; and whether the caller waits for a time of this person.`,
  method: 'GET',
  path: '/api/v1/booking/{uid}/sooner',
  params: person,
  query: z.strictObject({ before: z.iso.datetime({ offset: true }).optional() }),
  reply: waits.extend({
    held: slot
      .extend({
        kind: z.object({ id: z.string(), name: z.string() }),
        until: z.string().describe('Until when nobody else can book it'),
      })
      .nullable()
      .describe('A time that became free and is held for the caller'),
    offices: z.array(
      z.object({ office: z.object({ id: z.string(), name: z.string() }), first: ownSlot }),
    ),
  }),
  errors: ['not_found'],
});

export const waitForTime = endpoint({
  ...member,
  name: 'booking.wait',
  summary: `Wait for a time of this person. When a meeting is canceled or moved, its time is held for the first who waits, for the hours the host has set, then for the next; or all who wait are notified, once. At most ${limits.waits} people at once.`,
  method: 'PUT',
  path: '/api/v1/booking/{uid}/waiting',
  params: person,
  reply: waits,
  errors: ['not_found', 'booking_closed'],
});

export const stopWaiting = endpoint({
  ...member,
  name: 'booking.stop-waiting',
  summary:
    'Wait no longer. A time that is held for the caller goes to the next. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/booking/{uid}/waiting',
  params: person,
  reply: waits,
});
