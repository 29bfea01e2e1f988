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

const member = { access: 'member', credential: 'bearer' } as const;

export const getBursar = endpoint({
  ...member,
  name: 'finances.bursar',
  summary:
    'One’s own accounts: what is owed, when it is due, the payment plan, and all lines by term. Amounts are in minor units.',
  method: 'GET',
  path: '/api/v1/finance/bursar',
  reply: z.object({
    accounts: z.array(account),
    since: z.string().nullable().describe('Last visit; instant, RFC 3339. Null: none before'),
    newLines: z.number().int().describe('Lines since then'),
    source,
    contact,
    paysAt: z.string().nullable().describe('Host of the school’s payment page; null: it has none'),
  }),
});

export const listHolds = endpoint({
  ...member,
  name: 'finances.holds',
  summary: 'One’s own holds that have not been lifted, newest first.',
  method: 'GET',
  path: '/api/v1/finance/holds',
  reply: z.object({ items: z.array(hold) }),
});

export const visitFinances = endpoint({
  ...member,
  name: 'finances.visit',
  summary:
    'Note that one looks at one’s account. A visit ends when this was not said for half an hour; what came since the visit before is new.',
  method: 'PUT',
  path: '/api/v1/finance/visit',
  reply: ok,
});

export const getPaymentLink = endpoint({
  ...member,
  name: 'finances.payment-link',
  summary: `Address of the school’s own payment page with a signed reference (docs/payment-page.md), good for ${limits.referenceMinutes} minutes. Of a hold: for what clears it; otherwise for what is due now, or the whole balance where nothing is due yet.`,
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
  ...member,
  name: 'finances.statement',
  summary:
    'A statement of an account as a file. Wants a session that began, or was confirmed, within the last 10 minutes.',
  method: 'POST',
  path: '/api/v1/finance/statement',
  recordsReads: true,
  body: z.strictObject(statementQuery),
  reply: document,
  errors: ['not_found', 'confirm_identity', 'too_many_requests'],
});

export const readStatement = endpoint({
  ...member,
  name: 'finances.read-statement',
  summary: 'A statement of one’s own account to read: of a term, of days, or of all lines.',
  method: 'GET',
  path: '/api/v1/finance/statement',
  query: z.strictObject(statementChoice),
  reply: statementOnScreen,
  errors: ['not_found', 'invalid_input'],
});
