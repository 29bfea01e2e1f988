import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

const create = (name: string, more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    president: world.ben.uid,
    ...more,
  });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const give = (who: Person, id: string, uids: readonly string[], points = 5, more = {}) =>
  who.try('POST /api/v1/clubs/{id}/points', {
    id,
    clientId: newClientId(),
    uids,
    points,
    reason: 'Helped at the fair',
    ...more,
  });
const pointsOf = (who: Person, id: string, uid?: string) =>
  who.call('GET /api/v1/clubs/{id}/points', { id, ...(uid !== undefined && { uid }) });
const reverse = (who: Person, id: string, line: string | undefined) =>
  who.try('POST /api/v1/clubs/{id}/points/{line}/reversal', { id, line });
const countOf = async (who: Person, id: string) =>
  (
    await who.call('GET /api/v1/clubs', {
      filters: JSON.stringify({ Ids: [id] }),
      optionalProperties: '["CountPoints"]',
    })
  ).items[0]?.CountPoints;
const settle = () => world.app.jobs.settle();

test('[CLUB-03] a club awards points once for joining and serving, and officers give and reverse points with a reason', async () => {
  const { id } = await create('Counting');
  const settings = await world.ben.call('GET /api/v1/clubs/{id}/points/settings', { id });
  expect(settings).toEqual({ version: 0, points: { joined: 0, served: 0, attended: 0 } });
  const saved = await world.ben.call('PATCH /api/v1/clubs/{id}/points/settings', {
    id,
    version: 0,
    points: { joined: 10, served: 25 },
  });
  expect(saved.points).toEqual({ joined: 10, served: 25, attended: 0 });
  const late = { id, version: 0, points: { joined: 1 } };
  expect(codeOf(await world.ben.try('PATCH /api/v1/clubs/{id}/points/settings', late))).toEqual([
    409,
    'club_points_changed',
  ]);

  await join(world.ana, id);
  await settle();
  await world.ana.call('DELETE /api/v1/clubs/{id}/membership', { id });
  await join(world.ana, id);
  await settle();
  expect(await pointsOf(world.ana, id)).toMatchObject({
    balance: 10,
    isCounting: true,
    items: [{ source: 'joined', points: 10, by: null, can: { reverse: false } }],
  });
  const { positions } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
  const appoint = (position: string | null) =>
    world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [world.ana.uid],
      act: 'position',
      position,
    });
  for (const position of [positions[4], undefined, positions[4]]) {
    await appoint(position?.id ?? null);
    await settle();
  }
  await appoint(null);
  expect((await pointsOf(world.ana, id)).balance).toBe(35);

  world.clock.advance(1_000);
  const clientId = newClientId();
  const twice = await Promise.all(
    [1, 2].map(() => give(world.ben, id, [world.ana.uid, world.cy.uid], 7, { clientId })),
  );
  // Cy is no member.
  expect(twice.map(({ body }) => body)).toEqual([{ given: 1 }, { given: 1 }]);
  const { items, balance } = await pointsOf(world.ben, id, world.ana.uid);
  expect(balance).toBe(42);
  expect(items[0]).toMatchObject({
    source: 'given',
    reason: 'Helped at the fair',
    by: { uid: world.ben.uid },
    can: { reverse: true },
  });
  const members = (who: Person) =>
    who.call('GET /api/v1/clubs/{id}/members', { id, search: 'Ana' });
  expect((await members(world.ben)).items[0]).toMatchObject({ points: 42 });
  expect((await members(world.cy)).items[0]).not.toHaveProperty('points');

  world.clock.advance(1_000);
  expect((await reverse(world.ben, id, items[0]?.id)).body).toEqual({ balance: 35 });
  const after = await pointsOf(world.ben, id, world.ana.uid);
  expect(after.items.slice(0, 2)).toMatchObject([
    { source: 'reversal', points: -7 },
    { source: 'given', isReversed: true, can: { reverse: false } },
  ]);
  expect(codeOf(await reverse(world.ben, id, after.items[0]?.id))).toEqual([
    409,
    'club_points_final',
  ]);
  await expect(
    world.sql('update club_point_transactions set points = 500 where club_id = $1', [id]),
  ).rejects.toThrow(/only added and reversed/);
});

test('[CLUB-03] only officers with the permission can give, see and reverse others’ points, and other schools get 404', async () => {
  const { id } = await create('Guarded');
  await join(world.ana, id);
  await give(world.ben, id, [world.ana.uid]);
  const line = (await pointsOf(world.ana, id)).items[0]?.id;
  expect(line).toBeDefined();
  const calls = (who: Person) => [
    give(who, id, [world.ana.uid]),
    reverse(who, id, line),
    who.try('GET /api/v1/clubs/{id}/points', { id, uid: world.ben.uid }),
    who.try('GET /api/v1/clubs/{id}/points/settings', { id }),
    who.try('PATCH /api/v1/clubs/{id}/points/settings', { id, version: 0, points: {} }),
  ];
  const statuses = async (who: Person) =>
    (await Promise.all(calls(who))).map(({ status }) => status);
  expect(await statuses(world.ana)).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses(world.eve)).toEqual([404, 404, 404, 404, 404]);
  // A line of another club and a blocked person's line get 404.
  const other = await create('Elsewhere');
  expect((await reverse(world.ben, other.id, line)).status).toBe(404);
  await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
  expect((await give(world.ben, id, [world.ana.uid])).body).toEqual({ given: 0 });
  expect((await reverse(world.ben, id, line)).status).toBe(404);
  await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
  const settings = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
  const frozen = { id, version: settings.version, status: 'frozen' } as const;
  await world.admin.call('PATCH /api/v1/clubs/{id}', frozen);
  expect(codeOf(await give(world.ben, id, [world.ana.uid]))).toEqual([409, 'club_inactive']);
});

test('[CLUB-03] two simultaneous reversals by officers reverse a transaction once, and no points are lost', async () => {
  const { id } = await create('At once');
  await Promise.all([join(world.ana, id), join(world.cy, id)]);
  await give(world.ben, id, [world.ana.uid], 20);
  const line = (await pointsOf(world.ana, id)).items[0]?.id;
  const people = [world.ana.uid, world.cy.uid];
  const answers = await Promise.all([
    reverse(world.ben, id, line),
    reverse(world.admin, id, line),
    ...[world.ben, world.admin].flatMap((who, nth) =>
      // In either order.
      [people, people.toReversed()].map((uids) => give(who, id, uids, nth + 1)),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await pointsOf(world.ana, id)).items.filter((one) => one.points < -5)).toHaveLength(1);
  expect((await pointsOf(world.ana, id)).balance).toBe(6);
  expect((await pointsOf(world.cy, id)).balance).toBe(6);
});

test('[CLUB-03] a balance is the sum of its transactions, in any order of giving and reversing', async () => {
  const { id } = await create('Sums');
  await join(world.ana, id);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 40; step += 1) {
    const { items } = await pointsOf(world.ben, id, world.ana.uid);
    const open = items.filter(({ can }) => can.reverse);
    if (random(3) === 0 && open.length > 0)
      await reverse(world.ben, id, open[random(open.length)]?.id);
    else await give(world.ben, id, [world.ana.uid], 1 + random(50));
    const sums = await world.sql<{ sum: number; balance: number }>(
      `select sum(l.points)::int as sum, min(b.points) as balance from club_point_transactions l
        join club_point_balances b on b.club_id = l.club_id and b.user_id = l.user_id where l.club_id = $1`,
      [id],
    );
    expect(sums[0]?.balance).toBe(sums[0]?.sum);
  }
});

test('[CLUB-03] a club’s points count all members for every viewer, so a block doesn’t reveal a member’s points', async () => {
  const { id } = await create('Private', { membersSeenBy: 'members' });
  await Promise.all([join(world.ana, id), join(world.ben, id)]);
  await give(world.ben, id, [world.ana.uid], 30);
  await give(world.ben, id, [world.ben.uid], 4);
  expect(await countOf(world.ben, id)).toBe(34);
  // The total of the only officer alone would be Ben's.
  expect(await countOf(world.cy, id)).toBe(34);
  const officeOf = async () =>
    (await world.ben.call('GET /api/v1/clubs/{id}/overview', { id })).points;
  const before = await officeOf();
  await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
  expect(await countOf(world.ana, id)).toBe(34);
  expect([before, await officeOf()]).toEqual([34, 34]);
  await world.ana.call('DELETE /api/v1/blocks/{uid}', { uid: world.ben.uid });
  await world.ana.call('DELETE /api/v1/clubs/{id}/membership', { id });
  expect(await countOf(world.ben, id)).toBe(4);
});

test('deleting an account deletes its points, and points it gave stay without its name', async () => {
  const { id } = await create('Erased');
  const officer = await world.join({ username: 'giver' });
  await join(world.ana, id);
  await join(officer, id);
  const { positions } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id,
    uids: [officer.uid],
    act: 'position',
    position: positions[0]?.id ?? null,
  });
  await give(officer, id, [world.ana.uid, officer.uid]);
  const { sections } = await officer.call('GET /api/v1/account/data');
  expect(sections['clubPoints']).toMatchObject([
    { club: 'Erased', balance: 5, lines: [{ points: 5 }] },
  ]);
  expect(sections['clubPointsGiven']).toHaveLength(2);
  await officer.call('POST /api/v1/account/erase', { password: worldPassword });
  await settle();
  const left = await world.sql(
    'select user_id, actor_id from club_point_transactions where club_id = $1',
    [id],
  );
  expect(left).toEqual([{ user_id: world.ana.id, actor_id: null }]);
  expect((await pointsOf(world.ana, id)).balance).toBe(5);
});
