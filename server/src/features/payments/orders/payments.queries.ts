import { sql } from 'kysely';
import type { DeskMethod, PaymentProvider, PaymentState } from '#contract/payments/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import { paymentColumns, type PaymentRow } from './orders.queries.ts';

export const selectPayment = (db: Db, id: number): Promise<PaymentRow | undefined> =>
  first(db, sql<PaymentRow>`select ${paymentColumns} from payments where id = ${id}`);

export const selectPaymentByClient = (
  db: Db,
  order: number,
  clientId: string,
): Promise<PaymentRow | undefined> =>
  first(
    db,
    sql<PaymentRow>`select ${paymentColumns} from payments where order_id = ${order} and client_id = ${clientId}::uuid`,
  );

export const selectOpenPayment = (db: Db, order: number): Promise<PaymentRow | undefined> =>
  first(
    db,
    sql<PaymentRow>`select ${paymentColumns} from payments where order_id = ${order} and state = 'open'`,
  );

/** Returns the payment that paid an order. */
export const selectPaidPayment = (db: Db, order: number): Promise<PaymentRow | undefined> =>
  first(
    db,
    sql<PaymentRow>`select ${paymentColumns} from payments where order_id = ${order} and state = 'succeeded' and not is_unapplied`,
  );

/** Returns a payment by its session, if it was made with this account at the provider. */
export const selectPaymentBySession = (
  db: Db,
  { provider, session }: { provider: number; session: string },
): Promise<PaymentRow | undefined> =>
  first(
    db,
    sql<PaymentRow>`select ${paymentColumns} from payments where provider_id = ${provider} and external_id = ${session}`,
  );

/** Returns a payment by the provider's id of its charge, if it was made with this account. */
export const selectPaymentByCharge = (
  db: Db,
  { provider, charge }: { provider: number; charge: string },
): Promise<PaymentRow | undefined> =>
  first(
    db,
    sql<PaymentRow>`select ${paymentColumns} from payments where provider_id = ${provider} and external_payment = ${charge} limit 1`,
  );

export interface NewPayment {
  readonly order: number;
  readonly provider: PaymentProvider;
  readonly providerId: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly clientId: string;
  readonly returnUrl: string | null;
  readonly sessionEndsAt: Date | null;
  readonly externalId?: string;
  readonly now: Date;
}

export const insertPayment = async (db: Db, school: SchoolId, it: NewPayment): Promise<number> =>
  (
    await db
      .insertInto('payments')
      .values({
        school_id: school,
        order_id: it.order,
        provider: it.provider,
        provider_id: it.providerId,
        amount: it.amount,
        currency: it.currency,
        client_id: it.clientId,
        return_url: it.returnUrl,
        session_ends_at: it.sessionEndsAt,
        external_id: it.externalId ?? null,
        created_at: it.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updatePayment = async (
  db: Db,
  id: number,
  columns: {
    readonly state?: PaymentState;
    readonly received?: number;
    readonly external_id?: string;
    readonly external_payment?: string | null;
    readonly url?: string | null;
    readonly is_processing?: boolean;
    readonly is_unapplied?: boolean;
    readonly method?: DeskMethod | null;
    readonly fee?: number;
    readonly recorded_by?: number | null;
    readonly settled_at?: Date;
    readonly checked_at?: Date;
  },
): Promise<void> => {
  await db.updateTable('payments').set(columns).where('id', '=', id).execute();
};

/** Returns open payments at the provider, and pending refunds and orders, that no job has looked at for an hour. */
export const selectForgotten = async (
  db: Db,
  now: Date,
): Promise<{ payments: number[]; refunds: number[]; orders: number[] }> => {
  const before = new Date(now.getTime() - 3_600_000);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return {
    payments: ids(
      await many(
        db,
        sql<{ id: number }>`select id from payments where state = 'open' and provider = 'stripe'
          and coalesce(checked_at, created_at) < ${before} order by id limit 500`,
      ),
    ),
    refunds: ids(
      await many(
        db,
        sql<{ id: number }>`select r.id from refunds r where r.state = 'pending'
          and coalesce(r.checked_at, r.created_at) < ${before}::timestamptz - interval '1 day' order by r.id limit 500`,
      ),
    ),
    orders: ids(
      await many(
        db,
        sql<{
          id: number;
        }>`select id from orders where state = 'pending' and expires_at < ${before} order by id limit 500`,
      ),
    ),
  };
};
