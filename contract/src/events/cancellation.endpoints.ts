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
  amount: count.describe('Amount in minor units, such as cents.'),
  currency: z.string(),
});

export const getCancellation = endpoint({
  ...manager,
  name: 'events.cancellation',
  summary: 'Preview an event cancellation',
  description:
    'Returns the number of ticket orders that would be refunded or canceled, and the refund amounts.',
  method: 'GET',
  path: '/api/v1/events/{id}/cancellation',
  params: id,
  query: z.strictObject({
    occurrence: occurrence.optional(),
    scope: z.enum(editScopes).default('all'),
  }),
  reply: z.object({
    orders: count.describe('Number of paid orders that would be refunded.'),
    unpaid: count.describe('Number of unpaid orders that would be canceled.'),
    byHand: count.describe(
      'Number of `orders` that an officer needs to refund manually (paid in cash or by invoice).',
    ),
    refunds: z.array(money).describe('Total to refund in each currency, including manual refunds.'),
  }),
  errors: ['not_found', 'club_inactive', 'occurrence_unknown'],
});

export const getEventRefunds = endpoint({
  ...manager,
  name: 'events.refunds',
  summary: 'Get refunds of an event’s tickets',
  description:
    'Returns how many paid orders were refunded. After a cancellation, the refunds start within a minute. Orders that the other numbers don’t include are still waiting.',
  method: 'GET',
  path: '/api/v1/events/{id}/refunds',
  params: id,
  reply: z.object({
    orders: count.describe('Number of paid orders with tickets of the event.'),
    refunded: count.describe('Number of orders whose tickets were refunded.'),
    pending: count.describe('Number of orders whose refund the provider hasn’t confirmed.'),
    requested: count.describe(
      'Number of orders that an officer needs to refund manually, because a refund request is open.',
    ),
    declined: count.describe('Number of orders whose last refund request was declined.'),
    sums: z.array(money).describe('Refunded amount in each currency.'),
  }),
  errors: ['not_found'],
});

export const cancelEvent = endpoint({
  ...manager,
  name: 'events.cancel',
  summary: 'Cancel an event',
  description:
    'With `occurrence`, cancels that date, or that and all following dates. Notifies people with a spot, cancels unpaid ticket orders, and refunds paid ones. Idempotent.',
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
