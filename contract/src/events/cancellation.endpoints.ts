import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { eventPage, occurrenceKey as occurrence } from './endpoints.ts';
import { editScopes, eventLimits as limits } from './limits.ts';

/* Canceling an event, and what it does to the orders of its tickets. */

const manager = { access: 'member', credential: 'bearer', inClub: 'events.manage' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const money = z.object({
  amount: count.describe('Amount in minor units (cents).'),
  currency: z.string(),
});

export const getCancellation = endpoint({
  ...manager,
  name: 'events.cancellation',
  summary: 'Preview canceling an event',
  description: 'Returns the orders of paid tickets that canceling would end.',
  method: 'GET',
  path: '/api/v1/events/{id}/cancellation',
  params: id,
  query: z.strictObject({
    occurrence: occurrence.optional(),
    scope: z.enum(editScopes).default('all'),
  }),
  reply: z.object({
    orders: count.describe('Number of paid orders with money to refund.'),
    unpaid: count.describe('Number of unpaid orders that would be canceled.'),
    byHand: count.describe(
      'Number of the paid orders whose money an officer has to hand back: cash and invoices.',
    ),
    refunds: z.array(money).describe('Sum to refund in each currency, by hand included.'),
  }),
  errors: ['not_found', 'club_inactive', 'occurrence_unknown'],
});

export const cancelEvent = endpoint({
  ...manager,
  name: 'events.cancel',
  summary: 'Cancel an event',
  description:
    'With `occurrence`, cancels that date, or that and all following dates. People with a spot are notified, unpaid orders of tickets are canceled, and paid ones are refunded. Idempotent.',
  method: 'POST',
  path: '/api/v1/events/{id}/cancellation',
  params: id,
  body: z.strictObject({
    occurrence: occurrence.optional(),
    scope: z.enum(editScopes).default('all'),
    reason: text().max(limits.reason).default(''),
  }),
  reply: eventPage,
  errors: [
    'not_found',
    'club_inactive',
    'event_not_published',
    'event_ended',
    'occurrence_unknown',
  ],
});
