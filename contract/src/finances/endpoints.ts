import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { financeLimits as limits } from './limits.ts';
import {
  account,
  contact,
  document,
  hold,
  ok,
  source,
  statementChoice,
  statementOnScreen,
  statementQuery,
} from './shapes.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;

export const getBursar = endpoint({
  ...signedIn,
  name: 'finances.bursar',
  summary: 'Get your accounts',
  description:
    'Returns the balances, due dates, payment plans, and all transactions by term. Amounts are in minor units (cents).',
  method: 'GET',
  path: '/api/v1/finance/bursar',
  reply: z.object({
    accounts: z.array(account),
    since: z
      .string()
      .nullable()
      .describe('Time of the last visit in RFC 3339, or null if there was none.'),
    newLines: z.number().int().describe('Number of transactions since the last visit.'),
    source,
    contact,
    paysAt: z
      .string()
      .nullable()
      .describe('Host of the school’s payment page, or null if it has none.'),
  }),
});

export const listHolds = endpoint({
  ...signedIn,
  name: 'finances.holds',
  summary: 'List your holds',
  description: 'Returns holds that have not been lifted, newest first.',
  method: 'GET',
  path: '/api/v1/finance/holds',
  reply: z.object({ items: z.array(hold) }),
});

export const visitFinances = endpoint({
  ...signedIn,
  name: 'finances.visit',
  summary: 'Record a visit to your account',
  description:
    'Call while the page is open. A visit ends after 30 minutes without a call. Anything added since the previous visit counts as new.',
  method: 'PUT',
  path: '/api/v1/finance/visit',
  reply: ok,
});

export const getPaymentLink = endpoint({
  ...signedIn,
  name: 'finances.payment-link',
  summary: 'Get a payment link',
  description: `Returns the address of the school’s payment page with a signed reference (docs/payment-page.md), valid for ${limits.referenceMinutes} minutes. With \`hold\`, it is for the amount that clears the hold; otherwise for the amount due now, or for the whole balance if nothing is due yet.`,
  method: 'POST',
  path: '/api/v1/finance/payment-link',
  body: z.strictObject({
    account: z.string().max(40).optional(),
    hold: z.string().max(40).optional(),
  }),
  reply: z.object({ url: z.string(), host: z.string() }),
  errors: ['not_found', 'no_payment_page'],
});

export const downloadStatement = endpoint({
  ...signedIn,
  name: 'finances.statement',
  summary: 'Download a statement',
  description: 'Requires a session that started or was confirmed within the last 10 minutes.',
  method: 'POST',
  path: '/api/v1/finance/statement',
  recordsReads: true,
  body: z.strictObject(statementQuery),
  reply: document,
  errors: ['not_found', 'confirm_identity', 'too_many_requests'],
});

export const readStatement = endpoint({
  ...signedIn,
  name: 'finances.read-statement',
  summary: 'Get a statement',
  description: 'Covers a term, a range of days, or all transactions.',
  method: 'GET',
  path: '/api/v1/finance/statement',
  query: z.strictObject(statementChoice),
  reply: statementOnScreen,
  errors: ['not_found', 'invalid_input'],
});
