import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLtiBrowser, type LtiBrowser } from '../../../test/lti-browser.ts';
import {
  message,
  openTestPlatform,
  registrationOf,
  roles,
  testClient,
  testDeployment,
  type Message,
  type TestPlatform,
} from '../../../test/test-lti-platform.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
let platform: TestPlatform;
let registered = '';
let section = 0;

const registration = () => registrationOf(platform.url);
const setUp = async (change: Record<string, unknown> = {}) => {
  const { platforms } = await world.admin.call('GET /api/v1/school/lti');
  const found = platforms.find(({ id }) => id === registered);
  const { issuer: _, clientId: __, ...fields } = registration();
  await world.admin.call('PUT /api/v1/school/lti/platforms/{platform}', {
    ...fields,
    platform: registered,
    version: found?.version ?? 0,
    ...change,
  });
};

beforeAll(async () => {
  platform = await openTestPlatform();
  ({ id: registered } = await world.admin.call(
    'POST /api/v1/school/lti/platforms',
    registration(),
  ));
  const [term] = await world.sql<{ id: number }>(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, 'F26', 'Fall', '2026-01-01', '2030-12-31', 'UTC') returning id`,
    [world.school],
  );
  const [course] = await world.sql<{ id: number }>(
    `insert into courses (school_id, code, number, title) values ($1, 'SI182', 'SI 182', 'Design') returning id`,
    [world.school],
  );
  const [made] = await world.sql<{ id: number }>(
    `insert into course_sections (school_id, code, course_id, term_id) values ($1, 'SI182-001-F26', $2, $3) returning id`,
    [world.school, course?.id, term?.id],
  );
  section = made?.id ?? 0;
  await world.sql(
    `insert into section_members (school_id, section_id, user_id, role) values ($1, $2, $3, 'teacher')`,
    [world.school, section, world.cy.id],
  );
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.control({
    ahead: world.clock.now().getTime() - Date.now(),
    rosterAnswers: 'well',
    tokenAnswers: 'well',
  });
});

const browser = (school: 'demo' | 'north' = 'demo'): LtiBrowser =>
  openLtiBrowser(world, platform, school);
/** One launch, up to where the browser lands. */
const launch = (said: Message, at = browser()) => at.launch(said);

describe('launches that sign somebody in', () => {
  test('[EDU-01] a user whom the school’s identifier names is signed in, as each platform words it, and stays who they were', async () => {
    await setUp({ matchBy: 'username' });
    for (const shape of ['core', 'canvas', 'moodle'] as const) {
      const at = browser();
      const opened = await at.open(
        await launch(
          message({ shape, user: { sub: `user-of-${shape}`, sourcedId: shape === 'core' ? 'ana' : shape === 'canvas' ? 'ben' : 'cy' } }),
          at,
        ),
      );
      expect([shape, opened.status, opened.body]).toMatchObject([
        shape,
        200,
        { kind: 'signed_in', target: { path: '/edu' } },
      ]);
      const who = { core: world.ana, canvas: world.ben, moodle: world.cy }[shape];
      expect(await at.who()).toBe(who.uid);
    }
    // The identifier has gone to somebody else meanwhile: the link counts.
    const again = browser();
    await again.open(await launch(message({ user: { sub: 'user-of-core', sourcedId: 'ben' } }), again));
    expect(await again.who()).toBe(world.ana.uid);
    // And nobody gets a second user of the platform by an identifier.
    const second = browser();
    const refused = await second.open(
      await launch(message({ user: { sub: 'another', sourcedId: 'ana' } }), second),
    );
    expect(refused.body).toMatchObject({ kind: 'unknown', why: 'linked_elsewhere' });
    expect(await second.who()).toBeNull();
  });
});
