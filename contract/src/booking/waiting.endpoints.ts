import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownSlot, slot } from './endpoints.ts';
import { bookingLimits as limits } from './limits.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const person = z.strictObject({ uid: z.string().max(40) });
const waits = z.object({ isWaiting: z.boolean() });

export const isOffered = endpoint({
  ...signedIn,
  name: 'booking.offered',
  summary: 'Check whether a person offers meetings',
  description: 'Returns true if the caller can book at least one meeting type.',
  method: 'GET',
  path: '/api/v1/booking/{uid}/offered',
  params: person,
  reply: z.object({ isOffered: z.boolean() }),
  errors: ['not_found'],
});

export const listSooner = endpoint({
  ...signedIn,
  name: 'booking.sooner',
  summary: 'Find earlier times',
  description: `Returns offices of this person whose other members have a time before \`before\` (or any time if omitted) within ${limits.mobileDays} days, soonest first, and whether the caller is on this person’s waitlist.`,
  method: 'GET',
  path: '/api/v1/booking/{uid}/sooner',
  params: person,
  query: z.strictObject({ before: z.iso.datetime({ offset: true }).optional() }),
  reply: waits.extend({
    heldSlot: slot
      .extend({
        kind: z.object({ id: z.string(), name: z.string() }),
        until: z.string().describe('End of the hold. No one else can book the time before then.'),
      })
      .nullable()
      .describe('Freed time that is held for the caller, or null.'),
    offices: z.array(
      z.object({ office: z.object({ id: z.string(), name: z.string() }), first: ownSlot }),
    ),
  }),
  errors: ['not_found'],
});

export const waitForTime = endpoint({
  ...signedIn,
  name: 'booking.wait',
  summary: 'Join a person’s waitlist',
  description: `When a meeting is canceled or rescheduled, its time is held for the first person on the waitlist, for as long as the host has set, then for the next. If the host prefers, everyone is notified once instead. Limit: ${limits.waits} people.`,
  method: 'PUT',
  path: '/api/v1/booking/{uid}/waiting',
  params: person,
  reply: waits,
  errors: ['not_found', 'booking_closed'],
});

export const stopWaiting = endpoint({
  ...signedIn,
  name: 'booking.stop-waiting',
  summary: 'Leave a person’s waitlist',
  description: 'A time held for the caller is offered to the next person. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/booking/{uid}/waiting',
  params: person,
  reply: waits,
});
