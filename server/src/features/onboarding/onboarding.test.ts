import { describe, expect, test } from 'vitest';
import { setupItems } from '#contract/onboarding/steps.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';

const world = inWorld();
const hub = { description: '', icon: null, isForEveryone: false, accountTypes: [], majors: [] };
const newStudent = (username: string) => world.join({ username, first_name: username });
const firstRun = (who: Person) => who.call('GET /api/v1/first-run', {});

describe('the first run of a student', () => {
  test('opens once, keeps passed steps for every device, and never comes back after its end', async () => {
    const nadia = await newStudent('nadia');
    expect(await firstRun(nadia)).toEqual({ state: 'new', passed: [], hasSetup: false });
    await nadia.call('PATCH /api/v1/first-run', {});
    expect(await firstRun(nadia)).toMatchObject({ state: 'open', passed: [] });
    await nadia.call('PATCH /api/v1/first-run', { passed: ['clubs'] });
    await nadia.call('PATCH /api/v1/first-run', { passed: ['picture', 'clubs'] });
    const phone = await world.signInAgain(nadia);
    expect(await firstRun(phone)).toMatchObject({ state: 'open', passed: ['picture', 'clubs'] });
    expect(await phone.call('PATCH /api/v1/first-run', { isEnded: true })).toMatchObject({
      state: 'none',
    });
    expect(await nadia.call('PATCH /api/v1/first-run', { passed: ['about'] })).toMatchObject({
      state: 'none',
      passed: ['picture', 'clubs'],
    });
    for (const wrong of [{ passed: ['shoes'] }, { isEnded: false }, { userId: 1 }])
      expect((await nadia.try('PATCH /api/v1/first-run', wrong)).status).toBe(400);
  });

  test('is only for students without a complete profile, and stores nothing for others', async () => {
    const complete = await world.join({
      username: 'complete',
      first_name: 'Complete',
      bio: '<p>Hi</p>',
      interests: ['Chess'],
      languages: ['English'],
      looking_for: ['Friends'],
      industries: ['Research'],
      sports: ['Rowing'],
      city: 'Porto',
    });
    const teacher = await world.join({
      username: 'teacher',
      first_name: 'Teacher',
      account_type: 'Faculty',
    });
    for (const who of [complete, teacher, world.admin])
      expect(await who.call('PATCH /api/v1/first-run', { passed: ['picture'] })).toMatchObject({
        state: 'none',
        passed: [],
      });
    const ids = [complete, teacher, world.admin].map(({ id }) => id);
    expect(
      await world.sql('select user_id from first_runs where user_id = any($1)', [ids]),
    ).toEqual([]);
  });

  test('belongs to one person of one school', async () => {
    const own = await newStudent('own');
    await own.call('PATCH /api/v1/first-run', { passed: ['about'] });
    expect(await firstRun(world.ben)).toMatchObject({ state: 'new', passed: [] });
    expect(await firstRun(world.eve)).toMatchObject({ state: 'new', passed: [] });
    const rows = (school: typeof world.school) =>
      world.as(school)('select user_id from first_runs where user_id = $1', [own.id]);
    expect([await rows(world.school), await rows(world.otherSchool)]).toMatchObject([[{}], []]);
    expect((await world.visit('/api/v1/first-run')).status).toBe(401);
  });

  test('is part of the data export, and is deleted with the account', async () => {
    const gone = await newStudent('gone');
    await gone.call('PATCH /api/v1/first-run', { passed: ['people'] });
    const { sections } = await gone.call('GET /api/v1/account/data');
    expect(sections['firstRun']).toMatchObject([{ passed: ['people'], endedAt: null }]);
    await gone.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await world.sql('select from first_runs where user_id = $1', [gone.id])).toEqual([]);
  });

  test('suggests people if there are interests but no connections or major', async () => {
    await world.join({ username: 'baker', first_name: 'Baker', interests: ['Baking'] });
    const alone = await world.join({
      username: 'alone',
      first_name: 'Alone',
      interests: ['Baking'],
    });
    const { items } = await alone.call('GET /api/v1/suggestions', {});
    expect(items).toMatchObject([
      { firstName: 'Baker', reasons: [{ kind: 'interests', values: ['Baking'] }] },
    ]);
  });
});

describe('the setup checklist of a school', () => {
  const setup = () => world.admin.call('GET /api/v1/school/setup', {});
  const done = async () =>
    (await setup()).items.filter(({ isDone }) => isDone).map(({ name }) => name);

  test('derives completed items from the data', async () => {
    expect((await setup()).items.map(({ name }) => name)).toEqual(setupItems);
    // The test world has people who signed in.
    expect(await done()).toEqual(['people', 'invite']);
    await world.admin.call('PATCH /api/v1/school/identity', { color: '9a3324' });
    await world.admin.call('POST /api/v1/school/hubs', { ...hub, name: 'Arts' });
    expect(await done()).toEqual(['brand', 'people', 'club', 'invite']);
  });

  test('can be skipped, dismissed and restored by admins, and is hidden from students and other schools', async () => {
    expect(await firstRun(world.admin)).toMatchObject({ state: 'none', hasSetup: true });
    const skip = { skipped: ['signOn', 'people'] } as const;
    const { items } = await world.admin.call('PATCH /api/v1/school/setup', {
      skipped: [...skip.skipped],
    });
    // An item that is done can't be skipped.
    expect(items.filter(({ isSkipped }) => isSkipped).map(({ name }) => name)).toEqual(['signOn']);
    await world.admin.call('PATCH /api/v1/school/setup', { isEnded: true });
    expect(await firstRun(world.admin)).toMatchObject({ hasSetup: false });
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'setup_checklist_changed',
      detail: { before: false, after: true },
    });
    expect(await world.admin.call('PATCH /api/v1/school/setup', { isEnded: false })).toMatchObject({
      isEnded: false,
    });
    for (const who of [world.ana, world.eve]) {
      expect((await who.try('GET /api/v1/school/setup')).status).toBe(403);
      expect((await who.try('PATCH /api/v1/school/setup', { isEnded: true })).status).toBe(403);
    }
    expect(await world.as(world.otherSchool)('select from school_setups')).toEqual([]);
  });
});
