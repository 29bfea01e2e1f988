import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { StoredStatus } from '../events.rules.ts';

export interface OrderedRegistrationRow {
  readonly id: number;
  readonly event_id: number;
  readonly original: string;
  readonly user_id: number;
  readonly status: StoredStatus;
  readonly ticket_type_id: number | null;
  readonly guests: number;
  readonly order_state: 'free' | 'due' | 'paid' | 'refunded';
  readonly order_id: number | null;
}

const columns = sql`id, event_id, original, user_id, status, ticket_type_id, guests, order_state, order_id`;

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
): Promise<OrderedRegistrationRow[]> =>
  many(
    db,
    sql<OrderedRegistrationRow>`select ${columns} from event_registrations where order_id = ${order} order by event_id, original`,
  );

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
