import { send } from '../people/writes.ts';
import type { Server } from '../people/servers.ts';
import { slope } from '../people/tables.ts';
import { costText, mark, middle, n, withCosts, type Setup } from './setup.ts';

const [connections, rounds, secondsEach, groups, clubsPerGroup] = [16, 3, 3, 25, 20] as const;

/** Creates a fund with groups of accounts. Returns its id. */
const addAccounts = async ({ client, school: { school } }: Setup): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into club_accounts (school_id, role, code, name, currency) values ($1::int, 'fund', 'F', 'Student fund', 'USD') returning id`,
    [school],
  );
  const fund = rows[0]?.id ?? '';
  await client.query(
    `with g as (
      insert into club_accounts (school_id, role, code, name, parent_id, currency)
      select $1::int, 'group', 'G' || n, 'Group ' || n, $2::bigint, 'USD' from generate_series(1, ${groups}) as n returning id, code)
    insert into club_accounts (school_id, role, code, name, parent_id, currency)
    select $1::int, 'fund', g.code || '-' || n, 'Account ' || n, g.id, 'USD' from g, generate_series(1, ${clubsPerGroup}) as n`,
    [school, fund],
  );
  await client.query(
    `insert into club_accounts (school_id, role, currency) values ($1::int, 'external', 'USD')`,
    [school],
  );
  return fund;
};

/** Adds expenses until there are as many postings, without triggers, and brings balances and months up to date. */
const addPostings = async (
  { client, school: { school } }: Setup,
  postings: number,
): Promise<void> => {
  await client.query('set session_replication_role = replica');
  await client.query(
    `with a as (select id, row_number() over (order by id) as nth, count(*) over () as many from club_accounts where school_id = $1::int and code like '%-%'),
      outside as (select id from club_accounts where school_id = $1::int and role = 'external'),
      held as (select count(*)::int as n from ledger_entries where school_id = $1::int),
      made as (
        insert into ledger_entries (school_id, on_date, title, category, kind)
        select $1::int, date '2026-01-01' + (g.i % 365), 'Expense', 'Food', case when g.i % 3 = 0 then 'allocation' else 'expense' end
        from held, generate_series(held.n + 1, $2::int / 2) as g (i) returning id, kind),
      numbered as (select id, kind, row_number() over () as nth from made)
    insert into ledger_postings (school_id, entry_id, account_id, currency, amount, number, balance)
    select $1::int, m.id, x.account, 'USD', x.amount, m.nth + held.n, 0
    from numbered m cross join held cross join outside
      join a on a.nth = 1 + m.nth % a.many
      cross join lateral (values (a.id, case m.kind when 'allocation' then 900 else -100 end), (outside.id, case m.kind when 'allocation' then -900 else 100 end)) as x (account, amount)`,
    [school, postings],
  );
  await client.query(
    `update club_account_balances b set balance = s.sum, postings = s.n
      from (select account_id, sum(amount) as sum, count(*) as n from ledger_postings where school_id = $1::int group by account_id) s
      where b.school_id = $1::int and b.account_id = s.account_id`,
    [school],
  );
  await client.query('delete from club_account_months where school_id = $1::int', [school]);
  await client.query(
    `insert into club_account_months (school_id, account_id, month, allocated, income, spent)
      select $1::int, p.account_id, date_trunc('month', e.on_date)::date, coalesce(sum(p.amount) filter (where posting_part(e.kind, p.amount, false) = 'allocated'), 0),
        coalesce(sum(p.amount) filter (where posting_part(e.kind, p.amount, false) = 'income'), 0),
        coalesce(-sum(p.amount) filter (where posting_part(e.kind, p.amount, false) = 'spent'), 0)
      from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id where p.school_id = $1::int group by 1, 2, 3`,
    [school],
  );
  await client.query('set session_replication_role = origin; analyze');
};

/** Requests an address over some connections for some seconds. Returns the number of replies, and replies per second. */
const repliesOf = async (
  { port }: Server,
  path: string,
  jwt: string | undefined,
): Promise<{ replies: number; rate: number }> => {
  const since = performance.now();
  let replies = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - since < secondsEach * 1000) {
        const { status, text } = await send(port, {
          method: 'GET',
          path,
          ...(jwt !== undefined && { jwt }),
        });
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
        replies += 1;
      }
    }),
  );
  return { replies, rate: replies / ((performance.now() - since) / 1000) };
};

/**
 * The committee's tree of 500 accounts, compared with one prepared statement over stored sums that returns the same JSON, for growing
 * numbers of postings. Returns lines for the figures.
 */
export const measureTree = async (setup: Setup, sizes: readonly number[]): Promise<string[]> => {
  const { client, admin } = setup;
  const fund = await addAccounts(setup);
  const path = `/api/v1/school/club-accounts/tree?parent=${fund}`;
  const lines: string[] = [];
  const points: (readonly [number, number])[] = [];
  for (const size of sizes) {
    await addPostings(setup, size);
    const server = await setup.startOurs();
    const first = await send(server.port, { method: 'GET', path, jwt: admin });
    const { items } = JSON.parse(first.text) as { items: object[] };
    await client.query(
      'create schema if not exists baseline; drop table if exists baseline.tree; create table baseline.tree (nth int primary key, parent bigint, item jsonb)',
    );
    await client.query(
      'insert into baseline.tree select ordinality, $2, value from jsonb_array_elements($1::jsonb) with ordinality',
      [JSON.stringify(items), fund],
    );
    const baseline = await setup.startBaseline();
    const [ours, plain]: [number[], number[]] = [[], []];
    let cost = '';
    for (let round = 0; round < rounds; round += 1) {
      plain.push((await repliesOf(baseline, `/tree?parent=${fund}`, undefined)).rate);
      const run = await withCosts(setup, server, () => repliesOf(server, path, admin));
      ours.push(run.result.rate);
      cost = costText(run, run.result.replies);
    }
    await Promise.all([server.stop(), baseline.stop()]);
    const share = middle(ours) / middle(plain);
    points.push([size, 1 / middle(ours)]);
    lines.push(
      `| ${n(size)} postings, ${items.length} rows of 500 accounts | ${n(middle(ours))} | ${n(middle(plain))} | ${share.toFixed(2)}${mark(share >= 0.4)} | ${cost} |`,
    );
  }
  const exponent = slope(points);
  return [
    `| tree of accounts, ${connections} connections, median of ${rounds} | a second | baseline | share (aim 0.4) | processor ms a call: server, PostgreSQL |`,
    '|---|---|---|---|---|',
    ...lines,
    '',
    ...(points.length > 1
      ? [
          `The time of a reply grows with the postings with an exponent of ${exponent.toFixed(2)}${mark(exponent <= 0.05)} (at most 0.05).`,
        ]
      : []),
  ];
};
