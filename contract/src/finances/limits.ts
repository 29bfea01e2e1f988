/* Limits and lists of finances. No zod here: the browser imports these at run time. */

/**
 * The address of a payment page as it is stored, in the form of the URL standard; null where it is not a whole https address without a
 * name, a password and a fragment.
 */
export const payAddress = (text: string): string | null => {
  if (!/^https:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/i.test(text)) return null;
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.href.length <= financeLimits.url ? url.href : null;
};

/** The first day that can be entered. PostgreSQL has no year 0, which RFC 3339 allows. */
export const firstDay = '1900-01-01';

/** What a line of an account is. Charges and refunds raise what is owed, payments and credits lower it; pending ones do not count. */
export const lineKinds = ['charge', 'payment', 'credit', 'refund', 'pending'] as const;
export type LineKind = (typeof lineKinds)[number];

/** What a hold is about. */
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

/** What a hold can block. What it does not name it does not block. */
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

/** What a student can let somebody outside the school see. `lines`: charges and payments; `statements`: downloading them. */
export const proxyItems = ['balance', 'lines', 'holds', 'statements'] as const;
export type ProxyItem = (typeof proxyItems)[number];

export const financeLimits = {
  title: 200,
  detail: 200,
  reason: 200,
  account: 60,
  /** Largest amount of a line, in minor units. */
  amount: 1_000_000_000_000,
  /** Lines of an account that are shown: the newest. The balance is of all. */
  lines: 2_000,
  holdReason: 500,
  howToClear: 500,
  office: 120,
  contact: 120,
  url: 2_000,
  /** People whom one student can let in at once, and for how many days at most. */
  proxies: 10,
  proxyName: 80,
  proxyDays: 730,
  /** How long a code from an email is good, how many tries it takes, and how long a visit lasts. */
  codeMinutes: 10,
  codeTries: 5,
  visitMinutes: 30,
  /** How long a reference for the payment page is good. */
  referenceMinutes: 15,
  /** A file sent with an API key. */
  importMegabytes: 64,
  found: 20,
  /** Parts of an installment plan that staff make. */
  planParts: 24,
} as const;

/** The file of our own format that a program with the scope `finance.write` may send. */
export const financeFiles = ['charges.csv', 'payments.csv', 'holds.csv'] as const;
