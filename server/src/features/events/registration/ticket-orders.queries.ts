import { sql } from 'kysely';
import type { PaymentProvider } from '#contract/payments/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { exists, first, many } from '../../../kernel/sql.ts';
import type { StoredStatus } from '../events.rules.ts';

export interface OrderedRegistrationRow {
  readonly id: number;
  readonly event_id: number;
  readonly original: string;
  readonly user_id: number;
  readonly status: StoredStatus;
  readonly ticket_type_id: number | null;
  readonly guests: number;
  readonly is_hidden: boolean;
  readonly order_state: 'free' | 'due' | 'paid' | 'refunded';
  readonly order_id: number | null;
}

/** A registration of an order. `is_called_off`: the whole event was canceled. */
export interface RegistrationOfOrderRow extends OrderedRegistrationRow {
  readonly is_called_off: boolean;
}

const columns = sql`id, event_id, original, user_id, status, ticket_type_id, guests, is_hidden, order_state, order_id`;

/** Returns a person's registration for an event or one of its dates. */
export const selectRegistrationOf = (
  db: Db,
  { event, original, person }: { event: number; original: string; person: number },
): Promise<OrderedRegistrationRow | undefined> =>
  first(
    db,
    sql<OrderedRegistrationRow>`select ${columns} from event_registrations
      where event_id = ${event} and original = ${original} and user_id = ${person}`,
  );

export const selectRegistrationsOfOrder = (
  db: Db,
  order: number,
): Promise<RegistrationOfOrderRow[]> =>
  many(
    db,
    sql<RegistrationOfOrderRow>`select ${columns}, coalesce((select e.status = 'canceled' from events e where e.id = event_id), false) as is_called_off
      from event_registrations where order_id = ${order} order by event_id, original`,
  );

/** Locks the spots of an event or one of its dates, as a cancellation does. A date without registrations has none to lock. */
export const lockSpot = async (
  db: Db,
  { event, original }: { event: number; original: string },
): Promise<void> => {
  await sql`select from event_spots where event_id = ${event} and original = ${original} for update`.execute(
    db,
  );
};

export const isEventCanceled = (db: Db, event: number): Promise<boolean> =>
  exists(db, sql`select from events where id = ${event} and status = 'canceled'`);

/** The dates of an event that don't take place. `originals`: null for the whole event. */
export interface CalledOff {
  readonly event: number;
  readonly originals: readonly string[] | null;
}

/** Returns the unpaid and paid orders of an event's tickets. */
export const selectOrdersCalledOff = async (
  db: Db,
  { event, originals }: CalledOff,
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct o.id from event_registrations r join orders o on o.school_id = r.school_id and o.id = r.order_id
        where r.event_id = ${event} and (${originals as string[] | null}::text[] is null or r.original = any(${originals as string[] | null}::text[]))
          and o.state in ('pending', 'paid', 'fulfilled') order by o.id`,
    )
  ).map(({ id }) => id);

export interface CancellationSums {
  readonly orders: number;
  readonly unpaid: number;
  readonly by_hand: number;
  readonly sums: readonly { readonly amount: number; readonly currency: string }[];
}

/**
 * What canceling would refund, as the table `owed`. An order of these tickets alone is refunded in full, and any other one the price of
 * the units of these tickets that weren't refunded before, as features/payments/called-off/called-off.ts does it.
 */
const withOwed = (ids: readonly number[], { event, originals }: CalledOff) =>
  sql`called as (
        select o.id, o.state, o.currency, p.provider, p.amount
            - (select coalesce(sum(f.amount), 0) from refunds f where f.school_id = p.school_id and f.payment_id = p.id and f.state <> 'failed') as rest,
          (select bool_and(${lineCalledOff(event, originals)}) from order_lines l where l.school_id = o.school_id and l.order_id = o.id) as is_whole,
          (select coalesce(sum(l.total - floor(l.total::numeric * l.restocked / l.quantity + 0.5)) filter (where ${lineCalledOff(event, originals)}), 0)
            from order_lines l where l.school_id = o.school_id and l.order_id = o.id) as price
        from orders o left join payments p on p.school_id = o.school_id and p.order_id = o.id and p.state = 'succeeded' and not p.is_unapplied
        where o.id = any(${ids as number[]}::bigint[])
      ), owed as (
        select provider, currency, case when is_whole then rest else least(rest, price) end as amount from called where provider is not null
      )`;

/** Returns the refunds for canceling an event or dates of it. */
export const selectCancellation = async (db: Db, which: CalledOff): Promise<CancellationSums> => {
  const ids = await selectOrdersCalledOff(db, which);
  const row = await first(
    db,
    sql<CancellationSums>`with ${withOwed(ids, which)}
      select (select count(*)::int from owed where amount > 0) as orders, (select count(*)::int from called where state = 'pending') as unpaid,
        (select count(*)::int from owed where amount > 0 and provider in ('desk', 'invoice')) as by_hand,
        coalesce((select jsonb_agg(jsonb_build_object('amount', s.amount, 'currency', s.currency) order by s.currency)
          from (select currency, sum(amount) as amount from owed where amount > 0 group by currency) as s), '[]') as sums`,
  );
  return row ?? { orders: 0, unpaid: 0, by_hand: 0, sums: [] };
};

/** Returns the refund for canceling the registration of an order. Undefined if nothing was paid. */
export const selectOwed = (
  db: Db,
  order: number,
  { event, original }: { event: number; original: string },
): Promise<{ provider: PaymentProvider; currency: string; amount: number } | undefined> =>
  first(
    db,
    sql<{
      provider: PaymentProvider;
      currency: string;
      amount: number;
    }>`with ${withOwed([order], { event, originals: [original] })} select provider, currency, amount::bigint as amount from owed where amount > 0`,
  );

/** Returns the refund policy that the buyer of a ticket saw: hours before the start, null for no refunds. */
export const selectBoughtPolicy = async (
  db: Db,
  order: number,
  { event, original }: { event: number; original: string },
): Promise<number | null> =>
  (
    await first(
      db,
      sql<{
        hours: number | null;
      }>`select (l.detail ->> 'refundHours')::int as hours from order_lines l
        where l.order_id = ${order} and ${lineCalledOff(event, [original])} order by l.position limit 1`,
    )
  )?.hours ?? null;

/** Returns the refund policy of an event, and the start of it or of one of its dates. Undefined if the date is gone. */
export const selectPolicy = (
  db: Db,
  { event, original }: { event: number; original: string },
): Promise<{ refund_hours: number | null; starts_at: Date } | undefined> =>
  first(
    db,
    sql<{
      refund_hours: number | null;
      starts_at: Date;
    }>`select e.refund_hours, t.starts_at from events e
      join event_starts t on t.school_id = e.school_id and t.event_id = e.id and (${original}::text = '' or t.original = ${original}::text)
      where e.id = ${event} order by t.starts_at limit 1`,
  );

/** The order of a registration. */
export interface OrderOfRow {
  readonly user_id: number;
  readonly order_id: number;
  readonly state: 'pending' | 'paid' | 'fulfilled';
}

const ordersOf = (
  { event, original }: { event: number; original: string },
  people: readonly number[],
) =>
  sql<OrderOfRow>`select r.user_id, o.id as order_id, o.state from event_registrations r
      join orders o on o.school_id = r.school_id and o.id = r.order_id and o.state in ('pending', 'paid', 'fulfilled')
      where r.event_id = ${event} and r.original = ${original} and r.user_id = any(${people as number[]}::bigint[]) order by o.id`;

/**
 * Locks the unpaid and paid orders of these people's registrations, before the registrations change: all changes of orders lock the order
 * first, so that they don't wait for each other.
 */
export const lockOrdersOf = (
  db: Db,
  place: { event: number; original: string },
  people: readonly number[],
): Promise<OrderOfRow[]> =>
  many(db, sql<OrderOfRow>`${ordersOf(place, people)} for no key update of o`);

/** Returns the unpaid and paid orders of these people's registrations, without a lock. */
export const selectOrdersOf = (
  db: Db,
  place: { event: number; original: string },
  people: readonly number[],
): Promise<OrderOfRow[]> => many(db, ordersOf(place, people));

/**
 * Returns those of these people who hold no spot, and whose refund an officer still has to decide on. As
 * `server/database/functions/register_for_event.sql` checks it.
 */
export const selectAwaitingRefund = async (
  db: Db,
  { event, original }: { event: number; original: string },
  people: readonly number[],
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select r.user_id as id from event_registrations r where r.event_id = ${event} and r.original = ${original}
        and r.user_id = any(${people as number[]}::bigint[]) and r.status not in ('registered', 'attended', 'absent', 'excused') and r.order_state = 'paid'
        and exists (select from refund_requests q where q.school_id = r.school_id and q.order_id = r.order_id and q.state = 'open')`,
    )
  ).map(({ id }) => id);

/** The refunds of an event's tickets, by number of orders. */
export interface RefundProgress {
  readonly orders: number;
  readonly refunded: number;
  readonly pending: number;
  readonly requested: number;
  readonly declined: number;
  readonly sums: readonly { readonly amount: number; readonly currency: string }[];
}

/** Counts the paid orders of an event's tickets, by whether the price of the tickets was refunded. */
export const selectRefundProgress = async (db: Db, event: number): Promise<RefundProgress> =>
  (await first(
    db,
    sql<RefundProgress>`with sold as (
        select o.id, o.school_id, o.currency, p.id as payment, least(p.amount, sum(l.total)) as price
        from event_ticket_types k
        join order_lines l on l.school_id = k.school_id and l.item_id = k.id and l.kind = 'ticket'
        join orders o on o.school_id = l.school_id and o.id = l.order_id and o.state in ('paid', 'fulfilled')
        join payments p on p.school_id = o.school_id and p.order_id = o.id and p.state = 'succeeded' and not p.is_unapplied
        where k.event_id = ${event} group by o.id, o.school_id, o.currency, p.id, p.amount
      ), counted as (
        select s.currency, s.price, coalesce(sum(f.amount) filter (where f.state = 'succeeded'), 0) as done,
          coalesce(sum(f.amount) filter (where f.state = 'pending'), 0) as pending,
          exists (select from refund_requests q where q.school_id = s.school_id and q.order_id = s.id and q.state = 'open') as is_requested,
          (select q.state = 'declined' from refund_requests q where q.school_id = s.school_id and q.order_id = s.id
            order by q.created_at desc, q.id desc limit 1) as is_declined
        from sold s left join refunds f on f.school_id = s.school_id and f.payment_id = s.payment
        group by s.id, s.school_id, s.currency, s.price
      )
      select count(*)::int as orders, (count(*) filter (where done >= price))::int as refunded,
        (count(*) filter (where done < price and done + pending >= price))::int as pending,
        (count(*) filter (where done + pending < price and is_requested))::int as requested,
        (count(*) filter (where done + pending < price and is_declined))::int as declined,
        coalesce((select jsonb_agg(jsonb_build_object('amount', s.amount, 'currency', s.currency) order by s.currency)
          from (select currency, sum(done) as amount from counted where done > 0 group by currency) as s), '[]') as sums
      from counted`,
  )) ?? { orders: 0, refunded: 0, pending: 0, requested: 0, declined: 0, sums: [] };

/** True if `l`, a line of such an order, is a ticket for the event or one of these dates. An order of one date leaves no doubt. */
const lineCalledOff = (event: number, originals: readonly string[] | null) =>
  sql`(l.kind = 'ticket' and ((select count(distinct (x.detail ->> 'event', x.detail ->> 'original')) from order_lines x
      where x.school_id = l.school_id and x.order_id = l.order_id and x.kind = 'ticket') = 1
    or l.detail ->> 'event' = ${String(event)}::text
    and (${originals as string[] | null}::text[] is null or l.detail ->> 'original' = any(${originals as string[] | null}::text[]))))`;

/** Returns those of these people whose ticket was paid. */
export const selectPaidPeople = async (
  db: Db,
  event: number,
  people: readonly number[],
  original: string | null,
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct user_id as id from event_registrations where event_id = ${event} and user_id = any(${people as number[]}::bigint[])
        and (${original}::text is null or original = ${original}::text) and order_state in ('paid', 'refunded')`,
    )
  ).map(({ id }) => id);

/** Connects a registration with its order. */
export const updateOrderOf = async (db: Db, registration: number, order: number): Promise<void> => {
  await sql`update event_registrations set order_id = ${order}, order_state = 'due' where id = ${registration}`.execute(
    db,
  );
};

/** Marks an order’s registrations as paid. */
export const updateOrderPaid = async (db: Db, order: number): Promise<void> => {
  await sql`update event_registrations set order_state = 'paid' where order_id = ${order}`.execute(
    db,
  );
};

/** Removes the order of registrations, so that they are free for another one. */
export const removeOrder = async (
  db: Db,
  registrations: readonly number[],
  state: 'due' | 'refunded',
): Promise<void> => {
  await sql`update event_registrations set order_state = ${state}, order_id = null
    where id = any(${registrations as number[]}::bigint[])`.execute(db);
};

/** Returns those of these people who have a spot with a price and haven't placed its order. */
export const selectUnordered = async (
  db: Db,
  { event, original }: { event: number; original: string },
  people: readonly number[],
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select user_id as id from event_registrations where event_id = ${event} and original = ${original}
        and user_id = any(${people as number[]}::bigint[]) and status = 'registered' and order_state = 'due' and order_id is null order by user_id`,
    )
  ).map(({ id }) => id);

export interface OwnOrderRow {
  readonly id: string;
  readonly total: number;
  readonly currency: string;
  readonly expires_at: string;
}

/** The order of the registration `r`. */
export const orderOf = sql`(select jsonb_build_object('id', q.id::text, 'total', q.total, 'currency', q.currency, 'expires_at', q.expires_at)
  from orders q where q.school_id = r.school_id and q.id = r.order_id)`;

export const selectOwnOrder = async (db: Db, registration: number): Promise<OwnOrderRow | null> =>
  (
    await first(
      db,
      sql<{
        order: OwnOrderRow | null;
      }>`select ${orderOf} as "order" from event_registrations r where r.id = ${registration}`,
    )
  )?.order ?? null;

/**
 * Gives free spots of an event or one of its dates to people on the waitlist, and returns them. Calls
 * `server/database/functions/promote_waitlist.sql`.
 */
export const promote = async (
  db: Db,
  { event, original }: { event: number; original: string },
  now: Date,
): Promise<number[]> => {
  await sql`select from event_spots where event_id = ${event} and original = ${original} for update`.execute(
    db,
  );
  const rows = await many(
    db,
    sql<{
      person: number;
    }>`select user_id as person from promote_waitlist(${event}::bigint, ${original}::text, ${now}::timestamptz)`,
  );
  return rows.map(({ person }) => person);
};
