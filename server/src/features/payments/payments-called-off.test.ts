import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { connectStripe, inStripe } from '../../../test/in-stripe.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const stripe = inStripe();

const usd = (amount: number) => ({ amount, currency: 'USD' });

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
  await connectStripe(world, stripe);
});
beforeEach(() => {
  stripe.state.fault = () => 'none';
  stripe.state.refundState = 'succeeded';
});

const advance = async (by: number) => {
  world.clock.advance(by * 60_000);
  await world.app.jobs.settle();
  for (const one of [world.ana, world.ben]) one.tokens = (await world.signInAgain(one)).tokens;
};
const read = (id: string) => world.ana.call('GET /api/v1/orders/{id}', { id });
const pay = (id: string) =>
  world.ana.call('POST /api/v1/orders/{id}/payments', {
    id,
    clientId: newClientId(),
    provider: 'stripe',
  });
const sessionOf = (order: string) => {
  const found = stripe.sessionsOf(order).at(-1);
  if (found === undefined) throw new Error(`no session of ${order}`);
  return found;
};

describe('a ticket of a canceled event', () => {
  /** Publishes an event with a paid ticket, and returns an order of it that was paid at Stripe. */
  const paidTicket = async (isPaid = true) => {
    const made = await world.ben.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Regatta',
      dateStart: '2028-10-01T18:00:00Z',
      dateEnd: '2028-10-01T20:00:00Z',
      timeZone: 'Europe/Berlin',
      club,
      registration: 'event',
      ticketKinds: [{ name: 'Seat', price: usd(1000) }],
    });
    const event = made.id;
    await world.ben.call('POST /api/v1/events/{id}/publish', { id: event, version: made.version });
    const page = await world.ana.call('GET /api/v1/events/{id}', { id: event });
    const registration = await world.ana.call('PUT /api/v1/events/{id}/registration', {
      id: event,
      ticketKind: page.ticketKinds[0]?.id ?? '',
    });
    const order = registration.order?.id ?? '';
    const payment = await pay(order);
    const session = sessionOf(order);
    if (isPaid) {
      stripe.complete(session.id);
      await world.ana.call('POST /api/v1/payments/{id}/check', { id: payment.id });
    }
    return { event, order, payment, session };
  };
  const cancel = (event: string) =>
    world.ben.call('POST /api/v1/events/{id}/cancellation', { id: event });
  const refundsOf = async (order: string) => (await read(order)).refunds;

  test('is refunded in full once, even if the job runs again and the provider fails first', async () => {
    const { event, order } = await paidTicket();
    expect(await world.ben.call('GET /api/v1/events/{id}/cancellation', { id: event })).toEqual({
      orders: 1,
      unpaid: 0,
      byHand: 0,
      refunds: [usd(1000)],
    });
    stripe.state.fault = () => 'drop_before';
    await cancel(event);
    await world.app.jobs.settle();
    expect(await refundsOf(order)).toMatchObject([{ state: 'pending', amount: usd(1000) }]);
    stripe.state.fault = () => 'none';
    // A server that was killed after its commit runs the job again.
    for (let times = 0; times < 2; times += 1)
      await world.sql(
        `insert into outbox (school_id, kind, payload, created_at) select school_id, kind, payload, now() from outbox where kind = 'order_called_off'
          and payload ->> 'order' = $1 limit 1`,
        [order],
      );
    await advance(10);
    await advance(60);
    expect(await refundsOf(order)).toMatchObject([{ state: 'succeeded', amount: usd(1000) }]);
    expect(stripe.taken.get(order)).toBe(0);
  });

  test('loses its payment session if it is unpaid, and is refunded if it was paid at the same moment', async () => {
    const open = await paidTicket(false);
    await cancel(open.event);
    await world.app.jobs.settle();
    expect(await read(open.order)).toMatchObject({ state: 'canceled' });
    expect(stripe.taken.get(open.order) ?? 0).toBe(0);
    const late = await paidTicket(false);
    await cancel(late.event);
    // The buyer pays before the job ends the session.
    stripe.complete(late.session.id);
    await world.app.jobs.settle();
    await advance(10);
    expect(await refundsOf(late.order)).toMatchObject([{ state: 'succeeded', amount: usd(1000) }]);
    expect(stripe.taken.get(late.order)).toBe(0);
  });

  test('becomes a refund request for the officers if the bank rejects the refund', async () => {
    const { event, order } = await paidTicket();
    stripe.state.refundState = 'failed';
    await cancel(event);
    await advance(10);
    const seen = await read(order);
    expect(seen.refunds).toMatchObject([{ state: 'failed' }]);
    expect(seen.refundRequests).toMatchObject([
      { state: 'open', reason: 'The event was canceled.' },
    ]);
  });

  test('is also refunded if the event is deleted', async () => {
    const { event, order } = await paidTicket();
    await world.ben.call('DELETE /api/v1/events/{id}', { id: event });
    await world.app.jobs.settle();
    await advance(10);
    expect(await refundsOf(order)).toMatchObject([{ state: 'succeeded', amount: usd(1000) }]);
  });

  test('refunds only the tickets that weren’t refunded before, and not the other items of the order', async () => {
    const made = await world.ben.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Regatta dinner',
      dateStart: '2028-10-01T18:00:00Z',
      dateEnd: '2028-10-01T20:00:00Z',
      timeZone: 'Europe/Berlin',
      club,
      registration: 'event',
      needsApproval: true,
      guestsMax: 2,
      ticketKinds: [{ name: 'Seat', price: usd(1000) }],
    });
    const { id } = made;
    await world.ben.call('POST /api/v1/events/{id}/publish', { id, version: made.version });
    const page = await world.ana.call('GET /api/v1/events/{id}', { id });
    const ticketKind = page.ticketKinds[0]?.id ?? '';
    await world.ana.call('PUT /api/v1/events/{id}/registration', { id, ticketKind, guests: 2 });
    await world.ben.call('POST /api/v1/events/{id}/attendees', {
      id,
      uids: [world.ana.uid],
      act: 'accept',
    });
    const shirt = await world.ben.call('POST /api/v1/clubs/{id}/products', {
      id: club,
      clientId: newClientId(),
      name: 'Shirt',
      price: usd(1500),
    });
    const order = await world.ana.call('POST /api/v1/orders', {
      clientId: newClientId(),
      club,
      items: [
        { event: id, ticketKind },
        { variant: shirt.variants[0]?.id ?? '', quantity: 1 },
      ],
    });
    expect(order.total).toEqual(usd(4500));
    const payment = await pay(order.id);
    stripe.complete(sessionOf(order.id).id);
    await world.ana.call('POST /api/v1/payments/{id}/check', { id: payment.id });
    await world.ben.call('POST /api/v1/orders/{id}/refunds', {
      id: order.id,
      clientId: newClientId(),
      amount: usd(1000),
      reason: 'One guest less',
      restock: [{ line: order.lines[0]?.id ?? '', quantity: 1 }],
    });
    expect(await world.ben.call('GET /api/v1/events/{id}/cancellation', { id })).toMatchObject({
      orders: 1,
      refunds: [usd(2000)],
    });
    await cancel(id);
    await world.app.jobs.settle();
    expect(stripe.taken.get(order.id)).toBe(1500);
    expect(await read(order.id)).toMatchObject({ refundable: usd(1500) });
  });

  test('can’t be ordered again after its unpaid order ended', async () => {
    const { event, order } = await paidTicket(false);
    await cancel(event);
    await world.app.jobs.settle();
    expect(await read(order)).toMatchObject({ state: 'canceled' });
    const { ticketKinds } = await world.ana.call('GET /api/v1/events/{id}', { id: event });
    const again = await world.ana.try('POST /api/v1/orders', {
      clientId: newClientId(),
      club,
      items: [{ event, ticketKind: ticketKinds[0]?.id ?? '' }],
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'event_canceled' } });
  });
});
