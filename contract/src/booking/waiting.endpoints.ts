import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownSlot } from './endpoints.ts';
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
    offices: z.array(
      z.object({ office: z.object({ id: z.string(), name: z.string() }), first: ownSlot }),
    ),
  }),
  errors: ['not_found'],
});

export const waitForTime = endpoint({
  ...member,
  name: 'booking.wait',
  summary: `Be notified, once, when a meeting of this person is canceled or moved and so a time is free. At most ${limits.waits} people at once.`,
  method: 'PUT',
  path: '/api/v1/booking/{uid}/waiting',
  params: person,
  reply: waits,
  errors: ['not_found', 'booking_closed'],
});

export const stopWaiting = endpoint({
  ...member,
  name: 'booking.stop-waiting',
  summary: 'Be notified no longer. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/booking/{uid}/waiting',
  params: person,
  reply: waits,
});
