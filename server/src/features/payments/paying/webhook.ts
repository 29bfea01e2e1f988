import { receiveStripeEvent } from '#contract/payments/staff.endpoints.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, ok, orNotFound } from '../../../kernel/sql.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import type { OrderItemTypes } from '../orders/order-items.ts';
import { lockOrder, updateOrder } from '../orders/orders.queries.ts';
import {
  selectPayment,
  selectPaymentByCharge,
  selectPaymentBySession,
} from '../orders/payments.queries.ts';
import { webhookSecretOf } from '../providers/provider-settings.ts';
import { selectProviders, type ProviderRow } from '../providers/providers.queries.ts';
import {
  openStripe,
  readSignedEvent,
  StripeCallError,
  unavailable,
  type StripeEvent,
} from '../providers/stripe.ts';
import { applyRefundFacts, startRefund } from '../refunds/refunding.ts';
import {
  selectRefund,
  selectRefundByExternal,
  selectRefunded,
} from '../refunds/refunds.queries.ts';
import {
  hasClosedDispute,
  insertProviderEvent,
  updateEventHandled,
} from './provider-events.queries.ts';
import { applySession } from './sessions.ts';

/*
 * Events of Stripe. The signature says that Stripe sent it, and nothing more is believed: the session or refund is read from Stripe with
 * the account that the event belongs to. An event can come late, twice, in any order, or never.
 */

interface Signed {
  readonly event: StripeEvent;
  readonly provider: ProviderRow;
}

/** Returns the event with the account whose secret signed it. `null`: signed, but of an account that isn't set up here. */
const verify = async (
  scope: Scope,
  body: Buffer,
  signature: string,
): Promise<Signed | null | undefined> => {
  const rows = await transact(scope, ({ db }) => selectProviders(db, 'all'), { readOnly: true });
  const signed = rows.flatMap((provider) => {
    const secret = provider.provider === 'stripe' ? webhookSecretOf(scope, provider) : null;
    const event =
      secret === null ? null : readSignedEvent({ body, signature, secret }, scope.clock.now());
    return event === null ? [] : [{ event, provider }];
  });
  if (signed.length === 0) return undefined;
  return signed.find(({ event, provider }) => event.account === provider.account) ?? null;
};

const readSessionEvent = async (
  scope: Scope,
  types: OrderItemTypes,
  { event, provider }: Signed,
): Promise<void> => {
  const stripe = openStripe(scope, provider);
  if (stripe === null) return;
  const facts = await stripe.readSession(event.object.id);
  const payment = await transact(
    scope,
    async ({ db }) =>
      (await selectPaymentBySession(db, { provider: provider.id, session: facts.id })) ??
      (await selectPayment(db, idOf(facts.payment ?? ''))),
    { readOnly: true },
  );
  // A session of another program with the same account, or of another club's account.
  if (payment === undefined || payment.provider_id !== provider.id) return;
  const isDeclined = event.type === 'checkout.session.async_payment_failed';
  await applySession(scope, types, payment.id, facts, isDeclined);
};

const readRefundEvent = async (scope: Scope, { event, provider }: Signed): Promise<void> => {
  const stripe = openStripe(scope, provider);
  if (stripe === null) return;
  const facts = await stripe.readRefund(event.object.id);
  const id = await transact(
    scope,
    async ({ db }) => {
      const where = { provider: provider.id, external: facts.id };
      const known = await selectRefundByExternal(db, where);
      if (known !== undefined) return known.id;
      // The answer to its creation was lost.
      const named = await selectRefund(db, idOf(facts.refund ?? ''));
      const payment = named && (await selectPayment(db, named.payment_id));
      return named?.external_id === null && payment?.provider_id === provider.id
        ? named.id
        : undefined;
    },
    { readOnly: true },
  );
  if (id !== undefined)
    await applyRefundFacts(scope, id, { external: facts.id, state: facts.state });
};

/** Marks a disputed order. If the buyer's bank decides for the buyer, the club has lost the money that wasn't refunded. */
const readDisputeEvent = async (scope: Scope, { event, provider }: Signed): Promise<void> => {
  const charge = event.object.paymentIntent;
  const stripe = openStripe(scope, provider);
  if (charge === null || stripe === null) return;
  const payment = await transact(
    scope,
    ({ db }) => selectPaymentByCharge(db, { provider: provider.id, charge }),
    { readOnly: true },
  );
  if (payment === undefined || payment.external_id === null) return;
  const { isDisputed } = await stripe.readSession(payment.external_id);
  const isClosed = event.type === 'charge.dispute.closed';
  const isWon = isClosed && event.object.status === 'won';
  const isLost = isClosed && event.object.status === 'lost';
  // Stripe contradicts the event.
  if (isDisputed === false && !isWon) return;
  await transact(scope, async (context) => {
    const { db, clock } = context;
    const order = orNotFound(await lockOrder(db, payment.order_id));
    // Events come in any order: this one was decided before.
    if (!isClosed && (await hasClosedDispute(db, event.object.id))) return;
    await updateOrder(db, order.id, { disputed_at: isClosed ? null : clock.now() });
    if (!isClosed) await addOrderEvent(context, order.id, 'disputed', { isAutomatic: true });
    else if (isWon) await addOrderEvent(context, order.id, 'dispute_won', { isAutomatic: true });
    else if (isLost) {
      await addOrderEvent(context, order.id, 'dispute_lost', { isAutomatic: true });
      const { succeeded, pending } = await selectRefunded(db, payment.id);
      const left = payment.amount - succeeded - pending;
      if (left > 0 && !payment.is_unapplied)
        await startRefund(context, order, {
          payment,
          amount: left,
          reason: 'The buyer’s bank took the money back.',
          by: null,
          isDispute: true,
        });
    }
  });
};

const read = async (scope: Scope, types: OrderItemTypes, signed: Signed): Promise<void> => {
  const { type } = signed.event;
  if (type.startsWith('checkout.session.')) return readSessionEvent(scope, types, signed);
  if (type === 'refund.updated' || type === 'refund.failed') return readRefundEvent(scope, signed);
  if (type.startsWith('charge.dispute.')) return readDisputeEvent(scope, signed);
};

export const webhookHandlers = (types: OrderItemTypes) => [
  handleWithoutTransaction(receiveStripeEvent, (call, { upload }, transport) =>
    withUpload(`stripe:${call.requestId}`, upload, paymentLimits.webhookBytes, async (body) => {
      const signature = transport.header('stripe-signature') ?? '';
      const signed = await verify(call, body, signature);
      if (signed === undefined) throw problem('signature_invalid');
      if (signed === null) return ok;
      const { event } = signed;
      const isNew = await transact(call, ({ db }) =>
        insertProviderEvent(db, call.schoolId, {
          provider: 'stripe',
          event: event.id,
          kind: event.type,
          object: event.object.id,
          now: call.now,
        }),
      );
      if (!isNew) return ok;
      try {
        await read(call, types, signed);
      } catch (error) {
        // An object of another account is of no interest. In other cases, Stripe sends the event again.
        if (!(error instanceof StripeCallError) || !error.isMissing) throw unavailable(error);
      }
      await transact(call, ({ db }) => updateEventHandled(db, event.id, call.now));
      return ok;
    }),
  ),
];
