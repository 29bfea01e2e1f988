import * as budgets from '#contract/budgets/endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { budgetAccess, readClub } from '../budgets-access.ts';
import { selectCurrentPeriod } from '../periods/periods.queries.ts';
import { selectAccount, selectSchoolMoney } from '../budgets.queries.ts';
import { accountView } from '../budgets.views.ts';
import * as queries from './club-money.queries.ts';

export const clubMoneyHandlers = [
  handle(budgets.getClubMoney, async (call, { id, account }) => {
    const clubId = idOf(id);
    const access = await budgetAccess(call, [clubId]);
    const club = await readClub(call, access, clubId);
    if (!access.reads(clubId)) throw problem('forbidden');
    const can = { request: access.requests(clubId) && isWritable(club) };
    const named = { id: String(club.id), name: club.name };
    const which = account === undefined ? null : idOf(account);
    const accountId = await queries.selectClubAccountId(call.db, clubId, which);
    if (accountId === undefined) {
      if (which !== null) throw problem('not_found');
      return { club: named, money: null, can };
    }
    const row = orNotFound(await selectAccount(call.db, accountId));
    const { today } = await selectSchoolMoney(call.db, call.now);
    const period = await selectCurrentPeriod(call.db, today);
    const days = { from: period?.starts_on ?? null, to: period?.ends_on ?? null };
    const [sums, categories, months, waiting, importedAt] = await Promise.all([
      queries.selectSums(call.db, row.id, days),
      queries.selectParts(call.db, row.id, days, 'category'),
      queries.selectParts(call.db, row.id, days, 'month'),
      queries.selectWaiting(call.db, clubId),
      queries.selectImportedAt(call.db),
    ]);
    const { currency } = row;
    const money = (amount: number) => ({ amount, currency });
    const part = (one: (typeof months)[number]) => ({
      name: one.name,
      spent: money(one.spent),
      promised: money(one.promised),
    });
    return {
      club: named,
      money: {
        account: accountView(row, access),
        period: period && {
          id: String(period.id),
          name: period.name,
          from: period.starts_on,
          to: period.ends_on,
        },
        allocated: money(sums.allocated),
        income: money(sums.income),
        spent: money(sums.spent),
        categories: categories.map(part),
        months: months.map(part),
        waiting: waiting.map((one) => ({
          id: String(one.id),
          title: one.title,
          asked: { amount: one.asked, currency: one.currency },
          since: one.since.toISOString(),
          with: one.step,
          needsClub: one.state === 'changes_requested',
        })),
        importedAt: importedAt?.toISOString() ?? null,
      },
      can,
    };
  }),
];
