/* Limits and lists of the clubs' ledger and of budget requests. This file doesn't import zod because the browser uses it at run time. */

/** Accounts that people see. `group` has the sums of the accounts below it. */
export const accountRoles = ['club', 'fund', 'group'] as const;
export type AccountRole = (typeof accountRoles)[number];

/** The other side of entries, one account of each currency, which no lists show. */
export const systemRoles = [
  'external',
  'provider',
  'desk',
  'school',
  'invoice',
  'fees',
  'tax',
] as const;
export type SystemRole = (typeof systemRoles)[number];

export const entryKinds = [
  'allocation',
  'transfer',
  'income',
  'expense',
  'fee',
  'refund',
  'payout',
  'manual',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export const entrySources = ['request', 'order', 'refund', 'payout', 'fee', 'import'] as const;
export type EntrySource = (typeof entrySources)[number];

export const budgetLimits = {
  /** The largest amount of a posting or price, in minor units. */
  amount: 1_000_000_000_000,
  title: 200,
  category: 60,
  reason: 500,
  code: 60,
  name: 120,
  postings: 200,
} as const;
