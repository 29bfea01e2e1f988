import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { financeLimits as limits, proxyItems } from './limits.ts';
import {
  day,
  dayInput,
  document,
  hold,
  ok,
  one,
  sharedAccount,
  source,
  statementChoice,
  statementOnScreen,
  statementQuery,
} from './shapes.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
/** Calls without sign-in. The body contains the code of a link or the key of a visit. */
const outside = { access: 'visitor', credential: 'open', method: 'POST' } as const;
const instant = z.string().describe('Instant in RFC 3339.');
const items = z
  .array(z.enum(proxyItems))
  .min(1)
  .max(proxyItems.length)
  .refine((list) => new Set(list).size === list.length, 'List each item once.');

const proxy = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  items: z.array(z.enum(proxyItems)),
  createdAt: instant,
  endsAt: instant,
  lastDay: day.describe('Last day of access, in the school’s time zone.'),
  state: z
    .enum(['invited', 'active', 'ended', 'revoked'])
    .describe('State of the access. `invited`: the person hasn’t used the link yet.'),
  lastReadAt: instant.nullable().describe('Time of the last view, or null.'),
});
schemaNames.add(proxy, { id: 'FinanceProxy' });
export type FinanceProxy = z.output<typeof proxy>;

export const listProxies = endpoint({
  ...signedIn,
  name: 'finances.proxies',
  summary: 'List people with access to your finances',
  description:
    'Returns the newest first. Includes access that ended or was revoked in the last 90 days.',
  method: 'GET',
  path: '/api/v1/finance/proxies',
  reply: z.object({
    items: z.array(proxy),
  }),
});

export const createProxy = endpoint({
  ...signedIn,
  name: 'finances.proxy-create',
  summary: 'Share your finances with someone',
  description: `Limit: ${limits.proxies} people at the same time. Requires a session that started or was confirmed within the last 10 minutes. Idempotent by \`clientId\`.`,
  method: 'POST',
  path: '/api/v1/finance/proxies',
  body: z.strictObject({
    clientId: clientId.describe('ID for retries. Repeated calls return the first result.'),
    name: text().min(1).max(limits.proxyName),
    email: z
      .email()
      .max(254)
      .describe('Address that gets an email with a link, and a code for each visit.'),
    items,
    until: dayInput.describe(
      `Last day of access, until midnight in the school’s time zone. At most ${limits.proxyDays} days ahead.`,
    ),
    locale: z
      .enum(['en', 'de', 'ar'])
      .optional()
      .describe('Language of the emails. Defaults to the school’s language.'),
  }),
  reply: proxy,
  errors: ['confirm_identity', 'too_many_proxies', 'too_many_requests', 'invalid_input'],
});

export const revokeProxy = endpoint({
  ...signedIn,
  name: 'finances.proxy-revoke',
  summary: 'Revoke access to your finances',
  description: 'Access and any visit in progress end immediately.',
  method: 'DELETE',
  path: '/api/v1/finance/proxies/{id}',
  params: one,
  reply: ok,
  errors: ['not_found'],
});

export const listProxyReads = endpoint({
  ...signedIn,
  name: 'finances.proxy-reads',
  summary: 'List views of your shared finances',
  description: 'Returns the newest first.',
  method: 'GET',
  path: '/api/v1/finance/proxies/{id}/reads',
  params: one,
  query: cursorQuery,
  reply: pageOf(
    z.object({ id: z.string(), what: z.enum(['account', 'statement', 'payment']), at: instant }),
  ),
  errors: ['not_found'],
});

const link = z.string().min(20).max(100).describe('Part after # of the link in the email.');
const visit = z
  .string()
  .min(20)
  .max(100)
  .describe(
    'Key of the visit, returned when it started. It needs the cookie set by the same call, unless the visit started in a frame.',
  );

export const sendProxyCode = endpoint({
  ...outside,
  name: 'finances.proxy-code',
  summary: 'Send a code for a visit',
  description: `Sends the code to the email address that received the link. A code is valid for ${limits.codeMinutes} minutes and ${limits.codeTries} attempts. Rate limit: 5 codes per hour for each link.`,
  path: '/api/v1/finance/shared/codes',
  body: z.strictObject({ link }),
  reply: ok,
  errors: ['proxy_link_invalid', 'too_many_requests'],
});

export const beginProxyVisit = endpoint({
  ...outside,
  name: 'finances.proxy-begin',
  summary: 'Start a visit with a code',
  path: '/api/v1/finance/shared/visits',
  body: z.strictObject({
    link,
    code: text().max(20),
    inFrame: z
      .boolean()
      .optional()
      .describe(
        'True if the page is in a frame, where browsers may block cookies. Other calls then need only `visit`.',
      ),
  }),
  reply: z.object({
    visit,
    endsAt: instant.describe(
      `End of the visit in RFC 3339, ${limits.visitMinutes} minutes after its start.`,
    ),
  }),
  errors: ['proxy_link_invalid', 'proxy_code_wrong', 'too_many_requests'],
});

export const endProxyVisit = endpoint({
  ...outside,
  name: 'finances.proxy-end',
  summary: 'End a visit',
  path: '/api/v1/finance/shared/sign-out',
  body: z.strictObject({ visit }),
  reply: ok,
});

export const readShared = endpoint({
  ...outside,
  name: 'finances.proxy-read',
  summary: 'Get a student’s shared finances',
  description: 'The student can see when their finances were viewed.',
  path: '/api/v1/finance/shared/account',
  body: z.strictObject({ visit }),
  reply: z.object({
    student: z.object({ firstName: z.string(), lastName: z.string() }),
    school: z.string(),
    items: z.array(z.enum(proxyItems)),
    until: instant,
    lastDay: day.describe('Last day of access, in the school’s time zone.'),
    accounts: z
      .array(sharedAccount)
      .describe('Accounts. Empty if neither the balance nor the transactions are shared.'),
    holds: z.array(hold).describe('Holds. Empty if they are not shared.'),
    source,
    paysAt: z
      .string()
      .nullable()
      .describe(
        'Host of the school’s payment page, or null if there is none or the balance is not shared.',
      ),
  }),
  errors: ['proxy_signed_out', 'too_many_requests'],
});
export type SharedFinances = z.output<(typeof readShared)['reply']>;

export const getSharedPaymentLink = endpoint({
  ...outside,
  name: 'finances.proxy-payment-link',
  summary: 'Get a payment link for shared finances',
  description:
    'Works only if the student shares the balance. The student can see when a link was requested, and the activity log records it.',
  path: '/api/v1/finance/shared/payment-link',
  body: z.strictObject({ visit, account: z.string().max(40).optional() }),
  reply: z.object({
    url: z
      .string()
      .describe(
        `Address of the school’s payment page with a signed reference (docs/payment-page.md) that is valid for ${limits.referenceMinutes} minutes. It is for the amount due now, or for the whole balance if nothing is due yet.`,
      ),
    host: z.string(),
  }),
  errors: [
    'proxy_signed_out',
    'not_shared_with_you',
    'not_found',
    'no_payment_page',
    'too_many_requests',
  ],
});

export const downloadShared = endpoint({
  ...outside,
  name: 'finances.proxy-statement',
  summary: 'Download a shared statement',
  description: 'Works only if the student shares statements.',
  path: '/api/v1/finance/shared/statement',
  body: z.strictObject({ visit, ...statementQuery }),
  reply: document,
  errors: ['proxy_signed_out', 'not_shared_with_you', 'not_found', 'too_many_requests'],
});

export const readSharedStatement = endpoint({
  ...outside,
  name: 'finances.proxy-read-statement',
  summary: 'Get a shared statement',
  description:
    'Works only if the student shares statements. The student can see when one was viewed.',
  path: '/api/v1/finance/shared/statement-view',
  body: z.strictObject({ visit, ...statementChoice }),
  reply: statementOnScreen,
  errors: [
    'proxy_signed_out',
    'not_shared_with_you',
    'not_found',
    'invalid_input',
    'too_many_requests',
  ],
});
