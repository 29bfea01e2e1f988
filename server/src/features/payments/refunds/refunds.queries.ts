import { sql } from 'kysely';
import type { RefundState } from '#contract/payments/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, hasChangedRows } from '../../../kernel/sql.ts';
import {
  refundColumns,
  refundTables,
  requestColumns,
  type RefundRequestRow,
  type RefundRow,
} from '../orders/orders.queries.ts';

export const selectRefund = (db: Db, id: number): Promise<RefundRow | undefined> =>
  first(db, sql<RefundRow>`select ${refundColumns} from ${refundTables} where r.id = ${id}`);

export const selectRefundByClient = (
  db: Db,
  order: number,
  { by, clientId }: { by: number; clientId: string },
): Promise<RefundRow | undefined> =>
  first(
    db,
    sql<RefundRow>`select ${refundColumns} from ${refundTables} where o.order_id = ${order} and r.created_by = ${by}
      and r.client_id = ${clientId}::uuid`,
  );

export const selectRefundByExternal = (
  db: Db,
  { provider, external }: { provider: number; external: string },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select r.id from ${refundTables} where o.provider_id = ${provider} and r.external_id = ${external}`,
  );

/** Returns the sums of a payment's refunds: those that succeeded, and those that could still succeed. */
export const selectRefunded = async (
  db: Db,
  payment: number,
): Promise<{ succeeded: number; pending: number }> =>
  (await first(
    db,
    sql<{
      succeeded: number;
      pending: number;
    }>`select coalesce(sum(amount) filter (where state = 'succeeded'), 0)::bigint as succeeded,
      coalesce(sum(amount) filter (where state = 'pending'), 0)::bigint as pending from refunds where payment_id = ${payment}`,
  )) ?? { succeeded: 0, pending: 0 };

export interface NewRefund {
  readonly payment: number;
  readonly amount: number;
  readonly reason: string;
  readonly isAutomatic: boolean;
  readonly isDispute: boolean;
  readonly by: number | null;
  readonly clientId: string;
  readonly now: Date;
}

/** Adds a refund. Returns undefined if the payment already has an automatic one. */
export const insertRefund = (
  db: Db,
  school: SchoolId,
  it: NewRefund,
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('refunds')
    .values({
      school_id: school,
      payment_id: it.payment,
      amount: it.amount,
      reason: it.reason,
      is_automatic: it.isAutomatic,
      is_dispute: it.isDispute,
      created_by: it.by,
      client_id: it.clientId,
      created_at: it.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Ends a refund. Returns false if it is in another state than `from`. */
export const updateRefundState = (
  db: Db,
  id: number,
  { from, to, now }: { from: RefundState; to: Exclude<RefundState, 'pending'>; now: Date },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update refunds set state = ${to}, settled_at = ${now} where id = ${id} and state = ${from}`,
  );

/** Stores the tax in a refund, which is known when it succeeds. */
export const updateRefundTax = async (db: Db, id: number, tax: number): Promise<void> => {
  await sql`update refunds set tax = ${tax} where id = ${id}`.execute(db);
};

export const updateRefundExternal = async (
  db: Db,
  id: number,
  external: string,
  now: Date,
): Promise<void> => {
  await sql`update refunds set external_id = ${external}, checked_at = ${now} where id = ${id}`.execute(
    db,
  );
};

/** Stores when the provider was asked about a refund, so that the hourly maintenance doesn't queue a second check. */
export const updateRefundChecked = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update refunds set checked_at = ${now} where id = ${id}`.execute(db);
};

export const selectRequest = (db: Db, id: number): Promise<RefundRequestRow | undefined> =>
  first(db, sql<RefundRequestRow>`select ${requestColumns} from refund_requests where id = ${id}`);

export const selectRequestByClient = (
  db: Db,
  order: number,
  clientId: string,
): Promise<RefundRequestRow | undefined> =>
  first(
    db,
    sql<RefundRequestRow>`select ${requestColumns} from refund_requests where order_id = ${order} and client_id = ${clientId}::uuid`,
  );

export const insertRequest = (
  db: Db,
  school: SchoolId,
  it: {
    order: number;
    reason: string;
    lines: readonly { line: string; quantity: number }[];
    clientId: string;
    now: Date;
  },
): Promise<RefundRequestRow | undefined> =>
  first(
    db,
    sql<RefundRequestRow>`insert into refund_requests (school_id, order_id, reason, lines, client_id, created_at)
      values (${school}, ${it.order}, ${it.reason}, ${JSON.stringify(it.lines)}::jsonb, ${it.clientId}::uuid, ${it.now})
      on conflict do nothing returning ${requestColumns}`,
  );

/** Answers the open request with an id, or every open request of an order. Returns false if there is none. */
export const updateRequests = (
  db: Db,
  which: { readonly id: number } | { readonly order: number },
  it: { state: 'declined' | 'refunded'; answer: string; by: number; now: Date },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update refund_requests set state = ${it.state}, answer = ${it.answer}, decided_by = ${it.by}, decided_at = ${it.now}
      where state = 'open' and ${'id' in which ? sql`id = ${which.id}` : sql`order_id = ${which.order}`}`,
  );
