import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
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
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const suggested = async (who: Person = world.ana) =>
  (await who.call('GET /api/v1/club-suggestions', {})).items.map(({ name, reason }) => ({
    name,
    ...reason,
  }));
const names = async () => (await suggested()).map(({ name }) => name);

beforeAll(async () => {
  const { ana, ben } = world;
  await ana.call('GET /mobile_ws/v18/user_connect', { student_uid: ben.uid, type: 'request' });
  await ben.call('GET /mobile_ws/v18/user_connect', { student_uid: ana.uid, type: 'accept' });
});
beforeEach(async () => {
  await world.sql('delete from clubs');
  await world.sql('delete from club_labels');
  await world.ana.call('PATCH /api/v1/profile', { interests: [] });
});

describe('[CLUB-01] suggested clubs', () => {
  test('show a reason: known people first, then interests, then a similar club of the person', async () => {
    const { id: tag } = await world.admin.call('POST /api/v1/school/club-labels', {
      clientId: newClientId(),
      list: 'tags',
      name: 'Mountains',
    });
    await world.ana.call('PATCH /api/v1/profile', { interests: ['Hiking'] });
    const known = await create('Soup', { membership: 'request' });
    await world.ben.call('PUT /api/v1/clubs/{id}/membership', { id: known });
    await world.sql(`update club_members set status = 'member' where club_id = $1`, [known]);
    await create('Trails', { description: 'Day hiking for everybody' });
    await join(world.ana, await create('Ridge', { tags: [tag] }));
    await create('Peak', { tags: [tag] });
    await create('Nothing in common');
    expect(await suggested()).toMatchObject([
      { name: 'Soup', kind: 'known', count: 1, people: [{ uid: world.ben.uid }] },
      { name: 'Trails', kind: 'interests', values: ['Hiking'] },
      { name: 'Peak', kind: 'similar', club: { name: 'Ridge' } },
    ]);
  });

  test('exclude hidden clubs and clubs that the person is in, is banned from or can’t join', async () => {
    await world.ana.call('PATCH /api/v1/profile', { interests: ['Hiking'] });
    await join(world.ana, await create('Hiking mine'));
    const banned = await create('Hiking banned');
    await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
      id: banned,
      uids: [world.ana.uid],
      act: 'ban',
    });
    await create('Hiking closed', { membership: 'closed' });
    await create('Hiking invited', { membership: 'invitation' });
    await create('Hiking hidden', { isHidden: true });
    await create('Hiking frozen', { status: 'frozen' });
    await create('Hiking unpublished', { isPublished: false });
    await create('Hiking open');
    expect(await names()).toEqual(['Hiking open']);
    expect((await world.eve.call('GET /api/v1/club-suggestions', {})).items).toEqual([]);
  });

  test('don’t use members of clubs with private membership or members the person doesn’t know', async () => {
    // Officers are visible to everyone, but as connections they would reveal members.
    const secret = await create('Secret', {
      membersSeenBy: 'members',
      president: world.ben.uid,
    });
    await join(world.cy, await create('Strangers'));
    expect(await suggested()).toEqual([]);
    await world.sql("update clubs set members_seen_by = 'everyone' where id = $1", [secret]);
    expect(await suggested()).toMatchObject([{ name: 'Secret', kind: 'known' }]);
    await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
    expect(await suggested()).toEqual([]);
    await world.ana.call('DELETE /api/v1/blocks/{uid}', { uid: world.ben.uid });
  });

  test('stay hidden after they are dismissed, until the person undoes it', async () => {
    await world.ana.call('PATCH /api/v1/profile', { interests: ['Hiking'] });
    const id = await create('Hiking');
    await world.ana.call('PUT /api/v1/clubs/{id}/dismissal', { id });
    await world.ana.call('PUT /api/v1/clubs/{id}/dismissal', { id });
    expect(await names()).toEqual([]);
    expect(JSON.stringify(await world.ana.call('GET /api/v1/account/data'))).toContain(
      'dismissedClubs',
    );
    await world.ana.call('DELETE /api/v1/clubs/{id}/dismissal', { id });
    expect(await names()).toEqual(['Hiking']);
    expect((await world.eve.try('PUT /api/v1/clubs/{id}/dismissal', { id })).status).toBe(404);
  });
});
