import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const create = (name: string, more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    president: world.ben.uid,
    ...more,
  });
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const overview = (who: Person, id: string) => who.call('GET /api/v1/clubs/{id}/overview', { id });
const logOf = async (who: Person, id: string, more = {}) =>
  (await who.call('GET /api/v1/clubs/{id}/log', { id, ...more })).items;
const post = (who: Person, club: string, text: string) =>
  who.call('POST /api/v1/posts', { clientId: newClientId(), club, text });

/** Creates an officer with only these permissions. */
const officerOf = async (id: string, username: string, permissions: readonly string[]) => {
  const who = await world.join({ username });
  await join(who, id);
  await world.sql(
    `with role as (insert into roles (school_id, scope, name, permissions, created_at)
       values ($1, 'club', $2, $3, now()) returning id)
     insert into role_grants (school_id, role_id, user_id, scope_id, granted_at) select $1, id, $4, $5, now() from role`,
    [world.school, username, permissions, who.id, id],
  );
  return who;
};

test('[CLUB-03] only officers see a club’s newest members and the end of officers’ terms', async () => {
  const { ana, ben, cy, eve } = world;
  const { id } = await create('Newest');
  world.clock.advance(60_000);
  await join(ana, id);
  world.clock.advance(60_000);
  await join(cy, id);
  await world.sql(
    `update role_grants set ends_at = now() + interval '40 years' where scope_id = $1 and user_id = $2`,
    [id, ben.id],
  );
  const call = 'GET /api/v1/clubs/{id}/overview/people';
  const { newMembers, officers } = await ben.call(call, { id });
  expect(newMembers.map(({ uid }) => uid).slice(0, 2)).toEqual([cy.uid, ana.uid]);
  expect(officers.map(({ uid, position, endsAt }) => [uid, position, endsAt !== null])).toEqual([
    [ben.uid, 'President', true],
  ]);
  // Someone who blocked Ben isn't in his list.
  await world.sql(
    `insert into blocks (school_id, blocker_id, blocked_id, created_at) values ($1, $2, $3, now())`,
    [world.school, cy.id, ben.id],
  );
  expect((await ben.call(call, { id })).newMembers.map(({ uid }) => uid)).not.toContain(cy.uid);
  await world.sql(`delete from blocks where blocker_id = $1`, [cy.id]);
  expect((await ana.try(call, { id })).status).toBe(403);
  expect((await eve.try(call, { id })).status).toBe(404);
});

describe('[CLUB-03] the club overview', () => {
  test('lists to-dos, most urgent first, and shows each officer only those they can act on', async () => {
    const { id } = await create('Waiting', { membership: 'request' });
    await join(world.cy, id);
    const mine = await post(world.ben, id, 'Mine');
    const member = await officerOf(id, 'waitmember', []);
    await world.sql(`update club_members set status = 'member' where user_id = $1`, [member.id]);
    const theirs = await post(member, id, 'Theirs');
    for (const one of [mine, theirs])
      await world.cy.call('POST /api/v1/reports', {
        clientId: newClientId(),
        target: { kind: 'post', id: one.id },
        reason: 'spam',
      });
    const topic = await member.call('POST /api/v1/posts', {
      clientId: newClientId(),
      club: id,
      kind: 'topic',
      title: 'Topic',
      text: 'Theirs too',
    });
    await world.cy.call('POST /api/v1/reports', {
      clientId: newClientId(),
      target: { kind: 'topic', id: topic.id },
      reason: 'spam',
    });
    const survey = await world.ben.call('POST /api/v1/clubs/{id}/surveys', {
      id,
      clientId: newClientId(),
      title: 'Draft',
    });
    const seen = (await overview(world.ben, id)).todo;
    // People aren't told that their own post was reported.
    expect(seen).toMatchObject([
      { kind: 'reports', count: 2, target: theirs.id },
      { kind: 'requests', count: 1, target: null },
      { kind: 'survey_drafts', count: 1, target: survey.id },
    ]);
    // Neither are reports about posts of people they can't see.
    await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: member.uid });
    expect((await overview(world.ben, id)).todo.map(({ kind }) => kind)).toEqual([
      'requests',
      'survey_drafts',
    ]);
    await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: member.uid });
    const single = await officerOf(id, 'waitsingle', ['surveys.manage']);
    expect((await overview(single, id)).todo.map(({ kind }) => kind)).toEqual(['survey_drafts']);
    expect((await overview(world.admin, id)).todo.map(({ kind }) => kind)).toEqual([
      'reports',
      'requests',
      'survey_drafts',
    ]);
    expect((await world.cy.try('GET /api/v1/clubs/{id}/overview', { id })).status).toBe(403);
    expect((await world.eve.try('GET /api/v1/clubs/{id}/overview', { id })).status).toBe(404);
    expect((await world.eve.try('GET /api/v1/clubs/{id}/log', { id })).status).toBe(404);
  });

  test('lists a renewal until it is submitted, and officers who haven’t accepted', async () => {
    const { id } = await create('Renewing');
    const today = world.clock.now().getTime();
    const day = 86_400_000;
    await world.admin.call('PUT /api/v1/school/club-registration/window', {
      name: '2027',
      opensAt: new Date(today + 1_000).toISOString(),
      closesAt: new Date(today + 20 * day).toISOString(),
    });
    world.clock.advance(2_000);
    expect((await overview(world.ben, id)).todo).toMatchObject([{ kind: 'renewal', target: null }]);
    const begun = await world.ben.call('POST /api/v1/clubs/{id}/renewal', {
      id,
      clientId: newClientId(),
    });
    await world.ben.call('PATCH /api/v1/club-registrations/{id}', {
      id: begun.id,
      version: begun.version,
      officers: [{ uid: world.ana.uid, position: begun.positions[0]?.id ?? '' }],
    });
    world.clock.advance(10 * day);
    const ben = await world.signInAgain(world.ben);
    expect((await overview(ben, id)).todo).toMatchObject([
      { kind: 'renewal_soon', target: begun.id },
      { kind: 'officers', count: 1, target: begun.id },
    ]);
    await world.sql(
      `insert into approval_submissions (school_id, kind, subject_id, state, step, waiting_since, created_at)
      values ($1, 'club_renewal', $2, 'submitted', 1, now(), now())`,
      [world.school, begun.id],
    );
    expect((await overview(ben, id)).todo.map(({ kind }) => kind)).toEqual(['officers']);
    world.clock.advance(-10 * day);
  });

  test('counts members, joins, departures and activity, and shows only the member count for fewer than ten', async () => {
    const { id } = await create('Growing');
    expect(await overview(world.ben, id)).toMatchObject({
      members: 1,
      newMembers: null,
      activeMembers: null,
      points: null,
      weeks: null,
    });
    const people = await Promise.all(
      Array.from({ length: 11 }, (_, nth) => world.join({ username: `growing${nth}` })),
    );
    for (const one of people) await join(one, id);
    await world.sql(
      `update club_members set since = now() - interval '40 days' where club_id = $1 and user_id = any($2)`,
      [id, people.slice(0, 4).map((one) => one.id)],
    );
    const [first, second] = [people[0]!, people[1]!];
    const { id: about } = await post(second, id, 'Hello');
    await first.call('PUT /api/v1/posts/{id}/like', { id: about });
    await first.call('DELETE /api/v1/clubs/{id}/membership', { id });
    await people[5]!.call('PUT /api/v1/posts/{id}/like', { id: about });
    await people[6]!.call('POST /api/v1/posts/{id}/comments', {
      id: about,
      clientId: newClientId(),
      text: 'Hi',
    });
    const seen = await overview(world.ben, id);
    // People who aren't members don't count as active.
    expect(seen).toMatchObject({ members: 11, newMembers: 8, activeMembers: 3 });
    const weeks = seen.weeks ?? [];
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toMatchObject({ joined: 8, posts: 1, comments: 1 });
    // Four joined forty days ago, of whom one left today.
    expect(weeks.map(({ members }) => members).slice(-6)).toEqual([4, 4, 4, 4, 4, 11]);
    expect(weeks.reduce((sum, one) => sum + one.joined, 0)).toBe(12);
    expect(
      await world.sql('select since < until as fits from club_departures where club_id = $1', [id]),
    ).toEqual([{ fits: true }]);
    // A block hides a member from the list, but not from the club's totals.
    await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: second.uid });
    expect(await overview(world.ben, id)).toMatchObject({ members: 10, activeMembers: 3 });
    await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: second.uid });
  });
});

test('[CLUB-03] the club log shows each type of action to the officers it concerns, page by page', async () => {
  const { id } = await create('Logged', { membership: 'request' });
  const other = await create('Not logged');
  await join(world.ana, id);
  await world.ben.call('POST /api/v1/clubs/{id}/requests', { id, accept: [world.ana.uid] });
  const { id: about } = await post(world.ana, id, 'Look here');
  await world.ben.call('PUT /api/v1/posts/{id}/hidden', { id: about });
  await world.ben.call('POST /api/v1/clubs/{id}/folders', {
    id,
    clientId: newClientId(),
    name: 'Minutes',
  });
  await world.ben.call('POST /api/v1/clubs/{id}/points', {
    id,
    clientId: newClientId(),
    uids: [world.ana.uid],
    points: 3,
    reason: 'Came',
  });
  await world.ben.call('PATCH /api/v1/clubs/{id}', { id, version: 1, acronym: 'LOG' });
  await world.admin.call('POST /api/v1/school/clubs/{id}/notes', {
    id,
    clientId: newClientId(),
    text: 'Between staff',
  });
  await world.ben.call('PATCH /api/v1/clubs/{id}', { id: other.id, version: 1, acronym: 'NO' });
  const { positions } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id,
    uids: [world.ana.uid],
    act: 'position',
    position: positions.find(({ name }) => name === 'Secretary')?.id ?? null,
  });
  const acts = (entries: Awaited<ReturnType<typeof logOf>>) =>
    entries.map(({ kind, act }) => `${kind}.${act}`);
  const all = await logOf(world.ben, id);
  expect(all[0]).toMatchObject({ title: 'Secretary', people: [{ uid: world.ana.uid }] });
  expect(acts(all)).toEqual([
    'club_members_changed.position',
    'club_changed.changed',
    'club_points_changed.given',
    'club_file_changed.folder_added',
    'post_moderated.hidden',
    'club_members_changed.accepted',
    'club_changed.added',
  ]);
  expect(all[1]).toMatchObject({ actor: { uid: world.ben.uid }, fields: ['acronym'] });
  expect(all[4]).toMatchObject({ title: 'Look here', people: [{ uid: world.ana.uid }] });
  expect(acts(await logOf(world.ben, id, { kind: 'post_moderated' }))).toEqual([
    'post_moderated.hidden',
  ]);
  expect(acts(await logOf(world.ben, id, { officer: world.admin.uid }))).toEqual([
    'club_changed.added',
  ]);
  const page = await world.ben.call('GET /api/v1/clubs/{id}/log', { id, size: 4 });
  const rest = { id, size: 4, cursor: page.nextCursor ?? '' };
  const next = await world.ben.call('GET /api/v1/clubs/{id}/log', rest);
  expect([...page.items, ...next.items]).toEqual(all);
  expect(next.nextCursor).toBeNull();

  const single = await officerOf(id, 'logsingle', ['files.manage']);
  await world.sql(`update club_members set status = 'member' where user_id = $1`, [single.id]);
  expect(acts(await logOf(single, id))).toEqual([
    'club_changed.changed',
    'club_file_changed.folder_added',
    'club_changed.added',
  ]);
  await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
  expect((await logOf(world.ben, id, { kind: 'post_moderated' }))[0]).toMatchObject({
    people: [],
    peopleCount: 1,
  });
  await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
  expect((await world.cy.try('GET /api/v1/clubs/{id}/log', { id })).status).toBe(403);
});

test('permanently deleting a club removes its members without recording departures', async () => {
  const { id } = await create('Removed');
  await join(world.ana, id);
  await world.sql(`update club_members set since = now() - interval '40 days' where club_id = $1`, [
    id,
  ]);
  await world.sql('delete from clubs where id = $1', [id]);
  expect(await world.sql('select from club_members where club_id = $1', [id])).toEqual([]);
  expect(await world.sql('select from club_departures where club_id = $1', [id])).toEqual([]);
});
