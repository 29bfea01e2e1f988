import * as finances from '#contract/finances/endpoints.ts';
import { transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { ok, orNotFound } from '../../kernel/sql.ts';
import { requireConfirmed } from '../../kernel/security/confirmation.ts';
import * as queries from './finances.queries.ts';
import { accountsView, contactView, holdView, sourceView } from './finances.views.ts';
import { balanceOrder, paymentPage, paysAt } from './payment-page.ts';
import { paymentUrl } from './payment-reference.ts';
import {
  statementAbout,
  statementFile,
  statementLimit,
  statementOf,
} from './statements/statement-file.ts';
import { statementScreen } from './statements/statement-screen.ts';

export const financesHandlers = [
  handle(finances.getBursar, async ({ db, me, now }) => {
    const { rows, financeContext } = await queries.selectOwn(db, me.userId, now);
    const accounts = accountsView(rows, {
      today: financeContext.today,
      since: financeContext.seen_at,
    });
    const lines = accounts.flatMap(({ terms }) => terms.flatMap((term) => term.lines));
    return {
      accounts,
      since: financeContext.seen_at?.toISOString() ?? null,
      newLines: lines.filter(({ isNew }) => isNew).length,
      source: sourceView(financeContext, now),
      contact: contactView(financeContext),
      paysAt: paysAt(financeContext),
    };
  }),

  handle(finances.listHolds, async ({ db, me, now }) => {
    const [holds, since] = await Promise.all([
      queries.selectHolds(db, me.userId),
      queries.selectVisitBefore(db, me.userId, now),
    ]);
    return {
      items: holds.map((row) => ({
        ...holdView(row),
        isNew: since !== null && row.updated_at > since,
      })),
    };
  }),

  handle(finances.visitFinances, async ({ db, schoolId, me, now }) => {
    await queries.upsertVisit(db, schoolId, me.userId, now);
    return ok;
  }),

  handleWithoutTransaction(finances.getPaymentLink, async (call, { account: id, hold: holdId }) => {
    const { me, now, schoolId: school, tokens, origin } = call;
    const { page, host, order } = await transact(
      call,
      async ({ db }) => {
        const financeContext = await queries.selectFinanceContext(db, me.userId, now);
        const { page, host } = paymentPage(financeContext);
        const student = orNotFound(await queries.selectStudent(db, me.userId)).username;
        if (holdId !== undefined) {
          const holds = (await queries.selectHolds(db, me.userId)).map(holdView);
          const hold = orNotFound(holds.find((one) => one.id === holdId));
          const money = orNotFound(hold.amount);
          return { page, host, order: { student, account: '', money, hold: hold.id } };
        }
        const rows = await queries.selectAccountLines(db, me.userId);
        const accounts = accountsView(rows, { today: financeContext.today, since: null });
        const order = balanceOrder(accounts, id, student);
        return { page, host, order };
      },
      { readOnly: true },
    );
    return {
      url: await paymentUrl({ tokens, school, now, origin }, page, order),
      host,
    };
  }),

  handle(finances.readStatement, async ({ db, me, now, school }, choice) => {
    const [rows, financeContext, student] = await Promise.all([
      queries.selectAccountLines(db, me.userId),
      queries.selectFinanceContext(db, me.userId, now),
      queries.selectStudent(db, me.userId),
    ]);
    const about = statementAbout({ school, now }, orNotFound(student), financeContext);
    const accounts = accountsView(rows, { today: financeContext.today, since: null });
    const statement = statementOf(accounts, choice, about);
    return { ...statementScreen(statement, choice), source: sourceView(financeContext, now) };
  }),

  handleWithoutTransaction(finances.downloadStatement, async (call, wish) => {
    const { me, now } = call;
    await countUse(call, `statement:${me.userId}`, statementLimit);
    const statement = await transact(call, async (context) => {
      await requireConfirmed(context);
      const { db } = context;
      const [rows, financeContext, student] = await Promise.all([
        queries.selectAccountLines(db, me.userId),
        queries.selectFinanceContext(db, me.userId, now),
        queries.selectStudent(db, me.userId),
      ]);
      const made = statementOf(
        accountsView(rows, { today: financeContext.today, since: null }),
        wish,
        statementAbout(call, orNotFound(student), financeContext),
      );
      await record(context, 'finance_exported', { person: me.userId, format: wish.format });
      return made;
    });
    return statementFile(statement, wish);
  }),
];
