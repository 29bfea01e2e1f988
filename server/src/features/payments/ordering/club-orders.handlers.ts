import { orderExportRate } from '#contract/payments/limits.ts';
import { decimalText } from '#contract/finances/money.ts';
import * as officers from '#contract/payments/officers.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readAll, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { csvFile, csvOfPages } from '../../forms/results/csv-text.ts';
import { managedStore, readManagedOrder, withoutDonor } from '../orders/order-access.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import * as queries from '../orders/orders.queries.ts';
import type { OrderCursor, OrderFilter } from '../orders/orders.queries.ts';
import { isPaid, orderSummaryView } from '../orders/orders.views.ts';
import { readOrder } from './orders.handlers.ts';

type Handover = 'ready' | 'fulfilled';
type LockedOrder = Awaited<ReturnType<typeof queries.lockClubOrders>>[number];

/** Marks a locked, paid order of a club as ready or picked up. Returns whether it changed. */
const handOver = async (
  call: Call,
  { id, number, state, ready_at: readyAt }: LockedOrder,
  { to, club }: { to: Handover; club: number | null },
): Promise<boolean> => {
  if (state !== 'paid' || (to === 'ready' && readyAt !== null)) return false;
  if (to === 'ready') {
    await queries.updateOrder(call.db, id, { ready_at: call.now });
    await addOrderEvent(call, id, 'ready');
    await emit(call, 'order_ready', { order: id });
    return true;
  }
  await queries.updateOrder(call.db, id, {
    state: 'fulfilled',
    ready_at: readyAt ?? call.now,
    ended_at: call.now,
  });
  await addOrderEvent(call, id, 'fulfilled');
  await record(call, 'order_changed', {
    order: String(id),
    number,
    club: String(club ?? ''),
    act: 'fulfilled',
  });
  return true;
};

const timeText = (at: Date | null): string => at?.toISOString() ?? '';

/** Reads a club's orders as rows of the exported file. */
async function* orderCells(call: Call, club: number, filter: OrderFilter) {
  const pages = readAll(
    (page: { after: OrderCursor | null; size: number }) =>
      queries.selectClubOrders(call.db, club, { ...filter, ...page }),
    (row): OrderCursor => [row.created_at, row.id],
  );
  for await (const rows of pages)
    yield rows.map((row) => [
      row.number,
      row.state,
      row.buyer === null || row.is_anonymous
        ? ''
        : `${row.buyer.first_name} ${row.buyer.last_name}`.trim(),
      row.title,
      String(row.units),
      decimalText({ amount: row.total, currency: row.currency }),
      decimalText({ amount: row.tax, currency: row.currency }),
      decimalText({ amount: row.refunded, currency: row.currency }),
      row.currency,
      timeText(row.created_at),
      timeText(row.paid_at),
      timeText(row.ready_at),
      timeText(row.disputed_at),
    ]);
}

export const clubOrdersHandlers = [
  handle(officers.listClubOrders, async (call, { id, state, needs, search, cursor, size }) => {
    const club = await managedStore(call, id);
    const after = readCursor<OrderCursor>(cursor, ['time', 'number']);
    const rows = await queries.selectClubOrders(call.db, club.id, {
      state,
      needs,
      search,
      after,
      size: size + 1,
    });
    return {
      ...pageOfRows(rows, size, {
        view: (row) => orderSummaryView(withoutDonor(row)),
        keyOf: (row) => [row.created_at, row.id],
      }),
      waiting: await queries.countWaiting(call.db, club.id),
    };
  }),

  handle(officers.exportClubOrders, async (call, { id, state, needs, search }) => {
    const club = await managedStore(call, id);
    await countUse(call, `orders-export:${call.me.userId}`, orderExportRate);
    const filter = { state, needs, search };
    const csv = await csvOfPages(
      [
        'number',
        'state',
        'buyer',
        'items',
        'units',
        'total',
        'tax',
        'refunded',
        'currency',
        'created',
        'paid',
        'ready',
        'disputed',
      ],
      orderCells(call, club.id, filter),
    );
    // The activity log is locked from here to the commit.
    await record(call, 'order_changed', {
      order: '',
      number: '',
      club: String(club.id),
      act: 'exported',
    });
    return csvFile('orders.csv', csv);
  }),

  handle(officers.handOverOrder, async (call, { id, state }) => {
    const { id: order, club_id: club } = await readManagedOrder(call, idOf(id));
    const locked = orNotFound(await queries.lockOrder(call.db, order));
    if (!isPaid(locked)) throw problem('order_not_paid');
    const { ready_at: readyAt } = orNotFound(await queries.selectOrder(call.db, order));
    await handOver(call, { ...locked, id: order, ready_at: readyAt }, { to: state, club });
    return readOrder(call, order);
  }),

  handle(officers.handOverOrders, async (call, { id, orders, state }) => {
    const club = await managedStore(call, id);
    const ids = [...new Set(orders)].map(idOf);
    const locked = await queries.lockClubOrders(call.db, club.id, ids);
    // An order of another club changes nothing.
    if (locked.length < ids.length) throw problem('not_found');
    let changed = 0;
    for (const one of locked)
      if (await handOver(call, one, { to: state, club: club.id })) changed += 1;
    return { changed, skipped: locked.filter((one) => !isPaid(one)).map(({ number }) => number) };
  }),
];
