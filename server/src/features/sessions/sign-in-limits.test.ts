import { hash } from '@node-rs/argon2';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, worldPassword, type Answer } from '../../../test/world.ts';
import {
  maxConcurrentHashes,
  pendingHashes,
  verifyPassword,
} from '../../kernel/security/password-hashing.ts';
import {
  addressMax,
  anywhereMax,
  checkedAddress,
  failuresPerAddressMax,
  slowAddress,
  slowAccountLimit,
} from './sign-in-limits.ts';

const world = inWorld();

const login = (email: string, password: string, from: string, cookie?: string) =>
  world.visit('/api/v1/login', {
    method: 'POST',
    body: { email, password },
    from,
    headers: cookie === undefined ? {} : { cookie },
  });
const statusesOf = async (tries: Iterable<Promise<Answer>>): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(tries)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Returns the cookie for known browsers that a sign-in sets. */
const knownBy = (answer: Answer): string => {
  const line = [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((one) => one.startsWith('cg_browser='));
  return line?.split(';')[0] ?? '';
};
const reported = async () =>
  (
    await world.sql<{ detail: object }>(
      `select detail from activity_log where kind = 'sign_in_slowed' order by number`,
    )
  ).map(({ detail }) => detail);

/** Three hundred people with passwords that are quick to verify. */
const campus = Array.from({ length: 300 }, (_, n) => `many${n}@demo.test`);
beforeAll(async () => {
  const cheap = await hash(worldPassword, {
    algorithm: 2,
    memoryCost: 64,
    timeCost: 1,
    parallelism: 1,
  });
  await world.sql(
    `with made as (
       insert into users (school_id, username, email, first_name, last_name)
       select $1, 'many' || n, 'many' || n || '@demo.test', 'Many', n::text from generate_series(0, 299) n returning school_id, id)
     insert into credentials (school_id, user_id, password_hash, changed_at) select school_id, id, $2, now() from made`,
    [world.school, cheap],
  );
});

describe('guessing passwords', () => {
  test('for one account from one address slows down after ten failures, but not for other addresses and accounts', async () => {
    const victim = await world.join({ username: 'victim' });
    const from = '10.1.0.1';
    for (let n = 0; n < failuresPerAddressMax; n += 1)
      expect((await login(victim.email, `guess ${n}`, from)).status).toBe(401);
    const late = await login(victim.email, worldPassword, from);
    expect(late).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', retryAfter: slowAccountLimit.seconds },
    });
    expect((await login(campus[0] ?? '', worldPassword, from)).status).toBe(200);
    expect((await login(victim.email, worldPassword, '10.1.0.2')).status).toBe(200);
    // The account is slow, not locked: the next try can be the owner's.
    world.clock.advance(slowAccountLimit.seconds * 1_000);
    expect((await login(victim.email, worldPassword, from)).status).toBe(200);
    // After that, no limit is left.
    expect((await login(victim.email, 'mistyped', from)).status).toBe(401);
    expect((await login(victim.email, worldPassword, from)).status).toBe(200);
  });

  test('from six addresses and from sixty doesn’t lock out the owner, and the activity log records it once', async () => {
    const owner = await world.join({ username: 'besieged' });
    const before = (await reported()).length;
    for (let address = 1; address <= 6; address += 1)
      await statusesOf(
        Array.from({ length: failuresPerAddressMax + 5 }, (_, n) =>
          login(owner.email, `guess ${n}`, `10.2.0.${address}`),
        ),
      );
    expect((await login(owner.email, worldPassword, '10.2.1.1')).status).toBe(200);
    for (let address = 1; address <= 60; address += 1)
      await login(owner.email, 'one guess', `2001:db8:${address}::1`);
    const elsewhere = await statusesOf(
      Array.from({ length: slowAddress.max }, () => login(owner.email, worldPassword, '10.2.1.2')),
    );
    expect(elsewhere).toEqual({ 200: slowAddress.max });
    expect((await reported()).slice(before)).toEqual([{ person: owner.id, failures: anywhereMax }]);
    const { entries } = await world.admin.call('GET /api/v1/audit', {});
    expect(entries[0]).toMatchObject({
      kind: 'sign_in_slowed',
      actor: null,
      people: [{ uid: owner.uid }],
    });
  });

  test(
    'for three hundred accounts from one address slows down after thirty failures, even at the same time or over IPv6',
    { tags: 'soak' },
    async () => {
      const before = (await reported()).length;
      const spray = campus.map((email, n) =>
        login(email, 'Autumn2026!', `2001:db8:77:1::${n.toString(16)}`),
      );
      const { 401: wrong = 0, 429: slow = 0, ...rest } = await statusesOf(spray);
      expect([wrong + slow, rest]).toEqual([300, {}]);
      expect(wrong).toBeGreaterThanOrEqual(addressMax);
      // Some tries were running when the thirtieth failed.
      expect(wrong).toBeLessThan(addressMax + slowAddress.max + 2 * maxConcurrentHashes);
      expect((await reported()).slice(before)).toEqual([
        { address: '2001:db8:77:1::/64', failures: addressMax },
      ]);
      // Signing in to the guesser's own account doesn't allow more tries.
      world.clock.advance(slowAddress.seconds * 1_000);
      for (let n = 0; n < slowAddress.max; n += 1)
        expect((await login(campus[0] ?? '', worldPassword, '2001:db8:77:1::1')).status).toBe(200);
      expect((await login(campus[1] ?? '', 'Autumn2026!', '2001:db8:77:1::1')).status).toBe(429);
      // The neighboring network isn't affected.
      expect((await login(campus[1] ?? '', worldPassword, '2001:db8:77:2::1')).status).toBe(200);
    },
  );

  test('from a slow address still accepts correct passwords up to a limit, and returns the limit’s error for wrong ones', async () => {
    const from = '10.6.0.1';
    for (let n = 0; n < addressMax + slowAddress.max; n += 1)
      await login(campus[100 + n] ?? '', 'Autumn2026!', from);
    const wrong = await login(campus[99] ?? '', 'Autumn2026!', from);
    expect(wrong).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const right = campus.slice(0, checkedAddress.max - 1);
    expect(await statusesOf(right.map((email) => login(email, worldPassword, from)))).toEqual({
      200: right.length,
    });
    // No more passwords are checked, so the response is the same for a right and a wrong one.
    expect((await login(campus[50] ?? '', worldPassword, from)).status).toBe(429);
    world.clock.advance(checkedAddress.seconds * 1_000);
    expect((await login(campus[50] ?? '', worldPassword, from)).status).toBe(200);
  });

  test('doesn’t slow down a browser in which the person has signed in before, and ignores forged cookies', async () => {
    const owner = await world.join({ username: 'regular' });
    const from = '10.3.0.1';
    const cookie = knownBy(await login(owner.email, worldPassword, from));
    const others = knownBy(await login(campus[2] ?? '', worldPassword, from));
    expect(cookie).toMatch(/^cg_browser=\d+\.[\w-]{16}\.\d+\.[\w-]{43}$/);
    for (let n = 0; n < failuresPerAddressMax; n += 1) await login(owner.email, `guess ${n}`, from);
    const forged = cookie.replace(/\.\d+\./, '.9999999999.');
    for (const not of [undefined, others, forged])
      expect((await login(owner.email, worldPassword, from, not)).status).toBe(429);
    expect((await login(owner.email, worldPassword, from, cookie)).status).toBe(200);
    for (let n = 0; n < failuresPerAddressMax; n += 1)
      await login(owner.email, `guess ${n}`, from, cookie);
    // A known browser has no more tries than others.
    expect((await login(owner.email, worldPassword, '10.3.0.2', cookie)).status).toBe(200);
    for (let n = 0; n < failuresPerAddressMax; n += 1)
      await login(owner.email, `guess ${n}`, '10.3.0.3', cookie);
    for (let n = 0; n < failuresPerAddressMax; n += 1)
      expect((await login(owner.email, `guess ${n}`, '10.3.0.3', cookie)).status).toBe(401);
    expect((await login(owner.email, `guess`, '10.3.0.3', cookie)).status).toBe(429);
  });
});

test('three hundred people behind one address sign in at the same time, some after a mistake', async () => {
  const from = '10.4.0.1';
  const slips = campus.slice(0, 20).map((email) => login(email, 'a slip', from));
  expect(
    await statusesOf([...slips, ...campus.map((email) => login(email, worldPassword, from))]),
  ).toEqual({ 200: 300, 401: 20 });
});

test('hashes at most as many passwords at a time as half of the cores', async () => {
  const most: number[] = [];
  const work = Array.from({ length: 20 }, () => verifyPassword(null, 'anything'));
  work.push(
    ...Array.from(
      { length: 10 },
      async () => (await login('nobody@demo.test', 'x', '10.5.0.1')).status === 200,
    ),
  );
  const watch = setInterval(() => most.push(pendingHashes().underWay), 1);
  await Promise.all(work);
  clearInterval(watch);
  expect(Math.max(...most)).toBe(maxConcurrentHashes);
});

test('limits reset links by address, so that no one can use up another person’s, and sends at most five', async () => {
  const owner = await world.join({ username: 'forgetful' });
  const ask = async (from: string) =>
    (
      await world.visit('/api/v1/password/forgot', {
        method: 'POST',
        body: { email: owner.email },
        from,
      })
    ).status;
  for (let n = 0; n < 5; n += 1) expect(await ask('10.6.0.1')).toBe(200);
  expect(await ask('10.6.0.1')).toBe(429);
  expect(await ask('10.6.0.2')).toBe(200);
  await world.app.jobs.settle();
  const mails = () => world.mails.filter(({ to }) => to === owner.email);
  expect(mails()).toHaveLength(5);
  // Each of the five links still works, and using one makes the browser known, whatever others try.
  for (let n = 0; n < failuresPerAddressMax; n += 1)
    await login(owner.email, `guess ${n}`, '10.6.0.3');
  const token = /#token=([\w-]+)/.exec(mails()[0]?.text ?? '')?.[1];
  const body = { token, newPassword: 'a quite different phrase' };
  const reset = await world.visit('/api/v1/password/reset', {
    method: 'POST',
    body,
    from: '10.6.0.3',
  });
  expect((await login(owner.email, body.newPassword, '10.6.0.3')).status).toBe(429);
  expect((await login(owner.email, body.newPassword, '10.6.0.3', knownBy(reset))).status).toBe(200);
  world.clock.advance(3_600_000);
  expect(await ask('10.6.0.1')).toBe(200);
  await world.app.jobs.settle();
  expect(mails().filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(6);
});
