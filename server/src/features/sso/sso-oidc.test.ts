import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCookieJar, type CookieJar } from '../../../test/cookie-jar.ts';
import {
  openFaultyIdp,
  openOidcIdp,
  type FaultyIdp,
  type TokenFaults,
  type OidcIdp,
} from '../../../test/oidc-idp.ts';
import { inWorld, worldPassword, type Answer, type Request } from '../../../test/world.ts';

const world = inWorld();
let idp: OidcIdp;
let crooked: FaultyIdp;
let provider = '';
let crookedProvider = '';

beforeAll(async () => {
  [idp, crooked] = await Promise.all([openOidcIdp(), openFaultyIdp()]);
});
afterAll(async () => {
  await idp.close();
  await crooked.close();
});

/** A signed-out browser at the school's address. */
const browser = () => {
  const jar: CookieJar = openCookieJar(world.clock);
  const go = async (path: string, request: Request = {}): Promise<Answer> => {
    const answer = await world.visit(path, {
      ...request,
      headers: { cookie: jar.header(), ...request.headers },
    });
    jar.keep(answer.headers['set-cookie']);
    return answer;
  };
  const who = async () =>
    ((await go('/mobile_ws/v18/authentication')).body as { uid?: string }[])[0]?.uid ?? null;
  return { jar, go, who };
};
type Browser = ReturnType<typeof browser>;

const locationOf = (answer: Answer): string => {
  expect([answer.status, answer.text]).toEqual([303, '']);
  return String(answer.headers['location']);
};
const errorOf = (answer: Answer): string | null =>
  new URL(locationOf(answer), 'http://localhost').searchParams.get('sso_error');

const start = async (at: Browser, id = provider, redirect = '/directory') =>
  locationOf(await at.go(`/api/v1/sso/${id}/start?redirect=${encodeURIComponent(redirect)}`));
const back = (url: URL) => url.pathname + url.search;
/** Signs on from the login page through the provider and back. */
const signOn = async (at: Browser, id = provider): Promise<Answer> =>
  at.go(back(await idp.walk(await start(at, id))));

const add = async (issuer: string, change: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await world.admin.call('POST /api/v1/school/sign-on/providers', {
    kind: 'oidc',
    name: 'Campus account',
    issuer,
  });
  await world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', {
    provider: id,
    ...idp.client,
    identifierClaim: 'employee',
    ...change,
  });
  return id;
};

describe('OpenID Connect', () => {
  beforeAll(async () => {
    provider = await add(idp.issuer, { isOn: true });
    // Providers are listed in the order they were added.
    world.clock.advance(1_000);
    crookedProvider = await add(crooked.issuer, { isOn: true });
  });

  test('signs a person on by the school’s identifier, opens the requested page, and stores the session’s method', async () => {
    idp.account = { sub: 'sub-ana', claims: { employee: 'ana', email: 'somebody@else.example' } };
    const at = browser();
    const answer = await signOn(at);
    expect(locationOf(answer)).toBe('/directory');
    expect(await at.who()).toBe(world.ana.uid);
    expect(
      await world.sql(`select method from sessions where user_id = $1 order by method`, [
        world.ana.id,
      ]),
    ).toEqual([{ method: 'oidc' }, { method: 'password' }]);
    expect((await world.visit('/api/v1/sso')).body).toEqual({
      items: [
        { id: provider, name: 'Campus account' },
        { id: crookedProvider, name: 'Campus account' },
      ],
      isRequired: false,
    });
  });

  test('sends PKCE S256, state and nonce, and sets an http-only cookie that expires after ten minutes', async () => {
    const at = browser();
    const answer = await at.go(`/api/v1/sso/${provider}/start`);
    const { searchParams } = new URL(locationOf(answer));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `http://localhost/api/v1/sso/${provider}/callback`,
    });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^cg_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('creates no link by email address, and rejects an unknown identifier with a reason', async () => {
    idp.account = { sub: 'sub-x', claims: { employee: 'unknown', email: world.ben.email } };
    const at = browser();
    const answer = await signOn(at);
    expect(locationOf(answer)).toBe('/login?sso_error=not_added&redirect=%2Fdirectory');
    expect(await at.who()).toBeNull();
  });

  test('links by subject, so a reassigned identifier opens nothing and a changed one keeps its person', async () => {
    idp.account = { sub: 'sub-stranger', claims: { employee: 'ana' } };
    const stranger = browser();
    expect(errorOf(await signOn(stranger))).toBe('linked_elsewhere');
    expect(await stranger.who()).toBeNull();
    idp.account = { sub: 'sub-ana', claims: { employee: 'ben' } };
    const ana = browser();
    await signOn(ana);
    expect(await ana.who()).toBe(world.ana.uid);
  });

  test('rejects an identifier that two people have, and accepts one that a single person has', async () => {
    const [one, two] = [
      await world.join({ username: 'twin1' }),
      await world.join({ username: 'twin2' }),
    ];
    await world.sql(
      `insert into roster_users (school_id, sourced_id, user_id, identifier) values ($1, 's1', $2, 'E7'), ($1, 's2', $3, 'E7')`,
      [world.school, one.id, two.id],
    );
    const change = (matchBy: 'identifier' | 'sourced_id' | 'username') =>
      world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', { provider, matchBy });
    await change('identifier');
    idp.account = { sub: 'sub-twin', claims: { employee: 'E7' } };
    expect(errorOf(await signOn(browser()))).toBe('ambiguous');
    await change('sourced_id');
    idp.account = { sub: 'sub-twin', claims: { employee: 's2' } };
    const at = browser();
    await signOn(at);
    expect(await at.who()).toBe(two.uid);
    await change('username');
  });

  test('ignores case in usernames, and rejects a username that two people had until it is settled', async () => {
    const person = await world.join({ username: 'Capital.One' });
    const other = await world.join({ username: 'capital.one~2' });
    idp.account = { sub: 'sub-capital', claims: { employee: 'CAPITAL.one' } };
    await world.sql(
      `insert into duplicate_usernames (school_id, user_id, username, kept_id, found_at) values ($1, $2, 'capital.one', $3, now())`,
      [world.school, other.id, person.id],
    );
    expect(errorOf(await signOn(browser()))).toBe('ambiguous');
    await world.sql('delete from duplicate_usernames');
    const at = browser();
    await signOn(at);
    expect(await at.who()).toBe(person.uid);
  });

  test('rejects a deactivated person, by link and by identifier', async () => {
    const gone = await world.join({ username: 'leaver' });
    idp.account = { sub: 'sub-leaver', claims: { employee: 'leaver' } };
    await signOn(browser());
    await world.sql('update users set is_disabled = true where id = $1', [gone.id]);
    expect(errorOf(await signOn(browser()))).toBe('ended');
    await world.sql('delete from sso_links where user_id = $1', [gone.id]);
    expect(errorOf(await signOn(browser()))).toBe('ended');
  });

  test('exports a person’s links, and deletes them with the account', async () => {
    const iris = await world.join({ username: 'iris' });
    idp.account = { sub: 'sub-iris', claims: { employee: 'iris' } };
    await signOn(browser());
    const { sections } = (await iris.call('GET /api/v1/account/data', {})) as {
      sections: Record<string, unknown[]>;
    };
    expect(sections['signOns']).toMatchObject([
      { provider: 'Campus account', subject: 'subject:sub-iris' },
    ]);
    await iris.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await world.sql('select from sso_links where user_id = $1', [iris.id])).toEqual([]);
    expect(errorOf(await signOn(browser()))).toBe('not_added');
  });

  test('creates accounts if turned on, with the provider’s names and without a taken email address', async () => {
    await world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', {
      provider,
      makesPeople: true,
    });
    const claims = {
      employee: 'newt',
      given_name: 'Newt',
      family_name: 'Salamander',
      email: world.ben.email,
    };
    idp.account = { sub: 'sub-newt', claims };
    const at = browser();
    await signOn(at);
    const made = await world.sql(
      `select first_name, last_name, email, is_admin from users where username = 'newt'`,
    );
    expect(made).toEqual([
      { first_name: 'Newt', last_name: 'Salamander', email: null, is_admin: false },
    ]);
    expect(await at.who()).not.toBeNull();
    await signOn(browser());
    expect(
      await world.sql(`select count(*)::int as n from users where first_name = 'Newt'`),
    ).toEqual([{ n: 1 }]);
    await world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', {
      provider,
      makesPeople: false,
    });
  });

  test('removes hidden and direction characters from names, and matches no identifier with one', async () => {
    const change = { provider, makesPeople: true };
    await world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', change);
    const claims = { given_name: '\u202eevil', family_name: 'Sala\u200b\u00admander\u3164' };
    idp.account = { sub: 'sub-turned', claims: { employee: 'turned', ...claims } };
    await signOn(browser());
    expect(
      await world.sql(`select first_name, last_name from users where username = 'turned'`),
    ).toEqual([{ first_name: 'evil', last_name: 'Salamander' }]);
    // If people can choose their identifier at the provider, they could otherwise impersonate someone here.
    for (const employee of ['a\u200bna', 'ana\u2060', '\u202eana']) {
      idp.account = { sub: `sub-${employee.length}`, claims: { employee, ...claims } };
      const at = browser();
      expect(errorOf(await signOn(at))).toBe('no_identifier');
      expect(await at.who()).toBeNull();
    }
    await world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', {
      provider,
      makesPeople: false,
    });
  });

  test('accepts a response once, in the browser that started, within ten minutes', async () => {
    idp.account = { sub: 'sub-ana', claims: { employee: 'ana' } };
    const at = browser();
    const url = back(await idp.walk(await start(at)));
    expect(errorOf(await browser().go(url))).toBe('other_browser');
    expect(errorOf(await at.go(url))).toBe('expired');
    const fresh = browser();
    const used = back(await idp.walk(await start(fresh)));
    expect(locationOf(await fresh.go(used))).toBe('/directory');
    expect(errorOf(await fresh.go(used))).toBe('expired');
    const late = browser();
    const url2 = back(await idp.walk(await start(late)));
    world.clock.advance(601_000);
    expect(errorOf(await late.go(url2))).toBe('expired');
    world.clock.advance(-601_000);
    expect(await late.who()).toBeNull();
  });

  test.each<[string, TokenFaults]>([
    ['another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another nonce', { claims: { nonce: 'replayed' } }],
    ['expired two minutes ago', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['signed with another key', { signs: 'wrong key' }],
    ['not signed (alg none)', { signs: 'none' }],
    ['signed by HMAC with the provider’s public key', { signs: 'HMAC with the public key' }],
    ['signed by HMAC with the client’s secret', { signs: 'HMAC with the secret' }],
    ['of a key that is not published', { kid: 'two' }],
    [
      'for our and another audience, requested by the other',
      { claims: { aud: ['somebody-else', 'commons'], azp: 'somebody-else' } },
    ],
    ['without a nonce', { without: ['nonce'] }],
    ['without an audience', { without: ['aud'] }],
    ['without an end', { without: ['exp'] }],
    ['without a subject', { without: ['sub'] }],
    [
      'not valid before two minutes from now',
      { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } },
    ],
  ])('refuses an ID token %s', async (_, next) => {
    const at = browser();
    const address = new URL(await start(at, crookedProvider));
    crooked.nonce = address.searchParams.get('nonce') ?? '';
    crooked.next = next;
    const iss = encodeURIComponent(crooked.issuer);
    const answer = await at.go(
      `/api/v1/sso/${crookedProvider}/callback?state=${address.searchParams.get('state')}&code=x&iss=${iss}`,
    );
    expect(errorOf(answer)).toBe('answer_refused');
    expect(await at.who()).toBeNull();
  });

  test('rejects responses without the right issuer (mix-up), and tolerates a clock difference of 30 s', async () => {
    const answerFrom = async (iss: string | null) => {
      const at = browser();
      const address = new URL(await start(at, crookedProvider));
      crooked.nonce = address.searchParams.get('nonce') ?? '';
      crooked.next = { claims: { employee: 'cy', exp: Math.floor(Date.now() / 1000) - 30 } };
      const query = new URLSearchParams({
        state: address.searchParams.get('state') ?? '',
        code: 'x',
        ...(iss !== null && { iss }),
      });
      return at.go(`/api/v1/sso/${crookedProvider}/callback?${query}`);
    };
    expect(errorOf(await answerFrom(idp.issuer))).toBe('answer_refused');
    expect(errorOf(await answerFrom(null))).toBe('answer_refused');
    expect(locationOf(await answerFrom(crooked.issuer))).toBe('/directory');
  });

  test('accepts a provider’s new key immediately and its previous key no longer', async () => {
    const sign = async (signs: NonNullable<TokenFaults['signs']>) => {
      const at = browser();
      const address = new URL(await start(at, crookedProvider));
      crooked.nonce = address.searchParams.get('nonce') ?? '';
      crooked.next = { signs, claims: { employee: 'cy' } };
      const query = new URLSearchParams({
        state: address.searchParams.get('state') ?? '',
        code: 'x',
        iss: crooked.issuer,
      });
      return at.go(`/api/v1/sso/${crookedProvider}/callback?${query}`);
    };
    expect(locationOf(await sign('right'))).toBe('/directory');
    await crooked.rotate();
    expect(errorOf(await sign('former key'))).toBe('answer_refused');
    expect(locationOf(await sign('right'))).toBe('/directory');
  });

  test('accepts a code only for its own sign-on, and not in another browser with either state', async () => {
    idp.account = { sub: 'sub-ana', claims: { employee: 'ana' } };
    const [ana, thief] = [browser(), browser()];
    const stolen = await idp.walk(await start(ana));
    const own = await idp.walk(await start(thief));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(errorOf(await thief.go(back(own)))).toBe('answer_refused');
    expect(errorOf(await thief.go(back(stolen)))).toBe('other_browser');
    expect(await thief.who()).toBeNull();
  });

  test('returns to the login page after a cancellation, and accepts a state only for its provider', async () => {
    const at = browser();
    const state = new URL(await start(at)).searchParams.get('state');
    expect(
      errorOf(await at.go(`/api/v1/sso/${crookedProvider}/callback?state=${state}&code=x`)),
    ).toBe('expired');
    expect(
      errorOf(await at.go(`/api/v1/sso/${provider}/callback?state=${state}&error=access_denied`)),
    ).toBe('cancelled');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/login',
    'javascript:alert(1)',
  ])('redirects %s to the home page', async (target) => {
    idp.account = { sub: 'sub-ana', claims: { employee: 'ana' } };
    const at = browser();
    expect(locationOf(await at.go(back(await idp.walk(await start(at, provider, target)))))).toBe(
      '/',
    );
  });

  test('rejects the provider of another school', async () => {
    const host = 'north.localhost';
    expect(errorOf(await world.visit(`/api/v1/sso/${provider}/start`, { host }))).toBe(
      'unknown_provider',
    );
    expect((await world.visit('/api/v1/sso', { host })).body).toEqual({
      items: [],
      isRequired: false,
    });
    idp.account = { sub: 'sub-ana', claims: { employee: 'ana' } };
    const at = browser();
    const url = back(await idp.walk(await start(at)));
    expect(errorOf(await at.go(url, { host }))).toBe('unknown_provider');
  });

  test('limits a browser to forty starts in 15 minutes', async () => {
    const at = browser();
    for (let i = 0; i < 41; i += 1) await at.go(`/api/v1/sso/${provider}/start`);
    expect(errorOf(await at.go(`/api/v1/sso/${provider}/start`))).toBe('too_many');
    expect((await browser().go(`/api/v1/sso/${provider}/start`)).headers['location']).toContain(
      idp.issuer,
    );
  });
});
