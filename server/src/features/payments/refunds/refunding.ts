import { randomUUID } from 'node:crypto';
import type { RefundState } from '#contract/payments/limits.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { postRefund, reverseRefund } from '../orders/ledger-entries.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { lockOrder, type LockedOrder, type PaymentRow } from '../orders/orders.queries.ts';
import { refundPart } from '../payments.rules.ts';
import { creditSchoolAccount } from '../providers/school-account.ts';
import { selectProvider } from '../providers/providers.queries.ts';
import { openStripe, StripeCallError, type RefundFacts } from '../providers/stripe.ts';
import { selectPayment } from '../orders/payments.queries.ts';
import * as queries from './refunds.queries.ts';

/** Milliseconds until the provider is asked again about a pending refund, by the number of earlier questions. */
const minute = 60_000;
const waits = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute);
/** Stripe forgets idempotency keys after 24 hours, so a refund without an answer by then is looked up instead of sent. */
const resendMs = 20 * 60 * minute;
/** Age from which a refund that Stripe answers with an error is looked up there. A call can't still be running then. */
const lookUpMs = 15 * minute;
/** Milliseconds until an automatic refund that failed is started again. */
const retryMs = 6 * 60 * minute;
/** Banks confirm refunds within weeks. */
const askMs = 60 * 24 * 60 * minute;

/** Asks the provider about a pending refund later. */
const checkLater = (context: Context, refund: number, asked: number): Promise<void> =>
  emit(
    context,
    'refund_check_due',
    { refund, asked: asked + 1 },
    new Date(context.clock.now().getTime() + (waits[asked] ?? 24 * 60 * minute)),
  );

/**
 * Ends a pending refund, once. A bank can also return a refund that succeeded: it failed then, and the money is the club's again. The order
 * must be locked.
 */
const settle = async (
  context: Context,
  order: LockedOrder,
  id: number,
  state: Exclude<RefundState, 'pending'>,
): Promise<void> => {
  const { db, clock } = context;
  const refund = orNotFound(await queries.selectRefund(db, id));
  const { succeeded: before } = await queries.selectRefunded(db, refund.payment_id);
  const isReturned = state === 'failed' && refund.state === 'succeeded' && !refund.is_dispute;
  const from = isReturned ? 'succeeded' : 'pending';
  if (!(await queries.updateRefundState(db, id, { from, to: state, now: clock.now() }))) return;
  if (state === 'failed') {
    if (isReturned && !refund.is_automatic) await reverseRefund(context, id);
    await addOrderEvent(context, order.id, 'refund_failed', { isAutomatic: true });
    if (refund.is_automatic) {
      const at = new Date(clock.now().getTime() + retryMs);
      await emit(context, 'late_payment_due', { payment: refund.payment_id }, at);
    } else if (!refund.is_dispute) {
      // So that officers don't forget the money. Repeating the refund also ends the request.
      const payment = orNotFound(await selectPayment(db, refund.payment_id));
      const { succeeded, pending } = await queries.selectRefunded(db, payment.id);
      if (succeeded + pending >= (payment.received ?? payment.amount)) return;
      const asked = { order: order.id, reason: refund.reason, lines: [], clientId: randomUUID() };
      const { school_id: school } = context.school;
      if ((await queries.insertRequest(db, school, { ...asked, now: clock.now() })) !== undefined)
        await emit(context, 'refund_requested', { order: order.id, by: order.buyer_id ?? 0 });
    }
    return;
  }
  // The club never had money that came too late or twice, so its ledger doesn't show that money coming and going.
  if (refund.is_automatic) return;
  const payment = orNotFound(await selectPayment(db, refund.payment_id));
  const tax = refundPart(
    { total: order.total, part: order.tax },
    { before, amount: refund.amount },
  );
  await queries.updateRefundTax(db, id, tax);
  await postRefund(context, order, {
    id,
    amount: refund.amount,
    tax,
    provider: payment.provider,
    title: `Refund of order ${order.number}`,
    by: refund.created_by,
    before,
  });
  if (refund.is_dispute) return;
  await addOrderEvent(context, order.id, 'refunded', { isAutomatic: true });
  await emit(context, 'order_refunded', { order: order.id, refund: id });
};

export const lateReason = 'The payment came too late, twice or with a wrong amount.';

export interface RefundStart {
  readonly payment: PaymentRow;
  readonly amount: number;
  readonly reason: string;
  readonly by: number | null;
  readonly clientId?: string;
  readonly isAutomatic?: boolean;
  /** The buyer's bank took the money back, so no call moves it. */
  readonly isDispute?: boolean;
}

/**
 * Starts a refund in the transaction that locked the order. The caller has checked the amount. Money from the desk, an invoice or a school
 * account is refunded immediately; the provider is asked after the commit. Returns undefined if the payment already has an automatic
 * refund.
 */
export const startRefund = async (
  context: Context,
  order: LockedOrder,
  { payment, amount, reason, by, clientId, isAutomatic = false, isDispute = false }: RefundStart,
): Promise<number | undefined> => {
  const row = await queries.insertRefund(context.db, context.school.school_id, {
    payment: payment.id,
    amount,
    reason,
    isAutomatic,
    isDispute,
    by,
    clientId: clientId ?? randomUUID(),
    now: context.clock.now(),
  });
  if (row === undefined) return undefined;
  if (payment.provider === 'stripe' && !isDispute) {
    await addOrderEvent(context, order.id, 'refund_started', { isAutomatic });
    await emit(context, 'refund_check_due', { refund: row.id, asked: 0 });
    return row.id;
  }
  if (payment.provider === 'school' && !isAutomatic)
    await creditSchoolAccount(context, order, { refund: row.id, amount });
  await settle(context, order, row.id, 'succeeded');
  return row.id;
};

/** Stores what the provider says about a refund. */
export const applyRefundFacts = (
  scope: Scope,
  id: number,
  { external, state }: { external: string | null; state: RefundState },
): Promise<void> =>
  transact(scope, async (context) => {
    const refund = await queries.selectRefund(context.db, id);
    const order = refund && (await lockOrder(context.db, refund.order_id));
    if (refund === undefined || order === undefined) return;
    if (external !== null && refund.external_id === null)
      await queries.updateRefundExternal(context.db, id, external, context.clock.now());
    if (state !== 'pending') await settle(context, order, id, state);
  });

/** Asks the provider for a refund, or about one that it has accepted. Repeating it never refunds twice. */
export const sendRefund = async (scope: Scope, id: number): Promise<void> => {
  const found = await transact(
    scope,
    async ({ db }) => {
      const refund = await queries.selectRefund(db, id);
      const payment = refund && (await selectPayment(db, refund.payment_id));
      const provider =
        payment === undefined || payment.provider_id === null
          ? undefined
          : await selectProvider(db, payment.provider_id);
      return refund && payment && provider && { refund, payment, provider };
    },
    { readOnly: true },
  );
  if (found === undefined || found.refund.state !== 'pending') return;
  const { refund, payment, provider } = found;
  const stripe = openStripe(scope, provider);
  if (stripe === null || payment.external_payment === null) return;
  const { external_payment: paymentIntent } = payment;
  const age = scope.clock.now().getTime() - refund.created_at.getTime();
  const ask = (): Promise<RefundFacts | null> => {
    if (refund.external_id !== null) return stripe.readRefund(refund.external_id);
    return age < resendMs
      ? stripe.createRefund({ id, paymentIntent, amount: refund.amount })
      : stripe.findRefund({ id, paymentIntent });
  };
  let facts: RefundFacts | null;
  try {
    facts = await ask();
  } catch (error) {
    if (!(error instanceof StripeCallError) || refund.external_id !== null || age >= resendMs)
      throw error;
    // Stripe repeats a stored error for ever, and the refund can exist nevertheless.
    if (error.isServerError && age > lookUpMs)
      facts = await stripe.findRefund({ id, paymentIntent });
    // Stripe refused the refund, for example because it was refunded in Stripe's dashboard.
    else if (error.isFinal && !error.isDenied) facts = null;
    else throw error;
  }
  await applyRefundFacts(scope, id, {
    external: facts?.id ?? null,
    state: facts?.state ?? 'failed',
  });
};

/** Starts the refund of a late or second payment again, after the first one failed. */
export const refundAgain = (scope: Scope, { payment: id }: { payment: number }): Promise<void> =>
  transact(scope, async (context) => {
    const known = await selectPayment(context.db, id);
    const order = known && (await lockOrder(context.db, known.order_id));
    const payment = order && (await selectPayment(context.db, id));
    if (order === undefined || payment === undefined || !payment.is_unapplied) return;
    await startRefund(context, order, {
      payment,
      amount: payment.received ?? payment.amount,
      reason: lateReason,
      by: null,
      isAutomatic: true,
    });
  });

/** Asks about a pending refund, and asks again later while it is pending. */
export const checkRefund = async (
  scope: Scope,
  { refund: id, asked }: { refund: number; asked: number },
): Promise<void> => {
  const before = await transact(scope, ({ db }) => queries.selectRefund(db, id), {
    readOnly: true,
  });
  if (before === undefined || before.state !== 'pending') return;
  const age = scope.clock.now().getTime() - before.created_at.getTime();
  try {
    await sendRefund(scope, id);
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    scope.log.warn({ refund: id, err: error }, 'a refund could not be sent');
  }
  if (age < askMs)
    await transact(scope, async (context) => {
      const after = await queries.selectRefund(context.db, id);
      if (after?.state !== 'pending') return;
      await queries.updateRefundChecked(context.db, id, context.clock.now());
      await checkLater(context, id, asked);
    });
};
