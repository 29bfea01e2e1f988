import { randomUUID, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLtiBrowser, ticketOf, type LtiBrowser } from '../../../test/lti-browser.ts';
import {
  message,
  openTestPlatform,
  registrationOf,
  roles,
  testDeployment,
  type TestPlatform,
} from '../../../test/test-lti-platform.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { queueRosters } from './rosters/rosters.queries.ts';

const world = inWorld();
let platform: TestPlatform;
let section = 0;
let other = 0;

const add = async (text: string, values: unknown[]): Promise<number> =>
  (await world.sql<{ id: number }>(text, values))[0]?.id ?? 0;
const newSection = async (code: string): Promise<number> => {
  const term = await add(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, $2, 'Fall', '2026-01-01', '2030-12-31', 'UTC') returning id`,
    [world.school, code],
  );
  const course = await add(
    `insert into courses (school_id, code, number, title) values ($1, $2, $2, 'Design') returning id`,
    [world.school, code],
  );
  return add(
    `insert into course_sections (school_id, code, course_id, term_id) values ($1, $2, $3, $4) returning id`,
    [world.school, code, course, term],
  );
};
const enroll = (where: number, who: number, role: string) =>
  world.sql(
    `insert into section_members (school_id, section_id, user_id, role) values ($1, $2, $3, $4)`,
    [world.school, where, who, role],
  );
const membersOf = async (where: number) =>
  Object.fromEntries(
    (
      await world.sql<{ user_id: number; role: string; is_active: boolean }>(
        `select user_id, role, is_active from section_members where section_id = $1`,
        [where],
      )
    ).map((one) => [one.user_id, one.is_active ? one.role : 'dropped']),
  );

beforeAll(async () => {
  platform = await openTestPlatform();
  await world.admin.call('POST /api/v1/school/lti/platforms', {
    ...registrationOf(platform.url),
    matchBy: 'username',
  });
  section = await newSection('SI182-001-F26');
  other = await newSection('HIST-1');
  await enroll(section, world.cy.id, 'teacher');
  const { body } = await world.visit('/api/v1/lti/jwks');
  await platform.control({ toolKeys: (body as { keys: JsonWebKey[] }).keys });
});
afterAll(() => platform.close());
beforeEach(() => platform.control({ ahead: world.clock.now().getTime() - Date.now() }));

const browser = (): LtiBrowser => openLtiBrowser(world, platform, 'demo');
const course = { id: 'c-182', label: 'SI 182', title: 'Design' };
const ana = { sub: 'u-ana', sourcedId: 'ana' };
const cy = { sub: 'u-cy', sourcedId: 'cy' };

/** Launches, opens the ticket, and returns the target page. */
const launched = async (sent: Parameters<typeof message>[0], at = browser()) => {
  const opened = await at.open(await at.launch(message(sent)));
  expect(opened.body).toMatchObject({ kind: 'signed_in' });
  return (opened.body as { target: Record<string, unknown> }).target;
};

describe('the course of a launch', () => {
  test('[EDU-01] is connected by the school’s code when a teacher launches it, and students’ launches add them', async () => {
    const withCode = { ...course, sectionCode: 'SI182-001-F26' };
    // A student’s launch connects nothing. Some LMSs let teachers edit codes, and a code must not open a course to
    // strangers.
    const early = await launched({ user: ana, course: withCode });
    expect(early).toMatchObject({ path: null, course: { title: 'Design' }, isTeacher: false });
    // A launch by a teacher who doesn't teach here connects nothing either.
    const stranger = await launched({
      user: { sub: 'u-ben', sourcedId: 'ben' },
      course: withCode,
      roles: roles.teacher,
    });
    expect(stranger).toMatchObject({ path: null, isTeacher: true });
    expect(await membersOf(section)).toEqual({ [world.cy.id]: 'teacher' });
    expect(await launched({ user: cy, course: withCode, roles: roles.teacher })).toMatchObject({
      path: `/edu/${section}`,
    });
    expect(await launched({ user: ana, course: withCode })).toMatchObject({
      path: `/edu/${section}`,
    });
    expect(await membersOf(section)).toMatchObject({ [world.ana.id]: 'student' });
    expect((await world.ana.try('GET /api/v1/academic/courses/{id}', { id: section })).status).toBe(
      200,
    );
  });

  test('[EDU-01] has names without hidden or direction characters, and matches no identifier with one', async () => {
    const hidden = { id: 'c-hidden', label: 'HI\u200bST', title: '\u202eyrotsiH\u2800' };
    const target = await launched({ user: cy, course: hidden, roles: roles.teacher });
    expect(target).toMatchObject({ course: { title: 'yrotsiH' } });
    const at = browser();
    const stranger = { sub: 'u-hidden', name: '\u202eeve\u00ad', sourcedId: 'a\u200bna' };
    const { body } = await at.open(await at.launch(message({ user: stranger })));
    expect(body).toMatchObject({ kind: 'unknown', name: 'eve' });
    expect(await at.who()).toBeNull();
  });

  test('[EDU-01] can be connected without a code by a person who teaches both the course and the section', async () => {
    const plain = { id: 'c-hist', label: 'HIST 1', title: 'History' };
    const target = await launched({ user: cy, course: plain, roles: roles.teacher });
    const { id } = target['course'] as { id: string };
    const read = await world.cy.call('GET /api/v1/lti/courses/{id}', { id });
    expect(read).toMatchObject({ title: 'History', section: null });
    expect(read.sections.map((one) => one.id)).toEqual([String(section)]);
    const connect = (who: typeof world.cy, to: number | null) =>
      who.try('PUT /api/v1/lti/courses/{id}/section', {
        id,
        section: to === null ? null : String(to),
      });
    // People who don't teach the LMS course get a 404, and those who don't teach the section get a 403.
    for (const who of [world.ana, world.eve]) expect((await connect(who, other)).status).toBe(404);
    expect((await connect(world.cy, other)).body).toMatchObject({ code: 'lti_not_its_teacher' });
    expect((await connect(world.cy, section)).body).toMatchObject({ code: 'lti_section_taken' });
    await enroll(other, world.cy.id, 'teacher');
    expect((await connect(world.cy, other)).body).toEqual({ path: `/edu/${other}` });
    await launched({ user: ana, course: plain });
    expect(await membersOf(other)).toMatchObject({ [world.ana.id]: 'student' });
    // Disconnecting removes the people that the LMS added. The teacher stays, because the school added them.
    expect((await connect(world.admin, null)).status).toBe(200);
    expect(await membersOf(other)).toEqual({ [world.cy.id]: 'teacher' });
  });
});

describe('the roster of a course', () => {
  let fay: Person;
  beforeAll(async () => {
    fay = await world.join({ username: 'fay' });
  });
  const list = async () =>
    (
      await world.cy.call('GET /api/v1/lti/sections/{section}/rosters', {
        section: String(section),
      })
    ).items;
  const read = async () => {
    const [one] = await list();
    return world.cy.call('POST /api/v1/lti/courses/{id}/roster', { id: one?.id ?? '' });
  };
  const member = (user_id: string, roles_: string[] = roles.student, more = {}) => ({
    user_id,
    roles: roles_,
    ...more,
  });

  test('[EDU-01] adds new people from all pages, removes missing ones, and keeps those that the school added', async () => {
    const dee = await world.join({ username: 'dee' });
    await enroll(section, dee.id, 'student');
    await platform.control({
      members: [
        member('u-ana'),
        member('new-one', ['Learner'], { lis_person_sourcedid: 'fay' }),
        member('u-cy', roles.teacher),
        member('nobody-here', roles.student, { email: 'who@elsewhere.example' }),
        member('gone', roles.student, { status: 'Deleted', lis_person_sourcedid: 'dee' }),
        member('a-designer', [
          'http://purl.imsglobal.org/vocab/lis/v2/membership#ContentDeveloper',
        ]),
      ],
    });
    const { tokens, rosterPages } = await platform.status();
    expect(await read()).toMatchObject({
      platform: 'Lectern',
      canRead: true,
      problem: null,
      listed: 4,
      unknown: 1,
      readAt: world.clock.now().toISOString(),
    });
    const after = await platform.status();
    expect([after.tokens - tokens, after.rosterPages - rosterPages, after.refusals]).toEqual([
      1,
      3,
      [],
    ]);
    expect(await membersOf(section)).toEqual({
      [world.cy.id]: 'teacher',
      [world.ana.id]: 'student',
      [fay.id]: 'student',
      [dee.id]: 'student',
    });
    // Fay leaves the LMS course, and Ana becomes an assistant.
    await platform.control({
      members: [member('u-ana', roles.assistant), member('u-cy', roles.teacher)],
    });
    await read();
    expect(await membersOf(section)).toEqual({
      [world.cy.id]: 'teacher',
      [world.ana.id]: 'assistant',
      [fay.id]: 'dropped',
      [dee.id]: 'student',
    });
    expect((await fay.try('GET /api/v1/academic/courses/{id}', { id: section })).status).toBe(404);
    // Fay returns.
    await platform.control({
      members: [member('u-ana'), member('new-one', roles.student, { lis_person_sourcedid: 'fay' })],
    });
    await read();
    expect(await membersOf(section)).toMatchObject({
      [world.ana.id]: 'student',
      [fay.id]: 'student',
    });
  });

  test('[EDU-01] is unchanged after a failed sync, shows the reason, and syncs again in the next hour', async () => {
    const before = await membersOf(section);
    const [was] = await list();
    for (const [answers, problem] of [
      ['html', 'answer'],
      ['forbidden', 'forbidden'],
      ['hangs_up', 'unreachable'],
    ] as const) {
      await platform.control({ rosterAnswers: answers, members: [] });
      expect(await read()).toMatchObject({ problem, readAt: was?.readAt });
    }
    await platform.control({ rosterAnswers: 'well', tokenAnswers: 'refused' });
    expect(await read()).toMatchObject({ problem: 'token_refused' });
    expect(await membersOf(section)).toEqual(before);
    // Pages on another server aren't read, because the token is for this one. People on those pages aren't removed.
    await platform.control({
      tokenAnswers: 'well',
      rosterAnswers: 'elsewhere',
      members: ['a', 'b', 'c'].map((id) => member(id)),
    });
    const { rosterPages } = await platform.status();
    expect(await read()).toMatchObject({ problem: 'answer', readAt: was?.readAt });
    expect((await platform.status()).rosterPages).toBe(rosterPages + 1);
    expect(await membersOf(section)).toEqual(before);
    // A successful reading resets the delay after failures.
    await platform.control({
      rosterAnswers: 'well',
      members: [member('u-ana'), member('new-one', roles.student, { lis_person_sourcedid: 'fay' })],
    });
    expect(await read()).toMatchObject({ problem: null, listed: 2 });
    expect(await membersOf(section)).toEqual(before);
    await platform.control({ members: [member('u-ana')] });
    const hour = async () => {
      world.clock.advance(61 * 60_000);
      await platform.control({ ahead: world.clock.now().getTime() - Date.now() });
      await runMaintenance(world.pool, [queueRosters], world.clock.now());
      await world.app.jobs.settle();
    };
    const { tokens } = await platform.status();
    await hour();
    expect((await platform.status()).tokens).toBe(tokens + 1);
    // Courses in the queue aren't queued again, and a course that was queued twice is read once.
    const queued = async () =>
      (await world.sql(`select from outbox where kind = 'lti_roster_due'`)).length;
    world.clock.advance(61 * 60_000);
    await platform.control({ ahead: world.clock.now().getTime() - Date.now() });
    const had = await queued();
    for (let round = 0; round < 2; round += 1)
      await runMaintenance(world.pool, [queueRosters], world.clock.now());
    expect(await queued()).toBe(had + 1);
    await world.app.jobs.settle();
    expect((await platform.status()).tokens).toBe(tokens + 2);
    await world.sql(`insert into outbox (school_id, kind, payload)
      select school_id, kind, payload from outbox where kind = 'lti_roster_due' order by id desc limit 1`);
    await world.app.jobs.settle();
    expect((await platform.status()).tokens).toBe(tokens + 2);
    expect(await membersOf(section)).toMatchObject({
      [world.ana.id]: 'student',
      [fay.id]: 'dropped',
    });
  });

  test('[EDU-01] hides its status from students, who can’t start a sync', async () => {
    const [ana_, cy_, eve] = await Promise.all(
      [world.ana, world.cy, world.eve].map(world.signInAgain),
    );
    const items = async (who: typeof world.ana | undefined) =>
      (await who?.call('GET /api/v1/lti/sections/{section}/rosters', { section: String(section) }))
        ?.items ?? [];
    const [one] = await items(cy_);
    expect([await items(ana_), await items(eve)]).toEqual([[], []]);
    for (const who of [ana_, eve])
      expect(
        (await who?.try('POST /api/v1/lti/courses/{id}/roster', { id: one?.id }))?.status,
      ).toBe(404);
  });
});

describe('people that an LMS removes from a section', () => {
  const { stored, undo } = inImports(world);
  let bio = 0;
  let second: TestPlatform;
  const code = { id: 'c-bio', label: 'BIO 1', title: 'Biology', sectionCode: 'BIO-1' };
  const ben = { sub: 'u-ben', sourcedId: 'ben' };
  const from = (at: TestPlatform) => openLtiBrowser(world, at, 'demo');
  const readFrom = async (name: string) => {
    const boss = await world.signInAgain(world.admin);
    const { items } = await boss.call('GET /api/v1/lti/sections/{section}/rosters', {
      section: String(bio),
    });
    const id = items.find((one) => one.platform === name)?.id ?? '';
    return boss.call('POST /api/v1/lti/courses/{id}/roster', { id });
  };
  beforeAll(async () => {
    bio = await newSection('BIO-1');
    await enroll(bio, world.cy.id, 'teacher');
    await platform.control({ rosterAnswers: 'well', tokenAnswers: 'well' });
    second = await openTestPlatform();
    const boss = await world.signInAgain(world.admin);
    await boss.call('POST /api/v1/school/lti/platforms', {
      ...registrationOf(second.url),
      name: 'Second',
      matchBy: 'username',
    });
  });
  beforeEach(() => second.control({ ahead: world.clock.now().getTime() - Date.now() }));
  afterAll(() => second.close());

  test('[EDU-01] stay if a school’s file has added them since, and leave again after its undo', async () => {
    await launched({ user: cy, course: code, roles: roles.teacher });
    await launched({ user: ana, course: code });
    await launched({ user: ben, course: code });
    const file = 'section,username\nBIO-1,ana\n';
    const { id } = await stored(world.school, { 'section-members.csv': file });
    await platform.control({ members: [{ user_id: 'u-cy', roles: roles.teacher }] });
    expect(await readFrom('Lectern')).toMatchObject({ problem: null, listed: 1 });
    expect(await membersOf(bio)).toEqual({
      [world.cy.id]: 'teacher',
      [world.ana.id]: 'student',
      [world.ben.id]: 'dropped',
    });
    await undo(world.school, id);
    await readFrom('Lectern');
    expect(await membersOf(bio)).toMatchObject({ [world.ana.id]: 'dropped' });
  });

  test("[EDU-01] stay if they are listed and the school no longer trusts the LMS's email addresses", async () => {
    const gil = await world.join({ username: 'gil' });
    const email = 'gil@demo.example';
    await world.sql('update users set email = $2 where id = $1', [gil.id, email]);
    const trust = (isTrusted: boolean) =>
      world.sql(`update lti_platforms set trusts_emails = $1 where name = 'Lectern'`, [isTrusted]);
    const listed = { user_id: 'u-gil', roles: roles.student, email };
    await platform.control({ members: [listed] });
    await trust(true);
    await readFrom('Lectern');
    expect(await membersOf(bio)).toMatchObject({ [gil.id]: 'student' });
    await trust(false);
    expect(await readFrom('Lectern')).toMatchObject({ problem: null, listed: 1, unknown: 1 });
    expect(await membersOf(bio)).toMatchObject({ [gil.id]: 'student' });
    await platform.control({ members: [] });
    await readFrom('Lectern');
    expect(await membersOf(bio)).toMatchObject({ [gil.id]: 'dropped' });
    await world.sql('delete from section_members where user_id = $1', [gil.id]);
  });

  test('[EDU-01] stay if another LMS lists them in the same section, until that one no longer does', async () => {
    for (const at of [platform, second]) {
      await launched({ user: cy, course: code, roles: roles.teacher }, from(at));
      await launched({ user: ana, course: code }, from(at));
      await launched({ user: ben, course: code }, from(at));
    }
    await platform.control({ members: [{ user_id: 'u-ben', roles: roles.student }] });
    await readFrom('Lectern');
    expect(await membersOf(bio)).toEqual({
      [world.cy.id]: 'teacher',
      [world.ana.id]: 'student',
      [world.ben.id]: 'student',
    });
    const boss = await world.signInAgain(world.admin);
    const { platforms } = await boss.call('GET /api/v1/school/lti');
    const gone = platforms.find((one) => one.name === 'Second')?.id ?? '';
    await boss.call('DELETE /api/v1/school/lti/platforms/{platform}', { platform: gone });
    expect(await membersOf(bio)).toEqual({ [world.cy.id]: 'teacher', [world.ben.id]: 'student' });
  });
});

describe('deep linking', () => {
  const dl = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`;

  test('[EDU-01] returns the teacher’s choice to the LMS in a signed response with the LMS’s own data, once', async () => {
    const boss = await world.signInAgain(world.admin);
    const { id: club } = await boss.call('POST /api/v1/clubs', {
      name: 'Robotics & Co',
      membership: 'open',
      clientId: randomUUID(),
    });
    const at = browser();
    const asked = message({
      user: cy,
      course,
      roles: roles.teacher,
      deepLink: { data: 'csrftoken:c7fbba78-7b75-46e3' },
    });
    const landing = await at.launch(asked);
    const opened = await at.open(landing);
    expect(opened.body).toMatchObject({ target: { pick: true, path: null } });
    const { jwt } = (opened.body as { tokens: { jwt: string } }).tokens;
    const ticket = ticketOf(landing);
    const answer = (who: string, item: unknown) =>
      at.go('/api/v1/lti/answers', {
        method: 'POST',
        headers: { authorization: `Bearer ${who}` },
        body: { ticket, item },
      });
    // Tickets of other people and items that don't exist are refused.
    expect((await answer(boss.tokens.jwt, null)).body).toMatchObject({
      code: 'lti_ticket_invalid',
    });
    expect((await answer(jwt, { kind: 'event', id: '99' })).status).toBe(404);
    const { code } = (await answer(jwt, { kind: 'club', id: club })).body as { code: string };
    const page = await at.post('/lti/return', { code });
    expect(page.headers['content-security-policy']).toMatch(/script-src 'nonce-/);
    const [, action = ''] = /action="([^"]*)"/.exec(page.text) ?? [];
    const [, token = ''] = /name="JWT" value="([^"]*)"/.exec(page.text) ?? [];
    expect(action).toBe(`${platform.url}/deep_links`);
    expect(
      (await fetch(action, { method: 'POST', body: new URLSearchParams({ JWT: token }) })).status,
    ).toBe(200);
    const { answers, refusals } = await platform.status();
    expect(refusals.filter((one) => !one.includes('as the test'))).toEqual([]);
    expect(answers.at(-1)).toMatchObject({
      'https://purl.imsglobal.org/spec/lti/claim/deployment_id': testDeployment,
      [dl('data')]: 'csrftoken:c7fbba78-7b75-46e3',
      [dl('content_items')]: [
        { type: 'ltiResourceLink', title: 'Robotics & Co', url: `http://localhost/clubs/${club}` },
      ],
    });
    expect((await at.post('/lti/return', { code })).status).toBe(410);
    expect((await answer(jwt, null)).body).toMatchObject({ code: 'lti_ticket_invalid' });
    // The new link opens the item. A link to another site opens the course.
    expect(
      await launched({ user: ana, course, target: `http://localhost/clubs/${club}` }),
    ).toMatchObject({ path: `/clubs/${club}` });
    for (const target of [
      'https://evil.example/clubs/1',
      'http://localhost/admin',
      'http://localhost//evil.example',
      'javascript:alert(1)',
    ])
      expect(await launched({ user: ana, course, target })).toMatchObject({
        path: `/edu/${section}`,
      });
  });
});

describe('registration of an LMS', () => {
  test('[EDU-01] uses a one-time address, and the LMS stays off until staff turn it on', async () => {
    const boss = await world.signInAgain(world.admin);
    const invite = async () => (await boss.call('POST /api/v1/school/lti/invitations')).address;
    const address = await invite();
    const go = (
      url: string,
      configuration = `${platform.url}/.well-known/openid-configuration`,
    ) => {
      const { pathname } = new URL(url);
      return world.visit(
        `${pathname}?${new URLSearchParams({ openid_configuration: configuration, registration_token: 'a-registration-token' })}`,
      );
    };
    expect(address).toMatch(/^http:\/\/localhost\/lti\/register\/[\w-]{43}$/);
    const page = await go(address);
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('org.imsglobal.lti.close'),
    ]);
    const { registrations } = await platform.status();
    expect(registrations.at(-1)?.body).toMatchObject({
      application_type: 'web',
      response_types: ['id_token'],
      grant_types: ['implicit', 'client_credentials'],
      initiate_login_uri: 'http://localhost/api/v1/lti/login',
      redirect_uris: ['http://localhost/api/v1/lti/launch'],
      jwks_uri: 'http://localhost/api/v1/lti/jwks',
      token_endpoint_auth_method: 'private_key_jwt',
      scope: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
    });
    const { platforms } = await boss.call('GET /api/v1/school/lti');
    expect(platforms.find(({ isDynamic }) => isDynamic)).toMatchObject({
      name: 'lectern',
      issuer: platform.url,
      clientId: 'registered-by-itself',
      deployments: ['dep-7'],
      isOn: false,
      configurationHost: new URL(platform.url).host,
    });
    expect(
      await browser().login({ client_id: 'registered-by-itself', lti_deployment_id: 'dep-7' }),
    ).toBe('/lti/failed?code=platform_off');
    // The address works once, within an hour, and for an LMS that provides the necessary data.
    expect([(await go(address)).status, (await go(address)).text]).toEqual([
      400,
      expect.stringContaining('(invitation)'),
    ]);
    expect((await go(await invite())).text).toContain('(already)');
    await platform.control({ registrationAnswers: 'refused' });
    expect((await go(await invite())).text).toContain('(refused)');
    for (const wrong of [`${platform.url}/jwks`, 'file:///etc/passwd', ''])
      expect((await go(await invite(), wrong)).text).toContain('(configuration)');
    const late = await invite();
    world.clock.advance(61 * 60_000);
    expect((await go(late)).text).toContain('(invitation)');
  });

  test('[EDU-01] rejects addresses that the server can’t call, and a second registration of the same client', async () => {
    const boss = await world.signInAgain(world.admin);
    const given = { ...registrationOf(platform.url), clientId: 'fresh' };
    const post = async (change: Record<string, unknown>) => {
      const { status, body } = await boss.try('POST /api/v1/school/lti/platforms', {
        ...given,
        ...change,
      });
      return [status, (body as { code?: string }).code];
    };
    for (const keysUrl of ['ftp://x.example/', 'http://platform.example/jwks', 'not an address'])
      expect(await post({ keysUrl })).toEqual([400, 'lti_address']);
    expect(await post({ deployments: [] })).toEqual([409, 'lti_deployments_needed']);
    expect(await post({})).toEqual([200, undefined]);
    expect(await post({})).toEqual([409, 'lti_registered_already']);
    const { platforms } = await boss.call('GET /api/v1/school/lti');
    const made = platforms.find(({ clientId }) => clientId === 'fresh');
    const { issuer: _, clientId: __, ...fields } = given;
    const stale = await boss.try('PUT /api/v1/school/lti/platforms/{platform}', {
      ...fields,
      platform: made?.id,
      version: 7,
    });
    expect(stale.body).toMatchObject({ code: 'lti_platform_changed' });
  });

  test('[EDU-01] ends when the LMS is removed, with the people and links that it added', async () => {
    const boss = await world.signInAgain(world.admin);
    const data = await (await world.signInAgain(world.ana)).call('GET /api/v1/account/data');
    expect(JSON.stringify(data)).toContain('u-ana');
    const { platforms } = await boss.call('GET /api/v1/school/lti');
    const own = platforms.find(({ clientId }) => clientId === '10000000000007');
    expect(await membersOf(section)).toHaveProperty(String(world.ana.id));
    await boss.call('DELETE /api/v1/school/lti/platforms/{platform}', { platform: own?.id ?? '' });
    expect(await membersOf(section)).not.toHaveProperty(String(world.ana.id));
    expect(await membersOf(section)).toHaveProperty(String(world.cy.id));
    expect(await world.sql(`select * from lti_links`)).toEqual([]);
  });
});
