import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { connectStripe, inStripe } from '../../../test/in-stripe.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const stripe = inStripe();

const usd = (amount: number) => ({ amount, currency: 'USD' });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const hour = 3_600_000;

let club = '';
beforeAll(async () => {
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Theater',
    membership: 'open',
    president: world.ben.uid,
  }));
  await connectStripe(world, stripe);
});
beforeEach(() => {
  stripe.state.fault = () => 'none';
  stripe.state.refundState = 'succeeded';
});

const advance = async (hours: number) => {
  world.clock.advance(hours * hour);
  await world.app.jobs.settle();
  for (const one of [world.ana, world.ben, world.cy, world.eve])
    one.tokens = (await world.signInAgain(one)).tokens;
};

/** Publishes an event that starts in four days. */
const play = async (refundHours: number | null, more: object = {}) => {
  // Events start at whole minutes.
  const at = Math.ceil(world.clock.now().getTime() / 60_000) * 60_000 + 96 * hour;
  const made = await world.ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Hamlet',
    dateStart: new Date(at).toISOString(),
    dateEnd: new Date(at + 2 * hour).toISOString(),
    timeZone: 'Europe/Berlin',
    club,
    registration: 'event',
    guestsMax: 2,
    ticketKinds: [{ name: 'Seat', price: usd(1000) }],
    refundHours,
    ...more,
  });
  await world.ben.call('POST /api/v1/events/{id}/publish', { id: made.id, version: made.version });
  const page = await world.ana.call('GET /api/v1/events/{id}', { id: made.id });
  return { id: made.id, seat: page.ticketKinds[0]?.id ?? '', page };
};
type Play = Awaited<ReturnType<typeof play>>;

const buy = async (who: Person, { id, seat }: Play, { guests = 0, isPaid = true } = {}) => {
  const { order } = await who.call('PUT /api/v1/events/{id}/registration', {
    id,
    ticketKind: seat,
    guests,
  });
  const payment = await who.call('POST /api/v1/orders/{id}/payments', {
    id: order?.id ?? '',
    clientId: newClientId(),
    provider: 'stripe',
  });
  const session = stripe.sessionsOf(order?.id ?? '').at(-1)?.id ?? '';
  if (isPaid) {
    stripe.complete(session);
    await who.call('POST /api/v1/payments/{id}/check', { id: payment.id });
  }
  return { order: order?.id ?? '', session };
};
const preview = (who: Person, id: string) =>
  who.call('GET /api/v1/events/{id}/registration/cancellation', { id });
const cancel = (who: Person, id: string) =>
  who.try('DELETE /api/v1/events/{id}/registration', { id });
/** Waits until this many statements wait for a lock. */
const waiting = async (count: number) => {
  for (;;) {
    const rows = await world.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const register = (who: Person, { id, seat }: Play) =>
  who.try('PUT /api/v1/events/{id}/registration', { id, ticketKind: seat });

/** Buys a ticket with cash at the desk. */
const buyAtDesk = async (who: Person, { id, seat }: Play) => {
  const { order } = await who.call('PUT /api/v1/events/{id}/registration', {
    id,
    ticketKind: seat,
  });
  const payment = await who.call('POST /api/v1/orders/{id}/payments', {
    id: order?.id ?? '',
    clientId: newClientId(),
    provider: 'desk',
  });
  await world.ben.call('POST /api/v1/payments/{id}/receipt', {
    id: payment.id,
    clientId: newClientId(),
    method: 'cash',
  });
  return order?.id ?? '';
};

/** Queues the end of an order, as the removal from a club does a moment after it canceled the registration. */
const queueEnd = (order: string, { id }: Play) =>
  world.sql(
    `insert into outbox (school_id, kind, payload, created_at) values (current_school(), 'order_called_off',
      jsonb_build_object('order', $1::bigint, 'event', $2::text, 'originals', array[''], 'by', 'host'), $3)`,
    [order, id, world.clock.now()],
  );
const orderOf = (who: Person, id: string) => who.call('GET /api/v1/orders/{id}', { id });

test('canceling in time refunds the ticket with its guests once, even with simultaneous cancellations', async () => {
  const one = await play(24);
  expect(one.page.refundUntil).toBe(
    new Date(Date.parse(one.page.dateStart) - 24 * hour).toISOString(),
  );
  const { order } = await buy(world.ana, one, { guests: 1 });
  expect(await preview(world.ana, one.id)).toMatchObject({
    order,
    until: one.page.refundUntil,
    refund: usd(2000),
    isByHand: false,
  });
  const answers = await Promise.all([
    cancel(world.ana, one.id),
    cancel(world.ana, one.id),
    world.ben.try('POST /api/v1/events/{id}/attendees', {
      id: one.id,
      uids: [world.ana.uid],
      act: 'cancel',
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await advance(1);
  expect((await orderOf(world.ana, order)).refunds).toMatchObject([
    { amount: usd(2000), state: 'succeeded' },
  ]);
  expect(stripe.taken.get(order)).toBe(0);
  // The ticket is gone: registering again places a new order.
  const again = await world.ana.call('PUT /api/v1/events/{id}/registration', {
    id: one.id,
    ticketKind: one.seat,
  });
  expect(again.order).toMatchObject({ state: 'due', total: usd(1000) });
  expect(again.order?.id).not.toBe(order);
});

test('canceling too late or without a policy refunds nothing, and the person can ask for a refund', async () => {
  const none = await play(null);
  const late = await play(72);
  const bought = [await buy(world.cy, none), await buy(world.cy, late)];
  await advance(30);
  expect(await preview(world.cy, none.id)).toMatchObject({ until: null, refund: null });
  expect(await preview(world.cy, late.id)).toMatchObject({
    until: late.page.refundUntil,
    refund: null,
  });
  for (const [nth, { id }] of [none, late].entries()) {
    expect((await cancel(world.cy, id)).status).toBe(200);
    await world.app.jobs.settle();
    const order = bought[nth]?.order ?? '';
    expect(await orderOf(world.cy, order)).toMatchObject({ refunds: [], refundRequests: [] });
    await world.cy.call('POST /api/v1/orders/{id}/refund-requests', {
      id: order,
      clientId: newClientId(),
      reason: 'I’m ill',
    });
    expect((await orderOf(world.cy, order)).refundRequests).toMatchObject([{ state: 'open' }]);
  }
});

test('buyers keep the refund policy from their purchase, or get a better one', async () => {
  const one = await play(0);
  const { order } = await buy(world.ana, one);
  const change = async (refundHours: number | null) => {
    const { version } = await world.ben.call('GET /api/v1/events/{id}/settings', { id: one.id });
    await world.ben.call('PATCH /api/v1/events/{id}', { id: one.id, version, refundHours });
  };
  await change(null);
  expect((await preview(world.ana, one.id)).refund).toEqual(usd(1000));
  const { order: without } = await buy(world.cy, one);
  expect((await preview(world.cy, one.id)).refund).toBeNull();
  await change(48);
  expect((await preview(world.cy, one.id)).refund).toEqual(usd(1000));
  await advance(60);
  for (const who of [world.ana, world.cy]) await cancel(who, one.id);
  await advance(1);
  expect((await orderOf(world.ana, order)).refunded).toEqual(usd(1000));
  expect((await orderOf(world.cy, without)).refunded).toEqual(usd(0));
});

test('a ticket that was paid while its registration was canceled is refunded', async () => {
  const one = await play(null);
  const { order, session } = await buy(world.ana, one, { isPaid: false });
  await cancel(world.ana, one.id);
  // The buyer pays before the job ends the session.
  stripe.complete(session);
  await world.app.jobs.settle();
  await advance(1);
  expect((await orderOf(world.ana, order)).refunds).toMatchObject([{ state: 'succeeded' }]);
  expect(stripe.taken.get(order)).toBe(0);
});

test('removing an attendee refunds the ticket, and hosts see the remaining refunds of a canceled event', async () => {
  const one = await play(null);
  const [ana, cy] = [await buy(world.ana, one), await buy(world.cy, one)];
  await world.ben.call('POST /api/v1/events/{id}/attendees', {
    id: one.id,
    uids: [world.ana.uid],
    act: 'cancel',
    reason: 'Too loud',
  });
  await advance(1);
  expect((await orderOf(world.ana, ana.order)).refunded).toEqual(usd(1000));
  const refunds = () => world.ben.call('GET /api/v1/events/{id}/refunds', { id: one.id });
  expect(await refunds()).toEqual({
    orders: 2,
    refunded: 1,
    pending: 0,
    requested: 0,
    declined: 0,
    sums: [usd(1000)],
  });
  stripe.state.refundState = 'pending';
  await world.ben.call('POST /api/v1/events/{id}/cancellation', { id: one.id });
  await world.app.jobs.settle();
  expect(await refunds()).toMatchObject({ refunded: 1, pending: 1 });
  stripe.state.refundState = 'succeeded';
  await advance(30);
  expect((await orderOf(world.cy, cy.order)).refunds).toHaveLength(1);
  for (const [who, status] of [
    [world.cy, 404],
    [world.eve, 404],
  ] as const) {
    expect((await who.try('GET /api/v1/events/{id}/refunds', { id: one.id })).status).toBe(status);
  }
  expect(
    (await world.eve.try('GET /api/v1/events/{id}/registration/cancellation', { id: one.id }))
      .status,
  ).toBe(404);
});

test('canceling a cash ticket creates a refund request, and blocks registering again until it is decided', async () => {
  const one = await play(24);
  const order = await buyAtDesk(world.ana, one);
  expect(await preview(world.ana, one.id)).toMatchObject({ refund: usd(1000), isByHand: true });
  await cancel(world.ana, one.id);
  expect(await orderOf(world.ana, order)).toMatchObject({
    refunds: [],
    refundRequests: [{ state: 'open', reason: 'The registration was canceled.' }],
  });
  // While the request is open, no one gets the spot back: the officer would hand out the money, too.
  const again = () => register(world.ana, one);
  expect(codeOf(await again())).toEqual([409, 'registration_refund_open']);
  const readd = (uids: string[]) =>
    world.ben.try('POST /api/v1/events/{id}/attendees', { id: one.id, uids, act: 'register' });
  expect(codeOf(await readd([world.ana.uid]))).toEqual([409, 'registration_refund_open']);
  expect((await readd([world.ana.uid, world.cy.uid])).body).toEqual({
    changed: [world.cy.uid],
    promoted: [],
    awaitingRefund: [world.ana.uid],
  });
  // At the door, too, the host sees the reason, and the person isn't let in.
  const paste = { id: one.id, text: world.ana.email, addsWalkIns: true, isDry: false };
  expect(
    (await world.ben.call('POST /api/v1/events/{id}/check-ins/paste', paste)).rows,
  ).toMatchObject([{ result: 'refund_open' }]);
  const page = await world.ana.call('GET /api/v1/events/{id}', { id: one.id });
  expect(page.registration).toMatchObject({ taken: 1 });
  const request = (await orderOf(world.ana, order)).refundRequests[0]?.id ?? '';
  await world.ben.call('PUT /api/v1/refund-requests/{id}', {
    id: request,
    state: 'declined',
    reason: 'You can still come.',
  });
  expect(await world.ben.call('GET /api/v1/events/{id}/refunds', { id: one.id })).toMatchObject({
    orders: 1,
    requested: 0,
    declined: 1,
  });
  expect((await again()).body).toMatchObject({ status: 'registered', order: { id: order } });
});

test('a person who registers again before the refund starts keeps the ticket and gets no refund', async () => {
  const one = await play(null);
  const orders = [
    [world.ana, (await buy(world.ana, one)).order],
    [world.cy, await buyAtDesk(world.cy, one)],
  ] as const;
  for (const [who, order] of orders) {
    await cancel(who, one.id);
    await queueEnd(order, one);
    expect((await register(who, one)).body).toMatchObject({
      status: 'registered',
      order: { id: order },
    });
  }
  await world.app.jobs.settle();
  await advance(1);
  for (const [who, order] of orders) {
    expect(await orderOf(who, order)).toMatchObject({
      state: 'paid',
      refunds: [],
      refundRequests: [],
    });
    expect((await who.call('GET /api/v1/events/{id}', { id: one.id })).mine).toMatchObject({
      status: 'registered',
      order: { id: order, state: 'paid' },
    });
  }
  // An order that isn't paid yet stays, too.
  const other = await play(null);
  const { order } = await buy(world.ana, other, { isPaid: false });
  await cancel(world.ana, other.id);
  await register(world.ana, other);
  await world.app.jobs.settle();
  expect((await orderOf(world.ana, order)).state).toBe('pending');
});

test('a person who registers again while the refund starts gets the refund and pays for the new ticket', async () => {
  const one = await play(null);
  const orders = [
    [world.ana, (await buy(world.ana, one)).order],
    [world.cy, await buyAtDesk(world.cy, one)],
  ] as const;
  for (const [who] of orders) await cancel(who, one.id);
  const client = await world.pool.raw.connect();
  const answers: Answer[] = [];
  for (const [who, order] of orders) {
    await queueEnd(order, one);
    // The job has locked the order, and can't store the refund yet.
    await client.query(`begin; lock table refunds, refund_requests in share mode`);
    const ends = world.app.jobs.settle();
    await waiting(1);
    const again = register(who, one);
    await waiting(2);
    await client.query('commit');
    await ends;
    answers.push(await again);
  }
  client.release();
  const [online, cash] = answers;
  expect(online?.body).toMatchObject({ status: 'registered', order: { state: 'due' } });
  await advance(1);
  expect(await orderOf(world.ana, orders[0][1])).toMatchObject({ refunded: usd(1000) });
  expect(stripe.taken.get(orders[0][1])).toBe(0);
  expect(cash && codeOf(cash)).toEqual([409, 'registration_refund_open']);
  await world.ben.call('POST /api/v1/orders/{id}/refunds', {
    id: orders[1][1],
    clientId: newClientId(),
    amount: usd(1000),
    reason: 'Left',
  } as never);
  expect((await register(world.cy, one)).body).toMatchObject({
    order: { state: 'due', total: usd(1000) },
  });
  expect(await orderOf(world.cy, orders[1][1])).toMatchObject({ refunded: usd(1000) });
});

test('an order that is placed while its registration is being canceled is canceled, too', async () => {
  const one = await play(null);
  const client = await world.pool.raw.connect();
  try {
    await client.query(
      `begin; set local commons.school_id = '${world.school}'; select from events where id = ${one.id} for update; select from event_spots where event_id = ${one.id} for update`,
    );
    const placed = world.ana.call('PUT /api/v1/events/{id}/registration', {
      id: one.id,
      ticketKind: one.seat,
    });
    await waiting(1);
    const canceled = cancel(world.ana, one.id);
    await waiting(2);
    await client.query('commit');
    const { order } = await placed;
    expect((await canceled).status).toBe(200);
    await world.app.jobs.settle();
    expect(await orderOf(world.ana, order?.id ?? '')).toMatchObject({ state: 'canceled' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('people who leave the club are refunded by the event’s policy, and removed people in full', async () => {
  const [ida, jon] = await Promise.all(
    ['ticketida', 'ticketjon'].map((username) => world.join({ username })),
  );
  if (ida === undefined || jon === undefined) throw new Error('no people');
  for (const who of [ida, jon, world.ana])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const [strict, kind] = [
    await play(null, { audience: 'members' }),
    await play(24, { audience: 'members' }),
  ];
  const orders = new Map<Person, { strict: string; kind: string }>();
  for (const who of [ida, jon])
    orders.set(who, { strict: (await buy(who, strict)).order, kind: (await buy(who, kind)).order });
  await ida.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
  await world.app.jobs.settle();
  const refunds = (who: Person) => {
    const { strict: one = '', kind: other = '' } = orders.get(who) ?? {};
    return [stripe.taken.get(one), stripe.taken.get(other)];
  };
  expect(refunds(ida)).toEqual([1000, 0]);
  // The spot is free again, and the buyer can ask the club for the money.
  expect(
    (await world.ben.call('GET /api/v1/events/{id}', { id: strict.id })).registration,
  ).toMatchObject({ taken: 1 });
  const asked = { id: orders.get(ida)?.strict ?? '', clientId: newClientId(), reason: 'I left' };
  expect((await ida.try('POST /api/v1/orders/{id}/refund-requests', asked)).status).toBe(200);
  // Removed people get everything, also after the deadline.
  await advance(80);
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [jon.uid],
    act: 'remove',
  });
  await advance(1);
  expect(refunds(jon)).toEqual([0, 0]);
});

test('tickets are refunded if the person is removed from the club, is suspended or deletes their account', async () => {
  const [finn, gia, hal] = await Promise.all(
    ['ticketfinn', 'ticketgia', 'tickethal'].map((username) => world.join({ username })),
  );
  if (finn === undefined || gia === undefined || hal === undefined) throw new Error('no people');
  for (const who of [finn, gia, hal, world.ana])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  world.admin.tokens = (await world.signInAgain(world.admin)).tokens;
  const one = await play(null, { audience: 'members' });
  const orders = [await buy(finn, one), await buy(gia, one), await buy(hal, one)];
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [finn.uid],
    act: 'remove',
  });
  await world.admin.call('POST /api/v1/admin/people/suspend', {
    people: [gia.uid],
    reason: 'Spam',
  });
  await hal.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await advance(1);
  for (const { order } of orders) expect(stripe.taken.get(order)).toBe(0);
});

test('queued messages from the previous release still cancel abandoned orders', async () => {
  const { order } = await buy(world.ana, await play(null), { isPaid: false });
  await world.sql(
    `insert into outbox (school_id, kind, payload, created_at)
      values (current_school(), 'order_given_up', jsonb_build_object('order', $1::bigint), now())`,
    [order],
  );
  await world.app.jobs.settle();
  expect((await orderOf(world.ana, order)).state).toBe('canceled');
});

test('events without a club can’t have ticket prices', async () => {
  const at = world.clock.now().getTime() + 96 * hour;
  const event = {
    clientId: newClientId(),
    title: 'Open day',
    dateStart: new Date(at).toISOString(),
    dateEnd: new Date(at + hour).toISOString(),
    timeZone: 'Europe/Berlin',
  };
  const ticketKinds = [{ name: 'Seat', price: usd(500) }];
  world.admin.tokens = (await world.signInAgain(world.admin)).tokens;
  expect(codeOf(await world.admin.try('POST /api/v1/events', { ...event, ticketKinds }))).toEqual([
    409,
    'ticket_kind_paid',
  ]);
  const made = await world.admin.call('POST /api/v1/events', {
    ...event,
    ticketKinds: [{ name: 'Seat' }],
  });
  expect(
    codeOf(
      await world.admin.try('PATCH /api/v1/events/{id}', {
        id: made.id,
        version: made.version,
        ticketKinds,
      }),
    ),
  ).toEqual([409, 'ticket_kind_paid']);
});

test('a person who registers again without getting a spot is refunded, and pays again for the spot', async () => {
  const accept = (who: Person, id: string) =>
    world.ben.try('POST /api/v1/events/{id}/attendees', { id, uids: [who.uid], act: 'accept' });
  const mine = async (who: Person, { id }: Play) =>
    (await who.call('GET /api/v1/events/{id}', { id })).mine;
  const full = await play(null, { capacity: 1, waitlist: 'automatic' });
  const ana = await buy(world.ana, full);
  await cancel(world.ana, full.id);
  await queueEnd(ana.order, full);
  await register(world.cy, full);
  expect((await register(world.ana, full)).body).toMatchObject({ status: 'waiting' });
  await world.app.jobs.settle();
  expect(await orderOf(world.ana, ana.order)).toMatchObject({ refunded: usd(1000) });
  expect(await mine(world.ana, full)).toMatchObject({ status: 'waiting', order: null });
  await cancel(world.cy, full.id);
  await world.app.jobs.settle();
  const promoted = await mine(world.ana, full);
  expect(promoted).toMatchObject({ status: 'registered', order: null });
  expect(promoted?.ticket).toBeNull();
  expect((await register(world.ana, full)).body).toMatchObject({
    order: { state: 'due', total: usd(1000) },
  });

  // With cash, an officer decides first.
  const asked = await play(null, { needsApproval: true });
  await register(world.cy, asked);
  await accept(world.cy, asked.id);
  await world.app.jobs.settle();
  const order = await buyAtDesk(world.cy, asked);
  await cancel(world.cy, asked.id);
  await queueEnd(order, asked);
  expect((await register(world.cy, asked)).body).toMatchObject({ status: 'requested' });
  await world.app.jobs.settle();
  expect((await orderOf(world.cy, order)).refundRequests).toMatchObject([{ state: 'open' }]);
  expect(codeOf(await accept(world.cy, asked.id))).toEqual([409, 'registration_refund_open']);
});

test('declining a person’s new request refunds their earlier paid ticket', async () => {
  const one = await play(null, { needsApproval: true });
  await register(world.ana, one);
  const decide = (act: 'accept' | 'decline') =>
    world.ben.call('POST /api/v1/events/{id}/attendees', {
      id: one.id,
      uids: [world.ana.uid],
      act,
    });
  await decide('accept');
  await advance(1);
  const { order } = await buy(world.ana, one);
  // Canceling refunds nothing, so the person keeps the order for another request.
  await cancel(world.ana, one.id);
  expect((await register(world.ana, one)).body).toMatchObject({ status: 'requested' });
  await advance(1);
  expect(stripe.taken.get(order)).toBe(1000);
  await decide('decline');
  await advance(1);
  expect(await orderOf(world.ana, order)).toMatchObject({ refunded: usd(1000) });
  expect(stripe.taken.get(order)).toBe(0);
});

test('each cancellation of a cash ticket creates a refund request, even if an officer declined the previous one', async () => {
  const one = await play(null);
  const order = await buyAtDesk(world.ana, one);
  for (let times = 1; times <= 2; times += 1) {
    await cancel(world.ana, one.id);
    await queueEnd(order, one);
    await advance(1);
    const requests = (await orderOf(world.ana, order)).refundRequests;
    expect(requests.filter(({ state }) => state === 'open')).toHaveLength(1);
    expect(requests).toHaveLength(times);
    await world.ben.call('PUT /api/v1/refund-requests/{id}', {
      id: requests.find(({ state }) => state === 'open')?.id ?? '',
      state: 'declined',
      reason: 'You can still come.',
    });
    expect((await register(world.ana, one)).body).toMatchObject({ order: { id: order } });
  }
});

test('the refund deadline applies to the time when the person left the club, not when the job runs', async () => {
  const [kim, lea] = await Promise.all(
    ['ticketkim', 'ticketlea'].map((username) => world.join({ username })),
  );
  if (kim === undefined || lea === undefined) throw new Error('no people');
  for (const who of [kim, lea, world.ana])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const one = await play(24, { audience: 'members' });
  const orders = [await buy(kim, one), await buy(lea, one)];
  const deadline = Date.parse(one.page.dateStart) - 24 * hour;
  for (const [nth, who] of [kim, lea].entries()) {
    await who.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
    // The outbox has the database's time, which the test can't move.
    await world.sql(
      `update outbox set created_at = $2 where kind = 'club_left' and payload ->> 'user' = $1`,
      [who.uid, new Date(deadline + (nth === 0 ? -hour : hour))],
    );
  }
  await advance(74);
  expect(orders.map(({ order }) => stripe.taken.get(order))).toEqual([0, 1000]);
});
