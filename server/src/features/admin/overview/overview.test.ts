import { beforeAll, expect, test } from 'vitest';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { foldActiveWeeks } from '../activity/activity.queries.ts';

const world = inWorld();
const week = 7 * 86_400_000;
let admin: Person;
const read = () => admin.call('GET /api/v1/admin/overview');
beforeAll(() => {
  ({ admin } = world);
});

test('the overview counts people, new people and people who haven’t signed in', async () => {
  const before = await read();
  expect(before.people).toMatchObject({ total: 4, active: 4, added: 4, new: 0, suspended: 0 });
  await world.sql(
    `insert into users (school_id, username, email, first_name, created_at) values
      ($1, 'fresh', 'fresh@demo.test', 'Fresh', now()), ($1, 'nomail', null, 'Nomail', now() - interval '1 year')`,
    [world.school],
  );
  const late = await world.join({ username: 'late' });
  await admin.call('POST /api/v1/admin/people/suspend', { people: [late.uid], reason: 'Spam' });
  expect((await read()).people).toMatchObject({
    total: 6,
    added: 5,
    new: 2,
    invitable: 1,
    suspended: 1,
  });
});

test('the overview counts each person once a week, on the first visit', async () => {
  const { people } = await read();
  expect(people?.weeks).toHaveLength(1);
  expect(people?.weeks[0]?.people).toBe(5);
  world.clock.advance(week);
  admin = await world.signInAgain(world.admin);
  await world.signInAgain(world.ana);
  await world.signInAgain(world.ana);
  // A visit with an existing session counts too.
  await world.ben.raw('/api/v1/session');
  await world.ben.raw('/api/v1/session');
  const next = await read();
  expect(next.people?.weeks.map((one) => one.people)).toEqual([5, 3]);
  expect(next.people?.active).toBe(3);
  const rows = async () => (await world.sql('select from active_weeks')).length;
  expect(await rows()).toBeGreaterThan(2);
  await runMaintenance(world.pool, [foldActiveWeeks], world.clock.now());
  expect(await rows()).toBe(2);
  expect((await read()).people?.weeks).toEqual(next.people?.weeks);
});

test('the overview lists reports, mail, imports, storage and webhooks that need attention', async () => {
  const ana = await world.signInAgain(world.ana);
  await ana.call('POST /api/v1/reports', {
    target: { kind: 'person', id: world.ben.uid },
    reason: 'spam',
  });
  await world.sql(
    `insert into invitations (school_id, user_id, requested_at, origin, is_waiting, due_at, failed_at)
     select $1, id, $2, 'http://localhost', false, $2, $2 from users where username = 'fresh'`,
    [world.school, world.clock.now()],
  );
  await world.sql(
    `insert into webhooks (school_id, url, events, is_on, off_reason, failing_since, secret, created_at) values
      ($1, 'https://a.test', '{person_added}', false, 'failing', $2, 's', $2), ($1, 'https://b.test', '{person_added}', true, null, null, 's', $2)`,
    [world.school, world.clock.now()],
  );
  await world.sql(
    `insert into import_runs (school_id, kind, state, source, started_at, stage_at, heartbeat_at, ended_at)
     values ($1, 'import', 'failed', 'people.csv', $2, $2, $2, $2)`,
    [world.school, world.clock.now()],
  );
  await world.sql(
    `insert into finance_holds (school_id, user_id, code, kind, office, since, reason, released_on)
     select $1, $2, 'hold ' || n, 'library', 'Library', '2026-01-01', 'A book', case when n = 1 then '2026-02-01'::date end
     from generate_series(1, 3) n`,
    [world.school, world.ben.id],
  );
  expect(await read()).toMatchObject({
    finances: { overdue: 0, holds: 2 },
    teaching: null,
    reports: { count: 1, oldestAt: expect.stringMatching(/^\d{4}-/) },
    approvals: { count: 0, oldestAt: null },
    mail: { notifications: 0, newsletters: 0, invitations: 1 },
    imports: [{ kind: 'import', source: 'people.csv', state: 'failed' }],
    storage: { used: expect.any(Number), limit: null },
    webhooks: { total: 2, failing: 1 },
  });
});

test('the overview shows only what a person’s roles allow, and only their own school’s figures', async () => {
  const nothing = {
    people: null,
    reports: null,
    approvals: { count: 0, oldestAt: null },
    mail: null,
    imports: null,
    finances: null,
    teaching: null,
    storage: null,
    webhooks: null,
  };
  const ana = await world.signInAgain(world.ana);
  expect(await ana.call('GET /api/v1/admin/overview')).toEqual(nothing);
  const role = await admin.call('POST /api/v1/school/roles', {
    name: 'Moderators',
    permissions: ['reports.manage'],
  });
  await admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', { id: role.id, uid: ana.uid });
  expect(await (await world.signInAgain(ana)).call('GET /api/v1/admin/overview')).toMatchObject({
    ...nothing,
    reports: { count: 1 },
  });
  await world.sql(
    'update users set is_admin = true where id = $1',
    [world.eve.id],
    world.otherSchool,
  );
  const eve = await world.signInAgain(world.eve);
  expect(await eve.call('GET /api/v1/admin/overview')).toMatchObject({
    people: { total: 1, new: 0, suspended: 0 },
    reports: { count: 0 },
    mail: { invitations: 0 },
    imports: [],
    webhooks: { total: 0 },
  });
  expect((await world.visit('/api/v1/admin/overview')).status).toBe(401);
});
