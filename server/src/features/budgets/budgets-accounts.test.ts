import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { openBudgets } from '../../../test/budget-world.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';

/* Ben is the president of Robotics and Tess its treasurer; Ana is a member, Ada an admin, and Eve is from another school. */

const world = inWorld();

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const usd = (amount: number) => ({ amount, currency: 'USD' });

let set: Awaited<ReturnType<typeof openBudgets>>;
let club = '';
let fund = '';
let account = '';
let tess: Person;
beforeAll(async () => {
  set = await openBudgets(world);
  ({ club, fund, account, tess } = set);
});
const newAccount = (more: object = {}) => set.newAccount(more);
const allocate = (to: string, amount: number, from: string | null = null) =>
  set.allocate(to, amount, from);
const balancesOf = (who: Person, id: string) => set.balancesOf(who, id);

describe('accounts', () => {
  test('are visible only to the school and to officers with the permission', async () => {
    const { items, funds, can } = await tess.call('GET /api/v1/club-accounts', { club });
    expect(items).toMatchObject([
      {
        id: account,
        code: 'ROB',
        name: 'Robotics',
        club: { id: club },
        parent: { id: fund, name: 'Student fund' },
        currency: 'USD',
        state: 'open',
      },
    ]);
    expect(funds).toContainEqual({
      id: fund,
      code: 'FUND',
      name: 'Student fund',
      currency: 'USD',
    });
    expect(can).toEqual({ manage: false, request: true });
    expect(codeOf(await world.ana.try('GET /api/v1/club-accounts', { club }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await world.ana.try('GET /api/v1/club-accounts/{id}', { id: account }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await tess.try('GET /api/v1/club-accounts/{id}', { id: fund }))).toEqual([
      404,
      'not_found',
    ]);
    for (const path of [
      'GET /api/v1/club-accounts/{id}',
      'GET /api/v1/club-accounts/{id}/lines',
    ] as const)
      expect(codeOf(await world.eve.try(path, { id: account }))).toEqual([404, 'not_found']);
    expect(
      codeOf(
        await tess.try('POST /api/v1/school/club-accounts', {
          clientId: newClientId(),
          code: 'X',
          name: 'X',
        }),
      ),
    ).toEqual([403, 'forbidden']);
    expect((await world.visit(`/api/v1/club-accounts/${account}`)).status).toBe(401);
  });

  test('show no amounts to people who can only request money', async () => {
    const ina = await world.join({ username: 'ina' });
    await ina.call('PUT /api/v1/clubs/{id}/membership', { id: club });
    await world.sql(
      `with role as (insert into roles (school_id, scope, name, permissions, created_at) values ($1, 'club', 'Requester', '{budgets.request}', now()) returning id)
        insert into role_grants (school_id, role_id, user_id, scope_id, granted_at) select $1, id, $2, $3, now() from role`,
      [world.school, ina.id, club],
    );
    const { items } = await ina.call('GET /api/v1/club-accounts', { club });
    expect(items).toMatchObject([
      {
        id: account,
        balance: null,
        promised: null,
        available: null,
        can: { read: false, request: true },
      },
    ]);
    expect(codeOf(await ina.try('GET /api/v1/club-accounts/{id}/lines', { id: account }))).toEqual([
      403,
      'forbidden',
    ]);
  });

  test('form a tree in one currency, with unique codes and no cycles', async () => {
    const group = await newAccount({ role: 'group', name: 'Sports' });
    const below = await newAccount({ parent: group.id });
    const update = (id: string, version: number, more: object) =>
      world.admin.try('PATCH /api/v1/school/club-accounts/{id}', { id, version, ...more });
    expect(codeOf(await update(group.id, 1, { parent: below.id }))).toEqual([
      422,
      'account_parent',
    ]);
    expect(codeOf(await update(group.id, 1, { parent: group.id }))).toEqual([
      422,
      'account_parent',
    ]);
    expect(codeOf(await update(below.id, 1, { code: 'FUND' }))).toEqual([
      409,
      'account_code_taken',
    ]);
    expect(codeOf(await update(below.id, 7, { name: 'Other' }))).toEqual([409, 'account_changed']);
    const create = (more: object) =>
      world.admin.try('POST /api/v1/school/club-accounts', {
        clientId: newClientId(),
        code: newClientId().slice(0, 8),
        name: 'Other',
        ...more,
      });
    expect(codeOf(await create({ code: 'FUND' }))).toEqual([409, 'account_code_taken']);
    expect(codeOf(await create({ parent: group.id, currency: 'EUR' }))).toEqual([
      422,
      'currency_differs',
    ]);
    expect(
      codeOf(
        await world.admin.try('POST /api/v1/school/ledger-entries', {
          clientId: newClientId(),
          date: '2026-11-02',
          title: 'To a group',
          postings: [
            { account: group.id, amount: 5 },
            { account: fund, amount: -5 },
          ],
        }),
      ),
    ).toEqual([422, 'account_group']);
  });

  test('can be archived only without money, and accept no transactions afterwards', async () => {
    const { id } = await newAccount();
    await allocate(id, 500, fund);
    const archive = (version: number, isArchived = true) =>
      world.admin.try('PATCH /api/v1/school/club-accounts/{id}', { id, version, isArchived });
    expect(codeOf(await archive(1))).toEqual([409, 'account_in_use']);
    await allocate(fund, 500, id);
    expect((await archive(1)).body).toMatchObject({ state: 'archived', version: 2 });
    expect(
      codeOf(
        await world.admin.try('POST /api/v1/school/allocations', {
          clientId: newClientId(),
          from: fund,
          date: '2026-11-02',
          title: 'Late',
          items: [{ account: id, amount: 500 }],
        }),
      ),
    ).toEqual([409, 'account_archived']);
    expect(
      codeOf(
        await world.ben.try('POST /api/v1/budget-requests', {
          clientId: newClientId(),
          kind: 'purchase',
          club,
          account: id,
          title: 'Late',
          lines: [],
        }),
      ),
    ).toEqual([409, 'account_archived']);
  });
});

describe('transactions', () => {
  const entry = (more: object = {}) => ({
    clientId: newClientId(),
    date: '2026-11-03',
    title: 'Correction',
    postings: [
      { account, amount: 300 },
      { account: fund, amount: -300 },
    ],
    ...more,
  });
  const post = (who: Person, more: object = {}) =>
    who.try('POST /api/v1/school/ledger-entries', entry(more));

  test('are rows with a running balance, and the balance is their sum', async () => {
    expect((await post(world.admin)).status).toBe(200);
    const { items } = await tess.call('GET /api/v1/club-accounts/{id}/lines', {
      id: account,
      size: 100,
    });
    expect(items[0]).toMatchObject({
      title: 'Correction',
      date: '2026-11-03',
      kind: 'manual',
      amount: usd(300),
      source: null,
      isReversed: false,
    });
    const sum = items.reduce((total, { amount }) => total + amount.amount, 0);
    expect([items[0]?.balance.amount, (await balancesOf(tess, account))[0]]).toEqual([sum, sum]);
    const first = await tess.call('GET /api/v1/club-accounts/{id}/lines', { id: account, size: 1 });
    const second = await tess.call('GET /api/v1/club-accounts/{id}/lines', {
      id: account,
      size: 1,
      cursor: first.nextCursor ?? '',
    });
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual([items[0]?.id, items[1]?.id]);
    const older = await tess.call('GET /api/v1/club-accounts/{id}/lines', {
      id: account,
      to: '2026-11-02',
    });
    expect(older.items.every(({ date }) => date <= '2026-11-02')).toBe(true);
  });

  test.each([
    ['one posting', { postings: [] }, 422, 'entry_unbalanced'],
    [
      'a fraction',
      {
        postings: [
          ['account', 0.5],
          ['fund', -0.5],
        ],
      },
      422,
      'amount_invalid',
    ],
    [
      'zero',
      {
        postings: [
          ['account', 0],
          ['fund', 0],
        ],
      },
      422,
      'amount_invalid',
    ],
    [
      'too much',
      {
        postings: [
          ['account', 1e12 + 1],
          ['fund', -1e12 - 1],
        ],
      },
      422,
      'amount_invalid',
    ],
    [
      'a wrong sum',
      {
        postings: [
          ['account', 5],
          ['fund', -4],
        ],
      },
      422,
      'entry_unbalanced',
    ],
  ])('are rejected with %s and not stored', async (_, { postings }, status, code) => {
    const before = await balancesOf(world.admin, account);
    const ids: Record<string, string> = { account, fund };
    const sent = postings.map(([name, amount]) => ({ account: ids[String(name)], amount }));
    expect(codeOf(await post(world.admin, { postings: sent }))).toEqual([status, code]);
    expect(await balancesOf(world.admin, account)).toEqual(before);
  });

  test('are rejected in another currency, for unknown accounts, and from officers', async () => {
    const euros = [
      { account, amount: { amount: 5, currency: 'EUR' } },
      { account: fund, amount: -5 },
    ];
    expect(codeOf(await post(world.admin, { postings: euros }))).toEqual([422, 'currency_differs']);
    const unknown = [
      { account: '999', amount: 5 },
      { account: fund, amount: -5 },
    ];
    expect(codeOf(await post(world.admin, { postings: unknown }))).toEqual([404, 'not_found']);
    expect(codeOf(await post(world.ben))).toEqual([403, 'forbidden']);
    expect(codeOf(await post(world.eve))).toEqual([403, 'forbidden']);
  });

  test('are stored once per client id, and reversed once with opposite amounts', async () => {
    const sent = entry();
    const before = await balancesOf(world.admin, account);
    const first = await world.admin.call('POST /api/v1/school/ledger-entries', sent);
    const again = await world.admin.call('POST /api/v1/school/ledger-entries', sent);
    expect(again.id).toBe(first.id);
    const reverse = (who: Person) =>
      who.try('POST /api/v1/ledger-entries/{id}/reversal', {
        id: first.id,
        clientId: newClientId(),
        reason: 'Wrong club',
      });
    expect(codeOf(await reverse(tess))).toEqual([403, 'forbidden']);
    expect(codeOf(await reverse(world.ana))).toEqual([404, 'not_found']);
    expect(codeOf(await reverse(world.eve))).toEqual([404, 'not_found']);
    const answers = await Promise.all([1, 2, 3].map(() => reverse(world.admin)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.map(codeOf)).toContainEqual([409, 'entry_reversed']);
    expect(await balancesOf(world.admin, account)).toEqual(before);
    const { items } = await tess.call('GET /api/v1/club-accounts/{id}/lines', { id: account });
    expect(items[0]).toMatchObject({ reverses: first.id, amount: usd(-300), isReversed: false });
    expect(items[1]).toMatchObject({ entry: first.id, isReversed: true });
    const reversal = items[0]?.entry ?? '';
    expect(
      codeOf(
        await world.admin.try('POST /api/v1/ledger-entries/{id}/reversal', {
          id: reversal,
          clientId: newClientId(),
          reason: 'Again',
        }),
      ),
    ).toEqual([409, 'entry_reversed']);
    const seen = await tess.call('GET /api/v1/ledger-entries/{id}', { id: reversal });
    expect(seen).toMatchObject({ reason: 'Wrong club', reverses: first.id });
    expect(seen.postings.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(0);
  });

  test('never allocate more than a fund has', async () => {
    const small = await newAccount();
    await allocate(small.id, 1_000);
    const take = () =>
      world.admin.try('POST /api/v1/school/allocations', {
        clientId: newClientId(),
        from: small.id,
        date: '2026-11-02',
        title: 'Term',
        items: [
          { account, amount: 200 },
          { account: fund, amount: 200 },
        ],
      });
    const answers = await Promise.all([1, 2, 3, 4].map(take));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(answers.map(codeOf)).toContainEqual([409, 'account_short']);
    expect(await balancesOf(world.admin, small.id)).toEqual([200, 0, 200]);
  });
});

test('an account tree sums the accounts below each account', async () => {
  const { items } = await world.admin.call('GET /api/v1/school/club-accounts/tree', {});
  const top = items.find((one) => one.account.id === fund);
  const { items: below } = await world.admin.call('GET /api/v1/school/club-accounts/tree', {
    parent: fund,
  });
  expect(below.map((one) => one.account.id)).toEqual([account]);
  expect(top?.children).toBe(1);
  const sum = (key: 'left' | 'promised') =>
    below.reduce((total, one) => total + one[key].amount, 0);
  expect(top?.left.amount).toBe((top?.own.amount ?? 0) + sum('left'));
  expect(top?.promised.amount).toBe(sum('promised'));
  for (const { opening, allocated, income, spent, promised, left } of items)
    expect(opening.amount + allocated.amount + income.amount - spent.amount - promised.amount).toBe(
      left.amount,
    );
  expect(codeOf(await tess.try('GET /api/v1/school/club-accounts/tree', {}))).toEqual([
    403,
    'forbidden',
  ]);
});

test('a period’s account tree sums exactly the postings of its days', async () => {
  const own = await newAccount();
  const amounts = [400, -150, 90, -30, 700, -210, 55, -5];
  const days = [
    '2031-01-31',
    '2031-02-01',
    '2031-02-14',
    '2031-02-28',
    '2031-03-01',
    '2031-03-15',
    '2031-04-30',
    '2031-05-01',
  ];
  await allocate(own.id, 1_000);
  for (const [nth, date] of days.entries()) {
    const amount = amounts[nth] ?? 0;
    const entry = await world.admin.call('POST /api/v1/school/ledger-entries', {
      clientId: newClientId(),
      date,
      title: 'Workshop',
      postings: [
        { account: own.id, amount },
        { account: fund, amount: -amount },
      ],
    });
    // A reversal counts on its own day.
    if (nth === 4)
      await world.admin.call('POST /api/v1/ledger-entries/{id}/reversal', {
        id: entry.id,
        clientId: newClientId(),
        reason: 'Twice',
      });
  }
  let period = await world.admin.call('POST /api/v1/school/budget-periods', {
    clientId: newClientId(),
    name: 'Spring 2031',
    from: '2031-02-01',
    to: '2031-02-28',
  });
  // Whole months, one cut month, two cut months, days within one month, and one day.
  for (const [from, to] of [
    ['2031-02-01', '2031-03-31'],
    ['2031-02-14', '2031-04-30'],
    ['2031-02-14', '2031-04-29'],
    ['2031-02-02', '2031-02-27'],
    ['2031-03-15', '2031-03-15'],
    ['2031-01-31', '2031-05-01'],
  ] as const) {
    period = await world.admin.call('PATCH /api/v1/school/budget-periods/{id}', {
      id: period.id,
      version: period.version,
      from,
      to,
    });
    const { items } = await world.admin.call('GET /api/v1/school/club-accounts/tree', {
      period: period.id,
    });
    const row = items.find((one) => one.account.id === own.id);
    const [sums] = await world.sql<{ opening: number; inside: number }>(
      `select coalesce(sum(p.amount) filter (where e.on_date < $2), 0)::bigint as opening,
          coalesce(sum(p.amount) filter (where e.on_date between $2 and $3), 0)::bigint as inside
        from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.account_id = $1`,
      [own.id, from, to],
    );
    if (row === undefined) throw new Error('the account is missing');
    const inside = row.allocated.amount + row.income.amount - row.spent.amount;
    expect([from, to, row.opening.amount, inside]).toEqual([from, to, sums?.opening, sums?.inside]);
  }
});

test('a club’s first request creates an account for the club, even if a fund pays', async () => {
  const chess = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: world.cy.uid,
  });
  const list = () => world.cy.call('GET /api/v1/club-accounts', { club: chess.id });
  expect((await list()).items).toEqual([]);
  await world.cy.call('POST /api/v1/budget-requests', {
    clientId: newClientId(),
    kind: 'budget',
    club: chess.id,
    account: fund,
    title: 'Boards',
    lines: [],
  });
  expect((await list()).items).toMatchObject([
    { name: 'Chess', club: { id: chess.id }, balance: { amount: 0 }, isMain: true },
  ]);
});

test('accounts and transactions can be exported as CSV and XLSX, only by the school', async () => {
  const get = (input: { format: 'csv' | 'xlsx'; file?: 'accounts' | 'transactions' }) =>
    world.admin.call('GET /api/v1/school/club-accounts/export', input);
  const textOf = ({ content }: { content: string }) => Buffer.from(content, 'base64').toString();
  const accounts = textOf(await get({ format: 'csv' })).split('\r\n');
  const [balance, promised] = await balancesOf(world.admin, account);
  expect(accounts[0]).toContain('code,name,role,parent,club,currency');
  const row = accounts.find((line) => line.startsWith('ROB,'));
  expect(row).toContain('ROB,Robotics,club,FUND,Robotics,USD,yes,no,');
  expect(row?.split(',').slice(-3).map(Number)).toEqual([
    promised / 100,
    balance / 100,
    (balance - promised) / 100,
  ]);
  const lines = textOf(await get({ format: 'csv', file: 'transactions' }))
    .split('\r\n')
    .slice(1, -1);
  const sum = lines
    .map((line) => Math.round(Number(line.split(',')[6]) * 100))
    .reduce((total, amount) => total + amount, 0);
  expect([lines.length > 4, sum]).toEqual([true, 0]);
  const { name, content } = await get({ format: 'xlsx' });
  // An XLSX file is a ZIP archive.
  expect([name, Buffer.from(content, 'base64').subarray(0, 2).toString()]).toEqual([
    'club-accounts.xlsx',
    'PK',
  ]);
  const subject = `budgets-export:${world.admin.uid}`;
  await world.sql('update rate_limits set used = 60 where subject = $1', [subject]);
  expect(
    codeOf(await world.admin.try('GET /api/v1/school/club-accounts/export', { format: 'csv' })),
  ).toEqual([429, 'too_many_requests']);
  await world.sql('delete from rate_limits where subject = $1', [subject]);
  expect(
    codeOf(await tess.try('GET /api/v1/school/club-accounts/export', { format: 'csv' })),
  ).toEqual([403, 'forbidden']);
  expect(
    codeOf(await world.eve.try('GET /api/v1/school/club-accounts/export', { format: 'csv' })),
  ).toEqual([403, 'forbidden']);
});

describe('an account’s transactions', () => {
  const opened = async () => {
    const { id } = await newAccount({ club });
    await allocate(id, 50_000);
    const post = (date: string, category: string, amount: number) =>
      world.admin.call('POST /api/v1/school/ledger-entries', {
        clientId: newClientId(),
        date,
        title: `${category} of ${date}`,
        category,
        postings: [
          { account: id, amount },
          { account: 'external', amount: -amount },
        ],
      });
    await post('2026-10-03', 'food', -1_200);
    await post('2026-11-05', 'food', -3_050);
    await post('2026-11-06', 'travel', -9_900);
    await post('2026-11-07', 'food', 500);
    return id;
  };

  test('can be filtered by date and category, with totals, and exported with the same filters', async () => {
    const id = await opened();
    const filters = { from: '2026-11-01', to: '2026-11-30', category: 'food' };
    const found = await tess.call('GET /api/v1/club-accounts/{id}/lines', { id, ...filters });
    expect(found.items.map(({ amount }) => amount.amount)).toEqual([500, -3_050]);
    expect(found.sums).toEqual({
      added: { amount: 500, currency: 'USD' },
      taken: { amount: -3_050, currency: 'USD' },
    });
    expect((await tess.call('GET /api/v1/club-accounts/{id}/lines', { id })).sums).toBeNull();
    const { categories } = await tess.call('GET /api/v1/club-accounts/{id}/line-filters', { id });
    expect(categories).toEqual(['food', 'travel']);

    const get = (format: 'csv' | 'xlsx') =>
      tess.call('GET /api/v1/club-accounts/{id}/lines/export', { id, format, ...filters });
    const csv = Buffer.from((await get('csv')).content, 'base64')
      .toString()
      .split('\r\n');
    expect(csv[1]).toMatch(/^2026-11-05,food of 2026-11-05,food,.*,-30\.5,457\.5,USD,/);
    expect(csv[2]).toMatch(/^2026-11-07,.*,5,363\.5,USD,/);
    expect(csv).toHaveLength(4);
    const file = Buffer.from((await get('xlsx')).content, 'base64');
    expect(file.subarray(0, 2).toString()).toBe('PK');
  });

  test('are visible only to people who can see the club’s money', async () => {
    const id = await opened();
    for (const [who, status] of [
      [world.ana, 403],
      [world.eve, 404],
    ] as const)
      for (const path of ['lines', 'line-filters', 'lines/export'] as const)
        expect(
          (
            await who.try(`GET /api/v1/club-accounts/{id}/${path}`, {
              id,
              ...(path === 'lines/export' && { format: 'csv' }),
            })
          ).status,
        ).toBe(status);
  });
});

test('a closed period returns money that doesn’t carry over', async () => {
  const period = (from: string, to: string) =>
    world.admin.try('POST /api/v1/school/budget-periods', {
      clientId: newClientId(),
      name: from.slice(0, 4),
      from,
      to,
    });
  const { id, version } = (await period('2026-08-01', '2027-07-31')).body as {
    id: string;
    version: number;
  };
  expect(codeOf(await period('2027-07-31', '2028-07-31'))).toEqual([422, 'budget_period_dates']);
  expect(codeOf(await period('2029-07-31', '2028-07-31'))).toEqual([422, 'budget_period_dates']);
  const keeps = await newAccount({ parent: fund });
  const returns = await newAccount({ parent: fund, carriesOver: false });
  for (const to of [keeps, returns]) await allocate(to.id, 700, fund);
  const before = await balancesOf(world.admin, fund);
  const close = () =>
    world.admin.try('POST /api/v1/school/budget-periods/{id}/closure', { id, version });
  expect((await close()).body).toMatchObject({ returned: 1, period: { id } });
  expect(codeOf(await close())).toEqual([409, 'budget_period_closed']);
  expect((await balancesOf(world.admin, fund))[0]).toBe(before[0] + 700);
  expect(await balancesOf(world.admin, keeps.id)).toEqual([700, 0, 700]);
  expect(await balancesOf(world.admin, returns.id)).toEqual([0, 0, 0]);
});

test('deleting an account removes the person’s name from the ledger', async () => {
  const zoe = await world.join({ username: 'zoe', first_name: 'Zoe', is_admin: true });
  const { id } = await zoe.call('POST /api/v1/school/ledger-entries', {
    clientId: newClientId(),
    date: '2026-11-04',
    title: 'By Zoe',
    postings: [
      { account: fund, amount: 10 },
      { account: 'external', amount: -10 },
    ],
  });
  expect((await world.admin.call('GET /api/v1/ledger-entries/{id}', { id })).by).toMatchObject({
    uid: zoe.uid,
  });
  await zoe.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  const after = await world.admin.call('GET /api/v1/ledger-entries/{id}', { id });
  expect([after.by, after.title]).toEqual([null, 'By Zoe']);
});
