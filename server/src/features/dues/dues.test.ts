import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { connectStripe, inStripe } from '../../../test/in-stripe.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const stripe = inStripe();

type Order = ReplyOf<'GET /api/v1/orders/{id}'>;
type Plan = ReplyOf<'PATCH /api/v1/dues-plans/{id}'>;

const usd = (amount: number) => ({ amount, currency: 'USD' });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const day = 24 * 60 * 60_000;

let members: Person[] = [];
const member = (nth: number): Person => members[nth] ?? world.ana;
beforeAll(async () => {
  members = await Promise.all(
    Array.from({ length: 4 }, (_, nth) => world.join({ username: `dues${nth}` })),
  );
});
const everyone = () => [world.ana, world.ben, world.cy, world.admin, ...members];

/** Moves time forward and runs what is due. Everyone signs in again, because tokens expire after ten minutes. */
const advance = async (days: number) => {
  world.clock.advance(days * day);
  await world.app.jobs.settle();
  for (const one of everyone()) one.tokens = (await world.signInAgain(one)).tokens;
};

/** Creates a club of ben with these members. Each test has its own, because time moves on. */
const newClub = async (people: readonly Person[]): Promise<string> => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: `Rowing ${newClientId()}`,
    membership: 'open',
    president: world.ben.uid,
  });
  for (const one of people) await one.call('PUT /api/v1/clubs/{id}/membership', { id });
  return id;
};
const addPlan = (club: string, more: object = {}): Promise<Plan> =>
  world.ben.call('POST /api/v1/clubs/{id}/dues-plans', {
    id: club,
    clientId: newClientId(),
    name: 'A year',
    amount: usd(1000),
    months: 12,
    ...more,
  });
const ownOf = async (who: Person, club: string) =>
  (await who.call('GET /api/v1/clubs/{id}/dues', { id: club })).own;
const tryOrder = (who: Person, club: string, plan: string) =>
  who.try('POST /api/v1/orders', { clientId: newClientId(), club, items: [{ dues: plan }] });
/** Orders a plan and pays it at the desk. */
const pay = async (who: Person, club: string, plan: string): Promise<Order> => {
  const answer = await tryOrder(who, club, plan);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  const { id } = answer.body as Order;
  const payment = await who.call('POST /api/v1/orders/{id}/payments', {
    id,
    clientId: newClientId(),
    provider: 'desk',
  });
  await world.ben.call('POST /api/v1/payments/{id}/receipt', {
    id: payment.id,
    clientId: newClientId(),
    method: 'cash',
  });
  return who.call('GET /api/v1/orders/{id}', { id });
};
const refund = (order: Order, amount: number) =>
  world.ben.call('POST /api/v1/orders/{id}/refunds', {
    id: order.id,
    clientId: newClientId(),
    amount: usd(amount),
    reason: 'Moved away',
  });
/** Returns the time a number of months and days after now. */
const later = ({ months = 0, days = 0 }: { months?: number; days?: number }): string => {
  const at = new Date(world.clock.now().getTime() + days * day);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString();
};

describe('[CLUB-05] club dues', () => {
  test('are owed by a member, paid through an order, and extended by an early renewal', async () => {
    const ana = world.ana;
    const club = await newClub([ana]);
    expect(await ownOf(ana, club)).toEqual({
      state: 'none',
      until: null,
      plan: null,
      owed: null,
      order: null,
    });
    const plan = await addPlan(club, { graceDays: 20 });
    expect(await ownOf(ana, club)).toEqual({
      state: 'due',
      until: later({ days: 20 }),
      plan: plan.id,
      owed: usd(1000),
      order: null,
    });
    const placed = (await tryOrder(ana, club, plan.id)).body as Order;
    expect(placed).toMatchObject({ total: usd(1000), lines: [{ kind: 'dues', title: 'A year' }] });
    expect(await ownOf(ana, club)).toMatchObject({ state: 'due', order: placed.id });
    await ana.call('DELETE /api/v1/orders/{id}', { id: placed.id });
    const order = await pay(ana, club, plan.id);
    expect(order).toMatchObject({ state: 'paid', can: { handOver: false } });
    const end = later({ months: 12 });
    expect(await ownOf(ana, club)).toMatchObject({
      state: 'paid',
      until: end,
      owed: null,
      order: null,
    });
    await pay(ana, club, plan.id);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 24 }) });
  });

  test('have a grace period after the paid time, and then lapse', async () => {
    const [ana] = [world.ana];
    const club = await newClub([ana, member(0)]);
    const plan = await addPlan(club, { months: 1, graceDays: 10 });
    await pay(ana, club, plan.id);
    const { until } = await ownOf(ana, club);
    await advance(32);
    const graceEnd = new Date(Date.parse(until ?? '') + 10 * day).toISOString();
    expect(await ownOf(ana, club)).toMatchObject({
      state: 'grace',
      until: graceEnd,
      owed: usd(1000),
    });
    // The other member never paid, and their time to pay is over.
    expect(await ownOf(member(0), club)).toMatchObject({ state: 'lapsed', owed: usd(1000) });
    await advance(10);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'lapsed', until: graceEnd });
    await pay(ana, club, plan.id);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 1 }) });
  });

  test('end after a full refund, but not after a partial one', async () => {
    const ana = world.ana;
    const club = await newClub([ana]);
    const plan = await addPlan(club);
    const first = await pay(ana, club, plan.id);
    await refund(first, 400);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 12 }) });
    const second = await pay(ana, club, plan.id);
    await refund(second, 1000);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 12 }) });
    await refund(first, 600);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'due', until: later({ days: 14 }) });
  });

  test('create one order for parallel calls, and a payment counts once', async () => {
    const ana = world.ana;
    const club = await newClub([ana]);
    const plan = await addPlan(club);
    const placed = await Promise.all(Array.from({ length: 5 }, () => tryOrder(ana, club, plan.id)));
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(placed.map(({ body }) => (body as Order).id)).size).toBe(1);
    await pay(ana, club, plan.id);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 12 }) });
    // Renewing after that is a new order.
    await pay(ana, club, plan.id);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 24 }) });
    expect(
      codeOf(
        await ana.try('POST /api/v1/orders', {
          clientId: newClientId(),
          club,
          items: [{ dues: plan.id }, { dues: plan.id }],
        }),
      ),
    ).toEqual([400, 'invalid_input']);
  });

  test('return the same unpaid order on a retry, even after it was paid', async () => {
    const ana = world.ana;
    const club = await newClub([ana]);
    const plan = await addPlan(club);
    const order = (clientId: string) =>
      ana.call('POST /api/v1/orders', { clientId, club, items: [{ dues: plan.id }] });
    const [first, second] = [newClientId(), newClientId()];
    const { id } = await order(first);
    expect((await order(second)).id).toBe(id);
    await pay(ana, club, plan.id);
    for (const clientId of [first, second])
      expect(await order(clientId)).toMatchObject({ id, state: 'paid' });
    const { items } = await ana.call('GET /api/v1/orders', { club });
    expect(items).toHaveLength(1);
    // Renewing is a new call.
    expect((await order(newClientId())).id).not.toBe(id);
  });

  test('of another plan replace the unpaid order, and a payment for the old one is refunded', async () => {
    const ana = world.ana;
    const club = await newClub([ana]);
    const [year, half] = [await addPlan(club), await addPlan(club, { name: 'Half', months: 6 })];
    await connectStripe(world, stripe);
    const first = (await tryOrder(ana, club, year.id)).body as Order;
    const started = await ana.call('POST /api/v1/orders/{id}/payments', {
      id: first.id,
      clientId: newClientId(),
      provider: 'stripe',
    });
    const second = (await tryOrder(ana, club, half.id)).body as Order;
    expect(second.id).not.toBe(first.id);
    expect(await ana.call('GET /api/v1/orders/{id}', { id: first.id })).toMatchObject({
      state: 'canceled',
    });
    expect((await ownOf(ana, club)).order).toBe(second.id);
    // Ana pays the first order in its old tab before its session ends, and then the second one.
    const [session] = stripe.sessionsOf(first.id);
    if (session === undefined) throw new Error('no session');
    stripe.complete(session.id);
    await ana.call('POST /api/v1/payments/{id}/check', { id: started.id });
    const after = await pay(ana, club, half.id);
    expect(after.id).toBe(second.id);
    await world.app.jobs.settle();
    expect(await ownOf(ana, club)).toMatchObject({ state: 'paid', until: later({ months: 6 }) });
    const refunds = await world.sql(
      `select r.amount, r.state, r.is_automatic from refunds r join payments p on p.id = r.payment_id where p.order_id = $1`,
      [first.id],
    );
    expect(refunds).toEqual([{ amount: 1000, state: 'succeeded', is_automatic: true }]);
    expect(stripe.taken.get(first.id)).toBe(0);
  });

  test('end the payment session of a replaced order, and don’t replace an order with other items', async () => {
    const ana = world.ana;
    const club = await newClub([ana]);
    const [year, half] = [await addPlan(club), await addPlan(club, { name: 'Half', months: 6 })];
    await connectStripe(world, stripe);
    const first = (await tryOrder(ana, club, year.id)).body as Order;
    await ana.call('POST /api/v1/orders/{id}/payments', {
      id: first.id,
      clientId: newClientId(),
      provider: 'stripe',
    });
    const second = (await tryOrder(ana, club, half.id)).body as Order;
    await world.app.jobs.settle();
    expect(stripe.sessionsOf(first.id).map(({ status }) => status)).toEqual(['expired']);
    await ana.call('DELETE /api/v1/orders/{id}', { id: second.id });
    const product = await world.ben.call('POST /api/v1/clubs/{id}/products', {
      id: club,
      clientId: newClientId(),
      name: 'Oar',
      price: usd(500),
      stock: 1,
    });
    const mixed = await ana.try('POST /api/v1/orders', {
      clientId: newClientId(),
      club,
      items: [{ dues: year.id }, { variant: product.variants[0]?.id ?? '', quantity: 1 }],
    });
    expect(mixed.status).toBe(200);
    expect(codeOf(await tryOrder(ana, club, half.id))).toEqual([409, 'order_open']);
    expect((await ownOf(ana, club)).order).toBe((mixed.body as Order).id);
  });

  test('can be waived by an officer with a reason, and the waiver can be ended', async () => {
    const [ana, cy] = [world.ana, world.cy];
    const club = await newClub([ana]);
    await addPlan(club, { graceDays: 0 });
    await advance(2);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'lapsed' });
    const change = (who: Person, more: object, uid = ana.uid) =>
      who.try('PUT /api/v1/clubs/{id}/dues/{uid}', { id: club, uid, ...more });
    expect(codeOf(await change(world.ben, { state: 'waived', reason: ' ' }))).toEqual([
      400,
      'invalid_input',
    ]);
    expect(codeOf(await change(ana, { state: 'waived', reason: 'Me' }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await change(world.ben, { state: 'waived', reason: 'No' }, cy.uid))).toEqual([
      404,
      'not_found',
    ]);
    const waived = await change(world.ben, { state: 'waived', reason: 'Works the stall' });
    expect(waived.body).toMatchObject({
      person: { uid: ana.uid },
      state: 'waived',
      until: null,
      owed: null,
      waiver: { reason: 'Works the stall', by: { uid: world.ben.uid } },
    });
    // The member learns the state, and officers the reason.
    expect(await ownOf(ana, club)).toMatchObject({ state: 'waived', until: null });
    expect((await change(world.ben, { state: 'due' })).body).toMatchObject({
      state: 'due',
      until: later({ days: 1 }),
      waiver: null,
    });
    const log = await world.sql(
      `select detail ->> 'act' as act from activity_log where kind = 'dues_changed' and detail ->> 'club' = $1 order by number`,
      [club],
    );
    expect(log).toEqual([{ act: 'waived' }, { act: 'due' }]);
  });

  test('have figures, a member list by state, daily reminders and an export for officers', async () => {
    const [ana] = [world.ana];
    const club = await newClub([ana, member(1), member(2)]);
    const plan = await addPlan(club);
    await pay(ana, club, plan.id);
    await world.ben.call('PUT /api/v1/clubs/{id}/dues/{uid}', {
      id: club,
      uid: member(2).uid,
      state: 'waived',
      reason: 'Coach',
    });
    const list = (more: object = {}) =>
      world.ben.call('GET /api/v1/clubs/{id}/dues-members', { id: club, ...more });
    const all = await list();
    expect(all.figures).toEqual({
      paid: 1,
      collected: usd(1000),
      owing: 2,
      owed: usd(2000),
      lapsed: 0,
      waived: 1,
      waivedBy: 1,
      remindable: 2,
    });
    expect(all.items.map(({ person }) => person.uid)).toHaveLength(4);
    const [paid] = (await list({ state: 'paid' })).items;
    expect(paid).toMatchObject({
      person: { uid: ana.uid },
      plan: { id: plan.id, name: 'A year' },
      payment: { amount: usd(1000), provider: 'desk', method: 'cash' },
    });
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list({ size: 3, ...(cursor !== '' && { cursor }) });
      pages.push(...page.items.map(({ person }) => person.uid));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(all.items.map(({ person }) => person.uid));
    // Only officers see who owes.
    for (const path of ['dues-members', 'dues-reminder', 'dues-export'] as const)
      expect(codeOf(await ana.try(`GET /api/v1/clubs/{id}/${path}`, { id: club }))).toEqual([
        403,
        'forbidden',
      ]);
    const owing = [world.ben.uid, member(1).uid].toSorted();
    const preview = await world.ben.call('GET /api/v1/clubs/{id}/dues-reminder', { id: club });
    expect([preview.count, preview.people.map(({ uid }) => uid).toSorted()]).toEqual([2, owing]);
    const remind = () => world.ben.call('POST /api/v1/clubs/{id}/dues-reminder', { id: club });
    expect(await remind()).toEqual({ count: 2 });
    expect(await remind()).toEqual({ count: 0 });
    await world.app.jobs.settle();
    const notified = await world.sql<{ user_id: string }>(
      `select user_id from notifications where kind = 'dues_reminder' and about_path = $1`,
      [`/clubs/${club}`],
    );
    expect(notified.map(({ user_id: id }) => String(id)).toSorted()).toEqual(owing);
    const { csv } = await world.ben.call('GET /api/v1/clubs/{id}/dues-export', { id: club });
    expect(csv.split('\r\n')).toHaveLength(6);
    expect(csv).toContain(',paid,');
    expect(csv).toContain(',Coach');
    await advance(1);
    expect(await remind()).toEqual({ count: 2 });
  });

  test('can be paid only by members, and not with archived plans', async () => {
    const [ana, cy] = [world.ana, world.cy];
    const club = await newClub([ana]);
    const plan = await addPlan(club);
    expect(codeOf(await tryOrder(cy, club, plan.id))).toEqual([403, 'forbidden']);
    const other = await newClub([ana]);
    expect(codeOf(await tryOrder(ana, other, plan.id))).toEqual([404, 'not_found']);
    const change = (version: number, more: object) =>
      world.ben.try('PATCH /api/v1/dues-plans/{id}', { id: plan.id, version, ...more });
    expect((await change(1, { amount: usd(1200) })).body).toMatchObject({
      amount: usd(1200),
      version: 2,
    });
    expect(codeOf(await change(1, { name: 'Old' }))).toEqual([409, 'dues_plan_changed']);
    await change(2, { isArchived: true });
    expect(codeOf(await tryOrder(ana, club, plan.id))).toEqual([404, 'not_found']);
    expect(await ownOf(ana, club)).toMatchObject({ state: 'none' });
    const plans = async (who: Person) =>
      (await who.call('GET /api/v1/clubs/{id}/dues', { id: club })).plans.length;
    expect([await plans(ana), await plans(world.ben)]).toEqual([0, 1]);
  });

  test.each([
    [usd(0), 'amount_invalid'],
    [usd(-1), 'amount_invalid'],
    [usd(1.5), 'amount_invalid'],
    [usd(1_000_000_000_001), 'amount_invalid'],
    [{ amount: 500, currency: 'EUR' }, 'currency_differs'],
  ])('reject a plan of %o with %s', async (amount, code) => {
    const club = await newClub([]);
    await addPlan(club);
    const sent = { id: club, clientId: newClientId(), name: 'Half', amount, months: 6 };
    const answer = await world.ben.try('POST /api/v1/clubs/{id}/dues-plans', sent);
    expect(codeOf(answer)).toEqual([422, code]);
    expect((await world.ben.call('GET /api/v1/clubs/{id}/dues', { id: club })).plans).toHaveLength(
      1,
    );
  });

  test('create one plan for a repeated call', async () => {
    const club = await newClub([]);
    const clientId = newClientId();
    const made = [await addPlan(club, { clientId }), await addPlan(club, { clientId })];
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ graceDays: 14, months: 12, can: { edit: true } });
  });
});
