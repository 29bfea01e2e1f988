import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { document } from '../finances/shapes.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { budgetLimits as limits } from './limits.ts';
import {
  account,
  amountInput,
  categoryInput,
  clientId,
  currencyInput,
  dayInput,
  dayText,
  entry,
  idText,
  instant,
  money,
  one,
  version,
  exportedFile,
} from './shapes.ts';

const staff = { access: 'staff', permission: 'budgets.manage', credential: 'bearer' } as const;

export const createClubAccount = endpoint({
  ...staff,
  keepsReply: 'always',
  name: 'budgets.create-account',
  summary: 'Create a club account',
  description:
    'Creates an account of a club, or a fund or group of the school. The first account of a club in a currency is its main one. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/club-accounts',
  body: z.strictObject({
    clientId,
    code: text().min(1).max(limits.code).describe('Unique in the currency.'),
    name: text().min(1).max(limits.name),
    parent: idText.nullable().optional(),
    club: idText.nullable().optional(),
    currency: currencyInput.optional().describe('Default: the parent’s, or the school’s.'),
    role: z
      .enum(['fund', 'group'])
      .optional()
      .describe('Only without a club. A `group` only contains other accounts. Default: `fund`.'),
    carriesOver: z.boolean().optional(),
  }),
  reply: account,
  errors: [
    'not_found',
    'account_code_taken',
    'account_parent',
    'account_archived',
    'currency_differs',
    'too_many_accounts',
  ],
});

export const updateClubAccount = endpoint({
  ...staff,
  name: 'budgets.update-account',
  summary: 'Update a club account',
  description:
    'Send only the fields to change, and the `version` that you read. An account can be archived if it has no money and nothing is promised.',
  method: 'PATCH',
  path: '/api/v1/school/club-accounts/{id}',
  params: one,
  body: z.strictObject({
    version,
    code: text().min(1).max(limits.code).optional(),
    name: text().max(limits.name).optional().describe('Empty for the name of the club.'),
    parent: idText.nullable().optional(),
    carriesOver: z.boolean().optional(),
    isArchived: z.boolean().optional(),
  }),
  reply: account,
  errors: [
    'not_found',
    'account_code_taken',
    'account_parent',
    'account_in_use',
    'account_changed',
    'account_archived',
  ],
});

const posting = z.strictObject({
  account: idText.describe('ID of an account, or `external` for money from or to outside.'),
  amount: amountInput,
});

export const createClubEntry = endpoint({
  ...staff,
  keepsReply: 'always',
  name: 'budgets.create-entry',
  summary: 'Create a ledger entry',
  description:
    'The amounts must add up to zero in each currency. Entries can’t be edited or deleted, only reversed. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/ledger-entries',
  body: z.strictObject({
    clientId,
    date: dayInput,
    title: text().min(1).max(limits.title),
    category: categoryInput.optional(),
    postings: z.array(posting).max(limits.postings),
  }),
  reply: entry,
  errors: [
    'not_found',
    'amount_invalid',
    'currency_differs',
    'entry_unbalanced',
    'account_archived',
    'account_group',
  ],
});

export const createAllocation = endpoint({
  ...staff,
  keepsReply: 'always',
  name: 'budgets.allocate',
  summary: 'Allocate or transfer money',
  description:
    'Moves money from an account to others as one entry. Without `from`, the money comes from outside, such as the school’s budget for a fund. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/allocations',
  body: z.strictObject({
    clientId,
    kind: z.enum(['allocation', 'transfer']).default('allocation'),
    from: idText.nullable().describe('ID of the account that gives the money, or null.'),
    date: dayInput,
    title: text().min(1).max(limits.title),
    items: z
      .array(z.strictObject({ account: idText, amount: amountInput }))
      .min(1)
      .max(limits.allocated),
  }),
  reply: entry,
  errors: [
    'not_found',
    'amount_invalid',
    'currency_differs',
    'account_short',
    'account_archived',
    'account_group',
  ],
});

export const budgetPeriod = z.object({
  id: z.string(),
  name: z.string(),
  from: dayText,
  to: dayText,
  isCurrent: z.boolean(),
  closedAt: instant.nullable(),
  version,
});
schemaNames.add(budgetPeriod, { id: 'BudgetPeriod' });
export type BudgetPeriod = z.output<typeof budgetPeriod>;

/** An account of the tree, with the accounts below it in its sums. */
export const treeRow = z.object({
  account,
  children: z.int().describe('Number of accounts directly below it.'),
  opening: money.describe('Balance before the period.'),
  allocated: money.describe('Allocated and transferred in the period.'),
  income: money.describe('Own income in the period, less refunds and fees.'),
  spent: money.describe('Spent in the period.'),
  promised: money,
  left: money.describe('Available now in the account and those below it.'),
  own: money.describe('Available now in the account alone. For a fund, what is free to allocate.'),
});
schemaNames.add(treeRow, { id: 'ClubAccountSums' });
export type TreeRow = z.output<typeof treeRow>;

export const listAccountTree = endpoint({
  ...staff,
  name: 'budgets.tree',
  summary: 'List accounts below an account',
  description:
    'Returns the accounts directly below an account, or the top level, with the sums of everything below each.',
  method: 'GET',
  path: '/api/v1/school/club-accounts/tree',
  query: z.strictObject({
    parent: idText.optional(),
    period: idText.optional().describe('ID of a period. Default: all time.'),
    archived: z.stringbool().default(false),
  }),
  reply: z.object({
    items: z.array(treeRow),
    isCut: z.boolean().describe('True if there are more accounts than the list has.'),
  }),
  errors: ['not_found'],
});

export const exportClubAccounts = endpoint({
  ...staff,
  recordsReads: true,
  name: 'budgets.export',
  summary: 'Export club accounts',
  description: `Returns a file with all accounts and their figures. As \`file\`, \`transactions\` returns the transactions of the period, and \`decisions\` the requests that were decided in it. An XLSX file has all of them as sheets, with up to ${limits.exported} transactions. Its name shows if there are more. Rate limit: 60 per hour, together with exports of an account’s transactions.`,
  method: 'GET',
  path: '/api/v1/school/club-accounts/export',
  query: z.strictObject({
    period: idText.optional().describe('ID of a period. Default: all time.'),
    format: z.enum(['csv', 'xlsx']),
    file: z
      .enum(['accounts', 'transactions', 'decisions'])
      .default('accounts')
      .describe('Content of a CSV file.'),
  }),
  reply: exportedFile,
  errors: ['not_found', 'too_many_requests'],
});

export const exportBudgetMinutes = endpoint({
  ...staff,
  recordsReads: true,
  name: 'budgets.minutes',
  summary: 'Export budget decision minutes',
  description: `Returns the decisions that reviewers made on budget requests on these days, in the school’s time zone, with amounts, scores, names and reasons. A PDF has up to ${limits.minutes} decisions, a CSV file up to ${limits.minutesCsv}. Rate limit: 60 per hour.`,
  method: 'GET',
  path: '/api/v1/school/budget-minutes',
  query: z.strictObject({
    from: dayInput.describe('First day.'),
    to: dayInput.describe('Last day.'),
    title: text()
      .max(limits.minutesTitle)
      .optional()
      .describe('Heading, such as the name of the meeting.'),
    format: z.enum(['pdf', 'csv']),
    language: z.enum(['en', 'de', 'ar']).default('en').describe('Language of a PDF.'),
  }),
  reply: document,
  errors: ['minutes_dates', 'minutes_too_long', 'too_many_requests'],
});

export const listBudgetPeriods = endpoint({
  ...staff,
  name: 'budgets.periods',
  summary: 'List budget periods',
  method: 'GET',
  path: '/api/v1/school/budget-periods',
  reply: z.object({
    items: z.array(budgetPeriod).describe('Newest first.'),
    currency: z.string().describe('The school’s currency.'),
  }),
});

const periodFields = {
  name: text().min(1).max(limits.periodName),
  from: dayInput,
  to: dayInput,
};

export const createBudgetPeriod = endpoint({
  ...staff,
  keepsReply: 'always',
  name: 'budgets.create-period',
  summary: 'Create a budget period',
  description: 'Periods can’t overlap. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/budget-periods',
  body: z.strictObject({ clientId, ...periodFields }),
  reply: budgetPeriod,
  errors: ['budget_period_dates', 'too_many_periods'],
});

export const updateBudgetPeriod = endpoint({
  ...staff,
  name: 'budgets.update-period',
  summary: 'Update a budget period',
  method: 'PATCH',
  path: '/api/v1/school/budget-periods/{id}',
  params: one,
  body: z.strictObject({
    version,
    name: periodFields.name.optional(),
    from: dayInput.optional(),
    to: dayInput.optional(),
  }),
  reply: budgetPeriod,
  errors: ['not_found', 'budget_period_dates', 'budget_period_changed', 'budget_period_closed'],
});

export const closeBudgetPeriod = endpoint({
  ...staff,
  name: 'budgets.close-period',
  summary: 'Close a budget period',
  description:
    'Accounts that don’t carry over give what is available back to their parent account, each as a transfer on the period’s last day.',
  method: 'POST',
  path: '/api/v1/school/budget-periods/{id}/closure',
  params: one,
  body: z.strictObject({ version }),
  reply: z.object({ period: budgetPeriod, returned: z.int().describe('Number of accounts.') }),
  errors: ['not_found', 'budget_period_changed', 'budget_period_closed'],
});
