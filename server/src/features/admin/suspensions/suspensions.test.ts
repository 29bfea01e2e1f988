import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOidcIdp, type OidcIdp } from '../../../../test/oidc-idp.ts';
import { inProvider } from '../../../../test/scim-client.ts';
import { openCookieJar } from '../../../../test/cookie-jar.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
const { patch } = inProvider(world);
let idp: OidcIdp;
beforeAll(async () => {
  idp = await openOidcIdp();
});
afterAll(() => idp.close());

const suspend = (people: readonly Person[], reason = 'Spam', by: Person = world.admin) =>
  by.try('POST /api/v1/admin/people/suspend', { people: people.map(({ uid }) => uid), reason });
const restore = (person: Person) =>
  world.admin.call('POST /api/v1/admin/people/restore', { people: [person.uid] });
const codeOf = (answer: Answer) => [answer.status, (answer.body as { code?: string }).code];
const logOf = async (person: Person) =>
  (await world.admin.call('GET /api/v1/audit', { person: person.uid })).entries;

/** The ways into an account that work without its owner's session, each with the status that an open one returns. */
const doorsOf = async (person: Person, provider: string) => {
  const key = await person.call('POST /api/v1/account/api-keys', {
    name: 'Script',
    scopes: ['read'],
    expiresInDays: 30,
  });
  const { secret } = await person.call('POST /api/v1/calendar/app-passwords', { name: 'Phone' });
  const feed = await person.call('POST /api/v1/calendar/feeds', {
    name: 'Phone',
    kinds: ['own'],
  });
  const feedPath = new URL(feed.url).pathname;
  const { username } = (
    await world.sql<{ username: string }>('select username from users where id = $1', [person.id])
  )[0] ?? { username: '' };
  const signOn = async () => {
    const jar = openCookieJar(world.clock);
    const go = async (path: string) => {
      const answer = await world.visit(path, { headers: { cookie: jar.header() } });
      jar.keep(answer.headers['set-cookie']);
      return answer;
    };
    idp.account = { sub: `sub-${username}`, claims: { employee: username } };
    const start = String(
      (await go(`/api/v1/sso/${provider}/start?redirect=/`)).headers['location'],
    );
    const back = await idp.walk(start);
    const end = String((await go(back.pathname + back.search)).headers['location']);
    return end.includes('sso_error') ? 'refused' : 'open';
  };
  return async () => ({
    session: (await person.try('GET /api/v1/sessions')).status,
    refresh: (await person.raw('/api/v1/session')).status,
    password: (
      await world.visit('/api/v1/login', {
        method: 'POST',
        body: { email: person.email, password: worldPassword },
      })
    ).status,
    key: (await world.visit('/api/v1/clubs', { headers: { authorization: `Bearer ${key.token}` } }))
      .status,
    calendar: (
      await world.app.http.inject({
        method: 'PROPFIND' as never,
        url: '/dav/',
        headers: {
          host: 'localhost',
          authorization: `Basic ${Buffer.from(`${person.email}:${secret}`).toString('base64')}`,
        },
      })
    ).statusCode,
    feed: (await world.visit(feedPath)).status,
    signOn: await signOn(),
  });
};

describe('suspending a person', () => {
  test('blocks every kind of access until an admin restores the account, and the activity log records both', async () => {
    const { id: provider } = await world.admin.call('POST /api/v1/school/sign-on/providers', {
      kind: 'oidc',
      name: 'Campus account',
      issuer: idp.issuer,
    });
    await world.admin.call('PATCH /api/v1/school/sign-on/providers/{provider}', {
      provider,
      ...idp.client,
      identifierClaim: 'employee',
      isOn: true,
    });
    const sam = await world.join({ username: 'sam' });
    const doors = await doorsOf(sam, provider);
    const open = { key: 200, calendar: 207, feed: 200, password: 200, signOn: 'open' };
    expect(await doors()).toMatchObject({ ...open, session: 200, refresh: 200 });

    expect((await suspend([sam], 'Sold tickets twice')).body).toEqual({ changed: 1 });
    expect(await doors()).toMatchObject({
      session: 401,
      refresh: 401,
      password: 401,
      key: 401,
      calendar: 401,
      feed: 404,
      signOn: 'refused',
    });
    expect(await world.sql('select from sessions where user_id = $1', [sam.id])).toEqual([]);
    const account = await world.admin.call('GET /api/v1/admin/people/{uid}', { uid: sam.uid });
    expect(account).toMatchObject({
      state: 'suspended',
      suspension: { reason: 'Sold tickets twice', by: { uid: world.admin.uid } },
      sessions: [],
    });

    await restore(sam);
    // The old session is gone; everything else works again.
    expect(await doors()).toMatchObject({ ...open, session: 401 });
    expect(
      (await logOf(sam)).flatMap(({ kind, detail, actor }) =>
        kind === 'account_access' ? [[detail['act'], detail['reason'], actor?.uid]] : [],
      ),
    ).toEqual([
      ['restored', undefined, world.admin.uid],
      ['suspended', 'Sold tickets twice', world.admin.uid],
    ]);
  });

  test('stays in force when an identity provider or an import enables the account', async () => {
    const tess = await world.join({ username: 'tess' });
    await suspend([tess]);
    await patch(`/Users/${tess.id}`, { op: 'replace', path: 'active', value: true });
    await world.sql('update users set is_disabled = false where id = $1', [tess.id]);
    expect(
      (await world.admin.call('GET /api/v1/admin/people/{uid}', { uid: tess.uid })).state,
    ).toBe('suspended');
    await restore(tess);
    expect(
      (await world.admin.call('GET /api/v1/admin/people/{uid}', { uid: tess.uid })).state,
    ).toBe('active');
  });

  test('doesn’t reactivate people removed by the provider when the database is upgraded', async () => {
    const [gone, kept] = [
      await world.join({ username: 'gonewhile' }),
      await world.join({ username: 'keptwhile' }),
    ];
    await suspend([gone, kept]);
    await world.sql(
      'insert into scim_users (school_id, user_id, deleted_at) values (current_school(), $1, now())',
      [gone.id],
    );
    const file = new URL('../../../../database/migrations/1081_deactivated.sql', import.meta.url);
    const text = await readFile(file, 'utf8');
    await world.sql(text.slice(text.indexOf('update users')));
    await restore(gone);
    await restore(kept);
    const states = [];
    for (const { uid } of [gone, kept])
      states.push((await world.admin.call('GET /api/v1/admin/people/{uid}', { uid })).state);
    expect(states).toEqual(['deactivated', 'active']);
  });

  test('is independent of identity providers and imports, and restoring ends only the suspension', async () => {
    const stateOf = async ({ uid }: Person) => {
      const { state, isDeactivated } = await world.admin.call('GET /api/v1/admin/people/{uid}', {
        uid,
      });
      return [state, isDeactivated];
    };
    const vera = await world.join({ username: 'vera' });
    await suspend([vera]);
    expect(await stateOf(vera)).toEqual(['suspended', false]);
    // Changing something else doesn't deactivate the account.
    await patch(`/Users/${vera.id}`, { op: 'replace', path: 'title', value: 'Tutor' });
    expect(await stateOf(vera)).toEqual(['suspended', false]);
    await patch(`/Users/${vera.id}`, { op: 'replace', path: 'active', value: false });
    expect(await stateOf(vera)).toEqual(['suspended', true]);
    await restore(vera);
    expect(await stateOf(vera)).toEqual(['deactivated', true]);
    await patch(`/Users/${vera.id}`, { op: 'replace', path: 'active', value: true });
    expect(await stateOf(vera)).toEqual(['active', false]);

    // The provider deactivates the account, an admin suspends it, and the provider activates it.
    await patch(`/Users/${vera.id}`, { op: 'replace', path: 'active', value: false });
    await suspend([vera]);
    await patch(`/Users/${vera.id}`, { op: 'replace', path: 'active', value: true });
    expect(await stateOf(vera)).toEqual(['suspended', false]);
    await restore(vera);
    expect(await stateOf(vera)).toEqual(['active', false]);
    // An admin can activate an account that is only deactivated.
    await patch(`/Users/${vera.id}`, { op: 'replace', path: 'active', value: false });
    await restore(vera);
    expect(await stateOf(vera)).toEqual(['active', false]);
  });

  test('is rejected from members, for oneself, for unknown people and without a reason, and changes nothing', async () => {
    expect((await suspend([world.cy], 'No', world.ana)).status).toBe(403);
    expect(codeOf(await suspend([world.cy, world.admin]))).toEqual([409, 'own_account']);
    expect(codeOf(await suspend([world.cy, world.eve]))).toEqual([404, 'person_not_found']);
    expect((await suspend([world.cy], ' ')).status).toBe(400);
    expect((await world.cy.try('GET /api/v1/sessions')).status).toBe(200);
  });

  test('leaves at least one of two admins who suspend each other at the same time', async () => {
    const boss = await world.join({ username: 'boss', is_admin: true });
    const answers = await Promise.all([
      suspend([boss], 'Rivalry'),
      suspend([world.admin], 'Rivalry', boss),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
    const { rows } = {
      rows: await world.sql('select id from users where is_admin and not is_disabled'),
    };
    expect(rows.length).toBeGreaterThan(0);
    await world.sql('delete from suspensions');
    await world.sql('update users set is_disabled = false where id = any($1)', [
      [boss.id, world.admin.id],
    ]);
  });
});

test('signing a person out everywhere ends sessions and keys, and the person can sign in again', async () => {
  const admin = await world.signInAgain(world.admin);
  const uma = await world.join({ username: 'uma' });
  const { token } = await uma.call('POST /api/v1/account/api-keys', {
    name: 'Script',
    scopes: ['read'],
    expiresInDays: 30,
  });
  await admin.call('POST /api/v1/admin/people/sign-out', { people: [uma.uid] });
  expect((await uma.try('GET /api/v1/sessions')).status).toBe(401);
  expect(
    (await world.visit('/api/v1/clubs', { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(401);
  expect((await (await world.signInAgain(uma)).try('GET /api/v1/sessions')).status).toBe(200);
  expect(
    codeOf(await admin.try('POST /api/v1/admin/people/sign-out', { people: [admin.uid] })),
  ).toEqual([409, 'own_account']);
});
