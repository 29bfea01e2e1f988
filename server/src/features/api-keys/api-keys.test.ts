import { describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';
import { keyCallLimit } from '../../kernel/security/api-keys.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { revokeExpiredKeys } from './api-keys.queries.ts';
import { expiredDays, ownKeysMax, schoolKeysMax } from './api-keys.rules.ts';

const world = inWorld();

const day = 86_400_000;
/** Calls SCIM's list of people, as a program with a key does. */
const scim = (token: string) =>
  world.visit('/scim/v2/Users?count=0', { headers: { authorization: `Bearer ${token}` } });
const make = async (
  input: { name?: string; scopes?: ('provisioning' | 'embed')[]; expiresInDays?: number } = {},
) =>
  (await world.signInAgain(world.admin)).call('POST /api/v1/api-keys', {
    name: 'Key',
    scopes: ['provisioning'],
    ...input,
  });
const list = async (scope?: 'provisioning' | 'embed') =>
  (
    await (
      await world.signInAgain(world.admin)
    ).call('GET /api/v1/api-keys', { ...(scope && { scope }) })
  ).items;
const end = async (id: string) =>
  (await world.signInAgain(world.admin)).try('DELETE /api/v1/api-keys/{id}', { id });
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('school API keys', () => {
  test('are created by admins, shown once, stored as hashes, and listed with a hint and their scopes', async () => {
    const { key, token } = await make({ name: 'Portal', scopes: ['embed'] });
    expect(token).toMatch(/^commons_key_[\w-]{43}$/);
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Portal',
      scopes: ['embed'],
      hint: token.slice(12, 16),
      madeAt: world.clock.now().toISOString(),
      by: expect.objectContaining({ uid: world.admin.uid }),
      expiresAt: null,
      isExpired: false,
      lastUsedAt: null,
    });
    const { key: other } = await make({ scopes: ['provisioning', 'embed'] });
    expect((await list()).map(({ id }) => id)).toEqual([other.id, key.id]);
    expect((await list('provisioning')).map(({ id }) => id)).toEqual([other.id]);
    expect(JSON.stringify(await list())).not.toContain(token);
    const rows = await world.sql<{ row: string }>('select k::text as row from api_keys k');
    expect(rows.map(({ row }) => row).join('')).not.toContain(token.slice(12));
    for (const one of [key, other]) await end(one.id);
  });

  test('allow only what their scopes allow, and errors name the missing scope', async () => {
    const { key, token } = await make({ scopes: ['embed'] });
    const refused = await scim(token);
    expect([
      refused.status,
      refused.headers['x-error-code'],
      (refused.body as { detail: string }).detail,
    ]).toEqual([
      403,
      'missing_scope',
      'This key doesn’t have the provisioning scope. Use a key that has it.',
    ]);
    for (const path of ['/api/v1/users', '/api/v1/connections']) {
      const answer = await world.visit(path, { headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { code: 'missing_scope', scope: 'read' },
      ]);
    }
    await end(key.id);
  });

  test('can’t call endpoints of accounts, passwords, sessions, roles or keys', async () => {
    const { key, token } = await make({ scopes: ['provisioning', 'embed'] });
    for (const [method, path] of [
      ['GET', '/api/v1/sessions'],
      ['POST', '/api/v1/password'],
      ['GET', '/api/v1/account/data'],
      ['GET', '/api/v1/audit'],
      ['GET', '/api/v1/api-keys'],
      ['POST', '/api/v1/api-keys'],
    ] as const) {
      const answer = await world.visit(path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' && { body: {} }),
      });
      expect([path, answer.status, code(answer)]).toEqual([path, 403, 'not_for_keys']);
    }
    await end(key.id);
  });

  test('stop working immediately when revoked or expired, are listed as expired, and are deleted later', async () => {
    const [ended, short, lasting] = [
      await make(),
      await make({ expiresInDays: 1 }),
      await make({ expiresInDays: 365 }),
    ];
    expect(short.key.expiresAt).toBe(new Date(world.clock.now().getTime() + day).toISOString());
    for (const { token } of [ended, short, lasting]) expect((await scim(token)).status).toBe(200);
    expect((await end(ended.key.id)).status).toBe(200);
    expect((await end(ended.key.id)).status).toBe(404);
    expect((await scim(ended.token)).headers['x-error-code']).toBe('invalid_token');
    world.clock.advance(day);
    expect((await scim(short.token)).headers['x-error-code']).toBe('invalid_token');
    expect((await scim(lasting.token)).status).toBe(200);
    expect((await list()).map(({ id, isExpired }) => [id, isExpired])).toEqual([
      [lasting.key.id, false],
      [short.key.id, true],
    ]);
    world.clock.advance((expiredDays + 1) * day);
    await runMaintenance(world.pool, [revokeExpiredKeys], world.clock.now());
    expect((await list()).map(({ id }) => id)).toEqual([lasting.key.id]);
    await end(lasting.key.id);
  });

  test('show their last use, accurate to five minutes', async () => {
    const { key, token } = await make();
    const first = world.clock.now().toISOString();
    const lastUse = async () => (await list()).find(({ id }) => id === key.id)?.lastUsedAt;
    for (const pause of [0, 299_000]) {
      world.clock.advance(pause);
      await scim(token);
      expect(await lastUse()).toBe(first);
    }
    world.clock.advance(2_000);
    await scim(token);
    expect(await lastUse()).toBe(world.clock.now().toISOString());
    await end(key.id);
  });

  test('have a limit that simultaneous creation can’t exceed, and expired keys don’t count', async () => {
    const { key: short } = await make({ expiresInDays: 1 });
    world.clock.advance(day);
    const admin = await world.signInAgain(world.admin);
    const asked = await Promise.all(
      Array.from({ length: schoolKeysMax + 3 }, (_, n) =>
        admin.try('POST /api/v1/api-keys', { name: `k${n}`, scopes: ['embed'] }),
      ),
    );
    expect(asked.filter(({ status }) => status === 200).length).toBe(schoolKeysMax);
    const late = asked.filter((answer) => code(answer) === 'too_many_keys');
    expect(late.length).toBe(3);
    // The count for the school, not for the person's keys.
    expect(late[0]?.body).toMatchObject({
      detail: `You’ve reached the limit of ${schoolKeysMax} keys. Revoke one first.`,
    });
    for (const { id } of await list()) await end(id);
    expect(short.isExpired).toBe(false);
  });

  test('are rejected with invalid values', async () => {
    const admin = await world.signInAgain(world.admin);
    const wishes: Record<string, unknown>[] = [
      { name: ' ', scopes: ['embed'] },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['read'] },
      { name: 'x', scopes: ['embed', 'embed'] },
      { name: 'x', scopes: ['embed'], expiresInDays: 366 },
      { name: 'x', scopes: ['embed'], expiresInDays: 0 },
      { name: 'x', scopes: ['embed'], expiresInDays: 1.5 },
    ];
    for (const wish of wishes)
      expect([wish, (await admin.try('POST /api/v1/api-keys', wish)).status]).toEqual([wish, 400]);
  });

  test('are recorded in the activity log when created and revoked', async () => {
    const { key } = await make({ name: 'Told', scopes: ['embed'], expiresInDays: 2 });
    await end(key.id);
    const { entries } = await (
      await world.signInAgain(world.admin)
    ).call('GET /api/v1/audit', { size: 2 });
    expect(entries.map(({ kind, actor, detail }) => [kind, actor?.uid, detail])).toEqual([
      ['key_ended', world.admin.uid, { name: 'Told', scopes: ['embed'] }],
      ['key_made', world.admin.uid, { name: 'Told', scopes: ['embed'], expiresAt: key.expiresAt }],
    ]);
  });
});

describe('personal API keys', () => {
  const with_ = (
    token: string,
    method: 'GET' | 'PATCH' | 'POST' = 'GET',
    path = '/api/v1/users',
    body?: unknown,
  ) =>
    world.visit(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
  const createOwn = async (
    who: Person,
    scopes: ('read' | 'write')[] = ['read'],
    expiresInDays = 30,
  ) =>
    (await world.signInAgain(who)).call('POST /api/v1/account/api-keys', {
      name: 'Script',
      scopes,
      expiresInDays,
    });
  const listOwn = async (who: Person) =>
    (await world.signInAgain(who)).call('GET /api/v1/account/api-keys');
  const allow = async (isAllowed: boolean) =>
    (await world.signInAgain(world.admin)).call('PUT /api/v1/api-keys/personal', { isAllowed });

  test('can be created, listed and revoked only by their owner', async () => {
    const { key, token } = await createOwn(world.ana);
    expect(key).toMatchObject({
      name: 'Script',
      scopes: ['read'],
      hint: token.slice(12, 16),
      isExpired: false,
      lastUsedAt: null,
    });
    expect(await listOwn(world.ana)).toEqual({ items: [key], isAllowed: true });
    expect(await listOwn(world.ben)).toEqual({ items: [], isAllowed: true });
    expect((await list()).map(({ id }) => id)).not.toContain(key.id);
    for (const [who, call] of [
      [world.ben, 'DELETE /api/v1/account/api-keys/{id}'],
      [world.admin, 'DELETE /api/v1/account/api-keys/{id}'],
      [world.admin, 'DELETE /api/v1/api-keys/{id}'],
    ] as const)
      expect((await (await world.signInAgain(who)).try(call, { id: key.id })).status).toBe(404);
    expect((await with_(token)).status).toBe(200);
    await (
      await world.signInAgain(world.ana)
    ).call('DELETE /api/v1/account/api-keys/{id}', { id: key.id });
    expect(code(await with_(token))).toBe('invalid_token');
  });

  test('act as their owner without admin permissions, and only at the owner’s school', async () => {
    // Other people can't find a person with a directory hold, but admins can.
    await world.sql('update users set has_hold = true where id = $1', [world.cy.id]);
    const { token } = await createOwn(world.admin, ['read', 'write']);
    const names = ({ items }: { items: unknown[] }) => JSON.stringify(items);
    expect(names(await (await world.signInAgain(world.admin)).call('GET /api/v1/users'))).toContain(
      'Young',
    );
    const byKey = (await with_(token)).body as { items: unknown[] };
    expect(names(byKey)).toContain('Okafor');
    expect(names(byKey)).not.toContain('Young');
    const changed = await with_(token, 'PATCH', '/api/v1/profile', { workTitle: 'Dean by key' });
    expect(changed.status).toBe(200);
    expect(await world.sql('select id from users where work_title = $1', ['Dean by key'])).toEqual([
      { id: world.admin.id },
    ]);
    const north = await world.visit('/api/v1/users', {
      host: 'north.localhost',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([north.status, code(north)]).toEqual([401, 'invalid_token']);
  });

  test('don’t work while the school turns them off, which the activity log records', async () => {
    const { token } = await createOwn(world.ana);
    expect(await allow(false)).toEqual({ isAllowed: false });
    await allow(false);
    expect(code(await with_(token))).toBe('invalid_token');
    const ana = await world.signInAgain(world.ana);
    expect(
      code(
        await ana.try('POST /api/v1/account/api-keys', {
          name: 'x',
          scopes: ['read'],
          expiresInDays: 1,
        }),
      ),
    ).toBe('personal_keys_off');
    expect((await listOwn(world.ana)).isAllowed).toBe(false);
    expect((await make({ name: 'Still' })).key.name).toBe('Still');
    await allow(true);
    expect((await with_(token)).status).toBe(200);
    const { entries } = await (
      await world.signInAgain(world.admin)
    ).call('GET /api/v1/audit', { size: 50 });
    const switched = entries.filter(({ kind }) => kind === 'personal_keys_allowed');
    expect(switched.map(({ detail }) => detail['isAllowed'])).toEqual([true, false]);
    expect(
      (await (await world.signInAgain(world.admin)).call('GET /api/v1/api-keys')).personal,
    ).toMatchObject({ isAllowed: true });
  });

  test('don’t work while the account is disabled, and are deleted with the account', async () => {
    const dan = await world.join({ username: 'dan' });
    const { token } = await createOwn(dan);
    await world.sql('update users set is_disabled = true where id = $1', [dan.id]);
    expect(code(await with_(token))).toBe('invalid_token');
    await world.sql('update users set is_disabled = false where id = $1', [dan.id]);
    expect((await with_(token)).status).toBe(200);
    expect((await dan.call('GET /api/v1/account/data')).sections['ownKeys']).toMatchObject([
      { name: 'Script', scopes: ['read'] },
    ]);
    await dan.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
    expect(code(await with_(token))).toBe('invalid_token');
    await world.app.jobs.settle();
    expect(await world.sql('select from api_keys where user_id = $1', [dan.id])).toEqual([]);
  });

  test('expire, and have a limit per person', async () => {
    const { token } = await createOwn(world.ben, ['read'], 1);
    world.clock.advance(day);
    expect(code(await with_(token))).toBe('invalid_token');
    const ben = await world.signInAgain(world.ben);
    const wish = { name: 'x', scopes: ['read'], expiresInDays: 2 };
    const asked = await Promise.all(
      Array.from({ length: ownKeysMax + 2 }, () => ben.try('POST /api/v1/account/api-keys', wish)),
    );
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(ownKeysMax).fill(200),
      409,
      409,
    ]);
    for (const wrong of [{ expiresInDays: undefined }, { scopes: ['embed'] }, { scopes: [] }])
      expect((await ben.try('POST /api/v1/account/api-keys', { ...wish, ...wrong })).status).toBe(
        400,
      );
  });

  test('share one rate limit per person', async () => {
    const [one, other] = [await createOwn(world.ana), await createOwn(world.ana)];
    expect((await with_(one.token)).status).toBe(200);
    await world.sql('update rate_limits set used = $2 where subject = $1', [
      `key:${world.ana.id}`,
      keyCallLimit.max,
    ]);
    const answer = await with_(other.token);
    expect([answer.status, answer.headers['retry-after']]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    world.clock.advance(keyCallLimit.seconds * 1_000);
    expect((await with_(other.token)).status).toBe(200);
  });
});
