import { beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { hubLimits, type ManagedHub } from '#contract/hubs/endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const plain = { description: '', icon: null, isForEveryone: false, accountTypes: [], majors: [] };
const make = (name: string, settings: Partial<ManagedHub> = {}) =>
  world.admin.call('POST /api/v1/school/hubs', { ...plain, name, ...settings });
const names = async (who: Person) =>
  (await who.call('GET /api/v1/hubs')).items.map(({ name }) => name);
const statusOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return [status, (body as { code?: string }).code];
};
const newest = async () => (await world.admin.call('GET /api/v1/audit', { size: 1 })).entries[0];

beforeEach(() => world.sql('delete from hubs where school_id = $1', [world.school]));

test('creating a hub twice with the same client ID creates one hub', async () => {
  const clientId = newClientId();
  const sent = { ...plain, name: 'Once', clientId };
  const [one, two] = await Promise.all(
    [1, 2].map(() => world.admin.call('POST /api/v1/school/hubs', sent)),
  );
  expect(two).toEqual(one);
  expect(await world.sql(`select from hubs where name = 'Once'`)).toHaveLength(1);
});

describe('[HUB-01] a hub', () => {
  test('contains everyone, or people by account type, major or manual addition', async () => {
    await make('Campus', { isForEveryone: true });
    await make('Teachers', { accountTypes: ['Faculty', 'Staff'] });
    await make('Physicists', { majors: ['Physics'] });
    const house = await make('House', { description: 'Elm Street 4', icon: 'leaf' });
    await world.admin.call('PUT /api/v1/school/hubs/{id}/members/{uid}', {
      id: house.id,
      uid: world.ana.uid,
    });
    expect(await names(world.ana)).toEqual(['Campus', 'House']);
    expect(await names(world.ben)).toEqual(['Campus', 'Physicists']);
    expect(await names(world.cy)).toEqual(['Campus', 'Teachers', 'Physicists']);
    expect(await names(world.admin)).toEqual(['Campus', 'Teachers']);
    expect(await names(world.eve)).toEqual([]);
    const [, mine] = (await world.ana.call('GET /api/v1/hubs')).items;
    expect(mine).toEqual({
      id: house.id,
      name: 'House',
      description: 'Elm Street 4',
      icon: 'leaf',
    });
  });

  test('can be chosen by its own people on every device, and other people get 404', async () => {
    const campus = await make('Campus', { isForEveryone: true });
    const teachers = await make('Teachers', { accountTypes: ['Faculty'] });
    const elsewhere = await world.signInAgain(world.ana);
    expect(await world.ana.call('PUT /api/v1/hubs/chosen', { hub: campus.id })).toEqual({
      chosen: campus.id,
    });
    expect((await elsewhere.call('GET /api/v1/hubs')).chosen).toBe(campus.id);
    expect((await world.ben.call('GET /api/v1/hubs')).chosen).toBeNull();
    for (const hub of [teachers.id, '999', 'x', '', '-1', '99999999999999999999'])
      expect(await statusOf(world.ana.try('PUT /api/v1/hubs/chosen', { hub }))).toEqual([
        404,
        'not_found',
      ]);
    expect(await statusOf(world.eve.try('PUT /api/v1/hubs/chosen', { hub: campus.id }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await world.ana.call('GET /api/v1/hubs')).chosen).toBe(campus.id);
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: null });
    expect((await elsewhere.call('GET /api/v1/hubs')).chosen).toBeNull();
  });

  test('disappears when archived, and returns as the chosen hub when restored', async () => {
    const { id } = await make('Campus', { isForEveryone: true });
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: id });
    expect(
      await world.admin.call('PATCH /api/v1/school/hubs/{id}', { id, isArchived: true }),
    ).toMatchObject({ isArchived: true });
    expect(await newest()).toMatchObject({
      kind: 'hub_changed',
      detail: { hub: id, name: 'Campus', act: 'archived' },
    });
    expect(await world.ana.call('GET /api/v1/hubs')).toEqual({ items: [], chosen: null });
    expect((await world.ana.call('GET /api/v1/menu')).hub).toBeNull();
    await world.admin.call('PATCH /api/v1/school/hubs/{id}', { id, isArchived: false });
    expect((await world.ana.call('GET /api/v1/hubs')).chosen).toBe(id);
    expect((await newest())?.detail).toMatchObject({ act: 'returned' });
  });
});

describe('[HUB-01] managing hubs', () => {
  test('changes only the fields that were sent, keeps their order, and records each change', async () => {
    const [a, b, c] = [await make('A', { majors: ['Art'] }), await make('B'), await make('C')];
    expect(await newest()).toMatchObject({
      kind: 'hub_changed',
      detail: { hub: c.id, name: 'C', act: 'added' },
    });
    expect(
      await world.admin.call('PATCH /api/v1/school/hubs/{id}', {
        id: a.id,
        name: ' Art ',
        icon: 'palette',
      }),
    ).toEqual({
      ...a,
      name: 'Art',
      icon: 'palette',
    });
    expect(await newest()).toMatchObject({ detail: { act: 'changed' }, fields: ['name', 'icon'] });
    expect(
      await world.admin.call('PATCH /api/v1/school/hubs/{id}', {
        id: a.id,
        icon: null,
        majors: [],
      }),
    ).toMatchObject({
      icon: null,
      majors: [],
    });
    const { items } = await world.admin.call('PUT /api/v1/school/hubs/order', {
      ids: [c.id, 'x', '999', a.id, c.id],
    });
    expect(items.map(({ id }) => id)).toEqual([c.id, a.id, b.id]);
    expect(
      (await world.admin.call('GET /api/v1/school/hubs')).items.map(({ name }) => name),
    ).toEqual(['C', 'Art', 'B']);
  });

  test('lists people added manually by name in pages, and removes them', async () => {
    const { id } = await make('House');
    const add = (uid: string) =>
      world.admin.try('PUT /api/v1/school/hubs/{id}/members/{uid}', { id, uid });
    for (const who of [world.cy, world.ana, world.ben, world.ana])
      expect((await add(who.uid)).status).toBe(200);
    for (const uid of [world.eve.uid, '999', 'x'])
      expect(await statusOf(add(uid))).toEqual([404, 'person_not_found']);
    expect((await world.admin.call('GET /api/v1/school/hubs')).items[0]?.added).toBe(3);
    const first = await world.admin.call('GET /api/v1/school/hubs/{id}/members', { id, size: 2 });
    const second = await world.admin.call('GET /api/v1/school/hubs/{id}/members', {
      id,
      size: 2,
      after: first.items[1]?.uid,
    });
    expect([...first.items, ...second.items].map(({ firstName }) => firstName)).toEqual([
      'Ben',
      'Ana',
      'Cy',
    ]);
    expect([first.total, second.items.length]).toEqual([3, 1]);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    await world.admin.call('DELETE /api/v1/school/hubs/{id}/members/{uid}', {
      id,
      uid: world.ben.uid,
    });
    await world.admin.call('DELETE /api/v1/school/hubs/{id}/members/{uid}', {
      id,
      uid: world.ben.uid,
    });
    expect(await names(world.ben)).toEqual([]);
    // The second identical call changes nothing, and the activity log has one entry.
    expect((await newest())?.number).toBe((entries[0]?.number ?? 0) + 1);
    expect(await newest()).toMatchObject({
      kind: 'hub_member_changed',
      detail: { hub: id, name: 'House', act: 'removed' },
    });
    expect((await newest())?.people.map(({ uid }) => uid)).toEqual([world.ben.uid]);
  });

  test('returns 409 too_many_hubs at the school’s limit', async () => {
    await world.sql(
      `insert into hubs (school_id, name, position, created_at) select $1, 'Hub ' || n, n, now() from generate_series(1, ${hubLimits.each}) n`,
      [world.school],
    );
    expect(
      await statusOf(world.admin.try('POST /api/v1/school/hubs', { ...plain, name: 'One more' })),
    ).toEqual([409, 'too_many_hubs']);
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a name that is too long', { name: 'x'.repeat(hubLimits.name + 1) }],
    ['an unknown icon', { name: 'A', icon: '<svg>' }],
    ['an unknown field', { name: 'A', place: 3 }],
    ['a rule that isn’t a list', { name: 'A', majors: 'Art' }],
  ])('rejects %s', async (_, wrong) => {
    expect(
      await statusOf(world.admin.try('POST /api/v1/school/hubs', { ...plain, ...wrong })),
    ).toEqual([400, 'invalid_input']);
    expect((await world.admin.call('GET /api/v1/school/hubs')).items).toEqual([]);
  });

  test('exports a person’s hubs, and deletes them with the account', async () => {
    const { id } = await make('House', { isForEveryone: true });
    const dora = await world.join({ username: 'dora', first_name: 'Dora', last_name: 'X' });
    await world.admin.call('PUT /api/v1/school/hubs/{id}/members/{uid}', { id, uid: dora.uid });
    await dora.call('PUT /api/v1/hubs/chosen', { hub: id });
    const { sections } = await dora.call('GET /api/v1/account/data');
    expect(sections['hubs']).toEqual([
      { name: 'House', isChosen: true, addedAt: expect.any(String) },
    ]);
    await dora.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
    await world.app.jobs.settle();
    expect(
      await world.sql('select 1 from hub_members union all select 1 from current_hubs'),
    ).toEqual([]);
  });
});
