import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { budgetLimits as limits } from './limits.ts';
import {
  account,
  accountSummary,
  categoryInput,
  clientId,
  dayInput,
  entry,
  idText,
  instant,
  line,
  money,
  named,
  one,
  exportedFile,
} from './shapes.ts';

export {
  account,
  accountSummary,
  entry,
  line,
  type ClubAccount,
  type ClubLine,
  type ClubEntry,
} from './shapes.ts';

const lineFilters = {
  from: dayInput.optional().describe('First day.'),
  to: dayInput.optional().describe('Last day.'),
  category: categoryInput.optional(),
};

const signedIn = { access: 'member', credential: 'bearer' } as const;

export const listClubAccounts = endpoint({
  ...signedIn,
  name: 'budgets.accounts',
  summary: 'List club accounts',
  description:
    'Returns the accounts of the clubs in which the caller can see or request money, sorted by code. People with `budgets.manage` see all accounts. Amounts are null without `money.read`.',
  method: 'GET',
  path: '/api/v1/club-accounts',
  query: cursorQuery.extend({
    club: idText.optional().describe('ID of a club.'),
    archived: z.stringbool().default(false).describe('True to include archived accounts.'),
  }),
  reply: pageOf(account).extend({
    funds: z
      .array(accountSummary)
      .describe('Accounts of the school from which the caller’s clubs can request money.'),
    clubs: z
      .array(z.string())
      .describe('IDs of clubs in which the caller’s position lets them see or request money.'),
    can: z.object({ manage: z.boolean(), request: z.boolean() }),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const getClubAccount = endpoint({
  ...signedIn,
  name: 'budgets.account',
  summary: 'Get a club account',
  method: 'GET',
  path: '/api/v1/club-accounts/{id}',
  params: one,
  reply: account,
  errors: ['not_found', 'forbidden'],
});

export const listClubLines = endpoint({
  ...signedIn,
  name: 'budgets.lines',
  summary: 'List an account’s transactions',
  description:
    'Newest first, in the order in which they were recorded. Requires `money.read` in the club or `budgets.manage`.',
  method: 'GET',
  path: '/api/v1/club-accounts/{id}/lines',
  params: one,
  query: cursorQuery.extend(lineFilters),
  reply: pageOf(line).extend({
    sums: z
      .object({ added: money, taken: money.describe('Negative or zero.') })
      .nullable()
      .describe(
        'Sums of all matching transactions. Null without a filter, and after the first page.',
      ),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const listLineFilters = endpoint({
  ...signedIn,
  name: 'budgets.line-filters',
  summary: 'List filters for transactions',
  description:
    'Returns the school’s budget periods, newest first, and the categories of an account’s transactions. Requires `money.read` in the club or `budgets.manage`.',
  method: 'GET',
  path: '/api/v1/club-accounts/{id}/line-filters',
  params: one,
  reply: z.object({
    periods: z.array(
      z.object({ id: z.string(), name: z.string(), from: z.string(), to: z.string() }),
    ),
    categories: z.array(z.string()),
  }),
  errors: ['not_found', 'forbidden'],
});

export const exportClubLines = endpoint({
  ...signedIn,
  recordsReads: true,
  name: 'budgets.export-lines',
  summary: 'Export an account’s transactions',
  description: `Returns a file with all transactions, oldest first. An XLSX file has up to ${limits.exported}, and its name shows if there are more. Requires \`money.read\` in the club or \`budgets.manage\`. Rate limit: 60 per hour.`,
  method: 'GET',
  path: '/api/v1/club-accounts/{id}/lines/export',
  params: one,
  query: z.strictObject({ ...lineFilters, format: z.enum(['csv', 'xlsx']) }),
  reply: exportedFile,
  errors: ['not_found', 'forbidden', 'too_many_requests'],
});

const part = z.object({
  name: z.string().describe('Category, or the first day of a month. Empty for no category.'),
  spent: money,
  promised: money,
});

/** A club's money for its treasurer. */
export const clubMoney = z.object({
  account,
  period: z
    .object({ id: z.string(), name: z.string(), from: z.string(), to: z.string() })
    .nullable()
    .describe('Current period of the school’s budget, or null.'),
  allocated: money.describe('Allocated in the period, or in total without a period.'),
  income: money.describe('Own income in the period, less refunds and fees.'),
  spent: money.describe('Spent in the period.'),
  categories: z.array(part).describe('Where the money went, largest first.'),
  months: z.array(part).describe('The same by month, oldest first.'),
  waiting: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        asked: money,
        since: instant.describe('Start of the current step’s wait.'),
        with: z
          .string()
          .describe('Name of the step or of the people who have it. Empty if unknown.'),
        needsClub: z.boolean().describe('True if a reviewer requested changes.'),
      }),
    )
    .describe('Undecided requests, longest wait first.'),
  importedAt: instant.nullable().describe('Time of the last import of transactions, or null.'),
});
schemaNames.add(clubMoney, { id: 'ClubMoney' });
export type ClubMoney = z.output<typeof clubMoney>;

export const getClubMoney = endpoint({
  ...signedIn,
  inClub: 'money.read',
  name: 'budgets.club-money',
  summary: 'Get a club’s money',
  description:
    'Returns the figures of an account of the club, its main one by default. Requires `money.read` in the club or `budgets.manage`.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/money',
  params: one,
  query: z.strictObject({
    account: idText.optional().describe('ID of another account of the club.'),
  }),
  reply: z.object({
    club: named,
    money: clubMoney.nullable().describe('Null if the club has no account yet.'),
    can: z.object({ request: z.boolean() }),
  }),
  errors: ['not_found', 'forbidden'],
});

export const getClubEntry = endpoint({
  ...signedIn,
  name: 'budgets.entry',
  summary: 'Get a ledger entry',
  description: 'Visible to people who can see the transactions of one of its accounts.',
  method: 'GET',
  path: '/api/v1/ledger-entries/{id}',
  params: one,
  reply: entry,
  errors: ['not_found'],
});

export const reverseClubEntry = endpoint({
  ...signedIn,
  keepsReply: 'always',
  name: 'budgets.reverse-entry',
  summary: 'Reverse a ledger entry',
  description:
    'Adds an entry with the opposite amounts. An entry can be reversed once; a reversal can’t. Requires `budgets.manage`. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/ledger-entries/{id}/reversal',
  params: one,
  body: z.strictObject({ clientId, reason: text().min(1).max(limits.reason) }),
  reply: entry,
  errors: ['not_found', 'forbidden', 'entry_reversed'],
});
