/* Limits and lists for finances. They don't use zod, because the browser imports them at run time. */

/**
 * Returns the address of a payment page in the form of the URL standard, as it is stored. Null unless it is a full https address without a
 * username, a password and a fragment.
 */
export const payAddress = (text: string): string | null => {
  if (!/^https:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/i.test(text)) return null;
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.href.length <= financeLimits.url ? url.href : null;
};

/** The first day that people can enter. PostgreSQL has no year 0, which RFC 3339 allows. */
export const firstDay = '1900-01-01';

/** Types of transactions. Charges and refunds increase the balance due, payments and credits decrease it; pending ones don't count. */
export const lineKinds = ['charge', 'payment', 'credit', 'refund', 'pending'] as const;
export type LineKind = (typeof lineKinds)[number];

/** Types of holds. */
export const holdKinds = [
  'financial',
  'library',
  'academic',
  'registrar',
  'health',
  'housing',
  'conduct',
  'other',
] as const;
export type HoldKind = (typeof holdKinds)[number];

/** The actions that a hold can block. */
export const holdActions = [
  'registration',
  'transcripts',
  'diploma',
  'graduation',
  'housing',
  'library',
  'refunds',
] as const;
export type HoldAction = (typeof holdActions)[number];

/** Sort keys for overdue accounts and holds. */
export const accountSorts = ['name', 'amount', 'date'] as const;
export type AccountSort = (typeof accountSorts)[number];

/**
 * The parts of an account that a student can share with people outside the school. `lines`: charges and payments; `statements`: downloads
 * of them.
 */
export const proxyItems = ['balance', 'lines', 'holds', 'statements'] as const;
export type ProxyItem = (typeof proxyItems)[number];

export const financeLimits = {
  title: 200,
  detail: 200,
  reason: 200,
  account: 60,
  /** Maximum amount of a transaction, in minor units. */
  amount: 1_000_000_000_000,
  /** Maximum number of transactions shown, newest first. The balance includes all of them. */
  lines: 2_000,
  holdReason: 500,
  howToClear: 500,
  office: 120,
  contact: 120,
  url: 2_000,
  /** Maximum number of people with access to a student's account at the same time, and maximum duration of their access in days. */
  proxies: 10,
  proxyName: 80,
  proxyDays: 730,
  /** Lifetime of a code sent by email, maximum number of tries, and duration of a visit. */
  codeMinutes: 10,
  codeTries: 5,
  visitMinutes: 30,
  /** Lifetime of a reference for the payment page. */
  referenceMinutes: 15,
  found: 20,
  /** Maximum number of parts in an installment plan that staff create. */
  planParts: 24,
} as const;

/** Files in our own format that a program with the scope `finance.write` can send. */
export const financeFiles = ['charges.csv', 'payments.csv', 'holds.csv'] as const;
