import { z } from 'zod';
import { money } from '../finances/shapes.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  deskMethods,
  orderEventKinds,
  orderItemKinds,
  orderStates,
  paymentLimits as limits,
  paymentProviders,
  paymentStates,
  refundRequestStates,
  refundStates,
} from './limits.ts';

/* Schemas shared by the calls of buyers, officers and staff. */

export const idText = z.string().max(40);
export const id = z.strictObject({ id: idText });
export const count = z.number().int();
export const instant = z.string().describe('Instant in RFC 3339.');
export const reason = text().min(1).max(limits.reason);

/** An amount that a person sends. The handler checks its bounds, so that all invalid amounts get `amount_invalid`. */
export const moneyInput = z.strictObject({
  amount: z.number().describe('Whole number of minor units (cents) of the currency (ISO 4217).'),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
schemaNames.add(moneyInput, { id: 'MoneyInput' });

export const orderItem = z.union([
  z.strictObject({
    variant: idText,
    quantity: z.number().int().min(1).max(limits.quantity),
  }),
  z.strictObject({
    event: idText,
    occurrence: z.string().max(40).optional().describe('Date of an event with several dates.'),
    ticketKind: idText,
  }),
  z.strictObject({ dues: idText.describe('ID of the dues plan.') }),
  z.strictObject({
    donation: moneyInput,
    message: text().max(limits.donationMessage).optional().describe('Message to the club.'),
    isAnonymous: z
      .boolean()
      .optional()
      .describe('True to hide the caller’s name from officers. Requires a separate order.'),
  }),
]);
schemaNames.add(orderItem, { id: 'OrderItemInput' });
export type OrderItemInput = z.output<typeof orderItem>;

export const orderLine = z.object({
  id: z.string(),
  kind: z.enum(orderItemKinds),
  item: z
    .string()
    .nullable()
    .describe('ID of the variant, ticket type or dues plan. Null for donations.'),
  title: z.string(),
  isGuests: z.boolean().describe('True for guest tickets that have their own price.'),
  quantity: count,
  price: money.describe('Price of one unit, including tax.'),
  discount: money.describe('Discount on the line.'),
  tax: money.describe('Tax that the total contains.'),
  total: money.describe('Price of all units less the discount.'),
  restocked: count.describe('Number of units that went back into stock.'),
  message: z.string().describe('Donor’s message. Empty for other items.'),
});
schemaNames.add(orderLine, { id: 'OrderLine' });
export type OrderLine = z.output<typeof orderLine>;

export const payment = z.object({
  id: z.string(),
  provider: z.enum(paymentProviders),
  state: z.enum(paymentStates),
  amount: money,
  url: z
    .string()
    .nullable()
    .describe('The provider’s page while the payment is open. Null if there is none.'),
  method: z.enum(deskMethods).nullable().describe('How money was taken at the desk.'),
  createdAt: instant,
  settledAt: instant.nullable(),
});
schemaNames.add(payment, { id: 'Payment' });
export type Payment = z.output<typeof payment>;

export const refund = z.object({
  id: z.string(),
  amount: money,
  reason: z.string(),
  state: z
    .enum(refundStates)
    .describe(
      '`pending` until the provider confirms it, for example while the balance there doesn’t cover it.',
    ),
  isAutomatic: z.boolean().describe('True for a payment that came too late or twice.'),
  createdAt: instant,
  by: face.nullable().describe('Officer. Null for automatic refunds and for buyers.'),
});
schemaNames.add(refund, { id: 'Refund' });
export type Refund = z.output<typeof refund>;

export const refundRequest = z.object({
  id: z.string(),
  state: z.enum(refundRequestStates),
  reason: z.string(),
  lines: z
    .array(z.object({ line: z.string(), quantity: count }))
    .describe('Lines to refund. Empty for the whole order.'),
  answer: z.string().describe('Officer’s reason for declining. Otherwise empty.'),
  createdAt: instant,
});
schemaNames.add(refundRequest, { id: 'RefundRequest' });
export type RefundRequest = z.output<typeof refundRequest>;

const orderHead = {
  id: z.string(),
  number: z.string().describe('Number that buyers and officers see, such as `K7M2QX`.'),
  club: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(orderStates),
  buyer: face
    .nullable()
    .describe('Null if the account was erased, or for someone else’s anonymous donation.'),
  isAnonymous: z.boolean().describe('True if officers can’t see the buyer.'),
  total: money,
  tax: money.describe('Tax that the total contains.'),
  refunded: money.describe('Sum of succeeded refunds.'),
  createdAt: instant,
  expiresAt: instant.describe('Until then, the order holds its items.'),
  paidAt: instant.nullable(),
  readyAt: instant.nullable().describe('Time from which the items can be picked up.'),
  isDisputed: z.boolean().describe('True if the buyer’s bank disputes the payment.'),
  hasRefundRequest: z.boolean().describe('True if a refund request is open.'),
};

export const orderSummary = z.object({
  ...orderHead,
  title: z.string().describe('Titles of the first lines.'),
  units: count.describe('Number of units of all lines.'),
});
schemaNames.add(orderSummary, { id: 'OrderSummary' });
export type OrderSummary = z.output<typeof orderSummary>;

export const order = z.object({
  ...orderHead,
  lines: z.array(orderLine),
  subtotal: money.describe('Sum before discounts.'),
  discount: money,
  discountCode: z.string().nullable(),
  payments: z.array(payment),
  refunds: z.array(refund),
  refundRequests: z.array(refundRequest),
  refundable: money.describe('Amount that can still be refunded.'),
  providers: z.array(z.enum(paymentProviders)).describe('Ways to pay this order.'),
  pickUpCode: z
    .string()
    .nullable()
    .describe('Code to show when picking up the items. Only for the buyer of a paid order.'),
  history: z
    .array(
      z.object({
        kind: z.enum(orderEventKinds),
        at: instant,
        by: face.nullable().describe('Null if it happened automatically.'),
      }),
    )
    .describe('Events of the order, oldest first.'),
  version: wholeNumber,
  can: z.object({
    pay: z.boolean(),
    cancel: z.boolean(),
    requestRefund: z.boolean(),
    takePayment: z.boolean().describe('True for officers of an unpaid order.'),
    refund: z.boolean(),
    handOver: z.boolean(),
  }),
});
schemaNames.add(order, { id: 'Order' });
export type Order = z.output<typeof order>;
