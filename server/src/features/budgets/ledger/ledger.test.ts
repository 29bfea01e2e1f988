import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inTransaction, type Db } from '../../../kernel/database/database.ts';
import { inWorld } from '../../../../test/world.ts';
import {
  checkAvailable,
  clubAccountOf,
  giveBack,
  postEntry,
  promise,
  reverseEntry,
  systemAccountOf,
} from './posting.ts';

const world = inWorld();

const within = <T>(work: (db: Db) => Promise<T>) =>
  inTransaction(world.pool, { school: world.school }, work);

let club = 0;
let account = 0;
let external = 0;
beforeAll(async () => {
  club = Number(
    (
      await world.admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name: 'Robotics',
        membership: 'open',
        president: world.ben.uid,
      })
    ).id,
  );
  account = (await within((db) => clubAccountOf(db, world.school, club, 'USD'))).id;
  external = (await within((db) => systemAccountOf(db, world.school, 'external', 'USD'))).id;
});

const entry = (amount: number, more: object = {}) => ({
  schoolId: world.school,
  date: '2026-11-02',
  title: 'Fall allocation',
  kind: 'allocation' as const,
  source: null,
  createdBy: world.admin.id,
  postings: [
    { account, amount },
    { account: external, amount: -amount },
  ],
  ...more,
});
const post = (amount: number, more: object = {}) =>
  within((db) => postEntry(db, entry(amount, more)));

const balances = () =>
  world.sql<{
    id: number;
    balance: number;
    sum: number;
    postings: number;
    count: number;
    months: number;
  }>(
    `select a.id, b.balance, coalesce(sum(p.amount), 0)::bigint as sum, b.postings, count(p.id) as count,
        (select coalesce(sum(m.allocated + m.income - m.spent), 0)::bigint from club_account_months m where m.account_id = a.id) as months
      from club_accounts a join club_account_balances b on b.account_id = a.id left join ledger_postings p on p.account_id = a.id
      group by a.id, b.balance, b.postings order by a.id`,
  );
const expectExact = async () => {
  for (const { balance, sum, postings, count, months } of await balances())
    expect([balance, postings, months]).toEqual([sum, count, sum]);
};
const entries = async () =>
  (await world.sql<{ n: number }>('select count(*) as n from ledger_entries'))[0]?.n;

test('a club has one account per currency, even if several calls create it at the same time', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      within((db) => clubAccountOf(db, world.school, club, 'EUR')).then(({ id }) => id),
    ),
  );
  expect(new Set(made).size).toBe(1);
  expect(made[0]).not.toBe(account);
  const system = await Promise.all(
    Array.from({ length: 6 }, () =>
      within((db) => systemAccountOf(db, world.school, 'fees', 'EUR')).then(({ id }) => id),
    ),
  );
  expect(new Set(system).size).toBe(1);
});

describe('a ledger transaction', () => {
  test('sums to zero in each currency or is rolled back', async () => {
    const before = [await entries(), await balances()];
    await expect(post(1, { postings: [{ account, amount: 500 }] })).rejects.toMatchObject({
      code: 'entry_unbalanced',
    });
    await expect(
      post(1, {
        postings: [
          { account, amount: 500 },
          { account: external, amount: -499 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'entry_unbalanced' });
    const euro = (await within((db) => clubAccountOf(db, world.school, club, 'EUR'))).id;
    await expect(
      post(1, {
        postings: [
          { account, amount: 500 },
          { account: euro, amount: -500 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'entry_unbalanced' });
    await expect(post(0.5)).rejects.toMatchObject({ code: 'amount_invalid' });
    await expect(post(1_000_000_000_001)).rejects.toMatchObject({ code: 'amount_invalid' });
    expect([await entries(), await balances()]).toEqual(before);
  });

  test('is also checked by the database', async () => {
    const before = await entries();
    const insert = (postings: string) =>
      world.sql(
        `with e as (insert into ledger_entries (school_id, on_date, title, kind) values (${world.school}, '2026-11-02', 'By hand', 'manual') returning id)
        insert into ledger_postings (school_id, entry_id, account_id, currency, amount, number, balance) select ${world.school}, e.id, p.a, p.c, p.m, 0, 0
        from e, (values ${postings}) as p (a, c, m)`,
      );
    await expect(insert(`(${account}, 'USD', 100)`)).rejects.toThrow(/two or more postings/);
    await expect(insert(`(${account}, 'USD', 100), (${external}, 'USD', -99)`)).rejects.toThrow(
      /sum to zero/,
    );
    // The account's currency isn't the posting's.
    await expect(insert(`(${account}, 'EUR', 100), (${external}, 'EUR', -100)`)).rejects.toThrow(
      /ledger_postings_school_id_account_id_currency_fkey/,
    );
    await expect(
      world.sql(
        `insert into ledger_entries (school_id, on_date, title, kind) values (${world.school}, '2026-11-02', 'Empty', 'manual')`,
      ),
    ).rejects.toThrow(/two or more postings/);
    expect(await entries()).toBe(before);
  });

  test('and its postings can’t be changed or deleted', async () => {
    const { id } = await post(700);
    for (const change of [
      `update ledger_postings set amount = 1 where entry_id = ${id}`,
      `delete from ledger_postings where entry_id = ${id}`,
      `update ledger_entries set title = 'Other' where id = ${id}`,
      `update ledger_entries set created_by = ${world.ana.id} where id = ${id}`,
      `delete from ledger_entries where id = ${id}`,
      // One more posting on an entry that is already there.
      `insert into ledger_postings (school_id, entry_id, account_id, currency, amount, number, balance) values (${world.school}, ${id}, ${account}, 'USD', 5, 0, 0)`,
    ])
      await expect(world.sql(change)).rejects.toThrow(/only added and reversed|sum to zero/);
    await expect(
      world.sql(`update club_accounts set currency = 'EUR' where id = ${account}`),
    ).rejects.toThrow(/keeps its role and its currency/);
    await expectExact();
  });

  test('is posted once per source and kind, even by simultaneous calls', async () => {
    const before = await entries();
    const source = { kind: 'order' as const, id: 77 };
    const made = await Promise.all(
      Array.from({ length: 8 }, () => post(1_250, { kind: 'income', source })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const fee = await post(-30, { kind: 'fee', source });
    expect(fee.id).not.toBe(made[0]?.id);
    expect(await entries()).toBe((before ?? 0) + 2);
    await expectExact();
  });

  test('is reversed once, with opposite amounts', async () => {
    const { id } = await post(4_200);
    const start = await balances();
    const reverse = () =>
      within((db) =>
        reverseEntry(db, {
          schoolId: world.school,
          entry: id,
          date: '2026-11-03',
          reason: 'Wrong club',
          createdBy: world.admin.id,
          now: world.clock.now(),
        }),
      );
    const results = await Promise.allSettled(Array.from({ length: 4 }, reverse));
    const done = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'entry_reversed' });
    const amount = (list: typeof start) => list.find((one) => one.id === account)?.balance ?? 0;
    expect(amount(await balances())).toBe(amount(start) - 4_200);
    const again = done[0]?.id ?? 0;
    await expect(
      within((db) =>
        reverseEntry(db, {
          schoolId: world.school,
          entry: again,
          date: '2026-11-03',
          reason: 'Again',
          createdBy: world.admin.id,
          now: world.clock.now(),
        }),
      ),
    ).rejects.toMatchObject({ code: 'entry_reversed' });
    // A reversal with other amounts, written by hand.
    await expect(
      world.sql(
        `with e as (insert into ledger_entries (school_id, on_date, title, kind, reverses_id)
            select ${world.school}, '2026-11-02', 'By hand', 'manual', id from ledger_entries e where reverses_id is null
              and not exists (select from ledger_entries r where r.reverses_id = e.id) limit 1 returning id)
        insert into ledger_postings (school_id, entry_id, account_id, currency, amount, number, balance)
          select ${world.school}, e.id, p.a, 'USD', p.m, 0, 0 from e, (values (${account}, 1), (${external}, -1)) as p (a, m)`,
      ),
    ).rejects.toThrow(/opposite amounts/);
    await expectExact();
  });
});

test('balances equal the sums of their postings after many simultaneous transactions in both directions', async () => {
  const clubs = await Promise.all(
    [0, 1, 2].map(async (n) => {
      const made = await world.admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name: `Parallel ${n}`,
        membership: 'open',
        president: world.ben.uid,
      });
      return within((db) => clubAccountOf(db, world.school, Number(made.id), 'USD'));
    }),
  );
  const [one = { id: 0 }, two = { id: 0 }, three = { id: 0 }] = clubs;
  const pairs = [
    [one, two],
    [two, one],
    [two, three],
    [three, one],
  ] as const;
  await Promise.all(
    Array.from({ length: 80 }, (_, n) => {
      const [from, to] = pairs[n % pairs.length] ?? pairs[0];
      return post(1, {
        kind: 'transfer',
        postings: [
          { account: to.id, amount: n + 1 },
          { account: from.id, amount: -(n + 1) },
        ],
      });
    }),
  );
  await expectExact();
  // Each posting has the balance of its account after it, in the order of their numbers.
  expect(
    await world.sql(
      `select id from (select id, balance, sum(amount) over (partition by account_id order by number) as running,
          number, row_number() over (partition by account_id order by number) as position from ledger_postings) as p
        where balance <> running or number <> position`,
    ),
  ).toEqual([]);
});

test('an account never commits or pays more than it has, even with simultaneous calls', async () => {
  const made = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Promises',
    membership: 'open',
    president: world.ben.uid,
  });
  const { id } = await within((db) => clubAccountOf(db, world.school, Number(made.id), 'USD'));
  await post(1, {
    postings: [
      { account: id, amount: 1_000 },
      { account: external, amount: -1_000 },
    ],
  });
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => within((db) => promise(db, id, 300))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(
    within((db) => checkAvailable(db, [{ account: id, amount: -101 }])),
  ).rejects.toMatchObject({ code: 'account_short' });
  await within((db) => checkAvailable(db, [{ account: id, amount: -100 }]));
  await within((db) => giveBack(db, id, 300));
  expect(
    await world.sql(`select balance, promised from club_account_balances where account_id = ${id}`),
  ).toEqual([{ balance: 1_000, promised: 600 }]);
  await expect(within((db) => giveBack(db, id, 601))).rejects.toThrow(/promised/);
});

test('another school can’t see transactions or post to the accounts', async () => {
  const there = await inTransaction(world.pool, { school: world.otherSchool }, (db) =>
    systemAccountOf(db, world.otherSchool, 'external', 'USD'),
  );
  await expect(
    post(1, {
      postings: [
        { account, amount: 10 },
        { account: there.id, amount: -10 },
      ],
    }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(await world.as(world.otherSchool)('select * from ledger_entries')).toEqual([]);
});
