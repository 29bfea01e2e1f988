import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { document } from '../finances/shapes.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { text } from '../text.ts';
import { paymentLimits as limits, paymentProviders } from './limits.ts';
import {
  id,
  idText,
  order,
  orderItem,
  orderSummary,
  payment,
  reason,
  refundRequest,
} from './shapes.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;

export const createOrder = endpoint({
  ...signedIn,
  name: 'payments.order',
  summary: 'Place an order',
  description: `Holds the items for ${limits.holdMinutes} minutes, until \`expiresAt\`. Orders with nothing to pay are marked as paid immediately. Returns the caller’s unpaid dues order if it has the same items; otherwise, the new dues order replaces it. Idempotent by \`clientId\`. Rate limit: 600 per hour.`,
  method: 'POST',
  path: '/api/v1/orders',
  body: z.strictObject({
    clientId,
    club: idText,
    items: z
      .array(orderItem)
      .min(1)
      .max(limits.items)
      .refine((items) => items.filter((one) => 'dues' in one).length <= 1, {
        message: 'Order one dues plan at a time.',
      })
      .refine(
        (items) =>
          items.length === 1 ||
          items.every((one) => !('donation' in one) || one.isAnonymous !== true),
        { message: 'Place a separate order for an anonymous donation.' },
      ),
    discount: text().max(limits.discountCode).optional().describe('Discount code.'),
  }),
  reply: order,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'donations_off',
    'donation_amount',
    'event_canceled',
    'sold_out',
    'per_person_limit',
    'discount_invalid',
    'order_open',
    'too_many_orders',
    'too_many_requests',
  ],
});

export const listOrders = endpoint({
  ...signedIn,
  name: 'payments.orders',
  summary: 'List your orders',
  description: 'Newest first.',
  method: 'GET',
  path: '/api/v1/orders',
  scope: 'read',
  query: cursorQuery.extend({ club: idText.optional() }),
  reply: pageOf(orderSummary),
  errors: ['bad_cursor'],
});

export const getOrder = endpoint({
  ...signedIn,
  name: 'payments.get-order',
  summary: 'Get an order',
  description: 'For the buyer and for officers who manage the club’s store.',
  method: 'GET',
  path: '/api/v1/orders/{id}',
  scope: 'read',
  params: id,
  reply: order,
  errors: ['not_found'],
});

export const cancelOrder = endpoint({
  ...signedIn,
  name: 'payments.cancel-order',
  summary: 'Cancel an unpaid order',
  description:
    'For the buyer and for officers. Closes the provider’s page first, then releases the items.',
  method: 'DELETE',
  path: '/api/v1/orders/{id}',
  params: id,
  reply: order,
  errors: ['not_found', 'order_expired', 'order_not_pending', 'order_paid', 'payment_unavailable'],
});

export const payOrder = endpoint({
  ...signedIn,
  name: 'payments.pay',
  summary: 'Start a payment',
  description:
    'Returns the open payment if there is one. Officers can start one at the desk or by invoice for a buyer. Rate limit: 600 per hour.',
  method: 'POST',
  path: '/api/v1/orders/{id}/payments',
  params: id,
  body: z.strictObject({ clientId, provider: z.enum(paymentProviders) }),
  reply: payment,
  errors: [
    'not_found',
    'order_expired',
    'order_not_pending',
    'order_paid',
    'provider_off',
    'payment_unavailable',
    'finance_currency',
    'too_many_requests',
  ],
});

export const cancelPayment = endpoint({
  ...signedIn,
  name: 'payments.cancel-payment',
  summary: 'Cancel an open payment',
  description:
    'Closes the provider’s page, so that the buyer can choose another way to pay. The order keeps its items. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/payments/{id}',
  params: id,
  reply: payment,
  errors: ['not_found', 'order_paid', 'payment_unavailable'],
});

export const checkPayment = endpoint({
  ...signedIn,
  name: 'payments.check',
  summary: 'Ask the provider about a payment',
  description:
    'Reads the payment from the provider, and settles it. Call it when the buyer comes back from the provider’s page. Idempotent. Rate limit: 600 per hour.',
  method: 'POST',
  path: '/api/v1/payments/{id}/check',
  params: id,
  reply: payment,
  errors: ['not_found', 'payment_unavailable', 'too_many_requests'],
});

export const requestRefund = endpoint({
  ...signedIn,
  name: 'payments.request-refund',
  summary: 'Ask for a refund',
  description: 'For the buyer of a paid order. Notifies the officers. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/orders/{id}/refund-requests',
  params: id,
  body: z.strictObject({
    clientId,
    reason,
    lines: z
      .array(
        z.strictObject({ line: idText, quantity: z.number().int().min(1).max(limits.quantity) }),
      )
      .max(limits.items)
      .optional()
      .describe('Lines to refund. If omitted, the whole order.'),
  }),
  reply: refundRequest,
  errors: ['not_found', 'not_refundable', 'refund_too_large', 'refund_request_open'],
});

export const downloadReceipt = endpoint({
  ...signedIn,
  name: 'payments.receipt',
  summary: 'Download a receipt',
  description: 'Returns a PDF for a paid order. Rate limit: 60 per hour.',
  method: 'POST',
  path: '/api/v1/orders/{id}/receipt',
  params: id,
  body: z.strictObject({ language: z.enum(['en', 'de', 'ar']).default('en') }),
  reply: document,
  errors: ['not_found', 'order_not_paid', 'too_many_requests'],
});
