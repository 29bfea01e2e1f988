import { randomUUID } from 'node:crypto';
import { transact, type Scope } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import type { OrderItemTypes } from '../orders/order-items.ts';
import { lockOrder, selectLines, selectOrder, type PaymentRow } from '../orders/orders.queries.ts';
import {
  insertPayment,
  selectPayment,
  selectPaymentBySession,
  updatePayment,
} from '../orders/payments.queries.ts';
import { selectProvider, type ProviderRow } from '../providers/providers.queries.ts';
import {
  openStripe,
  StripeCallError,
  type SessionFacts,
  type StripeAccount,
} from '../providers/stripe.ts';
import { settlePayment } from './settling.ts';

/* Payments at Stripe: what a session at Stripe means for a payment here. Only facts that were read from Stripe get in. */

interface StripePayment {
  readonly payment: PaymentRow;
  readonly provider: ProviderRow;
  readonly stripe: StripeAccount;
}

/** Returns a payment at Stripe with its account, or undefined for other payments. */
export const readStripePayment = async (
  scope: Scope,
  id: number,
): Promise<StripePayment | undefined> => {
  const found = await transact(
    scope,
    async ({ db }) => {
      const payment = await selectPayment(db, id);
      if (payment === undefined || payment.provider_id === null) return undefined;
      const provider = await selectProvider(db, payment.provider_id);
      return provider?.provider === 'stripe' ? { payment, provider } : undefined;
    },
    { readOnly: true },
  );
  if (found === undefined) return undefined;
  const stripe = openStripe(scope, found.provider);
  if (stripe === null) return undefined;
  return { ...found, stripe };
};

/**
 * Returns the session of a payment. If the answer to its creation was lost, the same call with the same idempotency key returns the same
 * session, so buyers can't pay a second session.
 */
export const ensureSession = async (
  scope: Scope,
  { payment, stripe }: Pick<StripePayment, 'payment' | 'stripe'>,
): Promise<SessionFacts> => {
  if (payment.external_id !== null) return stripe.readSession(payment.external_id);
  const { order, lines } = await transact(
    scope,
    async ({ db }) => ({
      order: orNotFound(await selectOrder(db, payment.order_id)),
      lines: await selectLines(db, payment.order_id),
    }),
    { readOnly: true },
  );
  const facts = await stripe.createSession({
    payment: payment.id,
    order: order.id,
    number: order.number,
    currency: payment.currency,
    lines: lines.map(({ title, quantity, total }) => ({
      title: quantity === 1 ? title : `${quantity} × ${title}`,
      total,
    })),
    endsAt: payment.session_ends_at ?? order.expires_at,
    returnUrl: payment.return_url ?? '',
  });
  await transact(scope, async ({ db }) => {
    await lockOrder(db, payment.order_id);
    const now = orNotFound(await selectPayment(db, payment.id));
    if (now.external_id === null)
      await updatePayment(db, payment.id, { external_id: facts.id, url: facts.url });
  });
  return facts;
};

/** Returns whether a session is that of the payment: Stripe returns what we stored there. */
const isSessionOf = (facts: SessionFacts, payment: PaymentRow): boolean =>
  facts.payment === String(payment.id) && facts.order === String(payment.order_id);

/**
 * Stores what Stripe says about the session of a payment. `isDeclined`: a signed event says that the bank declined it. A payment that
 * failed or was canceled here and was paid at Stripe nevertheless is settled too, so that the money is refunded.
 */
export const applySession = (
  scope: Scope,
  types: OrderItemTypes,
  id: number,
  facts: SessionFacts,
  isDeclined = false,
): Promise<void> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    const known = await selectPayment(db, id);
    const order = known && (await lockOrder(db, known.order_id));
    const payment = order && (await selectPayment(db, id));
    if (order === undefined || payment === undefined || !isSessionOf(facts, payment)) return;
    const receipt = {
      amount: facts.amount,
      currency: facts.currency,
      externalPayment: facts.paymentIntent,
      by: null,
    };
    if (payment.external_id !== null && payment.external_id !== facts.id) {
      // A second session of one payment. Its money is refunded like any second payment.
      if (!facts.isPaid || payment.provider_id === null) return;
      const where = { provider: payment.provider_id, session: facts.id };
      const second =
        (await selectPaymentBySession(db, where))?.id ??
        (await insertPayment(db, context.school.school_id, {
          order: order.id,
          provider: 'stripe',
          providerId: payment.provider_id,
          amount: facts.amount,
          currency: facts.currency,
          clientId: randomUUID(),
          returnUrl: null,
          sessionEndsAt: null,
          externalId: facts.id,
          now: clock.now(),
        }));
      await settlePayment(context, types, second, receipt);
      return;
    }
    await updatePayment(db, id, {
      external_id: facts.id,
      checked_at: clock.now(),
      ...(facts.paymentIntent !== null && { external_payment: facts.paymentIntent }),
    });
    if (facts.isPaid) {
      await settlePayment(context, types, id, receipt);
      return;
    }
    if (payment.state !== 'open') return;
    if (facts.status === 'expired') await updatePayment(db, id, { state: 'canceled' });
    else if (facts.isFailed || (facts.status === 'complete' && isDeclined)) {
      await updatePayment(db, id, { state: 'failed', is_processing: false });
      await addOrderEvent(context, order.id, 'payment_failed', { isAutomatic: true });
    } else if (facts.status === 'complete') await updatePayment(db, id, { is_processing: true });
  });

/** Reads a payment from Stripe and settles it. Does nothing for other payments. Throws `StripeCallError` if Stripe can't be asked. */
export const checkStripePayment = async (
  scope: Scope,
  types: OrderItemTypes,
  id: number,
): Promise<void> => {
  const found = await readStripePayment(scope, id);
  if (found === undefined || found.payment.state === 'succeeded') return;
  // Buyers never got the address of a session whose creation failed.
  if (found.payment.external_id === null && found.payment.state !== 'open') return;
  let facts: SessionFacts;
  try {
    facts = await ensureSession(scope, found);
  } catch (error) {
    if (!(error instanceof StripeCallError) || found.payment.external_id !== null) throw error;
    if (!error.isFinal && !error.isServerError) throw error;
    // Stripe refused to create it, or will repeat its stored error for this key. Buyers don't have its address, so another payment can start.
    await failPayment(scope, id);
    throw error;
  }
  await applySession(scope, types, id, facts);
};

/** Ends a payment whose session wasn't created. */
const failPayment = (scope: Scope, id: number): Promise<void> =>
  transact(scope, async (context) => {
    const known = orNotFound(await selectPayment(context.db, id));
    await lockOrder(context.db, known.order_id);
    const payment = orNotFound(await selectPayment(context.db, id));
    if (payment.state !== 'open' || payment.external_id !== null) return;
    await updatePayment(context.db, id, { state: 'failed' });
    await addOrderEvent(context, payment.order_id, 'payment_failed', { isAutomatic: true });
  });

/** Ends an open payment whose session can't be paid anymore. */
const cancelPayment = (scope: Scope, id: number): Promise<void> =>
  transact(scope, async ({ db }) => {
    const known = orNotFound(await selectPayment(db, id));
    await lockOrder(db, known.order_id);
    const payment = orNotFound(await selectPayment(db, id));
    if (payment.state === 'open') await updatePayment(db, id, { state: 'canceled' });
  });

/**
 * Ends the session of an open payment, so that it can't be paid anymore, and stores the result: canceled, or paid after all. Returns false
 * if the bank still decides.
 */
export const endSession = async (
  scope: Scope,
  types: OrderItemTypes,
  id: number,
): Promise<boolean> => {
  const found = await readStripePayment(scope, id);
  if (found === undefined || found.payment.state !== 'open') return true;
  try {
    const session = await ensureSession(scope, found);
    const facts = session.status === 'open' ? await found.stripe.endSession(session.id) : session;
    await applySession(scope, types, id, facts);
    return facts.status === 'expired' || facts.isPaid || facts.isFailed;
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    const { external_id: session, session_ends_at: endsAt } = found.payment;
    if (session !== null) {
      // The key was replaced by that of another account. The session ended there at its own time.
      if (!error.isMissing || endsAt === null || endsAt > scope.clock.now()) throw error;
      await cancelPayment(scope, id);
      return true;
    }
    if (!error.isFinal && !error.isServerError) throw error;
    await failPayment(scope, id);
    return true;
  }
};
