import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

/** People whose names are the opposite of their closeness to Ana, so that an order by name fails. */
const names = ['Zoe', 'Yan', 'Xia', 'Wim', 'Hidden', 'Dropped', 'Quiet', 'Blocked', 'Abe'] as const;
type Name = (typeof names)[number];
const people = {} as Record<Name, Person>;

const connect = async (one: Person, two: Person) => {
  await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
  await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
};

const makeClub = async (name: string, membersSeenBy: string, members: readonly Person[]) => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    president: world.admin.uid,
  });
  await world.sql('update clubs set members_seen_by = $2 where id = $1', [id, membersSeenBy]);
  for (const one of members) await one.call('PUT /api/v1/clubs/{id}/membership', { id });
};

/** Adds a course with a term that starts `days` from now and lasts 60 days. */
const makeCourse = (number: string, days: number, members: readonly Person[]) =>
  world.sql(
    `with t as (insert into terms (school_id, code, name, starts_on, ends_on, time_zone)
        values ($1, $2, $2, $3::timestamptz::date + $4::int, $3::timestamptz::date + $4::int + 60, 'UTC') returning id),
      c as (insert into courses (school_id, code, number, title) values ($1, $2, $2, 'Course ' || $2) returning id),
      s as (insert into course_sections (school_id, code, course_id, term_id) select $1, $2, c.id, t.id from c, t returning id)
    insert into section_members (school_id, section_id, user_id) select $1, s.id, u from s, unnest($5::bigint[]) u`,
    [world.school, number, world.clock.now(), days, members.map(({ id }) => id)],
  );

const listed = async (who: Person, params: Record<string, string | number> = {}) =>
  (
    await who.call('GET /mobile_ws/v18/mobile_people', {
      order1: 'ClosenessDesc',
      major: 'Closeness',
      ...params,
    })
  )[0]?.people ?? [];

const order = async (who: Person = world.ana) =>
  (await listed(who)).map(({ firstName, shared }) => [
    firstName,
    ...(shared?.course ? [shared.course.number] : []),
    ...(shared?.club === undefined ? [] : [shared.club]),
  ]);

beforeAll(async () => {
  for (const name of names)
    people[name] = await world.join({
      username: `closest-${name}`,
      first_name: name,
      last_name: 'Same',
      major: 'Closeness',
    });
  const { Zoe, Yan, Xia, Wim, Hidden, Dropped, Quiet, Blocked } = people;
  await connect(world.ana, world.ben);
  await connect(world.ben, Zoe);
  await makeCourse('CS 1', -30, [world.ana, Yan, Hidden, Dropped, Blocked]);
  await makeCourse('OLD 1', -200, [world.ana, people.Abe]);
  await makeClub('Chess', 'members', [world.ana, Xia, Hidden, Blocked]);
  await makeClub('Quiet club', 'officers', [world.ana, Quiet]);
  await makeClub('Open club', 'everyone', [Wim]);
  await world.sql('update section_members set is_active = false where user_id = $1', [Dropped.id]);
  await Hidden.call('PATCH /api/v1/profile', { isListed: false });
});

describe('[DIR-08] the order by closeness', () => {
  test('counts mutual connections, current courses and clubs, and names what both share', async () => {
    expect(await order()).toEqual([
      ['Blocked', 'CS 1', 'Chess'],
      ['Zoe'],
      ['Yan', 'CS 1'],
      ['Xia', 'Chess'],
      ['Abe'],
      ['Dropped'],
      ['Hidden'],
      ['Quiet'],
      ['Wim'],
    ]);
  });

  test('doesn’t reveal what the reader can’t see of a person, and leaves out blocked people', async () => {
    await people.Blocked.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
    const mine = await order();
    expect(mine.map(([name]) => name)).not.toContain('Blocked');
    // They are in Ana’s course or club, but a private profile, a member list for officers or a dropped course hides it.
    for (const name of ['Hidden', 'Quiet', 'Dropped']) expect(mine).toContainEqual([name]);
    const places = Object.fromEntries(mine.map(([name], at) => [name, at]));
    for (const name of ['Hidden', 'Quiet', 'Dropped'] as const)
      expect(places[name]).toBeGreaterThan(places['Xia'] ?? Infinity);
    // An admin gets the names that everyone gets.
    const [hidden] = (await listed(world.admin)).filter(({ firstName }) => firstName === 'Hidden');
    expect(hidden?.shared).toBeUndefined();
    await people.Blocked.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
  });

  test('keeps its meaning under the filter for people who aren’t connected, and at another school', async () => {
    await connect(world.ana, people.Abe);
    expect((await order())[0]).toEqual(['Abe']);
    const others = (await listed(world.ana, { connection: 'none' })).map((one) => one.firstName);
    expect(others.slice(0, 2)).toEqual(['Blocked', 'Zoe']);
    expect(others).not.toContain('Abe');
    expect(await order(world.eve)).toEqual([]);
    await world.ana.call('GET /mobile_ws/v18/user_connect', {
      student_uid: people.Abe.uid,
      type: 'disconnect',
    });
  });
});

describe('[DIR-08] closeness without connections', () => {
  const names = async () => (await order()).map(([name]) => name);

  test('ignores stored connections at a school that has turned connections off', async () => {
    expect((await names()).indexOf('Zoe')).toBe(1);
    await world.sql('update schools set connect = false where school_id = $1', [world.school]);
    expect((await names()).indexOf('Zoe')).toBe(8);
    expect((await listed(world.ana, { search_word: 'same' })).at(-1)?.firstName).toBe('Zoe');
    await world.sql('update schools set connect = true where school_id = $1', [world.school]);
  });

  test('doesn’t count suspended people as mutual connections', async () => {
    await world.sql('update users set is_disabled = true where id = $1', [world.ben.id]);
    expect((await names()).indexOf('Zoe')).toBe(8);
    await world.sql('update users set is_disabled = false where id = $1', [world.ben.id]);
  });

  test('finds the officers of a large club that hides its other members', async () => {
    const { id } = await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Large club',
      membership: 'open',
      president: world.admin.uid,
    });
    await world.sql(
      `with crowd as (insert into users (school_id, id, username, first_name, last_name)
          select $1, n, 'crowd' || n, 'Crowd', 'Crowd' from generate_series(1, 90) n returning id)
        insert into club_members (school_id, club_id, user_id, status, since) select $1, $2, id, 'member', now() from crowd`,
      [world.school, id],
    );
    const officer = await world.join({
      username: 'closest-officer',
      first_name: 'Una',
      last_name: 'Same',
      major: 'Closeness',
    });
    for (const one of [world.ana, officer])
      await one.call('PUT /api/v1/clubs/{id}/membership', { id });
    await world.sql(`update clubs set members_seen_by = 'officers' where id = $1`, [id]);
    expect((await names()).indexOf('Una')).toBeGreaterThan(4);
    await world.sql(
      `insert into role_grants (school_id, user_id, role_id, scope_id, granted_at)
        select $1, $2, id, $3, now() from roles where school_id = $1 and name = 'President' limit 1`,
      [world.school, officer.id, id],
    );
    expect((await names()).indexOf('Una')).toBeLessThan(5);
    await world.sql(`delete from users where username like 'crowd%'`);
    await world.sql(`delete from users where id = $1`, [officer.id]);
  });
});

describe('[DIR-03] pages of the order by closeness', () => {
  beforeAll(() =>
    world.sql(
      `insert into users (school_id, username, first_name, last_name) select $1, 'far' || n, 'Far', md5(n::text) from generate_series(1, 700) n`,
      [world.school],
    ),
  );

  test('have everyone once at any depth, and the rest by name', async () => {
    const all: { uid: string; name: string }[] = [];
    for (let range = 0; range < 800; range += 50) {
      const [page] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
        order1: 'ClosenessDesc',
        range,
        limit: range + 50,
      });
      for (const { uid, firstName, lastName } of page?.people ?? [])
        all.push({ uid, name: `${lastName} ${firstName}` });
    }
    const [byName] = await world.ana.call('GET /mobile_ws/v18/mobile_people', { limit: 1 });
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(byName?.total);
    expect(all).toHaveLength(byName?.total ?? 0);
    const far = all.map(({ name }) => name).filter((name) => name.endsWith(' Far'));
    expect(far).toHaveLength(700);
    expect(far).toEqual(far.toSorted());
  });

  test('continue at a cursor when someone comes closer in between', async () => {
    const read = async (cursor?: string) =>
      world.ana.call('GET /api/v1/users', {
        ordering: 'ClosenessDesc',
        optionalProperties: '["Shared"]',
        pageSize: '100',
        ...(cursor !== undefined && { cursor }),
      });
    const first = await read();
    expect(first.items.find(({ firstName }) => firstName === 'Yan')?.shared).toEqual({
      course: { number: 'CS 1', title: 'Course CS 1' },
    });
    const seen = first.items.map(({ uid }) => uid);
    const late = await world.sql<{ id: string }>(
      `select id::text from users where username like 'far%' order by sort_name desc limit 1`,
    );
    const closer = late[0]?.id ?? '';
    await world.sql(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
        select $1, least(a, b), greatest(a, b), a, true, now(), now() from (values ($2::bigint, $3::bigint)) as p (a, b)`,
      [world.school, world.ana.id, closer],
    );
    for (let { nextCursor } = first; nextCursor !== null;) {
      const page = await read(nextCursor);
      seen.push(...page.items.map(({ uid }) => uid));
      ({ nextCursor } = page);
    }
    // The person who came closer is before the cursor now. Everyone else appears once.
    expect(seen).toHaveLength(first.total - 1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain(closer);
    expect(
      (
        await world.ana.try('GET /api/v1/users', {
          ordering: 'ClosenessDesc',
          cursor: Buffer.from('["a",1]').toString('base64url'),
        })
      ).status,
    ).toBe(400);
  });

  test('continue by name among requests', async () => {
    for (const name of ['Wim', 'Quiet'] as const)
      await world.ana.call('GET /mobile_ws/v18/user_connect', {
        student_uid: people[name].uid,
        type: 'request',
      });
    const page = (cursor?: string) =>
      world.ana.call('GET /api/v1/users', {
        ordering: 'ClosenessDesc',
        filters: JSON.stringify({ connection: 'pending' }),
        pageSize: '1',
        ...(cursor !== undefined && { cursor }),
      });
    const first = await page();
    const second = await page(first.nextCursor ?? '');
    expect([...first.items, ...second.items].map(({ firstName }) => firstName)).toEqual([
      'Quiet',
      'Wim',
    ]);
  });
});
