import { describe, expect, test } from 'vitest';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { inLmsWorld } from '../../../../test/lms-world.ts';
import { testLmsClient } from '../../../../test/test-lms.ts';
import { deleteEndedCopies, resumeReadings } from './lms.queries.ts';
import { remindOfDue } from '../reminders/reminders.queries.ts';

const {
  world,
  lms,
  at,
  item,
  setup,
  signOn,
  connect,
  refresh,
  later,
  signInAgain,
  titles,
  notified,
} = inLmsWorld();
const day = 86_400_000;

describe('[EDU-01] connecting the LMS', () => {
  test('shows a student’s courses, due work, grades, quizzes, announcements and files, and no one else’s', async () => {
    expect((await connect(world.ana)).source).toMatchObject({ state: 'connected', readAt: null });
    expect((await refresh(world.ana)).source).toMatchObject({ problem: null, isDue: false });
    const { items, source } = await world.ana.call('GET /api/v1/academic/courses', {});
    expect(source).toMatchObject({ state: 'connected', name: 'Lectern' });
    expect(items).toMatchObject([
      {
        id: 'lms-1',
        number: 'ENVS 240',
        source: 'lms',
        grade: { percent: 90, label: 'B+', isOfficial: true },
      },
      { id: 'lms-2', number: 'STAT 201', grade: null },
    ]);
    expect(await titles(world.ana)).toEqual(['Report 1', 'Problem set', 'Report 2', 'Quiz 1']);
    const of = { id: 'lms-1' };
    const quizzes = await world.ana.call('GET /api/v1/academic/courses/{id}/quizzes', of);
    expect(quizzes.items).toMatchObject([{ title: 'Quiz 1', minutes: 30, attempts: 1 }]);
    const news = await world.ana.call('GET /api/v1/academic/courses/{id}/announcements', of);
    expect(news.items).toMatchObject([{ title: 'Boots', author: 'Idris Calloway' }]);
    const files = await world.ana.call('GET /api/v1/academic/courses/{id}/files', of);
    expect(files.items).toMatchObject([{ title: 'Syllabus', module: 'Week 1' }]);
    const { items: calendar } = await world.ana.call('GET /api/v1/calendar', {
      from: at(0),
      to: at(30),
    });
    expect(calendar.map(({ title, kind }) => `${kind} ${title}`)).toEqual([
      'deadline Problem set',
      'deadline Report 2',
      'deadline Quiz 1',
    ]);
    for (const other of [world.ben, world.admin, world.eve]) {
      expect((await other.call('GET /api/v1/academic/courses', {})).items).toEqual([]);
      expect((await other.try('GET /api/v1/academic/courses/{id}', of)).status).toBe(404);
    }
    // The database contains no content or token in plain text.
    const [raw] = await world.sql<{ all: string }>(
      `select (select string_agg(to_jsonb(c)::text, '') from lms_copies c) || (select string_agg(to_jsonb(d)::text, '') from lms_due d)
        || (select string_agg(to_jsonb(g)::text, '') from lms_grants g) || (select string_agg(to_jsonb(s)::text, '') from lms_systems s) as all`,
    );
    expect(raw?.all).not.toMatch(/Report|Hydrology|Boots|only the two of us know/);
  });

  test('treats New Quizzes and practice quizzes as quizzes, and ungraded work as missing only if the LMS does', async () => {
    await lms.control({
      courses: [
        {
          id: 1,
          name: 'Hydrology',
          course_code: 'ENVS 240',
          items: [
            item(11, 'New quiz', 4, { is_quiz_lti_assignment: true }),
            item(12, 'On paper', -3),
            item(13, 'Forgotten', -2, {
              submission: { workflow_state: 'unsubmitted', missing: true },
            }),
          ],
          practice: [{ id: 90, title: 'Practice', due_at: at(6) }],
        },
      ],
    });
    await connect(world.ana);
    await refresh(world.ana);
    const of = { id: 'lms-1' };
    const quizzes = await world.ana.call('GET /api/v1/academic/courses/{id}/quizzes', of);
    expect(quizzes.items.map(({ title }) => title)).toEqual(['New quiz', 'Practice']);
    const due = await world.ana.call('GET /api/v1/academic/due', { from: at(-30), to: at(30) });
    expect(due.items.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      'On paper: ungraded',
      'Forgotten: missing',
      'New quiz: todo',
      'Practice: todo',
    ]);
  });

  test('shows no calculated total if the LMS hides its total or uses other rules', async () => {
    const course = (id: number, more: object) => ({
      id,
      name: `C${id}`,
      course_code: `C${id}`,
      items: [
        item(id * 10 + 1, 'One', -3, {
          submission: { workflow_state: 'graded', score: 50, grade: '50', graded_at: at(-1) },
        }),
        item(id * 10 + 2, 'Unposted', -2, {
          submission: {
            workflow_state: 'graded',
            score: 90,
            grade: '90',
            posted_at: null,
            graded_at: at(-1),
          },
        }),
      ],
      ...more,
    });
    await lms.control({
      courses: [
        course(1, {
          more: { hide_final_grades: true },
          enrollment: { computed_current_score: undefined, computed_current_grade: undefined },
        }),
        course(2, { enrollment: { computed_current_score: 71.5 } }),
        course(3, { enrollment: { computed_current_score: 50 } }),
      ],
    });
    await connect(world.ana);
    await refresh(world.ana);
    const of = (id: string) => world.ana.call('GET /api/v1/academic/courses/{id}/grades', { id });
    expect(await of('lms-1')).toMatchObject({
      grade: null,
      canSuppose: false,
      parts: [{ percent: null }],
    });
    expect(await of('lms-2')).toMatchObject({
      grade: { percent: 71.5 },
      canSuppose: false,
      parts: [{ percent: null }],
    });
    expect(await of('lms-3')).toMatchObject({
      grade: { percent: 50 },
      canSuppose: true,
      parts: [{ percent: 50 }],
    });
    expect((await of('lms-3')).items.map(({ title, score }) => [title, score])).toEqual([
      ['One', 50],
      ['Unposted', null],
    ]);
  });

  test('reports a key that drops include parameters, and keeps what was synced', async () => {
    await connect(world.ana);
    await refresh(world.ana);
    await lms.control({ dropsIncludes: true });
    await later();
    expect((await refresh(world.ana)).source).toMatchObject({ problem: 'forbidden' });
    expect(await titles(world.ana)).toEqual(['Report 1', 'Problem set', 'Report 2', 'Quiz 1']);
  });

  test('shows no deadlines and sends no reminders while the LMS is turned off', async () => {
    await lms.control({
      courses: [{ id: 4, name: 'Soil', course_code: 'GEOG 1', items: [item(41, 'Sample', 0.5)] }],
    });
    await connect(world.ana);
    await refresh(world.ana);
    const deadlines = async () =>
      (await world.ana.call('GET /api/v1/calendar', { from: at(0), to: at(30) })).items.length;
    expect(await deadlines()).toBe(1);
    await setup({ isOn: false });
    expect(await deadlines()).toBe(0);
    await runMaintenance(world.pool, [remindOfDue], world.clock.now());
    expect(await world.sql(`select from outbox where kind = 'lms_work_due'`)).toEqual([]);
  });

  test('accepts a state once, in time, and only from the session that requested it, and never a forged one', async () => {
    const { oauthURL } = await world.ana.call('POST /api/v1/academic/oauth', {});
    const back = new URL(await lms.allow(oauthURL));
    const first = await world.visit(back.pathname + back.search);
    const ticket =
      new URLSearchParams(String(first.headers['location']).split('#')[1]).get('ticket') ?? '';
    // Replayed.
    const again = await world.visit(back.pathname + back.search);
    expect(again.headers['location']).toBe('/edu/connected#failed=replayed');
    // Another person, another school, another session of the same person.
    const second = await world.signInAgain(world.ana);
    for (const other of [world.ben, world.eve, second])
      expect(await other.try('POST /api/v1/academic/oauth/finish', { ticket })).toMatchObject({
        status: 400,
        body: { code: 'lms_ticket_invalid' },
      });
    expect(
      (await world.ana.call('POST /api/v1/academic/oauth/finish', { ticket })).source.state,
    ).toBe('connected');
    expect((await world.ana.try('POST /api/v1/academic/oauth/finish', { ticket })).status).toBe(
      400,
    );
    // Too late, forged, denied, and from the other school.
    const late = (await world.ana.call('POST /api/v1/academic/oauth', {})).oauthURL;
    const lateBack = new URL(await lms.allow(late));
    expect(
      (await world.visit(lateBack.pathname + lateBack.search, { host: 'north.localhost' })).headers[
        'location'
      ],
    ).toBe('/edu/connected#failed=expired');
    await later(21);
    expect((await world.visit(lateBack.pathname + lateBack.search)).headers['location']).toBe(
      '/edu/connected#failed=expired',
    );
    expect(
      (await world.visit('/api/v1/academic/oauth/callback?state=AAAA&code=x')).headers['location'],
    ).toBe('/edu/connected#failed=expired');
    const denied = (await world.ana.call('POST /api/v1/academic/oauth', {})).oauthURL;
    const state = new URL(denied).searchParams.get('state') ?? '';
    const refused = await world.visit(
      `/api/v1/academic/oauth/callback?${new URLSearchParams({ state, error: 'access_denied' })}`,
    );
    expect(refused.headers['location']).toBe('/edu/connected#failed=refused');
  });

  test('is reported as unavailable at a school without an LMS, and the secret is never returned', async () => {
    expect(await world.eve.try('POST /api/v1/academic/oauth', {})).toMatchObject({
      body: { code: 'lms_not_set_up' },
    });
    const answered = await world.admin.try('GET /api/v1/school/lms', {});
    expect(answered.text).not.toContain(testLmsClient.secret);
    expect((await world.ana.try('GET /api/v1/school/lms', {})).status).toBe(403);
    expect(
      await world.admin.try('PUT /api/v1/school/lms', {
        kind: 'canvas',
        name: 'X',
        baseUrl: `${lms.url}/other`,
        clientId: '1',
        isOn: true,
      }),
    ).toMatchObject({ body: { code: 'lms_secret_needed' } });
    expect(
      await world.admin.try('PUT /api/v1/school/lms', {
        kind: 'canvas',
        name: 'X',
        baseUrl: 'ftp://x.example',
        clientId: '1',
        clientSecret: 's',
        isOn: true,
      }),
    ).toMatchObject({ body: { code: 'lms_address' } });
  });
});

describe('[EDU-01] an LMS grant that ends', () => {
  test('is renewed if its token expired, and returns 498 with a link to reconnect if revoked, keeping the last sync', async () => {
    await connect(world.ana);
    await refresh(world.ana);
    await lms.control({ expires: true });
    await later();
    expect((await refresh(world.ana)).source).toMatchObject({ state: 'connected', problem: null });
    await lms.control({ revokes: true });
    await later();
    const dead = await world.ana.try('POST /api/v1/academic/refresh', {});
    expect(dead).toMatchObject({ status: 498, body: { errorCode: 'lms_grant_ended' } });
    for (const key of [
      'GET /api/v1/academic/courses',
      'GET /api/v1/academic/due',
      'GET /api/v1/academic/announcements',
      'GET /api/v1/academic/quizzes',
      'GET /api/v1/academic/grades',
    ] as const) {
      const answer = await world.ana.try(key);
      expect(answer).toMatchObject({ status: 498, body: { errorCode: 'lms_grant_ended' } });
      expect((answer.body as { oauthURL: string }).oauthURL).toContain(
        `${lms.url}/login/oauth2/auth?`,
      );
    }
    const copy = await world.ana.call('GET /api/v1/academic/courses', { copy: 'last' });
    expect(copy.items).toHaveLength(2);
    expect(copy.source).toMatchObject({ state: 'ended' });
    // The address in the 498 error leads to a new connection.
    const { oauthURL } = (await world.ana.try('GET /api/v1/academic/courses')).body as {
      oauthURL: string;
    };
    const ticket = (await signOn(oauthURL)).get('ticket') ?? '';
    await world.ana.call('POST /api/v1/academic/oauth/finish', { ticket });
    expect((await refresh(world.ana)).source).toMatchObject({ state: 'connected', problem: null });
    expect((await world.ana.call('GET /api/v1/academic/courses', {})).items).toHaveLength(2);
  });

  test('is not assumed for a 401 without WWW-Authenticate, which is a missing permission, and the rest syncs', async () => {
    await connect(world.ana);
    await lms.control({
      courses: [
        { id: 1, name: 'Closed', course_code: 'A 1', items: [], isForbidden: true },
        { id: 2, name: 'Open', course_code: 'B 1', items: [item(21, 'Problem set', 2)] },
      ],
    });
    expect((await refresh(world.ana)).source).toMatchObject({
      state: 'connected',
      problem: 'forbidden',
    });
    expect(await titles(world.ana)).toEqual(['Problem set']);
  });
});

describe('[EDU-01] a sync with a misbehaving LMS', () => {
  test.each([
    ['html', 'answer'],
    ['huge', 'size'],
    ['nothing', 'unreachable'],
    ['errors', 'unreachable'],
  ] as const)(
    'keeps the last data and shows the reason after the response %s',
    { tags: ['soak'] },
    async (answers, problem) => {
      await connect(world.ben);
      await refresh(world.ben);
      const { readAt } = (await world.ben.call('GET /api/v1/academic/courses', {})).source;
      await lms.control({ answers });
      await later(15);
      await refresh(world.ben);
      const now = await world.ben.call('GET /api/v1/academic/courses', {});
      expect(now.source).toMatchObject({ state: 'connected', problem, readAt });
      expect(now.items).toHaveLength(2);
      await lms.control({ answers: 'well' });
      await later(15);
      await refresh(world.ben);
      expect((await world.ben.call('GET /api/v1/academic/courses', {})).source.problem).toBeNull();
    },
  );

  test('reads all pages, skips unchanged data, and removes courses that disappear', async () => {
    await lms.control({
      pageSize: 2,
      courses: Array.from({ length: 5 }, (_, nth) => ({
        id: nth + 1,
        name: `Course ${nth}`,
        course_code: `C ${nth}`,
        items: [item(100 + nth, `Work ${nth}`, 2 + nth)],
      })),
    });
    await connect(world.ben);
    await refresh(world.ben);
    expect((await world.ben.call('GET /api/v1/academic/courses', {})).items).toHaveLength(5);
    const before = await lms.status();
    await later();
    await refresh(world.ben);
    const after = await lms.status();
    expect(after.notModified - before.notModified).toBeGreaterThanOrEqual(15);
    await lms.control({
      courses: [{ id: 1, name: 'Course 0', course_code: 'C 0', items: [item(100, 'Work 0', 2)] }],
    });
    await later();
    await refresh(world.ben);
    expect(await titles(world.ben)).toEqual(['Work 0']);
    expect((await world.ben.try('GET /api/v1/academic/courses/{id}', { id: 'lms-3' })).status).toBe(
      404,
    );
  });

  test('stores an item once if a list repeats it because it changed between two pages', async () => {
    const work = (title: string) => item(11, title, 3);
    await lms.control({
      courses: [
        { id: 1, name: 'A', course_code: 'A 1', items: [work('Before'), work('After')] },
        { id: 1, name: 'A', course_code: 'A 1', items: [] },
      ],
    });
    await connect(world.ben);
    expect((await refresh(world.ben)).source).toMatchObject({ problem: null });
    expect((await world.ben.call('GET /api/v1/academic/courses', {})).items).toHaveLength(1);
    expect(await titles(world.ben)).toEqual(['After']);
  });

  test('reads pages added after a full page that is unchanged', async () => {
    const due = at(3);
    const quizzes = async (count: number) => {
      const items = Array.from({ length: count }, (_, nth) =>
        item(100 + nth, `Quiz ${nth}`, due, { quiz_id: 500 + nth }),
      );
      await lms.control({ courses: [{ id: 1, name: 'A', course_code: 'A 1', items }] });
      await later();
      await refresh(world.ben);
      const of = { id: 'lms-1' };
      return (await world.ben.call('GET /api/v1/academic/courses/{id}/quizzes', of)).items;
    };
    await connect(world.ben);
    const full = await quizzes(50);
    expect(full.filter(({ minutes }) => minutes === 30)).toHaveLength(50);
    const more = await quizzes(51);
    expect(more.filter(({ minutes }) => minutes === 30)).toHaveLength(51);
  });

  test('never runs twice at the same time for one person on any number of servers', async () => {
    await connect(world.ana);
    await lms.control({ latency: 30 });
    const other = await world.startAnother({});
    try {
      const jwt = { authorization: `Bearer ${world.ana.tokens.jwt}`, host: 'localhost' };
      const cookie = [...world.ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...jwt, cookie, 'x-xsrf-token': world.ana.cookies.get('XSRF-TOKEN') ?? '' };
      const before = (await lms.status()).calls;
      await Promise.all(
        [world.app, other, world.app, other].map((app) =>
          app.http.inject({ method: 'POST', url: '/api/v1/academic/refresh', headers }),
        ),
      );
      await runMaintenance(world.pool, [resumeReadings], world.clock.now());
      await Promise.all([world.app.jobs.settle(), other.jobs.settle()]);
      const { inFlightMost, calls } = await lms.status();
      expect(inFlightMost).toBe(1);
      // One sync: the courses, three lists of each of the two, and announcements.
      expect(calls - before).toBe(8);
    } finally {
      await other.close();
    }
  });
});

test('[EDU-01] a person who is due for a sync is queued once, even if the job runs several times', async () => {
  await connect(world.ana);
  await connect(world.ben);
  const queued = async () =>
    (
      await world.sql<{ n: number }>(
        `select count(*)::int as n from outbox where kind = 'lms_due' and created_at > now() - interval '1 minute'`,
      )
    )[0]?.n ?? 0;
  const round = () => runMaintenance(world.pool, [resumeReadings], world.clock.now());
  const before = await queued();
  await round();
  await round();
  expect(await queued()).toBe(before + 2);
  await world.app.jobs.settle();
  expect(await titles(world.ana)).toContain('Report 2');
  // They have synced since, so the next round schedules them again.
  await later(5 * 60);
  await round();
  expect(await queued()).toBe(before + 4);
});

test('[EDU-01] replaced grants are revoked, and a new LMS starts without old data', async () => {
  const revoked = async () => {
    await world.app.jobs.settle();
    return (await lms.status()).revoked;
  };
  const before = await revoked();
  await connect(world.ana);
  await refresh(world.ana);
  await connect(world.ana);
  expect(await revoked()).toBe(before + 1);
  // Its access token has expired, so it is revoked with a new one.
  await lms.control({ expires: true });
  await connect(world.ana);
  expect(await revoked()).toBe(before + 2);
  // One connection, and one returned sign-on that wasn't completed.
  const { oauthURL } = await world.ben.call('POST /api/v1/academic/oauth', {});
  await signOn(oauthURL);
  const copies = `select (select count(*)::int from lms_copies) + (select count(*)::int from lms_due) as n`;
  expect((await world.sql<{ n: number }>(copies))[0]?.n).toBeGreaterThan(0);
  await setup({ clientId: '10000000000002', clientSecret: 'another' });
  expect(await world.sql(copies)).toEqual([{ n: 0 }]);
  expect(await revoked()).toBe(before + 4);
  expect((await world.ana.try('GET /api/v1/academic/courses')).status).toBe(498);
  // A sign-on that isn't completed expires.
  await setup();
  const again = await world.ben.call('POST /api/v1/academic/oauth', {});
  await signOn(again.oauthURL);
  world.clock.advance(6 * 60_000);
  await runMaintenance(world.pool, [deleteEndedCopies], world.clock.now());
  expect(await revoked()).toBe(before + 5);
});

test('[EDU-01] 64-bit ids are kept exactly, so two large ones don’t collide', async () => {
  const [first, second] = ['10000000000123457', '10000000000123456'];
  await lms.control({
    courses: [first, second].map((id, nth) => ({
      id,
      name: `Course ${nth}`,
      course_code: `C ${nth}`,
      items: [item(20 + nth, `Essay ${nth}`, 3)],
    })),
  });
  await connect(world.ana);
  await refresh(world.ana);
  const { items } = await world.ana.call('GET /api/v1/academic/courses', {});
  expect(items.map(({ id }) => id)).toEqual([`lms-${first}`, `lms-${second}`]);
  const work = await world.ana.call('GET /api/v1/academic/courses/{id}/assignments', {
    id: `lms-${second}`,
  });
  expect(work.items).toMatchObject([{ title: 'Essay 1' }]);
});

test(
  '[EDU-01] a sync waits when its person’s rate limit is used up, then continues without losing anything',
  { tags: 'soak', timeout: 90_000 },
  async () => {
    const wait = async (what: () => Promise<boolean>) => {
      await expect.poll(what, { timeout: 30_000, interval: 200 }).toBe(true);
    };
    const three = (more: (course: number) => object[] = () => []) =>
      [1, 2, 3].map((id) => ({
        id,
        name: `Course ${id}`,
        course_code: `C ${id}`,
        items: [item(id * 10, `Task ${id}`, 3), ...more(id)] as ReturnType<typeof item>[],
      }));
    // Eleven calls of 70 units, with 700 available and ten restored per second.
    await lms.control({ courses: three(), cost: 70 });
    const before = await lms.status();
    await connect(world.ana);
    const began = Date.now();
    await refresh(world.ana);
    const isRead = async () =>
      (await world.ana.call('GET /api/v1/academic/courses', {})).source.readAt !== null;
    await wait(isRead);
    const paced = await lms.status();
    expect(paced.calls - before.calls).toBe(11);
    // The sync noticed the remaining units, so no call was rejected.
    expect(paced.throttled).toBe(before.throttled);
    expect(Date.now() - began).toBeGreaterThan(3_000);
    expect(await titles(world.ana)).toEqual(['Task 1', 'Task 2', 'Task 3']);
    await world.app.jobs.settle();

    // Another client has used them up: the sync is rejected, waits, and then completes.
    await lms.control({
      courses: three((id) => [item(id * 10 + 1, `New task ${id}`, 4)]),
      cost: 1,
      drains: true,
    });
    await later();
    await refresh(world.ana);
    await wait(async () => (await titles(world.ana)).length === 6);
    await wait(
      async () => (await world.sql('select from lms_grants where lease is not null')).length === 0,
    );
    expect((await lms.status()).throttled).toBeGreaterThan(paced.throttled);
    const { source } = await world.ana.call('GET /api/v1/academic/courses', {});
    expect(source.problem).toBeNull();
    expect(await notified(world.ana)).toEqual(
      expect.arrayContaining([1, 2, 3].map((id) => `course_work_added New task ${id} (C ${id})`)),
    );
  },
);

// Runs last, because it advances the clock past everyone's sign-ins.
test('[EDU-01] synced data is deleted 30 days after the grant ends, or immediately with a revocation on disconnecting', async () => {
  await connect(world.ana);
  await refresh(world.ana);
  await lms.control({ revokes: true });
  await later();
  await world.ana.try('POST /api/v1/academic/refresh', {});
  const copies = async () =>
    (await world.sql<{ n: number }>('select count(*)::int as n from lms_copies'))[0]?.n;
  const clean = () => runMaintenance(world.pool, [deleteEndedCopies], world.clock.now());
  world.clock.advance(29 * day);
  await clean();
  expect(await copies()).toBeGreaterThan(0);
  world.clock.advance(2 * day);
  await clean();
  expect(await copies()).toBe(0);
  await signInAgain();
  const before = (await lms.status()).revoked;
  await connect(world.ana);
  await refresh(world.ana);
  await world.ana.call('DELETE /api/v1/academic/connection', {});
  expect(await copies()).toBe(0);
  expect((await lms.status()).revoked).toBe(before + 1);
});
