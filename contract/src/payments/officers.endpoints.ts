import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { document, money } from '../finances/shapes.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';
import { deskMethods, orderNeeds, orderStates, paymentLimits as limits } from './limits.ts';
import {
  count,
  id,
  idText,
  instant,
  moneyInput,
  order,
  orderSummary,
  payment,
  reason,
  refund,
  refundRequest,
} from './shapes.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
/** Permission in the club, or `payments.manage` at the school. */
const officer = { ...signedIn, inClub: 'store.manage' } as const;

export const listClubOrders = endpoint({
  ...officer,
  name: 'payments.club-orders',
  summary: 'List a club’s orders',
  description: 'Newest first. `search` finds numbers, names and pick-up codes.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/orders',
  params: id,
  query: cursorQuery.extend({
    state: z.enum(orderStates).optional(),
    needs: z.enum(orderNeeds).optional().describe('Only orders that need an officer.'),
    search: z.string().max(limits.search).optional(),
  }),
  reply: pageOf(orderSummary).extend({
    waiting: z
      .object({ refund: count, dispute: count, handover: count })
      .describe('Number of orders that need an officer.'),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const exportClubOrders = endpoint({
  ...officer,
  recordsReads: true,
  name: 'payments.export-club-orders',
  summary: 'Export a club’s orders',
  description:
    'Returns a CSV file with all matching orders, newest first. Rate limit: 60 per hour.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/orders/export',
  params: id,
  query: z.strictObject({
    state: z.enum(orderStates).optional(),
    needs: z.enum(orderNeeds).optional().describe('Only orders that need an officer.'),
    search: z.string().max(limits.search).optional(),
  }),
  reply: document,
  errors: ['not_found', 'forbidden', 'too_many_requests'],
});

export const recordReceipt = endpoint({
  ...officer,
  name: 'payments.record-receipt',
  summary: 'Record money taken at the desk',
  description:
    'For an open payment at the desk or by invoice. Pays the order. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/payments/{id}/receipt',
  params: id,
  body: z.strictObject({ clientId, method: z.enum(deskMethods) }),
  reply: payment,
  errors: [
    'not_found',
    'forbidden',
    'order_expired',
    'order_not_pending',
    'order_paid',
    'provider_off',
  ],
});

export const refundOrder = endpoint({
  ...officer,
  name: 'payments.refund',
  summary: 'Refund an order',
  description:
    'Refunds a part or all of what was paid, through the provider that took it. Answers open refund requests. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/orders/{id}/refunds',
  params: id,
  body: z.strictObject({
    clientId,
    amount: moneyInput,
    reason,
    restock: z
      .array(
        z.strictObject({ line: idText, quantity: z.number().int().min(1).max(limits.quantity) }),
      )
      .max(limits.items)
      .optional()
      .describe('Units that go back into stock.'),
  }),
  reply: refund,
  errors: [
    'not_found',
    'forbidden',
    'amount_invalid',
    'currency_differs',
    'refund_too_large',
    'not_refundable',
  ],
});

export const answerRefundRequest = endpoint({
  ...officer,
  name: 'payments.answer-refund-request',
  summary: 'Decline a refund request',
  description: 'The buyer sees the reason. To accept a request, refund the order.',
  method: 'PUT',
  path: '/api/v1/refund-requests/{id}',
  params: id,
  body: z.strictObject({ state: z.literal('declined'), reason }),
  reply: refundRequest,
  errors: ['not_found', 'forbidden', 'refund_request_answered'],
});

export const handOverOrder = endpoint({
  ...officer,
  name: 'payments.hand-over',
  summary: 'Mark an order as handed over',
  description: '`ready` notifies the buyer. `fulfilled`: everything was handed over. Idempotent.',
  method: 'PUT',
  path: '/api/v1/orders/{id}/handover',
  params: id,
  body: z.strictObject({ state: z.enum(['ready', 'fulfilled']) }),
  reply: order,
  errors: ['not_found', 'forbidden', 'order_not_paid'],
});

export const handOverOrders = endpoint({
  ...officer,
  name: 'payments.hand-over-orders',
  summary: 'Mark orders as ready or picked up',
  description: 'Updates several of a club’s orders at once. Skips unpaid orders. Idempotent.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/orders/handover',
  params: id,
  body: z.strictObject({
    orders: z.array(idText).min(1).max(limits.bulk),
    state: z.enum(['ready', 'fulfilled']),
  }),
  reply: z.object({
    changed: count.describe('Number of orders that changed.'),
    skipped: z.array(z.string()).describe('Numbers of orders that aren’t paid.'),
  }),
  errors: ['not_found', 'forbidden'],
});

export const discount = z.object({
  id: z.string(),
  code: z.string(),
  percent: count.nullable().describe('Share of the price in percent. Null for an amount.'),
  amount: money.nullable().describe('Amount off the order. Null for a percentage.'),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  maxUses: count.nullable().describe('Maximum number of orders. Null for no limit.'),
  perPerson: count.nullable().describe('Maximum number of orders of a person. Null for no limit.'),
  uses: count.describe('Number of orders that use it, without expired and canceled ones.'),
  isOn: z.boolean(),
  version: wholeNumber,
});
schemaNames.add(discount, { id: 'Discount' });
export type Discount = z.output<typeof discount>;

const discountFields = {
  startsAt: z.iso.datetime({ offset: true }).nullable().optional(),
  endsAt: z.iso.datetime({ offset: true }).nullable().optional(),
  maxUses: z.number().int().min(1).max(1_000_000).nullable().optional(),
  perPerson: z.number().int().min(1).max(1_000).nullable().optional(),
};

export const listDiscounts = endpoint({
  ...officer,
  name: 'payments.discounts',
  summary: 'List a club’s discount codes',
  method: 'GET',
  path: '/api/v1/clubs/{id}/discounts',
  params: id,
  query: cursorQuery,
  reply: pageOf(discount),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const createDiscount = endpoint({
  ...officer,
  name: 'payments.create-discount',
  summary: 'Create a discount code',
  description: 'Send `percent` or `amount`. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/discounts',
  params: id,
  body: z.strictObject({
    clientId,
    code: text()
      .min(2)
      .max(limits.discountCode)
      .describe('Code that buyers enter. Upper and lower case are the same.'),
    percent: z.number().int().min(1).max(100).optional(),
    amount: moneyInput.optional(),
    ...discountFields,
  }),
  reply: discount,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'invalid_input',
    'amount_invalid',
    'discount_exists',
    'too_many_discounts',
  ],
});

export const updateDiscount = endpoint({
  ...officer,
  name: 'payments.update-discount',
  summary: 'Update a discount code',
  description: 'Send only the fields to change, with the `version` you read.',
  method: 'PATCH',
  path: '/api/v1/discounts/{id}',
  params: id,
  body: z.strictObject({ version: wholeNumber, isOn: z.boolean().optional(), ...discountFields }),
  reply: discount,
  errors: ['not_found', 'forbidden', 'club_inactive', 'discount_changed'],
});
