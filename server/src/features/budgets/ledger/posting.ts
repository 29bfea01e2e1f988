import {
  budgetLimits,
  type EntryKind,
  type EntrySource,
  type SystemRole,
} from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, lockTable, orNotFound } from '../../../kernel/sql.ts';
import * as queries from './ledger.queries.ts';

/*
 * The functions with which features write to the clubs' ledger (decision 072). Amounts are signed, as people read them: a club's income is
 * positive on the club's account and negative on the system account where the money is.
 */

export interface PostedEntry {
  readonly schoolId: SchoolId;
  /** Day, such as 2026-12-01. */
  readonly date: string;
  readonly title: string;
  readonly category?: string;
  readonly kind: EntryKind;
  /** What the entry is about. `part` tells several entries of the same kind about one source apart, such as the expenses of a request. */
  readonly source: {
    readonly kind: EntrySource;
    readonly id: string | number;
    readonly part?: string | number;
  } | null;
  /** Null for entries of the server. */
  readonly createdBy: number | null;
  /** Amounts in minor units. Postings of zero are left out, and the others sum to zero in each currency. */
  readonly postings: readonly { readonly account: string | number; readonly amount: number }[];
  readonly now?: Date;
}

/** Throws if an amount isn't a whole number, or is larger than any posting can be. */
export const checkAmount = (amount: number): void => {
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > budgetLimits.amount)
    throw problem('amount_invalid');
};

/** Throws if postings can't be an entry. Returns them with numbers as ids. */
const checkedPostings = async (
  db: Db,
  postings: PostedEntry['postings'],
): Promise<{ account: number; amount: number }[]> => {
  const given = postings
    .map(({ account, amount }) => ({ account: idOf(String(account)), amount }))
    .filter(({ amount }) => amount !== 0);
  for (const { amount } of given) checkAmount(amount);
  const accounts = new Map(
    (
      await queries.selectPostedAccounts(
        db,
        given.map(({ account }) => account),
      )
    ).map((one) => [one.id, one]),
  );
  const sums = new Map<string, number>();
  for (const { account, amount } of given) {
    const { currency, role } = orNotFound(accounts.get(account));
    if (role === 'group') throw problem('account_group');
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  if (given.length < 2 || [...sums.values()].some((sum) => sum !== 0))
    throw problem('entry_unbalanced');
  return given;
};

/**
 * Writes one entry with its postings, and changes the balances of their accounts. The same source and kind again returns the first entry.
 * Doesn't check who can post, or whether an account is archived: money that has moved is always recorded.
 */
export const postEntry = async (db: Db, entry: PostedEntry): Promise<{ id: number }> => {
  const source =
    entry.source === null
      ? null
      : {
          kind: entry.source.kind,
          id: String(entry.source.id),
          part: String(entry.source.part ?? ''),
        };
  if (source !== null) {
    const before = await queries.selectEntryOfSource(db, entry.kind, source);
    if (before !== undefined) return before;
  }
  const postings = await checkedPostings(db, entry.postings);
  const row = await queries.insertEntry(db, entry.schoolId, {
    date: entry.date,
    title: entry.title,
    category: entry.category ?? '',
    kind: entry.kind,
    source,
    reverses: null,
    reason: '',
    by: entry.createdBy,
    now: entry.now ?? null,
  });
  // Another transaction has just posted the same source.
  if (row === undefined)
    return orNotFound(source && (await queries.selectEntryOfSource(db, entry.kind, source)));
  await queries.insertPostings(db, entry.schoolId, row.id, postings);
  return row;
};

/**
 * Reverses an entry: writes one with the opposite amounts. Throws `entry_reversed` if it was reversed before, or is a reversal itself.
 * Returns both.
 */
export const reverseEntry = async (
  db: Db,
  {
    schoolId,
    entry: id,
    date,
    reason,
    createdBy,
    now,
  }: {
    readonly schoolId: SchoolId;
    readonly entry: number;
    readonly date: string;
    readonly reason: string;
    readonly createdBy: number | null;
    readonly now: Date;
  },
) => {
  const entry = orNotFound(await queries.lockEntry(db, id));
  if (entry.reverses_id !== null || (await queries.hasReversal(db, id)))
    throw problem('entry_reversed');
  const row = orNotFound(
    await queries.insertEntry(db, schoolId, {
      date,
      title: entry.title,
      category: entry.category,
      kind: entry.kind,
      source: null,
      reverses: id,
      reason,
      by: createdBy,
      now,
    }),
  );
  const postings = await queries.selectPostings(db, id);
  await queries.insertPostings(
    db,
    schoolId,
    row.id,
    postings.map(({ account_id: account, amount }) => ({ account, amount: -amount })),
  );
  return { id: row.id, reversed: entry };
};

/** Returns the account for a club's sales, dues and requests in a currency. Creates it if the club has none. */
export const clubAccountOf = async (
  db: Db,
  schoolId: SchoolId,
  clubId: number,
  currency: string,
): Promise<{ id: number }> => {
  const before = await queries.selectMainAccount(db, clubId, currency);
  if (before !== undefined) return before;
  await lockTable(db, 'club_accounts');
  return orNotFound(
    (await queries.selectMainAccount(db, clubId, currency)) ??
      (await queries.insertMainAccount(db, schoolId, clubId, currency)),
  );
};

/** Returns the school's system account of a role in a currency. Creates it if there is none. */
export const systemAccountOf = async (
  db: Db,
  schoolId: SchoolId,
  role: SystemRole,
  currency: string,
): Promise<{ id: number }> => {
  const before = await queries.selectSystemAccount(db, role, currency);
  if (before !== undefined) return before;
  await queries.insertSystemAccount(db, schoolId, role, currency);
  return orNotFound(await queries.selectSystemAccount(db, role, currency));
};

/**
 * Promises an amount of an account to a request. Throws `account_short` if less is available. The lock makes concurrent promises wait for
 * each other.
 */
export const promise = async (db: Db, account: number, amount: number): Promise<void> => {
  const [row] = await queries.lockBalances(db, [account]);
  const { balance, promised } = orNotFound(row);
  if (amount > balance - promised) throw problem('account_short');
  await queries.addPromised(db, account, amount);
};

/** Reduces a promised amount: it was spent, or isn't needed. */
export const giveBack = async (db: Db, account: number, amount: number): Promise<void> => {
  await queries.addPromised(db, account, -amount);
};

/** Locks accounts, and throws `account_short` if an account has too little available. */
export const checkAvailable = async (
  db: Db,
  postings: readonly { readonly account: number; readonly amount: number }[],
): Promise<void> => {
  const rows = await queries.lockBalances(
    db,
    postings.map(({ account }) => account),
  );
  for (const { account_id: id, balance, promised } of rows) {
    const change = postings
      .filter(({ account }) => account === id)
      .reduce((sum, { amount }) => sum + amount, 0);
    if (change < 0 && balance - promised + change < 0) throw problem('account_short');
  }
};
