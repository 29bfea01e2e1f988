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

const member = { access: 'member', credential: 'bearer' } as const;
/** Not signed in: the call carries a link, or what a code opened, in its body. */
const outside = { access: 'visitor', credential: 'open', method: 'POST' } as const;
const instant = z.string().describe('Instant, RFC 3339');
const items = z
  .array(z.enum(proxyItems))
  .min(1)
  .max(proxyItems.length)
  .refine((list) => new Set(list).size === list.length, 'an item is named twice');

const proxy = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  items: z.array(z.enum(proxyItems)),
  createdAt: instant,
  endsAt: instant,
  lastDay: day.describe('Of the access, by the clocks of the school'),
  state: z
    .enum(['invited', 'active', 'ended', 'revoked'])
    .describe('invited: has not opened the link yet'),
  lastReadAt: instant.nullable(),
});
export type FinanceProxy = z.output<typeof proxy>;

export const listProxies = endpoint({
  ...member,
  name: 'finances.proxies',
  summary:
    'People outside the school who may see parts of one’s finances, newest first; those that ended or were revoked stay for 90 days.',
  method: 'GET',
  path: '/api/v1/finance/proxies',
  reply: z.object({ items: z.array(proxy) }),
});

export const createProxy = endpoint({
  ...member,
  name: 'finances.proxy-create',
  summary: `Let somebody see parts of one’s finances until a day, at most ${limits.proxyDays} days ahead. They get an email with a link; each visit takes a code that is sent to the same address. At most ${limits.proxies} at once. Wants a session that began, or was confirmed, within the last 10 minutes. Repeating a \`clientId\` answers the first result.`,
  method: 'POST',
  path: '/api/v1/finance/proxies',
  body: z.strictObject({
    clientId,
    name: text().min(1).max(limits.proxyName),
    email: z.email().max(254),
    items,
    until: dayInput.describe('Last day, which ends at midnight by the clocks of the school'),
    locale: z
      .enum(['en', 'de', 'ar'])
      .optional()
      .describe('Language of the emails; left out: that of the school'),
  }),
  reply: proxy,
  errors: ['confirm_identity', 'too_many_proxies', 'too_many_requests', 'invalid_input'],
});

export const revokeProxy = endpoint({
  ...member,
  name: 'finances.proxy-revoke',
  summary: 'End somebody’s access at once; a visit under way ends with it.',
  method: 'DELETE',
  path: '/api/v1/finance/proxies/{id}',
  params: one,
  reply: ok,
  errors: ['not_found'],
});

export const listProxyReads = endpoint({
  ...member,
  name: 'finances.proxy-reads',
  summary: 'What somebody has looked at, newest first.',
  method: 'GET',
  path: '/api/v1/finance/proxies/{id}/reads',
  params: one,
  query: cursorQuery,
  reply: pageOf(
    z.object({ id: z.string(), what: z.enum(['account', 'statement', 'payment']), at: instant }),
  ),
  errors: ['not_found'],
});

const link = z.string().min(20).max(100).describe('What the link in the email names after #');
const visit = z
  .string()
  .min(20)
  .max(100)
  .describe(
    'Key of the visit, returned when it started. It needs the cookie set by the same call, unless the visit started in a frame',
  );

export const sendProxyCode = endpoint({
  ...outside,
  name: 'finances.proxy-code',
  summary: `Send a code to the address for which a link was made. It is good for ${limits.codeMinutes} minutes and ${limits.codeTries} tries. 5 an hour for a link.`,
  path: '/api/v1/finance/shared/codes',
  body: z.strictObject({ link }),
  reply: ok,
  errors: ['proxy_link_invalid', 'too_many_requests'],
});

export const beginProxyVisit = endpoint({
  ...outside,
  name: 'finances.proxy-begin',
  summary: `Begin a visit with a link and the code that was sent for it. It lasts ${limits.visitMinutes} minutes and opens what the student shares, nothing else.`,
  path: '/api/v1/finance/shared/visits',
  body: z.strictObject({
    link,
    code: text().max(20),
    inFrame: z
      .boolean()
      .optional()
      .describe(
        'True if the page is in a frame, where browsers may block cookies. Other calls then need only `visit`',
      ),
  }),
  reply: z.object({ visit, endsAt: instant }),
  errors: ['proxy_link_invalid', 'proxy_code_wrong', 'too_many_requests'],
});

export const endProxyVisit = endpoint({
  ...outside,
  name: 'finances.proxy-end',
  summary: 'End a visit.',
  path: '/api/v1/finance/shared/sign-out',
  body: z.strictObject({ visit }),
  reply: ok,
});

export const readShared = endpoint({
  ...outside,
  name: 'finances.proxy-read',
  summary: 'What a student shares with the visitor. The student sees that it was read, and when.',
  path: '/api/v1/finance/shared/account',
  body: z.strictObject({ visit }),
  reply: z.object({
    student: z.object({ firstName: z.string(), lastName: z.string() }),
    school: z.string(),
    items: z.array(z.enum(proxyItems)),
    until: instant,
    lastDay: day.describe('Of the access, by the clocks of the school'),
    accounts: z.array(sharedAccount).describe('Empty where neither balance nor lines are shared'),
    holds: z.array(hold).describe('Empty where holds are not shared'),
    source,
    paysAt: z
      .string()
      .nullable()
      .describe(
        'Host of the school’s payment page; null: there is none, or the balance is not shared',
      ),
  }),
  errors: ['proxy_signed_out', 'too_many_requests'],
});
export type SharedFinances = z.output<(typeof readShared)['reply']>;

export const getSharedPaymentLink = endpoint({
  ...outside,
  name: 'finances.proxy-payment-link',
  summary: `Address of the school’s own payment page with a signed reference (docs/payment-page.md), good for ${limits.referenceMinutes} minutes, where the student shares the balance: for what is due now, or the whole balance where nothing is due yet. The student sees that it was asked for, and when; the audit log keeps it.`,
  path: '/api/v1/finance/shared/payment-link',
  body: z.strictObject({ visit, account: z.string().max(40).optional() }),
  reply: z.object({ url: z.string(), host: z.string() }),
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
  summary: 'A statement of an account, where the student shares statements.',
  path: '/api/v1/finance/shared/statement',
  body: z.strictObject({ visit, ...statementQuery }),
  reply: document,
  errors: ['proxy_signed_out', 'not_shared_with_you', 'not_found', 'too_many_requests'],
});

export const readSharedStatement = endpoint({
  ...outside,
  name: 'finances.proxy-read-statement',
  summary:
    'A statement of an account to read, where the student shares statements. The student sees that it was read, and when.',
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
