import { beforeEach, expect, test } from 'vitest';
import { challengeOf, codeOf, signInBrowser } from '../../../../test/sign-in-browser.ts';
import { softwarePasskey } from '../../../../test/software-passkey.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import type { RequestOptions } from '#contract/sessions/passkey-shapes.ts';

const world = inWorld();

beforeEach(() => world.sql('delete from rate_limits'));

const add = async (who: Person, name = 'Laptop', origin = 'http://localhost') => {
  const passkey = softwarePasskey(origin);
  const options = await who.call('POST /api/v1/passkeys/options', {});
  const row = await who.call('POST /api/v1/passkeys', { name, response: passkey.create(options) });
  return { passkey, row };
};

/** Asks for a challenge in a new browser. */
const begin = async (host?: string) => {
  const browser = signInBrowser(world, host);
  const { body } = await browser.send('POST /api/v1/login/passkey/options', {});
  return { browser, options: body as RequestOptions };
};

test('a person adds passkeys, signs in with one, renames and removes it', async () => {
  const who = await world.join({ username: 'keys' });
  const { passkey, row } = await add(who, 'Laptop');
  await add(who, 'Phone');
  expect(row).toMatchObject({ name: 'Laptop', host: 'localhost', isHere: true, lastUsedAt: null });

  const { browser, options } = await begin();
  const answer = await browser.send('POST /api/v1/login/passkey', {
    response: passkey.get(options),
  });
  expect(answer).toMatchObject({ status: 200, body: { jwt: expect.any(String) } });
  expect(browser.isSignedIn()).toBe(true);
  const [session] = await world.sql(
    `select method from sessions where user_id = $1 order by created_at desc, method limit 1`,
    [who.id],
  );
  expect(session).toEqual({ method: 'passkey' });

  const renamed = await who.call('PATCH /api/v1/passkeys/{id}', { id: row.id, name: 'Work' });
  expect(renamed).toMatchObject({ name: 'Work', lastUsedAt: world.clock.now().toISOString() });
  const { items } = await who.call('GET /api/v1/passkeys');
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Phone', 'Work']);

  await world.app.jobs.settle();
  expect(world.mails.filter(({ to }) => to === who.email).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('A passkey was added'),
    expect.stringContaining('A passkey was added'),
  ]);

  await who.call('DELETE /api/v1/passkeys/{id}', { id: row.id });
  const again = await begin();
  const removed = await again.browser.send('POST /api/v1/login/passkey', {
    response: passkey.get(again.options),
  });
  expect(codeOf(removed)).toEqual([401, 'passkey_unknown']);
});

test('other people can neither see, rename nor remove a passkey', async () => {
  const who = await world.join({ username: 'owner' });
  const { row } = await add(who);
  for (const one of [world.ben, world.admin, world.eve]) {
    const other = await world.signInAgain(one);
    expect((await other.call('GET /api/v1/passkeys')).items).toEqual([]);
    const renamed = await other.try('PATCH /api/v1/passkeys/{id}', { id: row.id, name: 'Mine' });
    expect(codeOf(renamed)).toEqual([404, 'not_found']);
    const removed = await other.try('DELETE /api/v1/passkeys/{id}', { id: row.id });
    expect(codeOf(removed)).toEqual([404, 'not_found']);
  }
});

test('a signature for another site, an unverified person and another page’s frame are refused', async () => {
  const { passkey } = await add(await world.join({ username: 'origins' }));
  for (const around of [
    { origin: 'https://evil.example' },
    { origin: 'http://north.localhost' },
    { isVerified: false },
    { topOrigin: 'https://evil.example' },
  ]) {
    const { browser, options } = await begin();
    const answer = await browser.send('POST /api/v1/login/passkey', {
      response: passkey.get(options, around),
    });
    expect([around, ...codeOf(answer)]).toEqual([around, 403, 'passkey_refused']);
  }
  const { browser, options } = await begin();
  const elsewhere = passkey.get({ ...options, rpId: 'north.localhost' });
  expect(codeOf(await browser.send('POST /api/v1/login/passkey', { response: elsewhere }))).toEqual(
    [403, 'passkey_refused'],
  );
  expect(browser.isSignedIn()).toBe(false);
});

test('a challenge works once, for ten minutes, in the browser that asked for it', async () => {
  const { passkey } = await add(await world.join({ username: 'challenges' }));
  const { browser, options } = await begin();
  const response = passkey.get(options);
  const other = signInBrowser(world);
  expect(codeOf(await other.send('POST /api/v1/login/passkey', { response }))).toEqual([
    403,
    'passkey_refused',
  ]);
  expect((await browser.send('POST /api/v1/login/passkey', { response })).status).toBe(200);
  expect(codeOf(await browser.send('POST /api/v1/login/passkey', { response }))).toEqual([
    403,
    'passkey_refused',
  ]);
  // A new signature of the same challenge, whose counter is higher.
  const signedAgain = passkey.get(options);
  expect(
    codeOf(await browser.send('POST /api/v1/login/passkey', { response: signedAgain })),
  ).toEqual([403, 'passkey_refused']);

  const late = await begin();
  const inTime = passkey.get(late.options);
  world.clock.advance(10 * 60_000);
  expect(
    codeOf(await late.browser.send('POST /api/v1/login/passkey', { response: inTime })),
  ).toEqual([403, 'passkey_refused']);
});

test('a counter that goes backward is refused, because the passkey was copied', async () => {
  const { passkey } = await add(await world.join({ username: 'counters' }));
  const use = async (counter: number) => {
    const { browser, options } = await begin();
    const response = passkey.get(options, { counter });
    return (await browser.send('POST /api/v1/login/passkey', { response })).status;
  };
  expect(await use(20)).toBe(200);
  expect(await use(19)).toBe(403);
  expect(await use(20)).toBe(403);
  expect(await use(21)).toBe(200);
});

test('a passkey of another school doesn’t sign in, and its challenge isn’t for this school', async () => {
  const eve = await world.signInAgain(world.eve);
  const { passkey } = await add(eve, 'North', 'http://north.localhost');
  const { browser, options } = await begin();
  expect(
    codeOf(await browser.send('POST /api/v1/login/passkey', { response: passkey.get(options) })),
  ).toEqual([401, 'passkey_unknown']);
  const { row } = await add(await world.join({ username: 'schools' }));
  expect((await eve.try('PATCH /api/v1/passkeys/{id}', { id: row.id, name: 'x' })).status).toBe(
    404,
  );
});

test('adding a passkey needs a confirmed session and its own challenge, and fails twice', async () => {
  const who = await world.join({ username: 'adding' });
  const passkey = softwarePasskey();
  const options = await who.call('POST /api/v1/passkeys/options', {});
  const response = passkey.create(options);
  // A challenge of someone else's session.
  const ben = await world.signInAgain(world.ben);
  const others = await ben.call('POST /api/v1/passkeys/options', {});
  const stolen = await who.try('POST /api/v1/passkeys', {
    name: 'x',
    response: passkey.create(others),
  });
  expect(codeOf(stolen)).toEqual([422, 'passkey_not_added']);
  for (const around of [{ origin: 'https://evil.example' }, { isVerified: false }])
    expect(
      codeOf(
        await who.try('POST /api/v1/passkeys', {
          name: 'x',
          response: passkey.create(options, around),
        }),
      ),
    ).toEqual([422, 'passkey_not_added']);
  await who.call('POST /api/v1/passkeys', { name: 'Laptop', response });
  expect(codeOf(await who.try('POST /api/v1/passkeys', { name: 'Again', response }))).toEqual([
    422,
    'passkey_not_added',
  ]);
  const next = await who.call('POST /api/v1/passkeys/options', {});
  expect(next.excludeCredentials?.map(({ id }) => id)).toEqual([passkey.id]);
  expect(
    codeOf(await who.try('POST /api/v1/passkeys', { name: 'x', response: passkey.create(next) })),
  ).toEqual([409, 'passkey_exists']);
  world.clock.advance(11 * 60_000);
  const renewed = await world.signInAgain(who);
  await world.sql(
    `update sessions set created_at = $2::timestamptz - interval '11 minutes' where user_id = $1`,
    [who.id, world.clock.now()],
  );
  expect(codeOf(await renewed.try('POST /api/v1/passkeys/options', {}))).toEqual([
    403,
    'confirm_identity',
  ]);
});

test('a passkey confirms the identity of a person without a password', async () => {
  const who = await world.join({ username: 'confirming' });
  const { passkey } = await add(who);
  await world.sql('delete from credentials where user_id = $1', [who.id]);
  await world.sql(
    `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
    [who.id],
  );
  expect((await who.try('POST /api/v1/two-step/app', {})).status).toBe(403);
  const options = await who.call('POST /api/v1/session/confirmation/options', {});
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id]);
  // A challenge for signing in doesn't confirm a session.
  const { options: other } = await begin();
  const wrong = await who.try('POST /api/v1/session/confirmation', { passkey: passkey.get(other) });
  expect(codeOf(wrong)).toEqual([403, 'passkey_refused']);
  await who.call('POST /api/v1/session/confirmation', { passkey: passkey.get(options) });
  expect((await who.try('POST /api/v1/two-step/app', {})).status).toBe(200);
});

test('a school that requires single sign-on refuses passkeys', async () => {
  const { passkey } = await add(await world.join({ username: 'single' }));
  await world.sql('insert into sso_required (school_id, since) values ($1, now())', [world.school]);
  const { browser, options } = await begin();
  const answer = await browser.send('POST /api/v1/login/passkey', {
    response: passkey.get(options),
  });
  await world.sql('delete from sso_required');
  expect(codeOf(answer)).toEqual([403, 'sso_required']);
  expect(browser.isSignedIn()).toBe(false);
});

test('a passkey is the second step at its own host', async () => {
  const who = await world.join({ username: 'second' });
  const { passkey } = await add(who);
  await who.call('POST /api/v1/two-step/on', {});
  const browser = signInBrowser(world);
  const login = await browser.login(who.email);
  expect(codeOf(login)).toEqual([401, 'second_factor_required']);
  expect(browser.isSignedIn()).toBe(false);
  const challenge = challengeOf(login);
  const { body } = await browser.send('POST /api/v1/login/second-step/options', { challenge });
  const options = body as { hasApp: boolean; passkey: RequestOptions; otherHosts: string[] };
  expect(options).toMatchObject({ hasApp: false, otherHosts: [] });
  const { passkey: stranger } = await add(await world.signInAgain(world.ben), 'Ben');
  const wrong = await browser.send('POST /api/v1/login/second-step', {
    challenge,
    passkey: stranger.get(options.passkey),
  });
  expect(codeOf(wrong)).toEqual([403, 'passkey_refused']);
  const right = await browser.send('POST /api/v1/login/second-step', {
    challenge,
    passkey: passkey.get(options.passkey),
  });
  expect(right.status).toBe(200);
  expect(browser.isSignedIn()).toBe(true);

  // At another host of the school, browsers don't offer the passkey, and the person learns why.
  const elsewhere = signInBrowser(world, 'demo.localhost');
  const second = challengeOf(await elsewhere.login(who.email));
  const here = await elsewhere.send('POST /api/v1/login/second-step/options', {
    challenge: second,
  });
  expect(here.body).toEqual({ hasApp: false, passkey: null, otherHosts: ['localhost'] });

  const { items } = await who.call('GET /api/v1/passkeys');
  expect(codeOf(await who.try('DELETE /api/v1/passkeys/{id}', { id: items[0]?.id }))).toEqual([
    409,
    'last_second_step',
  ]);
});
