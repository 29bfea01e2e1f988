/* Limits and lists of orders and payments. This file doesn't import zod because the browser uses it at run time. */

export const paymentLimits = {
  /** Maximum amount of a price, donation or order, in minor units. */
  amount: 1_000_000_000_000,
  /** Items of an order, and units of an item. */
  items: 50,
  quantity: 1_000,
  title: 200,
  reason: 500,
  discountCode: 40,
  discounts: 500,
  reference: 120,
  search: 120,
  /** Maximum orders per bulk change. */
  bulk: 200,
  key: 500,
  /** Suggested amounts of donations, and lengths of texts about them. */
  suggestedDonations: 6,
  donationPurpose: 500,
  donationMessage: 500,
  /** Minutes in which an order holds its items. */
  holdMinutes: 30,
  /** Hours in which an order that is paid at the desk or by invoice holds its items. */
  deskHours: 24,
  invoiceHours: 14 * 24,
  /** Minimum lifetime of a Checkout session at Stripe. */
  sessionMinutes: 30,
  /** Unpaid orders of a person. */
  pending: 50,
  webhookBytes: 256 * 1024,
} as const;

/** Rate limit for order exports, per person. */
export const orderExportRate = { max: 60, seconds: 3_600 } as const;

/** `pending`: holds its items and waits for the payment; `fulfilled`: an officer handed everything over. */
export const orderStates = ['pending', 'paid', 'fulfilled', 'expired', 'canceled'] as const;
export type OrderState = (typeof orderStates)[number];

export const paymentStates = ['open', 'succeeded', 'failed', 'canceled'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const refundStates = ['pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

export const refundRequestStates = ['open', 'declined', 'refunded'] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/** `desk`: cash, check or card terminal at an officer’s desk; `school`: a charge on the student’s school account. */
export const paymentProviders = ['stripe', 'desk', 'invoice', 'school'] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

/** How money was taken at the desk. */
export const deskMethods = ['cash', 'check', 'terminal'] as const;
export type DeskMethod = (typeof deskMethods)[number];

/** Types of items that people can order. */
export const orderItemKinds = ['product', 'ticket', 'dues', 'donation'] as const;
export type OrderItemKind = (typeof orderItemKinds)[number];

/** Events of an order, in its history. */
export const orderEventKinds = [
  'created',
  'payment_started',
  'payment_failed',
  'paid',
  'ready',
  'fulfilled',
  'expired',
  'canceled',
  'refund_requested',
  'refund_declined',
  'refund_started',
  'refunded',
  'refund_failed',
  'late_payment_refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/** Orders that need an officer. */
export const orderNeeds = ['refund', 'dispute', 'handover'] as const;
export type OrderNeed = (typeof orderNeeds)[number];

/** Rate limits per person. */
export const paymentRates = {
  order: { max: 600, seconds: 3_600 },
  pay: { max: 600, seconds: 3_600 },
  check: { max: 600, seconds: 3_600 },
  receipt: { max: 60, seconds: 3_600 },
} as const;
