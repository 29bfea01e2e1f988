import type { HandlerInput } from '#contract/endpoint.ts';
import * as staff from '#contract/budgets/staff.endpoints.ts';
import { budgetLimits as limits } from '#contract/budgets/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { definedOnly, idOf, lockTable, orNotFound } from '../../../kernel/sql.ts';
import { readEntry } from '../accounts/accounts.handlers.ts';
import { aboutEntry } from '../accounts/entry-source.ts';
import * as accounts from '../budgets.queries.ts';
import { accountView, entryView } from '../budgets.views.ts';
import { positiveAmountOf, signedAmount } from '../amounts.ts';
import { budgetAccess } from '../budgets-access.ts';
import { lockBalances } from '../ledger/ledger.queries.ts';
import { checkAvailable, postEntry, systemAccountOf } from '../ledger/posting.ts';
import { openAccounts, outside } from './allocating.ts';
import * as queries from './periods.queries.ts';
import type { PeriodRow } from './periods.queries.ts';

/** The most accounts in a list of the tree. */
const listed = 1_000;

const periodView = (row: PeriodRow, today: string): staff.BudgetPeriod => ({
  id: String(row.id),
  name: row.name,
  from: row.starts_on,
  to: row.ends_on,
  isCurrent: row.starts_on <= today && today <= row.ends_on,
  closedAt: row.closed_at?.toISOString() ?? null,
  version: row.version,
});

const today = async (call: Call) => (await accounts.selectSchoolMoney(call.db, call.now)).today;

const viewAccount = async (call: Call, id: number) => {
  const row = orNotFound(await accounts.selectAccount(call.db, id));
  return accountView(row, await budgetAccess(call, [row.club_id]));
};

const viewEntry = async (call: Call, id: number) => {
  const { row, access } = await readEntry(call, id);
  return entryView(row, access, await aboutEntry(call, row));
};

/** Throws if an account can't be below a parent: another currency, itself, too many levels, or archived. Returns the parent. */
const checkParent = async (
  call: Call,
  parent: string,
  child: { id: number; currency: string } | null,
) => {
  const row = orNotFound(await accounts.selectAccount(call.db, idOf(parent)));
  if (row.archived_at !== null) throw problem('account_archived');
  const above = await accounts.selectAbove(call.db, row.id);
  const depth = child === null ? 1 : await accounts.selectDepth(call.db, child.id);
  if (child !== null && (above.includes(child.id) || row.currency !== child.currency))
    throw problem('account_parent');
  if (above.length + depth > limits.levels) throw problem('account_parent');
  return row;
};

const recordAccount = (
  call: Call,
  { id, name, club_id: club }: Pick<accounts.AccountRow, 'id' | 'name' | 'club_id'>,
  act: 'added' | 'updated' | 'archived' | 'restored',
) =>
  record(call, 'club_account_changed', {
    account: String(id),
    name,
    club: club === null ? '' : String(club),
    act,
  });

const checkDays = async (
  call: Call,
  { id, from, to }: { id: number; from: string; to: string },
) => {
  if (to < from || (await queries.isOverlapping(call.db, { id, from, to })))
    throw problem('budget_period_dates');
};

/** Returns the postings of an entry written by hand, with the account for money from and to outside. */
const postingsOf = async (
  call: Call,
  given: HandlerInput<typeof staff.createClubEntry>['postings'],
): Promise<{ account: string; amount: number }[]> => {
  const named = given.filter(({ account }) => account !== outside);
  const rows = await openAccounts(
    call,
    named.map(({ account }) => account),
  );
  const first = named[0] && rows.get(named[0].account);
  if (given.length < 2 || first === undefined) throw problem('entry_unbalanced');
  const external =
    named.length === given.length
      ? null
      : await systemAccountOf(call.db, call.schoolId, 'external', first.currency);
  return given.map(({ account, amount: input }) => {
    const currency = rows.get(account)?.currency ?? first.currency;
    const amount = signedAmount(input, currency);
    if (amount === 0) throw problem('amount_invalid');
    return {
      account: account === outside && external !== null ? String(external.id) : account,
      amount,
    };
  });
};

export const periodsHandlers = [
  handle(staff.createClubAccount, async (call, input) => {
    await lockTable(call.db, 'club_accounts');
    const max = limits.accounts;
    if ((await accounts.countAccounts(call.db)) >= max) throw problem('too_many_accounts', { max });
    const parent = input.parent == null ? null : await checkParent(call, input.parent, null);
    const { currency } = await accounts.selectSchoolMoney(call.db, call.now);
    const chosen = input.currency ?? parent?.currency ?? currency;
    if (parent !== null && parent.currency !== chosen) throw problem('currency_differs');
    const club = input.club == null ? null : idOf(input.club);
    if (club !== null && !(await accounts.isClubThere(call.db, club))) throw problem('not_found');
    const made = await accounts.insertAccount(call.db, call.schoolId, {
      role: club === null ? (input.role ?? 'fund') : 'club',
      code: input.code,
      name: input.name,
      parent: parent?.id ?? null,
      club,
      currency: chosen,
      carriesOver: input.carriesOver ?? true,
      by: call.me.userId,
      now: call.now,
    });
    if (made === undefined) throw problem('account_code_taken');
    await recordAccount(call, { id: made.id, name: input.name, club_id: club }, 'added');
    return viewAccount(call, made.id);
  }),

  handle(staff.updateClubAccount, async (call, { id, version, ...sent }) => {
    await lockTable(call.db, 'club_accounts');
    const row = orNotFound(await accounts.selectAccount(call.db, idOf(id)));
    const { code, name, carriesOver, isArchived } = sent;
    if (code !== undefined && (await accounts.isCodeTaken(call.db, row, code)))
      throw problem('account_code_taken');
    const parent = sent.parent == null ? null : await checkParent(call, sent.parent, row);
    if (isArchived === true && row.archived_at === null) {
      const [held] = await lockBalances(call.db, [row.id]);
      if (held?.balance !== 0 || held.promised !== 0) throw problem('account_in_use');
      if (await accounts.isAccountUsed(call.db, row.id)) throw problem('account_in_use');
    }
    const isDone = await accounts.updateAccount(
      call.db,
      { id: row.id, version },
      definedOnly({
        code,
        // An account of a club without a name shows the club's name.
        name: name === '' && row.club_id === null ? undefined : name,
        parent_id: sent.parent === undefined ? undefined : (parent?.id ?? null),
        carries_over: carriesOver,
        archived_at: isArchived === undefined ? undefined : isArchived ? call.now : null,
      }) as Parameters<typeof accounts.updateAccount>[2],
    );
    if (!isDone) throw problem('account_changed');
    const act = isArchived === undefined ? 'updated' : isArchived ? 'archived' : 'restored';
    await recordAccount(call, row, act);
    return viewAccount(call, row.id);
  }),

  handle(staff.createClubEntry, async (call, { date, title, category, postings: given }) => {
    const postings = await postingsOf(call, given);
    const { id } = await postEntry(call.db, {
      schoolId: call.schoolId,
      date,
      title,
      category: category ?? '',
      kind: 'manual',
      source: null,
      createdBy: call.me.userId,
      postings,
      now: call.now,
    });
    await record(call, 'ledger_changed', { entry: String(id), title, act: 'posted' });
    return viewEntry(call, id);
  }),

  handle(staff.createAllocation, async (call, { kind, from, date, title, items }) => {
    const ids = [...items.map(({ account }) => account), ...(from === null ? [] : [from])];
    const rows = await openAccounts(call, ids);
    const [first] = items;
    const source = from === null ? undefined : rows.get(from);
    const { currency } = orNotFound(source ?? (first && rows.get(first.account)));
    const given = items.map(({ account, amount }) => {
      if (rows.get(account)?.currency !== currency) throw problem('currency_differs');
      return { account: idOf(account), amount: positiveAmountOf(amount, currency) };
    });
    const sum = given.reduce((total, { amount }) => total + amount, 0);
    if (sum > limits.amount) throw problem('amount_invalid');
    const giver = source ?? (await systemAccountOf(call.db, call.schoolId, 'external', currency));
    const postings = [...given, { account: giver.id, amount: -sum }];
    if (source !== undefined) await checkAvailable(call.db, postings);
    const { id } = await postEntry(call.db, {
      schoolId: call.schoolId,
      date,
      title,
      kind,
      source: null,
      createdBy: call.me.userId,
      postings,
      now: call.now,
    });
    const act = kind === 'transfer' ? 'transferred' : 'allocated';
    await record(call, 'ledger_changed', { entry: String(id), title, act });
    return viewEntry(call, id);
  }),

  handle(staff.listAccountTree, async (call, { parent, period, archived }) => {
    const days =
      period === undefined ? null : orNotFound(await queries.selectPeriod(call.db, idOf(period)));
    const above = parent === undefined ? null : idOf(parent);
    if (above !== null) orNotFound(await accounts.selectAccount(call.db, above));
    const sums = await queries.selectTreeSums(call.db, {
      parent: above,
      archived,
      days: { from: days?.starts_on ?? null, to: days?.ends_on ?? null },
      size: listed + 1,
    });
    const byId = new Map(sums.map((one) => [one.id, one]));
    const rows = await accounts.selectAccountsById(call.db, [...byId.keys()]);
    const access = await budgetAccess(call, []);
    return {
      items: rows.slice(0, listed).flatMap((row) => {
        const one = byId.get(row.id);
        if (one === undefined) return [];
        const money = (amount: number) => ({ amount, currency: row.currency });
        return [
          {
            account: accountView(row, access),
            children: one.children,
            opening: money(one.opening),
            allocated: money(one.allocated),
            income: money(one.income),
            spent: money(one.spent),
            promised: money(one.promised),
            left: money(one.balance - one.promised),
            own: money(row.balance - row.promised),
          },
        ];
      }),
      isCut: rows.length > listed,
    };
  }),

  handle(staff.listBudgetPeriods, async (call) => {
    const day = await today(call);
    const rows = await queries.selectPeriods(call.db);
    const { currency } = await accounts.selectSchoolMoney(call.db, call.now);
    return { items: rows.map((row) => periodView(row, day)), currency };
  }),

  handle(staff.createBudgetPeriod, async (call, { name, from, to }) => {
    await lockTable(call.db, 'budget_periods');
    const max = limits.periods;
    if ((await queries.selectPeriods(call.db)).length >= max)
      throw problem('too_many_periods', { max });
    await checkDays(call, { id: 0, from, to });
    const row = orNotFound(await queries.insertPeriod(call.db, call.schoolId, { name, from, to }));
    await record(call, 'budget_period_changed', { name, act: 'added' });
    return periodView(row, await today(call));
  }),

  handle(staff.updateBudgetPeriod, async (call, { id, version, ...sent }) => {
    await lockTable(call.db, 'budget_periods');
    const row = orNotFound(await queries.selectPeriod(call.db, idOf(id)));
    if (row.closed_at !== null) throw problem('budget_period_closed');
    const { name = row.name, from = row.starts_on, to = row.ends_on } = sent;
    await checkDays(call, { id: row.id, from, to });
    if (!(await queries.updatePeriod(call.db, { id: row.id, version }, { name, from, to })))
      throw problem('budget_period_changed');
    await record(call, 'budget_period_changed', { name, act: 'updated' });
    return periodView(orNotFound(await queries.selectPeriod(call.db, row.id)), await today(call));
  }),

  handle(staff.closeBudgetPeriod, async (call, { id, version }) => {
    const row = orNotFound(await queries.selectPeriod(call.db, idOf(id)));
    if (row.closed_at !== null) throw problem('budget_period_closed');
    if (!(await queries.updateClosed(call.db, { id: row.id, version }, call.now)))
      throw problem('budget_period_changed');
    const returning = await queries.selectReturning(call.db);
    const held = new Map(
      (
        await lockBalances(
          call.db,
          returning.flatMap((one) => [one.id, one.parent_id]),
        )
      ).map((one) => [one.account_id, one.balance - one.promised]),
    );
    let returned = 0;
    for (const { id: account, parent_id: parent } of returning) {
      const left = held.get(account) ?? 0;
      if (left <= 0) continue;
      await postEntry(call.db, {
        schoolId: call.schoolId,
        date: row.ends_on,
        title: row.name,
        kind: 'transfer',
        source: null,
        createdBy: call.me.userId,
        postings: [
          { account, amount: -left },
          { account: parent, amount: left },
        ],
        now: call.now,
      });
      held.set(parent, (held.get(parent) ?? 0) + left);
      returned += 1;
    }
    await record(call, 'budget_period_changed', { name: row.name, act: 'closed' });
    const closed = orNotFound(await queries.selectPeriod(call.db, row.id));
    return { period: periodView(closed, await today(call)), returned };
  }),
];
