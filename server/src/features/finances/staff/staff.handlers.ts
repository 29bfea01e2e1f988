import * as staff from '#contract/finances/staff.endpoints.ts';
import { planParts } from '#contract/finances/plan.ts';
import { decimalText } from '#contract/finances/money.ts';
import { payAddress } from '#contract/finances/limits.ts';
import type { FinanceSettings } from '#contract/finances/staff.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { manualCode } from '../../../kernel/ids.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import {
  selectAccountLines,
  selectHolds,
  selectFinanceContext,
  selectStudent,
} from '../finances.queries.ts';
import { accountsView, holdView, sourceView } from '../finances.views.ts';
import { statementAbout, statementOf } from '../statements/statement-file.ts';
import { statementScreen } from '../statements/statement-screen.ts';
import { newPaymentKey } from '../payment-reference.ts';
import { listHolds, listOverdue } from './account-list.ts';
import * as queries from './staff.queries.ts';

const refused = (path: string, message: string) =>
  problem('invalid_input', {}, [{ path, message }]);

const settingsView = async (call: Pick<Call, 'db'>): Promise<FinanceSettings> => {
  const [row, offices] = await Promise.all([
    queries.selectSettings(call.db),
    queries.selectBookingOffices(call.db),
  ]);
  return {
    currency: row?.currency ?? 'USD',
    payUrl: row?.pay_url ?? null,
    contactName: row?.contact_name ?? '',
    contactEmail: row?.contact_email ?? '',
    contactPhone: row?.contact_phone ?? '',
    bookingOffice:
      row === undefined || row.office_id === null
        ? null
        : { id: String(row.office_id), name: row.office_name ?? '' },
    offices: offices.map(({ id, name }) => ({ id: String(id), name })),
    keyHint: row?.pay_key_hint ?? null,
    version: row?.version ?? 0,
  };
};

export const staffHandlers = [
  handle(staff.findStudents, async ({ db }, { search }) => ({
    items: (await queries.selectFoundStudents(db, search)).map((row) => ({
      ...faceView(row),
      username: row.username,
      hasAccount: row.has_account,
    })),
  })),

  handle(staff.listStudentAccounts, async (call, asked) => {
    await record(call, 'finance_listed', { show: asked.show });
    return asked.show === 'overdue' ? listOverdue(call, asked) : listHolds(call, asked);
  }),

  handle(staff.readStudent, async (call, { uid }) => {
    const { db, now } = call;
    const student = orNotFound(await selectStudent(db, idOf(uid)));
    const [rows, holds, financeContext, terms] = await Promise.all([
      selectAccountLines(db, student.id),
      selectHolds(db, student.id),
      selectFinanceContext(db, student.id, now),
      queries.selectTerms(db),
    ]);
    await record(call, 'finance_read', { person: student.id });
    return {
      person: { ...faceView(student), username: student.username },
      accounts: accountsView(rows, { today: financeContext.today, since: null }),
      holds: holds.map(holdView),
      source: sourceView(financeContext, now),
      currency: financeContext.currency,
      terms: terms.map(({ code, name }) => ({ code, name })),
    };
  }),

  handle(staff.readStudentStatement, async (call, { uid, ...choice }) => {
    const { db, now } = call;
    const student = orNotFound(await selectStudent(db, idOf(uid)));
    const [rows, financeContext] = await Promise.all([
      selectAccountLines(db, student.id),
      selectFinanceContext(db, student.id, now),
    ]);
    const accounts = accountsView(rows, { today: financeContext.today, since: null });
    const statement = statementOf(accounts, choice, statementAbout(call, student, financeContext));
    await record(call, 'finance_read', { person: student.id });
    return { ...statementScreen(statement, choice), source: sourceView(financeContext, now) };
  }),

  handle(staff.addLine, async (call, { uid, clientId, ...line }) => {
    const { db, schoolId: school, me, now } = call;
    const student = orNotFound(await selectStudent(db, idOf(uid)));
    const code = manualCode(me.userId, clientId);
    const before = await queries.selectLineOfCode(db, code);
    if (before !== undefined) return { id: String(before.id) };
    if (line.due !== undefined && line.kind !== 'charge')
      throw refused('due', 'only a charge has a due date');
    const account = orNotFound(
      line.account === undefined
        ? await queries.upsertMainAccount(db, school, student.id, line.currency)
        : await queries.selectAccount(db, student.id, idOf(line.account)),
    );
    if (account.currency !== line.currency)
      throw problem('finance_currency', { currency: account.currency });
    const term = line.term === undefined ? null : await queries.selectTermOfCode(db, line.term);
    if (term === undefined) throw refused('term', 'there is no such term');
    const { kind, title, detail, amount, date, due = null } = line;
    const row = await queries.insertLine(db, {
      school,
      account: account.id,
      code,
      kind,
      title,
      detail,
      amount,
      date,
      due,
      now,
      term: term?.id ?? null,
      by: me.userId,
    });
    if (row === undefined)
      return { id: String(orNotFound(await queries.selectLineOfCode(db, code)).id) };
    await record(call, 'finance_line_changed', { person: student.id, line: row.id, act: 'added' });
    return { id: String(row.id) };
  }),

  handle(staff.reverseLine, async (call, { id, reason }) => {
    const { db, schoolId: school, me, now } = call;
    const line = orNotFound(await queries.selectLine(db, idOf(id)));
    if (line.is_final) throw problem('finance_line_final');
    const { today } = await selectFinanceContext(db, line.user_id, now);
    const reversal = { school, by: me.userId, now, reason, today };
    const row = await queries.insertReversal(db, reversal, line.id);
    if (row === undefined) throw problem('finance_line_final');
    await record(call, 'finance_line_changed', {
      person: line.user_id,
      line: line.id,
      act: 'reversed',
    });
    return { id: String(row.id) };
  }),

  handle(staff.addPlan, async (call, { uid, clientId, title, amount, currency, ...wish }) => {
    const { db, schoolId: school, me, now } = call;
    const student = orNotFound(await selectStudent(db, idOf(uid)));
    const account = orNotFound(await queries.lockAccount(db, idOf(wish.account)));
    if (account.user_id !== student.id) throw problem('not_found');
    if (account.currency !== currency)
      throw problem('finance_currency', { currency: account.currency });
    const parts = planParts(amount, wish.count, wish.first);
    if (parts === null) throw refused('amount', 'is less than one minor unit a part');
    const code = manualCode(me.userId, clientId);
    const current = await queries.selectPlan(db, account.id);
    // This call was sent before and is stored.
    const isSame = current[0]?.code === `${code}-1`;
    if (current.length > 0 && !isSame) throw problem('finance_plan_exists');
    if (!isSame) {
      const owed = await queries.selectBalance(db, account.id);
      if (amount > owed)
        throw problem('finance_plan_amount', {
          owed: `${decimalText({ amount: Math.max(0, owed), currency })} ${currency}`,
        });
      if ((await queries.selectLineOfCode(db, `${code}-1`)) !== undefined)
        throw problem('no_finance_plan');
      await queries.insertPlan(db, {
        school,
        account: account.id,
        code,
        title,
        parts,
        by: me.userId,
        now,
      });
      const detail = { person: student.id, account: account.id, act: 'added' } as const;
      await record(call, 'finance_plan_changed', detail);
    }
    const stored = isSame ? current : await queries.selectPlan(db, account.id);
    return {
      parts: stored.map((part) => ({
        id: String(part.id),
        date: part.date,
        amount: part.amount,
      })),
    };
  }),

  handle(staff.cancelPlan, async (call, { id, reason }) => {
    const { db, schoolId: school, me, now } = call;
    const account = orNotFound(await queries.lockAccount(db, idOf(id)));
    const current = await queries.selectPlan(db, account.id);
    if (current.length === 0) throw problem('no_finance_plan');
    const { today } = await selectFinanceContext(db, account.user_id, now);
    const canceled = await queries.insertReversals(
      db,
      { school, by: me.userId, now, reason, today },
      current.map((part) => part.id),
    );
    await record(call, 'finance_plan_changed', {
      person: account.user_id,
      account: account.id,
      act: 'canceled',
    });
    return { canceled: canceled.length };
  }),

  handle(staff.addHold, async (call, { uid, clientId, contact, bookingOffice, ...hold }) => {
    const { db, schoolId: school, me, now } = call;
    const student = orNotFound(await selectStudent(db, idOf(uid)));
    const code = manualCode(me.userId, clientId);
    const before = await queries.selectHoldOfCode(db, code);
    if (before !== undefined) return { id: String(before.id) };
    const person = contact === undefined ? null : await selectStudent(db, idOf(contact));
    if (person === undefined) throw refused('contact', 'there is no such person');
    const offices = bookingOffice === undefined ? [] : await queries.selectBookingOffices(db);
    const office = offices.find((one) => String(one.id) === bookingOffice);
    if (bookingOffice !== undefined && office === undefined)
      throw refused('bookingOffice', 'there is no such office');
    const { currency } = await selectFinanceContext(db, student.id, now);
    const row = await queries.insertHold(db, {
      ...hold,
      school,
      person: student.id,
      code,
      amount: hold.amount ?? null,
      currency: hold.amount === undefined ? null : currency,
      contact: person?.id ?? null,
      bookingOffice: office?.id ?? null,
    });
    if (row === undefined)
      return { id: String(orNotFound(await queries.selectHoldOfCode(db, code)).id) };
    await record(call, 'finance_hold_changed', { person: student.id, hold: row.id, act: 'added' });
    return { id: String(row.id) };
  }),

  handle(staff.liftHold, async (call, { id }) => {
    const { db, now } = call;
    const hold = orNotFound(await queries.selectHold(db, idOf(id)));
    const { today } = await selectFinanceContext(db, hold.user_id, now);
    if (!(await queries.updateLifted(db, hold.id, today, now))) throw problem('hold_lifted');
    await record(call, 'finance_hold_changed', {
      person: hold.user_id,
      hold: hold.id,
      act: 'lifted',
    });
    return ok;
  }),

  handle(staff.getFinanceSettings, (call) => settingsView(call)),

  handle(staff.updateFinanceSettings, async (call, { version, bookingOffice, ...sent }) => {
    const { db, schoolId } = call;
    const offices = bookingOffice === null ? [] : await queries.selectBookingOffices(db);
    const office = offices.find((one) => String(one.id) === bookingOffice) ?? null;
    if (bookingOffice !== null && office === null)
      throw refused('bookingOffice', 'there is no such office');
    const payUrl = sent.payUrl === null ? null : payAddress(sent.payUrl);
    const columns = { ...sent, payUrl, office: office?.id ?? null };
    if (!(await queries.upsertSettings(db, schoolId, version, columns)))
      throw problem('finance_settings_changed');
    await record(call, 'finance_settings_changed', { payUrl });
    return settingsView(call);
  }),

  handle(staff.createPaymentKey, async (call) => {
    const { db, schoolId, tokens } = call;
    const { key, encrypted, hint } = newPaymentKey(tokens, schoolId);
    await queries.upsertPaymentKey(db, schoolId, { encrypted, hint });
    await record(call, 'finance_key_made', { hint });
    return { key, settings: await settingsView(call) };
  }),
];
