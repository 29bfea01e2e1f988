import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPrivateAddress, openOutbound } from '../../../kernel/outbound/outbound.ts';
import { openCookieJar } from '../../../../test/cookie-jar.ts';
import { openOidcIdp, type OidcIdp } from '../../../../test/oidc-idp.ts';
import { inWorld, worldPassword, type Answer } from '../../../../test/world.ts';

const world = inWorld();
let idp: OidcIdp;
let provider = '';

beforeAll(async () => {
  idp = await openOidcIdp();
});
afterAll(() => idp.close());

const code = (answer: Answer) => (answer.body as { code?: string }).code;
const change = (body: Record<string, unknown>) =>
  world.admin.try('PATCH /api/v1/school/sign-on/providers/{provider}', { provider, ...body });
const setup = () => world.admin.call('GET /api/v1/school/sign-on', {});
const require_ = (isRequired: boolean, fallbacks: string[] = []) =>
  world.admin.try('PUT /api/v1/school/sign-on/requirement', { isRequired, fallbacks });
const login = (email: string) =>
  world.visit('/api/v1/login', { method: 'POST', body: { email, password: worldPassword } });

/** Runs a whole test sign-on in the admin's browser. */
const testSignOn = async (): Promise<Answer> => {
  const { location } = await world.admin.call(
    'POST /api/v1/school/sign-on/providers/{provider}/test',
    { provider },
  );
  const url = await idp.walk(location);
  return world.admin.raw(url.pathname + url.search);
};

describe('setting up single sign-on', () => {
  test('reads the endpoints from an issuer’s address, and rejects addresses without a provider', async () => {
    const add = (issuer: string) =>
      world.admin.try('POST /api/v1/school/sign-on/providers', {
        kind: 'oidc',
        name: 'Campus account',
        issuer,
      });
    expect(code(await add(`${idp.issuer}/nothing`))).toBe('sso_unreachable');
    expect(code(await add('http://localhost:1'))).toBe('sso_unreachable');
    expect(code(await add('not an address'))).toBe('sso_unreachable');
    const added = await add(`${idp.issuer}/.well-known/openid-configuration`);
    expect(added.status).toBe(200);
    provider = (added.body as { id: string }).id;
    expect((await setup()).providers).toMatchObject([
      {
        id: provider,
        issuer: idp.issuer,
        isOn: false,
        hasClientSecret: false,
        callbackUrl: `http://localhost/api/v1/sso/${provider}/callback`,
        endpoints: expect.arrayContaining([{ use: 'token', url: `${idp.issuer}/token` }]),
      },
    ]);
    for (const metadata of ['<x/>', 'no xml', '<!DOCTYPE x><EntityDescriptor/>', '{"a":1}']) {
      const answer = await world.admin.try('POST /api/v1/school/sign-on/providers', {
        kind: 'saml-file',
        name: 'X',
        metadata,
      });
      expect([metadata, code(answer)]).toEqual([metadata, 'sso_metadata_unreadable']);
    }
  });

  test('rejects a provider without a client, and encrypts its secret and never returns it', async () => {
    expect(code(await change({ isOn: true }))).toBe('sso_incomplete');
    expect((await change({ ...idp.client, identifierClaim: 'employee' })).status).toBe(200);
    const text = JSON.stringify(await setup());
    expect(text).not.toContain(idp.client.clientSecret);
    expect(text).toContain('"hasClientSecret":true');
    const [row] = await world.sql<{ client_secret: string }>(
      'select client_secret from sso_providers where id = $1',
      [provider],
    );
    expect(row?.client_secret).not.toContain(idp.client.clientSecret);
    expect(
      world.tokens.decrypt(
        `sso:${world.school}:${provider}:client-secret`,
        row?.client_secret ?? '',
      ),
    ).toBe(idp.client.clientSecret);
    expect(
      world.tokens.decrypt(
        `sso:${world.otherSchool}:${provider}:client-secret`,
        row?.client_secret ?? '',
      ),
    ).toBeNull();
  });

  test('includes a test that shows the claims and signs no one in, and passes only if it finds a person', async () => {
    idp.account = { sub: 'sub-1', claims: { employee: 'unknown' } };
    expect((await testSignOn()).headers['location']).toBe(`/admin/sign-on?tested=${provider}`);
    expect((await setup()).providers[0]).toMatchObject({
      isTested: false,
      test: { outcome: 'not_added', person: null },
    });
    idp.account = { sub: 'sub-2', claims: { employee: 'ana' } };
    const answer = await testSignOn();
    expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('cg_session');
    expect((await setup()).providers[0]).toMatchObject({
      isTested: true,
      test: {
        outcome: 'signs_in',
        person: { uid: world.ana.uid },
        attributes: expect.arrayContaining([{ name: 'employee', value: 'ana' }]),
      },
    });
    expect(await world.sql('select from sso_links')).toEqual([]);
    expect(await world.sql(`select from sessions where method <> 'password'`)).toEqual([]);
  });

  test('locks no one out, because it needs a tested provider that is on and an admin with a password', async () => {
    expect(code(await require_(true, [world.admin.uid]))).toBe('sso_not_tested');
    await change({ isOn: true });
    expect(code(await require_(true, []))).toBe('sso_no_fallback');
    expect(code(await require_(true, [world.ana.uid]))).toBe('sso_no_fallback');
    expect((await require_(true, [world.admin.uid])).status).toBe(200);
    expect((await world.visit('/api/v1/sso')).body).toMatchObject({ isRequired: true });
    expect([code(await login(world.ana.email)), (await login(world.admin.email)).status]).toEqual([
      'sso_required',
      200,
    ]);
    // A wrong password reveals nothing about it.
    const wrong = await world.visit('/api/v1/login', {
      method: 'POST',
      body: { email: world.ana.email, password: 'wrong' },
    });
    expect(code(wrong)).toBe('wrong_credentials');
    for (const last of [{ isOn: false }, { clientId: 'another' }, { matchBy: 'identifier' }])
      expect(code(await change(last))).toBe('sso_still_required');
    expect(
      code(
        await world.admin.try('DELETE /api/v1/school/sign-on/providers/{provider}', { provider }),
      ),
    ).toBe('sso_still_required');
    idp.account = { sub: 'sub-2', claims: { employee: 'ana' } };
    const jar = openCookieJar(world.clock);
    const start = await world.visit(`/api/v1/sso/${provider}/start`);
    jar.keep(start.headers['set-cookie']);
    const url = await idp.walk(String(start.headers['location']));
    const back = await world.visit(url.pathname + url.search, {
      headers: { cookie: jar.header() },
    });
    expect([back.headers['location'], String(back.headers['set-cookie'])]).toEqual([
      '/',
      expect.stringContaining('cg_session='),
    ]);
    // An expiring secret can be changed without allowing passwords again.
    expect((await change({ clientSecret: idp.client.clientSecret })).status).toBe(200);
    expect((await require_(false)).status).toBe(200);
    expect((await login(world.ana.email)).status).toBe(200);
  });

  test('needs a new test after a deciding change, deletes links on removal, and records each action', async () => {
    await change({ matchBy: 'identifier' });
    expect((await setup()).providers[0]).toMatchObject({ isTested: false, people: 1 });
    await world.admin.call('DELETE /api/v1/school/sign-on/providers/{provider}', { provider });
    expect(await world.sql('select from sso_links')).toEqual([]);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 50 });
    const acts = entries
      .filter(({ kind }) => kind === 'sign_on_changed')
      .map(({ detail }) => detail['what']);
    expect(acts).toEqual([
      'deleted',
      'changed',
      'not_required',
      'changed',
      'required',
      'on',
      'changed',
      'added',
    ]);
    expect(JSON.stringify(entries)).not.toContain(idp.client.clientSecret);
  });
});

describe('checking addresses of other servers', () => {
  test.each([
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.20.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));
  test.each(['8.8.8.8', '2606:4700::1111', '172.32.0.1'])('%s is public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );

  test('rejects private addresses, names that resolve to them, and plain http unless the operator allows them', async () => {
    const call = (url: string) =>
      openOutbound()(url).then(
        () => 'called',
        (error: { reason?: string }) => error.reason,
      );
    expect(
      await Promise.all(
        [
          'https://127.0.0.1/',
          'https://[::1]/',
          'https://localhost/',
          'https://2130706433/',
          'https://[::ffff:7f00:1]/',
        ].map(call),
      ),
    ).toEqual(Array.from({ length: 5 }, () => 'private'));
    expect(
      await Promise.all(
        [
          idp.issuer,
          'ftp://example.org/',
          'https://user:secret@example.org/',
          'file:///etc/passwd',
        ].map(call),
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'address'));
  });
});
