import { describe, expect, test, vi } from 'vitest';
import { authenticate, getProfile, updateProfile, userAll } from '#contract/people/calls.ts';
import { getSchool } from '#contract/schools/calls.ts';
import {
  getSession,
  getTokens,
  listSessions,
  login as loginCall,
  logout,
  revokeSession,
} from '#contract/sessions/calls.ts';
import { createBearerClient } from './bearer-client.ts';
import { CallError } from './call-error.ts';
import { createCookieClient } from './cookie-client.ts';
import type { Fetch } from './request.ts';
import { createTokenRenewal } from './token-renewal.ts';

const held = { csrfToken: 'csrf-1', jwt: 'jwt-1' };
const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...(init.headers as Record<string, string>) },
  });

function cookieClient(
  answer: () => Response,
  tokens: typeof held | null = held,
  jwt: string | null = null,
) {
  const fetch = vi.fn<Fetch>(async () => answer());
  const onUnauthorized = vi.fn<() => void>();
  const call = createCookieClient({
    fetch,
    tokens: () => tokens,
    cookies: () => 'a=1; XSRF-TOKEN=x%2Fsrf',
    standIn: async () => jwt,
    onUnauthorized,
  });
  const sent = () => fetch.mock.calls[0]?.[1].headers as Record<string, string>;
  return { call, fetch, onUnauthorized, sent };
}

function bearerClient(answers: (() => Response)[], tokens: typeof held | null = held) {
  const fetch = vi.fn<Fetch>(
    async () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? json({}),
  );
  const onUnauthorized = vi.fn<() => void>();
  const renew = vi.fn<() => Promise<typeof held>>(async () => ({
    csrfToken: 'csrf-2',
    jwt: 'jwt-2',
  }));
  const call = createBearerClient({
    fetch,
    tokens: () => tokens,
    fresh: async () => held,
    renew,
    cookies: () => 'XSRF-TOKEN=x',
    onUnauthorized,
  });
  return { call, fetch, renew, onUnauthorized };
}

const failure = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error('expected a CallError');
  return error;
};

describe('cookie client', () => {
  test('[AUTH-06] calls under /mobile_ws/ carry the CSRF token', async () => {
    const { call, fetch, sent } = cookieClient(() => json({ total: 0, items: [] }));
    await call(userAll, {
      range: '0',
      limit: '20',
      search_word: 'Ana & Ben',
    });
    expect(fetch.mock.calls[0]?.[0]).toBe(
      '/mobile_ws/v18/user_all?range=0&limit=20&search_word=Ana+%26+Ben',
    );
    expect(sent()['X-CG-CSRF-Token']).toBe('csrf-1');
  });

  test('[AUTH-06] the authentication call and calls without a token carry no CSRF token', async () => {
    const withToken = cookieClient(() => json([]));
    await withToken.call(authenticate, {});
    expect(withToken.sent()['X-CG-CSRF-Token']).toBeUndefined();
    const without = cookieClient(() => json({}), null);
    await without.call(getSchool, {});
    expect(without.sent()['X-CG-CSRF-Token']).toBeUndefined();
  });

  test('[EMBED-01] in a frame without cookies, calls send the JWT instead of cookies', async () => {
    const { call, fetch, sent } = cookieClient(() => json({ total: 0, items: [] }), held, 'jwt-1');
    await call(userAll, {});
    expect([
      sent()['Authorization'],
      sent()['X-CG-CSRF-Token'],
      fetch.mock.calls[0]?.[1].credentials,
    ]).toEqual(['Bearer jwt-1', 'csrf-1', 'omit']);
    for (const key of [getTokens, getSession] as const) {
      const renewing = cookieClient(() => json(held), held, 'jwt-1');
      await renewing.call(key, {});
      expect([renewing.sent()['Authorization'], renewing.sent()['X-CG-CSRF-Token']]).toEqual([
        'Bearer jwt-1',
        'csrf-1',
      ]);
    }
    const other = cookieClient(() => json({ total: 0, items: [] }));
    await other.call(userAll, {});
    expect([other.sent()['Authorization'], other.fetch.mock.calls[0]?.[1].credentials]).toEqual([
      undefined,
      'same-origin',
    ]);
  });

  test('[AUTH-10] only non-GET requests carry the anti-forgery header from the cookie', async () => {
    const post = cookieClient(() => json({ ok: true }));
    await post.call(logout, {});
    expect(post.sent()['X-XSRF-TOKEN']).toBe('x/srf');
    const get = cookieClient(() => json(held));
    await get.call(getSession, {});
    expect(get.sent()['X-XSRF-TOKEN']).toBeUndefined();
  });

  test.each([
    [{ 'X-Error-Status': '404', 'X-Error-Message': 'not found' }, 404, 'not found'],
    [{ 'X-Error-Status': '' }, 500, 'Unknown error'],
    [{ 'X-Error-Status': 'soon', 'X-Error-Message': 'Busy' }, 500, 'Busy'],
    [{ 'X-Error-Status': '409' }, 409, 'Unknown error'],
  ])(
    '[AUTH-09] a 200 response with %j becomes error %i "%s" and keeps its body',
    async (headers, status, message) => {
      const body = { error: { code: 'person_not_found', more: 1 } };
      const { call } = cookieClient(() =>
        json(body, { status: 200, headers: headers as Record<string, string> }),
      );
      const error = await failure(call(getProfile, { uid: '1' }));
      expect([error.status, error.message, error.body, error.code]).toEqual([
        status,
        message,
        body,
        'person_not_found',
      ]);
    },
  );

  test('[AUTH-08] a 401 runs the authentication error handler, except for the authentication call and logins', async () => {
    const refused = () => json({}, { status: 401, headers: { 'X-Error-Status': '401' } });
    const people = cookieClient(refused);
    await failure(people.call(userAll, {}));
    expect(people.onUnauthorized).toHaveBeenCalledTimes(1);
    const disguised = cookieClient(() =>
      json({}, { status: 200, headers: { 'X-Error-Status': '401' } }),
    );
    await failure(disguised.call(userAll, {}));
    expect(disguised.onUnauthorized).toHaveBeenCalledTimes(1);
    const lookup = cookieClient(refused);
    await failure(lookup.call(authenticate, {}));
    expect(lookup.onUnauthorized).not.toHaveBeenCalled();
    const login = cookieClient(() => json({ code: 'wrong_credentials' }, { status: 401 }));
    const error = await failure(login.call(loginCall, { email: 'a@b', password: 'x' }));
    expect([error.code, login.onUnauthorized.mock.calls.length]).toEqual(['wrong_credentials', 0]);
  });

  test('a request without a response fails with a network error', async () => {
    const call = createCookieClient({
      fetch: () => Promise.reject(new TypeError('offline')),
      tokens: () => null,
      cookies: () => '',
      standIn: async () => null,
      onUnauthorized: () => undefined,
    });
    expect((await failure(call(getSchool, {}))).code).toBe('network');
  });
});

describe('bearer client', () => {
  test('[AUTH-07] API calls send the JWT', async () => {
    const { call, fetch } = bearerClient([() => json({ ok: true })]);
    await call(revokeSession, { id: 'a/b' });
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/sessions/a%2Fb');
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer jwt-1' });
  });

  test('[AUTH-07] API calls without a token fail before sending', async () => {
    const { call, fetch } = bearerClient([() => json({})], null);
    expect((await failure(call(listSessions, {}))).message).toBe('user not logged in');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('an invalid_token error renews the tokens once, and a second one runs the error handler', async () => {
    const expired = () => json({ code: 'invalid_token', detail: 'x' }, { status: 401 });
    const saved = bearerClient([expired, () => json({ items: [] })]);
    await saved.call(listSessions, {});
    expect(saved.fetch.mock.calls[1]?.[1].headers).toMatchObject({ Authorization: 'Bearer jwt-2' });
    expect(saved.onUnauthorized).not.toHaveBeenCalled();

    const lost = bearerClient([expired]);
    await failure(lost.call(listSessions, {}));
    expect([
      lost.fetch.mock.calls.length,
      lost.renew.mock.calls.length,
      lost.onUnauthorized.mock.calls.length,
    ]).toEqual([2, 1, 1]);
  });

  test('problem details become the error’s code, message, fields and wait time', async () => {
    const problem = {
      code: 'invalid_input',
      detail: 'Not valid.',
      retryAfter: 7,
      errors: [
        { path: 'interests.3', message: 'too long' },
        { path: 'city', message: 'too long, too' },
      ],
    };
    const { call } = bearerClient([() => json(problem, { status: 400 })]);
    const error = await failure(call(updateProfile, { city: 'x' }));
    expect([error.code, error.message, error.retryAfter]).toEqual([
      'invalid_input',
      'Not valid.',
      7,
    ]);
    expect(error.fields).toEqual({ interests: 'too long', city: 'too long, too' });
  });
});

describe('token renewal', () => {
  const start = () => {
    let now = 0;
    let current = { tokens: { ...held }, receivedAt: 0 };
    const fetchTokens = vi.fn<() => Promise<typeof held>>(async () => ({
      csrfToken: 'csrf-2',
      jwt: 'jwt-2',
    }));
    const onOtherPerson = vi.fn<() => void>();
    const renewal = createTokenRenewal({
      held: () => current,
      fetchTokens,
      save: (tokens) => {
        current = { tokens, receivedAt: now };
      },
      onOtherPerson,
      now: () => now,
    });
    return {
      renewal,
      fetchTokens,
      onOtherPerson,
      current: () => current.tokens,
      at: (seconds: number) => {
        now = seconds * 1000;
      },
    };
  };

  test('the client uses new tokens, renews old ones in the background and renews nearly expired ones before use', async () => {
    const young = start();
    young.at(400);
    expect([(await young.renewal.fresh()).jwt, young.fetchTokens.mock.calls.length]).toEqual([
      'jwt-1',
      0,
    ]);
    const old = start();
    old.at(481);
    expect([(await old.renewal.fresh()).jwt, old.fetchTokens.mock.calls.length]).toEqual([
      'jwt-1',
      1,
    ]);
    const dying = start();
    dying.at(580);
    expect((await dying.renewal.fresh()).jwt).toBe('jwt-2');
  });

  test('concurrent calls renew the tokens once', async () => {
    const { renewal, fetchTokens, at } = start();
    at(590);
    await Promise.all([renewal.fresh(), renewal.fresh(), renewal.renew()]);
    expect(fetchTokens).toHaveBeenCalledTimes(1);
  });

  test('a page never uses the tokens of someone who signed in in another tab', async () => {
    const of = (sub: string) => ({
      csrfToken: 'c',
      jwt: `h.${btoa(JSON.stringify({ sub, at: Math.random() }))}.s`,
    });
    const { renewal, fetchTokens, onOtherPerson, current } = start();
    const [ana, again, ben] = [of('ana'), of('ana'), of('ben')];
    fetchTokens.mockResolvedValueOnce(ana);
    current().jwt = again.jwt;
    await renewal.renew();
    expect([current(), onOtherPerson.mock.calls.length]).toEqual([ana, 0]);
    fetchTokens.mockResolvedValueOnce(ben);
    await expect(renewal.renew()).rejects.toMatchObject({ status: 401 });
    expect([current(), onOtherPerson.mock.calls.length]).toEqual([ana, 1]);
  });
});
