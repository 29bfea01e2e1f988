import * as officers from '#contract/payments/officers.endpoints.ts';
import type { Discount } from '#contract/payments/officers.endpoints.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, lockTable, orNotFound } from '../../../kernel/sql.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { managedStore } from '../orders/order-access.ts';
import { checkAmount } from '../payments.rules.ts';
import * as queries from './discounts.queries.ts';
import type { DiscountRow } from './discounts.queries.ts';

const view = (row: DiscountRow): Discount => ({
  id: String(row.id),
  code: row.code,
  percent: row.percent,
  amount:
    row.amount === null || row.currency === null
      ? null
      : { amount: row.amount, currency: row.currency },
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  maxUses: row.max_uses,
  perPerson: row.per_person,
  uses: row.uses,
  isOn: row.is_on,
  version: row.version,
});

const timeOf = (value: string | null | undefined): Date | null | undefined =>
  typeof value === 'string' ? new Date(value) : value;

const writableStore = async (call: Call, id: string) => {
  const club = await managedStore(call, id);
  if (!isWritable(club)) throw problem('club_inactive');
  return club;
};

const recordDiscount = (call: Call, row: DiscountRow, act: 'added' | 'updated') =>
  record(call, 'discount_changed', { club: String(row.club_id), code: row.code, act });

export const discountsHandlers = [
  handle(officers.listDiscounts, async (call, { id, cursor, size }) => {
    const club = await managedStore(call, id);
    const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
    const rows = await queries.selectDiscounts(call.db, club.id, { after, size: size + 1 });
    return pageOfRows(rows, size, { view, keyOf: (row) => [row.created_at, row.id] });
  }),

  handle(
    officers.createDiscount,
    async (call, { id, clientId, code, percent, amount, ...sent }) => {
      const club = await writableStore(call, id);
      const before = await queries.selectDiscountByClient(call.db, call.me.userId, clientId);
      if (before !== undefined) return view(before);
      if ((percent === undefined) === (amount === undefined))
        throw problem('invalid_input', {}, [
          { path: 'percent', message: 'Send either percent or amount.' },
        ]);
      if (amount !== undefined) checkAmount(amount, 1);
      await lockTable(call.db, 'discount_codes');
      const max = paymentLimits.discounts;
      if ((await queries.countDiscounts(call.db, club.id)) >= max)
        throw problem('too_many_discounts', { max });
      const made = await queries.insertDiscount(call.db, call.schoolId, {
        club: club.id,
        code,
        percent: percent ?? null,
        amount: amount?.amount ?? null,
        currency: amount?.currency ?? null,
        columns: {
          starts_at: timeOf(sent.startsAt),
          ends_at: timeOf(sent.endsAt),
          max_uses: sent.maxUses,
          per_person: sent.perPerson,
        },
        by: call.me.userId,
        clientId,
        now: call.now,
      });
      if (made === undefined) throw problem('discount_exists');
      const row = orNotFound(await queries.selectDiscount(call.db, made.id));
      await recordDiscount(call, row, 'added');
      return view(row);
    },
  ),

  handle(officers.updateDiscount, async (call, { id, version, ...sent }) => {
    const before = orNotFound(await queries.selectDiscount(call.db, idOf(id)));
    await writableStore(call, String(before.club_id));
    const columns = {
      starts_at: timeOf(sent.startsAt),
      ends_at: timeOf(sent.endsAt),
      max_uses: sent.maxUses,
      per_person: sent.perPerson,
      is_on: sent.isOn,
    };
    if (!(await queries.updateDiscount(call.db, { id: before.id, version }, columns)))
      throw problem('discount_changed');
    const row = orNotFound(await queries.selectDiscount(call.db, before.id));
    await recordDiscount(call, row, 'updated');
    return view(row);
  }),
];
