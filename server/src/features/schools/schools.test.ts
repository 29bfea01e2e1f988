import { describe, expect, test } from 'vitest';
import { insertSchool, selectSchool } from './schools.queries.ts';
import { paperOf as paperFor } from '../../kernel/documents/paper.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { selectSchoolZone } from '../courses/courses.queries.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const school = async (host: string) => world.visit('/mobile_ws/v18/school', { host });

describe('the school of a host', () => {
  test('[SCH-01] is public with its code, color, favicon and connect, and the default color is 005fbf', async () => {
    expect((await school('localhost:3000')).body).toEqual({
      school_code: 'demo',
      name: 'Demo University',
      top_bar_bg_color: '005fbf',
      school_favicon: null,
      logo: null,
      config: {
        connect: true,
        messageStandalone: false,
        locale: 'en',
        paper: 'LETTER',
        profileGroups: false,
        layout: { topBar: false, slideOut: 'framed' },
      },
    });
  });

  test.each([
    ['localhost', 'demo'],
    ['localhost:4000', 'demo'],
    ['127.0.0.1', 'demo'],
    ['[::1]:3000', 'demo'],
    ['demo.localhost', 'demo'],
    ['north.localhost:3000', 'north'],
    ['NORTH.localhost', 'north'],
    ['north.localhost.', 'north'],
  ])('[SCH-03] %s is %s', async (host, code) => {
    expect((await school(host)).body).toMatchObject({ school_code: code });
  });

  test.each([
    'nosuch.localhost',
    'evil.example',
    'demo',
    '-.localhost',
    "x' or 1=1.localhost",
    '..localhost',
    'demo.attacker.localhost',
    'localhost.evil.example',
  ])('doesn’t exist for %s', async (host) => {
    const answer = await school(host);
    expect([answer.status, answer.body]).toMatchObject([
      404,
      { error: { code: 'unknown_school' } },
    ]);
  });

  test('is found by its custom domain', async () => {
    await world.sql(
      `insert into school_hosts (host, school_id) values ('campus.north.example', $1)`,
      [world.otherSchool],
    );
    expect((await school('campus.north.example')).body).toMatchObject({ school_code: 'north' });
  });

  test('[SCH-03] rejects a session of another school', async () => {
    const there = await world.ana.raw('/mobile_ws/v18/authentication', { host: 'north.localhost' });
    expect(there.body).toEqual([{ logout: true }]);
  });

  test('can be added by operators with a unique code, and only one is the default', async () => {
    const id = await insertSchool(world.pool, {
      code: 'third',
      name: 'Third',
      color: 'ff8800',
      connect: false,
    });
    expect(await selectSchool(world.pool, id)).toMatchObject({
      code: 'third',
      color: 'ff8800',
      connect: false,
    });
    await expect(insertSchool(world.pool, { code: 'third', name: 'Again' })).rejects.toThrow(
      /duplicate/,
    );
    await expect(
      insertSchool(world.pool, { code: 'fourth', name: 'X', isDefault: true }),
    ).rejects.toThrow(/duplicate/);
    await expect(insertSchool(world.pool, { code: 'No Good', name: 'X' })).rejects.toThrow(/check/);
  });
});

describe('the layout', () => {
  test('[SHELL-03] can be set by admins, applies immediately to their own school, and the activity log records it', async () => {
    const before = { topBar: false, slideOut: 'framed' } as const;
    const layout = { topBar: true, slideOut: 'always' } as const;
    expect(await world.admin.call('PUT /api/v1/school/layout', layout)).toEqual(layout);
    expect((await school('localhost')).body).toMatchObject({ config: { layout } });
    expect((await school('north.localhost')).body).toMatchObject({ config: { layout: before } });
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({ kind: 'layout_changed', detail: { before, after: layout } });
    for (const wrong of [
      { topBar: 'yes', slideOut: 'always' },
      { topBar: true, slideOut: 'sometimes' },
      { topBar: true },
    ])
      expect((await world.admin.try('PUT /api/v1/school/layout', wrong)).status).toBe(400);
    expect((await school('localhost')).body).toMatchObject({ config: { layout } });
    await world.admin.call('PUT /api/v1/school/layout', before);
  });
});

describe('[CARD-05] the groups section of profiles', () => {
  test('is off until a person who manages privacy turns it on', async () => {
    const isOn = async () =>
      ((await school('localhost')).body as { config: { profileGroups: boolean } }).config
        .profileGroups;
    expect(await isOn()).toBe(false);
    const put = { profileGroups: true };
    expect((await world.ana.try('PUT /api/v1/school/profiles', put)).status).toBe(403);
    expect(await world.admin.call('PUT /api/v1/school/profiles', put)).toEqual(put);
    expect(await isOn()).toBe(true);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'profile_groups_changed',
      detail: { before: false, after: true },
    });
    await world.admin.call('PUT /api/v1/school/profiles', { profileGroups: false });
  });
});

describe('the name, color, language and time zone', () => {
  const identity = () => world.admin.call('GET /api/v1/school/identity', {});

  test('can be changed by admins, apply to everyone immediately, and the activity log records it', async () => {
    const before = await identity();
    expect(before).toEqual({
      name: 'Demo University',
      color: '005fbf',
      locale: 'en',
      timeZone: null,
    });
    const after = { ...before, name: 'Demo College', color: '9a3324' };
    expect(
      await world.admin.call('PATCH /api/v1/school/identity', {
        name: '  Demo \n College ',
        color: '#9A3324',
      }),
    ).toEqual(after);
    expect((await school('localhost')).body).toMatchObject({
      name: 'Demo College',
      top_bar_bg_color: '9a3324',
      config: { locale: 'en' },
    });
    expect((await school('north.localhost')).body).not.toMatchObject({ name: 'Demo College' });
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'school_identity_changed',
      detail: { before, after },
    });
    await world.admin.call('PATCH /api/v1/school/identity', before);
    expect(await identity()).toEqual(before);
  });

  test('keep both changes if two admins change different values at the same time', async () => {
    const before = await identity();
    const change = (more: object) => world.admin.call('PATCH /api/v1/school/identity', more);
    await Promise.all([
      change({ name: 'Demo Institute' }),
      change({ color: '112233' }),
      change({ locale: 'de' }),
      change({ timeZone: 'Europe/Berlin' }),
    ]);
    expect(await identity()).toEqual({
      name: 'Demo Institute',
      color: '112233',
      locale: 'de',
      timeZone: 'Europe/Berlin',
    });
    expect(await change({})).toEqual(await identity());
    await change(before);
  });

  test('are rejected if they are invalid, or if the person can’t manage the school', async () => {
    for (const wrong of [
      { name: ' ' },
      { name: 'W'.repeat(121) },
      { color: 'blue' },
      { color: '12345' },
      { locale: 'german!' },
      { timeZone: 'Europe/Nowhere' },
      { code: 'other' },
    ])
      expect((await world.admin.try('PATCH /api/v1/school/identity', wrong)).status).toBe(400);
    for (const who of [world.ana, world.eve])
      expect((await who.try('PATCH /api/v1/school/identity', { name: 'Mine' })).status).toBe(403);
    expect(await identity()).toMatchObject({ name: 'Demo University', color: '005fbf' });
  });

  test('determine the school’s own days', async () => {
    await world.admin.call('PATCH /api/v1/school/identity', { timeZone: 'Pacific/Kiritimati' });
    const zone = () =>
      inTransaction(world.pool, { school: world.school, readOnly: true }, selectSchoolZone);
    expect(await zone()).toBe('Pacific/Kiritimati');
    await world.admin.call('PATCH /api/v1/school/identity', { timeZone: null });
    expect(await zone()).toBe('UTC');
  });
});

describe('the paper size', () => {
  test('[CCT-01, FIN-01, EVENT-01] comes from the school’s language until an admin sets it', async () => {
    const paperOf = async (host: string) =>
      ((await school(host)).body as { config: { paper: string } }).config.paper;
    const before = await paperOf('localhost');
    const other = before === 'A4' ? 'LETTER' : 'A4';
    expect(await world.admin.call('PUT /api/v1/school/paper', { paper: other })).toEqual({
      paper: other,
    });
    expect(await paperOf('localhost')).toBe(other);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({ kind: 'paper_changed', detail: { before, after: other } });
    expect((await world.ana.try('PUT /api/v1/school/paper', { paper: 'A4' })).status).toBe(403);
    expect(
      (await world.admin.try('PUT /api/v1/school/paper', { paper: 'A3' } as never)).status,
    ).toBe(400);
    expect(await world.admin.call('PUT /api/v1/school/paper', { paper: null })).toEqual({
      paper: before,
    });
    expect(paperFor({ paper: null, locale: 'de' })).toBe('A4');
    expect(paperFor({ paper: null, locale: 'es-MX' })).toBe('LETTER');
  });
});

describe('the server', () => {
  test('returns health, readiness, metrics and the API reference', async () => {
    expect((await world.visit('/healthz')).body).toEqual({ status: 'ok' });
    expect((await world.visit('/readyz')).body).toEqual({ status: 'ok', database: 'ok' });
    const { text: metrics } = await world.visit('/metrics');
    expect(metrics).toContain('commons_call_seconds_bucket');
    expect(metrics).toMatch(/^commons_jobs\{state="new"\} \d+$/m);
    expect(metrics).toMatch(/^commons_jobs_age_seconds\{state="retrying"\} \d/m);
    for (const request of [
      { remoteAddress: '10.0.0.9' },
      { headers: { 'x-forwarded-for': '10.0.0.9' } },
    ]) {
      expect((await world.app.http.inject({ url: '/metrics', ...request })).statusCode).toBe(403);
    }
    const { body } = await world.visit('/api/v1/openapi.json');
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/v1/users': { get: { operationId: 'directory.users' } },
        '/api/v1/login': { post: { requestBody: {} } },
      },
    });
  });

  test('returns a picture only at its own school', async () => {
    const name = await world.files.put(world.school, Buffer.from('picture'), 'webp');
    const here = await world.visit(`/files/${name}`);
    expect([here.status, here.headers['content-type'], here.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, max-age=31536000, immutable',
    ]);
    expect((await world.visit(`/files/${name}`, { host: 'north.localhost' })).status).toBe(404);
  });
});

describe('the Message button', () => {
  test('opens the chat outside a host’s frame if admins turn it on, and the activity log records the change', async () => {
    expect(
      (await world.ben.try('PUT /api/v1/school/messaging', { messageStandalone: true })).status,
    ).toBe(403);
    expect(
      (await world.admin.try('PUT /api/v1/school/messaging', { messageStandalone: 'yes' })).status,
    ).toBe(400);
    expect((await school('localhost')).body).toMatchObject({
      config: { messageStandalone: false },
    });
    expect(
      await world.admin.call('PUT /api/v1/school/messaging', { messageStandalone: true }),
    ).toEqual({ messageStandalone: true });
    expect((await school('localhost')).body).toMatchObject({ config: { messageStandalone: true } });
    expect((await school('north.localhost')).body).toMatchObject({
      config: { messageStandalone: false },
    });
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'message_standalone_changed',
      detail: { before: false, after: true },
    });
    await world.admin.call('PUT /api/v1/school/messaging', { messageStandalone: false });
  });
});

test('twelve simultaneous changes of the school’s settings all succeed, and so do other calls', async () => {
  const origins = Array.from({ length: 4 }, (_, n) => `https://portal-${n}.example.edu`);
  const answers = await Promise.all([
    ...origins.map((origin) => world.admin.try('POST /api/v1/school/embed-origins', { origin })),
    ...[true, false, true, false].map((messageStandalone) =>
      world.admin.try('PUT /api/v1/school/messaging', { messageStandalone }),
    ),
    ...[true, false, true, false].map((topBar) =>
      world.admin.try('PUT /api/v1/school/layout', { topBar, slideOut: 'framed' }),
    ),
    ...['ana', 'ben'].map((name) =>
      world[name as 'ana' | 'ben'].try('GET /api/v1/connections', { list: 'incoming' }),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [school] = await world.sql<{ embed_origins: string[] }>(
    'select embed_origins from schools',
  );
  expect(school?.embed_origins.toSorted()).toEqual(origins);
});
