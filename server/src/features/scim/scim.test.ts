import { describe, expect, test } from 'vitest';
import {
  inProvider,
  failure,
  bodyOf,
  userSchema,
  type ScimBody,
} from '../../../test/scim-client.ts';
import { inWorld } from '../../../test/world.ts';
import { scimLimit } from './calls.ts';

const world = inWorld();
const { keys, makeKey: createKey, scim, patch, namesUnder, stored, create } = inProvider(world);

describe('access', () => {
  test('requires a valid key of this school, and rejects missing, foreign and expired keys and sessions', async () => {
    const { items } = await world.admin.call('GET /api/v1/api-keys');
    const ended = await createKey('Short');
    const { items: both } = await world.admin.call('GET /api/v1/api-keys');
    const id = both.find(({ name }) => name === 'Short')?.id ?? '';
    expect(
      (await scim('GET', '/Users', undefined, { authorization: `Bearer ${ended}` })).status,
    ).toBe(200);
    await world.admin.call('DELETE /api/v1/api-keys/{id}', { id });
    expect((await world.admin.try('DELETE /api/v1/api-keys/{id}', { id })).status).toBe(404);
    expect((await world.admin.call('GET /api/v1/api-keys')).items).toEqual(items);
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${keys.north}`,
      `Bearer ${ended}`,
      `Bearer ${world.admin.tokens.jwt}`,
      `Basic ${keys.own}`,
    ]) {
      const answer = await scim(
        'POST',
        '/Users',
        { userName: 'intruder' },
        { authorization, cookie: 'cg_session=x' },
      );
      expect([
        authorization.slice(0, 12),
        answer.status,
        answer.headers['www-authenticate'],
      ]).toEqual([authorization.slice(0, 12), 401, 'Bearer']);
      expect(bodyOf(answer)).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '401',
        detail: expect.any(String),
      });
    }
    expect(await namesUnder('userName eq "intruder"')).toEqual([]);
  });

  test('works with a key only at its own school', async () => {
    const north = (method: 'GET' | 'DELETE' | 'PATCH' | 'PUT', path: string, body?: unknown) =>
      scim(method, path, body, { authorization: `Bearer ${keys.north}` }, 'north.localhost');
    expect(
      (bodyOf(await north('GET', '/Users'))['Resources'] as ScimBody[]).map(
        ({ userName }) => userName as string,
      ),
    ).toEqual(['eve']);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await north(method, `/Users/${world.ana.uid}`)).status).toBe(404);
    expect(
      (
        await north('PATCH', `/Users/${world.ana.uid}`, {
          Operations: [{ op: 'replace', path: 'active', value: false }],
        })
      ).status,
    ).toBe(404);
    expect((await north('PUT', `/Users/${world.ana.uid}`, { userName: 'mine' })).status).toBe(404);
    expect(await stored(world.ana.uid)).toMatchObject({ username: 'ana', is_disabled: false });
  });

  test('stores keys as hashes, shows them once, and shows when they were last used', async () => {
    const { items, scimAddress } = await world.admin.call('GET /api/v1/api-keys');
    expect([scimAddress, items]).toMatchObject([
      'http://localhost/scim/v2',
      [{ name: 'Entra', by: { uid: world.admin.uid }, lastUsedAt: expect.any(String) }],
    ]);
    expect(JSON.stringify(items)).not.toContain(keys.own);
    const rows = await world.sql<{ row: string }>('select k::text as row from api_keys k');
    expect(rows.map(({ row }) => row).join('')).not.toContain(keys.own);
    for (let n = items.length; n < 20; n += 1) await createKey(`k${n}`);
    expect(
      (
        await world.admin.try('POST /api/v1/api-keys', {
          name: 'one more',
          scopes: ['provisioning'],
        })
      ).body,
    ).toMatchObject({
      code: 'too_many_keys',
    });
  });

  test('records each write with the name of its key, and no rejected writes', async () => {
    const one = await create();
    await patch(
      `/Users/${one['id']}`,
      { op: 'replace', path: 'title', value: 'Dean' },
      { op: 'replace', path: 'name.givenName', value: 'Una' },
    );
    await patch(`/Users/${one['id']}`, { op: 'replace', path: 'title', value: 'Dean' });
    await patch(`/Users/${one['id']}`, { op: 'replace', path: 'shoe', value: 'Dean' });
    await scim('DELETE', `/Users/${one['id']}`);
    const admin = await world.signInAgain(world.admin);
    const { entries } = await admin.call('GET /api/v1/audit', { size: 3 });
    expect(entries.map(({ kind, actor, detail, fields }) => [kind, actor, detail, fields])).toEqual(
      [
        ['scim_person', null, { act: 'ended', key: 'Entra' }, ['active']],
        ['scim_person', null, { act: 'changed', key: 'Entra' }, ['name', 'title']],
        ['scim_person', null, { act: 'added', key: 'Entra' }, []],
      ],
    );
  });

  test('has a rate limit for each key', async () => {
    await world.sql(`update rate_limits set used = $1 where subject like 'scim:%'`, [
      scimLimit.max,
    ]);
    const answer = await scim('GET', '/Users?count=0');
    expect([answer.status, answer.headers['retry-after'], bodyOf(answer)['status']]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
      '429',
    ]);
    world.clock.advance(scimLimit.seconds * 1_000);
    expect((await scim('GET', '/Users?count=0')).status).toBe(200);
  });
});

test('deletes the data of people who delete their accounts', async () => {
  const person = await world.join({ username: 'leaves' });
  await patch(`/Users/${person.uid}`, { op: 'add', path: 'externalId', value: 'leaves-ext' });
  await person.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await world.app.jobs.settle();
  expect((await scim('GET', `/Users/${person.uid}`)).status).toBe(404);
  expect(await world.sql(`select from scim_users where external_id = 'leaves-ext'`)).toEqual([]);
});

test("the service's description contains only what is stored", async () => {
  expect(bodyOf(await scim('GET', '/ServiceProviderConfig'))).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: true },
    filter: { maxResults: 200 },
  });
  const types = bodyOf(await scim('GET', '/ResourceTypes'));
  expect([
    types['totalResults'],
    (types['Resources'] as ScimBody[]).map(({ id, schema }) => [id, schema]),
  ]).toEqual([
    2,
    [
      ['User', userSchema],
      ['Group', 'urn:ietf:params:scim:schemas:core:2.0:Group'],
    ],
  ]);
  expect(bodyOf(await scim('GET', '/ResourceTypes/User'))).toMatchObject({ endpoint: '/Users' });
  const schema = bodyOf(await scim('GET', `/Schemas/${userSchema}`));
  const details = (schema['attributes'] as ScimBody[]).map(({ name }) => name as string);
  const one = await create({ title: 'x', preferredLanguage: 'en', phoneNumbers: [{ value: '1' }] });
  const { schemas: _schemas, id: _id, meta: _meta, ...attributes } = one;
  expect(details).toEqual(expect.arrayContaining(Object.keys(attributes)));
  expect((await scim('GET', '/Schemas/urn:none')).status).toBe(404);
  for (const path of ['/Nothing', '/Bulk', '/Me'])
    expect([
      path,
      (await scim('GET', path)).status,
      bodyOf(await scim('GET', path))['status'],
    ]).toEqual([path, 404, '404']);
  expect(bodyOf(await scim('DELETE', '/ServiceProviderConfig'))['status']).toBe('405');
  expect(failure(await scim('POST', '/Users', '<a/>', { 'content-type': 'text/xml' }))).toEqual([
    415,
    undefined,
  ]);
});
