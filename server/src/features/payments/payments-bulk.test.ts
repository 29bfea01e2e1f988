import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
type Order = ReplyOf<'GET /api/v1/orders/{id}'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const newClub = (name: string, president: Person) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    president: president.uid,
  });

let club = '';
let variant = '';
beforeAll(async () => {
  ({ id: club } = await newClub('Pottery', world.ben));
  const product = await world.ben.call('POST /api/v1/clubs/{id}/products', {
    id: club,
    clientId: newClientId(),
    name: '=Mug',
    price: { amount: 1_250, currency: 'USD' },
  });
  variant = product.variants[0]?.id ?? '';
});

const place = (who: Person): Promise<Order> =>
  who.call('POST /api/v1/orders', {
    clientId: newClientId(),
    club,
    items: [{ variant, quantity: 1 }],
  });
const placePaid = async (who: Person): Promise<Order> => {
  const made = await place(who);
  const payment = await who.call('POST /api/v1/orders/{id}/payments', {
    id: made.id,
    clientId: newClientId(),
    provider: 'desk',
  });
  await world.ben.call('POST /api/v1/payments/{id}/receipt', {
    id: payment.id,
    clientId: newClientId(),
    method: 'cash',
  });
  return made;
};
const mark = (who: Person, orders: readonly string[], state: 'ready' | 'fulfilled', id = club) =>
  who.try('PUT /api/v1/clubs/{id}/orders/handover', { id, orders: [...orders], state });
const waiting = async () =>
  (await world.ben.call('GET /api/v1/clubs/{id}/orders', { id: club })).waiting;

describe('[CLUB-04] officers', () => {
  test('mark several orders as ready or picked up together, and skip unpaid ones', async () => {
    const paid = [await placePaid(world.ana), await placePaid(world.cy)];
    const unpaid = await place(world.ana);
    const ids = [...paid, unpaid].map(({ id }) => id);
    expect(await waiting()).toEqual({ refund: 0, dispute: 0, handover: 2 });
    for (const changed of [2, 0])
      expect((await mark(world.ben, ids, 'ready')).body).toEqual({
        changed,
        skipped: [unpaid.number],
      });
    expect(await waiting()).toEqual({ refund: 0, dispute: 0, handover: 0 });
    await world.app.jobs.settle();
    const { items } = await world.cy.call('GET /api/v1/notifications', {});
    expect(items.filter(({ kind }) => kind === 'order_ready')).toHaveLength(1);
    expect((await mark(world.ben, ids, 'fulfilled')).body).toMatchObject({ changed: 2 });
    expect(
      await world.ana.call('GET /api/v1/orders/{id}', { id: paid[0]?.id ?? '' }),
    ).toMatchObject({
      state: 'fulfilled',
      history: expect.arrayContaining([expect.objectContaining({ kind: 'fulfilled' })]),
    });
    await world.ana.call('POST /api/v1/orders/{id}/refund-requests', {
      id: paid[0]?.id ?? '',
      clientId: newClientId(),
      reason: 'It broke',
    });
    expect(await waiting()).toEqual({ refund: 1, dispute: 0, handover: 0 });
  });

  test('export all orders, even beyond the first page', async () => {
    const { id: big } = await newClub('Bakery', world.ben);
    await world.sql(
      `insert into orders (school_id, number, club_id, buyer_id, client_id, state, currency, subtotal, discount, tax, total, expires_at, created_at, pick_up_code)
        select $1, 'BK' || lpad(n::text, 4, '0'), $2, $3, gen_random_uuid(), 'expired', 'USD', n, 0, 0, n, now(), date_trunc('second', now()) - (n / 3) * interval '1 second', 'AAAAAA'
        from generate_series(1, 4500) as n`,
      [world.school, big, world.cy.id],
    );
    const { content } = await world.ben.call('GET /api/v1/clubs/{id}/orders/export', { id: big });
    const lines = Buffer.from(content, 'base64').toString().trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.slice(0, 6))).size).toBe(4500);
    expect(lines).toHaveLength(4500);
  });

  test('can export and change orders, but members and officers of other clubs can’t', async () => {
    const made = await placePaid(world.cy);
    const { name, content } = await world.ben.call('GET /api/v1/clubs/{id}/orders/export', {
      id: club,
      needs: 'handover',
    });
    const lines = Buffer.from(content, 'base64').toString().trim().split(/\r?\n/);
    expect(name).toBe('orders.csv');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${made.number},paid,`);
    expect(lines[1]).toContain(',12.50,');
    // A title that begins like a formula stays text in spreadsheet programs.
    expect(lines[1]).toContain("'=Mug");
    for (const [who, status] of [
      [world.ana, 403],
      [world.eve, 404],
    ] as const) {
      const answer = await who.try('GET /api/v1/clubs/{id}/orders/export', { id: club });
      expect(answer.status).toBe(status);
      expect((await mark(who, [made.id], 'fulfilled')).status).toBe(status);
    }
    // Officers of another club can't change the order through their own club.
    const { id: other } = await newClub('Weaving', world.cy);
    expect(codeOf(await mark(world.cy, [made.id], 'fulfilled', other))).toEqual([404, 'not_found']);
    expect((await world.cy.call('GET /api/v1/orders/{id}', { id: made.id })).state).toBe('paid');
  });
});
