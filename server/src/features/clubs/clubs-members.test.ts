import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { connect } from '../../../test/chat-world.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

const create = (more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Club',
    membership: 'open',
    ...more,
  });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const statusOf = ({ status, body }: Answer) => [status, (body as { status?: string }).status];
const join = (who: Person, id: string) => who.try('PUT /api/v1/clubs/{id}/membership', { id });
const leave = (who: Person, id: string) => who.try('DELETE /api/v1/clubs/{id}/membership', { id });
const decide = (who: Person, id: string, accept: Person[], decline: Person[] = []) =>
  who.try('POST /api/v1/clubs/{id}/requests', {
    id,
    accept: accept.map(({ uid }) => uid),
    decline: decline.map(({ uid }) => uid),
  });
const act = (who: Person, id: string, people: Person[], change: Record<string, unknown>) =>
  who.try('PATCH /api/v1/clubs/{id}/members', {
    id,
    uids: people.map(({ uid }) => uid),
    ...change,
  });
const members = async (who: Person, id: string, more: Record<string, unknown> = {}) =>
  (await who.call('GET /api/v1/clubs/{id}/members', { id, ...more })).items;
const names = async (who: Person, id: string, more: Record<string, unknown> = {}) =>
  (await members(who, id, more)).map(({ firstName }) => firstName);
const layout = (who: Person, id: string) => who.call('GET /api/v1/clubs/{id}/layout', { id });
const positionNamed = async (id: string, name: string) =>
  (await world.admin.call('GET /api/v1/clubs/{id}/settings', { id })).positions.find(
    (one) => one.name === name,
  )?.id ?? '';
const crowd = (prefix: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, nth) =>
      world.join({ username: `${prefix}${nth}`, first_name: `${prefix}${nth}` }),
    ),
  );
const rows = (id: string) =>
  world.sql<{ status: string; n: number }>(
    'select status, count(*)::int as n from club_members where club_id = $1 group by 1 order by 1',
    [id],
  );

describe('[CLUB-03] club membership', () => {
  test('of an open club starts immediately, is idempotent, and can be ended', async () => {
    const { id } = await create();
    expect((await layout(world.ana, id)).can).toMatchObject({
      join: true,
      request: false,
      leave: false,
    });
    expect(statusOf(await join(world.ana, id))).toEqual([200, 'member']);
    expect(statusOf(await join(world.ana, id))).toEqual([200, 'member']);
    expect(await layout(world.ana, id)).toMatchObject({
      mine: { status: 'member', role: 'member', position: null },
      can: { join: false, leave: true, edit: false },
      waiting: null,
    });
    expect(statusOf(await leave(world.ana, id))).toEqual([200, 'none']);
    expect(statusOf(await leave(world.ana, id))).toEqual([200, 'none']);
    expect(await rows(id)).toEqual([]);
  });

  test('by request is decided by officers in bulk but not by others, and requests can be withdrawn', async () => {
    const { id } = await create({ membership: 'request', president: world.ben.uid });
    const [one, two, three] = await crowd('asks', 3);
    if (!one || !two || !three) throw new Error('nobody asks');
    for (const who of [one, two, three])
      expect(statusOf(await join(who, id))).toEqual([200, 'requested']);
    expect(await layout(one, id)).toMatchObject({ can: { withdraw: true, request: false } });
    expect((await layout(world.ben, id)).waiting).toBe(3);
    const requests = (who: Person) => who.try('GET /api/v1/clubs/{id}/requests', { id });
    expect(codeOf(await requests(one))).toEqual([403, 'forbidden']);
    expect((await requests(world.ben)).body).toMatchObject({
      total: 3,
      items: expect.arrayContaining([expect.objectContaining({ uid: one.uid })]),
    });
    expect(codeOf(await decide(one, id, [one]))).toEqual([403, 'forbidden']);
    expect(codeOf(await decide(world.eve, id, [one]))).toEqual([404, 'not_found']);
    await leave(three, id);
    expect((await decide(world.ben, id, [one, three], [two])).body).toEqual({
      accepted: [one.uid],
      declined: [two.uid],
    });
    expect(await names(one, id)).toEqual(['Ben', 'asks0']);
    const entry = (await world.admin.call('GET /api/v1/audit', { size: 2 })).entries;
    expect(entry.map(({ detail }) => detail['act'])).toEqual(['declined', 'accepted']);
  });

  test('by invitation or in a closed club can’t be started by people themselves without an invitation', async () => {
    const { id } = await create({ membership: 'invitation', president: world.ben.uid });
    expect(codeOf(await join(world.ana, id))).toEqual([409, 'club_by_invitation']);
    const invite = (who: Person, person: Person) =>
      who.try('POST /api/v1/clubs/{id}/invitations', { id, uids: [person.uid] });
    expect(codeOf(await invite(world.ana, world.cy))).toEqual([403, 'forbidden']);
    expect((await invite(world.ben, world.ana)).body).toEqual({ invited: 1, accepted: 0 });
    expect((await layout(world.ana, id)).can).toMatchObject({ join: true, leave: true });
    // A withdrawn invitation lets no one in, and doesn't affect people who have accepted.
    expect((await invite(world.ben, world.cy)).body).toEqual({ invited: 1, accepted: 0 });
    expect(statusOf(await join(world.ana, id))).toEqual([200, 'member']);
    const uninvite = { act: 'uninvite' };
    expect(codeOf(await act(world.ana, id, [world.cy], uninvite))).toEqual([403, 'forbidden']);
    const both = [world.ana, world.cy, world.ben];
    expect((await act(world.ben, id, both, uninvite)).body).toEqual({ changed: 1 });
    expect(codeOf(await join(world.cy, id))).toEqual([409, 'club_by_invitation']);
    expect((await layout(world.ana, id)).mine).toMatchObject({ status: 'member' });
    expect((await layout(world.ben, id)).can.manageMembers).toBe(true);
    const closed = await create({ membership: 'closed' });
    expect(codeOf(await join(world.ana, closed.id))).toEqual([409, 'club_closed']);
  });

  test('can’t be regained by banned people, who get no details', async () => {
    const { id } = await create({ president: world.ben.uid });
    await join(world.ana, id);
    expect((await act(world.ben, id, [world.ana], { act: 'ban' })).body).toEqual({ changed: 1 });
    expect(codeOf(await join(world.ana, id))).toEqual([403, 'club_membership_refused']);
    expect(statusOf(await leave(world.ana, id))).toEqual([200, 'none']);
    expect(codeOf(await join(world.ana, id))).toEqual([403, 'club_membership_refused']);
    expect((await layout(world.ana, id)).mine).toBeNull();
    await act(world.ben, id, [world.ana], { act: 'unban' });
    expect(statusOf(await join(world.ana, id))).toEqual([200, 'member']);
  });

  test('has positions, tags and search, and requires the permission for officers and staff for locked ones', async () => {
    const { id } = await create({ president: world.ben.uid });
    for (const who of [world.ana, world.cy]) await join(who, id);
    const treasurer = await positionNamed(id, 'Treasurer');
    const give = (who: Person, person: Person, position: string | null) =>
      act(who, id, [person], { act: 'position', position });
    expect(codeOf(await give(world.ana, world.ana, treasurer))).toEqual([403, 'forbidden']);
    expect((await give(world.ben, world.ana, treasurer)).body).toEqual({ changed: 1 });
    // A treasurer manages members, but not other officers.
    expect(codeOf(await give(world.ana, world.cy, treasurer))).toEqual([403, 'forbidden']);
    expect(codeOf(await act(world.ana, id, [world.ben], { act: 'remove' }))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await act(world.ana, id, [world.cy], { act: 'tag', tag: 'Bus' })).body).toEqual({
      changed: 1,
    });
    await act(world.ana, id, [world.ben], { act: 'tag', tag: 'Bus' });
    expect(await names(world.ana, id, { tag: 'Bus' })).toEqual(['Ben', 'Cy']);
    // Other members see only their own tags, and can't filter by others.
    expect(await members(world.cy, id, { tag: 'Bus' })).toMatchObject([
      { firstName: 'Cy', tags: ['Bus'] },
    ]);
    expect((await members(world.cy, id)).map(({ tags }) => tags)).toEqual([[], [], ['Bus']]);
    expect(await names(world.cy, id, { search: 'sil' })).toEqual(['Ana']);
    expect(await members(world.cy, id)).toMatchObject([
      { firstName: 'Ben', role: 'officer', position: 'President' },
      { firstName: 'Ana', role: 'officer', position: 'Treasurer' },
      { firstName: 'Cy', role: 'member' },
    ]);
    const { version } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version, areOfficersLocked: true });
    expect(codeOf(await give(world.ben, world.cy, treasurer))).toEqual([
      409,
      'club_officers_locked',
    ]);
    expect(codeOf(await leave(world.ana, id))).toEqual([409, 'club_officers_locked']);
    expect((await give(world.admin, world.cy, treasurer)).body).toEqual({ changed: 1 });
  });

  test('rejects the second of two officers’ simultaneous changes and keeps the first', async () => {
    const { id } = await create({ president: world.ben.uid });
    for (const who of [world.ana, world.cy]) await join(who, id);
    const [treasurer, secretary] = [
      await positionNamed(id, 'Treasurer'),
      await positionNamed(id, 'Secretary'),
    ];
    // Both loaded Ana as a member without a position.
    const seen = { [world.ana.uid]: null };
    const give = (who: Person, position: string) =>
      act(who, id, [world.ana], { act: 'position', position, seen });
    const [one, two] = await Promise.all([
      give(world.ben, treasurer),
      give(world.admin, secretary),
    ]);
    expect([one, two].map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [lost] = [one, two].filter(({ status }) => status === 409);
    expect(lost && codeOf(lost)).toEqual([409, 'club_member_changed']);
    const kept = one.status === 200 ? 'Treasurer' : 'Secretary';
    const positionOf = async () =>
      (await members(world.admin, id)).find(({ uid }) => uid === world.ana.uid)?.position;
    expect(await positionOf()).toBe(kept);
    for (const change of ['remove', 'ban'])
      expect(codeOf(await act(world.admin, id, [world.ana], { act: change, seen }))).toEqual([
        409,
        'club_member_changed',
      ]);
    expect(await positionOf()).toBe(kept);
    await leave(world.cy, id);
    const gone = { act: 'position', position: treasurer, seen: { [world.cy.uid]: null } };
    expect(codeOf(await act(world.ben, id, [world.cy], gone))).toEqual([
      409,
      'club_member_changed',
    ]);
    const known = { act: 'remove', seen: { [world.ana.uid]: kept } };
    expect((await act(world.ben, id, [world.ana], known)).body).toEqual({ changed: 1 });
  });

  test('of the last officer can’t end until there is another', async () => {
    const { id } = await create({ president: world.ben.uid });
    expect(codeOf(await leave(world.ben, id))).toEqual([409, 'club_last_officer']);
    expect(codeOf(await act(world.ben, id, [world.ben], { act: 'remove' }))).toEqual([
      409,
      'club_last_officer',
    ]);
    await join(world.ana, id);
    await act(world.ben, id, [world.ana], {
      act: 'position',
      position: await positionNamed(id, 'President'),
    });
    expect(statusOf(await leave(world.ben, id))).toEqual([200, 'none']);
  });

  test('is kept in the history with positions and dates for the person and officers, until the account is deleted', async () => {
    const { id } = await create({ name: 'Remembered', president: world.ben.uid });
    const gone = await world.join({ username: 'gone', first_name: 'Gus' });
    await join(gone, id);
    const treasurer = await positionNamed(id, 'Treasurer');
    await act(world.ben, id, [gone], { act: 'position', position: treasurer });
    const ago = "now() - interval '40 days'";
    await world.sql(`update club_members set since = ${ago} where user_id = $1`, [gone.id]);
    await world.sql(`update role_grants set granted_at = ${ago} where user_id = $1`, [gone.id]);
    // Joining and leaving on the same day leaves no trace.
    await join(world.cy, id);
    await leave(world.cy, id);
    // They already have this position, so it hasn't ended.
    await act(world.ben, id, [gone], { act: 'position', position: treasurer });
    expect((await world.ben.call('GET /api/v1/clubs/{id}/past-members', { id })).items).toEqual([]);
    await act(world.ben, id, [gone], { act: 'remove' });
    const past = (who: Person) => who.try('GET /api/v1/clubs/{id}/past-members', { id });
    expect(codeOf(await past(world.ana))).toEqual([403, 'forbidden']);
    expect(codeOf(await past(world.eve))).toEqual([404, 'not_found']);
    const { items, total } = await world.ben.call('GET /api/v1/clubs/{id}/past-members', { id });
    expect([total, items.map(({ uid, position }) => [uid, position]).toSorted()]).toEqual([
      2,
      [
        [gone.uid, null],
        [gone.uid, 'Treasurer'],
      ].toSorted(),
    ]);
    for (const { since, until } of items)
      expect(Date.parse(until)).toBeGreaterThan(Date.parse(since));
    const { sections } = await gone.call('GET /api/v1/account/data', {});
    expect(sections['pastClubs']).toHaveLength(2);
    // Includes what ends only with the account.
    await create({ name: 'Led', president: gone.uid });
    await world.sql(`update role_grants set granted_at = ${ago} where user_id = $1`, [gone.id]);
    await world.sql(`update club_members set since = ${ago} where user_id = $1`, [gone.id]);
    await gone.call('POST /api/v1/account/erase', { password: 'correct horse battery' } as never);
    await world.app.jobs.settle();
    expect(await world.sql('select from club_past_members where user_id = $1', [gone.id])).toEqual(
      [],
    );
  });

  test('[CLUB-02] that ended is listed with its dates for the person, who can rejoin as the club allows', async () => {
    const [was] = (await crowd('was', 1)) as [Person];
    const [open, closed, banning, hidden] = await Promise.all([
      create({ name: 'Left open', president: world.ben.uid }),
      create({ name: 'Left closed', president: world.ben.uid }),
      create({ name: 'Left banned', president: world.ben.uid }),
      create({ name: 'Left hidden', president: world.ben.uid }),
    ]);
    for (const { id } of [open, closed, banning, hidden]) await join(was, id);
    await world.sql(
      `update club_members set since = now() - interval '90 days' where user_id = $1`,
      [was.id],
    );
    const past = async (who: Person) =>
      (
        await who.call('GET /api/v1/clubs', {
          filters: JSON.stringify({ Past: true, Search: 'Left' }),
          optionalProperties: JSON.stringify(['PastMemberships', 'Memberships']),
        })
      ).items;
    expect(await past(was)).toEqual([]);
    for (const { id } of [open, closed, hidden]) await leave(was, id);
    await act(world.ben, banning.id, [was], { act: 'ban' });
    await world.sql(`update clubs set membership = 'closed' where id = $1`, [closed.id]);
    await world.sql('update clubs set is_published = false where id = $1', [hidden.id]);
    const items = await past(was);
    expect(items.map(({ name, can, Memberships }) => [name, can.join, Memberships])).toEqual([
      ['Left banned', false, []],
      ['Left closed', false, []],
      ['Left open', true, []],
    ]);
    for (const { PastMemberships: [one] = [] } of items) {
      expect(one?.position).toBeNull();
      expect(Date.parse(one?.until ?? '') - Date.parse(one?.since ?? '')).toBeGreaterThan(
        80 * 86_400_000,
      );
    }
    // Only the person can see it, neither officers nor other schools.
    expect([await past(world.ben), await past(world.eve)]).toEqual([[], []]);
    expect((await join(was, banning.id)).status).toBe(403);
    await join(was, open.id);
    expect((await past(was)).map(({ name }) => name)).toEqual(['Left banned', 'Left closed']);
  });

  test('of a club’s only officer ends with the account, and the club stays', async () => {
    const founder = await world.join({ username: 'founder', first_name: 'Fay' });
    const { id } = await create({ name: 'Founded', president: founder.uid });
    const data = await founder.call('GET /api/v1/account/data', {});
    expect(data.sections).toMatchObject({
      clubs: [
        { name: 'Founded', status: 'member', positions: [{ name: 'President', until: null }] },
      ],
    });
    await founder.call('POST /api/v1/account/erase', {
      password: 'correct horse battery',
    } as never);
    await world.app.jobs.settle();
    expect(await rows(id)).toEqual([]);
    expect(await layout(world.ana, id)).toMatchObject({ name: 'Founded', can: { join: true } });
  });
});

describe('[CLUB-01] the member count', () => {
  test('is the number of members that each viewer can see, whether people are disabled, held or blocked', async () => {
    const { id } = await create({ president: world.ben.uid });
    const hidden = await create({ president: world.ben.uid, membersSeenBy: 'members' });
    const people = await crowd('count', 6);
    const [gone, held, blocked, known, back, late] = people as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    for (const who of people.slice(0, 5)) for (const club of [id, hidden.id]) await join(who, club);
    await join(world.ana, id);
    const disable = (who: Person, isDisabled: boolean) =>
      world.sql('update users set is_disabled = $2 where id = $1', [who.id, isDisabled]);
    const hold = (who: Person) =>
      world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: who.uid, hasHold: true });
    await connect(world.ana, known);
    await disable(gone, true);
    await disable(back, true);
    await disable(late, true);
    for (const who of [held, known]) await hold(who);
    await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: blocked.uid });
    for (const club of [id, hidden.id])
      await world.sql(
        `insert into club_members (school_id, club_id, user_id, status, since)
        select school_id, $1, id, 'member', now() from users where id = $2`,
        [club, late.id],
      );
    await disable(back, false);
    await world.app.jobs.settle();
    for (const who of [world.ana, world.ben, world.admin, blocked, held])
      for (const club of [id, hidden.id]) {
        const seen = (await names(who, club)).length;
        const { items } = await who.call('GET /api/v1/clubs', {
          filters: JSON.stringify({ Id: club }),
          optionalProperties: JSON.stringify(['CountMembers']),
        });
        const { tabs } = await layout(who, club);
        const counts = [items[0]?.CountMembers, tabs.find(({ name }) => name === 'members')?.count];
        expect([who.email, club === id, ...counts]).toEqual([who.email, club === id, seen, seen]);
      }
    // Ben, Ana, her connection with a directory hold, and the person who has returned; neither the other person with a hold nor the one she
    // blocked.
    expect(await names(world.ana, id)).toHaveLength(4);
    expect(await names(world.admin, id)).toHaveLength(6);
  });
});

describe('[CLUB-03] the member list’s visibility', () => {
  test('applies to lists, counts, groups and filters for everyone, members or officers, while points count all', async () => {
    await world.admin.call('PUT /api/v1/school/profiles', { profileGroups: true });
    const name = 'Whose members';
    const { id } = await create({ name, president: world.ben.uid });
    const [plain, other] = (await crowd('seen', 2)) as [Person, Person];
    for (const who of [plain, other]) await join(who, id);
    await world.ben.call('POST /api/v1/clubs/{id}/points', {
      id,
      clientId: newClientId(),
      uids: [other.uid],
      points: 7,
      reason: 'Chairs',
    });
    const all = ['Ben', 'seen0', 'seen1'];
    const shown = async (who: Person) => {
      const { items } = await who.call('GET /api/v1/clubs', {
        filters: JSON.stringify({ Id: id }),
        optionalProperties: JSON.stringify(['CountMembers', 'CountPoints', 'Memberships']),
      });
      const theirs = await who.call('GET /api/v1/clubs', {
        filters: JSON.stringify({ Id: id, StudentMembership: other.uid }),
      });
      const { tabs, can } = await layout(who, id);
      const { data } = await who.call('GET /mobile_ws/v18/user_profile', { uid: other.uid });
      const groups = (data as { groups?: { groupName: string }[] }).groups ?? [];
      return {
        names: await names(who, id),
        counts: [items[0]?.CountMembers, tabs.find((tab) => tab.name === 'members')?.count],
        points: items[0]?.CountPoints,
        filtered: theirs.total,
        onProfile: groups.some(({ groupName }) => groupName === name),
        sees: can.seeMembers,
        own: items[0]?.Memberships?.[0]?.role,
      };
    };
    const set = async (membersSeenBy: 'everyone' | 'members' | 'officers') => {
      const { version } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id });
      const saved = await world.ben.call('PATCH /api/v1/clubs/{id}', {
        id,
        version,
        membersSeenBy,
      });
      expect(saved.membersSeenBy).toBe(membersSeenBy);
    };
    const whole = {
      names: all,
      counts: [3, 3],
      points: 7,
      filtered: 1,
      onProfile: true,
      sees: true,
    };
    const officers = { names: ['Ben'], counts: [1, 1], points: 7, filtered: 0, onProfile: false };
    const ownAndOfficers = { ...officers, names: ['Ben', 'seen0'], counts: [2, 2] };
    const free = async (who: Person) => {
      const { people, notShared, more } = await who.call('GET /api/v1/schedule/free', {
        club: id,
        from: '2027-03-01',
        to: '2027-03-01',
        timeZone: 'Europe/Berlin',
      });
      return [[...people, ...notShared].map(({ firstName }) => firstName).toSorted(), more];
    };
    for (const [readers, plainSees, outsideSees] of [
      ['everyone', true, true],
      ['members', true, false],
      ['officers', false, false],
    ] as const) {
      await set(readers);
      expect(await free(world.ben)).toEqual([['seen0', 'seen1'], 0]);
      expect(await free(plain)).toEqual([plainSees ? ['Ben', 'seen1'] : ['Ben'], 0]);
      for (const who of [world.ben, world.admin]) expect(await shown(who)).toMatchObject(whole);
      expect(await shown(plain)).toMatchObject({
        ...(plainSees ? whole : { ...ownAndOfficers, sees: false }),
        own: 'member',
      });
      expect(await shown(world.cy)).toMatchObject(
        outsideSees ? whole : { ...officers, sees: false },
      );
    }
  });
});

test('a role that manages all clubs can see private members in the list and on profiles', async () => {
  await world.admin.call('PUT /api/v1/school/profiles', { profileGroups: true });
  const name = 'Private to officers';
  const { id } = await create({ name, president: world.ben.uid, membersSeenBy: 'officers' });
  const [plain, staff] = (await crowd('role', 2)) as [Person, Person];
  await join(plain, id);
  const onProfile = async (who: Person) => {
    const { data } = await who.call('GET /mobile_ws/v18/user_profile', { uid: plain.uid });
    const groups = (data as { groups?: { groupName: string }[] }).groups ?? [];
    return groups.some(({ groupName }) => groupName === name);
  };
  expect([await names(staff, id), await onProfile(staff)]).toEqual([['Ben'], false]);
  const role = await world.admin.call('POST /api/v1/school/roles', {
    clientId: newClientId(),
    name: 'Club staff',
    permissions: ['clubs.manage'],
  });
  await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', {
    id: role.id,
    uid: staff.uid,
  });
  expect([await names(staff, id), await onProfile(staff)]).toEqual([['Ben', 'role0'], true]);
});

describe('[CLUB-03] simultaneous membership changes', () => {
  test('add each of a hundred people who join a club once', { tags: ['soak'] }, async () => {
    const { id } = await create();
    const people = await crowd('race', 100);
    const answers = await Promise.all([...people, ...people].map((who) => join(who, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rows(id)).toEqual([{ status: 'member', n: 100 }]);
    const { tabs } = await layout(world.ana, id);
    expect(tabs.find(({ name }) => name === 'members')?.count).toBe(100);
  });

  test('decide each request once if two officers decide at the same time', async () => {
    const { id } = await create({ membership: 'request', president: world.ben.uid });
    const people = await crowd('twice', 8);
    for (const who of people) await join(who, id);
    const [one, two] = await Promise.all([
      decide(world.ben, id, people),
      decide(world.admin, id, people.slice(0, 4), people.slice(4)),
    ]);
    const counts = [one, two].map(({ body }) => body as { accepted: string[]; declined: string[] });
    const decided = counts.flatMap(({ accepted, declined }) => [...accepted, ...declined]);
    expect(decided.toSorted()).toEqual(people.map(({ uid }) => uid).toSorted());
  });

  test('let only one of the last two officers leave', async () => {
    const { id } = await create({ president: world.ben.uid });
    await join(world.ana, id);
    await act(world.ben, id, [world.ana], {
      act: 'position',
      position: await positionNamed(id, 'Officer'),
    });
    const answers = await Promise.all([leave(world.ana, id), leave(world.ben, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await rows(id)).toEqual([{ status: 'member', n: 1 }]);
  });
});
