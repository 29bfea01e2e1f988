import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { sendGraceMs } from '#contract/newsletters/limits.ts';
import { connect } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const create = async (name: string, more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name,
      membership: 'open',
      ...more,
    })
  ).id;
const names = async (who: Person, filters: Record<string, unknown>) =>
  (await who.call('GET /api/v1/clubs', { filters: JSON.stringify(filters) })).items.map(
    ({ name }) => name,
  );
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const createHub = (name: string) =>
  world.admin.call('POST /api/v1/school/hubs', {
    name,
    description: '',
    icon: null,
    isForEveryone: true,
    accountTypes: [],
    majors: [],
  });

test('[CLUB-01] filters by deleted, published, hidden, locked officers and known people find only visible clubs', async () => {
  const gone = await create('Gone');
  await world.admin.call('DELETE /api/v1/clubs/{id}', { id: gone });
  await create('Draft', { isPublished: false });
  const hidden = await create('Hidden');
  await join(world.ana, hidden);
  const { version } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id: hidden });
  await world.admin.call('PATCH /api/v1/clubs/{id}', { id: hidden, version, isHidden: true });
  await create('Locked', { areOfficersLocked: true });
  const known = await create('Known');
  await join(world.cy, known);
  await connect(world.ana, world.cy);
  await create('Plain');
  const { admin, ana, ben } = world;
  expect(await names(admin, { Deleted: true })).toEqual(['Gone']);
  expect(await names(ana, { Deleted: true })).toEqual([]);
  expect(await names(admin, { Published: false })).toEqual(['Draft']);
  expect(await names(admin, { Published: true })).toEqual(['Hidden', 'Known', 'Locked', 'Plain']);
  expect(await names(ana, { Published: false })).toEqual([]);
  // Only its members and staff can find a hidden club.
  for (const who of [admin, ana])
    expect(await names(who, { HideFromGroupsList: true })).toEqual(['Hidden']);
  expect(await names(ben, { HideFromGroupsList: true })).toEqual([]);
  expect(await names(ana, { LockedOfficers: true })).toEqual(['Locked']);
  expect(await names(ana, { LockedOfficers: false })).toEqual(['Hidden', 'Known', 'Plain']);
  expect(await names(ana, { Known: true })).toEqual(['Known']);
  expect(await names(ben, { Known: true })).toEqual([]);
});

test('[HUB-01] [ROUTE-03] a hub lists exactly its own clubs, and its menu item links to them', async () => {
  const [arts, labs] = [await createHub('Arts'), await createHub('Labs')];
  await create('Painting', { hub: arts.id });
  await create('Hidden painting', { hub: arts.id, isHidden: true });
  await create('Microscopes', { hub: labs.id });
  await create('Of no hub');
  expect(await names(world.ana, { School: arts.id })).toEqual(['Painting']);
  expect(await names(world.ana, { School: [arts.id, labs.id] })).toEqual([
    'Microscopes',
    'Painting',
  ]);
  expect(await names(world.eve, { School: arts.id })).toEqual([]);
  await world.admin.call('PUT /api/v1/menus/{hub}', {
    hub: arts.id,
    version: 0,
    document: { bar: [{ id: 'art-clubs', type: 'clubs' }], sections: [] },
  });
  const bar = async (hub: string) =>
    (await world.ana.call('GET /api/v1/menu', { hub })).bar.map(({ id, type }) => [id, type]);
  expect(await bar(arts.id)).toEqual([['art-clubs', 'clubs']]);
  expect(await bar(labs.id)).not.toContainEqual(['art-clubs', 'clubs']);
});

test('[CLUB-01] officer and email counts depend on the viewer for a held officer and an email to some members', async () => {
  const held = await world.join({ username: 'held-officer', first_name: 'Hel' });
  const id = await create('Counted', { president: world.ben.uid });
  for (const who of [held, world.ana]) await join(who, id);
  const { positions } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id });
  const change = (who: Person, more: object) =>
    world.ben.call('PATCH /api/v1/clubs/{id}/members', { id, uids: [who.uid], ...more } as never);
  await change(held, { act: 'position', position: positions[3]?.id });
  await change(world.ana, { act: 'tag', tag: 'Kitchen' });
  await connect(world.cy, held);
  await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: held.uid, hasHold: true });
  const { id: email, version } = await world.ben.call('POST /api/v1/clubs/{id}/emails', { id });
  const draft = await world.ben.call('PATCH /api/v1/clubs/{id}/emails/{email}', {
    id,
    email,
    version,
    title: 'Kitchen',
    blocks: [{ kind: 'text', html: '<p>Soup</p>' }],
    audience: { who: 'members', tags: ['Kitchen'] },
  });
  await world.ben.call('POST /api/v1/clubs/{id}/emails/{email}/schedule', {
    id,
    email,
    version: draft.version,
    at: null,
  });
  world.clock.advance(sendGraceMs);
  await world.app.jobs.settle();
  const counts = async (person: Person) => {
    const who = await world.signInAgain(person);
    const { items } = await who.call('GET /api/v1/clubs', {
      filters: JSON.stringify({ Id: id }),
      optionalProperties: JSON.stringify(['CountOfficers', 'CountEmails']),
    });
    return [items[0]?.CountOfficers, items[0]?.CountEmails];
  };
  expect(await counts(world.ben)).toEqual([1, 1]);
  expect(await counts(world.ana)).toEqual([1, 1]);
  // Connected with the officer who has a directory hold, but the email address isn't visible.
  expect(await counts(world.cy)).toEqual([2, 0]);
  expect(await counts(world.admin)).toEqual([2, 1]);
});

test('[CLUB-01] a list of clubs applies each viewer’s current role: staff, officer, hidden club’s member or stranger', async () => {
  const { admin, ana, ben, cy, eve } = world;
  await create('Seen');
  await create('Unlisted', { isHidden: true, president: ben.uid });
  await create('Not yet', { isPublished: false });
  const list = async (who: Person) => {
    const { items, total } = await who.call('GET /api/v1/clubs', {
      optionalProperties: JSON.stringify(['CountMembers', 'CountEvents', 'CountRSVPs']),
    });
    expect(total).toBe(items.length);
    return items
      .filter(({ name }) => ['Seen', 'Unlisted', 'Not yet'].includes(name))
      .map(({ name, can }) => `${name} ${String(can.edit)}`);
  };
  expect(await list(cy)).toEqual(['Seen false']);
  expect(await list(admin)).toEqual(['Not yet true', 'Seen true', 'Unlisted true']);
  expect(await list(ben)).toEqual(['Seen false', 'Unlisted true']);
  const role = await admin.call('POST /api/v1/school/roles', {
    name: 'Clubs office',
    permissions: ['clubs.manage'],
  });
  const member = { id: role.id, uid: ana.uid };
  await admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', member);
  expect(await list(ana)).toEqual(['Not yet true', 'Seen true', 'Unlisted true']);
  await admin.call('DELETE /api/v1/school/roles/{id}/members/{uid}', member);
  expect(await list(ana)).toEqual(['Seen false']);
  expect(await list(eve)).toEqual([]);
});
