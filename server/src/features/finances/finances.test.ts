import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { currencyDigits } from '#contract/finances/money.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { inImports } from '../../../test/import-world.ts';
import { pdfPages } from '../../../test/pdf-text.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const { stored } = inImports(world);
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
/** Simulates a session left open for a while. Moving only the clock would also expire its token. */
const rest = (who: Person) =>
  world.sql(
    `update sessions set created_at = created_at - interval '11 minutes', confirmed_at = confirmed_at - interval '11 minutes' where user_id = $1`,
    [who.id],
  );
const settle = () => world.app.jobs.settle();

let bursar: Person;
beforeAll(async () => {
  bursar = await world.join({ username: 'bursar', first_name: 'Bea' });
  const { id } = await world.admin.call('POST /api/v1/school/roles', {
    name: 'Bursar',
    permissions: ['finances.manage', 'imports.finances'],
  });
  await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', { id, uid: bursar.uid });
  await stored(world.school, {
    'terms.csv':
      'code,name,start,end,timeZone\nf26,Fall 2026,2026-09-02,2026-12-11,America/New_York\ns26,Spring 2026,2026-01-12,2026-05-15,America/New_York\n',
    'charges.csv':
      'id,username,amount,title,detail,date,due,term\nc1,ana,12410.00,"Tuition, 17 credits",,2026-08-15,2020-09-15,f26\nc2,ana,85.00,Laboratory fee,ENVS 240,2026-09-08,2099-12-01,f26\nb1,ben,10.00,Locker,,2026-09-08,,f26\n',
    'payments.csv':
      'id,username,kind,amount,title,date,term\np1,ana,payment,11000.00,Bank transfer,2026-08-25,f26\np2,ana,pending,500.00,Work study,2026-08-26,f26\n',
    'holds.csv':
      'id,username,kind,office,since,reason,blocks,howToClear,amount,contact\nh1,ana,library,Library,2026-10-14,A book is overdue.,registration,Return it.,42.00,cy\n',
  });
});

const bursarOf = (who: Person) => who.call('GET /api/v1/finance/bursar');
const line = (more: Partial<InputOf<'POST /api/v1/school/finances/people/{uid}/lines'>> = {}) => ({
  clientId: newClientId(),
  kind: 'charge' as const,
  title: 'Fee',
  amount: 1_000,
  currency: 'USD',
  date: '2026-11-01',
  ...more,
});
const add = (who: Person, uid: string, more: Parameters<typeof line>[0] = {}) =>
  who.try('POST /api/v1/school/finances/people/{uid}/lines', { uid, ...line(more) });
const reverse = (who: Person, id: string | undefined) =>
  who.try('POST /api/v1/school/finances/lines/{id}/reversal', { id, reason: 'Entered twice' });

describe('[FIN-01] a student’s account', () => {
  test('shows the balance, the amounts due now and next, transactions by term, and holds', async () => {
    const { accounts } = await bursarOf(world.ana);
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    expect(accounts).toMatchObject([
      {
        currency: 'USD',
        balance: usd(149_500),
        dueNow: usd(141_000),
        nextDue: { date: '2099-12-01', amount: usd(8_500) },
        totals: {
          charged: usd(1_249_500),
          credited: usd(0),
          paid: usd(1_100_000),
          pending: usd(50_000),
        },
        terms: [
          {
            term: { code: 'f26', name: 'Fall 2026' },
            balance: usd(149_500),
            lines: [
              {
                kind: 'charge',
                title: 'Laboratory fee',
                amount: usd(8_500),
                balance: usd(149_500),
              },
              { kind: 'pending', amount: usd(50_000), balance: usd(141_000) },
              { kind: 'payment', amount: usd(1_100_000), balance: usd(141_000) },
              { kind: 'charge', title: 'Tuition, 17 credits', balance: usd(1_241_000) },
            ],
          },
        ],
      },
    ]);
    expect((await bursarOf(world.ben)).accounts[0]?.balance).toEqual(usd(1_000));
    expect((await bursarOf(world.cy)).accounts).toEqual([]);
    const { items } = await world.ana.call('GET /api/v1/finance/holds');
    expect(items).toMatchObject([
      {
        kind: 'library',
        blocks: ['registration'],
        allows: expect.arrayContaining(['transcripts', 'housing']),
        amount: usd(4_200),
        contact: { person: { uid: world.cy.uid, offersMeetings: false } },
      },
    ]);
    expect((await world.ben.call('GET /api/v1/finance/holds')).items).toEqual([]);
    expect((await world.eve.call('GET /api/v1/finance/bursar')).accounts).toEqual([]);
  });

  test('exports a statement only in a recently confirmed session, and records it', async () => {
    const who = await world.join({
      username: 'stale',
      first_name: 'Zoë\nLong',
      last_name: 'Łukasz',
    });
    await add(bursar, who.uid, { title: 'Room\nin two lines', detail: '=SUM(A1)' });
    const account = (await bursarOf(who)).accounts[0]?.id ?? '';
    const ask = (format: 'csv' | 'pdf') =>
      who.try('POST /api/v1/finance/statement', { account, format });
    await rest(who);
    expect(codeOf(await ask('csv'))).toEqual([403, 'confirm_identity']);
    const confirm = (password: string) =>
      who.try('POST /api/v1/session/confirmation', { password });
    expect(codeOf(await confirm('not the password'))).toEqual([403, 'wrong_password']);
    expect(codeOf(await ask('csv'))).toEqual([403, 'confirm_identity']);
    expect((await confirm(worldPassword)).status).toBe(200);
    const csv = (await ask('csv')).body as { name: string; content: string };
    const text = Buffer.from(csv.content, 'base64').toString();
    expect(csv.name).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/);
    expect(text).toContain(`,charge,"Room\nin two lines",'=SUM(A1),,10,10,USD`);
    const pdf = (await ask('pdf')).body as { content: string };
    const [page = ''] = await pdfPages(Buffer.from(pdf.content, 'base64'));
    expect(page).toContain('Zoë Long Łukasz');
    expect(page).toContain('Room in two lines');
    expect(page).toContain('$10.00');
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 5 });
    expect(entries.filter(({ kind }) => kind === 'finance_exported')).toHaveLength(2);
    await rest(who);
    expect(codeOf(await ask('csv'))).toEqual([403, 'confirm_identity']);
    // Another person's account is treated as unknown.
    const other = (await bursarOf(world.ana)).accounts[0]?.id ?? '';
    await confirm(worldPassword);
    expect(
      (await who.try('POST /api/v1/finance/statement', { account: other, format: 'csv' })).status,
    ).toBe(404);
  });

  test('shows a statement for chosen dates, exact to the cent, and records when staff read it', async () => {
    const who = await world.join({ username: 'reader' });
    for (const [title, amount, date, kind] of [
      ['Tuition', 100_010, '2026-08-15', 'charge'],
      ['Check', 40_005, '2026-09-10', 'payment'],
      ['Room', 25_000, '2026-09-20', 'charge'],
      ['Award', 9_999, '2026-09-21', 'pending'],
      ['Books', 1_995, '2026-10-02', 'charge'],
    ] as const)
      await add(bursar, who.uid, { title, amount, date, kind });
    const account = (await bursarOf(who)).accounts[0]?.id ?? '';
    const september = { account, from: '2026-09-01', to: '2026-09-30' };
    const read = await who.call('GET /api/v1/finance/statement', september);
    expect(read).toMatchObject({
      opening: { amount: 100_010 },
      raised: { amount: 25_000 },
      lowered: { amount: 40_005 },
      closing: { amount: 85_005 },
    });
    expect(read.lines.map(({ title, balance }) => [title, balance?.amount])).toEqual([
      ['Check', 60_005],
      ['Room', 85_005],
      ['Award', 85_005],
    ]);
    const all = await who.call('GET /api/v1/finance/statement', { account });
    const { balance } = (await bursarOf(who)).accounts[0] ?? {};
    expect([all.opening?.amount, all.closing]).toEqual([0, balance]);
    // Days without lines, days in the wrong order, and another person's account.
    const none = { account, from: '2026-09-11', to: '2026-09-12' };
    expect(await who.call('GET /api/v1/finance/statement', none)).toMatchObject({
      lines: [],
      opening: { amount: 60_005 },
      closing: { amount: 60_005 },
    });
    const turned = { account, from: '2026-09-12', to: '2026-09-11' };
    expect(codeOf(await who.try('GET /api/v1/finance/statement', turned))).toEqual([
      400,
      'invalid_input',
    ]);
    for (const other of [world.ana, world.eve])
      expect((await other.try('GET /api/v1/finance/statement', { account })).status).toBe(404);

    const path = 'GET /api/v1/school/finances/people/{uid}/statement' as const;
    const seen = await bursar.call(path, { uid: who.uid, ...september });
    expect(seen.lines).toEqual(read.lines);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({ kind: 'finance_read', people: [{ uid: who.uid }] });
    for (const other of [world.ana, world.eve])
      expect((await other.try(path, { uid: who.uid, account })).status).toBe(403);
  });

  test('keeps transactions of one day in balance order across terms, on screen and in files', async () => {
    const who = await world.join({ username: 'two-terms' });
    for (const [title, amount, term] of [
      ['Tuition', 100_000, 'f26'],
      ['Late fee', 10_000, 's26'],
      ['Books', 1_000, 'f26'],
      ['Fine', 100, 's26'],
    ] as const) {
      expect((await add(bursar, who.uid, { title, amount, term })).status).toBe(200);
      world.clock.advance(1_000);
    }
    const inOrder = [
      ['Tuition', 100_000],
      ['Late fee', 110_000],
      ['Books', 111_000],
      ['Fine', 111_100],
    ];
    const [own] = (await bursarOf(who)).accounts;
    expect(own?.terms).toHaveLength(2);
    expect(
      own?.terms
        .flatMap(({ lines }) => lines)
        .toSorted((a, b) => a.place - b.place)
        .map(({ title, balance }) => [title, balance?.amount]),
    ).toEqual(inOrder);
    const wish = { account: own?.id ?? '' };
    const read = await who.call('GET /api/v1/finance/statement', wish);
    expect(read.lines.map(({ title, balance }) => [title, balance?.amount])).toEqual(inOrder);
    const { content } = await who.call('POST /api/v1/finance/statement', {
      ...wish,
      format: 'csv',
    });
    const rows = Buffer.from(content, 'base64').toString().trim().split(/\r?\n/).slice(1);
    expect(rows.map((row) => row.split(',')[7])).toEqual(['1000', '1100', '1110', '1111']);
  });

  test('links to the payment page with a reference that the page can verify with the shared key', async () => {
    const asked = () => world.ana.try('POST /api/v1/finance/payment-link', {});
    expect(codeOf(await asked())).toEqual([409, 'no_payment_page']);
    const settings = await bursar.call('GET /api/v1/school/finances/settings');
    const { offices: _offices, keyHint: _hint, bookingOffice: _office, ...own } = settings;
    await bursar.call('PUT /api/v1/school/finances/settings', {
      ...own,
      bookingOffice: null,
      payUrl: 'https://pay.demo.test/start?school=demo',
    });
    expect((await bursarOf(world.ana)).paysAt).toBeNull();
    const { key } = await bursar.call('POST /api/v1/school/finances/payment-key');
    expect((await bursarOf(world.ana)).paysAt).toBe('pay.demo.test');
    const { url } = await world.ana.call('POST /api/v1/finance/payment-link', {});
    const address = new URL(url);
    expect(address.searchParams.get('school')).toBe('demo');
    const [head = '', body = '', signature] =
      address.searchParams.get('reference')?.split('.') ?? [];
    // Checked as docs/payment-page.md describes it, without the library that signed it.
    expect(createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')).toBe(signature);
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      sub: 'ana',
      aud: 'https://pay.demo.test',
      amount: '1410.00',
      currency: 'USD',
    });
    const hold = (await world.ana.call('GET /api/v1/finance/holds')).items[0];
    const forHold = await world.ana.call('POST /api/v1/finance/payment-link', {
      hold: hold?.id ?? '',
    });
    const claims = new URL(forHold.url).searchParams.get('reference')?.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      amount: '42.00',
      hold: hold?.id,
    });
    expect(
      (await world.ben.try('POST /api/v1/finance/payment-link', { hold: hold?.id })).status,
    ).toBe(404);
    const settingsThen = { ...own, bookingOffice: null, payUrl: null };
    expect(codeOf(await bursar.try('PUT /api/v1/school/finances/settings', settingsThen))).toEqual([
      409,
      'finance_settings_changed',
    ]);
    const { items } = await world.ana.call('GET /api/v1/inbox').catch(() => ({ items: [] }));
    expect(JSON.stringify(items)).not.toContain(key);
  });
});

test('[FIN-01] the payment page needs a valid https address, which is stored in normalized form', async () => {
  const change = async (payUrl: string) => {
    const settings = await bursar.call('GET /api/v1/school/finances/settings');
    const { offices: _offices, keyHint: _hint, bookingOffice: _office, ...own } = settings;
    return bursar.try('PUT /api/v1/school/finances/settings', {
      ...own,
      bookingOffice: null,
      payUrl,
    });
  };
  for (const wrong of [
    'https://pay.example.edu:99999/',
    'https://[x/',
    'https://a:b@pay.example.edu/',
    'http://pay.example.edu/',
    `https://pay.example.edu/${'ü'.repeat(600)}`,
  ])
    expect([wrong, ...codeOf(await change(wrong))]).toEqual([wrong, 400, 'invalid_input']);
  expect((await change(' HTTPS://Pay.Example.EDU ')).body).toMatchObject({
    payUrl: 'https://pay.example.edu/',
  });
  await bursar.call('POST /api/v1/school/finances/payment-key');
  expect((await bursarOf(world.ana)).paysAt).toBe('pay.example.edu');
  // An address that was stored before this check existed.
  await world.sql(`update finance_settings set pay_url = 'https://[x/' where school_id = $1`, [
    world.school,
  ]);
  expect((await bursarOf(world.ana)).paysAt).toBeNull();
  expect(codeOf(await world.ana.try('POST /api/v1/finance/payment-link', {}))).toEqual([
    409,
    'no_payment_page',
  ]);
  expect((await bursar.try('GET /api/v1/school/finances/settings')).status).toBe(200);
});

test('[FIN-01] rejects dates before 1900', async () => {
  const who = await world.join({ username: 'early' });
  const hold = (since: string) =>
    bursar.try('POST /api/v1/school/finances/people/{uid}/holds', {
      uid: who.uid,
      clientId: newClientId(),
      kind: 'other',
      office: 'Bursar',
      since,
      reason: 'A form is missing.',
      blocks: [],
    });
  for (const day of ['0000-01-01', '1899-12-31']) {
    expect(codeOf(await add(bursar, who.uid, { date: day }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await add(bursar, who.uid, { due: day }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await hold(day))).toEqual([400, 'invalid_input']);
  }
  expect((await add(bursar, who.uid, { date: '1900-01-01', due: '9999-12-31' })).status).toBe(200);
  expect((await hold('1900-01-01')).status).toBe(200);
});

describe('[FIN-01] the finance office', () => {
  test('reads accounts with its permission only, and the activity log records each read', async () => {
    const read = (who: Person) =>
      who.try('GET /api/v1/school/finances/people/{uid}', { uid: world.ana.uid });
    const calls = (who: Person) => [
      read(who),
      who.try('GET /api/v1/school/finances/people', { search: 'ana' }),
      add(who, world.ana.uid),
      reverse(who, '1'),
      who.try('GET /api/v1/school/finances/settings'),
      who.try('POST /api/v1/school/finances/payment-key'),
    ];
    for (const who of [world.ana, world.ben, world.eve])
      expect((await Promise.all(calls(who))).map(({ status }) => status)).toEqual(
        calls(who).map(() => 403),
      );
    expect((await read(bursar)).body).toMatchObject({
      person: { username: 'ana' },
      accounts: [{ balance: { amount: 149_500 } }],
      holds: [{ office: 'Library' }],
    });
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'finance_read',
      actor: { uid: bursar.uid },
      people: [{ uid: world.ana.uid }],
    });
    // The activity log contains no amounts.
    expect(JSON.stringify(entries)).not.toMatch(/149500|1495/);
    const found = await bursar.call('GET /api/v1/school/finances/people', { search: 'sil' });
    expect(found.items.map(({ username }) => username)).toContain('ana');
    expect(JSON.stringify(found)).not.toContain('149500');
  });

  test('adds each transaction once and reverses it once, even with simultaneous requests', async () => {
    const who = await world.join({ username: 'raced' });
    const sent = line({ amount: 5_000 });
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        bursar.call('POST /api/v1/school/finances/people/{uid}/lines', { uid: who.uid, ...sent }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await bursarOf(who)).accounts[0]?.balance.amount).toBe(5_000);
    expect(codeOf(await add(bursar, who.uid, { currency: 'EUR' }))).toEqual([
      422,
      'finance_currency',
    ]);
    expect((await add(bursar, who.uid, { amount: 0 })).status).toBe(400);
    expect((await add(bursar, who.uid, { term: 'x99' })).status).toBe(400);
    const both = await Promise.all([
      reverse(bursar, answers[0]?.id),
      reverse(world.admin, answers[0]?.id),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { accounts } = await bursarOf(who);
    expect(accounts[0]?.balance.amount).toBe(0);
    const [back, first] =
      accounts[0]?.terms[0]?.lines.toSorted((a) => (a.reverses === undefined ? 1 : -1)) ?? [];
    expect(back).toMatchObject({
      reverses: first?.id,
      kind: 'charge',
      amount: { amount: 5_000 },
      reason: 'Entered twice',
    });
    expect(first).toMatchObject({ isReversed: true });
    expect(codeOf(await reverse(bursar, back?.id))).toEqual([409, 'finance_line_final']);
    const sum = await world.sql<{ sum: number }>(
      `select sum(effect)::int as sum from finance_transactions l join finance_accounts a on a.id = l.account_id where a.user_id = $1`,
      [who.id],
    );
    expect(sum).toEqual([{ sum: 0 }]);
  });

  test('lifts a hold once', async () => {
    const who = await world.join({ username: 'held' });
    const { id } = await bursar.call('POST /api/v1/school/finances/people/{uid}/holds', {
      uid: who.uid,
      clientId: newClientId(),
      kind: 'financial',
      office: 'Bursar',
      since: '2026-11-01',
      reason: 'A payment is overdue.',
      blocks: ['registration', 'transcripts'],
      contact: world.cy.uid,
    });
    expect((await who.call('GET /api/v1/finance/holds')).items).toMatchObject([{ id }]);
    const lift = () => bursar.try('POST /api/v1/school/finances/holds/{id}/lift', { id });
    expect((await lift()).status).toBe(200);
    expect(codeOf(await lift())).toEqual([409, 'hold_lifted']);
    expect((await who.call('GET /api/v1/finance/holds')).items).toEqual([]);
  });
});

test('[FIN-01] an API key with the scope finance.write can only import finance files', async () => {
  const key = async (scopes: InputOf<'POST /api/v1/api-keys'>['scopes']) =>
    (await world.admin.call('POST /api/v1/api-keys', { name: 'Bursar system', scopes })).token;
  const send = (token: string, name: string, text: string, query = '') =>
    world.app.http.inject({
      method: 'PUT',
      url: `/api/v1/finance/imports/${name}${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: text,
    });
  const token = await key(['finance.write']);
  const file = 'id,username,amount,title,date\nk1,cy,12.50,Parking,2026-11-01\n';
  expect((await send(token, 'charges.csv', file, '?dryRun=yes')).json()).toMatchObject({
    isStored: false,
    changes: [{ what: 'charges', added: 1 }],
  });
  expect((await bursarOf(world.cy)).accounts).toEqual([]);
  expect((await send(token, 'charges.csv', file)).json()).toMatchObject({ isStored: true });
  expect((await bursarOf(world.cy)).accounts[0]?.balance.amount).toBe(1_250);
  expect((await send(token, 'charges.csv', file)).json()).toMatchObject({ importId: null });
  expect((await send(token, 'charges.csv', `${file}CONTROL,,99,,\n`)).json()).toMatchObject({
    isStored: false,
    problems: [{ file: 'charges.csv', line: 3, column: 'amount' }],
  });
  expect((await send(token, 'people.csv', 'username\nx\n')).statusCode).toBe(400);
  expect((await send(token, 'all.zip', 'no zip')).json()).toMatchObject({ code: 'import_file' });
  expect((await send(await key(['provisioning']), 'charges.csv', file)).statusCode).toBe(403);
});

test('[FIN-01] erasing an account deletes its transactions, and the database has the contract’s decimal places', async () => {
  const who = await world.join({ username: 'leaver' });
  await add(bursar, who.uid);
  const { sections } = await who.call('GET /api/v1/account/data');
  expect(sections['financeLines']).toMatchObject([{ title: 'Fee', amount: '10.00 USD' }]);
  await who.call('POST /api/v1/account/erase', { password: worldPassword });
  await settle();
  expect(await world.sql('select from finance_accounts where user_id = $1', [who.id])).toEqual([]);
  for (const currency of ['USD', 'JPY', 'KWD', 'EUR', 'XAF', 'TND', 'ISK'])
    expect(await world.sql('select currency_digits($1) as n', [currency])).toEqual([
      { n: currencyDigits(currency) },
    ]);
});

// This test moves the clock, which expires tokens, so it is the last one.
test('[FIN-01] an account marks new transactions since the last visit until the current visit ends', async () => {
  const before = await bursarOf(world.ben);
  expect(before).toMatchObject({ since: null, newLines: 0 });
  await world.ben.call('PUT /api/v1/finance/visit');
  world.clock.advance(40 * 60_000);
  for (const who of [bursar, world.ben]) Object.assign(who, await world.signInAgain(who));
  await add(bursar, world.ben.uid, { title: 'Gym' });
  const after = await bursarOf(world.ben);
  expect(after.newLines).toBe(1);
  expect(
    after.accounts[0]?.terms.flatMap(({ lines }) => lines).filter(({ isNew }) => isNew),
  ).toMatchObject([{ title: 'Gym' }]);
  // The page reports that it was viewed, and reads again when the person returns to its tab.
  await world.ben.call('PUT /api/v1/finance/visit');
  world.clock.advance(60_000);
  await world.ben.call('PUT /api/v1/finance/visit');
  await add(bursar, world.ben.uid, { title: 'Pool' });
  expect(await bursarOf(world.ben)).toMatchObject({ newLines: 2, since: after.since });
});

describe('a bursar without admin rights', () => {
  type Listed = ReplyOf<'GET /api/v1/school/finances/accounts'>['items'][number];
  const listed = (input: Partial<InputOf<'GET /api/v1/school/finances/accounts'>>) =>
    bursar.call('GET /api/v1/school/finances/accounts', { show: 'overdue', ...input });

  test('lists overdue accounts and people with holds in pages, and the activity log records it', async () => {
    const balances = await world.sql<{ n: number }>(
      `select count(*)::int as n from finance_balances b
      where b.balance <> (select coalesce(sum(l.effect), 0) from finance_transactions l where l.school_id = b.school_id and l.account_id = b.account_id)`,
    );
    expect(balances).toEqual([{ n: 0 }]);
    const ana = await world.signInAgain(world.ana);
    const all = await listed({});
    const uids = all.items.map(({ person }) => person.uid);
    expect(uids).toEqual(expect.arrayContaining([world.ana.uid, world.ben.uid]));
    const own = await bursar.call('GET /api/v1/school/finances/people/{uid}', {
      uid: world.ana.uid,
    });
    expect(all.items.find(({ person }) => person.uid === world.ana.uid)?.account).toMatchObject({
      dueNow: own.accounts[0]?.dueNow,
      balance: own.accounts[0]?.balance,
    });
    expect(all.items.find(({ person }) => person.uid === world.ben.uid)?.account).toMatchObject({
      oldestDue: '2026-09-08',
    });
    // Read the whole list page by page in each sort order.
    await bursar.call('POST /api/v1/school/finances/people/{uid}/holds', {
      uid: world.ben.uid,
      clientId: newClientId(),
      kind: 'financial',
      office: 'Bursar',
      since: '2026-11-02',
      reason: 'A payment is overdue.',
      blocks: ['registration'],
    });
    const pagesOf = async (input: Parameters<typeof listed>[0]) => {
      const items: Listed[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listed>> = await listed({
          ...input,
          size: 1,
          ...(cursor !== null && { cursor }),
        });
        expect(page.items).toHaveLength(1);
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return items;
    };
    const byName = (
      await world.sql<{ uid: string }>('select id::text as uid from users order by sort_name, id')
    ).map(({ uid }) => uid);
    const keyOf: Record<'name' | 'amount' | 'date', (row: Listed) => string | number> = {
      name: ({ person }) => byName.indexOf(person.uid),
      amount: ({ account, hold }) => account?.balance.amount ?? hold?.amount?.amount ?? 0,
      date: ({ account, hold }) => account?.oldestDue ?? hold?.since ?? '',
    };
    for (const show of ['overdue', 'holds'] as const) {
      const whole = (await listed({ show })).items;
      expect(whole.length).toBeGreaterThan(1);
      for (const sort of ['name', 'amount', 'date'] as const) {
        const rising = await pagesOf({ show, sort, order: 'asc' });
        const keys = rising.map(keyOf[sort]);
        expect(keys).toEqual(keys.toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0)));
        expect(new Set(keys).size).toBeGreaterThan(1);
        expect((await pagesOf({ show, sort, order: 'desc' })).toReversed()).toEqual(rising);
        expect(rising).toHaveLength(whole.length);
        expect(rising).toEqual(expect.arrayContaining(whole));
      }
    }
    // A cursor works for one sort order only.
    const { nextCursor } = await listed({ size: 1 });
    for (const sort of ['name', 'date'])
      expect(
        (
          await bursar.try('GET /api/v1/school/finances/accounts', {
            show: 'overdue',
            sort: sort as 'name',
            cursor: nextCursor ?? '',
          })
        ).status,
      ).toBe(400);
    const holds = await listed({ show: 'holds' });
    const open = await world.sql('select from finance_holds where released_on is null');
    expect(holds.items).toHaveLength(open.length);
    expect(
      await world.sql(`select from activity_log where kind = 'finance_listed' and actor_id = $1`, [
        bursar.id,
      ]),
    ).not.toEqual([]);
    expect(
      (await ana.try('GET /api/v1/school/finances/accounts', { show: 'overdue' })).status,
    ).toBe(403);
  });

  test('imports only finance files, and sees no imports by admins', async () => {
    const send = async (name: string, text: string) => {
      const { run } = await bursar.call('POST /api/v1/import-runs', { source: name });
      await bursar.raw(`/api/v1/import-runs/${run.id}/files/${name}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${bursar.tokens.jwt}`,
          'content-type': 'application/octet-stream',
        },
        body: Buffer.from(text),
      });
      await bursar.call('POST /api/v1/import-runs/{id}/check', { id: run.id });
      await settle();
      return (await bursar.call('GET /api/v1/import-runs/newest')).run;
    };
    expect((await send('people.csv', 'username,firstName\nmallory,Mal\n'))?.state).toBe('refused');
    const ready = await send(
      'charges.csv',
      'id,username,amount,title,date\nx1,cy,5.00,Library fine,2026-09-08\n',
    );
    expect(ready?.state).toBe('ready');
    await bursar.call('POST /api/v1/import-runs/{id}/confirm', { id: ready?.id ?? '' });
    await settle();
    expect((await bursar.call('GET /api/v1/import-runs/newest')).run?.state).toBe('done');
    expect(await world.sql(`select amount from finance_transactions where code = 'x1'`)).toEqual([
      { amount: 500 },
    ]);
    const admin = await world.signInAgain(world.admin);
    const { run } = await admin.call('POST /api/v1/import-runs', { source: 'people.csv' });
    for (const act of ['check', 'confirm', 'cancel'] as const)
      expect(
        (await bursar.try(`POST /api/v1/import-runs/{id}/${act}`, { id: run.id })).status,
      ).toBe(404);
    expect((await bursar.call('GET /api/v1/import-runs/newest')).run?.id).not.toBe(run.id);
    expect((await bursar.try('GET /api/v1/imports')).status).toBe(403);
    await admin.call('POST /api/v1/import-runs/{id}/cancel', { id: run.id });
  });
});
