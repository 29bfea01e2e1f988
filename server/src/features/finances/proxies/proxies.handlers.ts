import { timingSafeEqual } from 'node:crypto';
import * as proxies from '#contract/finances/proxies.endpoints.ts';
import type { FinanceProxy } from '#contract/finances/proxies.endpoints.ts';
import { financeLimits as limits } from '#contract/finances/limits.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import {
  countUse,
  countUseInTransaction,
  networkOf,
} from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { requireConfirmed } from '../../../kernel/security/confirmation.ts';
import {
  selectAccountLines,
  selectHolds,
  selectFinanceContext,
  selectStudent,
} from '../finances.queries.ts';
import { accountsView, holdView, sharedView, sourceView } from '../finances.views.ts';
import { balanceOrder, paymentPage, paysAt } from '../payment-page.ts';
import { paymentUrl } from '../payment-reference.ts';
import {
  statementAbout,
  statementFile,
  statementLimit,
  statementOf,
  type StatementChoice,
} from '../statements/statement-file.ts';
import { statementScreen } from '../statements/statement-screen.ts';
import * as queries from './proxies.queries.ts';
import { codeHash, linkOf } from './proxy-secrets.ts';
import { forgetVisit, rememberVisit, visitOf } from './visit-cookie.ts';

const hour = 3_600;
const dayMs = 86_400_000;
const grantLimit = { max: 20, seconds: hour };
const codeLimit = { max: 5, seconds: hour };
const networkLimit = { max: 120, seconds: hour };
/** Limits the views of one access. A visit lasts 30 minutes, and a page refreshes occasionally. */
const readingLimit = { max: 240, seconds: hour };

const proxyView = (row: queries.ProxyRow, now: Date): FinanceProxy => ({
  id: String(row.id),
  name: row.name,
  email: row.email,
  items: row.items,
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  lastDay: row.last_day,
  state:
    row.revoked_at !== null
      ? 'revoked'
      : row.ends_at <= now
        ? 'ended'
        : row.confirmed_at === null
          ? 'invited'
          : 'active',
  lastReadAt: row.last_read_at?.toISOString() ?? null,
});

/** Returns the access of a visit. Throws if the visit doesn't exist or has ended. */
const visitorOf = async (
  { db, tokens }: Pick<Context, 'db' | 'tokens'>,
  visit: string | null,
  now: Date,
): Promise<queries.OpenProxyRow> => {
  const row = visit === null ? undefined : await queries.selectVisit(db, tokens.hash(visit), now);
  if (row === undefined) throw problem('proxy_signed_out');
  return row;
};

/** Returns the statement of the student who shares it, and the age of its data. */
const sharedStatement = async (
  about: Pick<Call, 'school' | 'now'>,
  { db }: Pick<Call, 'db'>,
  student: { user_id: number; first_name: string; last_name: string },
  choice: StatementChoice,
) => {
  const [lines, financeContext] = await Promise.all([
    selectAccountLines(db, student.user_id),
    selectFinanceContext(db, student.user_id, about.now),
  ]);
  const accounts = accountsView(lines, { today: financeContext.today, since: null });
  const statement = statementOf(accounts, choice, statementAbout(about, student, financeContext));
  return [statement, sourceView(financeContext, about.now)] as const;
};

export const proxiesHandlers = [
  handle(proxies.listProxies, async ({ db, me, now }) => ({
    items: (await queries.selectProxies(db, me.userId, now)).map((row) => proxyView(row, now)),
  })),

  handle(
    proxies.createProxy,
    async (call, { clientId, name, email, items, until, locale = null }) => {
      await requireConfirmed(call);
      const { db, schoolId: school, me, now, tokens, origin } = call;
      const before = await queries.selectProxyByClientId(db, me.userId, clientId);
      if (before !== undefined) return proxyView(before, now);
      await countUseInTransaction(call, `finance-proxies:${me.userId}`, grantLimit);
      const endsAt = await queries.selectEndOf(db, until);
      const days = (endsAt.getTime() - now.getTime()) / dayMs;
      if (!(days > 0 && days <= limits.proxyDays + 1))
        throw problem('invalid_input', {}, [
          { path: 'until', message: `must be a day in the next ${limits.proxyDays} days` },
        ]);
      const row = await queries.insertProxy(db, {
        school,
        me: me.userId,
        clientId,
        name,
        email,
        items,
        hash: tokens.hash(linkOf(call, me.userId, clientId)),
        now,
        endsAt,
        most: limits.proxies,
        locale,
      });
      if (row === undefined) {
        // A concurrent call with the same `clientId` has stored the access.
        const stored = await queries.selectProxyByClientId(db, me.userId, clientId);
        if (stored !== undefined) return proxyView(stored, now);
        throw problem('too_many_proxies', { max: limits.proxies });
      }
      await record(call, 'finance_proxy_changed', { person: me.userId, act: 'added', items });
      await emit(call, 'finance_proxy_added', { proxy: row.id, clientId, origin });
      return proxyView(row, now);
    },
  ),

  handle(proxies.revokeProxy, async (call, { id }) => {
    const { db, me, now } = call;
    const row = orNotFound(await queries.selectProxy(db, me.userId, idOf(id)));
    if (await queries.updateRevoked(db, me.userId, row.id, now))
      await record(call, 'finance_proxy_changed', {
        person: me.userId,
        act: 'revoked',
        items: row.items,
      });
    return ok;
  }),

  handle(proxies.listProxyReads, async ({ db, me }, { id, cursor, size }) => {
    const row = orNotFound(await queries.selectProxy(db, me.userId, idOf(id)));
    const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
    const rows = await queries.selectReads(db, row.id, { after, size: size + 1 });
    return pageOfRows(rows, size, {
      view: (read) => ({ id: String(read.id), what: read.item, at: read.at.toISOString() }),
      keyOf: (read) => [read.at, read.id],
    });
  }),

  // Wrong, revoked and expired links all get the same error. The response to a valid link reveals nothing about the student.
  handleWithoutTransaction(proxies.sendProxyCode, async (call, { link }) => {
    await countUse(call, `finance-codes:${networkOf(call.address)}`, networkLimit);
    await transact(call, async (context) => {
      const { db, tokens } = context;
      const row = await queries.lockProxyOfLink(db, tokens.hash(link), call.now);
      if (row === undefined) throw problem('proxy_link_invalid');
      await countUseInTransaction(context, `finance-code:${row.id}`, codeLimit);
      await emit(context, 'finance_proxy_code_asked', { proxy: row.id });
    });
    return ok;
  }),

  handleWithoutTransaction(
    proxies.beginProxyVisit,
    async (call, { link, code, inFrame = false }, transport) => {
      const { now, tokens, schoolId } = call;
      await countUse(call, `finance-visits:${networkOf(call.address)}`, networkLimit);
      const visit = tokens.newToken();
      const endsAt = new Date(now.getTime() + limits.visitMinutes * 60_000);
      const proxy = await transact(call, async (context) => {
        const { db } = context;
        const row = await queries.lockProxyOfLink(db, tokens.hash(link), now);
        if (row === undefined) throw problem('proxy_link_invalid');
        const isOpen =
          row.code_hash !== null &&
          row.code_ends_at !== null &&
          row.code_ends_at > now &&
          row.code_attempts < limits.codeTries;
        const given = codeHash(call, row.id, code.replace(/\D/g, ''));
        if (!isOpen || row.code_hash === null || !timingSafeEqual(given, row.code_hash)) {
          // This is committed so that the attempt counts.
          await queries.updateCodeTried(db, row.id);
          return null;
        }
        await queries.updateCodeUsed(db, row.id, now);
        await queries.insertVisit(db, schoolId, row.id, tokens.hash(visit), endsAt);
        if (row.confirmed_at === null)
          await record(context, 'finance_proxy_changed', {
            person: row.user_id,
            act: 'confirmed',
            items: row.items,
          });
        return row.id;
      });
      if (proxy === null) throw problem('proxy_code_wrong');
      return {
        visit: inFrame ? visit : rememberVisit(call, transport, proxy, visit),
        endsAt: endsAt.toISOString(),
      };
    },
  ),

  handleWithoutTransaction(proxies.endProxyVisit, async (call, { visit }, transport) => {
    const token = visitOf(call, transport, visit);
    if (token !== null)
      await transact(call, ({ db, tokens }) => queries.deleteVisit(db, tokens.hash(token)));
    forgetVisit(transport, visit);
    return ok;
  }),

  handleWithoutTransaction(proxies.readShared, async (call, { visit }, transport) => {
    const { now, schoolId, school } = call;
    const token = visitOf(call, transport, visit);
    return transact(call, async (context) => {
      const { db } = context;
      const row = await visitorOf(context, token, now);
      await countUseInTransaction(context, `finance-shared:${row.id}`, readingLimit);
      const { items, user_id: student } = row;
      const seesAccounts = items.includes('balance') || items.includes('lines');
      const [lines, holds, financeContext] = await Promise.all([
        seesAccounts || items.includes('statements') ? selectAccountLines(db, student) : [],
        items.includes('holds') ? selectHolds(db, student) : [],
        selectFinanceContext(db, student, now),
      ]);
      await queries.insertRead(db, schoolId, row.id, 'account', now);
      return {
        student: { firstName: row.first_name, lastName: row.last_name },
        school: school.name,
        items,
        until: row.ends_at.toISOString(),
        lastDay: row.last_day,
        accounts: accountsView(lines, { today: financeContext.today, since: null }).map((account) =>
          sharedView(account, items),
        ),
        holds: holds.map(holdView),
        source: sourceView(financeContext, now),
        paysAt: items.includes('balance') ? paysAt(financeContext) : null,
      };
    });
  }),

  handleWithoutTransaction(
    proxies.getSharedPaymentLink,
    async (call, { visit, account }, transport) => {
      const { now, schoolId: school, tokens, origin } = call;
      const { page, host, order } = await transact(call, async (context) => {
        const { db } = context;
        const row = await visitorOf(context, visitOf(call, transport, visit), now);
        if (!row.items.includes('balance')) throw problem('not_shared_with_you');
        await countUseInTransaction(context, `finance-shared:${row.id}`, readingLimit);
        const [lines, financeContext, student] = await Promise.all([
          selectAccountLines(db, row.user_id),
          selectFinanceContext(db, row.user_id, now),
          selectStudent(db, row.user_id),
        ]);
        const payment = paymentPage(financeContext);
        const accounts = accountsView(lines, { today: financeContext.today, since: null });
        const wanted = balanceOrder(accounts, account, orNotFound(student).username);
        await queries.insertRead(db, school, row.id, 'payment', now);
        await record(context, 'finance_proxy_changed', {
          person: row.user_id,
          act: 'payment',
          items: row.items,
        });
        return { ...payment, order: { ...wanted, back: '/shared-finances' } };
      });
      return { url: await paymentUrl({ tokens, school, now, origin }, page, order), host };
    },
  ),

  handleWithoutTransaction(proxies.downloadShared, async (call, { visit, ...wish }, transport) => {
    const { now, schoolId } = call;
    const statement = await transact(call, async (context) => {
      const { db } = context;
      const row = await visitorOf(context, visitOf(call, transport, visit), now);
      if (!row.items.includes('statements')) throw problem('not_shared_with_you');
      await countUseInTransaction(context, `finance-statement:${row.id}`, statementLimit);
      const [made] = await sharedStatement(call, context, row, wish);
      await queries.insertRead(db, schoolId, row.id, 'statement', now);
      return made;
    });
    return statementFile(statement, wish);
  }),

  handleWithoutTransaction(
    proxies.readSharedStatement,
    async (call, { visit, ...choice }, transport) => {
      const { now, schoolId } = call;
      const token = visitOf(call, transport, visit);
      return transact(call, async (context) => {
        const { db } = context;
        const row = await visitorOf(context, token, now);
        if (!row.items.includes('statements')) throw problem('not_shared_with_you');
        await countUseInTransaction(context, `finance-shared:${row.id}`, readingLimit);
        const [statement, source] = await sharedStatement(call, context, row, choice);
        await queries.insertRead(db, schoolId, row.id, 'statement', now);
        return { ...statementScreen(statement, choice), source };
      });
    },
  ),
];
