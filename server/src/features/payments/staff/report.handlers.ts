import * as staff from '#contract/payments/staff.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { postPayout } from '../orders/ledger-entries.ts';
import { checkAmount, checkCurrency } from '../payments.rules.ts';
import { selectReport, selectUnpaidOut } from './report.queries.ts';

export const reportHandlers = [
  handle(staff.getPaymentReport, async ({ db }, { from, to }) => {
    if (from > to)
      throw problem('invalid_input', {}, [{ path: 'to', message: 'Use a day after `from`.' }]);
    const [rows, unpaid] = await Promise.all([selectReport(db, from, to), selectUnpaidOut(db)]);
    return {
      items: rows.map((row) => {
        const money = (amount: number) => ({ amount, currency: row.currency });
        return {
          club: { id: String(row.club_id ?? 0), name: row.club_name ?? '' },
          orders: row.orders,
          income: money(row.income),
          donations: money(row.donations),
          tax: money(row.tax - row.refunded_tax),
          fees: money(row.fees),
          refunded: money(row.refunded),
          net: money(row.income - row.refunded - (row.tax - row.refunded_tax) - row.fees),
        };
      }),
      unpaidOut: unpaid.map(({ role, amount, currency }) => ({
        provider: role === 'provider' ? ('stripe' as const) : ('desk' as const),
        amount: { amount, currency },
      })),
    };
  }),

  handle(staff.recordPayout, async (call, { clientId, from, date, amount, fees, reference }) => {
    checkAmount(amount, 1);
    const kept = fees === undefined ? 0 : checkAmount(fees, 0);
    if (fees !== undefined) checkCurrency(fees, amount.currency);
    const entry = await postPayout(call, {
      id: `${call.me.userId}:${clientId.toLowerCase()}`,
      from,
      date,
      title: reference === undefined || reference === '' ? 'Payout' : `Payout ${reference}`,
      currency: amount.currency,
      amount: amount.amount,
      fees: kept,
      by: call.me.userId,
    });
    await record(call, 'payout_recorded', { entry: String(entry.id), from });
    return { id: String(entry.id), date, amount };
  }),
];
