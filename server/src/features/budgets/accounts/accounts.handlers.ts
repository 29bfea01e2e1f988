import * as budgets from '#contract/budgets/endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { budgetAccess, readClub, type BudgetAccess } from '../budgets-access.ts';
import { reverseEntry } from '../ledger/posting.ts';
import { lockExpense, returnExpense } from '../requests/spending.ts';
import * as queries from '../budgets.queries.ts';
import { accountView, entryView, lineView } from '../budgets.views.ts';
import { aboutEntry } from './entry-source.ts';

/** Returns an account that the caller can see, and their rights. Throws a 404 otherwise. */
export const readAccount = async (call: Call, id: string) => {
  const row = orNotFound(await queries.selectAccount(call.db, idOf(id)));
  const access = await budgetAccess(call, [row.club_id]);
  if (!access.reads(row.club_id) && !access.requests(row.club_id)) {
    // Someone who sees the club learns that the permission is missing.
    if (row.club_id === null) throw problem('not_found');
    await readClub(call, access, row.club_id);
    throw problem('forbidden');
  }
  return { row, access };
};

/** Returns an account whose amounts the caller can see. */
export const readReadableAccount = async (call: Call, id: string) => {
  const { row, access } = await readAccount(call, id);
  if (!access.reads(row.club_id)) throw problem('forbidden');
  return row;
};

/** Returns the filters of transactions, null for those that weren't sent. */
export const filtersOf = ({
  from,
  to,
  category,
}: {
  from?: string | undefined;
  to?: string | undefined;
  category?: string | undefined;
}): queries.LineFilters => ({
  from: from ?? null,
  to: to ?? null,
  category: category === undefined || category === '' ? null : category,
});

/** Returns an entry if the caller can see one of its accounts. Throws a 404 otherwise. */
export const readEntry = async (call: Call, id: number) => {
  const row = orNotFound(await queries.selectEntry(call.db, id));
  const access = await budgetAccess(
    call,
    row.postings.map(({ club }) => club),
  );
  if (!row.postings.some(({ club }) => access.reads(club))) throw problem('not_found');
  return { row, access };
};

/** Returns the clubs whose accounts the caller asks for, and their rights. Null for all clubs. */
const listedClubs = async (
  call: Call,
  club: string | undefined,
): Promise<{
  clubs: number[] | null;
  own: number[];
  access: BudgetAccess;
  canRequest: boolean;
}> => {
  if (club !== undefined) {
    const id = idOf(club);
    const access = await budgetAccess(call, [id]);
    await readClub(call, access, id);
    if (!access.reads(id) && !access.requests(id)) throw problem('forbidden');
    return { clubs: [id], own: [id], access, canRequest: access.requests(id) };
  }
  const own = await queries.selectMoneyClubs(call.db, call.me.userId);
  const access = await budgetAccess(call, own);
  const clubs = own.filter((id) => access.reads(id) || access.requests(id));
  return {
    clubs: access.isManager ? null : clubs,
    own: clubs,
    access,
    canRequest: own.some((id) => access.requests(id)),
  };
};

export const accountsHandlers = [
  handle(budgets.listClubAccounts, async (call, { club, archived, cursor, size }) => {
    const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
    const { clubs, own, access, canRequest } = await listedClubs(call, club);
    const [rows, funds] = await Promise.all([
      queries.selectAccounts(call.db, { clubs, archived, after, size: size + 1 }),
      canRequest ? queries.selectFunds(call.db) : [],
    ]);
    return {
      ...pageOfRows(rows, size, {
        view: (row) => accountView(row, access),
        keyOf: (row) => [row.code, row.id],
      }),
      funds: funds.map(({ id, ...fund }) => ({ ...fund, id: String(id) })),
      clubs: own.map(String),
      can: { manage: access.isManager, request: canRequest },
    };
  }),

  handle(budgets.getClubAccount, async (call, { id }) => {
    const { row, access } = await readAccount(call, id);
    return accountView(row, access);
  }),

  handle(budgets.listClubLines, async (call, { id, cursor, size, ...sent }) => {
    const row = await readReadableAccount(call, id);
    const [after = null] = readCursor<readonly [number]>(cursor, ['number']) ?? [];
    const filters = filtersOf(sent);
    const isFiltered = Object.values(filters).some((one) => one !== null);
    const [rows, sums] = await Promise.all([
      queries.selectLines(call.db, row, { ...filters, after, size: size + 1 }),
      isFiltered && after === null ? queries.selectLineSums(call.db, row, filters) : null,
    ]);
    const money = (amount: number) => ({ amount, currency: row.currency });
    return {
      ...pageOfRows(rows, size, { view: lineView, keyOf: ({ number }) => [number] }),
      sums: sums && { added: money(sums.added), taken: money(sums.taken) },
    };
  }),

  handle(budgets.getClubEntry, async (call, { id }) => {
    const { row, access } = await readEntry(call, idOf(id));
    return entryView(row, access, await aboutEntry(call, row));
  }),

  handle(budgets.reverseClubEntry, async (call, { id, reason }) => {
    const { row, access } = await readEntry(call, idOf(id));
    if (!access.isManager) throw problem('forbidden');
    const { today } = await queries.selectSchoolMoney(call.db, call.now);
    const expense = await lockExpense(call.db, row.id);
    const reversal = await reverseEntry(call.db, {
      schoolId: call.schoolId,
      entry: row.id,
      date: today,
      reason,
      createdBy: call.me.userId,
      now: call.now,
    });
    if (expense !== null) await returnExpense(call.db, expense);
    await record(call, 'ledger_changed', {
      entry: String(row.id),
      title: row.title,
      act: 'reversed',
    });
    const { row: made } = await readEntry(call, reversal.id);
    return entryView(made, access, await aboutEntry(call, made));
  }),
];
