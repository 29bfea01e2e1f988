import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

type Registration = ReplyOf<'PUT /api/v1/events/{id}/registration'>;

const minutes = 60_000;
const usd = (amount: number) => ({ amount, currency: 'USD' });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

let club = '';
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Choir',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
});

/** Publishes an event of the choir with a free and a paid ticket type. */
const concert = async (more: object = {}) => {
  const made = await world.ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Concert',
    dateStart: '2027-10-01T18:00:00Z',
    dateEnd: '2027-10-01T20:00:00Z',
    timeZone: 'Europe/Berlin',
    club,
    registration: 'event',
    guestsMax: 2,
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 2 }, { name: 'Standing' }],
    ...more,
  });
  await world.ben.call('POST /api/v1/events/{id}/publish', { id: made.id, version: made.version });
  const page = await world.ana.call('GET /api/v1/events/{id}', { id: made.id });
  const kind = (name: string) => page.ticketKinds.find((one) => one.name === name)?.id ?? '';
  return { id: made.id, seat: kind('Seat'), standing: kind('Standing') };
};
const tryRegister = (who: Person, id: string, more: object) =>
  who.try('PUT /api/v1/events/{id}/registration', { id, ...more });
const register = async (who: Person, id: string, more: object): Promise<Registration> => {
  const answer = await tryRegister(who, id, more);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as Registration;
};
const payAtDesk = async (who: Person, order: string) => {
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
};
const read = (who: Person, id: string) => who.call('GET /api/v1/events/{id}/registration', { id });
const advance = async (by: number) => {
  world.clock.advance(by * minutes);
  await world.app.jobs.settle();
  for (const one of [world.ana, world.ben, world.cy, world.admin, world.eve])
    one.tokens = (await world.signInAgain(one)).tokens;
};

test('a registration with a price creates an order, and its ticket exists once the order is paid', async () => {
  const { id, seat } = await concert();
  const made = await register(world.ana, id, { ticketKind: seat, guests: 1 });
  expect(made).toMatchObject({
    status: 'registered',
    ticket: null,
    taken: 2,
    order: { state: 'due', total: usd(1300) },
  });
  const order = made.order?.id ?? '';
  expect(await world.ana.call('GET /api/v1/orders/{id}', { id: order })).toMatchObject({
    state: 'pending',
    club: { id: club },
    lines: [{ kind: 'ticket', title: 'Concert (Seat)', quantity: 2, total: usd(1300) }],
  });
  // The same call again is the same order, and the order's number of spots is fixed.
  expect((await register(world.ana, id, { ticketKind: seat, guests: 1 })).order?.id).toBe(order);
  expect(codeOf(await tryRegister(world.ana, id, { ticketKind: seat, guests: 0 }))).toEqual([
    409,
    'registration_ordered',
  ]);
  // Without a payment, there is no ticket anywhere.
  expect(await read(world.ana, id)).toMatchObject({ ticket: null, tickets: [] });
  const kit = await world.ben.call('GET /api/v1/events/{id}/check-in-kit', { id });
  expect(kit.attendees).toEqual([]);
  await payAtDesk(world.ana, order);
  const paid = await read(world.ana, id);
  expect(paid).toMatchObject({ status: 'registered', order: { state: 'paid' } });
  expect(paid.tickets).toHaveLength(2);
  expect(paid.ticket).not.toBeNull();
  const after = await world.ben.call('GET /api/v1/events/{id}/check-in-kit', { id });
  expect(after.attendees).toHaveLength(1);
  // The club's transaction links to the order and the event.
  const [account] = (await world.ben.call('GET /api/v1/club-accounts', { club })).items;
  const lines = await world.ben.call('GET /api/v1/club-accounts/{id}/lines', {
    id: account?.id ?? '',
  });
  const entry = { id: lines.items[0]?.entry ?? '' };
  expect((await world.ben.call('GET /api/v1/ledger-entries/{id}', entry)).about).toMatchObject({
    request: null,
    order: { id: order, club },
    event: { id, title: 'Concert' },
    isImported: false,
  });
  expect((await world.eve.try('GET /api/v1/ledger-entries/{id}', entry)).status).toBe(404);
  // Nothing of it for people from the other school.
  expect((await tryRegister(world.eve, id, { ticketKind: seat })).status).toBe(404);
});

test('an unpaid registration ends with its order, and releases its spots', async () => {
  const { id, seat } = await concert({ waitlist: 'off' });
  const made = await register(world.ana, id, { ticketKind: seat, guests: 1 });
  expect(codeOf(await tryRegister(world.cy, id, { ticketKind: seat }))).toEqual([
    409,
    'registration_full',
  ]);
  await advance(31);
  expect(
    await world.ana.call('GET /api/v1/orders/{id}', { id: made.order?.id ?? '' }),
  ).toMatchObject({ state: 'expired' });
  expect(await register(world.cy, id, { ticketKind: seat })).toMatchObject({
    status: 'registered',
    taken: 1,
  });
  // Ana can register again, with a new order.
  const again = await register(world.ana, id, { ticketKind: seat, guests: 0 });
  expect(again.order).toMatchObject({ state: 'due', total: usd(650) });
  expect(again.order?.id).not.toBe(made.order?.id);
});

test('of several simultaneous orders for the last spot, exactly one succeeds', async () => {
  const { id, seat } = await concert({
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 1 }],
  });
  const order = (who: Person) =>
    who.try('POST /api/v1/orders', {
      clientId: newClientId(),
      club,
      items: [{ event: id, ticketKind: seat }],
    });
  const answers = await Promise.all([world.ana, world.cy, world.ben].map(order));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await world.sql(`select taken from event_spots where event_id = $1`, [id])).toEqual([
    { taken: 1 },
  ]);
  expect(
    await world.sql(
      `select count(*)::int as n from event_registrations where event_id = $1 and status = 'registered'`,
      [id],
    ),
  ).toEqual([{ n: 1 }]);
});

test('canceling an unpaid registration cancels its order, and a refund cancels the ticket', async () => {
  const { id, seat, standing } = await concert();
  const made = await register(world.ana, id, { ticketKind: seat });
  await world.ana.call('DELETE /api/v1/events/{id}/registration', { id });
  await world.app.jobs.settle();
  expect(
    await world.ana.call('GET /api/v1/orders/{id}', { id: made.order?.id ?? '' }),
  ).toMatchObject({ state: 'canceled' });
  // A free ticket needs no order.
  expect(await register(world.ana, id, { ticketKind: standing })).toMatchObject({ order: null });
  const cy = await register(world.cy, id, { ticketKind: seat });
  await payAtDesk(world.cy, cy.order?.id ?? '');
  expect((await read(world.cy, id)).ticket).not.toBeNull();
  await world.ben.call('POST /api/v1/orders/{id}/refunds', {
    id: cy.order?.id ?? '',
    clientId: newClientId(),
    amount: usd(650),
    reason: 'The concert moved',
  });
  const [row] = await world.sql<{ status: string; order_state: string }>(
    `select status, order_state from event_registrations where event_id = $1 and user_id = $2`,
    [id, world.cy.id],
  );
  expect(row).toEqual({ status: 'canceled', order_state: 'refunded' });
});

test('a person promoted from the waitlist has a day to order before the spot goes to the next person', async () => {
  const { id, seat } = await concert({
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 1 }],
    waitlist: 'automatic',
  });
  const made = await register(world.ana, id, { ticketKind: seat });
  for (const who of [world.cy, world.ben])
    expect(await register(who, id, { ticketKind: seat })).toMatchObject({
      status: 'waiting',
      order: null,
    });
  await world.ana.call('DELETE /api/v1/orders/{id}', { id: made.order?.id ?? '' });
  await advance(1);
  // Cy has the seat, but no order and no ticket.
  expect(await read(world.cy, id)).toMatchObject({
    status: 'registered',
    order: null,
    ticket: null,
  });
  await advance(25 * 60);
  expect((await read(world.ben, id)).status).toBe('registered');
  const ben = await register(world.ben, id, { ticketKind: seat });
  await payAtDesk(world.ben, ben.order?.id ?? '');
  await advance(25 * 60);
  expect((await read(world.ben, id)).ticket).not.toBeNull();
});

test('registering again after canceling a paid ticket gives only the spots that were paid', async () => {
  const { id, seat } = await concert({
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 9 }],
  });
  const made = await register(world.ana, id, { ticketKind: seat });
  await payAtDesk(world.ana, made.order?.id ?? '');
  await world.ana.call('DELETE /api/v1/events/{id}/registration', { id });
  expect(codeOf(await tryRegister(world.ana, id, { ticketKind: seat, guests: 2 }))).toEqual([
    409,
    'registration_ordered',
  ]);
  // The same spots are still paid.
  expect(await register(world.ana, id, { ticketKind: seat })).toMatchObject({
    order: { id: made.order?.id, state: 'paid' },
  });
  expect((await read(world.ana, id)).tickets).toHaveLength(1);
});

test('a canceled order never pays for more spots than it has', async () => {
  const { id, seat } = await concert({
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 9 }],
  });
  const made = await register(world.ana, id, { ticketKind: seat });
  await world.ana.call('DELETE /api/v1/events/{id}/registration', { id });
  // The order still waits for the job that cancels it.
  const again = await tryRegister(world.ana, id, { ticketKind: seat, guests: 2 });
  if (again.status === 200) {
    const after = again.body as Registration;
    expect(after.order?.total).toEqual(usd(3 * 650));
  } else expect(codeOf(again)).toEqual([409, 'registration_ordered']);
  await world.app.jobs.settle();
  expect(
    await world.ana.call('GET /api/v1/orders/{id}', { id: made.order?.id ?? '' }),
  ).toMatchObject({ state: 'canceled' });
  expect((await register(world.ana, id, { ticketKind: seat, guests: 2 })).order?.total).toEqual(
    usd(3 * 650),
  );
});

test('a simultaneous order and registration always have the same number of spots', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, seat } = await concert({
      ticketKinds: [{ name: 'Seat', price: usd(650), quota: 9 }],
    });
    await Promise.all([
      world.ana.try('POST /api/v1/orders', {
        clientId: newClientId(),
        club,
        items: [{ event: id, ticketKind: seat }],
      }),
      tryRegister(world.ana, id, { ticketKind: seat, guests: 2 }),
    ]);
    const [row] = await world.sql<{ spots: number; ordered: number }>(
      `select 1 + r.guests as spots, l.quantity as ordered from event_registrations r
        join order_lines l on l.school_id = r.school_id and l.order_id = r.order_id where r.event_id = $1 and r.user_id = $2`,
      [id, world.ana.id],
    );
    expect(row?.spots).toBe(row?.ordered);
    expect(row?.ordered).toBeGreaterThan(0);
  }
});

test('refunding one of two events in an order keeps the other ticket', async () => {
  const [first, second] = [await concert(), await concert()];
  const order = await world.ana.call('POST /api/v1/orders', {
    clientId: newClientId(),
    club,
    items: [first, second].map(({ id, seat }) => ({ event: id, ticketKind: seat })),
  });
  await payAtDesk(world.ana, order.id);
  const refund = (amount: number, restock?: { line: string; quantity: number }[]) =>
    world.ben.call('POST /api/v1/orders/{id}/refunds', {
      id: order.id,
      clientId: newClientId(),
      amount: usd(amount),
      reason: 'Moved',
      ...(restock && { restock }),
    });
  await refund(650, [{ line: order.lines[0]?.id ?? '', quantity: 1 }]);
  const state = async (id: string) =>
    (
      await world.sql<{ status: string; order_state: string }>(
        `select status, order_state from event_registrations where event_id = $1 and user_id = $2`,
        [id, world.ana.id],
      )
    )[0];
  expect(await state(first.id)).toEqual({ status: 'canceled', order_state: 'refunded' });
  expect(await state(second.id)).toEqual({ status: 'registered', order_state: 'paid' });
  expect((await read(world.ana, second.id)).tickets).toHaveLength(1);
  await refund(650);
  expect(await state(second.id)).toEqual({ status: 'canceled', order_state: 'refunded' });
});

/** Returns the notifications of a person, without other kinds. */
const notified = async (who: Person, kinds: readonly string[]) =>
  (await who.call('GET /api/v1/notifications', {})).items
    .map(({ kind }) => kind)
    .filter((kind) => kinds.includes(kind));

test('canceling an event cancels unpaid orders, requests cash refunds from officers, and notifies attendees', async () => {
  const { id, seat, standing } = await concert({
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 9 }, { name: 'Standing' }],
  });
  const paid = (await register(world.ana, id, { ticketKind: seat, guests: 1 })).order?.id ?? '';
  await payAtDesk(world.ana, paid);
  const unpaid = (await register(world.cy, id, { ticketKind: seat })).order?.id ?? '';
  await register(world.admin, id, { ticketKind: standing });
  expect(await world.ben.call('GET /api/v1/events/{id}/cancellation', { id })).toEqual({
    orders: 1,
    unpaid: 1,
    byHand: 1,
    refunds: [usd(1300)],
  });
  for (const who of [world.ana, world.eve])
    expect((await who.try('GET /api/v1/events/{id}/cancellation', { id })).status).not.toBe(200);
  await world.ben.call('POST /api/v1/events/{id}/cancellation', { id, reason: 'Storm' });
  await world.app.jobs.settle();
  const read_ = (who: Person, order: string) => who.call('GET /api/v1/orders/{id}', { id: order });
  expect(await read_(world.cy, unpaid)).toMatchObject({ state: 'canceled' });
  expect(await read_(world.ana, paid)).toMatchObject({
    state: 'paid',
    refunded: usd(0),
    refundRequests: [{ reason: 'The event was canceled.', state: 'open' }],
  });
  const kinds = ['event_called_off', 'event_called_off_refund'];
  expect(await notified(world.ana, kinds)).toEqual(['event_called_off_refund']);
  expect(await notified(world.admin, kinds)).toEqual(['event_called_off']);
  expect(await notified(world.ben, ['refund_requested'])).toContain('refund_requested');
  // Handing the money back answers the request, and the ticket is gone.
  await world.ben.call('POST /api/v1/orders/{id}/refunds', {
    id: paid,
    clientId: newClientId(),
    amount: usd(1300),
    reason: 'Handed back',
  });
  expect(await read_(world.ana, paid)).toMatchObject({ refunded: usd(1300) });
  expect(await world.ben.call('GET /api/v1/events/{id}/cancellation', { id })).toMatchObject({
    orders: 0,
    refunds: [],
  });
});

test('canceling one date requests refunds only for that date’s orders', async () => {
  const { id, seat } = await concert({
    registration: 'occurrence',
    rrule: 'FREQ=WEEKLY;COUNT=3',
    ticketKinds: [{ name: 'Seat', price: usd(650), quota: 9 }],
  });
  const dates = await world.sql<{ original: string }>(
    'select original from event_starts where event_id = $1 order by starts_at',
    [id],
  );
  const [first = '', second = ''] = dates.map(({ original }) => original);
  const orders: string[] = [];
  for (const occurrence of [first, second]) {
    const order = (await register(world.ana, id, { ticketKind: seat, occurrence })).order?.id ?? '';
    await payAtDesk(world.ana, order);
    orders.push(order);
  }
  const canceling = { id, occurrence: second, scope: 'this' as const };
  expect(await world.ben.call('GET /api/v1/events/{id}/cancellation', canceling)).toMatchObject({
    orders: 1,
    refunds: [usd(650)],
  });
  await world.ben.call('POST /api/v1/events/{id}/cancellation', canceling);
  await world.app.jobs.settle();
  const requests = await Promise.all(
    orders.map(
      async (order) =>
        (await world.ana.call('GET /api/v1/orders/{id}', { id: order })).refundRequests[0]?.state,
    ),
  );
  expect(requests).toEqual([undefined, 'open']);
  expect(
    (await world.ana.call('GET /api/v1/events/{id}/registration', { id, occurrence: first }))
      .ticket,
  ).not.toBeNull();
});

test('a ticket’s tax is in the order, in its refund and in copies of the event', async () => {
  const { id, seat } = await concert({
    ticketKinds: [{ name: 'Seat', price: usd(1190), taxBasisPoints: 1900 }],
  });
  const page = await world.ana.call('GET /api/v1/events/{id}', { id });
  expect(page.ticketKinds).toMatchObject([{ price: usd(1190), taxBasisPoints: 1900 }]);
  const order = (await register(world.ana, id, { ticketKind: seat, guests: 1 })).order?.id ?? '';
  expect(await world.ana.call('GET /api/v1/orders/{id}', { id: order })).toMatchObject({
    total: usd(2380),
    tax: usd(380),
  });
  await payAtDesk(world.ana, order);
  const tax = () =>
    world.sql<{ balance: number }>(
      `select b.balance from club_account_balances b join club_accounts a on a.id = b.account_id where a.role = 'tax' and a.currency = 'USD'`,
    );
  const [before] = await tax();
  await world.ben.call('POST /api/v1/orders/{id}/refunds', {
    id: order,
    clientId: newClientId(),
    amount: usd(2380),
    reason: 'Sold out',
  });
  const [after] = await tax();
  expect((before?.balance ?? 0) - (after?.balance ?? 0)).toBe(380);
  const copy = await world.ben.call('POST /api/v1/events/{id}/duplicate', {
    id,
    clientId: newClientId(),
  });
  expect(copy.ticketKinds).toMatchObject([{ price: usd(1190), taxBasisPoints: 1900 }]);
  // More tax than the whole price.
  expect(
    codeOf(
      await world.ben.try('POST /api/v1/events', {
        clientId: newClientId(),
        title: 'Concert',
        dateStart: '2027-10-01T18:00:00Z',
        dateEnd: '2027-10-01T20:00:00Z',
        timeZone: 'Europe/Berlin',
        club,
        ticketKinds: [{ name: 'Seat', price: usd(650), taxBasisPoints: 10_001 }],
      }),
    ),
  ).toEqual([400, 'invalid_input']);
});
