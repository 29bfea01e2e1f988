import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { acceptDonations } from '../../../test/donations.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const usd = (amount: number) => ({ amount, currency: 'USD' });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

let club = '';
let account = '';
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Choir',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  // The first account of a club is its main one.
  for (const [code, name] of [
    ['CHOIR', 'Choir'],
    ['TOUR', 'Tour fund'],
  ] as const)
    account = (
      await world.admin.call('POST /api/v1/school/club-accounts', {
        clientId: newClientId(),
        code,
        name,
        club,
        currency: 'USD',
      })
    ).id;
});

const donate = (who: Person, amount: number, more: object = {}, others: object[] = []) =>
  who.try('POST /api/v1/orders', {
    clientId: newClientId(),
    club,
    items: [{ donation: usd(amount), ...more }, ...others],
  });
const settings = (who: Person) => who.call('GET /api/v1/clubs/{id}/donations', { id: club });
const balanceOf = async (id: string) => {
  const [row] = await world.sql<{ balance: number }>(
    'select balance::float8 as balance from club_account_balances where account_id = $1',
    [id],
  );
  return row?.balance ?? 0;
};
const mainBalance = async () => {
  const [row] = await world.sql<{ id: string }>(
    'select id::text from club_accounts where club_id = $1 and is_main',
    [club],
  );
  return balanceOf(row?.id ?? '');
};
const payAtDesk = async (who: Person, id: string) => {
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
};

test('[CLUB-04] a club accepts donations only after an officer turns them on, and within its limits', async () => {
  expect(await settings(world.ana)).toMatchObject({
    isOn: false,
    version: 0,
    accounts: [],
    can: { donate: false, manage: false },
  });
  expect(codeOf(await donate(world.ana, 500))).toEqual([409, 'donations_off']);
  expect((await settings(world.ben)).accounts).toEqual([{ id: account, name: 'Tour fund' }]);
  const wanted = {
    id: club,
    version: 0,
    isOn: true,
    purpose: 'Our tour',
    suggested: [usd(2500), usd(1000)],
    min: usd(500),
    max: usd(10_000),
    account,
  };
  const put = (who: Person, more: object = {}) =>
    who.try('PUT /api/v1/clubs/{id}/donations', { ...wanted, ...more });
  expect(codeOf(await put(world.ana))).toEqual([403, 'forbidden']);
  expect(codeOf(await put(world.eve))).toEqual([404, 'not_found']);
  expect(codeOf(await put(world.ben, { suggested: [usd(100)] }))).toEqual([422, 'donation_amount']);
  expect(codeOf(await put(world.ben, { max: usd(499) }))).toEqual([422, 'donation_amount']);
  const euro = { amount: 600, currency: 'EUR' };
  expect(codeOf(await put(world.ben, { suggested: [euro] }))).toEqual([422, 'currency_differs']);
  expect(codeOf(await put(world.ben, { account: '999' }))).toEqual([404, 'not_found']);
  expect((await put(world.ben)).status).toBe(200);
  expect(codeOf(await put(world.ben))).toEqual([409, 'donation_settings_changed']);
  expect(await settings(world.ana)).toMatchObject({
    isOn: true,
    suggested: [usd(1000), usd(2500)],
    account: null,
    can: { donate: true, manage: false },
  });
  // The store has a tab now, although nothing is for sale.
  const page = await world.ana.call('GET /api/v1/clubs/{id}/layout', { id: club });
  expect(page.tabs.map(({ name }) => name)).toContain('store');

  for (const amount of [499, 10_001])
    expect(codeOf(await donate(world.ana, amount))).toEqual([422, 'donation_amount']);
  expect(codeOf(await donate(world.ana, 500.5))).toEqual([422, 'amount_invalid']);
  expect((await donate(world.eve, 500)).status).toBe(404);
  const other = [{ donation: usd(600) }];
  expect((await donate(world.ana, 500, { isAnonymous: true }, other)).status).toBe(400);
});

test('[CLUB-04] an anonymous donation hides the donor from officers, and gives the donor a receipt', async () => {
  const { version } = await settings(world.ben);
  await acceptDonations(world.ben, club, { version });
  const answer = await donate(world.cy, 2000, { message: 'Sing on', isAnonymous: true });
  const { id, number } = answer.body as ReplyOf<'POST /api/v1/orders'>;
  await payAtDesk(world.cy, id);
  await world.cy.call('POST /api/v1/orders/{id}/refund-requests', {
    id,
    clientId: newClientId(),
    reason: 'Mistake',
  });
  await world.app.jobs.settle();

  const seen = [
    await world.ben.try('GET /api/v1/orders/{id}', { id }),
    await world.admin.try('GET /api/v1/orders/{id}', { id }),
    await world.ben.try('GET /api/v1/clubs/{id}/orders', { id: club }),
    await world.ben.try('GET /api/v1/clubs/{id}/orders/export', { id: club }),
    await world.ben.try('GET /api/v1/notifications'),
  ];
  for (const { status, text } of seen) {
    expect(status).toBe(200);
    expect(text).not.toContain('Young');
    expect(text).not.toContain(`"${world.cy.uid}"`);
  }
  expect(seen[0]?.body).toMatchObject({
    buyer: null,
    isAnonymous: true,
    lines: [{ kind: 'donation', message: 'Sing on', total: usd(2000) }],
  });
  const [, , , exported, notifications] = seen.map(({ body }) => body);
  const csv = Buffer.from((exported as { content: string }).content, 'base64').toString();
  expect(csv).toContain(number);
  expect(csv).not.toContain('Young');
  const found = await world.ben.call('GET /api/v1/clubs/{id}/orders', {
    id: club,
    search: 'Young',
  });
  expect(found.items).toEqual([]);
  const kinds = (notifications as { items: { kind: string }[] }).items.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['anonymous_donation', 'anonymous_refund_requested']),
  );

  const own = await world.cy.call('GET /api/v1/orders/{id}', { id });
  expect(own.buyer).toMatchObject({ uid: world.cy.uid });
  const receipt = await world.cy.call('POST /api/v1/orders/{id}/receipt', { id });
  expect(Buffer.from(receipt.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});

test('[CLUB-04] a donation goes to the chosen account, and its refund comes from the same account', async () => {
  const { version } = await settings(world.ben);
  await acceptDonations(world.ben, club, { version, account });
  const product = await world.ben.call('POST /api/v1/clubs/{id}/products', {
    id: club,
    clientId: newClientId(),
    name: 'Songbook',
    price: usd(1000),
    taxBasisPoints: 1900,
  });
  const before = [await balanceOf(account), await mainBalance()] as const;
  const since = async () => [
    (await balanceOf(account)) - before[0],
    (await mainBalance()) - before[1],
  ];
  const variant = product.variants[0]?.id ?? '';
  const made = (await donate(world.ana, 2000, {}, [{ variant, quantity: 1 }]))
    .body as ReplyOf<'POST /api/v1/orders'>;
  expect(made.tax).toEqual(usd(160));
  await payAtDesk(world.ana, made.id);
  expect(await since()).toEqual([2000, 840]);
  // The account of later donations changes nothing for this one.
  const { version: now } = await settings(world.ben);
  await acceptDonations(world.ben, club, { version: now });
  for (const amount of [1, 999, 2000])
    await world.ben.call('POST /api/v1/orders/{id}/refunds', {
      id: made.id,
      clientId: newClientId(),
      amount: usd(amount),
      reason: 'Canceled tour',
    });
  expect(await since()).toEqual([0, 0]);

  // Donations alone have their own category, and the report names them.
  const { id } = (await donate(world.ana, 700)).body as ReplyOf<'POST /api/v1/orders'>;
  await payAtDesk(world.ana, id);
  const [entry] = await world.sql<{ category: string }>(
    `select category from ledger_entries where source_kind = 'order' and source_id = $1`,
    [id],
  );
  expect(entry).toEqual({ category: 'Donations' });
  const day = world.clock.now().toISOString().slice(0, 10);
  const report = await world.admin.call('GET /api/v1/school/payment-report', {
    from: '2026-01-01',
    to: `${Number(day.slice(0, 4)) + 1}-01-01`,
  });
  const row = report.items.find((one) => one.club.id === club);
  expect(row?.donations).toEqual(usd(2000 + 2000 + 700));
});

test('a donor’s message is erased with the account', async () => {
  const kim = await world.join({ username: 'donorkim' });
  const made = (await donate(kim, 900, { message: 'From Kim' }))
    .body as ReplyOf<'POST /api/v1/orders'>;
  const messages = () =>
    world.sql<{ message: string | null }>(
      `select detail ->> 'message' as message from order_lines where order_id = $1`,
      [made.id],
    );
  expect(await messages()).toEqual([{ message: 'From Kim' }]);
  await kim.call('POST /api/v1/account/erase', {
    password: worldPassword,
  });
  await world.app.jobs.settle();
  expect(await messages()).toEqual([{ message: null }]);
});

test('[CLUB-04] the club’s ledger doesn’t name an anonymous donor who pays from the school account', async () => {
  const paySettings = await world.admin.call('GET /api/v1/school/payment-settings');
  await world.admin.call('PATCH /api/v1/school/payment-settings', {
    version: paySettings.version,
    school: { isOn: true },
  });
  const { version } = await settings(world.ben);
  await acceptDonations(world.ben, club, { version });
  for (const isAnonymous of [true, false]) {
    const { id } = (await donate(world.cy, 1500, { isAnonymous }))
      .body as ReplyOf<'POST /api/v1/orders'>;
    await world.cy.call('POST /api/v1/orders/{id}/payments', {
      id,
      clientId: newClientId(),
      provider: 'school',
    });
    const [entry] = await world.sql<{ id: string }>(
      `select id::text from ledger_entries where source_kind = 'order' and source_id = $1`,
      [id],
    );
    const seen = await world.ben.try('GET /api/v1/ledger-entries/{id}', { id: entry?.id ?? '' });
    expect(seen.status).toBe(200);
    expect(seen.text.includes('Young')).toBe(!isAnonymous);
  }
});
