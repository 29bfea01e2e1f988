import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Answer } from '../../../test/world.ts';

const world = inWorld();
const host = 'https://portal.example.edu';
const own = 'http://localhost';
const codeOf = (answer: Answer) =>
  (answer.body as { code?: string; error?: { code: string } }).code ??
  (answer.body as { error?: { code: string } }).error?.code;
const cookieLines = (answer: Answer) => [answer.headers['set-cookie'] ?? []].flat().map(String);

const keys = { embed: '', provisioning: '' };
beforeAll(async () => {
  await world.admin.call('POST /api/v1/school/embed-origins', { origin: host });
  await world.admin.call('POST /api/v1/school/embed-origins', {
    origin: 'https://second.example.edu',
  });
  for (const scope of ['embed', 'provisioning'] as const) {
    const { token } = await world.admin.call('POST /api/v1/api-keys', {
      name: scope,
      scopes: [scope],
    });
    keys[scope] = token;
  }
});

const ask = (person: object, { origin = host, key = keys.embed } = {}) =>
  world.visit('/api/v1/embed/code', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { origin, person },
  });
const codeFor = async (person: object, origin = host) =>
  ((await ask(person, { origin })).body as { code: string }).code;
const trade = (
  code: string,
  {
    origin = host,
    headers = {},
    at = 'localhost',
  }: { origin?: string; headers?: Record<string, string>; at?: string } = {},
) =>
  world.visit('/api/v1/embed/session', {
    method: 'POST',
    headers,
    body: { code, origin },
    host: at,
  });

describe('a sign-in code for a person', () => {
  test('[EMBED-01] signs in the person named by the host’s server, with cookies limited to its page', async () => {
    const made = await ask({ uid: world.ana.uid });
    expect(made.body).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: new Date(world.clock.now().getTime() + 60_000).toISOString(),
    });
    const signedIn = await trade((made.body as { code: string }).code);
    expect(signedIn.status).toBe(200);
    const [session, xsrf] = cookieLines(signedIn);
    expect(session).toMatch(/^cg_session=[\w-]{43}; .*Secure;.*SameSite=None/);
    expect([session, xsrf]).toEqual([
      expect.stringMatching(/Partitioned/),
      expect.stringMatching(/Partitioned/),
    ]);
    const { jwt } = signedIn.body as { jwt: string };
    const me = await world.visit('/mobile_ws/v18/authentication', {
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(me.body).toMatchObject([{ uid: world.ana.uid }]);
  });

  test('finds people by uid, username and the school’s identifier', async () => {
    await world.sql(
      `insert into roster_users (school_id, sourced_id, user_id, identifier) values ($1, 'r1', $2, 'S-0042')`,
      [world.school, world.ben.id],
    );
    for (const person of [{ uid: world.ben.uid }, { username: 'ben' }, { identifier: 'S-0042' }]) {
      const { jwt } = (await trade(await codeFor(person))).body as { jwt: string };
      const me = await world.visit('/mobile_ws/v18/authentication', {
        headers: { authorization: `Bearer ${jwt}` },
      });
      expect(me.body).toMatchObject([{ uid: world.ben.uid }]);
    }
  });

  test('is rejected for unknown people, people from other schools, disabled people and admins', async () => {
    const gone = await world.join({ username: 'gone' });
    await world.sql('update users set is_disabled = true where id = $1', [gone.id]);
    for (const person of [
      { uid: '999' },
      { uid: 'x' },
      { uid: world.eve.uid },
      { username: 'eve' },
      { uid: gone.uid },
      { identifier: 'S-0000' },
    ]) {
      const answer = await ask(person);
      expect([person, answer.status, codeOf(answer)]).toEqual([person, 404, 'person_not_found']);
    }
    const staff = await ask({ uid: world.admin.uid });
    expect([staff.status, codeOf(staff)]).toEqual([403, 'embed_admin_refused']);
    await world.sql('update users set is_advisor = true where id = $1', [world.cy.id]);
    const adviser = await ask({ uid: world.cy.uid });
    expect([adviser.status, codeOf(adviser)]).toEqual([403, 'embed_admin_refused']);
    await world.sql('update users set is_advisor = false where id = $1', [world.cy.id]);
  });

  test('is rejected for keys with other scopes, signed-in people and unlisted pages', async () => {
    const other = await ask({ uid: world.ana.uid }, { key: keys.provisioning });
    expect([other.status, codeOf(other)]).toEqual([403, 'missing_scope']);
    const person = await ask({ uid: world.ana.uid }, { key: world.admin.tokens.jwt });
    expect([person.status, codeOf(person)]).toEqual([401, 'invalid_token']);
    for (const origin of ['https://evil.example', own, `${host}/`, 'http://portal.example.edu']) {
      const answer = await ask({ uid: world.ana.uid }, { origin });
      expect([origin, answer.status, codeOf(answer)]).toEqual([origin, 403, 'origin_not_listed']);
    }
  });
});

describe('a sign-in code', () => {
  const refused = async (answer: Promise<Answer>) => {
    const given = await answer;
    expect([given.status, codeOf(given), given.headers['set-cookie']]).toEqual([
      410,
      'embed_code_invalid',
      undefined,
    ]);
  };

  test('works once, even with two simultaneous attempts', async () => {
    const code = await codeFor({ uid: world.ana.uid });
    const answers = await Promise.all([trade(code), trade(code), trade(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
  });

  test('works for one minute', async () => {
    const late = await codeFor({ uid: world.ana.uid });
    const soon = await codeFor({ uid: world.ana.uid });
    world.clock.advance(59_000);
    expect((await trade(soon)).status).toBe(200);
    world.clock.advance(1_000);
    await refused(trade(late));
  });

  test('works only at its origin, and is used up by an attempt elsewhere', async () => {
    const code = await codeFor({ uid: world.ana.uid });
    await refused(trade(code, { origin: 'https://second.example.edu' }));
    await refused(trade(code));
  });

  test('[SCH-03] doesn’t work at another school', async () => {
    const code = await codeFor({ uid: world.ana.uid });
    await refused(trade(code, { at: 'north.localhost' }));
    expect((await trade(code)).status).toBe(200);
  });

  test('doesn’t work if its origin was removed from the list or its person was disabled', async () => {
    const code = await codeFor({ uid: world.ana.uid }, 'https://second.example.edu');
    await world.admin.call('DELETE /api/v1/school/embed-origins', {
      origin: 'https://second.example.edu',
    });
    await refused(trade(code, { origin: 'https://second.example.edu' }));
    const late = await world.join({ username: 'late' });
    const theirs = await codeFor({ uid: late.uid });
    await world.sql('update users set is_disabled = true where id = $1', [late.id]);
    await refused(trade(theirs));
  });

  test('is stored as a hash and deleted soon', async () => {
    const code = await codeFor({ uid: world.ana.uid });
    const rows = await world.sql<{ hash: Buffer }>('select code_hash as hash from embed_codes');
    expect(rows.some(({ hash }) => hash.equals(world.tokens.hash(code)))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('is rejected when sent from another site', async () => {
    const code = await codeFor({ uid: world.ana.uid });
    const across = await trade(code, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([across.status, codeOf(across)]).toEqual([403, 'cross_site_refused']);
  });

  test('created by a person in their sign-in window works only at the site’s own origin', async () => {
    const { code } = await world.admin.call('POST /api/v1/embed/handover');
    await refused(trade(code));
    const again = await world.admin.call('POST /api/v1/embed/handover');
    expect((await trade(again.code, { origin: own })).status).toBe(200);
  });

  test('can’t sign in staff: new admins and advisors lose sessions from codes but keep their own', async () => {
    for (const staff of ['is_admin', 'is_advisor']) {
      const rising = await world.join({ username: `rising-${staff}` });
      const { jwt } = (await trade(await codeFor({ uid: rising.uid }))).body as { jwt: string };
      const waiting = await codeFor({ uid: rising.uid });
      await world.sql('update users set city = $2 where id = $1', [rising.id, 'Porto']);
      const list = (token: string) =>
        world.visit('/api/v1/sessions', { headers: { authorization: `Bearer ${token}` } });
      expect((await list(jwt)).status).toBe(200);
      await world.sql(`update users set ${staff} = true where id = $1`, [rising.id]);
      expect([staff, (await list(jwt)).status, (await list(rising.tokens.jwt)).status]).toEqual([
        staff,
        401,
        200,
      ]);
      await refused(trade(waiting));
    }
  });

  test('can’t create a personal API key, in the frame or in a session handed over from it', async () => {
    const make = (jwt: string) =>
      world.visit('/api/v1/account/api-keys', {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}` },
        body: { name: 'mine', scopes: ['read'], expiresInDays: 365 },
      });
    const { jwt } = (await trade(await codeFor({ uid: world.ana.uid }))).body as { jwt: string };
    const handed = await world.visit('/api/v1/embed/handover', {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}` },
    });
    const next = (await trade((handed.body as { code: string }).code, { origin: own })).body as {
      jwt: string;
    };
    for (const token of [jwt, next.jwt]) {
      const answer = await make(token);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'sign_in_directly']);
    }
    expect((await make((await world.signInAgain(world.ana)).tokens.jwt)).status).toBe(200);
  });

  test('is recorded in the activity log with its key, person and origin', async () => {
    await codeFor({ uid: world.ben.uid });
    const { entries } = await (
      await world.signInAgain(world.admin)
    ).call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'embed_code_made',
      actor: null,
      people: [{ uid: world.ben.uid }],
      detail: { origin: host, key: 'embed' },
    });
  });

  test('keeps the site’s own tab signed in, and replaces the session of a frame', async () => {
    const ana = await world.signInAgain(world.ana);
    const cookie = `cg_session=${ana.cookies.get('cg_session')}`;
    const framed = await trade(await codeFor({ uid: world.ana.uid }), { headers: { cookie } });
    expect(framed.status).toBe(200);
    expect((await ana.try('GET /api/v1/sessions')).status).toBe(200);
    const frameCookie = cookieLines(framed)[0]?.split(';')[0] ?? '';
    const isActive = async () =>
      (await world.visit('/mobile_ws/v18/auth_tokens', { headers: { cookie: frameCookie } }))
        .status === 200;
    expect(await isActive()).toBe(true);
    expect(
      (await trade(await codeFor({ uid: world.ana.uid }), { headers: { cookie: frameCookie } }))
        .status,
    ).toBe(200);
    expect(await isActive()).toBe(false);
  });

  test('can be created for oneself 60 times per hour', async () => {
    const ben = await world.signInAgain(world.ben);
    await ben.call('POST /api/v1/embed/handover');
    await world.sql(`update rate_limits set used = 60 where subject = 'handover:${ben.uid}'`);
    expect(await ben.try('POST /api/v1/embed/handover')).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    world.clock.advance(3_600_000);
    expect(
      (await (await world.signInAgain(world.ben)).try('POST /api/v1/embed/handover')).status,
    ).toBe(200);
  });

  test('doesn’t count as a recent sign-in for actions that need one', async () => {
    const lone = await world.join({ username: 'lone' });
    await world.sql('delete from credentials where user_id = $1', [lone.id]);
    const { jwt } = (await trade(await codeFor({ uid: lone.uid }))).body as { jwt: string };
    const erase = await world.visit('/api/v1/account/erase', {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}` },
      body: {},
    });
    expect([erase.status, codeOf(erase)]).toEqual([403, 'sign_in_again']);
  });
});

describe('a frame without cookies', () => {
  const tokens = async () =>
    (await trade(await codeFor({ uid: world.ana.uid }))).body as { jwt: string; csrfToken: string };
  const bearer = ({ jwt }: { jwt: string }) => ({ authorization: `Bearer ${jwt}` });
  const both = (held: { jwt: string; csrfToken: string }) => ({
    ...bearer(held),
    'x-cg-csrf-token': held.csrfToken,
  });

  test('[AUTH-05] renews its tokens with its current ones while the session lasts', async () => {
    let held = await tokens();
    for (const path of [
      '/mobile_ws/v18/auth_tokens',
      '/api/v1/session',
      '/mobile_ws/v18/auth_tokens',
    ]) {
      world.clock.advance(9 * 60_000);
      const answer = await world.visit(path, { headers: both(held) });
      expect([path, answer.status, answer.headers['set-cookie']]).toEqual([path, 200, undefined]);
      held = answer.body as typeof held;
    }
    world.clock.advance(11 * 60_000);
    expect((await world.visit('/mobile_ws/v18/auth_tokens', { headers: both(held) })).status).toBe(
      401,
    );
  });

  test('can’t renew with only the JWT, or with another person’s token', async () => {
    const held = await tokens();
    const other = await tokens();
    for (const path of ['/mobile_ws/v18/auth_tokens', '/api/v1/session']) {
      for (const headers of [
        bearer(held),
        both({ ...held, csrfToken: other.csrfToken }),
        both({ ...held, csrfToken: 'x' }),
      ]) {
        const answer = await world.visit(path, { headers });
        expect([path, answer.status, JSON.stringify(answer.body).includes('jwt')]).toEqual([
          path,
          403,
          false,
        ]);
      }
      expect((await world.visit(path, { headers: both(held) })).status).toBe(200);
    }
  });

  test('can call the mobile web service only with its own anti-forgery token', async () => {
    const held = await tokens();
    const connect = (headers: Record<string, string>) =>
      world.visit(`/mobile_ws/v18/user_connect?student_uid=${world.cy.uid}&type=request`, {
        headers: { ...bearer(held), ...headers },
      });
    for (const token of [
      {},
      { 'x-cg-csrf-token': world.ana.tokens.csrfToken },
      { 'x-cg-csrf-token': world.ben.tokens.csrfToken },
    ]) {
      expect(codeOf(await connect(token as Record<string, string>))).toBe('csrf_failed');
    }
    expect((await connect({ 'x-cg-csrf-token': held.csrfToken })).body).toMatchObject({
      success: 'true',
      connectionStatus: 2,
    });
  });

  test('can sign out', async () => {
    const held = await tokens();
    expect(
      (await world.visit('/api/v1/logout', { method: 'POST', headers: bearer(held), body: {} }))
        .status,
    ).toBe(200);
    expect((await world.visit('/mobile_ws/v18/auth_tokens', { headers: both(held) })).status).toBe(
      401,
    );
  });

  test('[SCH-03] is signed out at another school, and an API key isn’t a session', async () => {
    const held = await tokens();
    const there = await world.visit('/mobile_ws/v18/authentication', {
      headers: bearer(held),
      host: 'north.localhost',
    });
    expect(there.body).toEqual([{ logout: true }]);
    const key = await world.visit('/mobile_ws/v18/auth_tokens', {
      headers: { authorization: `Bearer ${keys.embed}` },
    });
    expect(key.status).toBe(401);
  });

  test('with a cookie acts as the cookie’s person, whatever else is sent', async () => {
    const held = await tokens();
    const ben = await world.signInAgain(world.ben);
    const answer = await ben.raw('/mobile_ws/v18/authentication', { headers: bearer(held) });
    expect(answer.body).toMatchObject([{ uid: world.ben.uid }]);
  });
});
