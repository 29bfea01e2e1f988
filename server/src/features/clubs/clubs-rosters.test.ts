import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';
import { readRoster } from './rosters/roster-text.ts';

const world = inWorld();

const create = (name: string) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'request',
    president: world.ben.uid,
  });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const members = (id: string) =>
  world.sql(
    'select user_id, status, since, tags from club_members where club_id = $1 order by user_id',
    [id],
  );
const send = (who: Person, id: string, text: string, clientId = newClientId()) =>
  who.call('POST /api/v1/clubs/{id}/rosters', { id, clientId, text });

test('a roster can be pasted or exported from a spreadsheet, and is read by the column in its header', () => {
  expect(readRoster('Ana@X.example\n\n  12 \r\n')).toEqual([
    { line: 1, value: 'Ana@X.example' },
    { line: 3, value: '12' },
  ]);
  expect(readRoster('\ufeffName;E-Mail\n"Lee; Ana";a@x.example\nBo;\n')).toEqual([
    { line: 2, value: 'a@x.example' },
  ]);
  expect(readRoster("Ana,'=x@y.example,12\nuid")).toEqual([
    { line: 1, value: '=x@y.example' },
    { line: 2, value: 'uid' },
  ]);
  expect(readRoster('uid,email\n5,a@x.example\n"open')).toMatchObject([{ value: 'a@x.example' }]);
});

test('[CLUB-03] officers import a roster after a dry run, once, and can undo it to exactly the state before', async () => {
  const { id } = await create('Listed');
  const [held, banned] = [
    await world.join({ username: 'unseen' }),
    await world.join({ username: 'barred' }),
  ];
  await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: held.uid, hasHold: true });
  await world.ana.call('PUT /api/v1/clubs/{id}/membership', { id });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', { id, uids: [banned.uid], act: 'ban' });
  const before = await members(id);
  const text = [
    'email,name',
    'ANA@demo.test,Ana',
    `${world.cy.uid},Cy`,
    'cy@demo.test,Cy',
    'ben@demo.test,Ben',
    'barred@demo.test,Barred',
    'unseen@demo.test,Unseen',
    'eve@north.test,Eve',
  ].join('\n');
  const check = (who: Person) => who.try('POST /api/v1/clubs/{id}/rosters/check', { id, text });
  for (const who of [world.ana, world.cy])
    expect(codeOf(await check(who))).toEqual([403, 'forbidden']);
  expect(codeOf(await check(world.eve))).toEqual([404, 'not_found']);
  const counts = { added: 1, accepted: 1, already: 1, skipped: 4 };
  expect((await check(world.ben)).body).toEqual({
    ...counts,
    people: [
      expect.objectContaining({ uid: world.ana.uid }),
      expect.objectContaining({ uid: world.cy.uid }),
    ],
    problems: [
      { line: 4, value: 'cy@demo.test', reason: 'twice' },
      { line: 6, value: 'barred@demo.test', reason: 'banned' },
      { line: 7, value: 'unseen@demo.test', reason: 'unknown' },
      { line: 8, value: 'eve@north.test', reason: 'unknown' },
    ],
  });
  expect(await members(id)).toEqual(before);

  const clientId = newClientId();
  const [first, again] = await Promise.all([
    send(world.ben, id, text, clientId),
    send(world.ben, id, text, clientId),
  ]);
  expect(first).toMatchObject({ ...counts, roster: { can: { undo: true }, undoneAt: null } });
  expect(again).toEqual(first);
  expect(await send(world.ben, id, text)).toMatchObject({ added: 0, accepted: 0, roster: null });
  expect((await members(id)).filter(({ status }) => status === 'member')).toHaveLength(3);
  const rosters = async () =>
    (await world.ben.call('GET /api/v1/clubs/{id}/rosters', { id })).items;
  expect(await rosters()).toEqual([first.roster]);

  const undo = () =>
    world.ben.call('POST /api/v1/clubs/{id}/rosters/{roster}/undo', {
      id,
      roster: first.roster?.id ?? '',
    });
  expect(await undo()).toMatchObject({ restored: 2, kept: 0, roster: { can: { undo: false } } });
  expect(await undo()).toMatchObject({ restored: 0, kept: 0 });
  expect(await members(id)).toEqual(before);
  const { entries } = await world.admin.call('GET /api/v1/audit', { size: 2 });
  expect(entries.map(({ detail }) => detail['act'])).toEqual(['import_undone', 'list_checked']);
});

test('[CLUB-03] a roster matches hidden emails only of people in the club, and checks are logged and rate-limited', async () => {
  const { id } = await create('Guesses');
  const [stranger, asker] = await Promise.all(
    ['guess-one', 'guess-two'].map((username) => world.join({ username })),
  );
  if (!stranger || !asker) throw new Error('nobody');
  await stranger.call('PATCH /api/v1/privacy', { choices: { email: 'everyone' } });
  const seen = { id, text: stranger.email };
  expect((await world.ben.try('POST /api/v1/clubs/{id}/rosters/check', seen)).body).toMatchObject({
    added: 1,
  });
  for (const who of [stranger, asker])
    await who.call('PATCH /api/v1/privacy', { choices: { email: 'me' } });
  await asker.call('PUT /api/v1/clubs/{id}/membership', { id });
  const text = `${stranger.email}\n${asker.email}`;
  const check = (more = text) =>
    world.ben.try('POST /api/v1/clubs/{id}/rosters/check', { id, text: more });
  const unknown = [{ line: 1, value: stranger.email, reason: 'unknown' }];
  expect((await check()).body).toMatchObject({ added: 0, accepted: 1, problems: unknown });
  expect((await check(stranger.uid)).body).toMatchObject({ added: 1 });
  expect(await send(world.ben, id, text)).toMatchObject({ added: 0, accepted: 1, skipped: 1 });
  const { entries } = await world.admin.call('GET /api/v1/audit', { size: 3 });
  expect(entries.map(({ detail }) => detail['act'])).toEqual([
    'imported',
    'list_checked',
    'list_checked',
  ]);
  const many = Array.from({ length: 2_000 }, (_, nth) => `guess${nth}@demo.test`).join('\n');
  const statuses: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) statuses.push((await check(many)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('[CLUB-03] a roster counts as joining and its undo as leaving, and only people with pending requests are notified', async () => {
  const { id } = await create('Counted');
  const points = { joined: 10 };
  await world.ben.call('PATCH /api/v1/clubs/{id}/points/settings', { id, version: 0, points });
  const other = await world.join({ username: 'second-officer' });
  await send(world.ben, id, other.uid);
  const { positions } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id,
    uids: [other.uid],
    act: 'position',
    position: positions[0]?.id ?? '',
  });
  const asker = await world.join({ username: 'asker' });
  await asker.call('PUT /api/v1/clubs/{id}/membership', { id });
  const { roster } = await send(world.ben, id, `${asker.uid}\n${world.cy.uid}`);
  await world.app.jobs.settle();
  const joined = async () =>
    (
      await world.sql<{ user_id: number }>(
        `select user_id from club_point_transactions where club_id = $1 and source = 'joined'`,
        [id],
      )
    ).map((row) => row.user_id);
  expect((await joined()).toSorted()).toEqual([other.id, asker.id, world.cy.id].toSorted());
  const kinds = async (who: Person) =>
    (await who.call('GET /api/v1/notifications', { count: 50 })).items.map(({ kind }) => kind);
  for (const who of [world.ben, other]) expect(await kinds(who)).not.toContain('member_joined');
  expect(await kinds(asker)).toContain('club_accepted');
  expect(await kinds(world.cy)).not.toContain('club_accepted');
  await world.ben.call('POST /api/v1/clubs/{id}/rosters/{roster}/undo', {
    id,
    roster: roster?.id ?? '',
  });
  expect(
    (
      await world.sql<{ user: number }>(
        `select (payload->>'user')::bigint as "user" from outbox
        where kind = 'club_left' and payload->>'club' = $1`,
        [id],
      )
    )
      .map(({ user }) => user)
      .toSorted(),
  ).toEqual([asker.id, world.cy.id].toSorted());
});

test('[CLUB-03] an undo skips people who rejoined or got a position since, and old rosters are deleted', async () => {
  const { id } = await create('Moved on');
  const { roster } = await send(
    world.ben,
    id,
    `${world.ana.uid}\n${world.cy.uid}\n${world.admin.uid}`,
  );
  const { positions } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id,
    uids: [world.ana.uid],
    act: 'position',
    position: positions[4]?.id ?? '',
  });
  await world.cy.call('DELETE /api/v1/clubs/{id}/membership', { id });
  world.clock.advance(1_000);
  await world.cy.call('PUT /api/v1/clubs/{id}/membership', { id });
  await world.ben.call('POST /api/v1/clubs/{id}/requests', { id, accept: [world.cy.uid] });
  const undone = await world.ben.call('POST /api/v1/clubs/{id}/rosters/{roster}/undo', {
    id,
    roster: roster?.id ?? '',
  });
  expect(undone).toMatchObject({ restored: 1, kept: 2 });
  expect((await members(id)).map(({ user_id: user }) => user).toSorted()).toEqual(
    [world.ana.id, world.ben.id, world.cy.id].toSorted(),
  );
  const late = await send(world.ben, id, world.admin.uid);
  world.clock.advance(31 * 86_400_000);
  const ben = await world.signInAgain(world.ben);
  expect((await ben.call('GET /api/v1/clubs/{id}/rosters', { id })).items).toEqual([]);
  const gone = await ben.try('POST /api/v1/clubs/{id}/rosters/{roster}/undo', {
    id,
    roster: late.roster?.id ?? '',
  });
  expect(codeOf(gone)).toEqual([404, 'not_found']);
});
