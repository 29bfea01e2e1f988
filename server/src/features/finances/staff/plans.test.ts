import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inImports } from '../../../../test/import-world.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';
import { inTransaction } from '../../../kernel/database/database.ts';
import { selectLinesOf } from '../finances.queries.ts';
import { accountsView } from '../finances.views.ts';

const world = inWorld();
const { stored } = inImports(world);
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

let bursar: Person;
beforeAll(async () => {
  bursar = await world.join({ username: 'bursar' });
  const { id } = await world.admin.call('POST /api/v1/school/roles', {
    name: 'Bursar',
    permissions: ['finances.manage'],
  });
  await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', { id, uid: bursar.uid });
  await stored(world.school, {
    'terms.csv': 'code,name,start,end,timeZone\nf26,Fall 2026,2026-09-02,2026-12-11,UTC\n',
    'charges.csv':
      'id,username,amount,title,date,term\nc1,ana,1000.00,Tuition,2026-08-15,f26\nb1,ben,10.00,Locker,2026-09-08,f26\n',
  });
});

const accountOf = async (who: Person) => {
  const { accounts } = await who.call('GET /api/v1/finance/bursar');
  const [account] = accounts;
  if (account === undefined) throw new Error('no account');
  return account;
};
const wishFor = async (who: Person) => ({
  uid: who.uid,
  clientId: newClientId(),
  account: (await accountOf(who)).id,
  title: 'Payment plan',
  amount: 100_000,
  currency: 'USD',
  count: 3,
  first: new Date(world.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10),
});
const path = 'POST /api/v1/school/finances/people/{uid}/plans';
const cancel = (id: string, who = bursar) =>
  who.try('POST /api/v1/school/finances/accounts/{id}/plan/cancellation', {
    id,
    reason: 'Paid in full',
  });

test('[FIN-01] staff split a balance into installments that add up exactly, and cancel them by reversals', async () => {
  const wish = await wishFor(world.ana);
  // Two identical calls at the same time make one plan.
  const [one, two] = await Promise.all([bursar.call(path, wish), bursar.call(path, wish)]);
  expect(one.parts.map(({ amount }) => amount)).toEqual([33_334, 33_333, 33_333]);
  expect(two.parts).toEqual(one.parts);
  const planned = await accountOf(world.ana);
  // The parts don't belong to a term and don't add one.
  expect(planned.terms.map(({ lines }) => lines.map(({ title }) => title))).toEqual([['Tuition']]);
  expect(planned.balance.amount).toBe(100_000);
  expect(planned.dueNow.amount).toBe(0);
  expect(planned.nextDue).toMatchObject({ date: wish.first, amount: { amount: 33_334 } });
  expect(planned.plan.map(({ title }) => title)).toEqual([
    'Payment plan 1/3',
    'Payment plan 2/3',
    'Payment plan 3/3',
  ]);
  expect(codeOf(await bursar.try(path, { ...(await wishFor(world.ben)), amount: 1_001 }))).toEqual([
    422,
    'finance_plan_amount',
  ]);
  // An account has at most one plan at a time.
  expect(codeOf(await bursar.try(path, { ...wish, clientId: newClientId() }))).toEqual([
    409,
    'finance_plan_exists',
  ]);
  expect(await cancel(planned.id)).toMatchObject({ status: 200, body: { canceled: 3 } });
  const canceled = await accountOf(world.ana);
  expect(canceled.plan).toEqual([]);
  expect(canceled.dueNow.amount).toBe(100_000);
  // Nothing was edited: the parts are still stored, with their reversals.
  expect(
    await world.sql(
      `select count(*)::int as lines, count(reverses_id)::int as reversals, sum(effect)::int as effect from finance_transactions where kind = 'installment'`,
    ),
  ).toEqual([{ lines: 6, reversals: 3, effect: 0 }]);
  expect(codeOf(await cancel(planned.id))).toEqual([409, 'no_finance_plan']);
  expect(codeOf(await bursar.try(path, wish))).toEqual([409, 'no_finance_plan']);
  const { entries } = await world.admin.call('GET /api/v1/audit', {});
  expect(
    entries
      .filter(({ kind }) => kind === 'finance_plan_changed')
      .map(({ detail }) => detail['act']),
  ).toEqual(['canceled', 'added']);
  // After the plan was canceled, another one can be made.
  expect((await bursar.try(path, { ...wish, clientId: newClientId() })).status).toBe(200);
});

test('[FIN-01] a plan needs an account of the same student, its currency, and permission at the school', async () => {
  const wish = await wishFor(world.ben);
  expect(codeOf(await bursar.try(path, { ...wish, currency: 'EUR' }))).toEqual([
    422,
    'finance_currency',
  ]);
  expect((await bursar.try(path, { ...wish, uid: world.ana.uid })).status).toBe(404);
  expect(codeOf(await bursar.try(path, { ...wish, amount: 2 }))).toEqual([400, 'invalid_input']);
  expect((await bursar.try(path, { ...wish, count: 1 })).status).toBe(400);
  for (const who of [world.ben, world.eve]) {
    expect((await who.try(path, wish)).status).toBe(403);
    expect((await cancel(wish.account, who)).status).toBe(403);
  }
  expect((await accountOf(world.ben)).plan).toEqual([]);
});

/** Generates pseudorandom numbers that are the same in each run. */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

test('[FIN-01] the stored oldest due date matches the rule for the due dates that students see', async () => {
  const next = numbers(37);
  const upTo = (most: number) => Math.floor(next() * most);
  // All transactions are dated before the first day that is checked below.
  const dayAt = (days: number) =>
    new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
  const ids = await world.sql<{ id: number }>(
    `insert into finance_accounts (school_id, user_id, name, currency)
     select $1, $2, 'Account ' || n, 'USD' from generate_series(1, 60) as n returning id`,
    [world.school, world.ben.id],
  );
  // Transactions are added in rounds, so that each account changes several times.
  for (let round = 0; round < 5; round += 1) {
    const lines = ids.flatMap(({ id }) => {
      if (next() < 0.15) return [];
      const kind = ['charge', 'charge', 'charge', 'payment', 'credit', 'refund'][upTo(6)] ?? '';
      if (round === 2 && next() < 0.4)
        return [1, 2, 3].map((nth) => ({
          account: id,
          kind: 'installment',
          amount: 1 + upTo(120),
          on: dayAt(200 + nth * 30 + upTo(9)),
          due: null,
        }));
      const due = kind === 'charge' && next() < 0.7 ? dayAt(upTo(400)) : null;
      return [{ account: id, kind, amount: 1 + upTo(300), on: dayAt(upTo(100)), due }];
    });
    await world.sql(
      `insert into finance_transactions (school_id, account_id, code, kind, title, amount, on_date, due_on, created_at)
       select $1, l.account, 'r' || $2::int || '-' || l.nth, l.kind, 'Line', l.amount, l.on_date, l.due, '2026-12-31'
       from unnest($3::bigint[], $4::text[], $5::bigint[], $6::date[], $7::date[]) with ordinality as l (account, kind, amount, on_date, due, nth)`,
      [
        world.school,
        round,
        lines.map(({ account }) => account),
        lines.map(({ kind }) => kind),
        lines.map(({ amount }) => amount),
        lines.map(({ on }) => on),
        lines.map(({ due }) => due),
      ],
    );
    // Some transactions are reversed.
    await world.sql(
      `insert into finance_transactions (school_id, account_id, code, revision, kind, title, amount, on_date, reverses_id)
       select l.school_id, l.account_id, l.code, l.revision, l.kind, l.title, l.amount, l.on_date, l.id from finance_transactions l
       where l.code like 'r' || $1::int || '-%' and l.reverses_id is null and l.amount % 6 = 0`,
      [round],
    );
  }
  const accounts = ids.map(({ id }) => id);
  const rows = await inTransaction(world.pool, { school: world.school }, (db) =>
    selectLinesOf(db, accounts),
  );
  const stored = new Map(
    (
      await world.sql<{ id: number; day: string | null }>(
        'select account_id as id, oldest_due::text as day from finance_balances where account_id = any($1)',
        [accounts],
      )
    ).map(({ id, day }) => [String(id), day]),
  );
  for (let nth = 100; nth <= 420; nth += 4) {
    const today = dayAt(nth);
    const due = accountsView(rows, { today, since: null }).filter((one) => one.dueNow.amount > 0);
    const listed = [...stored].filter(([, day]) => day !== null && day <= today);
    expect(due.map(({ id }) => id).toSorted()).toEqual(listed.map(([id]) => id).toSorted());
  }
  const days = [...stored.values()];
  expect(days.filter((day) => day === null).length).toBeGreaterThan(5);
  expect(new Set(days).size).toBeGreaterThan(20);
});
