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
/** Sources that people can open. */
export const linkedSources = ['request', 'order', 'refund', 'import'] as const;
export type LinkedSource = (typeof linkedSources)[number];

export const requestKinds = ['budget', 'purchase', 'reimbursement'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestStates = [
  'draft',
  'submitted',
  'changes_requested',
  'approved',
  'denied',
  'withdrawn',
  'closed',
] as const;
export type RequestState = (typeof requestStates)[number];

/** States in which a request can be edited and submitted. A denied or withdrawn one starts again. */
export const editableStates: readonly RequestState[] = [
  'draft',
  'changes_requested',
  'denied',
  'withdrawn',
];

/** Categories that the web app suggests. Others are free text. */
export const suggestedCategories = [
  'food',
  'travel',
  'equipment',
  'printing',
  'fees',
  'space',
  'speakers',
  'other',
] as const;

export const budgetLimits = {
  /** The largest amount of a posting or price, in minor units. */
  amount: 1_000_000_000_000,
  title: 200,
  category: 60,
  reason: 500,
  code: 60,
  name: 120,
  postings: 200,
  /** Levels of the tree of accounts. */
  levels: 8,
  accounts: 10_000,
  periods: 100,
  periodName: 60,
  requestTitle: 120,
  purpose: 2_000,
  vendor: 120,
  lines: 100,
  quantity: 1_000_000,
  files: 10,
  /** Requests of a club that aren't submitted yet. */
  drafts: 100,
  score: 5,
  /** Accounts in one allocation. */
  allocated: 199,
  /** Transactions in an exported file. */
  exported: 100_000,
  /** Decisions in the minutes of a meeting. */
  minutes: 500,
  minutesCsv: 10_000,
  minutesTitle: 120,
  /** Minutes for which a request shows who is reviewing it. */
  reviewMinutes: 2,
} as const;

/** Files of one person in an hour. */
export const exportRate = { max: 60, seconds: 3_600 };
export const minutesRate = { max: 60, seconds: 3_600 };
