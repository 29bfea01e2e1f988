import { beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { publicClub } from '#contract/clubs/public.endpoints.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
let id = '';

const see = async (club = id, host?: string) => {
  const { status, body } = await world.visit(`/api/v1/public/club?id=${club}`, {
    ...(host !== undefined && { host }),
  });
  return { status, ...(body as { code?: string; club?: Record<string, unknown> }) };
};
const allow = (areClubsOn: boolean) =>
  world.admin.call('PUT /api/v1/school/sharing', { isOn: true, isIndexed: false, areClubsOn });
const set = (columns: string) => world.sql(`update clubs set ${columns} where id = $1`, [id]);
const missing = { status: 404, code: 'club_not_shared' };
beforeEach(async () => {
  await world.sql('delete from rate_limits');
  await world.sql('delete from public_profiles');
  ({ id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    description: 'We play.',
    president: world.ben.uid,
  }));
  await allow(true);
  await set('is_public = true');
});

describe('[CLUB-02] a club’s public page', () => {
  test('exists only if both the school and the club publish it, and otherwise always returns the same 404', async () => {
    expect(await see()).toMatchObject({ status: 200, club: { name: 'Chess', members: 1 } });
    expect((await world.ben.call('GET /api/v1/clubs/{id}/layout', { id })).shareUrl).toMatch(
      new RegExp(`/clubs/${id}\\?share=1$`),
    );
    const { body: unknown } = await world.visit('/api/v1/public/club?id=999');
    for (const columns of [
      'is_public = false',
      'is_published = false',
      'is_hidden = true',
      `status = 'pending'`,
      `status = 'archived'`,
      'deleted_at = now()',
    ]) {
      await set(columns);
      const { body } = await world.visit(`/api/v1/public/club?id=${id}`);
      expect([columns, body]).toEqual([columns, unknown]);
      await set(
        `is_public = true, is_published = true, is_hidden = false, status = 'active', deleted_at = null`,
      );
    }
    await allow(false);
    expect(await see()).toMatchObject(missing);
    expect((await world.ben.call('GET /api/v1/clubs/{id}/layout', { id })).shareUrl).toBeNull();
    await allow(true);
    expect(await see(id, 'north.localhost')).toMatchObject(missing);
  });

  test('shows only officers with public profiles, excludes private membership counts, and has no other fields', async () => {
    await world.ana.call('PUT /api/v1/clubs/{id}/membership', { id });
    expect((await see()).club).toMatchObject({ members: 2, officers: [] });
    await world.ben.call('PATCH /api/v1/sharing', { isPublic: true, fields: [] });
    await set(
      `meetings = '[{"days": [2], "starts": "18:00", "ends": "19:30", "location": "Hall 4"}]'`,
    );
    const { club = {} } = await see();
    expect(club['officers']).toMatchObject([
      { uid: world.ben.uid, firstName: 'Ben', position: 'President', photoUrl: null },
    ]);
    expect(club['meetings']).toEqual([{ days: [2], starts: '18:00', ends: '19:30' }]);
    expect(Object.keys(club).toSorted()).toEqual(Object.keys(publicClub.shape).toSorted());
    expect(JSON.stringify(club)).not.toContain(world.ana.uid);
    await world.sql('update users set has_hold = true where id = $1', [world.ben.id]);
    expect((await see()).club).toMatchObject({ officers: [], members: 1 });
    await world.sql('update users set has_hold = false where id = $1', [world.ben.id]);
    await world.admin.call('PUT /api/v1/school/sharing', { isOn: false, isIndexed: false });
    expect((await see()).club).toMatchObject({ officers: [] });
    await allow(true);
    await set(`members_seen_by = 'members'`);
    expect((await see()).club).toMatchObject({ members: null });
  });

  test('is turned on by the club’s officers', async () => {
    await set('is_public = false');
    const { version, canBePublic } = await world.ben.call('GET /api/v1/clubs/{id}/settings', {
      id,
    });
    expect(canBePublic).toBe(true);
    const change = { id, version, isPublic: true };
    expect((await world.ana.try('PATCH /api/v1/clubs/{id}', change)).status).toBe(403);
    expect((await world.ben.call('PATCH /api/v1/clubs/{id}', change)).isPublic).toBe(true);
    expect(await see()).toMatchObject({ status: 200 });
  });

  test('is limited to 600 requests per hour and address, found or not', async () => {
    await world.sql(
      `insert into rate_limits (school_id, subject, window_ends_at, used) values ($1, 'public:127.0.0.1', $2, 599)`,
      [world.school, new Date(world.clock.now().getTime() + 3_600_000)],
    );
    expect((await see('999')).status).toBe(404);
    expect((await see()).status).toBe(429);
  });
});
