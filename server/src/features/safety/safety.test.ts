import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
let dora: Person;
let finn: Person;
beforeAll(async () => {
  dora = await world.join({
    username: 'dora',
    first_name: 'Dora',
    last_name: 'Quimby',
    major: 'Zymology',
    interests: ['Falconry'],
  });
  finn = await world.join({
    username: 'finn',
    first_name: 'Finn',
    last_name: 'Adler',
    major: 'Zymology',
    interests: ['Falconry'],
  });
});

const act = (who: Person, other: Person, type: 'request' | 'accept') =>
  who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });
const people = async (who: Person, filters: Record<string, string> = {}) =>
  (await who.call('GET /mobile_ws/v18/mobile_people', { limit: 100, ...filters }))[0];
const sees = async (who: Person, other: Person) => {
  const all = await people(who);
  const filters = await who.call('GET /mobile_ws/v18/listing_filters', { type: 'directory' });
  const majors =
    filters.find(({ name }) => name === 'major')?.options.find(({ value }) => value === 'Zymology')
      ?.count ?? 0;
  const { data } = await who.call('GET /mobile_ws/v18/user_profile', { uid: other.uid });
  const { counts } = await who.call('GET /api/v1/connections', { list: 'connected' });
  return {
    profile: !Array.isArray(data),
    listed: all?.people.some(({ uid }) => uid === other.uid),
    totalFits: all?.total === all?.people.length,
    found: (await people(who, { search_word: other === finn ? 'Finn Adler' : 'Dora Quimby' }))
      ?.total,
    byMajor: (await people(who, { major: 'Zymology' }))?.total,
    majors,
    connected: counts.connected,
  };
};

describe('a block between two people', () => {
  test('hides each from the other everywhere immediately and ends their connection, while others see both', async () => {
    await act(dora, finn, 'request');
    await act(finn, dora, 'accept');
    const there = {
      profile: true,
      listed: true,
      totalFits: true,
      found: 1,
      byMajor: 2,
      majors: 2,
      connected: 1,
    };
    expect([await sees(dora, finn), await sees(finn, dora)]).toEqual([there, there]);
    const gone = {
      profile: false,
      listed: false,
      totalFits: true,
      found: 0,
      byMajor: 1,
      majors: 1,
      connected: 0,
    };
    for (const _ of [1, 2]) await dora.call('PUT /api/v1/blocks/{uid}', { uid: finn.uid });
    expect([await sees(dora, finn), await sees(finn, dora)]).toEqual([gone, gone]);
    expect(await act(finn, dora, 'request')).toMatchObject({
      success: 'false',
      code: 'person_not_found',
    });
    expect((await people(world.ana, { major: 'Zymology' }))?.total).toBe(2);
    await world.app.jobs.settle();
    expect(await world.sql('select from connections')).toEqual([]);
  });

  test('is visible only to the person who blocked and can remove it, and the connection stays ended', async () => {
    expect((await dora.call('GET /api/v1/blocks')).items).toMatchObject([
      { uid: finn.uid, firstName: 'Finn' },
    ]);
    expect((await finn.call('GET /api/v1/blocks')).items).toEqual([]);
    await finn.call('DELETE /api/v1/blocks/{uid}', { uid: dora.uid });
    expect((await sees(finn, dora)).profile).toBe(false);
    await dora.call('DELETE /api/v1/blocks/{uid}', { uid: finn.uid });
    expect(await sees(finn, dora)).toMatchObject({
      profile: true,
      listed: true,
      byMajor: 2,
      majors: 2,
      connected: 0,
    });
  });

  test('is stored once for each side if both block at the same time', async () => {
    await Promise.all([
      dora.try('PUT /api/v1/blocks/{uid}', { uid: finn.uid }),
      finn.try('PUT /api/v1/blocks/{uid}', { uid: dora.uid }),
    ]);
    await world.sql(
      'insert into blocks (school_id, blocker_id, blocked_id) values ($1, $2, $3), ($1, $3, $2) on conflict do nothing',
      [world.school, dora.id, finn.id],
    );
    expect(await sees(dora, finn)).toMatchObject({ byMajor: 1, majors: 1, totalFits: true });
    await world.sql('delete from blocks');
  });

  test('is rejected for oneself, unknown people, people from other schools, and admins', async () => {
    for (const [who, other, status] of [
      [dora, dora, 404],
      [dora, world.eve, 404],
      [dora, world.admin, 409],
      [world.admin, dora, 409],
    ] as const) {
      expect((await who.try('PUT /api/v1/blocks/{uid}', { uid: other.uid })).status).toBe(status);
    }
    expect((await dora.try('PUT /api/v1/blocks/{uid}', { uid: 'x' })).status).toBe(404);
  });
});

describe('the list of blocked people', () => {
  test('hides the name of a person whose data was withheld later, but they can be unblocked and reported', async () => {
    const [one, two] = [
      await world.join({ username: 'one', first_name: 'One' }),
      await world.join({ username: 'two', first_name: 'Two' }),
    ];
    await one.call('PUT /api/v1/blocks/{uid}', { uid: two.uid });
    const list = async () => (await one.call('GET /api/v1/blocks')).items;
    expect(await list()).toMatchObject([{ uid: two.uid, firstName: 'Two', isShown: true }]);
    await world.sql(`update users set photo = 'x-m.webp', last_name = 'New' where id = $1`, [
      two.id,
    ]);
    for (const change of ['has_hold', 'is_disabled']) {
      await world.sql(`update users set ${change} = true where id = $1`, [two.id]);
      expect(await list()).toMatchObject([
        { uid: two.uid, firstName: '', lastName: '', photoUrl: null, isShown: false },
      ]);
      await one.call('POST /api/v1/reports', {
        target: { kind: 'person', id: two.uid },
        reason: 'harm',
      });
      await world.sql(`update users set ${change} = false where id = $1`, [two.id]);
    }
    expect(await list()).toMatchObject([
      { firstName: 'Two', lastName: 'New', photoUrl: '/files/x-m.webp', isShown: true },
    ]);
    await world.sql('update users set has_hold = true where id = $1', [two.id]);
    await one.call('DELETE /api/v1/blocks/{uid}', { uid: two.uid });
    expect(await list()).toEqual([]);
    expect(
      (
        await one.try('POST /api/v1/reports', {
          target: { kind: 'person', id: two.uid },
          reason: 'harm',
        })
      ).status,
    ).toBe(404);
    await world.sql('delete from reports where reporter_id = $1', [one.id]);
  });
});

describe('a person who becomes an admin', () => {
  test('sees everyone and is visible despite blocks, which apply again afterwards', async () => {
    const run = async (person: Person, isAdmin: boolean) => {
      await world.sql('update users set is_admin = $1 where id = $2', [isAdmin, person.id]);
      return world.signInAgain(person);
    };
    const [kim, lou] = [
      await world.join({ username: 'kim', first_name: 'Kim' }),
      await world.join({ username: 'lou', first_name: 'Lou' }),
    ];
    const asked = async (viewer: Person, other: Person) => {
      const all = await people(viewer);
      const { data } = await viewer.call('GET /mobile_ws/v18/user_profile', { uid: other.uid });
      return {
        profile: !Array.isArray(data),
        listed: all?.people.some(({ uid }) => uid === other.uid),
        found: (await people(viewer, { search_word: other === kim ? 'Kim' : 'Lou' }))?.total,
        totalFits: all?.total === all?.people.length,
      };
    };
    const [there, gone] = [
      { profile: true, listed: true, found: 1, totalFits: true },
      { profile: false, listed: false, found: 0, totalFits: true },
    ];
    for (const [from, to] of [
      [kim, lou],
      [lou, kim],
    ] as const) {
      await from.call('PUT /api/v1/blocks/{uid}', { uid: to.uid });
      expect([await asked(kim, lou), await asked(lou, kim)]).toEqual([gone, gone]);
      const staff = await run(kim, true);
      expect([await asked(staff, lou), await asked(lou, kim)]).toEqual([there, there]);
      await run(kim, false);
      expect([await asked(kim, lou), await asked(lou, kim)]).toEqual([gone, gone]);
      await from.call('DELETE /api/v1/blocks/{uid}', { uid: to.uid });
    }
  });
});
