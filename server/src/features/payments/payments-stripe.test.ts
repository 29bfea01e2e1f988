import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { acceptDonations } from '../../../test/donations.ts';
import { connectStripe, inStripe } from '../../../test/in-stripe.ts';
import type { TestSession } from '../../../test/test-stripe.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';
import { queueForgotten } from './payments.jobs.ts';

const world = inWorld();
const stripe = inStripe();

type Order = ReplyOf<'GET /api/v1/orders/{id}'>;
type Payment = Order['payments'][number];

const usd = (amount: number) => ({ amount, currency: 'USD' });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const minutes = 60_000;
const secrets = { own: 'whsec_own', north: 'whsec_north' };

const ownKey = 'sk_test_0123456789abcdefghijklmn';

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
  await connectStripe(world, stripe, { key: ownKey, webhookSecret: secrets.own });
  await connectStripe(world, stripe, {
    school: world.otherSchool,
    code: 'north',
    key: 'sk_north',
    webhookSecret: secrets.north,
  });
});
beforeEach(() => {
  stripe.state.fault = () => 'none';
  stripe.state.refundState = 'succeeded';
});

const advance = async (by: number) => {
  world.clock.advance(by * minutes);
  await world.app.jobs.settle();
  for (const one of [world.ana, world.ben, world.cy, world.admin, world.eve])
    one.tokens = (await world.signInAgain(one)).tokens;
};

const addVariant = async (stock: number | null = null, price = 1500) => {
  const product = await world.ben.call('POST /api/v1/clubs/{id}/products', {
    id: club,
    clientId: newClientId(),
    name: 'Shirt',
    price: usd(price),
    stock,
  });
  const variant = product.variants[0]?.id ?? '';
  const left = async () =>
    (await world.ana.call('GET /api/v1/products/{id}', { id: product.id })).variants[0]?.left;
  return { variant, left };
};
const placeOrder = async (variant: string, who: Person = world.ana): Promise<Order> =>
  who.call('POST /api/v1/orders', {
    clientId: newClientId(),
    club,
    items: [{ variant, quantity: 1 }],
  });
const tryPay = (who: Person, id: string, clientId = newClientId()) =>
  who.try('POST /api/v1/orders/{id}/payments', { id, clientId, provider: 'stripe' });
const pay = async (id: string, who: Person = world.ana): Promise<Payment> => {
  const answer = await tryPay(who, id);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as Payment;
};
const read = (id: string, who: Person = world.ana): Promise<Order> =>
  who.call('GET /api/v1/orders/{id}', { id });
const sessionOf = (order: string): TestSession => {
  const found = stripe.sessionsOf(order).at(-1);
  if (found === undefined) throw new Error(`no session of ${order}`);
  return found;
};
/** Returns an order whose session is open at Stripe. */
const openOrder = async (stock: number | null = null) => {
  const { variant, left } = await addVariant(stock);
  const order = await placeOrder(variant);
  const payment = await pay(order.id);
  return { order, payment, session: sessionOf(order.id), variant, left };
};
const paidOrder = async () => {
  const all = await openOrder(3);
  stripe.complete(all.session.id);
  await world.ana.call('POST /api/v1/payments/{id}/check', { id: all.payment.id });
  return all;
};

interface Sent {
  readonly secret?: string;
  readonly account?: string;
  readonly id?: string;
  readonly host?: string;
  readonly at?: Date;
}
const sendEvent = (type: string, object: unknown, sent: Sent = {}) => {
  const { secret = secrets.own, host = 'localhost', at = world.clock.now(), ...more } = sent;
  const { body, signature } = stripe.event(type, object, { secret, at, ...more });
  return world.visit('/api/v1/payments/stripe/webhook', {
    method: 'POST',
    host,
    headers: { 'stripe-signature': signature },
    body,
  });
};
const completed = (session: TestSession, sent: Sent = {}) =>
  sendEvent('checkout.session.completed', session, sent);
const incomes = async (order: string) =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from ledger_entries where source_kind = 'order' and source_id = $1 and kind = 'income'`,
      [order],
    )
  )[0]?.n;

describe('[CLUB-04] payments with Stripe', () => {
  test('pay an order once through Stripe’s page and a signed event', async () => {
    const { order, payment, session, left } = await openOrder(2);
    expect(payment).toMatchObject({ state: 'open', provider: 'stripe' });
    expect(payment.url).toBe(session.url);
    expect(session).toMatchObject({
      client_reference_id: order.id,
      amount_total: 1500,
      currency: 'usd',
      metadata: { payment: payment.id },
    });
    const seconds = session.expires_at - world.clock.now().getTime() / 1000;
    expect(seconds).toBeGreaterThanOrEqual(30 * 60);
    // Another call answers the open payment.
    expect((await pay(order.id)).id).toBe(payment.id);
    expect(stripe.sessionsOf(order.id)).toHaveLength(1);
    // An event before the payment changes nothing: the session is read from Stripe.
    expect((await completed({ ...session, payment_status: 'paid' })).status).toBe(200);
    expect((await read(order.id)).state).toBe('pending');
    stripe.complete(session.id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => completed(session)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(order.id)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded', url: null }],
    });
    expect(await incomes(order.id)).toBe(1);
    expect(await left()).toBe(1);
  });

  test('ignore events that are forged, old or of another school', async () => {
    const { order, session } = await openOrder();
    stripe.complete(session.id);
    const old = new Date(world.clock.now().getTime() - 301_000);
    for (const sent of [{ secret: 'whsec_wrong' }, { secret: secrets.north }, { at: old }])
      expect(codeOf(await completed(session, sent))).toEqual([400, 'signature_invalid']);
    const bare = await world.visit('/api/v1/payments/stripe/webhook', {
      method: 'POST',
      body: JSON.stringify({ type: 'checkout.session.completed', data: { object: session } }),
    });
    expect(codeOf(bare)).toEqual([400, 'signature_invalid']);
    // The other school's own event about this session: its account doesn't have the session, or it isn't its payment.
    const north = { secret: secrets.north, host: 'north.localhost' };
    expect((await completed(session, north)).status).toBe(200);
    // An event of a connected account that isn't set up here.
    expect((await completed(session, { account: 'acct_other' })).status).toBe(200);
    expect((await read(order.id)).state).toBe('pending');
    expect((await completed(session)).status).toBe(200);
    expect((await read(order.id)).state).toBe('paid');
    // Events of no interest.
    expect((await sendEvent('customer.created', { id: 'cus_1' })).status).toBe(200);
  });

  test('go to a club’s connected account, and no other account can settle them', async () => {
    const other = await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Chess',
      membership: 'open',
      president: world.ben.uid,
    });
    await acceptDonations(world.ben, other.id);
    await connectStripe(world, stripe, {
      key: ownKey,
      webhookSecret: 'whsec_chess',
      account: 'acct_chess',
      club: Number(other.id),
    });
    const order = await world.ana.call('POST /api/v1/orders', {
      clientId: newClientId(),
      club: other.id,
      items: [{ donation: usd(500) }],
    });
    await pay(order.id);
    const session = sessionOf(order.id);
    stripe.complete(session.id);
    // The school's own account doesn't have this session.
    await completed(session);
    expect((await read(order.id)).state).toBe('pending');
    await completed(session, { secret: 'whsec_chess', account: 'acct_chess' });
    expect((await read(order.id)).state).toBe('paid');
  });

  test('succeed without the event, because the job and the buyer’s return ask Stripe', async () => {
    const first = await openOrder();
    stripe.complete(first.session.id);
    await advance(2);
    expect((await read(first.order.id)).state).toBe('paid');
    const second = await openOrder();
    stripe.complete(second.session.id);
    const check = { id: second.payment.id };
    expect(await world.ana.call('POST /api/v1/payments/{id}/check', check)).toMatchObject({
      state: 'succeeded',
    });
    expect((await read(second.order.id)).state).toBe('paid');
  });

  test.each(['drop_after', 'drop_before', 'late'] as const)(
    'have one session even if a response is lost (%s)',
    async (fault) => {
      const { variant } = await addVariant();
      const order = await placeOrder(variant);
      stripe.state.fault = (call) => (call === 'POST /v1/checkout/sessions' ? fault : 'none');
      const answers = await Promise.all([1, 2, 3].map(() => tryPay(world.ana, order.id)));
      for (const answer of answers) expect([200, 503]).toContain(answer.status);
      stripe.state.fault = () => 'none';
      const payment = await pay(order.id);
      expect(payment.url).not.toBeNull();
      expect(stripe.sessionsOf(order.id)).toHaveLength(1);
      expect((await read(order.id)).payments).toHaveLength(1);
    },
  );

  test('fail after a stored error at Stripe, and the next one works', async () => {
    const { variant } = await addVariant();
    const order = await placeOrder(variant);
    stripe.state.fault = (call) => (call === 'POST /v1/checkout/sessions' ? 'error_after' : 'none');
    expect(codeOf(await tryPay(world.ana, order.id))).toEqual([503, 'payment_unavailable']);
    stripe.state.fault = () => 'none';
    const second = await pay(order.id);
    expect(second.url).not.toBeNull();
    expect((await read(order.id)).payments.map(({ state }) => state).toSorted()).toEqual([
      'failed',
      'open',
    ]);
    // Someone pays both sessions nevertheless. The second payment is refunded.
    for (const session of stripe.sessionsOf(order.id)) {
      stripe.complete(session.id);
      await completed(session);
    }
    await world.app.jobs.settle();
    expect((await read(order.id)).state).toBe('paid');
    expect(stripe.taken.get(order.id)).toBe(1500);
    expect(await incomes(order.id)).toBe(1);
  });

  test('end the session of an expired order before its stock is released', async () => {
    const { order, session, left, variant } = await openOrder(1);
    const whileEnding: Promise<{ held: number }[]>[] = [];
    stripe.state.fault = (call) => {
      if (call !== `POST /v1/checkout/sessions/${session.id}/expire`) return 'none';
      whileEnding.push(world.sql(`select held from product_variants where id = $1`, [variant]));
      return 'late';
    };
    await advance(31);
    expect(await Promise.all(whileEnding)).toEqual([[{ held: 1 }]]);
    expect(session.status).toBe('expired');
    expect(stripe.complete(session.id)).toBe(false);
    expect(await read(order.id)).toMatchObject({
      state: 'expired',
      payments: [{ state: 'canceled' }],
    });
    expect(await left()).toBe(1);
  });

  test('keep an order that was paid in its last second', async () => {
    const { order, session, left } = await openOrder(1);
    stripe.complete(session.id);
    await advance(31);
    expect((await read(order.id)).state).toBe('paid');
    expect(await left()).toBe(0);
  });

  test('keep the stock of an expired order, which can’t be canceled, while Stripe is unreachable', async () => {
    const { order, left } = await openOrder(1);
    stripe.state.fault = () => 'drop_before';
    expect(codeOf(await world.ana.try('DELETE /api/v1/orders/{id}', { id: order.id }))).toEqual([
      503,
      'payment_unavailable',
    ]);
    world.clock.advance(31 * minutes);
    await world.app.jobs.settle().catch(() => undefined);
    for (const one of [world.ana, world.ben]) one.tokens = (await world.signInAgain(one)).tokens;
    expect(await left()).toBe(0);
    expect((await read(order.id)).state).toBe('pending');
    stripe.state.fault = () => 'none';
    // The hourly maintenance finds orders whose events failed too often.
    world.clock.advance(61 * minutes);
    await runMaintenance(world.pool, [queueForgotten], world.clock.now());
    await advance(1);
    expect((await read(order.id)).state).toBe('expired');
    expect(await left()).toBe(1);
  });

  test('that arrive too late are refunded automatically, and the buyer is notified', async () => {
    const { order, session, variant } = await openOrder(1);
    await advance(31);
    // Someone else gets the shirt.
    await placeOrder(variant, world.cy);
    stripe.complete(session.id, { isForced: true });
    await completed(session);
    await world.app.jobs.settle();
    const after = await read(order.id);
    expect(after).toMatchObject({
      state: 'expired',
      refunds: [{ amount: usd(1500), state: 'succeeded', isAutomatic: true, by: null }],
    });
    expect(after.history.map(({ kind }) => kind)).toContain('late_payment_refunded');
    expect(stripe.taken.get(order.id)).toBe(0);
    expect(await incomes(order.id)).toBe(0);
    const { items } = await world.ana.call('GET /api/v1/notifications');
    expect(items.map(({ kind }) => kind)).toContain('order_late_payment');
    // The same event again refunds nothing more.
    await completed(session);
    await world.app.jobs.settle();
    expect((await read(order.id)).refunds).toHaveLength(1);
  });

  test('of a wrong amount don’t pay the order and are refunded', async () => {
    const { order, session } = await openOrder();
    session.amount_total = 1;
    stripe.complete(session.id);
    await completed(session);
    await world.app.jobs.settle();
    expect(await read(order.id)).toMatchObject({ state: 'pending', refunds: [{ amount: usd(1) }] });
    expect(stripe.taken.get(order.id)).toBe(0);
  });

  test('that the bank decides later keep the stock, and then pay or fail the order', async () => {
    const { order, session, left } = await openOrder(1);
    stripe.complete(session.id, { isDelayed: true });
    await completed(session);
    await advance(35);
    expect((await read(order.id)).state).toBe('pending');
    expect(await left()).toBe(0);
    expect(codeOf(await world.ana.try('DELETE /api/v1/orders/{id}', { id: order.id }))).toEqual([
      409,
      'order_paid',
    ]);
    stripe.confirm(session.id);
    await sendEvent('checkout.session.async_payment_succeeded', session);
    expect((await read(order.id)).state).toBe('paid');

    const second = await openOrder(1);
    stripe.complete(second.session.id, { isDelayed: true });
    await sendEvent('checkout.session.async_payment_failed', second.session);
    expect((await read(second.order.id)).payments).toMatchObject([{ state: 'failed' }]);
    await advance(35);
    expect((await read(second.order.id)).state).toBe('expired');
    expect(await second.left()).toBe(1);
  });

  test('can no longer be completed after the buyer chose another way to pay', async () => {
    const { order, payment, session } = await openOrder();
    const canceled = await world.ana.call('DELETE /api/v1/payments/{id}', { id: payment.id });
    expect(canceled.state).toBe('canceled');
    expect(stripe.complete(session.id)).toBe(false);
    const answer = await world.ana.try('POST /api/v1/orders/{id}/payments', {
      id: order.id,
      clientId: newClientId(),
      provider: 'desk',
    });
    expect(answer.body).toMatchObject({ provider: 'desk', state: 'open' });
  });
});

test('an order expires with its session even while the key belongs to another account', async () => {
  const { order, left } = await openOrder(1);
  const setKey = (key: string) => connectStripe(world, stripe, { key, webhookSecret: secrets.own });
  await setKey('sk_test_of_another_account');
  world.clock.advance(31 * minutes);
  await world.app.jobs.settle().catch(() => undefined);
  await advance(31);
  await runMaintenance(world.pool, [queueForgotten], world.clock.now());
  await advance(61);
  await runMaintenance(world.pool, [queueForgotten], world.clock.now());
  await advance(1);
  await setKey(ownKey);
  expect(await read(order.id)).toMatchObject({
    state: 'expired',
    payments: [{ state: 'canceled' }],
  });
  expect(await left()).toBe(1);
});

describe('[CLUB-04] refunds with Stripe', () => {
  const refund = (id: string, amount: number, clientId = newClientId()) =>
    world.ben.try('POST /api/v1/orders/{id}/refunds', {
      id,
      clientId,
      amount: usd(amount),
      reason: 'Too small',
    });

  test('never exceed the payment, even with four at the same time', async () => {
    const { order } = await paidOrder();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(order.id, 700)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
    expect(stripe.taken.get(order.id)).toBe(100);
  });

  test('stay pending until Stripe confirms them', async () => {
    const { order, session } = await paidOrder();
    stripe.state.refundState = 'pending';
    const clientId = newClientId();
    const made = (await refund(order.id, 500, clientId)).body as { id: string; state: string };
    expect(made.state).toBe('pending');
    // The same call again is the same refund.
    expect((await refund(order.id, 500, clientId)).body).toMatchObject({ id: made.id });
    expect(await read(order.id)).toMatchObject({ refunded: usd(0), refundable: usd(1000) });
    const [atStripe, ...others] = stripe.refundsOf(session.payment_intent ?? '');
    expect(others).toEqual([]);
    // The event isn't believed before Stripe says the same.
    await sendEvent('refund.updated', { ...atStripe, status: 'succeeded' });
    expect((await read(order.id)).refunded).toEqual(usd(0));
    stripe.settleRefund(atStripe?.id ?? '', 'succeeded');
    await sendEvent('refund.updated', atStripe);
    expect((await read(order.id)).refunded).toEqual(usd(500));
  });

  test('that fail later can be made again', async () => {
    const { order, session } = await paidOrder();
    stripe.state.refundState = 'pending';
    await refund(order.id, 1500);
    const [atStripe] = stripe.refundsOf(session.payment_intent ?? '');
    stripe.settleRefund(atStripe?.id ?? '', 'failed');
    await sendEvent('refund.failed', atStripe);
    expect(await read(order.id)).toMatchObject({
      refunds: [{ state: 'failed' }],
      refundable: usd(1500),
    });
    stripe.state.refundState = 'succeeded';
    expect((await refund(order.id, 1500)).body).toMatchObject({ state: 'succeeded' });
  });

  test.each(['drop_after', 'drop_before'] as const)(
    'happen once if a response is lost (%s), and the job finds the result',
    async (fault) => {
      const { order } = await paidOrder();
      stripe.state.fault = (call) => (call === 'POST /v1/refunds' ? fault : 'none');
      const answer = await refund(order.id, 600);
      expect(answer.status).toBe(200);
      await advance(2);
      stripe.state.fault = () => 'none';
      await advance(10);
      expect(await read(order.id)).toMatchObject({
        refunded: usd(600),
        refunds: [{ state: 'succeeded' }],
      });
      expect(stripe.taken.get(order.id)).toBe(900);
    },
  );

  test.each(['drop_before', 'drop_after'] as const)(
    'that got no response for a day are looked up, not sent again (%s)',
    async (fault) => {
      const { order } = await paidOrder();
      // Only the first attempt can arrive.
      let attempts = 0;
      stripe.state.fault = (call) => {
        if (call !== 'POST /v1/refunds') return 'none';
        attempts += 1;
        return attempts === 1 ? fault : 'drop_before';
      };
      expect((await refund(order.id, 600)).body).toMatchObject({ state: 'pending' });
      let sent = 0;
      stripe.state.fault = (call) => {
        if (call === 'POST /v1/refunds') sent += 1;
        return 'none';
      };
      await advance(25 * 60);
      const wasRefunded = fault === 'drop_after';
      expect(await read(order.id)).toMatchObject({
        refunded: usd(wasRefunded ? 600 : 0),
        refunds: [{ state: wasRefunded ? 'succeeded' : 'failed' }],
      });
      expect([sent, stripe.taken.get(order.id)]).toEqual([0, wasRefunded ? 900 : 1500]);
      // A failure becomes a request, so that officers don't forget it.
      const { refundRequests: requests } = await read(order.id);
      expect(requests.map(({ state }) => state)).toEqual(wasRefunded ? [] : ['open']);
    },
  );

  test.each(['error_before', 'error_after'] as const)(
    'get Stripe’s result after a stored error at Stripe (%s)',
    async (fault) => {
      const { order } = await paidOrder();
      stripe.state.fault = (call) => (call === 'POST /v1/refunds' ? fault : 'none');
      expect((await refund(order.id, 600)).status).toBe(200);
      await advance(2);
      stripe.state.fault = () => 'none';
      for (let round = 0; round < 4; round += 1) await advance(20);
      const wasRefunded = fault === 'error_after';
      expect(await read(order.id)).toMatchObject({
        refunded: usd(wasRefunded ? 600 : 0),
        refunds: [{ state: wasRefunded ? 'succeeded' : 'failed' }],
      });
      expect(stripe.taken.get(order.id)).toBe(wasRefunded ? 900 : 1500);
    },
  );

  test('that the bank returns go back into the club’s balance', async () => {
    const { order, session } = await paidOrder();
    const { body } = await refund(order.id, 600);
    expect(body).toMatchObject({ state: 'succeeded' });
    const balance = async () =>
      (
        await world.sql<{ n: number }>(
          `select sum(p.amount)::int as n from ledger_postings p join ledger_entries e on e.id = p.entry_id
            join club_accounts a on a.id = p.account_id
            where a.role = 'club' and (e.source_kind = 'refund' and e.source_id = $1
              or e.reverses_id in (select id from ledger_entries where source_kind = 'refund' and source_id = $1))`,
          [(body as { id: string }).id],
        )
      )[0]?.n;
    expect(await balance()).toBe(-600);
    const [atStripe] = stripe.refundsOf(session.payment_intent ?? '');
    stripe.settleRefund(atStripe?.id ?? '', 'failed');
    for (let round = 0; round < 2; round += 1) await sendEvent('refund.failed', atStripe);
    expect(await read(order.id)).toMatchObject({
      refunds: [{ state: 'failed' }],
      refunded: usd(0),
      refundable: usd(1500),
    });
    expect(await balance()).toBe(0);
    expect((await refund(order.id, 1500)).body).toMatchObject({ state: 'succeeded' });
  });

  test('with a lost response stay pending while Stripe rejects the key', async () => {
    const { order } = await paidOrder();
    let attempts = 0;
    stripe.state.fault = (call) => {
      if (call !== 'POST /v1/refunds') return 'none';
      attempts += 1;
      return attempts === 1 ? 'drop_after' : 'drop_before';
    };
    expect((await refund(order.id, 600)).body).toMatchObject({ state: 'pending' });
    stripe.state.fault = () => 'denied';
    await advance(10);
    // Otherwise, an officer would give it again, and the buyer would get it twice.
    expect(await read(order.id)).toMatchObject({
      refunds: [{ state: 'pending' }],
      refundable: usd(900),
    });
    stripe.state.fault = () => 'none';
    await advance(60);
    expect(await read(order.id)).toMatchObject({ refunds: [{ state: 'succeeded' }] });
    expect(stripe.taken.get(order.id)).toBe(900);
  });

  test('that stay pending for days have one check at a time', async () => {
    const { order } = await paidOrder();
    stripe.state.refundState = 'pending';
    const refundId = ((await refund(order.id, 500)).body as { id: string }).id;
    await advance(26 * 60);
    for (let hour = 0; hour < 3; hour += 1) {
      await runMaintenance(world.pool, [queueForgotten], world.clock.now());
      await advance(60);
    }
    const [row] = await world.sql<{ n: number }>(
      `select count(*)::int as n from outbox where kind = 'refund_check_due' and delivered_at is null and payload ->> 'refund' = $1`,
      [refundId],
    );
    expect(row?.n).toBe(1);
  });

  test('include lost disputes, and an open dispute marks the order', async () => {
    const { order, session } = await paidOrder();
    const dispute = { id: 'dp_1', object: 'dispute', payment_intent: session.payment_intent };
    await sendEvent('charge.dispute.created', { ...dispute, status: 'needs_response' });
    expect(await read(order.id)).toMatchObject({ isDisputed: true });
    const { waiting } = await world.ben.call('GET /api/v1/clubs/{id}/orders', { id: club });
    expect(waiting.dispute).toBe(1);
    await sendEvent('charge.dispute.closed', { ...dispute, status: 'lost' });
    expect(await read(order.id)).toMatchObject({
      isDisputed: false,
      refunded: usd(1500),
      refundable: usd(0),
    });
    expect(codeOf(await refund(order.id, 1))).toEqual([409, 'not_refundable']);
    // The first event arrives late. Another dispute is a new one.
    await sendEvent('charge.dispute.created', { ...dispute, status: 'needs_response' });
    expect(await read(order.id)).toMatchObject({ isDisputed: false });
    await sendEvent('charge.dispute.created', { ...dispute, id: 'dp_2', status: 'needs_response' });
    expect(await read(order.id)).toMatchObject({ isDisputed: true });
  });
});

test('secrets are stored encrypted and never returned', async () => {
  const settings = await world.admin.try('GET /api/v1/school/payment-settings');
  expect(settings.body).toMatchObject({ stripe: { isOn: true, hasWebhookSecret: true } });
  for (const secret of [ownKey, secrets.own]) {
    expect(settings.text).not.toContain(secret);
    const rows = await world.sql(`select secret_key, webhook_secret from payment_providers`);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  expect(codeOf(await world.ben.try('GET /api/v1/school/payment-settings'))).toEqual([
    403,
    'forbidden',
  ]);
});
