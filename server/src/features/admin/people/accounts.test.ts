import { beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
let roster: Person;

let admin: Person;
type Query = InputOf<'GET /api/v1/admin/people'>;
const list = async (query: Query = {}) =>
  (await admin.call('GET /api/v1/admin/people', query)).items;
const names = async (query: Query = {}) => (await list(query)).map(({ person }) => person.username);

beforeAll(async () => {
  ({ admin } = world);
  // People from an import who haven't signed in, and one that an import has turned off.
  await world.sql(
    `insert into users (school_id, username, email, first_name, last_name, account_type, is_disabled, created_at) values
      ($1, 'jmuller', 'j.muller@demo.test', 'Jürgen', 'Müller', 'Staff', false, now() + interval '1 minute'),
      ($1, 'old_timer', 'zz@demo.test', 'Olga', 'Müllerová', 'Alumni', true, now() - interval '9 years')`,
    [world.school],
  );
  roster = await world.join({ username: 'nia', first_name: 'Nia', last_name: 'Newman' });
  await world.sql(
    `insert into roster_users (school_id, sourced_id, user_id, identifier) values ($1, 's-77', $2, '4711')`,
    [world.school, roster.id],
  );
});

describe('the list of accounts', () => {
  test('is visible only to admins, who see only their own school’s accounts', async () => {
    const mallory = await world.join({ username: 'mallory' });
    const role = await world.admin.call('POST /api/v1/school/roles', {
      name: 'Moderators',
      permissions: ['reports.manage', 'audit.read', 'privacy.manage'],
    });
    await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', {
      id: role.id,
      uid: mallory.uid,
    });
    for (const person of [world.ana, mallory]) {
      expect((await person.try('GET /api/v1/admin/people')).status).toBe(403);
      expect(
        (await person.try('GET /api/v1/admin/people/{uid}', { uid: world.ben.uid })).status,
      ).toBe(403);
    }
    expect((await world.visit('/api/v1/admin/people')).status).toBe(401);
    await world.sql(
      'update users set is_admin = true where id = $1',
      [world.eve.id],
      world.otherSchool,
    );
    const eve = await world.signInAgain(world.eve);
    expect(
      (await eve.call('GET /api/v1/admin/people', {})).items.map(({ person }) => person.username),
    ).toEqual(['eve']);
    expect((await eve.try('GET /api/v1/admin/people/{uid}', { uid: world.ana.uid })).status).toBe(
      404,
    );
    expect(
      (
        await eve.try('POST /api/v1/admin/people/suspend', {
          people: [world.ana.uid],
          reason: 'From elsewhere',
        })
      ).status,
    ).toBe(404);
    expect((await world.ana.try('GET /api/v1/sessions')).status).toBe(200);
    const found = (await list({ search: 'mallory' }))[0];
    expect(found?.roles).toEqual(['Moderators']);
  });

  test('shows the state, type and last visit of everyone, including people disabled by an import', async () => {
    const all = Object.fromEntries(
      (await list({ size: 100 })).map((one) => [one.person.username, one]),
    );
    expect(all['ana']).toMatchObject({ state: 'active', email: world.ana.email, isAdmin: false });
    expect(all['ana']?.lastSeenAt).toMatch(/^\d{4}-/);
    expect(all['admin']).toMatchObject({ state: 'active', isAdmin: true, accountType: 'Staff' });
    expect(all['jmuller']).toMatchObject({ state: 'new', lastSeenAt: null, accountType: 'Staff' });
    expect(all['old_timer']).toMatchObject({ state: 'deactivated', lastSeenAt: null });
    expect(await names({ state: 'new' })).toEqual(['jmuller']);
    expect(await names({ state: 'deactivated' })).toEqual(['old_timer']);
    expect(await names({ type: 'Staff' })).toEqual(['admin', 'jmuller']);
    expect(await names({ state: 'active', type: 'Faculty' })).toEqual(['cy']);
  });

  test.each([
    ['müll', ['jmuller', 'old_timer']],
    ['muller jurg', ['jmuller']],
    ['OLGA m', ['old_timer']],
    ['J.MULLER@', ['jmuller']],
    ['old_t', ['old_timer']],
    ['old%', []],
    ['4711', ['nia']],
    ['471', []],
    ['chess', []],
  ])('searched for %s has only %j', async (search, found) => {
    expect(await names({ search })).toEqual(found);
  });

  test.each(['name', 'username', 'seen', 'added'] as const)(
    'returns the same people page by page in both directions when sorted by %s',
    async (sort) => {
      const all = await names({ sort, size: 100 });
      expect(new Set(all).size).toBe(all.length);
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: { person: { username: string } }[]; nextCursor: string | null } =
          await admin.call('GET /api/v1/admin/people', {
            sort,
            size: 2,
            ...(cursor !== null && { cursor }),
          });
        paged.push(...page.items.map(({ person }) => person.username));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(all);
      expect(await names({ sort, size: 100, descending: 'true' })).toEqual(all.toReversed());
    },
  );

  test('can be sorted by last visit and by date added', async () => {
    const seen = await names({ sort: 'seen', size: 100 });
    expect(seen.slice(0, 2).toSorted()).toEqual(['jmuller', 'old_timer']);
    world.clock.advance(10 * 60_000);
    admin = await world.signInAgain(world.admin);
    world.clock.advance(1_000);
    await world.signInAgain(world.ben);
    expect((await names({ sort: 'seen', descending: 'true' }))[0]).toBe('ben');
    expect((await names({ sort: 'added' }))[0]).toBe('old_timer');
    expect((await names({ sort: 'added', descending: 'true' }))[0]).toBe('jmuller');
    const bad = await admin.try('GET /api/v1/admin/people', { cursor: 'x', sort: 'seen' });
    expect(bad.status).toBe(400);
  });
});

test('an export has everyone who matches, and the activity log records its filters and count', async () => {
  await world.sql(
    `insert into users (school_id, username, first_name, last_name, account_type, created_at)
      select $1, 'bulk' || n, 'Bulk', 'Person' || n, 'Staff', now() from generate_series(1, 2100) as n`,
    [world.school],
  );
  const file = async (query: object) => {
    const { name, content } = await admin.call('GET /api/v1/admin/people/export', query);
    return { name, lines: Buffer.from(content, 'base64').toString().trim().split('\r\n') };
  };
  const all = await file({ search: 'bulk', type: 'Staff', sort: 'username' });
  expect(all.name).toBe('people.csv');
  expect(all.lines).toHaveLength(2101);
  expect(new Set(all.lines).size).toBe(2101);
  expect(all.lines[1]).toMatch(/^bulk1,Bulk,Person1,,Staff,no,no,,new,,2/);
  expect((await file({ search: 'bulk7', state: 'suspended' })).lines).toHaveLength(1);
  const { entries } = await admin.call('GET /api/v1/audit', { size: 2 });
  expect(entries.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['people_exported', { count: 0, hasSearch: true, state: 'suspended', type: '' }],
    ['people_exported', { count: 2100, hasSearch: true, state: '', type: 'Staff' }],
  ]);
  const ana = await world.signInAgain(world.ana);
  expect((await ana.try('GET /api/v1/admin/people/export', {})).status).toBe(403);
  const eve = await world.signInAgain(world.eve);
  const other = await eve.try('GET /api/v1/admin/people/export', {});
  const text = Buffer.from((other.body as { content?: string }).content ?? '', 'base64').toString();
  expect(text).not.toContain('bulk');
});

test('the page of an account has its roles, clubs, devices, sign-in methods and open reports', async () => {
  const club = await world.join({ username: 'clubber' });
  const made = await admin.call('POST /api/v1/clubs', {
    clientId: '0b9f1c66-3f9f-4c7e-9a53-6f2f6a2a1a11',
    name: 'Chess club',
    membership: 'open',
  });
  await world.sql(
    `insert into club_members (school_id, club_id, user_id, status, since) values ($1, $2, $3, 'member', now())`,
    [world.school, made.id, club.id],
  );
  await (
    await world.signInAgain(world.ana)
  ).call('POST /api/v1/reports', {
    target: { kind: 'person', id: club.uid },
    reason: 'spam',
    note: 'Sends me ads.',
  });
  const found = await admin.call('GET /api/v1/admin/people/{uid}', { uid: club.uid });
  expect(found).toMatchObject({
    state: 'active',
    suspension: null,
    studentNumber: null,
    signIn: { password: true, sso: false, keys: 0, appPasswords: 0 },
    sessions: [{ method: 'password' }],
    clubs: [{ name: 'Chess club', positions: [] }],
    reports: [{ kind: 'person', reason: 'spam', state: 'open' }],
    can: { suspend: true, invite: false },
  });
  expect(found.lastSignInAt).toMatch(/^\d{4}-/);
  const nia = await admin.call('GET /api/v1/admin/people/{uid}', { uid: roster.uid });
  expect(nia.studentNumber).toBe('4711');
  const own = await admin.call('GET /api/v1/admin/people/{uid}', { uid: world.admin.uid });
  expect(own.can.suspend).toBe(false);
});

test('a deleted account is not listed and can’t be opened', async () => {
  const gone = await world.join({ username: 'leaver' });
  await gone.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await world.app.jobs.settle();
  expect((await list({ size: 100 })).some(({ person }) => person.uid === gone.uid)).toBe(false);
  expect((await admin.try('GET /api/v1/admin/people/{uid}', { uid: gone.uid })).status).toBe(404);
  expect(await world.sql('select from user_activity where user_id = $1', [gone.id])).toEqual([]);
});
