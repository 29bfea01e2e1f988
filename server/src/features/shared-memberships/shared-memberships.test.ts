import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const shared = async (who: Person, other: Person) => {
  const { clubs, events, courses } = await who.call('GET /api/v1/people/{uid}/shared-memberships', {
    uid: other.uid,
  });
  return [
    ...clubs.map(({ name }) => name),
    ...events.map(({ title }) => title),
    ...courses.map(({ number }) => number),
  ];
};

const makeClub = async (name: string, membersSeenBy: string) => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    president: world.cy.uid,
  });
  await world.sql('update clubs set members_seen_by = $2 where id = $1', [id, membersSeenBy]);
  for (const one of [world.ana, world.ben])
    await one.call('PUT /api/v1/clubs/{id}/membership', { id });
  return id;
};
const makeEvent = async (title: string, more: Record<string, unknown> = {}) => {
  const start = world.clock.now().getTime() + 48 * 3_600_000;
  const { id } = await world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + 3_600_000).toISOString(),
    timeZone: 'UTC',
    attendeesFor: 'everyone',
    ...more,
  });
  for (const one of [world.ana, world.ben])
    await one.call('PUT /api/v1/events/{id}/registration', { id });
  return id;
};

beforeAll(async () => {
  await makeClub('Chess', 'everyone');
  await makeClub('Choir', 'members');
  await makeClub('Debate', 'officers');
  await makeEvent('Concert');
  await makeEvent('Closed list', { attendeesFor: 'hosts' });
  await world.sql(
    `with t as (insert into terms (school_id, code, name, starts_on, ends_on, time_zone)
        values ($1, 't', 'Fall', $2::timestamptz::date - 60, $2::timestamptz::date + 60, 'UTC') returning id),
      c as (insert into courses (school_id, code, number, title) values ($1, 'c', 'CHEM 101', 'Chemistry') returning id),
      s as (insert into course_sections (school_id, code, course_id, term_id) select $1, 's', c.id, t.id from c, t returning id)
    insert into section_members (school_id, section_id, user_id) select $1, s.id, u from s, unnest($3::bigint[]) u`,
    [world.school, world.clock.now(), [world.ana.id, world.ben.id]],
  );
});

test('people see the clubs, events and courses that they share, except where they can’t see the other’s name', async () => {
  const all = ['Chess', 'Choir', 'Concert', 'CHEM 101'];
  expect(await shared(world.ana, world.ben)).toEqual(all);
  expect(await shared(world.ben, world.ana)).toEqual(all);
  expect(await shared(world.ana, world.ana)).toEqual([]);
  const dora = await world.join({ username: 'dora' });
  expect(await shared(dora, world.ana)).toEqual([]);
});

test('a hidden registration, a dropped course and a past event aren’t shared', async () => {
  await world.sql('update event_registrations set is_hidden = true where user_id = $1', [
    world.ben.id,
  ]);
  await world.sql('update section_members set is_active = false where user_id = $1', [
    world.ben.id,
  ]);
  expect(await shared(world.ana, world.ben)).toEqual(['Chess', 'Choir']);
  // Ben’s own list still has what Ana doesn’t hide.
  expect(await shared(world.ben, world.ana)).toEqual(['Chess', 'Choir', 'Concert']);
  await world.sql('update event_registrations set is_hidden = false');
  await world.sql('update section_members set is_active = true');
  await world.sql(
    `update event_starts set starts_at = starts_at - interval '72 hours', ends_at = ends_at - interval '72 hours'`,
  );
  expect(await shared(world.ana, world.ben)).not.toContain('Concert');
});

test('[CARD-11] a private profile shares nothing, even with admins, and blocked people and other schools get 404', async () => {
  await world.ben.call('PATCH /api/v1/profile', { isListed: false });
  expect(await shared(world.ana, world.ben)).toEqual([]);
  expect(await shared(world.admin, world.ben)).toEqual([]);
  await world.ben.call('PATCH /api/v1/profile', { isListed: true });
  await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
  for (const [who, other] of [
    [world.ana, world.ben],
    [world.eve, world.ana],
  ] as const)
    expect(
      (await who.try('GET /api/v1/people/{uid}/shared-memberships', { uid: other.uid })).status,
    ).toBe(404);
});
