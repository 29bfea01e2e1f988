import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { effort, seed } from '../../../test/effort.ts';
import { connectStripe, inStripe } from '../../../test/in-stripe.ts';
import type { Fault } from '../../../test/test-stripe.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { queueForgotten } from './payments.jobs.ts';

/*
 * Random sequences of what buyers, officers, Stripe and the network do, several at the same time. Whatever happens: when Stripe can be
 * reached again and all jobs have run, no one was charged twice or without an order, no paid order is lost, nothing was sold twice, and the
 * ledger agrees with Stripe.
 */

const world = inWorld();
const stripe = inStripe();
const secret = 'whsec_model';
const usd = (amount: number) => ({ amount, currency: 'USD' });
const minute = 60_000;
const price = 1000;
const units = 3;

let club = '';
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Rowing',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  await connectStripe(world, stripe, { key: 'sk_test_model', webhookSecret: secret });
});

/** A sequence's own product and the orders of it. */
interface Run {
  readonly variant: string;
  readonly orders: { id: string; who: Person }[];
}

const signIn = async () => {
  for (const one of [world.ana, world.cy, world.ben, world.admin])
    one.tokens = (await world.signInAgain(one)).tokens;
};
const pass = async (minutes: number) => {
  world.clock.advance(minutes * minute);
  await world.app.jobs.settle().catch(() => undefined);
  await signIn();
};
/** Unexpected answers, such as a 500, fail the test. */
const allowed = new Set([200, 409, 422, 429, 503]);
const tried = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer;
  if (!allowed.has(status)) throw new Error(`${status} ${text}`);
};

const sendEvent = async (type: string, object: unknown) => {
  const event = stripe.event(type, object, { secret, at: world.clock.now() });
  const answer = await world.visit('/api/v1/payments/stripe/webhook', {
    method: 'POST',
    headers: { 'stripe-signature': event.signature },
    body: event.body,
  });
  await tried(Promise.resolve(answer));
};

/** The addresses of Stripe's pages that buyers know. No one can pay a session whose creation was answered with an error. */
const shown = new Set<string>();

type Step = (run: Run) => Promise<void>;
const nthOf = <T>(all: readonly T[], nth: number): T | undefined =>
  all.length === 0 ? undefined : all[nth % all.length];
const onOrder =
  (nth: number, work: (order: { id: string; who: Person }) => Promise<void>): Step =>
  async ({ orders }) => {
    const order = nthOf(orders, nth);
    if (order !== undefined) await work(order);
  };

const nat = fc.nat({ max: 5 });
const steps = {
  order: fc
    .record({ nth: nat, quantity: fc.integer({ min: 1, max: 2 }) })
    .map(({ nth, quantity }): Step => async (run) => {
      const who = nth % 2 === 0 ? world.ana : world.cy;
      const answer = await who.try('POST /api/v1/orders', {
        clientId: newClientId(),
        club,
        items: [{ variant: run.variant, quantity }],
      });
      if (answer.status === 200) run.orders.push({ id: (answer.body as { id: string }).id, who });
      else await tried(Promise.resolve(answer));
    }),
  pay: fc
    .record({ nth: nat, provider: fc.constantFrom('stripe', 'stripe', 'stripe', 'desk') })
    .map(({ nth, provider }) =>
      onOrder(nth, async ({ id, who }) => {
        const sent = { id, clientId: newClientId(), provider };
        const answer = who.try('POST /api/v1/orders/{id}/payments', sent);
        await tried(answer);
        const { url } = (await answer).body as { url?: string | null };
        if (typeof url === 'string') shown.add(url);
      }),
    ),
  complete: fc.record({ nth: nat, isDelayed: fc.boolean() }).map(({ nth, isDelayed }) =>
    onOrder(nth, async ({ id }) => {
      for (const session of stripe.sessionsOf(id))
        if (session.url !== null && shown.has(session.url))
          stripe.complete(session.id, { isDelayed });
    }),
  ),
  confirm: nat.map((nth) =>
    onOrder(nth, async ({ id }) => {
      for (const session of stripe.sessionsOf(id))
        if (session.status === 'complete' && session.payment_status === 'unpaid')
          stripe.confirm(session.id);
    }),
  ),
  event: fc.record({ nth: nat, times: fc.integer({ min: 1, max: 3 }) }).map(({ nth, times }) =>
    onOrder(nth, async ({ id }) => {
      await Promise.all(
        stripe
          .sessionsOf(id)
          .flatMap((session) =>
            Array.from({ length: times }, () =>
              sendEvent(
                session.status === 'expired'
                  ? 'checkout.session.expired'
                  : 'checkout.session.completed',
                session,
              ),
            ),
          ),
      );
    }),
  ),
  receipt: nat.map((nth) =>
    onOrder(nth, async ({ id }) => {
      const { payments } = await world.ben.call('GET /api/v1/orders/{id}', { id });
      const open = payments.find(({ state, provider }) => state === 'open' && provider === 'desk');
      if (open !== undefined)
        await tried(
          world.ben.try('POST /api/v1/payments/{id}/receipt', {
            id: open.id,
            clientId: newClientId(),
            method: 'cash',
          }),
        );
    }),
  ),
  cancel: nat.map((nth) =>
    onOrder(nth, ({ id, who }) => tried(who.try('DELETE /api/v1/orders/{id}', { id }))),
  ),
  refund: fc
    .record({ nth: nat, amount: fc.integer({ min: 1, max: 2 * price }), restocks: fc.boolean() })
    .map(({ nth, amount, restocks }) =>
      onOrder(nth, async ({ id }) => {
        const { lines } = await world.ben.call('GET /api/v1/orders/{id}', { id });
        const line = lines[0]?.id ?? '';
        await tried(
          world.ben.try('POST /api/v1/orders/{id}/refunds', {
            id,
            clientId: newClientId(),
            amount: usd(amount),
            reason: 'Model',
            ...(restocks && { restock: [{ line, quantity: 1 }] }),
          }),
        );
      }),
    ),
  network: fc
    .constantFrom<Fault>('none', 'none', 'drop_before', 'drop_after', 'error_after', 'error_before')
    .map((fault): Step => async () => {
      stripe.state.fault = (call) => (call.startsWith('POST') ? fault : 'none');
    }),
} satisfies Record<string, fc.Arbitrary<Step>>;

const { order: ordering, ...others } = steps;
const step = fc.oneof(
  { weight: 4, arbitrary: ordering },
  ...Object.values(others).map((arbitrary) => ({ weight: 2, arbitrary })),
);

/** Time passes between rounds only, because tokens expire. */
const time = fc.constantFrom(1, 10, 31).map(
  (minutes): Step =>
    () =>
      pass(minutes),
);
/** Steps that run at the same time. */
const round = fc.oneof(
  { weight: 3, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.tuple(time) },
);

const check = async (run: Run): Promise<void> => {
  // Stripe works again, banks decide, and everything is due.
  stripe.state.fault = () => 'none';
  for (const { id } of run.orders)
    for (const session of stripe.sessionsOf(id))
      if (session.status === 'complete' && session.payment_status === 'unpaid')
        stripe.confirm(session.id);
  for (const minutes of [61, 61, 7 * 60, 61, 25 * 60, 61]) {
    await runMaintenance(world.pool, [queueForgotten], world.clock.now());
    await pass(minutes);
  }
  let sold = 0;
  for (const { id } of run.orders) {
    const order: ReplyOf<'GET /api/v1/orders/{id}'> = await world.ben.call(
      'GET /api/v1/orders/{id}',
      { id },
    );
    const isPaid = order.state === 'paid' || order.state === 'fulfilled';
    expect([id, isPaid || order.state === 'expired' || order.state === 'canceled']).toEqual([
      id,
      true,
    ]);
    const settled = order.payments.filter(({ state }) => state === 'succeeded');
    const byStripe = isPaid && settled.some(({ provider }) => provider === 'stripe');
    const pending = order.refunds.filter(({ state }) => state === 'pending');
    const kept = byStripe ? order.total.amount - order.refunded.amount : 0;
    // A refund whose answer at Stripe is a stored error stays pending, and Stripe may have paid it.
    const open = pending.reduce((sum, { amount }) => sum + amount.amount, 0);
    const taken = stripe.taken.get(id) ?? 0;
    const { provider } = settled[0] ?? {};
    const isRight = taken <= kept && taken >= kept - open;
    // Everything that is needed to understand a failure.
    const about = { taken, kept, open, order, sessions: stripe.sessionsOf(id) };
    if (provider !== 'desk' && !isRight) throw new Error(JSON.stringify(about, null, 1));
    const [entries] = await world.sql<{ income: number; refund: string }>(
      `select (select count(*)::int from ledger_entries e where e.source_kind = 'order' and e.source_id = $1 and e.kind = 'income') as income,
        (select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
          join ledger_entries e on e.source_kind = 'refund' and e.source_id = r.id::text where p.order_id = $1::bigint) as refund`,
      [id],
    );
    expect([id, entries?.income, Number(entries?.refund)]).toEqual([
      id,
      isPaid ? 1 : 0,
      order.refunded.amount,
    ]);
    if (isPaid) sold += order.lines.reduce((sum, line) => sum + line.quantity - line.restocked, 0);
  }
  const [stock] = await world.sql<{ stock: number; held: number }>(
    `select stock, held from product_variants where id = $1`,
    [run.variant],
  );
  expect(stock).toEqual({ stock: units - sold, held: 0 });
  expect(sold).toBeLessThanOrEqual(units);
};

test(
  '[CLUB-04] money, stock and ledger agree after any sequence of events',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: 4, maxLength: effort({ quick: 12, full: 25 }) }),
        async (rounds) => {
          await signIn();
          stripe.state.fault = () => 'none';
          const product = await world.ben.call('POST /api/v1/clubs/{id}/products', {
            id: club,
            clientId: newClientId(),
            name: 'Shirt',
            price: usd(price),
            stock: units,
          });
          const run: Run = { variant: product.variants[0]?.id ?? '', orders: [] };
          for (const together of rounds) await Promise.all(together.map((one) => one(run)));
          await check(run);
        },
      ),
      { numRuns: effort({ quick: 6, full: 300 }), seed, endOnFailure: true },
    );
  },
  effort({ quick: 120_000, full: 3_600_000 }),
);
