import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { openBudgets } from '../../../test/budget-world.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

/* Ben is the president of Robotics and Tess its treasurer; Ana is a member, Ada an admin, and Eve is from another school. */

const world = inWorld();

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const usd = (amount: number) => ({ amount, currency: 'USD' });

let set: Awaited<ReturnType<typeof openBudgets>>;
let club = '';
let account = '';
let tess: Person;
beforeAll(async () => {
  set = await openBudgets(world);
  ({ club, account, tess } = set);
});
const newAccount = (more: object = {}) => set.newAccount(more);
const allocate = (to: string, amount: number, from: string | null = null) =>
  set.allocate(to, amount, from);
const balancesOf = (who: Person, id: string) => set.balancesOf(who, id);

type Request = ReplyOf<'GET /api/v1/budget-requests/{id}'>;

const lines = [
  { title: 'Motors', category: 'equipment', quantity: 4, price: 4_500, vendor: 'Acme' },
  { title: 'Pizza', category: 'food', quantity: 1, price: usd(6_000), clubPays: 1_000 },
];
const draftOf = (more: object = {}) => ({
  clientId: newClientId(),
  kind: 'purchase' as const,
  club,
  account,
  title: 'Competition',
  lines,
  ...more,
});
const create = (who: Person, more: object = {}): Promise<Request> => {
  world.clock.advance(1_000);
  return who.call('POST /api/v1/budget-requests', draftOf(more));
};
const read = (who: Person, id: string) => who.call('GET /api/v1/budget-requests/{id}', { id });
const submit = (who: Person, id: string) =>
  who.call('POST /api/v1/budget-requests/{id}/submission', { id });
const decide = (who: Person, request: Request, decision: string, reason = '') =>
  who.try('POST /api/v1/approvals/{id}/decision', {
    id: request.submission?.id ?? '',
    version: request.submission?.version,
    decision,
    reason,
  });
const approved = async (more: object = {}) => {
  const { id } = await create(world.ben, more);
  await submit(world.ben, id);
  const answer = await decide(world.admin, await read(world.admin, id), 'approve');
  expect(answer.status).toBe(200);
  return read(world.ben, id);
};
const expense = (who: Person, request: Request, more: object = {}) =>
  who.try('POST /api/v1/budget-requests/{id}/expenses', {
    id: request.id,
    clientId: newClientId(),
    line: request.lines[0]?.id,
    amount: 10_000,
    date: '2026-11-10',
    ...more,
  });

describe('a budget request', () => {
  test('is submitted, partly granted, committed, spent and closed', async () => {
    const [balance, promised, available] = await balancesOf(tess, account);
    const made = await create(tess);
    expect(made).toMatchObject({
      state: 'draft',
      asked: usd(23_000),
      granted: usd(0),
      spent: usd(0),
      submission: null,
      lines: [
        { title: 'Motors', quantity: 4, price: usd(4_500), asked: usd(18_000), granted: null },
        { title: 'Pizza', clubPays: usd(1_000), asked: usd(5_000), granted: null },
      ],
      can: { edit: true, submit: true, grant: false, spend: false },
    });
    await submit(tess, made.id);
    const waiting = await read(world.admin, made.id);
    expect(waiting).toMatchObject({ state: 'submitted', can: { grant: true } });
    const [motors, pizza] = waiting.lines;
    const granted = await world.admin.call('PUT /api/v1/budget-requests/{id}/grants', {
      id: made.id,
      version: waiting.version,
      lines: [{ id: motors?.id ?? '', granted: 12_000 }],
    });
    expect(granted.lines[0]).toMatchObject({ asked: usd(18_000), granted: usd(12_000) });
    expect((await decide(world.admin, granted, 'approve')).status).toBe(200);
    const now = await read(tess, made.id);
    expect(now).toMatchObject({ state: 'approved', granted: usd(17_000), can: { spend: true } });
    expect(await balancesOf(tess, account)).toEqual([
      balance,
      promised + 17_000,
      available - 17_000,
    ]);

    const sent = { clientId: newClientId() };
    expect((await expense(tess, now, sent)).body).toMatchObject({ spent: usd(10_000) });
    // A repeated call spends nothing more.
    expect((await expense(tess, now, sent)).body).toMatchObject({ spent: usd(10_000) });
    expect(codeOf(await expense(tess, now, { amount: 2_001 }))).toEqual([422, 'expense_too_large']);
    expect(codeOf(await expense(tess, now, { amount: 0 }))).toEqual([422, 'amount_invalid']);
    expect(codeOf(await expense(tess, now, { line: '1' }))).toEqual([404, 'not_found']);
    expect((await expense(tess, now, { line: pizza?.id, amount: 3_000 })).status).toBe(200);
    expect(await balancesOf(tess, account)).toEqual([
      balance - 13_000,
      promised + 4_000,
      available - 17_000,
    ]);
    const { items } = await tess.call('GET /api/v1/club-accounts/{id}/lines', { id: account });
    expect(items[0]).toMatchObject({
      kind: 'expense',
      category: 'food',
      amount: usd(-3_000),
      source: { kind: 'request', id: made.id },
    });
    // The transaction links back to the request.
    const entry = await tess.call('GET /api/v1/ledger-entries/{id}', {
      id: items[0]?.entry ?? '',
    });
    expect(entry.about).toEqual({
      request: { id: made.id, title: 'Competition' },
      order: null,
      event: null,
      isImported: false,
    });

    const closed = await tess.call('POST /api/v1/budget-requests/{id}/closure', { id: made.id });
    expect(closed).toMatchObject({ state: 'closed', spent: usd(13_000), can: { spend: false } });
    expect(await balancesOf(tess, account)).toEqual([
      balance - 13_000,
      promised,
      available - 13_000,
    ]);
    expect(codeOf(await expense(tess, closed, { amount: 1 }))).toEqual([
      409,
      'budget_request_state',
    ]);
    expect(
      codeOf(await tess.try('POST /api/v1/budget-requests/{id}/closure', { id: made.id })),
    ).toEqual([409, 'budget_request_state']);
  });

  test('can be spent again after an expense is reversed', async () => {
    const request = await approved();
    const start = await balancesOf(tess, account);
    const spent = (await expense(tess, request, { amount: 18_000 })).body as Request;
    await world.admin.call('POST /api/v1/ledger-entries/{id}/reversal', {
      id: spent.expenses[0]?.entry ?? '',
      clientId: newClientId(),
      reason: 'The order was canceled',
    });
    const after = await read(tess, request.id);
    expect(after).toMatchObject({ spent: usd(0), expenses: [{ isReversed: true }] });
    expect(await balancesOf(tess, account)).toEqual(start);
    expect((await expense(tess, request, { amount: 18_000 })).status).toBe(200);
  });

  test('never spends more than was granted, even with simultaneous calls', async () => {
    const request = await approved();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => expense(tess, request, { amount: 4_500 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await read(tess, request.id)).toMatchObject({ spent: usd(18_000) });
  });

  test('commits only available money, and a rejected approval stores nothing', async () => {
    const { id } = await create(world.ben, {
      lines: [{ title: 'A house', category: '', quantity: 1, price: 900_000_000 }],
    });
    await submit(world.ben, id);
    const before = await balancesOf(tess, account);
    const request = await read(world.admin, id);
    expect(codeOf(await decide(world.admin, request, 'approve'))).toEqual([409, 'account_short']);
    expect(await balancesOf(tess, account)).toEqual(before);
    expect(await read(tess, id)).toMatchObject({ state: 'submitted', lines: [{ granted: null }] });
  });

  test('never commits more than there is with simultaneous requests', async () => {
    const { id: small } = await newAccount({ club });
    await allocate(small, 50_000);
    const requests = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { id } = await create(world.ben, { account: small });
        await submit(world.ben, id);
        return read(world.admin, id);
      }),
    );
    const answers = await Promise.all(requests.map((one) => decide(world.admin, one, 'approve')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(await balancesOf(tess, small)).toEqual([50_000, 46_000, 4_000]);
  });

  test('can be returned for changes and submitted again', async () => {
    const { id } = await create(world.ben);
    await submit(world.ben, id);
    expect(
      codeOf(
        await world.ben.try('PATCH /api/v1/budget-requests/{id}', { id, version: 1, title: 'New' }),
      ),
    ).toEqual([409, 'budget_request_state']);
    const request = await read(world.admin, id);
    expect((await decide(world.admin, request, 'request_changes', 'Add a quote')).status).toBe(200);
    const back = await read(world.ben, id);
    expect(back).toMatchObject({ state: 'changes_requested', can: { edit: true } });
    const patch = (version: number) =>
      tess.try('PATCH /api/v1/budget-requests/{id}', {
        id,
        version,
        lines: [{ title: 'Motors', category: 'equipment', quantity: 2, price: 4_500 }],
      });
    expect(codeOf(await patch(back.version + 1))).toEqual([409, 'budget_request_changed']);
    expect((await patch(back.version)).body).toMatchObject({ asked: usd(9_000) });
    expect(codeOf(await patch(back.version))).toEqual([409, 'budget_request_changed']);
    expect(await submit(tess, id)).toMatchObject({ state: 'submitted' });
    expect((await decide(world.admin, await read(world.admin, id), 'approve')).status).toBe(200);
    expect(await read(tess, id)).toMatchObject({ state: 'approved', granted: usd(9_000) });
  });

  test('can also be resubmitted and withdrawn through the approvals endpoints', async () => {
    const { id } = await create(world.ben);
    await submit(world.ben, id);
    await decide(world.admin, await read(world.admin, id), 'request_changes', 'Add a quote');
    const { submission } = await read(world.ben, id);
    await world.ben.call('POST /api/v1/approvals/{id}/resubmit', {
      id: submission?.id ?? '',
      version: submission?.version ?? 0,
    });
    expect(await read(world.ben, id)).toMatchObject({ state: 'submitted' });
    const again = await read(world.ben, id);
    await world.ben.call('POST /api/v1/approvals/{id}/withdraw', {
      id: again.submission?.id ?? '',
      version: again.submission?.version ?? 0,
    });
    expect(await read(world.ben, id)).toMatchObject({ state: 'withdrawn', can: { submit: true } });
    expect(await submit(world.ben, id)).toMatchObject({ state: 'submitted' });
  });

  test('[NOTIF-02] [CLUB-04] notifies only officers with the permission when it is denied', async () => {
    const { id } = await create(tess, { title: 'Denied trip' });
    await submit(tess, id);
    await decide(world.admin, await read(world.admin, id), 'deny', 'Not this year');
    await world.app.jobs.settle();
    const about = async (who: Person) =>
      (await who.call('GET /api/v1/notifications', { count: 50 })).items.filter(
        (one) => one.about?.title === 'Denied trip',
      );
    for (const who of [world.ben, tess])
      expect((await about(who)).map(({ kind }) => kind)).toEqual(['budget_request_denied']);
    expect(await about(world.ana)).toEqual([]);
    expect(await read(tess, id)).toMatchObject({ state: 'denied', can: { edit: true } });
  });

  test('is visible only to its club, its reviewers and the school', async () => {
    const { id } = await create(world.ben);
    for (const who of [world.ana, world.eve, world.cy])
      expect(codeOf(await who.try('GET /api/v1/budget-requests/{id}', { id }))).toEqual([
        404,
        'not_found',
      ]);
    expect(codeOf(await world.ana.try('POST /api/v1/budget-requests', draftOf()))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await world.eve.try('POST /api/v1/budget-requests', draftOf()))).toEqual([
      404,
      'not_found',
    ]);
    expect(codeOf(await world.ana.try('GET /api/v1/budget-requests', { club }))).toEqual([
      403,
      'forbidden',
    ]);
    const { items } = await tess.call('GET /api/v1/budget-requests', { club });
    expect(items[0]).toMatchObject({ id, state: 'draft', score: null });
    // The school's list has no drafts.
    const all = await world.admin.call('GET /api/v1/budget-requests', {});
    expect(all.items.map((one) => one.id)).not.toContain(id);
    const other = await newAccount({ club: null });
    expect(
      (await world.ben.try('POST /api/v1/budget-requests', draftOf({ account: other.id }))).status,
    ).toBe(200);
  });

  test('is rejected with another club’s account or invalid amounts', async () => {
    const chess = await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Chess',
      membership: 'open',
      president: world.cy.uid,
    });
    const theirs = await newAccount({ club: chess.id });
    const send = (more: object) => world.ben.try('POST /api/v1/budget-requests', draftOf(more));
    expect(codeOf(await send({ account: theirs.id }))).toEqual([404, 'not_found']);
    const line = (more: object) => ({
      lines: [{ title: 'Motors', category: '', quantity: 1, price: 100, ...more }],
    });
    for (const more of [
      { price: 0 },
      { price: -5 },
      { price: 1.5 },
      { price: 1e12 + 1 },
      { quantity: 0 },
      { quantity: 1.5 },
      { quantity: 2, price: 1e12 },
      { clubPays: 101 },
    ])
      expect(codeOf(await send(line(more)))).toEqual([422, 'amount_invalid']);
    expect(codeOf(await send(line({ price: { amount: 100, currency: 'EUR' } })))).toEqual([
      422,
      'currency_differs',
    ]);
    const empty = await create(world.ben, { lines: [] });
    expect(
      codeOf(await world.ben.try('POST /api/v1/budget-requests/{id}/submission', { id: empty.id })),
    ).toEqual([422, 'budget_request_empty']);
    expect(await world.ben.call('DELETE /api/v1/budget-requests/{id}', { id: empty.id })).toEqual({
      ok: true,
    });
  });

  test('can be granted only by its reviewer, at most for the requested amount, and not over a newer version', async () => {
    const { id } = await create(world.ben);
    await submit(world.ben, id);
    const request = await read(world.admin, id);
    const grant = (who: Person, granted: unknown, version = request.version) =>
      who.try('PUT /api/v1/budget-requests/{id}/grants', {
        id,
        version,
        lines: [{ id: request.lines[0]?.id ?? '', granted }],
      });
    expect(codeOf(await grant(world.ben, 100))).toEqual([403, 'forbidden']);
    expect(codeOf(await grant(world.ana, 100))).toEqual([404, 'not_found']);
    expect(codeOf(await grant(world.admin, 18_001))).toEqual([422, 'grant_too_large']);
    expect(codeOf(await grant(world.admin, -1))).toEqual([422, 'amount_invalid']);
    expect((await grant(world.admin, 0)).status).toBe(200);
    expect(codeOf(await grant(world.admin, 5))).toEqual([409, 'budget_request_changed']);
  });

  test('has scores that only reviewers see, and shows its current reviewers', async () => {
    const { id } = await create(world.ben);
    await submit(world.ben, id);
    expect(
      await world.admin.call('PUT /api/v1/budget-requests/{id}/score', { id, score: 4 }),
    ).toMatchObject({ scores: { own: 4, average: 4, count: 1 } });
    expect((await read(world.ben, id)).scores).toBeNull();
    expect(
      codeOf(await world.ben.try('PUT /api/v1/budget-requests/{id}/score', { id, score: 5 })),
    ).toEqual([403, 'forbidden']);
    const bea = await world.join({ username: 'bea', first_name: 'Bea', is_admin: true });
    await world.admin.call('PUT /api/v1/budget-requests/{id}/review', { id });
    expect(
      (await bea.call('PUT /api/v1/budget-requests/{id}/review', { id })).reviewing,
    ).toMatchObject({ uid: world.admin.uid });
    expect((await read(world.admin, id)).reviewing).toBeNull();
    expect((await read(world.ben, id)).reviewing).toBeNull();
    const listed = async (who: Person, more: object = {}) =>
      (await who.call('GET /api/v1/budget-requests', more)).items.find((one) => one.id === id)
        ?.reviewing ?? null;
    expect(await listed(bea)).toMatchObject({ uid: world.admin.uid });
    expect(await listed(world.ben, { club })).toBeNull();
    // Opening the next request leaves this one.
    const next = await create(world.ben, { title: 'The next one' });
    await submit(world.ben, next.id);
    await world.admin.call('PUT /api/v1/budget-requests/{id}/review', { id: next.id });
    expect((await read(bea, id)).reviewing).toBeNull();
    expect(await listed(bea)).toBeNull();
    await bea.call('PUT /api/v1/budget-requests/{id}/review', { id });
    expect((await read(world.admin, id)).reviewing).toMatchObject({ uid: bea.uid });
    world.clock.advance(3 * 60_000);
    expect((await read(world.admin, id)).reviewing).toBeNull();
  });
});

test('the school can export decisions as CSV, with the reviewer and the granted amount', async () => {
  const request = await approved({ title: 'Exported parts' });
  const { content } = await world.admin.call('GET /api/v1/school/club-accounts/export', {
    format: 'csv',
    file: 'decisions',
  });
  const lines = Buffer.from(content, 'base64').toString().split('\r\n');
  const row = lines.find((line) => line.includes(request.title))?.split(',');
  expect(row?.slice(1)).toEqual([
    'Robotics',
    'Exported parts',
    'purchase',
    'approved',
    'ROB',
    'USD',
    '230',
    '230',
    '0',
    'Ada Min',
    '',
  ]);
  expect(lines.some((line) => line.includes('Denied trip') && line.includes('Not this year'))).toBe(
    true,
  );
});

test('a club’s finances show its balance, spending and pending requests', async () => {
  const { money, can } = await tess.call('GET /api/v1/clubs/{id}/money', { id: club });
  const [balance, promised, available] = await balancesOf(tess, account);
  expect(money?.account).toMatchObject({
    id: account,
    balance: usd(balance),
    promised: usd(promised),
    available: usd(available),
  });
  expect(money?.categories.map(({ name }) => name)).toContain('equipment');
  const spent = money?.categories.reduce((sum, one) => sum + one.spent.amount, 0);
  expect(spent).toBe(money?.spent.amount);
  expect(money?.waiting.length).toBeGreaterThan(0);
  expect(can).toEqual({ request: true });
  expect(codeOf(await world.ana.try('GET /api/v1/clubs/{id}/money', { id: club }))).toEqual([
    403,
    'forbidden',
  ]);
  expect(codeOf(await world.eve.try('GET /api/v1/clubs/{id}/money', { id: club }))).toEqual([
    404,
    'not_found',
  ]);
});

test('money committed to an inactive or deleted club can be released', async () => {
  const chess = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess trips',
    membership: 'open',
    president: world.ben.uid,
  });
  const fund = await newAccount({ club: null });
  await allocate(fund.id, 50_000);
  const promised = async () => (await balancesOf(world.admin, fund.id))[1];
  const grant = () => approved({ club: chess.id, account: fund.id });
  const [first, second] = [await grant(), await grant()];
  expect(await promised()).toBe(2 * first.granted.amount);
  await world.sql(`update clubs set status = 'frozen' where id = $1`, [chess.id]);
  const close = (who: Person, id: string) =>
    who.try('POST /api/v1/budget-requests/{id}/closure', { id });
  expect(await read(world.ben, first.id)).toMatchObject({ can: { spend: false, close: true } });
  for (const who of [world.cy, world.eve])
    expect(codeOf(await close(who, first.id))).toEqual([404, 'not_found']);
  expect((await close(world.ben, first.id)).body).toMatchObject({ state: 'closed' });
  expect(await promised()).toBe(second.granted.amount);
  await world.admin.call('DELETE /api/v1/clubs/{id}', { id: chess.id });
  expect((await close(world.admin, second.id)).body).toMatchObject({ state: 'closed' });
  expect(await promised()).toBe(0);
});
