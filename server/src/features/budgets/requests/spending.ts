import type { RequestState } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { addPromised } from '../ledger/ledger.queries.ts';
import * as queries from './requests.queries.ts';

/** An expense of a request, which is locked. */
export interface LockedExpense {
  readonly line: number;
  readonly amount: number;
  readonly account: number;
  readonly state: RequestState;
}

/** Locks the request whose expense an entry is. Null if the entry isn't an expense of a request. */
export const lockExpense = async (db: Db, entry: number): Promise<LockedExpense | null> => {
  const expense = await queries.selectExpenseOf(db, entry);
  if (expense === undefined) return null;
  const request = orNotFound(await queries.lockRequest(db, expense.request_id));
  const { line_id: line, amount } = expense;
  return { line, amount, account: request.account_id, state: request.state };
};

/** Removes an expense after its entry was reversed. The money is promised again while the request is open. */
export const returnExpense = async (
  db: Db,
  { line, amount, account, state }: LockedExpense,
): Promise<void> => {
  await queries.addSpent(db, line, -amount);
  if (state === 'approved') await addPromised(db, account, amount);
};
