import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { day, dayInput, money } from '../finances/shapes.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';
import { paymentLimits as limits } from './limits.ts';
import { count, moneyInput } from './shapes.ts';

const staff = { access: 'staff', credential: 'bearer', permission: 'payments.manage' } as const;

const hours = z
  .number()
  .int()
  .min(1)
  .max(90 * 24);
const fee = z.strictObject({
  basisPoints: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .describe('Share of the amount in hundredths of a percent.'),
  fixed: z.number().int().min(0).max(1_000_000).describe('Amount per payment in minor units.'),
});

const stripeSettings = z.object({
  isOn: z.boolean(),
  keyHint: z.string().nullable().describe('Start and end of the secret key. Null without a key.'),
  hasWebhookSecret: z.boolean(),
  account: z.string().nullable().describe('Connected account. Null for the key’s own account.'),
  webhookUrl: z.string().describe('Address to enter at Stripe.'),
  fee: fee.describe('Stripe’s fee, which the club pays.'),
});

export const paymentSettings = z.object({
  stripe: stripeSettings,
  clubAccounts: z
    .array(z.object({ club: z.object({ id: z.string(), name: z.string() }), account: z.string() }))
    .describe('Clubs with a connected account of their own.'),
  desk: z.object({ isOn: z.boolean(), holdHours: count }),
  invoice: z.object({ isOn: z.boolean(), holdHours: count }),
  school: z.object({ isOn: z.boolean() }),
  version: wholeNumber,
});
schemaNames.add(paymentSettings, { id: 'PaymentSettings' });
export type PaymentSettings = z.output<typeof paymentSettings>;

export const getPaymentSettings = endpoint({
  ...staff,
  name: 'payments.settings',
  summary: 'Get payment settings',
  description: 'Secrets are never returned.',
  method: 'GET',
  path: '/api/v1/school/payment-settings',
  reply: paymentSettings,
});

export const updatePaymentSettings = endpoint({
  ...staff,
  name: 'payments.update-settings',
  summary: 'Update payment settings',
  description: 'Send only the fields to change, with the `version` you read.',
  method: 'PATCH',
  path: '/api/v1/school/payment-settings',
  body: z.strictObject({
    version: wholeNumber,
    stripe: z
      .strictObject({
        isOn: z.boolean().optional(),
        key: z.string().min(8).max(limits.key).optional().describe('Secret key.'),
        webhookSecret: z.string().min(8).max(limits.key).optional(),
        account: z
          .string()
          .regex(/^acct_\w{1,60}$/)
          .nullable()
          .optional(),
        fee: fee.optional(),
      })
      .optional(),
    desk: z.strictObject({ isOn: z.boolean().optional(), holdHours: hours.optional() }).optional(),
    invoice: z
      .strictObject({ isOn: z.boolean().optional(), holdHours: hours.optional() })
      .optional(),
    school: z.strictObject({ isOn: z.boolean().optional() }).optional(),
  }),
  reply: paymentSettings,
  errors: ['payment_settings_changed', 'payment_key_invalid'],
});

const reportRow = z.object({
  club: z.object({ id: z.string(), name: z.string() }),
  orders: count.describe('Number of orders that were paid in these days.'),
  income: money,
  donations: money.describe('Part of `income` that comes from donations.'),
  tax: money,
  fees: money,
  refunded: money,
  net: money.describe('Income less tax, fees and refunds: the club’s own money.'),
});

export const getPaymentReport = endpoint({
  ...staff,
  name: 'payments.report',
  summary: 'Get payments by club',
  description:
    'Returns one row per club and currency for the days `from` to `to`, in the school’s time zone.',
  method: 'GET',
  path: '/api/v1/school/payment-report',
  query: z.strictObject({ from: dayInput, to: dayInput }),
  reply: z.object({
    items: z.array(reportRow),
    unpaidOut: z
      .array(z.object({ provider: z.enum(['stripe', 'desk']), amount: money }))
      .describe('Money at the provider or the desk that wasn’t paid out to the school yet.'),
  }),
  errors: ['invalid_input'],
});

export const recordPayout = endpoint({
  ...staff,
  name: 'payments.record-payout',
  summary: 'Record a payout to the school',
  description:
    'Records that a provider transferred money, or that the desk’s money was taken to the bank. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/payouts',
  body: z.strictObject({
    clientId,
    from: z.enum(['stripe', 'desk']),
    date: dayInput,
    amount: moneyInput.describe('Amount that arrived.'),
    fees: moneyInput.optional().describe('Fees that the provider kept.'),
    reference: text().max(limits.reference).optional(),
  }),
  reply: z.object({ id: z.string(), date: day, amount: money }),
  errors: ['amount_invalid', 'currency_differs'],
});

export const receiveStripeEvent = endpoint({
  access: 'visitor',
  credential: 'open',
  name: 'payments.stripe-webhook',
  summary: 'Receive an event from Stripe',
  description:
    'Raw body with `Stripe-Signature`. The object is read from Stripe; the event only says when. Returns 200 for known and uninteresting events too.',
  method: 'POST',
  path: '/api/v1/payments/stripe/webhook',
  upload: { maxBytes: limits.webhookBytes },
  reply: z.object({ ok: z.literal(true) }),
  errors: ['signature_invalid', 'upload_too_large'],
});
