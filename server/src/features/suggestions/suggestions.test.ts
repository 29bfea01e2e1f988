import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const connect = async (one: Person, two: Person) => {
  await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
  await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
};
const suggested = async (who: Person = world.ana) =>
  (await who.call('GET /api/v1/suggestions', {})).items;
const names = async (who?: Person) => (await suggested(who)).map(({ firstName }) => firstName);
let hub: Person;
let near: Person;
let far: Person;
let mate: Person;

beforeAll(async () => {
  const make = (first: string, more: Record<string, unknown> = {}) =>
    world.join({ username: first.toLowerCase(), first_name: first, last_name: 'X', ...more });
  hub = await make('Hub');
  near = await make('Near', { year_of_graduation: 2027, interests: ['Chess', 'Hiking', 'Secret'] });
  far = await make('Far');
  mate = await make('Mate', { year_of_graduation: 2027, major: 'History', interests: ['Hiking'] });
  await connect(world.ana, world.ben);
  await connect(world.ben, near);
  await connect(world.ana, hub);
  for (const other of [near, far]) await connect(hub, other);
});

describe('[DIR-08] people you may know', () => {
  test('are listed likeliest first with reasons, including classmates without a mutual connection', async () => {
    expect(await suggested()).toMatchObject([
      {
        firstName: 'Near',
        connectionStatus: 0,
        mutualCount: 2,
        reasons: [
          { kind: 'mutual', count: 2 },
          { kind: 'studies', major: null, year: 2027 },
          { kind: 'interests', values: ['Chess', 'Hiking'] },
        ],
      },
      { firstName: 'Far', reasons: [{ kind: 'mutual', count: 1 }] },
      {
        firstName: 'Mate',
        mutualCount: 0,
        reasons: [
          { kind: 'studies', major: 'History', year: 2027 },
          { kind: 'interests', values: ['Hiking'] },
        ],
      },
    ]);
  });

  test('never have hidden data as a reason', async () => {
    await near.call('PATCH /api/v1/privacy', {
      choices: { yearOfGraduation: 'me', interests: 'connections' },
    });
    const [first] = await suggested();
    expect(first).toMatchObject({ firstName: 'Near', reasons: [{ kind: 'mutual', count: 2 }] });
    await mate.call('PATCH /api/v1/privacy', { choices: { major: 'connections' } });
    expect(await names()).not.toContain('Mate');
    await mate.call('PATCH /api/v1/privacy', { choices: { major: null } });
  });

  test('can be dismissed for oneself only, and restored', async () => {
    for (const _ of [1, 2])
      await world.ana.call('PUT /api/v1/suggestions/{uid}/dismissal', { uid: far.uid });
    expect(await names()).not.toContain('Far');
    expect(await names(near)).toContain('Far');
    await world.ana.call('DELETE /api/v1/suggestions/{uid}/dismissal', { uid: far.uid });
    expect(await names()).toContain('Far');
    expect(
      (await world.ana.try('PUT /api/v1/suggestions/{uid}/dismissal', { uid: world.eve.uid }))
        .status,
    ).toBe(404);
  });

  test('exclude other schools, pending requests, and blocked, deactivated, private, withheld and opted-out people', async () => {
    expect(await names()).toEqual(['Near', 'Far', 'Mate']);
    await world.ana.call('GET /mobile_ws/v18/user_connect', {
      student_uid: near.uid,
      type: 'request',
    });
    await far.call('PATCH /api/v1/privacy', { isSuggested: false });
    expect(await names()).toEqual(['Mate']);
    await mate.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
    expect(await names()).toEqual([]);
    await mate.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
    await mate.call('PATCH /api/v1/profile', { isListed: false });
    expect(await names()).toEqual([]);
    await mate.call('PATCH /api/v1/profile', { isListed: true });
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: mate.uid, hasHold: true });
    expect(await names()).toEqual([]);
    await far.call('PATCH /api/v1/privacy', { isSuggested: true });
    await world.sql('update users set is_disabled = true where id = $1', [far.id]);
    expect(await names()).toEqual([]);
    expect(await names(world.eve)).toEqual([]);
  });

  test('return the same 404 when a stranger dismisses a withheld or an unknown person', async () => {
    const hidden = await world.join({ username: 'hidden', first_name: 'Hidden' });
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', {
      uid: hidden.uid,
      hasHold: true,
    });
    const answers = await Promise.all(
      [hidden.uid, '123456789'].map((uid) =>
        world.ana.try('PUT /api/v1/suggestions/{uid}/dismissal', { uid }),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body])).toMatchObject([
      [404, { code: 'person_not_found' }],
      [404, { code: 'person_not_found' }],
    ]);
  });

  test('return 403 if connections are off', async () => {
    await world.sql(`update schools set connect = false where code = 'demo'`);
    expect((await world.ana.try('GET /api/v1/suggestions')).status).toBe(403);
    await world.sql(`update schools set connect = true where code = 'demo'`);
  });
});
