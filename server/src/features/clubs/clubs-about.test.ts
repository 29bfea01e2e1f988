import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

type Change = Omit<InputOf<'PATCH /api/v1/clubs/{id}'>, 'id' | 'version'>;

const meeting = { days: [2, 4], starts: '18:00', ends: '19:30', location: 'Room 204' };
const details = {
  email: 'chess@example.edu',
  cost: 'Free. Boards are there.',
  founded: 1949,
  links: ['https://social.example/chess'],
  meetings: [meeting],
};

describe('[CLUB-04] the practical details of a club', () => {
  let id = '';
  const change = async (who: Person, sent: Change) => {
    const { version } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
    return who.try('PATCH /api/v1/clubs/{id}', { id, version, ...sent });
  };
  const about = (who: Person) => who.call('GET /api/v1/clubs/{id}/about', { id });

  beforeAll(async () => {
    ({ id } = await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Chess',
      membership: 'open',
      president: world.ben.uid,
    }));
  });

  test('are empty in a new club', async () => {
    expect(await about(world.ana)).toMatchObject({
      email: null,
      cost: '',
      founded: null,
      links: [],
      meetings: [],
    });
  });

  test('an officer edits them, everyone at the school sees them, and no one else does', async () => {
    expect((await change(world.ana, details)).status).toBe(403);
    expect((await change(world.eve, details)).status).toBe(404);
    expect(await change(world.ben, details)).toMatchObject({ status: 200, body: details });
    expect(await about(world.ana)).toMatchObject(details);
    expect((await world.eve.try('GET /api/v1/clubs/{id}/about', { id })).status).toBe(404);

    const { items } = await world.ana.call('GET /api/v1/clubs', {
      optionalProperties: '["Meetings"]',
    });
    expect(items.find((one) => one.id === id)).toMatchObject({ Meetings: [meeting] });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a meeting without a day', { meetings: [{ ...meeting, days: [] }] }],
    ['a day that no week has', { meetings: [{ ...meeting, days: [8] }] }],
    ['a time that no day has', { meetings: [{ ...meeting, starts: '24:00' }] }],
    ['too many meetings', { meetings: Array.from({ length: 8 }, () => meeting) }],
    ['a link that runs code', { links: ['javascript:alert(1)'] }],
    ['too many links', { links: Array.from({ length: 7 }, (_, n) => `https://a.example/${n}`) }],
    ['text instead of an email address', { email: 'call us' }],
    ['a year before clubs', { founded: 99 }],
  ])('%s is refused', async (_, sent) => {
    expect((await change(world.ben, sent as Change)).status).toBe(400);
  });

  test('the activity log has the values before and after a change, and not those of long texts', async () => {
    await change(world.ben, { email: null, about: '<p>Boards and clocks</p>', founded: 1950 });
    const { entries } = await world.admin.call('GET /api/v1/audit', { kind: 'club_changed' });
    expect(entries[0]).toMatchObject({
      actor: { uid: world.ben.uid },
      fields: expect.arrayContaining(['about', 'email', 'founded']),
    });
    expect(entries[0]?.detail).toMatchObject({
      before: { email: 'chess@example.edu', founded: 1949 },
      after: { email: null, founded: 1950 },
    });
    expect(JSON.stringify(entries[0]?.detail)).not.toContain('Boards and clocks');
  });
});
