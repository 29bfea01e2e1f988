import { expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, stored } = inCampus();

test('an operator sets up Stripe for a school and a club, and the database has no readable secrets', async () => {
  await campus(['school', 'add', 'west']);
  const keys = ['--key', 'sk_test_west', '--webhook-secret', 'whsec_west'];
  const first = await campus(['payments', 'stripe', '--school', 'west', ...keys]);
  expect([first.code, first.out]).toEqual([0, 'Payments of west go through Stripe.\n']);
  await stored(
    'west',
    `insert into clubs (school_id, name, membership, created_at, client_id, updated_at, code)
      select school_id, 'Chess', 'open', now(), gen_random_uuid(), now(), 'chess' from schools where code = 'west'`,
  );
  const address = ['--address', 'http://127.0.0.1:4010'];
  const account = ['--account', 'acct_chess', '--club', 'chess'];
  const second = await campus([
    'payments',
    'stripe',
    '--school',
    'west',
    ...keys,
    ...account,
    ...address,
  ]);
  expect([second.code, second.out]).toEqual([
    0,
    'Payments of Chess go through Stripe to acct_chess.\nCalls go to http://127.0.0.1:4010, not to Stripe.\n',
  ]);
  const rows = await stored(
    'west',
    `select account, address, is_on, club_id is null as is_school, secret_key, webhook_secret from payment_providers order by club_id nulls first`,
  );
  expect(rows).toMatchObject([
    { account: null, address: null, is_on: true, is_school: true },
    { account: 'acct_chess', address: 'http://127.0.0.1:4010', is_on: true, is_school: false },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/sk_test_west|whsec_west/);
  // The same account again replaces the keys and keeps the row, to which payments refer.
  await campus(['payments', 'stripe', '--school', 'west', ...keys]);
  expect(await stored('west', `select count(*)::int as n from payment_providers`)).toEqual([
    { n: 2 },
  ]);
});

test('the command rejects other addresses, a club without an account, unknown clubs and a missing secret', async () => {
  await campus(['school', 'add', 'east']);
  const start = ['payments', 'stripe', '--school', 'east'];
  const keys = ['--key', 'sk_test_east', '--webhook-secret', 'whsec_east'];
  for (const address of ['https://api.stripe.test', 'http://10.0.0.1:80', 'http://127.0.0.1:0'])
    await refused([...start, ...keys, '--address', address], /^An address is for tests/m);
  await refused([...start, ...keys, '--club', 'chess'], /^A club needs an account/m);
  await refused(
    [...start, ...keys, '--club', 'chess', '--account', 'acct_1'],
    /^east has no club chess\.$/m,
  );
  const incomplete = await campus([...start, '--key', 'sk_test_east']);
  expect([incomplete.code, incomplete.err]).toEqual([
    1,
    expect.stringContaining('--webhook-secret'),
  ]);
  expect(await stored('east', `select count(*)::int as n from payment_providers`)).toEqual([
    { n: 0 },
  ]);
});
