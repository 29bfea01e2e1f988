import { describe, expect, test } from 'vitest';
import type { User } from '#contract/people/endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

/** All keys of a private profile that strangers get. */
const shownOfPrivate = [
  'accountType',
  'can',
  'connectionStatus',
  'firstName',
  'genderPronoun',
  'id',
  'largePhotoUrl',
  'lastName',
  'major',
  'mutualCount',
  'mutuals',
  'photoUrl',
  'uid',
  'visitableProfile',
  'yearOfGraduation',
];

const profile = async (who: Person, uid?: string): Promise<User | undefined> => {
  const { data } = await who.call(
    'GET /mobile_ws/v18/user_profile',
    uid === undefined ? {} : { uid },
  );
  return Array.isArray(data) ? undefined : data;
};
const act = (who: Person, other: Person, type: 'request' | 'accept' | 'disconnect') =>
  who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });

describe('a profile', () => {
  test('without a uid is the caller’s own and complete', async () => {
    expect(await profile(world.ana)).toMatchObject({
      uid: world.ana.uid,
      id: world.ana.uid,
      firstName: 'Ana',
      lastName: 'Silva',
      connectionStatus: -1,
      visitableProfile: true,
      bio: '<p>Hello.</p>',
      languages: [
        { language: 'English', iconUrl: '/languages/en.svg' },
        { language: 'Portuguese', iconUrl: '/languages/pt.svg' },
      ],
      interests: [{ interest: 'Chess' }, { interest: 'Hiking' }],
      sports: [{ name: 'Rowing' }],
      email: world.ana.email,
      phoneWork: '+1 555 0100',
      can: { visit: true, connect: false, message: false, edit: true },
    });
  });

  test('accepts account types with names of object properties', async () => {
    const odd = await world.join({ username: 'odd', account_type: 'constructor' });
    const answer = await odd.raw('/mobile_ws/v18/authentication?fields=uid&fields=accountTypeType');
    expect(answer.body).toMatchObject([{ uid: odd.uid, accountTypeType: 'other' }]);
  });

  test('[CARD-08] contains [[SEP]] instead of commas in addresses', async () => {
    expect((await profile(world.ana))?.currentAddress).toBe('1 Main St[[SEP]] Porto');
  });

  test('[CARD-09] is an empty list for unknown, malformed and deactivated people and other schools', async () => {
    const gone = await world.join({ username: 'left' });
    await world.sql('update users set is_disabled = true where id = $1', [gone.id]);
    for (const uid of ['1', '0', '-5', 'abc', '9'.repeat(64), gone.uid, world.eve.uid]) {
      expect(await world.ana.call('GET /mobile_ws/v18/user_profile', { uid })).toEqual({
        data: [],
      });
    }
  });

  test('[CARD-11] shows strangers only the name if it is private, and owner, connections and admins everything', async () => {
    const { ana, cy, admin } = world;
    const seen = await profile(ana, cy.uid);
    expect(seen).toMatchObject({ firstName: 'Cy', visitableProfile: false, can: { visit: false } });
    expect(Object.keys(seen ?? {}).toSorted()).toEqual(shownOfPrivate);
    expect(seen).toMatchObject({ largePhotoUrl: null, mutualCount: 0, mutuals: [] });
    expect((await profile(cy, cy.uid))?.bio).toBe('<p>Private.</p>');
    expect((await profile(admin, cy.uid))?.phoneHome).toBe('+1 555 0199');
    await act(ana, cy, 'request');
    expect((await profile(ana, cy.uid))?.visitableProfile).toBe(false);
    await act(cy, ana, 'accept');
    expect(await profile(ana, cy.uid)).toMatchObject({
      visitableProfile: true,
      bio: '<p>Private.</p>',
    });
    await act(cy, ana, 'disconnect');
    expect((await profile(ana, cy.uid))?.bio).toBeUndefined();
  });

  test('[CARD-11] follows the same rule in lists, authentication, search and filters', async () => {
    const { ana, cy } = world;
    const answers = [
      await ana.call('GET /mobile_ws/v18/mobile_people', { search_word: 'Cy Young' }),
      await ana.call('GET /mobile_ws/v18/user_all', {}),
      await ana.call('GET /mobile_ws/v18/authentication', { uid: cy.uid }),
      await ana.call('GET /mobile_ws/v17/mobile_people_list', {}),
      await ana.call('GET /api/v1/users', {
        filters: '{"Search":"Cy Young"}',
        optionalProperties: '["Bio","PhoneHome","City","Email"]',
        relationships: '["Interests"]',
      }),
      await ana.call('GET /mobile_ws/v18/listing_filters', { type: 'directory' }),
      await ana.call('GET /api/v1/profile/options'),
    ];
    const text = JSON.stringify(answers);
    expect(text).toContain(cy.uid);
    for (const secret of ['Private.', '555 0199', 'Secrets', 'Hidden', cy.email])
      expect(text).not.toContain(secret);
    const count = async (filters: Record<string, string>) =>
      (await ana.call('GET /mobile_ws/v18/mobile_people', filters))[0]?.total;
    expect(await count({ interests_tagList: 'Secrets' })).toBe(0);
    expect(await count({ city: 'Hidden' })).toBe(0);
    expect(await count({ search_word: 'secrets' })).toBe(0);
    expect(await count({ major: 'Physics' })).toBe(2);
  });
});

describe('mutual connections', () => {
  test('are counted, with at most 40 in a profile and 3 in a list', async () => {
    const { ana, ben } = world;
    const common = await world.sql<{ id: number }>(
      `insert into users (school_id, username, first_name) select $1, 'm' || i, 'Mutual ' || i from generate_series(1, 45) i returning id`,
      [world.school],
    );
    for (const { id } of common) {
      for (const who of [ana, ben]) {
        await world.sql(
          `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, accepted_at)
          values ($1, least($2::bigint, $3), greatest($2::bigint, $3), $2, true, now())`,
          [world.school, id, who.id],
        );
      }
    }
    const seen = await profile(ana, ben.uid);
    expect([seen?.mutualCount, seen?.mutuals.length]).toEqual([45, 40]);
    const [list] = await ana.call('GET /mobile_ws/v18/mobile_people', { search_word: 'Okafor' });
    expect([list?.people[0]?.mutualCount, list?.people[0]?.mutuals.length]).toEqual([45, 3]);
    await world.sql(`delete from users where username like 'm%' and first_name like 'Mutual%'`);
    expect((await profile(ana, ben.uid))?.mutualCount).toBe(0);
  });
});

describe('editing one’s own profile', () => {
  test('changes only the fields that were sent, clears empty texts, and removes duplicates from lists', async () => {
    const person = await world.join({ username: 'editor', city: 'Lagos', interests: ['Chess'] });
    const after = await person.call('PATCH /api/v1/profile', {
      companyName: ' Acme ',
      city: '',
      interests: ['Go', 'Go', 'Tea'],
    });
    expect(after).toMatchObject({
      companyName: 'Acme',
      city: null,
      interests: [{ interest: 'Go' }, { interest: 'Tea' }],
      isListed: true,
    });
    const counts = await world.sql(
      // The maintenance may or may not have removed empty counts by now.
      'select facet, sum(people)::int as people from facet_counts where facet in ($1, $2, $3) group by facet having sum(people) <> 0 order by facet',
      ['city:Lagos', 'interests:Go', 'interests:Tea'],
    );
    expect(counts).toEqual([
      { facet: 'interests:Go', people: 1 },
      { facet: 'interests:Tea', people: 1 },
    ]);
  });

  test('keeps some tags in a bio and removes scripts, embeds and styles', async () => {
    const { ben } = world;
    const after = await ben.call('PATCH /api/v1/profile', {
      bio: '<p onclick="x()">Hi <b>there</b> <a href="javascript:alert(1)">a</a> <a href="https://x.example" style="top:0">b</a><img src=x onerror=alert(1)><script>alert(1)</script><svg/onload=alert(1)></p>',
    });
    expect(after.bio).toBe(
      '<p>Hi <strong>there</strong> a <a href="https://x.example" rel="noopener noreferrer nofollow" target="_blank">b</a></p>',
    );
    expect((await ben.call('PATCH /api/v1/profile', { bio: '<p> </p>' })).bio).toBeNull();
    const long = await ben.try('PATCH /api/v1/profile', { bio: `<p>${'x'.repeat(5_001)}</p>` });
    expect([long.status, long.body]).toMatchObject([
      400,
      { code: 'invalid_input', errors: [{ path: 'bio' }] },
    ]);
  });

  test('can’t change name, type, year, major and role, or other profiles', async () => {
    const { ana } = world;
    for (const body of [
      { firstName: 'X' },
      { accountType: 'Faculty' },
      { isAdmin: true },
      { uid: world.ben.uid },
      { email: 'x@y.z' },
      { is_admin: true },
    ]) {
      const answer = await ana.try('PATCH /api/v1/profile', body);
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_input' }]);
    }
  });

  test('updates filters and counts immediately when the profile becomes private or public', async () => {
    const person = await world.join({ username: 'shy', interests: ['Falconry'] });
    const found = async () =>
      (
        await world.ana.call('GET /mobile_ws/v18/mobile_people', { interests_tagList: 'Falconry' })
      )[0]?.total;
    expect(await found()).toBe(1);
    await person.call('PATCH /api/v1/profile', { isListed: false });
    expect(await found()).toBe(0);
    await person.call('PATCH /api/v1/profile', { isListed: true });
    expect(await found()).toBe(1);
  });

  test('doesn’t block when two people swap values at the same time', async () => {
    const [one, two] = await Promise.all(
      ['swap1', 'swap2'].map((username) => world.join({ username })),
    );
    const [low, high] = [
      Array.from({ length: 20 }, (_, n) => `Low ${n}`),
      Array.from({ length: 20 }, (_, n) => `High ${n}`),
    ];
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all([
        one?.try('PATCH /api/v1/profile', { interests: round % 2 ? low : high }),
        two?.try('PATCH /api/v1/profile', { interests: round % 2 ? high : low }),
      ]);
      expect(answers.map((answer) => answer?.status)).toEqual([200, 200]);
    }
    // An unfinished transaction that locks a count blocks no one.
    const client = await world.pool.raw.connect();
    try {
      await client.query(
        `begin; set local commons.school_id = '${world.school}'; select from facet_counts for update`,
      );
      expect((await one?.try('PATCH /api/v1/profile', { interests: low }))?.status).toBe(200);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('causes no deadlock and no wrong count with many simultaneous edits', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, i) => world.join({ username: `crowd${i}` })),
    );
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        people.map((person, i) =>
          person.call('PATCH /api/v1/profile', {
            interests: i % 2 ? ['A', 'B', 'C'].slice(round % 3) : ['C', 'B', 'A'].slice(round % 2),
            sports: ['S1', 'S2'].slice((i + round) % 2),
          }),
        ),
      );
    }
    const wrong = () =>
      world.sql(`select facet, audience from (
        select facet, audience, people from facet_counts union all select facet, audience, -1 from user_facets
      ) as both_ways group by 1, 2 having sum(people) <> 0`);
    expect(await wrong()).toEqual([]);
    await world.sql('select fold_facet_counts()');
    expect(await wrong()).toEqual([]);
    expect(
      await world.sql(
        'select facet from facet_counts group by facet, audience having count(*) > 1',
      ),
    ).toEqual([]);
  });
});
