import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

/* Guests' tickets in events with prices, and the waitlist of people whose refund is open. Everyone pays at the desk. */

const world = inWorld();
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
});

const play = async (kind: object, more: object = {}) => {
  const at = Math.ceil(world.clock.now().getTime() / 60_000) * 60_000 + 96 * hour;
  const made = await world.ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Hamlet',
    dateStart: new Date(at).toISOString(),
    dateEnd: new Date(at + 2 * hour).toISOString(),
    timeZone: 'Europe/Berlin',
    club,
    registration: 'event',
    guestsMax: 1,
    ticketKinds: [{ name: 'Seat', price: usd(1000), ...kind }],
    refundHours: null,
    ...more,
  });
  await world.ben.call('POST /api/v1/events/{id}/publish', { id: made.id, version: made.version });
  const page = await world.ana.call('GET /api/v1/events/{id}', { id: made.id });
  return { id: made.id, seat: page.ticketKinds[0]?.id ?? '', page };
};
type Play = Awaited<ReturnType<typeof play>>;

const register = (who: Person, { id, seat }: Play, guests = 0) =>
  who.try('PUT /api/v1/events/{id}/registration', { id, ticketKind: seat, guests });
const buy = async (who: Person, one: Play, guests = 0) => {
  const answer = await register(who, one, guests);
  const order = (answer.body as { order: { id: string } }).order.id;
  const payment = await who.call('POST /api/v1/orders/{id}/payments', {
    id: order,
    clientId: newClientId(),
    provider: 'desk',
  });
  await world.ben.call('POST /api/v1/payments/{id}/receipt', {
    id: payment.id,
    clientId: newClientId(),
    method: 'cash',
  });
  return order;
};
const refund = (order: string, amount: number, restock: object[] = []) =>
  world.ben.try('POST /api/v1/orders/{id}/refunds', {
    id: order,
    clientId: newClientId(),
    amount: usd(amount),
    reason: 'Refund',
    restock,
  });
const mine = async (who: Person, { id }: Play) =>
  (await who.call('GET /api/v1/events/{id}', { id })).mine;
const taken = async ({ id }: Play) =>
  (await world.ben.call('GET /api/v1/events/{id}', { id })).ticketKinds[0]?.taken;

test('[EVENT-03] each ticket type has a price and a limit for guests, and guests can be refunded one by one', async () => {
  const one = await play(
    { guestsMax: 3, guestPrice: 600, quota: 4 },
    { capacity: 10, waitlist: 'automatic' },
  );
  expect(one.page.ticketKinds).toMatchObject([{ guestsMax: 3, guestPrice: usd(600) }]);
  expect(codeOf(await register(world.ana, one, 4))).toEqual([422, 'registration_guests']);
  const order = await buy(world.ana, one, 3);
  const { lines, total } = await world.ana.call('GET /api/v1/orders/{id}', { id: order });
  expect(total).toEqual(usd(1000 + 3 * 600));
  expect(lines).toMatchObject([
    { isGuests: false, quantity: 1, price: usd(1000) },
    { isGuests: true, quantity: 3, price: usd(600) },
  ]);
  expect(await taken(one)).toBe(4);
  // The guests fill the quota, so the next person waits for a spot of one of them.
  expect((await register(world.cy, one)).body).toMatchObject({ status: 'waiting' });
  const guests = lines[1]?.id ?? '';
  expect((await refund(order, 600, [{ line: guests, quantity: 1 }])).status).toBe(200);
  expect(await mine(world.ana, one)).toMatchObject({
    status: 'registered',
    guests: 2,
    order: { state: 'paid' },
  });
  expect(await mine(world.cy, one)).toMatchObject({ status: 'registered', guests: 0 });
  expect(await taken(one)).toBe(4);
  // Canceling asks for the money of the tickets that are left.
  await world.ana.call('DELETE /api/v1/events/{id}/registration', { id: one.id });
  expect(await taken(one)).toBe(1);

  // The last tickets cancel the registration.
  const two = await play({ guestsMax: 1, guestPrice: 0 }, { capacity: 2 });
  const bought = await buy(world.cy, two, 1);
  const both = (await world.cy.call('GET /api/v1/orders/{id}', { id: bought })).lines;
  expect(both).toMatchObject([{ total: usd(1000) }, { total: usd(0) }]);
  const all = both.map(({ id: line }) => ({ line, quantity: 1 }));
  expect((await refund(bought, 999, all)).status).toBe(200);
  expect(await mine(world.cy, two)).toMatchObject({ status: 'canceled' });
  expect(await taken(two)).toBe(0);
});

test('[EVENT-03] a ticket type without its own guest rules uses the event’s, and can forbid guests', async () => {
  const same = await play({});
  expect(same.page.ticketKinds).toMatchObject([{ guestsMax: 1, guestPrice: usd(1000) }]);
  const order = await buy(world.ana, same, 1);
  expect(await world.ana.call('GET /api/v1/orders/{id}', { id: order })).toMatchObject({
    total: usd(2000),
    lines: [{ quantity: 2, isGuests: false }],
  });
  const alone = await play({ guestsMax: 0 });
  expect(codeOf(await register(world.ana, alone, 1))).toEqual([422, 'registration_guests']);
  const free = await play({ price: null, guestPrice: 500 });
  expect(free.page.ticketKinds).toMatchObject([{ price: null, guestPrice: null }]);
  expect((await register(world.eve, same)).status).toBe(404);
});

test('[EVENT-03] the waitlist skips a person with an open cash refund until an officer decides', async () => {
  const [kim, lea] = await Promise.all(
    ['waitkim', 'waitlea'].map((username) => world.join({ username })),
  );
  if (kim === undefined || lea === undefined) throw new Error('no people');
  for (const decision of ['refunded', 'declined'] as const) {
    const one = await play({}, { capacity: 1, waitlist: 'automatic', guestsMax: 0 });
    const order = await buy(world.ana, one);
    await world.ana.call('DELETE /api/v1/events/{id}/registration', { id: one.id });
    await register(world.cy, one);
    expect((await register(world.ana, one)).body).toMatchObject({ status: 'waiting' });
    await register(kim, one);
    const asked = await world.ana.call('POST /api/v1/orders/{id}/refund-requests', {
      id: order,
      clientId: newClientId(),
      reason: 'No time',
    });
    // Ana is first on the waitlist, but Kim gets the spot.
    await world.cy.call('DELETE /api/v1/events/{id}/registration', { id: one.id });
    expect(await mine(world.ana, one)).toMatchObject({ status: 'waiting' });
    expect(await mine(kim, one)).toMatchObject({ status: 'registered' });
    // A free spot waits for no one, and goes to Ana when the officer decides.
    await kim.call('DELETE /api/v1/events/{id}/registration', { id: one.id });
    expect(await mine(world.ana, one)).toMatchObject({ status: 'waiting' });
    if (decision === 'refunded') expect((await refund(order, 1000)).status).toBe(200);
    else
      await world.ben.call('PUT /api/v1/refund-requests/{id}', {
        id: asked.id,
        state: 'declined',
        reason: 'Too late',
      });
    await world.app.jobs.settle();
    expect(await mine(world.ana, one)).toMatchObject({
      status: 'registered',
      order: decision === 'refunded' ? null : { id: order, state: 'paid' },
    });
  }
});
