import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openTestLms, testLmsClient, type TestLms } from './test-lms.ts';
import { inWorld, type Person } from './world.ts';

const day = 86_400_000;

/** A world whose school has an LMS with two courses, and the actions of people in it. */
export const inLmsWorld = () => {
  const world = inWorld();
  const at = (days: number) => new Date(world.clock.now().getTime() + days * day).toISOString();

  let held: TestLms | undefined;
  beforeAll(async () => {
    held = await openTestLms();
  });
  afterAll(() => held?.close());
  const opened = (): TestLms => {
    if (held === undefined) throw new Error('the test LMS is open only while tests run');
    return held;
  };
  const lms: Omit<TestLms, 'close'> = {
    get url() {
      return opened().url;
    },
    control: (change) => opened().control(change),
    status: () => opened().status(),
    allow: (address) => opened().allow(address),
  };

  const item = (id: number, name: string, due: number | string, more: object = {}) => ({
    id,
    name,
    due_at: typeof due === 'string' ? due : at(due),
    points_possible: 100,
    ...more,
  });
  const graded = (score: number) => ({
    submission: { workflow_state: 'graded', score, grade: String(score), graded_at: at(-1) },
  });

  const setup = (change: object = {}) =>
    world.admin.call('PUT /api/v1/school/lms', {
      kind: 'canvas',
      name: 'Lectern',
      baseUrl: lms.url,
      clientId: testLmsClient.id,
      clientSecret: testLmsClient.secret,
      isOn: true,
      ...change,
    });

  beforeEach(async () => {
    await lms.control({
      courses: [
        {
          id: 1,
          name: 'Hydrology',
          course_code: 'ENVS 240',
          items: [
            item(11, 'Report 1', -10, graded(90)),
            item(12, 'Report 2', 3),
            item(13, 'Quiz 1', 5, { quiz_id: 77 }),
          ],
          announcements: [
            { id: 5, title: 'Boots', message: '<p>Bring boots</p>', posted_at: at(-1) },
          ],
        },
        { id: 2, name: 'Statistics', course_code: 'STAT 201', items: [item(21, 'Problem set', 2)] },
      ],
      answers: 'well',
      latency: 0,
      failsOneIn: 0,
      units: 700,
      cost: 1,
      pageSize: 0,
      dropsIncludes: false,
    });
    await setup();
  });
  afterEach(async () => {
    await world.admin.call('DELETE /api/v1/school/lms', {});
    await world.app.jobs.settle();
  });

  /** Follows the browser from our address to the LMS and back. Returns the ticket or the error. */
  const signOn = async (oauthURL: string): Promise<URLSearchParams> => {
    const back = new URL(await lms.allow(oauthURL));
    const answer = await world.visit(back.pathname + back.search);
    expect(answer.status).toBe(303);
    return new URLSearchParams(String(answer.headers['location']).split('#')[1] ?? '');
  };

  const connect = async (who: Person) => {
    const { oauthURL } = await who.call('POST /api/v1/academic/oauth', {});
    const ticket = (await signOn(oauthURL)).get('ticket') ?? '';
    return who.call('POST /api/v1/academic/oauth/finish', { ticket });
  };
  const refresh = (who: Person) => who.call('POST /api/v1/academic/refresh', {});
  /** Advances the clock. People's pages get new tokens, as usual. */
  const later = async (minutes = 10) => {
    world.clock.advance(minutes * 60_000);
    for (const who of [world.ana, world.ben, world.admin, world.eve])
      who.tokens = (await who.call('GET /mobile_ws/v18/auth_tokens', {})) as Person['tokens'];
  };
  /** Signs people in again after weeks. */
  const signInAgain = async () => {
    for (const who of [world.ana, world.ben, world.admin])
      Object.assign(who, await world.signInAgain(who));
  };
  const titles = async (who: Person) =>
    (await who.call('GET /api/v1/academic/due', { from: at(-30), to: at(30) })).items.map(
      ({ title }) => title,
    );
  const notified = async (who: Person) => {
    await world.app.jobs.settle();
    const { items } = await who.call('GET /api/v1/notifications', { count: 50 });
    return items
      .filter(({ kind }) => kind.startsWith('course_'))
      .map(({ kind, about }) => `${kind} ${about?.title ?? ''}`)
      .toSorted();
  };
  return {
    world,
    lms,
    at,
    item,
    graded,
    setup,
    signOn,
    connect,
    refresh,
    later,
    signInAgain,
    titles,
    notified,
  };
};
