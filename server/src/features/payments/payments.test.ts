import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { acceptDonations } from '../../../test/donations.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

type Product = ReplyOf<'GET /api/v1/products/{id}'>;
type Order = ReplyOf<'GET /api/v1/orders/{id}'>;

const usd = (amount: number) => ({ amount, currency: 'USD' });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const minutes = 60_000;

let club = '';
let buyers: Person[] = [];
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Rowing',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  await acceptDonations(world.ben, club);
  buyers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => world.join({ username: `buyer${nth}` })),
  );
});
const everyone = () => [world.ana, world.ben, world.cy, world.admin, world.eve, ...buyers];

/** Moves time forward and runs what is due. Everyone signs in again, because tokens expire after ten minutes. */
const advance = async (by: number) => {
  world.clock.advance(by * minutes);
  await world.app.jobs.settle();
  for (const one of everyone()) one.tokens = (await world.signInAgain(one)).tokens;
};

const addProduct = (more: object = {}): Promise<Product> =>
  world.ben.call('POST /api/v1/clubs/{id}/products', {
    id: club,
    clientId: newClientId(),
    name: 'Shirt',
    price: usd(1500),
    ...more,
  });
const variantOf = (product: Product): string => product.variants[0]?.id ?? '';
const tryOrder = (who: Person, items: object[], more: object = {}) =>
  who.try('POST /api/v1/orders', { clientId: newClientId(), club, items, ...more });
const order = async (who: Person, items: object[], more: object = {}): Promise<Order> => {
  const answer = await tryOrder(who, items, more);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as Order;
};
const read = (who: Person, id: string) => who.call('GET /api/v1/orders/{id}', { id });
const left = async (product: Product) =>
  (await world.ana.call('GET /api/v1/products/{id}', { id: product.id })).variants[0]?.left;
const pay = (who: Person, id: string, provider = 'desk') =>
  who.try('POST /api/v1/orders/{id}/payments', { id, clientId: newClientId(), provider });
/** Pays an order at the desk. */
const payAtDesk = async (who: Person, id: string) => {
  const payment = (await pay(who, id)).body as { id: string };
  return world.ben.call('POST /api/v1/payments/{id}/receipt', {
    id: payment.id,
    clientId: newClientId(),
    method: 'cash',
  });
};
const refund = (id: string, amount: number, more: object = {}) =>
  world.ben.try('POST /api/v1/orders/{id}/refunds', {
    id,
    clientId: newClientId(),
    amount: usd(amount),
    reason: 'Too small',
    ...more,
  });
/** Returns the balances of the club and the system accounts by role. */
const balances = async () => {
  const rows = await world.sql<{ name: string; balance: string }>(
    `select case when a.club_id = $1 then 'club' else a.role end as name, b.balance from club_accounts a
      join club_account_balances b on b.school_id = a.school_id and b.account_id = a.id where a.club_id = $1 or a.code is null`,
    [club],
  );
  return Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance)]));
};
const change = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, amount]) => [name, amount - (before[name] ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  );

describe('[CLUB-04] orders', () => {
  test('can be paid at the desk and picked up, with one entry in the club’s ledger', async () => {
    const product = await addProduct({ stock: 5 });
    expect(product).toMatchObject({ price: usd(1500), variants: [{ left: 5, price: usd(1500) }] });
    const before = await balances();
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 2 }]);
    expect(made).toMatchObject({
      state: 'pending',
      total: usd(3000),
      lines: [{ kind: 'product', title: 'Shirt', quantity: 2, total: usd(3000) }],
      payments: [],
      pickUpCode: null,
      providers: ['desk'],
      can: { pay: true, cancel: true, refund: false },
    });
    expect(await left(product)).toBe(3);
    const payment = (await pay(world.ana, made.id)).body as { id: string; state: string };
    expect(payment).toMatchObject({ state: 'open', url: null });
    // While one is open, another call answers that one.
    expect((await pay(world.ana, made.id, 'stripe')).body).toMatchObject({ id: payment.id });
    const receipt = { id: payment.id, clientId: newClientId(), method: 'cash' as const };
    // The buyer can't say that they paid.
    expect(codeOf(await world.ana.try('POST /api/v1/payments/{id}/receipt', receipt))).toEqual([
      403,
      'forbidden',
    ]);
    for (let twice = 0; twice < 2; twice += 1)
      expect(await world.ben.call('POST /api/v1/payments/{id}/receipt', receipt)).toMatchObject({
        state: 'succeeded',
        method: 'cash',
      });
    const paid = await read(world.ana, made.id);
    expect(paid).toMatchObject({ state: 'paid', refundable: usd(3000) });
    expect(paid.pickUpCode).toMatch(/^[0-9A-Z]{6}$/);
    // Only the buyer has the code.
    expect((await read(world.ben, made.id)).pickUpCode).toBeNull();
    expect(change(before, await balances())).toEqual({ club: 3000, desk: -3000 });
    expect(codeOf(await pay(world.ana, made.id))).toEqual([409, 'order_paid']);
    const found = await world.ben.call('GET /api/v1/clubs/{id}/orders', {
      id: club,
      search: paid.pickUpCode ?? '',
    });
    expect(found.items.map(({ id }) => id)).toEqual([made.id]);
    for (const state of ['ready', 'fulfilled'] as const)
      await world.ben.call('PUT /api/v1/orders/{id}/handover', { id: made.id, state });
    const done = await read(world.ana, made.id);
    expect(done.state).toBe('fulfilled');
    expect(done.history.map(({ kind }) => kind)).toEqual([
      'created',
      'payment_started',
      'paid',
      'ready',
      'fulfilled',
    ]);
    expect(await left(product)).toBe(3);
    const pdf = await world.ana.call('POST /api/v1/orders/{id}/receipt', { id: made.id });
    expect(Buffer.from(pdf.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('for the last item succeed exactly once among 20 simultaneous ones', async () => {
    const product = await addProduct({ name: 'Last shirt', stock: 1 });
    const answers = await Promise.all(
      buyers.map((who) => tryOrder(who, [{ variant: variantOf(product), quantity: 1 }])),
    );
    const statuses = answers.map(codeOf).map(([status, code]) => `${status} ${code ?? ''}`.trim());
    expect(statuses.toSorted()).toEqual(['200', ...Array<string>(19).fill('409 sold_out')]);
    expect(await left(product)).toBe(0);
    // A refused order leaves nothing behind.
    expect(
      await world.sql(`select count(*)::int as n from order_lines where title = 'Last shirt'`),
    ).toEqual([{ n: 1 }]);
    expect(
      await world.sql(
        `select v.held, sum(s.quantity)::int as sum from product_variants v join product_sales s on s.variant_id = v.id and s.state = 'held'
          where v.id = $1 group by v.held`,
        [variantOf(product)],
      ),
    ).toEqual([{ held: 1, sum: 1 }]);
  });

  test('check two lines of the same variant together', async () => {
    const product = await addProduct({ stock: 3 });
    const line = { variant: variantOf(product), quantity: 2 };
    expect(codeOf(await tryOrder(world.ana, [line, line]))).toEqual([409, 'sold_out']);
  });

  test('count toward the limit per person, even if they are simultaneous', async () => {
    const product = await addProduct({
      perPerson: 2,
      variants: [{ name: 'S' }, { name: 'M' }],
    });
    const [small, medium] = product.variants.map(({ id }) => id);
    const answers = await Promise.all(
      [small, medium, small, medium].map((variant) =>
        tryOrder(world.cy, [{ variant: variant ?? '', quantity: 1 }]),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(codeOf(await tryOrder(world.cy, [{ variant: small, quantity: 1 }]))).toEqual([
      409,
      'per_person_limit',
    ]);
  });

  test('are created once when retried', async () => {
    const product = await addProduct({ stock: 9 });
    const clientId = newClientId();
    const items = [{ variant: variantOf(product), quantity: 1 }];
    const all = await Promise.all(
      Array.from({ length: 5 }, () => order(world.ana, items, { clientId })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await left(product)).toBe(8);
  });

  test('expire without a payment and release their stock', async () => {
    const product = await addProduct({ stock: 1 });
    const items = [{ variant: variantOf(product), quantity: 1 }];
    const made = await order(world.ana, items);
    await advance(29);
    expect((await read(world.ana, made.id)).state).toBe('pending');
    await advance(2);
    expect(await read(world.ana, made.id)).toMatchObject({ state: 'expired', can: { pay: false } });
    expect(await left(product)).toBe(1);
    expect(codeOf(await pay(world.ana, made.id))).toEqual([409, 'order_expired']);
    expect(codeOf(await world.ana.try('DELETE /api/v1/orders/{id}', { id: made.id }))).toEqual([
      409,
      'order_expired',
    ]);
    // Someone else gets it.
    expect((await order(world.cy, items)).state).toBe('pending');
  });

  test('are held longer at the desk, and can’t be paid once they are canceled', async () => {
    const product = await addProduct({ stock: 1 });
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 1 }]);
    const payment = (await pay(world.ana, made.id)).body as { id: string };
    await advance(60);
    expect((await read(world.ana, made.id)).state).toBe('pending');
    const canceled = await world.ana.call('DELETE /api/v1/orders/{id}', { id: made.id });
    expect(canceled).toMatchObject({ state: 'canceled', payments: [{ state: 'canceled' }] });
    expect(await left(product)).toBe(1);
    expect(codeOf(await pay(world.ana, made.id))).toEqual([409, 'order_not_pending']);
    expect(
      codeOf(
        await world.ben.try('POST /api/v1/payments/{id}/receipt', {
          id: payment.id,
          clientId: newClientId(),
          method: 'cash',
        }),
      ),
    ).toEqual([409, 'order_not_pending']);
  });

  test('need whole, positive amounts in one currency', async () => {
    for (const amount of [-1, 0, 0.5, 10 ** 12 + 1])
      expect([amount, ...codeOf(await tryOrder(world.ana, [{ donation: usd(amount) }]))]).toEqual([
        amount,
        422,
        'amount_invalid',
      ]);
    const product = await addProduct();
    const items = [
      { variant: variantOf(product), quantity: 1 },
      { donation: { amount: 100, currency: 'EUR' } },
    ];
    expect(codeOf(await tryOrder(world.ana, items))).toEqual([422, 'currency_differs']);
    const bad = { id: club, clientId: newClientId(), name: 'Bad', price: usd(-5) };
    expect(codeOf(await world.ben.try('POST /api/v1/clubs/{id}/products', bad))).toEqual([
      422,
      'amount_invalid',
    ]);
  });

  test('return 404 to people from other schools and to everyone but the buyer and officers', async () => {
    const product = await addProduct();
    const items = [{ variant: variantOf(product), quantity: 1 }];
    expect(codeOf(await tryOrder(world.eve, items))).toEqual([404, 'not_found']);
    const made = await order(world.ana, items);
    const payment = (await pay(world.ana, made.id)).body as { id: string };
    for (const who of [world.eve, world.cy]) {
      const { id } = made;
      const clientId = newClientId();
      const answers = [
        await who.try('GET /api/v1/orders/{id}', { id }),
        await who.try('DELETE /api/v1/orders/{id}', { id }),
        await pay(who, id),
        await who.try('POST /api/v1/payments/{id}/check', { id: payment.id }),
        await who.try('POST /api/v1/payments/{id}/receipt', {
          id: payment.id,
          clientId,
          method: 'cash',
        }),
        await who.try('POST /api/v1/orders/{id}/refunds', {
          id,
          clientId,
          amount: usd(1),
          reason: 'Mine',
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    }
    expect((await world.eve.try('GET /api/v1/products/{id}', { id: product.id })).status).toBe(404);
    expect((await world.cy.try('GET /api/v1/clubs/{id}/orders', { id: club })).status).toBe(403);
  });
});

describe('[CLUB-04] refunds', () => {
  const paidOrder = async (amount: number, more: object = {}) => {
    const product = await addProduct({ price: usd(amount), stock: 5, ...more });
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 1 }]);
    await payAtDesk(world.ana, made.id);
    return { product, id: made.id };
  };

  test('never exceed the payment, even with four at the same time', async () => {
    const { id } = await paidOrder(1000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(id, 400)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
    expect(await read(world.ana, id)).toMatchObject({ refunded: usd(800), refundable: usd(200) });
    expect(codeOf(await refund(id, 201))).toEqual([422, 'refund_too_large']);
    expect((await refund(id, 200)).status).toBe(200);
    expect(codeOf(await refund(id, 1))).toEqual([409, 'not_refundable']);
  });

  test('restock what the officer selects, and contain exactly the tax when split', async () => {
    const before = await balances();
    const { id, product } = await paidOrder(999, { taxBasisPoints: 825 });
    const made = await read(world.ana, id);
    expect(made.tax).toEqual(usd(76));
    const line = made.lines[0]?.id ?? '';
    expect(await left(product)).toBe(4);
    for (const amount of [333, 333])
      expect((await refund(id, amount)).body).toMatchObject({ state: 'succeeded' });
    expect(await left(product)).toBe(4);
    expect((await refund(id, 333, { restock: [{ line, quantity: 1 }] })).status).toBe(200);
    expect(await left(product)).toBe(5);
    expect(change(before, await balances())).toEqual({});
  });

  test('can’t restock more than was bought', async () => {
    const { id, product } = await paidOrder(1000);
    const line = (await read(world.ana, id)).lines[0]?.id ?? '';
    const tooMany = await refund(id, 100, { restock: [{ line, quantity: 2 }] });
    expect(codeOf(tooMany)).toEqual([422, 'refund_too_large']);
    expect((await read(world.ana, id)).refunded).toEqual(usd(0));
    expect(await left(product)).toBe(4);
  });

  test('can be requested, declined, requested again and then paid', async () => {
    const { id } = await paidOrder(1000);
    const ask = (reason: string) =>
      world.ana.try('POST /api/v1/orders/{id}/refund-requests', {
        id,
        clientId: newClientId(),
        reason,
      });
    const first = (await ask('Too small')).body as { id: string };
    expect(codeOf(await ask('Too small'))).toEqual([409, 'refund_request_open']);
    const waiting = await world.ben.call('GET /api/v1/clubs/{id}/orders', {
      id: club,
      needs: 'refund',
    });
    expect(waiting.items.map((one) => one.id)).toContain(id);
    const decline = { id: first.id, state: 'declined' as const, reason: 'Worn' };
    expect((await world.ana.try('PUT /api/v1/refund-requests/{id}', decline)).status).toBe(403);
    await world.ben.call('PUT /api/v1/refund-requests/{id}', decline);
    world.clock.advance(1_000);
    expect((await ask('Really too small')).status).toBe(200);
    expect((await refund(id, 1000)).status).toBe(200);
    expect(await read(world.ana, id)).toMatchObject({
      hasRefundRequest: false,
      refundRequests: [{ state: 'declined', answer: 'Worn' }, { state: 'refunded' }],
    });
    expect(codeOf(await ask('Again'))).toEqual([409, 'not_refundable']);
  });

  test('need a paid order and use its currency', async () => {
    const product = await addProduct();
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 1 }]);
    expect(codeOf(await refund(made.id, 1))).toEqual([409, 'not_refundable']);
    expect(codeOf(await refund(made.id, 0))).toEqual([422, 'amount_invalid']);
    const euros = await refund(made.id, 1, { amount: { amount: 1, currency: 'EUR' } });
    expect(codeOf(euros)).toEqual([422, 'currency_differs']);
  });
});

describe('[CLUB-04] prices and payments', () => {
  test('charge a school account through finances, and refunds credit it', async () => {
    const settings = await world.admin.call('GET /api/v1/school/payment-settings');
    const { version } = settings;
    const made = await order(world.ana, [{ donation: usd(700) }]);
    expect(codeOf(await pay(world.ana, made.id, 'school'))).toEqual([409, 'provider_off']);
    await world.admin.call('PATCH /api/v1/school/payment-settings', {
      version,
      school: { isOn: true },
    });
    expect(
      codeOf(
        await world.admin.try('PATCH /api/v1/school/payment-settings', { version, school: {} }),
      ),
    ).toEqual([409, 'payment_settings_changed']);
    // An officer can't charge the buyer's account.
    expect(codeOf(await pay(world.ben, made.id, 'school'))).toEqual([409, 'provider_off']);
    expect((await pay(world.ana, made.id, 'school')).body).toMatchObject({ state: 'succeeded' });
    // A donation has nothing to hand over.
    expect(await read(world.ben, made.id)).toMatchObject({
      state: 'paid',
      can: { handOver: false },
    });
    const owed = async () =>
      (await world.ana.call('GET /api/v1/finance/bursar')).accounts[0]?.balance.amount;
    expect(await owed()).toBe(700);
    await refund(made.id, 200);
    expect(await owed()).toBe(500);
  });

  test('include a price for members, and a discount code once per person', async () => {
    const product = await addProduct({ price: usd(1000), memberPrice: usd(800) });
    const variant = variantOf(product);
    await world.cy.call('PUT /api/v1/clubs/{id}/membership', { id: club });
    await world.ben.call('POST /api/v1/clubs/{id}/discounts', {
      id: club,
      clientId: newClientId(),
      code: 'Fall10',
      percent: 10,
      perPerson: 1,
    });
    const items = [{ variant, quantity: 1 }, { donation: usd(100) }];
    expect((await order(world.ana, items)).total).toEqual(usd(1100));
    const cheaper = await order(world.cy, items, { discount: 'fall10' });
    // The donation has no discount.
    expect(cheaper).toMatchObject({
      subtotal: usd(900),
      discount: usd(80),
      total: usd(820),
      discountCode: 'FALL10',
    });
    const again = await tryOrder(world.cy, items, { discount: 'FALL10' });
    expect(codeOf(again)).toEqual([422, 'discount_invalid']);
    expect(codeOf(await tryOrder(world.ana, items, { discount: 'NOPE' }))).toEqual([
      422,
      'discount_invalid',
    ]);
  });

  test('keep stocks that an edit omits, and allow no stock below what orders hold', async () => {
    const product = await addProduct({
      stock: 4,
      variants: [{ name: 'S' }, { name: 'M', stock: 1 }],
    });
    const [small, medium] = product.variants;
    expect([small?.left, medium?.left]).toEqual([4, 1]);
    await order(world.ana, [{ variant: small?.id ?? '', quantity: 3 }]);
    const edit = (version: number, variants: object[]) =>
      world.ben.try('PATCH /api/v1/products/{id}', { id: product.id, version, variants });
    const kept = await edit(product.version, [{ id: small?.id, name: 'Small' }]);
    // The other variant is archived.
    expect((kept.body as Product).variants).toMatchObject([{ name: 'Small', left: 1, stock: 4 }]);
    const { version } = kept.body as Product;
    expect(codeOf(await edit(version, [{ id: small?.id, name: 'S', stock: 2 }]))).toEqual([
      409,
      'stock_too_low',
    ]);
    expect(codeOf(await edit(product.version, [{ id: small?.id, name: 'S' }]))).toEqual([
      409,
      'product_changed',
    ]);
    const gone = await tryOrder(world.ana, [{ variant: medium?.id ?? '', quantity: 1 }]);
    expect(codeOf(gone)).toEqual([404, 'not_found']);
  });

  test('settle an order that costs nothing immediately', async () => {
    const product = await addProduct({ price: usd(0), stock: 1 });
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 1 }]);
    expect(made).toMatchObject({ state: 'paid', total: usd(0), payments: [] });
    expect(await left(product)).toBe(0);
  });

  test('allow downloads of files until the order is refunded in full', async () => {
    const { id: upload } = await world.ben.call('POST /api/v1/uploads', {
      clientId: newClientId(),
      name: 'score.pdf',
      size: 10,
    });
    await world.ben.try('PUT /api/v1/uploads/{id}', {
      id: upload,
      offset: 0,
      upload: Buffer.alloc(10, 'a'),
    });
    const product = await addProduct({ name: 'Score', files: [upload] });
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 1 }]);
    await payAtDesk(world.ana, made.id);
    const files = () => world.ana.try('GET /api/v1/orders/{id}/files', { id: made.id });
    const download = () =>
      world.ana.try('POST /api/v1/orders/{id}/files/{file}/downloads', {
        id: made.id,
        file: upload,
        clientId: newClientId(),
      });
    expect((await files()).body).toMatchObject({ items: [{ name: 'score.pdf' }] });
    await refund(made.id, 1000);
    expect((await download()).status).toBe(200);
    expect((await refund(made.id, 500)).body).toMatchObject({ state: 'succeeded' });
    expect(codeOf(await files())).toEqual([404, 'not_found']);
    expect(codeOf(await download())).toEqual([404, 'not_found']);
  });

  test('are reported by days in the school’s time zone', async () => {
    await world.sql(
      `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, 'zone', 'Zone', '2026-09-01', '2026-12-20', 'America/Los_Angeles')`,
      [world.school],
    );
    const product = await addProduct();
    const made = await order(world.ana, [{ variant: variantOf(product), quantity: 1 }]);
    await payAtDesk(world.ana, made.id);
    const orders = async (day: string) =>
      (
        await world.admin.call('GET /api/v1/school/payment-report', { from: day, to: day })
      ).items.find((one) => one.club.id === club)?.orders ?? 0;
    const before = await orders('2031-03-01');
    // At 7:30 UTC on March 2, it's still March 1 in Los Angeles.
    await world.sql(
      `update payments set settled_at = '2031-03-02T07:30:00Z' where order_id = $1 and state = 'succeeded'`,
      [made.id],
    );
    expect(await orders('2031-03-01')).toBe(before + 1);
    expect(await orders('2031-03-02')).toBe(0);
    await world.sql(`delete from terms where code = 'zone'`);
  });

  test('add up in the report and with a payout', async () => {
    const report = await world.admin.call('GET /api/v1/school/payment-report', {
      from: '2020-01-01',
      to: '2099-01-01',
    });
    const own = report.items.find((one) => one.club.id === club);
    expect(own?.net.amount).toBe((await balances())['club']);
    const desk = report.unpaidOut.find(({ provider }) => provider === 'desk')?.amount.amount ?? 0;
    expect(desk).toBeGreaterThan(0);
    const payout = {
      clientId: newClientId(),
      from: 'desk' as const,
      date: '2026-11-28',
      amount: usd(desk),
    };
    const [one, two] = [
      await world.admin.call('POST /api/v1/school/payouts', payout),
      await world.admin.call('POST /api/v1/school/payouts', payout),
    ];
    expect(one).toEqual(two);
    expect((await balances())['desk']).toBe(0);
    expect((await world.ben.try('POST /api/v1/school/payouts', payout)).status).toBe(403);
  });
});

test('erasing a buyer keeps the order without a buyer, and the club’s balances', async () => {
  const dee = await world.join({ username: 'dee', first_name: 'Dee', last_name: 'Leaving' });
  const product = await addProduct({ stock: 2 });
  const made = await order(dee, [{ variant: variantOf(product), quantity: 1 }]);
  await payAtDesk(dee, made.id);
  const data = JSON.stringify(await dee.call('GET /api/v1/account/data'));
  expect(data).toContain(made.number);
  const before = await balances();
  await dee.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  expect(await read(world.ben, made.id)).toMatchObject({ state: 'paid', buyer: null });
  expect(await balances()).toEqual(before);
  // The money can still be given back.
  expect((await refund(made.id, 1500)).status).toBe(200);
});

describe('[NOTIF-02] store notifications', () => {
  const kindsOf = async (who: Person) => {
    const { items } = await who.call('GET /api/v1/notifications');
    return items.map(({ kind, key }) => `${kind} ${key}`);
  };

  test('reach officers for purchases and refund requests, and buyers for everything else', async () => {
    const product = await addProduct({ name: 'Cap', stock: 1 });
    const variant = variantOf(product);
    const made = await order(world.ana, [{ variant, quantity: 1 }]);
    // Cy waits for the cap.
    await world.cy.call('PUT /api/v1/variants/{id}/notice', { id: variant });
    await payAtDesk(world.ana, made.id);
    await world.ben.call('PUT /api/v1/orders/{id}/handover', { id: made.id, state: 'ready' });
    await world.ana.call('POST /api/v1/orders/{id}/refund-requests', {
      id: made.id,
      clientId: newClientId(),
      reason: 'Too small',
    });
    await world.app.jobs.settle();
    expect(await kindsOf(world.ben)).toEqual(
      expect.arrayContaining([
        'store_purchase officer.newStorePurchase',
        'refund_requested officer.refundRequestReceived',
      ]),
    );
    expect(await kindsOf(world.cy)).not.toContain('back_in_stock general.backInStock');
    const line = made.lines[0]?.id ?? '';
    expect((await refund(made.id, 1500, { restock: [{ line, quantity: 1 }] })).status).toBe(200);
    await world.app.jobs.settle();
    expect(await kindsOf(world.ana)).toEqual(
      expect.arrayContaining(['order_ready general.orders', 'order_refunded general.orders']),
    );
    expect(await kindsOf(world.cy)).toContain('back_in_stock general.backInStock');
  });
});
