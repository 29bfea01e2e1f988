import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

const create = (name: string, more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    ...more,
  });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const settingsOf = (id: string) => world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
const act = (who: Person, id: string, uids: readonly string[], change: Record<string, unknown>) =>
  who.try('PATCH /api/v1/clubs/{id}/members', { id, uids, ...change });
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const leave = (who: Person, id: string) => who.try('DELETE /api/v1/clubs/{id}/membership', { id });
const listed = async (who: Person, id: string, status: 'invited' | 'banned') =>
  (await who.call('GET /api/v1/clubs/{id}/requests', { id, status })).items.map(({ uid }) => uid);

/** Runs `work` while an advisory lock is held. `areWaiting` resolves when this number of sessions wait for locks. */
const atLock = async (
  lock: string,
  work: (areWaiting: (count: number) => Promise<void>) => Promise<unknown>,
): Promise<void> => {
  const client = await world.pool.raw.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${lock})`);
    await work(async (count) => {
      const waiting = () =>
        client.query(
          // Tests in other databases wait for locks too.
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      await expect
        .poll(async () => (await waiting()).rowCount, { timeout: 10_000 })
        .toBeGreaterThanOrEqual(count);
    });
  } finally {
    await client.query('commit');
    client.release();
  }
};

describe('[CLUB-03] simultaneous changes', () => {
  test('leave no position with a member who leaves while being assigned one', async () => {
    const { id } = await create('Leaving', { president: world.ben.uid });
    await join(world.ana, id);
    const position = (await settingsOf(id)).positions.find(({ name }) => name === 'President')?.id;
    const sent: { given?: Promise<Answer>; left?: Promise<Answer> } = {};
    // The position is about to be recorded in the activity log when its holder leaves.
    await atLock(`hashtextextended('audit:${world.school}', 1)`, async (areWaiting) => {
      sent.given = act(world.ben, id, [world.ana.uid], { act: 'position', position });
      await areWaiting(1);
      sent.left = leave(world.ana, id);
      await Promise.race([sent.left, areWaiting(2)]);
    });
    expect((await sent.given)?.body).toEqual({ changed: 1 });
    expect((await sent.left)?.body).toEqual({ status: 'none' });
    const seen = await world.ana.call('GET /api/v1/clubs/{id}/layout', { id });
    expect(seen).toMatchObject({ mine: null, can: { edit: false, manageMembers: false } });
    expect(
      await world.sql('select from role_grants where scope_id = $1 and user_id = $2', [
        id,
        world.ana.id,
      ]),
    ).toEqual([]);
  });

  test('can’t create a cycle of parents: one succeeds and the other is rejected', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const [first, second] = [await settingsOf(one.id), await settingsOf(two.id)];
    const put = (id: string, version: number, parent: string) =>
      world.admin.try('PATCH /api/v1/clubs/{id}', { id, version, parent });
    let answers: Promise<Answer[]> = Promise.resolve([]);
    await atLock(`hashtextextended('club parents', ${world.school})`, async (areWaiting) => {
      answers = Promise.all([
        put(one.id, first.version, two.id),
        put(two.id, second.version, one.id),
      ]);
      await areWaiting(2);
    });
    expect((await answers).map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'club_ring'],
    ]);
  });
});

test('[CLUB-03] a position without a membership can be removed', async () => {
  const { id } = await create('Left over', { president: world.ben.uid });
  await join(world.ana, id);
  const position = (await settingsOf(id)).positions.find(({ name }) => name === 'Officer')?.id;
  await act(world.ben, id, [world.ana.uid], { act: 'position', position });
  await world.sql('delete from club_members where club_id = $1 and user_id = $2', [
    id,
    world.ana.id,
  ]);
  const taken = await act(world.ben, id, [world.ana.uid, world.cy.uid], {
    act: 'position',
    position: null,
  });
  expect(taken.body).toEqual({ changed: 1 });
  expect((await world.ana.call('GET /api/v1/clubs/{id}/layout', { id })).can.manageMembers).toBe(
    false,
  );
});

test('[CLUB-03] officers can ban and list only people they can see or who are connected to the club', async () => {
  const { id } = await create('Banning', { president: world.ben.uid });
  const stranger = await world.join({ username: 'held', first_name: 'Held' });
  const member = await world.join({ username: 'heldin', first_name: 'Held' });
  await join(member, id);
  for (const { uid } of [stranger, member])
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid, hasHold: true });
  const ban = (uids: readonly string[]) => act(world.ben, id, uids, { act: 'ban' });
  expect((await ban([stranger.uid, world.eve.uid])).body).toEqual({ changed: 0 });
  expect((await ban([member.uid, world.cy.uid])).body).toEqual({ changed: 2 });
  expect(await listed(world.ben, id, 'banned')).toEqual([world.cy.uid]);
  expect((await listed(world.admin, id, 'banned')).toSorted()).toEqual(
    [member.uid, world.cy.uid].toSorted(),
  );
  await world.admin.call('POST /api/v1/clubs/{id}/invitations', { id, uids: [stranger.uid] });
  expect(await listed(world.ben, id, 'invited')).toEqual([]);
  expect(await listed(world.admin, id, 'invited')).toEqual([stranger.uid]);
});

test('saving a club’s settings keeps its deleted parent, in case the parent is restored', async () => {
  const above = await create('Above');
  const club = await create('Below', { parent: above.id });
  await world.admin.call('DELETE /api/v1/clubs/{id}', { id: above.id });
  const { version, parent, parentName } = await settingsOf(club.id);
  expect({ parent, parentName }).toEqual({ parent: above.id, parentName: 'Above' });
  await world.admin.call('PATCH /api/v1/clubs/{id}', {
    id: club.id,
    version,
    parent,
    acronym: 'B',
  });
  await world.admin.call('POST /api/v1/clubs/{id}/restore', { id: above.id });
  expect(await settingsOf(club.id)).toMatchObject({ parent: above.id, acronym: 'B' });
});

test('resending a label or note returns the first one, and another author’s same id creates their own', async () => {
  const { id } = await create('Noted');
  const clientId = newClientId();
  const label = { clientId, list: 'tags', name: 'Sent twice', kind: null } as const;
  const labels = await Promise.all(
    [label, label, { ...label, name: 'Other' }].map((sent) =>
      world.admin.call('POST /api/v1/school/club-labels', sent),
    ),
  );
  expect(new Set(labels.map((one) => one.id)).size).toBe(1);
  const other = await world.join({ username: 'staff2', is_admin: true });
  const note = (who: Person, text: string) =>
    who.call('POST /api/v1/school/clubs/{id}/notes', { id, clientId, text });
  const notes = await Promise.all([note(world.admin, 'First'), note(world.admin, 'First')]);
  expect(await note(world.admin, 'Second')).toEqual(notes[0]);
  expect((await note(other, 'Mine')).text).toBe('Mine');
  const { items } = await world.admin.call('GET /api/v1/school/clubs/{id}/notes', { id });
  expect(items.map(({ text }) => text).toSorted()).toEqual(['First', 'Mine']);
  expect(await world.sql(`select from activity_log where kind = 'club_note_added'`)).toHaveLength(
    2,
  );
});
