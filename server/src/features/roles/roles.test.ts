import { beforeEach, describe, expect, test } from 'vitest';
import { permissionsOf } from '#contract/permissions.ts';
import { roleLimits } from '#contract/roles/endpoints.ts';
import { permissionsIn } from '../../kernel/access.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const create = (name: string, permissions: ('newsletters.manage' | 'hubs.manage')[] = []) =>
  world.admin.call('POST /api/v1/school/roles', { name, permissions });
const give = (id: string, uid: string) =>
  world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', { id, uid });
const take = (id: string, uid: string) =>
  world.admin.call('DELETE /api/v1/school/roles/{id}/members/{uid}', { id, uid });
const reading = async () => (await world.ben.try('GET /api/v1/newsletters', {})).status;
const newest = async () => (await world.admin.call('GET /api/v1/audit', { size: 1 })).entries[0];

beforeEach(() => world.sql('delete from roles where school_id = $1', [world.school]));

describe('a staff role', () => {
  test('grants and removes its permissions from the next call', async () => {
    const { id } = await create('Editors', ['newsletters.manage']);
    expect(await reading()).toBe(403);
    await give(id, world.ben.uid);
    expect(await reading()).toBe(200);
    // The role doesn't include this permission.
    expect(codeOf(await world.ben.try('GET /api/v1/school/hubs'))).toEqual([403, 'forbidden']);
    await take(id, world.ben.uid);
    expect(await reading()).toBe(403);

    await give(id, world.ben.uid);
    const permissions = ['hubs.manage' as const];
    await world.admin.call('PATCH /api/v1/school/roles/{id}', { id, permissions });
    expect(await reading()).toBe(403);
    expect((await world.ben.try('GET /api/v1/school/hubs')).status).toBe(200);
    await world.admin.call('DELETE /api/v1/school/roles/{id}', { id });
    expect((await world.ben.try('GET /api/v1/school/hubs')).status).toBe(403);
  });

  test('expires at its end', async () => {
    const { id } = await create('Editors', ['newsletters.manage']);
    await give(id, world.ben.uid);
    const endAt = (minutes: number) =>
      world.sql(
        `update role_grants set ends_at = now() + $1 * interval '1 minute' where role_id = $2`,
        [minutes, id],
      );
    await endAt(1);
    expect(await reading()).toBe(200);
    await endAt(-1);
    expect(await reading()).toBe(403);
  });

  test('adds its permissions to the signed-in person, and admins have all permissions', async () => {
    const answered = async (person: Person) => {
      const [self] = await person.call('GET /mobile_ws/v18/authentication', {});
      return self !== undefined && 'permissions' in self ? self.permissions.toSorted() : null;
    };
    const editors = await create('Editors', ['newsletters.manage', 'hubs.manage']);
    const writers = await create('Writers', ['newsletters.manage']);
    for (const { id } of [editors, writers]) await give(id, world.ben.uid);
    expect(await answered(world.admin)).toEqual(permissionsOf('school').toSorted());
    expect(await answered(world.ben)).toEqual(['hubs.manage', 'newsletters.manage']);
    expect(await answered(world.cy)).toEqual([]);
    // The response to a profile change replaces the person in the client, so it contains them too.
    const { permissions } = await world.ben.call('PATCH /api/v1/profile', { city: 'Lagos' });
    expect(permissions.toSorted()).toEqual(['hubs.manage', 'newsletters.manage']);
    // Other people's responses don't contain permissions.
    const [other] = await world.admin.call('GET /mobile_ws/v18/authentication', {
      uid: world.ben.uid,
    });
    expect(other).not.toHaveProperty('permissions');
    await take(editors.id, world.ben.uid);
    expect(await answered(world.ben)).toEqual(['newsletters.manage']);
    await world.admin.call('DELETE /api/v1/school/roles/{id}', { id: writers.id });
    expect(await answered(world.ben)).toEqual([]);
  });

  test('can’t make someone an admin, and only admins have the permissions that could', async () => {
    for (const permission of ['roles.manage', 'imports.manage', 'sign-on.manage'])
      expect(
        codeOf(
          await world.admin.try('POST /api/v1/school/roles', {
            name: 'All',
            permissions: [permission as 'hubs.manage'],
          }),
        ),
      ).toEqual([400, 'invalid_input']);
  });

  test('lists its people by name in pages, with their number', async () => {
    const { id } = await create('Editors');
    for (const { uid } of [world.cy, world.ana, world.ben]) await give(id, uid);
    await give(id, world.ana.uid);
    const members = (cursor?: string) =>
      world.admin.call('GET /api/v1/school/roles/{id}/members', {
        id,
        size: 2,
        ...(cursor !== undefined && { cursor }),
      });
    const page = await members();
    expect(page.items.map(({ uid }) => uid)).toEqual(
      [world.ben.uid, world.ana.uid].toSorted(() => 0),
    );
    const rest = await members(page.nextCursor ?? '');
    expect([rest.items.length, rest.nextCursor]).toEqual([1, null]);
    expect((await world.admin.call('GET /api/v1/school/roles')).items).toMatchObject([
      { id, name: 'Editors', people: 3 },
    ]);
    for (const cursor of [
      'x',
      Buffer.from('[1,2]').toString('base64url'),
      // Text that the database can't store.
      Buffer.from(String.raw`["a\u0000",2]`).toString('base64url'),
      Buffer.from(String.raw`["\ud800",2]`).toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ])
      expect(
        codeOf(await world.admin.try('GET /api/v1/school/roles/{id}/members', { id, cursor })),
      ).toEqual([400, 'bad_cursor']);
  });

  test('lists more people after a person with a long name', async () => {
    const { id } = await create('Editors');
    const long = 'Ḽ'.repeat(60);
    const person = await world.join({ username: 'long', first_name: long, last_name: long });
    const last = await world.join({ username: 'last', first_name: 'Zo', last_name: 'ẕẕẕ' });
    for (const { uid } of [person, last]) await give(id, uid);
    const page = await world.admin.call('GET /api/v1/school/roles/{id}/members', { id, size: 1 });
    expect(page.items.map(({ uid }) => uid)).toEqual([person.uid]);
    const cursor = page.nextCursor ?? '';
    expect(cursor.length).toBeGreaterThan(200);
    const rest = await world.admin.call('GET /api/v1/school/roles/{id}/members', { id, cursor });
    expect(rest.items.map(({ uid }) => uid)).toEqual([last.uid]);
  });

  test('has a unique name, and a school has at most fifty roles', async () => {
    const { id } = await create('Editors');
    expect(
      codeOf(
        await world.admin.try('POST /api/v1/school/roles', { name: 'editors', permissions: [] }),
      ),
    ).toEqual([409, 'role_name_taken']);
    const other = await create('Writers');
    expect(
      codeOf(
        await world.admin.try('PATCH /api/v1/school/roles/{id}', { id: other.id, name: 'EDITORS' }),
      ),
    ).toEqual([409, 'role_name_taken']);
    expect(
      (await world.admin.call('PATCH /api/v1/school/roles/{id}', { id, name: 'EDITORS' })).name,
    ).toBe('EDITORS');
    await Promise.all(
      Array.from({ length: roleLimits.each }, (_, n) =>
        world.admin.try('POST /api/v1/school/roles', { name: `Role ${n}`, permissions: [] }),
      ),
    );
    expect((await world.admin.call('GET /api/v1/school/roles')).items).toHaveLength(
      roleLimits.each,
    );
  });

  test('keeps its name unique if several are renamed at the same time', async () => {
    const made = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => create(name)));
    const answers = await Promise.all(
      made.map(({ id }) =>
        world.admin.try('PATCH /api/v1/school/roles/{id}', { id, name: 'Same' }),
      ),
    );
    const taken = [409, 'role_name_taken'];
    expect(answers.map(codeOf).toSorted()).toEqual([[200, undefined], ...Array(5).fill(taken)]);
  });

  test('is unknown to other schools, and the activity log records every change', async () => {
    const { id } = await create('Editors', ['newsletters.manage']);
    expect(await newest()).toMatchObject({
      kind: 'role_changed',
      detail: { act: 'added', name: 'Editors' },
    });
    await give(id, world.ben.uid);
    expect(await newest()).toMatchObject({ kind: 'role_member_changed', detail: { act: 'added' } });
    expect(
      codeOf(
        await world.admin.try('PUT /api/v1/school/roles/{id}/members/{uid}', {
          id,
          uid: world.eve.uid,
        }),
      ),
    ).toEqual([404, 'person_not_found']);
    expect((await world.eve.try('GET /api/v1/school/roles')).status).toBe(403);
  });
});

test("permissions for several scopes come from one query, and an API key has none of its owner's", async () => {
  const { id } = await create('Editors', ['newsletters.manage']);
  await give(id, world.ben.uid);
  // A permission that only admins can have grants nothing, even if it is in the row.
  await world.sql(
    `update roles set permissions = permissions || '{imports.manage}' where id = $1`,
    [id],
  );
  const held = (person: { id: number }, more: { isAdmin?: boolean; sessionId?: null } = {}) =>
    inTransaction(world.pool, { school: world.school }, async (db) => {
      const member = { userId: person.id, sessionId: '1', isAdmin: false, isAdviser: false };
      const actor = { kind: 'member' as const, ...member, ...more };
      const of = await permissionsIn({ db, actor }, 'school', [0, 7]);
      return [of(0), of(7)].map((one) => [...one]);
    });
  expect(await held(world.ben)).toEqual([['newsletters.manage'], []]);
  expect(await held(world.ben, { sessionId: null })).toEqual([[], []]);
  expect(await held(world.cy)).toEqual([[], []]);
  const [all] = await held(world.admin, { isAdmin: true });
  expect(all).toContain('imports.manage');
});
