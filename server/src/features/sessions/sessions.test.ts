import { describe, expect, test } from 'vitest';
import { inWorld, send, worldPassword, type Answer } from '../../../test/world.ts';
import { hashPassword } from '../../kernel/security/password-hashing.ts';

const world = inWorld();

const login = (body: unknown, headers: Record<string, string> = {}, from?: string) =>
  world.visit('/api/v1/login', {
    method: 'POST',
    body,
    headers,
    ...(from !== undefined && { from }),
  });
const code = (answer: Answer) => (answer.body as { code?: string }).code;
const cookieLines = (answer: Answer) => [answer.headers['set-cookie'] ?? []].flat().map(String);

/** Starts the same school behind an https proxy. */
const behindProxy = () => world.startAnother({ trustProxy: '127.0.0.1' });

describe('signing in', () => {
  test('[AUTH-05] returns both tokens and two cookies, and auth_tokens and session return the same csrfToken again', async () => {
    const answer = await login({ email: world.ana.email.toUpperCase(), password: worldPassword });
    expect(answer.status).toBe(200);
    const tokens = answer.body as { csrfToken: string; jwt: string };
    expect(tokens.jwt.split('.')).toHaveLength(3);
    const [session, xsrf] = cookieLines(answer);
    expect(session).toMatch(/^cg_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(xsrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Max-Age=\d+; Path=\/; SameSite=Lax$/);
    const cookie = session?.split(';')[0] ?? '';
    for (const path of ['/mobile_ws/v18/auth_tokens', '/api/v1/session']) {
      const again = await world.visit(path, { headers: { cookie } });
      expect(again.body).toMatchObject({ csrfToken: tokens.csrfToken });
    }
  });

  test('sets a host-bound, secure cookie over https, partitioned in a frame', async () => {
    const proxied = await behindProxy();
    const post = async (inFrame: boolean) => {
      const response = await proxied.http.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { host: 'localhost', 'x-forwarded-proto': 'https' },
        payload: { email: world.ana.email, password: worldPassword, inFrame },
      });
      return String([response.headers['set-cookie']].flat()[0]);
    };
    expect(await post(false)).toMatch(
      /^__Host-cg_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await post(true)).toMatch(
      /^__Host-cg_session=.*; Path=\/; HttpOnly; Secure; (Partitioned; )?SameSite=None(; Partitioned)?$/,
    );
    await proxied.close();
  });

  test('returns the same response for a wrong password and for unknown, deactivated and other schools’ accounts', async () => {
    const disabled = await world.join({ username: 'gone' });
    await world.sql('update users set is_disabled = true where id = $1', [disabled.id]);
    const answers = await Promise.all([
      login({ email: world.ana.email, password: 'not this one' }),
      login({ email: 'nobody@demo.test', password: worldPassword }),
      login({ email: disabled.email, password: worldPassword }),
      login({ email: world.eve.email, password: worldPassword }),
    ]);
    for (const answer of answers)
      expect([answer.status, code(answer), answer.headers['set-cookie']]).toEqual([
        401,
        'wrong_credentials',
        undefined,
      ]);
    expect((await disabled.try('GET /mobile_ws/v18/auth_tokens')).status).toBe(401);
  });

  test('takes the same time for known and unknown accounts, because both verify one hash', async () => {
    const spent = async (email: string) => {
      const before = process.cpuUsage();
      for (let i = 0; i < 6; i += 1)
        await login({ email: `${i}${email}`, password: 'not this one' }, {}, '10.9.8.1');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await world.join({ username: 'timing0', email: '0timing@demo.test' });
    for (let i = 1; i < 6; i += 1)
      await world.join({ username: `timing${i}`, email: `${i}timing@demo.test` });
    // The test world's passwords have a lower hashing cost than real ones.
    await world.sql(
      `update credentials c set password_hash = $1 from users u where u.id = c.user_id and u.username ~ '^timing'`,
      [await hashPassword('another one')],
    );
    await spent('warm@demo.test');
    const ratio = (await spent('timing@demo.test')) / (await spent('nobody@demo.test'));
    // Without the placeholder hash, the ratio is about 10.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('is rejected from another site and by a form', async () => {
    const body = { email: world.ana.email, password: worldPassword };
    expect(code(await login(body, { 'sec-fetch-site': 'cross-site' }))).toBe('cross_site_refused');
    const form = await world.visit('/api/v1/login', {
      method: 'POST',
      body: 'email=a&password=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, code(form)]).toEqual([415, 'unsupported_media_type']);
    const plain = await world.visit('/api/v1/login', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'text/plain' },
    });
    expect(plain.status).toBe(415);
  });
});

describe('a session', () => {
  test('[AUTH-10] needs the header that repeats the CSRF cookie when writing with the cookie', async () => {
    const ana = await world.signInAgain(world.ana);
    const post = (headers: Record<string, string>) =>
      ana.raw('/api/v1/logout', { method: 'POST', body: {}, headers });
    expect(code(await post({}))).toBe('csrf_failed');
    expect(code(await post({ 'x-xsrf-token': world.ben.cookies.get('XSRF-TOKEN') ?? '' }))).toBe(
      'csrf_failed',
    );
    expect((await ana.try('GET /api/v1/sessions')).status).toBe(200);
    expect((await post({ 'x-xsrf-token': ana.cookies.get('XSRF-TOKEN') ?? '' })).status).toBe(200);
    expect(ana.cookies.has('cg_session')).toBe(false);
    expect((await ana.try('GET /api/v1/sessions')).status).toBe(401);
  });

  test('[AUTH-06] needs the right X-CG-CSRF-Token in the mobile web service, except for authentication and tokens', async () => {
    const { ana, ben, eve } = world;
    for (const path of [
      'user_profile',
      'mobile_people',
      'user_all',
      'listing_filters?type=directory',
      'listing_config?type=directory',
    ]) {
      const url = `/mobile_ws/v18/${path}`;
      for (const token of [undefined, '', 'x', ben.tokens.csrfToken, eve.tokens.csrfToken]) {
        const answer = await ana.raw(url, {
          headers: token === undefined ? {} : { 'x-cg-csrf-token': token },
        });
        expect([answer.status, answer.headers['x-error-status'], answer.body]).toMatchObject([
          403,
          '403',
          { error: { status: 403, code: 'csrf_failed' } },
        ]);
      }
      expect(
        (await ana.raw(url, { headers: { 'x-cg-csrf-token': ana.tokens.csrfToken } })).status,
      ).toBe(200);
    }
    expect((await ana.raw('/mobile_ws/v18/authentication')).status).toBe(200);
    expect((await ana.raw('/mobile_ws/v18/auth_tokens')).status).toBe(200);
  });

  test('has a bearer token that is valid for its school, for ten minutes, and until the session ends', async () => {
    const ana = await world.join({ username: 'bearer' });
    const users = (headers: Record<string, string>, host = 'localhost') =>
      world.visit('/api/v1/users', { headers, host });
    const bearer = { authorization: `Bearer ${ana.tokens.jwt}` };
    expect((await users(bearer)).status).toBe(200);
    expect(code(await users(bearer, 'north.localhost'))).toBe('invalid_token');
    expect(code(await users({ authorization: `Bearer ${ana.tokens.jwt.slice(0, -3)}abc` }))).toBe(
      'invalid_token',
    );
    expect(
      code(await users({ authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.' })),
    ).toBe('invalid_token');
    world.clock.advance(601_000);
    expect(code(await users(bearer))).toBe('invalid_token');
    world.clock.advance(-601_000);
    await ana.call('POST /api/v1/sessions/end-all', { keepCurrent: false });
    expect((await users(bearer)).status).toBe(401);
  });

  test('can be listed and ended by its owner, alone or with all other sessions', async () => {
    const first = await world.join({ username: 'devices' });
    const second = await world.signInAgain(first);
    const third = await world.signInAgain(first);
    const { items } = await first.call('GET /api/v1/sessions');
    expect(items.map((item) => item.isCurrent)).toEqual([true, false, false]);
    const other = (await second.call('GET /api/v1/sessions')).items[0];
    await first.call('DELETE /api/v1/sessions/{id}', { id: other?.id ?? '' });
    expect((await second.try('GET /api/v1/sessions')).status).toBe(401);
    expect(
      (await world.ana.try('DELETE /api/v1/sessions/{id}', { id: items[0]?.id ?? '' })).status,
    ).toBe(404);
    expect(await first.call('POST /api/v1/sessions/end-all', { keepCurrent: true })).toEqual({
      ended: 1,
      endedKeys: [],
      endedCalendars: [],
      kept: { passkeys: [], appAddedAt: null },
    });
    expect((await third.try('GET /api/v1/sessions')).status).toBe(401);
    expect((await first.try('GET /api/v1/sessions')).status).toBe(200);
  });

  test('is extended by use, and ends after thirty days without use', async () => {
    const person = await world.join({ username: 'idle' });
    const day = 86_400_000;
    for (let i = 0; i < 3; i += 1) {
      world.clock.advance(20 * day);
      const answer = await person.raw('/mobile_ws/v18/auth_tokens');
      expect(answer.status).toBe(200);
      // Browsers delete cookies by age, so the cookies are sent again with thirty days, and only then.
      const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String);
      expect(
        cookies.map((line) => /^(cg_session|XSRF-TOKEN)=[^;]+; Max-Age=2592000;/.exec(line)?.[1]),
      ).toEqual(['cg_session', 'XSRF-TOKEN']);
      expect(
        (await person.raw('/mobile_ws/v18/auth_tokens')).headers['set-cookie'],
      ).toBeUndefined();
    }
    world.clock.advance(31 * day);
    expect((await person.raw('/mobile_ws/v18/auth_tokens')).status).toBe(401);
    world.clock.advance(-91 * day);
  });

  test.each([
    ['an hour', 3_600_000],
    ['a day', 86_400_000],
  ])(
    'survives a clock that is %s off, ahead and then behind, renews tokens, and doesn’t return once ended',
    async (words, off) => {
      const person = await world.join({ username: `clock-${words.replace(' ', '-')}` });
      const other = await world.signInAgain(person);
      const users = (jwt: string) =>
        world.visit('/api/v1/users', { headers: { authorization: `Bearer ${jwt}` } });
      const renewed = async () =>
        (await person.call('GET /mobile_ws/v18/auth_tokens', {})) as { jwt: string };
      world.clock.advance(off);
      expect(code(await users(person.tokens.jwt))).toBe('invalid_token');
      const { jwt: ahead } = await renewed();
      expect((await users(ahead)).status).toBe(200);
      world.clock.advance(-2 * off);
      expect((await users((await renewed()).jwt)).status).toBe(200);
      // The person can still sign in, and signing out everywhere also ends sessions from the fast clock.
      const late = await world.signInAgain(person);
      expect((await users(late.tokens.jwt)).status).toBe(200);
      person.tokens = (await world.signInAgain(person)).tokens;
      await late.call('POST /api/v1/sessions/end-all', { keepCurrent: true });
      world.clock.advance(off);
      for (const jwt of [ahead, person.tokens.jwt, other.tokens.jwt])
        expect((await users(jwt)).status).toBe(401);
      expect((await other.try('GET /api/v1/sessions')).status).toBe(401);
      expect((await late.try('GET /api/v1/sessions', {})).status).toBe(401);
      expect((await late.raw('/mobile_ws/v18/auth_tokens')).status).toBe(200);
    },
  );

  test('has partitioned cookies inside a frame, even when they are renewed or deleted', async () => {
    const person = await world.join({ username: 'framed' });
    const https = { 'x-forwarded-proto': 'https' };
    const shape = (answer: Answer) =>
      [answer.headers['set-cookie'] ?? []]
        .flat()
        .map((line) => /SameSite=None; Partitioned|Partitioned; SameSite=None/.test(String(line)));
    const framed = await behindProxy();
    try {
      const entered = await send(framed, '/api/v1/login', {
        method: 'POST',
        headers: https,
        body: { email: person.email, password: worldPassword, inFrame: true },
      });
      expect(shape(entered)).toEqual([true, true]);
      const cookie = [entered.headers['set-cookie'] ?? []]
        .flat()
        .map((line) => String(line).split(';')[0]);
      world.clock.advance(10 * 86_400_000);
      const renewed = await send(framed, '/mobile_ws/v18/auth_tokens', {
        headers: { ...https, cookie: cookie.join('; ') },
      });
      expect([renewed.status, shape(renewed)]).toEqual([200, [true, true]]);
      const lost = await send(framed, '/mobile_ws/v18/auth_tokens', {
        headers: { ...https, cookie: String(cookie[0]) },
      });
      expect([lost.status, shape(lost)]).toEqual([200, [true]]);
      // Signing out deletes the cookies with the same attributes. Otherwise browsers would keep them.
      const xsrf = String(cookie[1]).split('=')[1] ?? '';
      const left = await send(framed, '/api/v1/logout', {
        method: 'POST',
        headers: { ...https, cookie: cookie.join('; '), 'x-xsrf-token': xsrf },
        body: {},
      });
      expect([left.status, shape(left)]).toEqual([200, [true, true]]);
      expect(
        [left.headers['set-cookie'] ?? []].flat().map((line) => /^[^=]+=;/.test(String(line))),
      ).toEqual([true, true]);
    } finally {
      world.clock.advance(-10 * 86_400_000);
      await framed.close();
    }
  });

  test('[AUTH-02, AUTH-12] is returned by the authentication call as a list with the person, or the logout mark', async () => {
    expect(
      (
        await world.ana.raw(
          '/mobile_ws/v18/authentication?fields=groups,officer_groups&source=sep&view=full',
        )
      ).body,
    ).toMatchObject([
      {
        uid: world.ana.uid,
        firstName: 'Ana',
        accountTypeType: 'student',
        groups: [],
        officer_groups: [],
      },
    ]);
    expect((await world.visit('/mobile_ws/v18/authentication')).body).toEqual([{ logout: true }]);
    const profile = await world.visit('/mobile_ws/v18/user_profile');
    expect([
      profile.status,
      profile.headers['x-error-status'],
      profile.headers['x-error-message'],
    ]).toEqual([401, '401', 'user not logged in']);
  });

  // This test comes last, because it ends everyone's sessions.
  test('has limits that admins can set, which apply immediately and are in the activity log', async () => {
    const minute = 60_000;
    const at = '/api/v1/school/session-limits' as const;
    expect((await world.ana.try(`PUT ${at}`, { idleMinutes: 30, hours: 8 })).status).toBe(403);
    for (const wrong of [
      { idleMinutes: 5, hours: null },
      { idleMinutes: null, hours: 0 },
      { idleMinutes: 30 },
    ])
      expect((await world.admin.try(`PUT ${at}`, wrong)).status).toBe(400);
    const person = await world.join({ username: 'limited' });
    const resting = await world.signInAgain(person);
    const reads = async (who = person) => (await who.try('GET /api/v1/sessions')).status;
    const tokens = async () =>
      (person.tokens = (await person.raw('/mobile_ws/v18/auth_tokens'))
        .body as typeof person.tokens);
    world.clock.advance(9 * minute);
    await tokens();
    const admin = await world.signInAgain(world.admin);
    expect(await admin.call(`PUT ${at}`, { idleMinutes: 20, hours: 2 })).toEqual({
      idleMinutes: 20,
      hours: 2,
    });
    expect(await world.admin.call(`GET ${at}`)).toEqual({ idleMinutes: 20, hours: 2 });
    expect((await admin.call('GET /api/v1/audit', { size: 1 })).entries[0]).toMatchObject({
      kind: 'session_limits_changed',
      detail: { before: { idleMinutes: null, hours: null }, after: { idleMinutes: 20, hours: 2 } },
    });
    // The other school keeps its own limits.
    const [north] = await world.sql<{ session_hours: number | null }>(
      'select session_hours from schools',
      [],
      world.otherSchool,
    );
    expect(north).toEqual({ session_hours: null });
    // The used session lasts up to its two hours, and the unused one twenty minutes.
    for (let n = 0; n < 10; n += 1) {
      world.clock.advance(9 * minute);
      await tokens();
      expect(await reads()).toBe(200);
    }
    expect((await resting.raw('/mobile_ws/v18/auth_tokens')).status).toBe(401);
    world.clock.advance(15 * minute);
    await tokens();
    expect(await reads()).toBe(200);
    world.clock.advance(9 * minute);
    expect((await person.raw('/mobile_ws/v18/auth_tokens')).status).toBe(401);
    // An open page that only renews its tokens doesn't extend the session.
    const open = await world.signInAgain(person);
    for (let n = 0; n < 2; n += 1) {
      world.clock.advance(9 * minute);
      expect((await open.raw('/mobile_ws/v18/auth_tokens')).status).toBe(200);
    }
    world.clock.advance(9 * minute);
    expect((await open.raw('/mobile_ws/v18/auth_tokens')).status).toBe(401);
    // A shorter limit ends older sessions immediately.
    const older = await world.signInAgain(person);
    world.clock.advance(18 * minute);
    const boss = await world.signInAgain(world.admin);
    await boss.call(`PUT ${at}`, { idleMinutes: 15, hours: 2 });
    expect((await older.raw('/mobile_ws/v18/auth_tokens')).status).toBe(401);
    await boss.call(`PUT ${at}`, { idleMinutes: null, hours: null });
    world.clock.advance(-175 * minute);
  });
});
