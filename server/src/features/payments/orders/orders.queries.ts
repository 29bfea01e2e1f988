import { sql, type RawBuilder } from 'kysely';
import type {
  DeskMethod,
  OrderEventKind,
  OrderItemKind,
  OrderNeed,
  OrderState,
  PaymentProvider,
  PaymentState,
  RefundRequestState,
  RefundState,
} from '#contract/payments/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../../kernel/sql.ts';

/** The person columns of `faceView`. */
export interface PersonRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
}

const person = (column: RawBuilder<unknown>) =>
  sql`(select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo)
    from users u where u.school_id = o.school_id and u.id = ${column})`;

export interface OrderRow {
  readonly id: number;
  readonly number: string;
  readonly club_id: number | null;
  readonly club_name: string | null;
  readonly buyer_id: number | null;
  readonly buyer: PersonRow | null;
  readonly state: OrderState;
  readonly currency: string;
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly discount_code: string | null;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  readonly ready_at: Date | null;
  readonly disputed_at: Date | null;
  readonly pick_up_code: string;
  readonly version: number;
  /** True for an anonymous donation, whose buyer officers don't see. */
  readonly is_anonymous: boolean;
  /** The sum of succeeded refunds of the payment that paid the order, and of those that the provider hasn’t confirmed. */
  readonly refunded: number;
  readonly refunding: number;
  readonly has_request: boolean;
  readonly title: string;
  readonly units: number;
}

const refundsOf = (state: RefundState) =>
  sql`(select coalesce(sum(r.amount), 0)::bigint from refunds r join payments p on p.school_id = r.school_id and p.id = r.payment_id
    where p.school_id = o.school_id and p.order_id = o.id and not p.is_unapplied and r.state = ${state})`;

const orderColumns = sql`o.id, o.number, o.club_id, c.name as club_name, o.buyer_id, ${person(sql`o.buyer_id`)} as buyer, o.state, o.currency,
  o.subtotal, o.discount, o.tax, o.total, d.code as discount_code, o.expires_at, o.created_at, o.paid_at, o.ready_at, o.disputed_at,
  o.pick_up_code, o.version, o.is_anonymous, ${refundsOf('succeeded')} as refunded, ${refundsOf('pending')} as refunding,
  exists (select from refund_requests q where q.school_id = o.school_id and q.order_id = o.id and q.state = 'open') as has_request,
  coalesce((select string_agg(case when l.quantity = 1 then l.title else l.quantity || ' × ' || l.title end, ', ' order by l.position)
    from order_lines l where l.school_id = o.school_id and l.order_id = o.id and l.position < 3), '') as title,
  (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.school_id = o.school_id and l.order_id = o.id) as units`;

const orderTables = sql`orders o left join clubs c on c.school_id = o.school_id and c.id = o.club_id
  left join discount_codes d on d.school_id = o.school_id and d.id = o.discount_code_id`;

export const selectOrder = (db: Db, id: number): Promise<OrderRow | undefined> =>
  first(db, sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.id = ${id}`);

export const selectOrderByClient = (
  db: Db,
  buyer: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from orders where buyer_id = ${buyer} and client_id = ${clientId}::uuid
      union all select id from orders where buyer_id = ${buyer} and repeated_client_ids <> '{}' and ${clientId}::uuid = any(repeated_client_ids) limit 1`,
  );

/** Stores the id of a call that returned an existing order, so that its retry returns the order too. */
export const addRepeatedClient = async (db: Db, order: number, clientId: string): Promise<void> => {
  await sql`update orders set repeated_client_ids = repeated_client_ids || ${clientId}::uuid where id = ${order}`.execute(
    db,
  );
};

/** The time and id of the last order on the previous page. */
export type OrderCursor = readonly [Date, number];

const pageBehind = (after: OrderCursor | null) =>
  after === null
    ? sql``
    : sql`and (o.created_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`;

export const selectOwnOrders = (
  db: Db,
  buyer: number,
  { club, after, size }: { club: number | null; after: OrderCursor | null; size: number },
): Promise<OrderRow[]> =>
  many(
    db,
    sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.buyer_id = ${buyer}
      ${club === null ? sql`` : sql`and o.club_id = ${club}`} ${pageBehind(after)}
      order by o.created_at desc, o.id desc limit ${sql.lit(size)}`,
  );

const hasOpenRequest = sql`exists (select from refund_requests q where q.school_id = o.school_id and q.order_id = o.id and q.state = 'open')`;
const conditions: Readonly<Record<OrderNeed, RawBuilder<unknown>>> = {
  refund: hasOpenRequest,
  dispute: sql`o.disputed_at is not null`,
  handover: sql`o.state = 'paid' and o.ready_at is null and exists (select from order_lines l
    where l.school_id = o.school_id and l.order_id = o.id and l.needs_handover)`,
};

/** The filters of a club’s orders. */
export interface OrderFilter {
  readonly state: OrderState | undefined;
  readonly needs: OrderNeed | undefined;
  readonly search: string | undefined;
}

export const selectClubOrders = (
  db: Db,
  club: number,
  {
    state,
    needs,
    search,
    after,
    size,
  }: OrderFilter & { readonly after: OrderCursor | null; readonly size: number },
): Promise<OrderRow[]> =>
  many(
    db,
    sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.club_id = ${club}
      ${state === undefined ? sql`` : sql`and o.state = ${state}`}
      ${needs === undefined ? sql`` : sql`and ${conditions[needs]}`}
      ${
        search === undefined || search.trim() === ''
          ? sql``
          : sql`and (o.number = upper(${search.trim()}) or o.pick_up_code = upper(${search.trim()}) or exists (select from users u
              where u.school_id = o.school_id and u.id = o.buyer_id and not o.is_anonymous and strpos(fold(u.first_name || ' ' || u.last_name), fold(${search.trim()})) > 0))`
      }
      ${pageBehind(after)} order by o.created_at desc, o.id desc limit ${sql.lit(size)}`,
  );

/** Returns which of these orders belong to a club, by id. Locks them in this order, so that two changes can't wait for each other. */
export const lockClubOrders = (
  db: Db,
  club: number,
  orders: readonly number[],
): Promise<{ id: number; number: string; state: OrderState; ready_at: Date | null }[]> =>
  many(
    db,
    sql`select id, number, state, ready_at from orders where club_id = ${club} and id = any(${orders as number[]}::bigint[]) order by id for no key update`,
  );

/** Counts the orders of a club that need an officer. Each number comes from a partial index. */
export const countWaiting = async (db: Db, club: number): Promise<Record<OrderNeed, number>> =>
  (await first(
    db,
    sql<{
      refund: number;
      dispute: number;
      handover: number;
    }>`select (select count(*)::int from refund_requests q join orders o on o.school_id = q.school_id and o.id = q.order_id
          where q.state = 'open' and o.club_id = ${club}) as refund,
        (select count(*)::int from orders o where o.club_id = ${club} and ${conditions.dispute}) as dispute,
        (select count(*)::int from orders o where o.club_id = ${club} and ${conditions.handover}) as handover`,
  )) ?? { refund: 0, dispute: 0, handover: 0 };

export interface OrderLineRow {
  readonly id: number;
  readonly kind: OrderItemKind;
  readonly item_id: number | null;
  /** The ledger account of a donation. */
  readonly account_id: number | null;
  readonly detail: Readonly<Record<string, string>>;
  readonly title: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly needs_handover: boolean;
  readonly restocked: number;
}

export const selectLines = (db: Db, order: number): Promise<OrderLineRow[]> =>
  many(
    db,
    sql<OrderLineRow>`select id, kind, item_id, account_id, detail, title, quantity, unit_price, discount, tax, total, needs_handover, restocked
      from order_lines where order_id = ${order} order by position`,
  );

export interface PaymentRow {
  readonly id: number;
  readonly order_id: number;
  readonly provider: PaymentProvider;
  readonly provider_id: number | null;
  readonly state: PaymentState;
  readonly amount: number;
  readonly currency: string;
  readonly received: number | null;
  readonly external_id: string | null;
  readonly external_payment: string | null;
  readonly url: string | null;
  readonly return_url: string | null;
  readonly session_ends_at: Date | null;
  readonly is_processing: boolean;
  readonly is_unapplied: boolean;
  readonly method: DeskMethod | null;
  readonly created_at: Date;
  readonly settled_at: Date | null;
}

export const paymentColumns = sql`id, order_id, provider, provider_id, state, amount, currency, received, external_id, external_payment, url, return_url,
  session_ends_at, is_processing, is_unapplied, method, created_at, settled_at`;

export const selectPayments = (db: Db, order: number): Promise<PaymentRow[]> =>
  many(
    db,
    sql<PaymentRow>`select ${paymentColumns} from payments where order_id = ${order} order by created_at, id`,
  );

export interface RefundRow {
  readonly id: number;
  readonly payment_id: number;
  readonly order_id: number;
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
  readonly reason: string;
  readonly state: RefundState;
  readonly external_id: string | null;
  readonly is_automatic: boolean;
  readonly is_dispute: boolean;
  readonly created_at: Date;
  readonly created_by: number | null;
  readonly by: PersonRow | null;
}

export const refundColumns = sql`r.id, r.payment_id, o.order_id, r.amount, r.tax, o.currency, r.reason, r.state, r.external_id, r.is_automatic,
  r.is_dispute, r.created_at, r.created_by, ${person(sql`r.created_by`)} as by`;
export const refundTables = sql`refunds r join payments o on o.school_id = r.school_id and o.id = r.payment_id`;

export const selectRefunds = (db: Db, order: number): Promise<RefundRow[]> =>
  many(
    db,
    sql<RefundRow>`select ${refundColumns} from ${refundTables} where o.order_id = ${order} order by r.created_at, r.id`,
  );

export interface RefundRequestRow {
  readonly id: number;
  readonly order_id: number;
  readonly state: RefundRequestState;
  readonly reason: string;
  readonly lines: readonly { readonly line: string; readonly quantity: number }[];
  readonly answer: string;
  readonly created_at: Date;
}

export const requestColumns = sql`id, order_id, state, reason, lines, answer, created_at`;

export const selectRefundRequests = (db: Db, order: number): Promise<RefundRequestRow[]> =>
  many(
    db,
    sql<RefundRequestRow>`select ${requestColumns} from refund_requests where order_id = ${order} order by created_at, id`,
  );

export interface OrderEventRow {
  readonly kind: OrderEventKind;
  readonly at: Date;
  readonly by: PersonRow | null;
}

export const selectOrderEvents = (db: Db, order: number): Promise<OrderEventRow[]> =>
  many(
    db,
    sql<OrderEventRow>`select o.kind, o.at, ${person(sql`o.actor_id`)} as by from order_events o where o.order_id = ${order} order by o.number`,
  );

/** Adds an event to the history of an order. Its row must be locked, or new. */
export const insertOrderEvent = async (
  db: Db,
  school: SchoolId,
  event: { order: number; kind: OrderEventKind; at: Date; by: number | null },
): Promise<void> => {
  await sql`insert into order_events (school_id, order_id, number, kind, at, actor_id)
    select ${school}::int, ${event.order}::bigint, coalesce(max(number), 0) + 1, ${event.kind}, ${event.at}::timestamptz, ${event.by}::bigint
    from order_events where order_id = ${event.order}`.execute(db);
};

/** The columns of an order that decide what can happen to it. */
export interface LockedOrder {
  readonly id: number;
  readonly number: string;
  readonly club_id: number | null;
  readonly buyer_id: number | null;
  readonly state: OrderState;
  readonly currency: string;
  readonly tax: number;
  readonly total: number;
  readonly expires_at: Date;
  readonly paid_at: Date | null;
  readonly is_anonymous: boolean;
}

/** Locks an order until the transaction ends. All changes of an order, its payments and refunds begin with this. */
export const lockOrder = (db: Db, id: number): Promise<LockedOrder | undefined> =>
  first(
    db,
    sql<LockedOrder>`select id, number, club_id, buyer_id, state, currency, tax, total, expires_at, paid_at, is_anonymous from orders where id = ${id}
      for no key update`,
  );

export const updateOrder = async (
  db: Db,
  id: number,
  columns: {
    readonly state?: OrderState;
    readonly expires_at?: Date;
    readonly paid_at?: Date;
    readonly ready_at?: Date;
    readonly ended_at?: Date;
    readonly disputed_at?: Date | null;
  },
): Promise<void> => {
  await db
    .updateTable('orders')
    .set((now) => ({ ...columns, version: now('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

export const isNumberTaken = (db: Db, number: string): Promise<boolean> =>
  exists(db, sql`select from orders where number = ${number}`);

export const countPending = async (db: Db, buyer: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from orders where buyer_id = ${buyer} and state = 'pending'`,
    )
  )?.n ?? 0;

export interface NewOrder {
  readonly number: string;
  readonly club: number;
  readonly buyer: number;
  readonly clientId: string;
  readonly currency: string;
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly discountCode: number | null;
  readonly expiresAt: Date;
  readonly now: Date;
  readonly pickUpCode: string;
  readonly isAnonymous: boolean;
}

export const insertOrder = async (db: Db, school: SchoolId, it: NewOrder): Promise<number> =>
  (
    await db
      .insertInto('orders')
      .values({
        school_id: school,
        number: it.number,
        club_id: it.club,
        buyer_id: it.buyer,
        client_id: it.clientId,
        currency: it.currency,
        subtotal: it.subtotal,
        discount: it.discount,
        tax: it.tax,
        total: it.total,
        discount_code_id: it.discountCode,
        expires_at: it.expiresAt,
        created_at: it.now,
        pick_up_code: it.pickUpCode,
        is_anonymous: it.isAnonymous,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export interface NewLine {
  readonly kind: OrderItemKind;
  readonly item_id: number | null;
  readonly account_id?: number | null;
  readonly detail: Readonly<Record<string, string>>;
  readonly title: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly needs_handover: boolean;
}

export const insertLines = async (
  db: Db,
  school: SchoolId,
  order: number,
  lines: readonly NewLine[],
): Promise<void> => {
  await db
    .insertInto('order_lines')
    .values(
      lines.map(({ detail, ...line }, position) => ({
        school_id: school,
        order_id: order,
        position,
        ...line,
        detail: JSON.stringify(detail),
      })),
    )
    .execute();
};

/** Counts units that went back into stock. Returns false if the line has fewer. */
export const updateRestocked = (
  db: Db,
  order: number,
  line: number,
  quantity: number,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update order_lines set restocked = restocked + ${quantity} where id = ${line} and order_id = ${order} and restocked + ${quantity} <= quantity`,
  );
