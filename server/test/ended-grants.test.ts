import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { maintenance } from '#server/app.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { inImports } from './import-world.ts';
import { inWorld, type Person } from './world.ts';

/*
 * A position or role whose `ends_at` has passed must not count anywhere that asks for current ones. Each row checks one part of the
 * product while a grant is active and after it has ended.
 */

const world = inWorld({ ownDatabase: true });
const lists = ['people', 'clubs', 'club-members', 'club-officers'];
const { newSchool, bring, stored, exported } = inImports(world, lists);

let [dia, office] = [] as unknown as [Person, Person];
let [club, position, role] = ['', '', ''];

const ended = `update role_grants set granted_at = now() - interval '9 days', ends_at = now() - interval '1 day'`;
const end = (who: Person) => world.sql(`${ended} where user_id = $1`, [who.id]);
const appoint = (who: Person) =>
  world.admin.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [who.uid],
    act: 'position',
    position,
  });
const giveRole = (who: Person) =>
  world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', { id: role, uid: who.uid });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const event = (title: string) => ({
  clientId: newClientId(),
  title,
  club,
  dateStart: '2027-06-01T18:00:00Z',
  dateEnd: '2027-06-01T20:00:00Z',
  timeZone: 'Europe/Berlin',
});
/** Returns 1 if someone gets notifications from an act, otherwise 0. */
const noticesFrom = async (who: Person, act: () => Promise<unknown>): Promise<number> => {
  await world.app.jobs.settle();
  await world.sql('delete from notifications where user_id = $1', [who.id]);
  await act();
  await world.app.jobs.settle();
  const rows = await world.sql('select from notifications where user_id = $1', [who.id]);
  return Math.min(rows.length, 1);
};
/** Adds a person who can ask to join, so that officers get a notification. */
const newcomer = () => world.join({ username: `n${newClientId().slice(-12)}` });

beforeAll(async () => {
  [dia, office] = [
    await world.join({ username: 'dia', first_name: 'Dia', last_name: 'Officer' }),
    await world.join({ username: 'office', first_name: 'Ola', last_name: 'Office' }),
  ];
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Choir',
    membership: 'request',
    president: world.ben.uid,
  }));
  await world.admin.call('POST /api/v1/clubs/{id}/invitations', {
    id: club,
    uids: [world.ana.uid, dia.uid],
  });
  for (const who of [world.ana, dia])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  ({ id: position } = await world.admin.call('POST /api/v1/school/club-positions', {
    clientId: newClientId(),
    name: 'Steward',
    permissions: permissionsOf('club').filter((one) => one !== ('clubs.delete' as string)),
  }));
  ({ id: role } = await world.admin.call('POST /api/v1/school/roles', {
    name: 'Student office',
    permissions: ['newsletters.manage', 'clubs.manage', 'hubs.manage', 'booking.offer'],
  }));
  await world.admin.call('POST /api/v1/school/record/kinds', {
    name: 'Leadership',
    source: 'positions',
  });
  await world.admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind: 'event',
    version: 0,
    reminderDays: null,
    steps: [{ name: 'Office', reviewers: 'role', role }],
  });
});

// name, check, result while the grant is active, result after it has ended
type Row = [name: string, ask: () => Promise<unknown>, held: unknown, ended: unknown];
const memberNamed = async () =>
  (await world.ana.call('GET /api/v1/clubs/{id}/members', { id: club })).items.find(
    ({ uid }) => uid === dia.uid,
  );

const ofClubs: Row[] = [
  ['the member list', async () => (await memberNamed())?.role, 'officer', 'member'],
  ["the member's position", async () => (await memberNamed())?.position, 'Steward', undefined],
  [
    "the officers on the club's page",
    async () =>
      (await world.ana.call('GET /api/v1/clubs/{id}/about', { id: club })).officers.filter(
        ({ uid }) => uid === dia.uid,
      ).length,
    1,
    0,
  ],
  [
    'managing the club',
    async () => (await dia.call('GET /api/v1/clubs/{id}/layout', { id: club })).can.manage,
    true,
    false,
  ],
  [
    'managing members',
    () =>
      statusOf(
        dia.try('PATCH /api/v1/clubs/{id}/members', {
          id: club,
          uids: [world.ana.uid],
          act: 'tag',
          tag: 'Alto',
        }),
      ),
    200,
    403,
  ],
  [
    'reading join requests',
    () => statusOf(dia.try('GET /api/v1/clubs/{id}/requests', { id: club })),
    200,
    403,
  ],
  [
    'the overview for officers',
    () => statusOf(dia.try('GET /api/v1/clubs/{id}/overview', { id: club })),
    200,
    403,
  ],
  ['creating an event', () => statusOf(dia.try('POST /api/v1/events', event('Concert'))), 200, 403],
  [
    'creating a survey',
    () =>
      statusOf(
        dia.try('POST /api/v1/clubs/{id}/surveys', {
          id: club,
          clientId: newClientId(),
          title: 'Songs',
        }),
      ),
    200,
    403,
  ],
  [
    'writing an email to members',
    () => statusOf(dia.try('POST /api/v1/clubs/{id}/emails', { id: club })),
    200,
    403,
  ],
  [
    'the recipients of an email to officers',
    async () =>
      (
        await world.ben.call('POST /api/v1/clubs/{id}/emails/reach', {
          id: club,
          who: 'officers',
          tags: [],
        })
      ).people,
    2,
    1,
  ],
  [
    'notifications for officers',
    () =>
      noticesFrom(dia, async () =>
        (await newcomer()).call('PUT /api/v1/clubs/{id}/membership', { id: club }),
      ),
    1,
    0,
  ],
  [
    'the number of officers in the position',
    async () =>
      (await world.admin.call('GET /api/v1/school/club-positions')).items.find(
        ({ id }) => id === position,
      )?.officers,
    1,
    0,
  ],
  [
    'the co-curricular record',
    async () => {
      await world.app.jobs.settle();
      await runMaintenance(world.pool, maintenance, world.clock.now());
      const rows = await world.sql<{ is_open: boolean }>(
        `select ends_on is null as is_open from record_entries where user_id = $1 and source = 'position' order by starts_on desc limit 1`,
        [dia.id],
      );
      return rows[0]?.is_open;
    },
    true,
    false,
  ],
  [
    'members whom the undo of a roster keeps',
    async () => {
      // Someone joins through an imported list and has or had the position, then the import is undone.
      const one = await newcomer();
      const { roster } = await world.ben.call('POST /api/v1/clubs/{id}/rosters', {
        id: club,
        clientId: newClientId(),
        text: one.uid,
      });
      await appoint(one);
      if ((await memberNamed())?.role !== 'officer') await end(one);
      await world.ben.call('POST /api/v1/clubs/{id}/rosters/{roster}/undo', {
        id: club,
        roster: roster?.id ?? '',
      });
      const rows = await world.sql(
        `select from club_members where club_id = $1 and user_id = $2 and status = 'member'`,
        [club, one.id],
      );
      await world.sql('delete from role_grants where user_id = $1', [one.id]);
      return rows.length;
    },
    1,
    0,
  ],
  [
    'the number of people who lose the position',
    async () =>
      (
        await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
          id: club,
          uids: [dia.uid],
          act: 'position',
          position: null,
        })
      ).changed,
    1,
    0,
  ],
];

describe('a position in a club', () => {
  beforeEach(() => appoint(dia));

  test.each(ofClubs)('an ended position does not count for %s', async (_, ask, held, ended) => {
    expect(await ask()).toEqual(held);
    await appoint(dia);
    await end(dia);
    expect(await ask()).toEqual(ended);
  });

  test('an admin can delete a position after it ends, and the member keeps it as a past position with its end date', async () => {
    const { id } = await world.admin.call('POST /api/v1/school/club-positions', {
      clientId: newClientId(),
      name: 'Librarian',
      permissions: [],
    });
    const change = { id: club, uids: [dia.uid], act: 'position' as const, position: id };
    await world.admin.call('PATCH /api/v1/clubs/{id}/members', change);
    const remove = () =>
      statusOf(world.admin.try('DELETE /api/v1/school/club-positions/{id}', { id }));
    expect(await remove()).toBe(409);
    await end(dia);
    expect(await remove()).toBe(200);
    expect(
      await world.sql(
        `select position, now()::date - until::date as days from club_past_members where user_id = $1 and position = 'Librarian'`,
        [dia.id],
      ),
    ).toEqual([{ position: 'Librarian', days: 1 }]);
  });

  test('exports omit an ended position, and imports can ban its former officer or assign it again', async () => {
    const school = await newSchool();
    const people = 'username,firstName\nana,Ana\nben,Ben\n';
    const officers = 'club,username,position,since\nchess,ana,Treasurer,2022-09-01\n';
    await stored(school, {
      'people.csv': people,
      'clubs.csv': 'code,name\nchess,Chess\n',
      'club-members.csv': 'club,username,status\nchess,ana,member\n',
      'club-officers.csv': officers,
    });
    const ban = { 'club-members.csv': 'club,username,status\nchess,ana,banned\n' };
    expect((await exported(school)).texts['club-officers']).toContain('chess,ana,Treasurer');
    expect((await bring(school, ban, { isDryRun: true })).problemTotal).toBe(1);
    const grants = () =>
      world.as(school)(
        'select ends_at is null or ends_at > now() as is_current from role_grants order by 1',
      );
    await world.sql(ended, [], school);
    expect((await exported(school)).texts['club-officers']).not.toContain('ana');
    expect(await bring(school, ban, { isDryRun: true })).toMatchObject({
      problemTotal: 0,
      clubMembers: { changed: 1 },
    });
    expect(await stored(school, { 'club-officers.csv': officers })).toMatchObject({
      clubOfficers: { added: 1, changed: 0, unchanged: 0 },
    });
    expect(await grants()).toEqual([{ is_current: true }]);
    await world.sql(ended, [], school);
    await stored(school, ban);
    expect(await world.as(school)('select status from club_members')).toEqual([
      { status: 'banned' },
    ]);
  });
});

/** Submits a club event for approval and returns the submission. */
const submit = async (title: string) => {
  const { id, version } = await world.ben.call('POST /api/v1/events', event(title));
  const { submission } = await world.ben.call('POST /api/v1/events/{id}/publish', { id, version });
  return { id: submission?.id ?? '', version: submission?.version ?? 0 };
};
const isWaiting = async () => {
  const { id } = await submit('Gala');
  const { items } = await office.call('GET /api/v1/approvals', { list: 'waiting' });
  return items.some((one) => one.id === id);
};

const ofSchool: Row[] = [
  [
    'permission to make a call',
    () => statusOf(office.try('GET /api/v1/newsletters', {})),
    200,
    403,
  ],
  [
    'the permissions that the app shows',
    async () => {
      const [self] = await office.call('GET /mobile_ws/v18/authentication', {});
      return self !== undefined && 'permissions' in self ? self.permissions.length : null;
    },
    4,
    0,
  ],
  [
    'staff access to a club',
    async () => (await office.call('GET /api/v1/clubs/{id}/layout', { id: club })).can.manage,
    true,
    false,
  ],
  ['the submissions waiting for a reviewer', isWaiting, true, false],
  [
    'deciding on a submission',
    async () =>
      statusOf(
        office.try('POST /api/v1/approvals/{id}/decision', {
          ...(await submit('Bonfire')),
          decision: 'approve',
          reason: '',
        }),
      ),
    200,
    404,
  ],
  ['notifications for reviewers', () => noticesFrom(office, () => submit('Ball')), 1, 0],
  [
    'the number of people with the role',
    async () =>
      (await world.admin.call('GET /api/v1/school/roles')).items.find(({ id }) => id === role)
        ?.people,
    1,
    0,
  ],
  [
    'the list of people with the role',
    async () =>
      (await world.admin.call('GET /api/v1/school/roles/{id}/members', { id: role })).items.length,
    1,
    0,
  ],
];

describe('a role at the school', () => {
  beforeEach(async () => {
    await world.sql('delete from role_grants where user_id = $1', [office.id]);
    await giveRole(office);
  });

  test.each(ofSchool)('an ended role does not count for %s', async (_, ask, held, ended) => {
    expect(await ask()).toEqual(held);
    await end(office);
    expect(await ask()).toEqual(ended);
  });

  test('an admin can assign an ended role again', async () => {
    await end(office);
    await giveRole(office);
    expect(await statusOf(office.try('GET /api/v1/newsletters', {}))).toBe(200);
    // Assigning it again while it is active changes nothing.
    const log = async () => (await world.admin.call('GET /api/v1/audit', { size: 1 })).entries[0];
    const before = await log();
    await giveRole(office);
    expect(await log()).toEqual(before);
  });
});
