import Stripe from 'stripe';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { secretKeyOf } from './provider-settings.ts';
import type { ProviderRow } from './providers.queries.ts';

/*
 * Stripe through its SDK. Checkout's page is Stripe's own, so no script of theirs runs in our pages. All calls happen outside of
 * transactions. Each POST has an idempotency key that depends only on our row, so a repeated call never charges or refunds twice.
 */

/** What the provider knows about a Checkout session. */
export interface SessionFacts {
  readonly id: string;
  readonly order: string | null;
  readonly payment: string | null;
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  /** The bank declined a payment that was already submitted. Stripe says so only in the payment that the session expands. */
  readonly isFailed: boolean;
  readonly amount: number;
  readonly currency: string;
  /** The payment to refund. */
  readonly paymentIntent: string | null;
  /** Whether the buyer’s bank disputes the charge. Null if Stripe doesn’t say. */
  readonly isDisputed: boolean | null;
}

export interface RefundFacts {
  readonly id: string;
  readonly refund: string | null;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/** A call that failed. `isFinal`: Stripe refused it, so a repetition would be refused again. */
export class StripeCallError extends Error {
  readonly isFinal: boolean;
  readonly isServerError: boolean;
  /** The object doesn't exist in this account. */
  readonly isMissing: boolean;
  /** The key isn't valid or lacks a right. That says nothing about what an earlier call did. */
  readonly isDenied: boolean;
  constructor(cause: unknown) {
    super('a call to Stripe failed', { cause });
    const status = cause instanceof Stripe.errors.StripeError ? cause.statusCode : undefined;
    this.isMissing = status === 404;
    this.isDenied = status === 401 || status === 403;
    this.isServerError = status !== undefined && status >= 500;
    // 409: the same key is in use at the same time. 429: too many calls.
    this.isFinal =
      status !== undefined && status >= 400 && status < 500 && status !== 409 && status !== 429;
  }
}

/** Returns the 503 for a call that failed. */
export const unavailable = (error: unknown): unknown =>
  error instanceof StripeCallError ? problem('payment_unavailable') : error;

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new StripeCallError(error);
    throw error;
  }
};

const idOfObject = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const sessionFacts = (session: Stripe.Checkout.Session): SessionFacts => {
  const intent = session.payment_intent;
  return {
    id: session.id,
    order: session.client_reference_id,
    payment: session.metadata?.['payment'] ?? null,
    url: session.url,
    status:
      session.status === 'complete'
        ? 'complete'
        : session.status === 'expired'
          ? 'expired'
          : 'open',
    isPaid: session.payment_status === 'paid',
    isFailed:
      session.status === 'complete' &&
      session.payment_status === 'unpaid' &&
      typeof intent === 'object' &&
      intent !== null &&
      ['requires_payment_method', 'canceled'].includes(intent.status),
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    paymentIntent: idOfObject(intent),
    isDisputed:
      typeof intent === 'object' &&
      intent !== null &&
      typeof intent.latest_charge === 'object' &&
      intent.latest_charge !== null
        ? intent.latest_charge.disputed
        : null,
  };
};

const refundFacts = (refund: Stripe.Refund): RefundFacts => ({
  id: refund.id,
  refund: refund.metadata?.['refund'] ?? null,
  state:
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending',
});

/** A session to create. */
export interface NewSession {
  readonly payment: number;
  readonly order: number;
  readonly number: string;
  readonly currency: string;
  readonly lines: readonly { readonly title: string; readonly total: number }[];
  readonly endsAt: Date;
  readonly returnUrl: string;
}

/** Calls of one Stripe account. */
export interface StripeAccount {
  /** Creates the session of a payment. The same payment again returns the same session. */
  readonly createSession: (session: NewSession) => Promise<SessionFacts>;
  readonly readSession: (id: string) => Promise<SessionFacts>;
  /** Ends a session, so that buyers can't pay it. Returns its state afterwards, which can be paid. */
  readonly endSession: (id: string) => Promise<SessionFacts>;
  readonly createRefund: (refund: {
    readonly id: number;
    readonly paymentIntent: string;
    readonly amount: number;
  }) => Promise<RefundFacts>;
  readonly readRefund: (id: string) => Promise<RefundFacts>;
  /** Looks for a refund of ours among those of a payment. Returns null if Stripe has none. */
  readonly findRefund: (refund: {
    readonly id: number;
    readonly paymentIntent: string;
  }) => Promise<RefundFacts | null>;
}

/** Returns when a session that is created now ends: with the order, but no earlier than Stripe allows. */
export const sessionEnd = (orderEndsAt: Date, now: Date): Date => {
  // A minute more, because the clocks differ.
  const earliest = now.getTime() + (paymentLimits.sessionMinutes + 1) * 60_000;
  const latest = now.getTime() + 23 * 3_600_000;
  return new Date(Math.min(latest, Math.max(earliest, orderEndsAt.getTime())));
};

const timeoutMs = 15_000;

const clientOf = (key: string, { account, address }: ProviderRow): Stripe => {
  const test = address === null ? null : new URL(address);
  return new Stripe(key, {
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(account !== null && { stripeAccount: account }),
    ...(test !== null && { host: test.hostname, port: Number(test.port), protocol: 'http' }),
  });
};

/** Returns the calls of an account, or null if it has no key that this installation can decrypt. */
export const openStripe = (
  scope: Pick<Scope, 'tokens' | 'school'>,
  row: ProviderRow,
): StripeAccount | null => {
  const key = secretKeyOf(scope, row);
  if (key === null) return null;
  const stripe = clientOf(key, row);
  const school = scope.school.code;
  const readSession = (id: string) =>
    guarded(async () =>
      sessionFacts(
        await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
      ),
    );
  return {
    createSession: (it) =>
      guarded(async () =>
        sessionFacts(
          await stripe.checkout.sessions.create(
            {
              mode: 'payment',
              client_reference_id: String(it.order),
              metadata: { payment: String(it.payment), order: String(it.order), school },
              payment_intent_data: {
                description: `Order ${it.number}`,
                metadata: { payment: String(it.payment), order: String(it.order), school },
              },
              line_items: it.lines.map(({ title, total }) => ({
                quantity: 1,
                price_data: {
                  currency: it.currency.toLowerCase(),
                  unit_amount: total,
                  product_data: { name: title },
                },
              })),
              expires_at: Math.floor(it.endsAt.getTime() / 1000),
              success_url: it.returnUrl,
              cancel_url: it.returnUrl,
            },
            { idempotencyKey: `commons-${school}-payment-${it.payment}` },
          ),
        ),
      ),
    readSession,
    endSession: async (id) => {
      try {
        // Ending a session twice is harmless, so the SDK chooses a new key for each attempt: Stripe repeats stored errors of a key.
        return await guarded(async () => sessionFacts(await stripe.checkout.sessions.expire(id)));
      } catch (error) {
        // Only open sessions can be ended. This one was paid, or it ended before.
        if (error instanceof StripeCallError && (error.isFinal || error.isServerError)) {
          const facts = await readSession(id);
          if (facts.status !== 'open') return facts;
        }
        throw error;
      }
    },
    createRefund: ({ id, paymentIntent, amount }) =>
      guarded(async () =>
        refundFacts(
          await stripe.refunds.create(
            { payment_intent: paymentIntent, amount, metadata: { refund: String(id), school } },
            { idempotencyKey: `commons-${school}-refund-${id}` },
          ),
        ),
      ),
    readRefund: (id) => guarded(async () => refundFacts(await stripe.refunds.retrieve(id))),
    findRefund: ({ id, paymentIntent }) =>
      guarded(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 });
        const found = data.map(refundFacts).find(({ refund }) => refund === String(id));
        return found ?? null;
      }),
  };
};

/** What a signed event says: its object is read from Stripe, so only ids are taken from it. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly account: string | null;
  readonly object: {
    readonly id: string;
    readonly paymentIntent: string | null;
    readonly status: string | null;
  };
}

const toleranceSeconds = 300;
const verifier = new Stripe('sk_unused');

/** Returns the event of a body if the secret signed it within the last 300 seconds. Null otherwise. */
export const readSignedEvent = (
  { body, signature, secret }: { body: Buffer; signature: string; secret: string },
  now: Date,
): StripeEvent | null => {
  let event: Stripe.Event;
  try {
    event = verifier.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch {
    return null;
  }
  const object = event.data.object as {
    readonly id?: unknown;
    readonly payment_intent?: string | { readonly id: string } | null;
    readonly status?: unknown;
  };
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    object: {
      id: typeof object.id === 'string' ? object.id : '',
      paymentIntent: idOfObject(object.payment_intent),
      status: typeof object.status === 'string' ? object.status : null,
    },
  };
};
