import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { record } from '../../../kernel/security/audit.ts';
import { selectToday } from '../../finances/staff/account-list.queries.ts';
import { insertLine, upsertMainAccount } from '../../finances/staff/staff.queries.ts';

/* Payments on a student's school account: a charge in finances, and a credit for each refund. */

interface Charged {
  readonly number: string;
  readonly buyer_id: number | null;
  readonly currency: string;
}

const addTransaction = async (
  context: Context,
  { number, buyer_id: buyer, currency }: Charged,
  it: { code: string; kind: 'charge' | 'credit'; title: string; amount: number },
): Promise<void> => {
  const { db, school, clock } = context;
  // The account of an erased person is gone, and with it the charge.
  if (buyer === null) return;
  const account = orNotFound(await upsertMainAccount(db, school.school_id, buyer, currency));
  if (account.currency !== currency)
    throw problem('finance_currency', { currency: account.currency });
  const row = await insertLine(db, {
    school: school.school_id,
    account: account.id,
    code: it.code,
    kind: it.kind,
    title: it.title,
    detail: number,
    amount: it.amount,
    date: await selectToday(db, clock.now()),
    due: null,
    term: null,
    by: context.actor.kind === 'member' ? context.actor.userId : buyer,
    now: clock.now(),
  });
  if (row !== undefined && context.actor.kind === 'member')
    await record(context, 'finance_line_changed', { person: buyer, line: row.id, act: 'added' });
};

/** Charges the buyer's school account. */
export const chargeSchoolAccount = (
  context: Context,
  order: Charged,
  { payment, amount }: { payment: number; amount: number },
): Promise<void> =>
  addTransaction(context, order, {
    code: `order-payment-${payment}`,
    kind: 'charge',
    title: `Order ${order.number}`,
    amount,
  });

/** Credits a refund to the buyer's school account. */
export const creditSchoolAccount = (
  context: Context,
  order: Charged,
  { refund, amount }: { refund: number; amount: number },
): Promise<void> =>
  addTransaction(context, order, {
    code: `order-refund-${refund}`,
    kind: 'credit',
    title: `Refund of order ${order.number}`,
    amount,
  });
