import { beforeEach, describe, expect, test } from 'vitest';
import { publicProfile } from '#contract/sharing/endpoints.ts';
import { shareableFields, shareLinksMax } from '#contract/sharing/shared-fields.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { deleteEndedLinks } from './sharing.queries.ts';

const world = inWorld();
const dayMs = 86_400_000;

/** Requests someone's public profile without any cookie. */
const viewContext = async (who: Pick<Person, 'uid'>, link?: string, host?: string) => {
  const given = link?.startsWith('http') ? new URL(link).searchParams.get('link') : link;
  const token = link === undefined ? '' : `&link=${encodeURIComponent(given ?? '')}`;
  const { status, body } = await world.visit(`/api/v1/public/profile?uid=${who.uid}${token}`, {
    ...(host && { host }),
  });
  const answer = body as { code?: string; profile?: Record<string, unknown>; isIndexed?: boolean };
  return { status, code: answer.code, person: answer.profile, isIndexed: answer.isIndexed };
};
const share = (who: Person, change: object) => who.call('PATCH /api/v1/sharing', change);
const hidden = { status: 404, code: 'not_shared' };

let [ana, ben, admin, eve] = [] as unknown as [Person, Person, Person, Person];

beforeEach(async () => {
  // The tests advance the clock, which expires sessions.
  [ana, ben, admin, eve] = await Promise.all([
    world.signInAgain(world.ana),
    world.signInAgain(world.ben),
    world.signInAgain(world.admin),
    world.signInAgain(world.eve),
  ]);
  await world.sql('delete from public_profiles');
  await world.sql('delete from share_links');
  await world.sql('delete from rate_limits');
  await world.sql(
    'update schools set share_mode = true, share_indexed = false where school_id = $1',
    [world.school],
  );
});

/** Fills in every field of a profile. */
const fillIn = (who: Person) =>
  who.call('PATCH /api/v1/profile', {
    genderPronoun: 'she/her',
    bio: '<p>Hello</p>',
    languages: ['Spanish'],
    companyName: 'Mensa',
    workTitle: 'Cook',
    lookingFor: ['Friends'],
    industries: ['Energy'],
    interests: ['Chess'],
    sports: ['Rowing'],
    phoneWork: '+49 1',
    phoneHome: '+49 2',
    phoneMobile: '+49 3',
    city: 'Berlin',
    zipcode: '10115',
    state: 'BE',
    country: 'Germany',
    currentAddress: 'Street 1',
  });

describe('[SHARE-01] a public profile', () => {
  test('is public only while its owner shares it', async () => {
    expect(await viewContext(ana)).toMatchObject(hidden);
    expect((await ana.call('GET /api/v1/sharing')).isPublic).toBe(false);
    await share(ana, { isPublic: true });
    expect(await viewContext(ana)).toMatchObject({
      status: 200,
      person: { firstName: 'Ana', uid: ana.uid },
    });
    expect(await viewContext(ben)).toMatchObject(hidden);
    await share(ana, { isPublic: false });
    expect(await viewContext(ana)).toMatchObject(hidden);
  });

  test('has only the keys of the allow-list, for all fields and settings', async () => {
    await fillIn(ana);
    const own = await share(ana, { isPublic: true, fields: [...shareableFields] });
    expect(own.fields.every(({ isShared }) => isShared)).toBe(true);
    const { person = {} } = await viewContext(ana);
    expect(Object.keys(person).toSorted()).toMatchInlineSnapshot(`
      [
        "accountType",
        "bio",
        "companyName",
        "firstName",
        "genderPronoun",
        "industrySelections",
        "interests",
        "languages",
        "largePhotoUrl",
        "lastName",
        "lookingForSelections",
        "major",
        "photoUrl",
        "sports",
        "uid",
        "workTitle",
        "yearOfGraduation",
      ]
    `);
    expect(Object.keys(publicProfile.shape).toSorted()).toEqual(Object.keys(person).toSorted());
    const text = JSON.stringify(person);
    for (const secret of [ana.email, '+49', 'Berlin', '10115', 'Street'])
      expect(text).not.toContain(secret);
  });

  test('shows only the chosen fields that everyone at school can see', async () => {
    await fillIn(ana);
    await share(ana, { isPublic: true, fields: ['bio', 'interests'] });
    const named = ['accountType', 'firstName', 'largePhotoUrl', 'lastName', 'photoUrl', 'uid'];
    expect(Object.keys((await viewContext(ana)).person ?? {}).toSorted()).toEqual(
      [...named, 'bio', 'interests'].toSorted(),
    );
    await ana.call('PATCH /api/v1/privacy', { choices: { bio: 'connections' } });
    expect(Object.keys((await viewContext(ana)).person ?? {}).toSorted()).toEqual(
      [...named, 'interests'].toSorted(),
    );
    expect(
      (await ana.call('GET /api/v1/sharing')).fields.find(({ field }) => field === 'bio'),
    ).toEqual({
      field: 'bio',
      isShared: true,
      audience: 'connections',
    });
    await ana.call('PATCH /api/v1/privacy', { choices: { bio: null } });
    await admin.call('PUT /api/v1/school/field-rules', {
      rules: { interests: { audience: 'me', isLocked: true } },
    });
    expect(Object.keys((await viewContext(ana)).person ?? {}).toSorted()).toEqual(
      [...named, 'bio'].toSorted(),
    );
    await admin.call('PUT /api/v1/school/field-rules', { rules: {} });
  });

  test('shows a picture only if it is chosen', async () => {
    await world.sql(`update users set photo = 'x-m.webp', cover = 'y-m.webp' where id = $1`, [
      ana.id,
    ]);
    await share(ana, { isPublic: true, fields: ['picture'] });
    expect((await viewContext(ana)).person).toMatchObject({
      photoUrl: '/files/x-m.webp',
      largePhotoUrl: '/files/y-m.webp',
    });
    await share(ana, { fields: [] });
    expect((await viewContext(ana)).person).toMatchObject({ photoUrl: null, largePhotoUrl: null });
    await world.sql(`update users set photo = null, cover = null where id = $1`, [ana.id]);
  });

  test.each([
    ['private', 'is_listed = false', 'is_listed = true'],
    ['withheld', 'has_hold = true', 'has_hold = false'],
    ['deactivated', 'is_disabled = true', 'is_disabled = false'],
  ])(
    'of a %s person is shown to no one, by address or link, without a reason',
    async (_, off, on) => {
      const { url } = await ana.call('POST /api/v1/sharing/links', { days: 7 });
      await share(ana, { isPublic: true });
      await world.sql(`update users set ${off} where id = $1`, [ana.id]);
      expect([await viewContext(ana), await viewContext(ana, url)]).toMatchObject([hidden, hidden]);
      await world.sql(`update users set ${on} where id = $1`, [ana.id]);
      expect(await viewContext(ana)).toMatchObject({ status: 200 });
    },
  );

  test('exists only at its own school, and returns nothing at other schools’ addresses', async () => {
    await share(ana, { isPublic: true });
    await share(eve, { isPublic: true });
    expect(await viewContext(ana, undefined, 'north.localhost')).toMatchObject(hidden);
    expect(await viewContext(eve)).toMatchObject(hidden);
    expect(await viewContext(eve, undefined, 'north.localhost')).toMatchObject({ status: 200 });
  });

  test('returns the same response for invalid addresses and unknown people', async () => {
    for (const uid of ['0', 'x', '999999999999999999', '7'])
      expect(await viewContext({ uid })).toMatchObject(hidden);
    expect((await world.visit('/api/v1/public/profile')).status).toBe(400);
    expect((await world.visit(`/api/v1/public/profile?uid=${ana.uid}&share=1`)).status).toBe(400);
  });

  test('can be requested at most 600 times an hour from one address', async () => {
    await share(ana, { isPublic: true });
    await viewContext(ana);
    await world.sql(`update rate_limits set used = 600 where subject like 'public:%'`);
    expect(await viewContext(ana)).toMatchObject({ status: 429, code: 'too_many_requests' });
    world.clock.advance(3_600_001);
    expect(await viewContext(ana)).toMatchObject({ status: 200 });
  });

  test('counts failed requests, too, so that no one can try all IDs', async () => {
    await share(ana, { isPublic: true });
    for (const uid of [ben.uid, '999', 'x'])
      expect(await viewContext({ uid })).toMatchObject(hidden);
    expect(await world.sql(`select used from rate_limits where subject like 'public:%'`)).toEqual([
      { used: 3 },
    ]);
    await world.sql(`update rate_limits set used = 599 where subject like 'public:%'`);
    expect(await viewContext({ uid: '999' })).toMatchObject(hidden);
    expect(await viewContext(ana)).toMatchObject({ status: 429, code: 'too_many_requests' });
  });
});

describe('[SHARE-01] share links', () => {
  test('open the page for everyone who has them, count views, end, and can be revoked and restored', async () => {
    const link = await ana.call('POST /api/v1/sharing/links', { days: 1 });
    expect(new URL(link.url).pathname).toBe('/student_profile');
    expect(await viewContext(ana)).toMatchObject(hidden);
    expect(await viewContext(ana, link.url)).toMatchObject({ status: 200, isIndexed: false });
    const [listed] = (await ana.call('GET /api/v1/sharing')).links;
    expect(listed).toMatchObject({ id: link.id, url: link.url, opened: 1, isWithdrawn: false });
    const withdraw = (isWithdrawn: boolean) =>
      ana.call('PATCH /api/v1/sharing/links/{id}', { id: link.id, isWithdrawn });
    expect(await withdraw(true)).toMatchObject({ isWithdrawn: true });
    expect(await viewContext(ana, link.url)).toMatchObject(hidden);
    expect(await withdraw(false)).toMatchObject({ isWithdrawn: false, url: link.url });
    expect(await viewContext(ana, link.url)).toMatchObject({ status: 200 });
    world.clock.advance(dayMs);
    expect(await viewContext(ana, link.url)).toMatchObject(hidden);
  });

  test("of one person don't open another page, and tokens are stored hashed and encrypted", async () => {
    const { url } = await ana.call('POST /api/v1/sharing/links', { days: null });
    expect(await viewContext(ben, url)).toMatchObject(hidden);
    for (const token of ['', 'x', url.slice(0, -2), '\0'])
      expect((await viewContext(ana, token)).status).toBeGreaterThanOrEqual(400);
    const token = new URL(url).searchParams.get('link') ?? '';
    const stored = JSON.stringify(await world.sql('select * from share_links'));
    expect(token.length).toBeGreaterThan(40);
    expect(stored).not.toContain(token);
  });

  test("belong to their owner: others, admins and people of other schools can't see or change them", async () => {
    const link = await ana.call('POST /api/v1/sharing/links', { days: 7 });
    for (const who of [ben, admin, eve]) {
      expect((await who.call('GET /api/v1/sharing')).links).toEqual([]);
      expect(
        (await who.try('PATCH /api/v1/sharing/links/{id}', { id: link.id, isWithdrawn: true }))
          .status,
      ).toBe(404);
    }
    expect(await viewContext(ana, link.url)).toMatchObject({ status: 200 });
  });

  test(`are limited to ${shareLinksMax} active ones, even for simultaneous requests that create and restore them`, async () => {
    const make = () => ana.try('POST /api/v1/sharing/links', { days: 7 });
    const answers = await Promise.all(Array.from({ length: shareLinksMax + 3 }, make));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(shareLinksMax).fill(200),
      409,
      409,
      409,
    ]);
    const [first] = (await ana.call('GET /api/v1/sharing')).links;
    const put = (isWithdrawn: boolean) =>
      ana.try('PATCH /api/v1/sharing/links/{id}', { id: first?.id, isWithdrawn });
    expect((await put(false)).status).toBe(200);
    await put(true);
    expect((await make()).status).toBe(200);
    expect(await put(false)).toMatchObject({ status: 409, body: { code: 'too_many_links' } });
    expect((await viewContext(ana, first?.url)).status).toBe(404);
  });

  test('can be created 60 times an hour, and the list has all active ones and the latest of the others', async () => {
    const open = await ana.call('POST /api/v1/sharing/links', { days: null });
    await world.sql(`update rate_limits set used = 59 where subject = 'share-link:${ana.uid}'`);
    world.clock.advance(1_000);
    const other = await ana.call('POST /api/v1/sharing/links', { days: 7 });
    expect(await ana.try('POST /api/v1/sharing/links', { days: 7 })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    await world.sql(
      `insert into share_links (school_id, user_id, token_hash, encrypted_token, created_at, withdrawn_at)
       select $1, $2, int4send(n), 'x', $3::timestamptz + n * interval '1 second', $3 from generate_series(1, 250) n`,
      [world.school, ana.id, world.clock.now()],
    );
    const { links } = await ana.call('GET /api/v1/sharing');
    expect([links.length, links.filter(({ isOpen }) => isOpen).map(({ id }) => id)]).toEqual([
      200,
      [other.id, open.id],
    ]);
    expect(links.map(({ createdAt }) => createdAt)).toEqual(
      links
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
  });

  test('leave the list 30 days after they end', async () => {
    await ana.call('POST /api/v1/sharing/links', { days: 1 });
    const { id } = await ana.call('POST /api/v1/sharing/links', { days: null });
    await ana.call('POST /api/v1/sharing/links', { days: 90 });
    await ana.call('PATCH /api/v1/sharing/links/{id}', { id, isWithdrawn: true });
    const left = async (days: number) => {
      world.clock.advance(days * dayMs);
      await runMaintenance(world.pool, [deleteEndedLinks], world.clock.now());
      return (await world.sql('select 1 from share_links')).length;
    };
    expect([await left(0), await left(29), await left(3), await left(365)]).toEqual([3, 3, 1, 0]);
  });

  test.each([0, 2, 365, '7'])('reject a duration of %s days', async (days) => {
    expect((await ana.try('POST /api/v1/sharing/links', { days })).status).toBe(400);
  });
});

describe('[SHARE-01] a school', () => {
  test('turns sharing off for everyone immediately, and people’s settings apply again when it is on', async () => {
    const link = await ana.call('POST /api/v1/sharing/links', { days: 7 });
    await share(ana, { isPublic: true });
    expect((await admin.call('GET /api/v1/school/sharing')).people).toBe(1);
    expect(
      await admin.call('PUT /api/v1/school/sharing', { isOn: false, isIndexed: true }),
    ).toEqual({
      isOn: false,
      isIndexed: true,
      people: 0,
      areClubsOn: false,
      clubs: 0,
      areEventsOn: false,
      events: 0,
    });
    expect([await viewContext(ana), await viewContext(ana, link.url)]).toMatchObject([
      hidden,
      hidden,
    ]);
    expect((await ana.call('GET /api/v1/sharing')).isOn).toBe(false);
    expect((await ana.try('PATCH /api/v1/sharing', { isPublic: true })).body).toMatchObject({
      code: 'sharing_off',
    });
    expect((await ana.try('POST /api/v1/sharing/links', { days: 7 })).body).toMatchObject({
      code: 'sharing_off',
    });
    await admin.call('PUT /api/v1/school/sharing', { isOn: true, isIndexed: false });
    expect(await viewContext(ana)).toMatchObject({ status: 200 });
    const kinds = await world.sql<{ kind: string }>(
      `select kind from activity_log where kind = 'sharing_changed'`,
    );
    expect(kinds.length).toBeGreaterThan(1);
  });

  test('decides whether search engines can list public profiles, and never lists pages behind links', async () => {
    await share(ana, { isPublic: true });
    const { url } = await ana.call('POST /api/v1/sharing/links', { days: 7 });
    expect((await viewContext(ana)).isIndexed).toBe(false);
    await admin.call('PUT /api/v1/school/sharing', { isOn: true, isIndexed: true });
    expect([(await viewContext(ana)).isIndexed, (await viewContext(ana, url)).isIndexed]).toEqual([
      true,
      false,
    ]);
  });

  test('lets only admins change the setting', async () => {
    for (const who of [ana, ben]) {
      expect((await who.try('GET /api/v1/school/sharing')).status).toBe(403);
      expect(
        (await who.try('PUT /api/v1/school/sharing', { isOn: false, isIndexed: false })).status,
      ).toBe(403);
    }
  });
});

test('a deleted account shares nothing, and its settings and links are deleted', async () => {
  const dan = await world.join({ username: 'dan', first_name: 'Dan' });
  await share(dan, { isPublic: true });
  await dan.call('POST /api/v1/sharing/links', { days: null });
  await dan.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await world.app.jobs.settle();
  expect(await viewContext(dan)).toMatchObject(hidden);
  expect(
    await world.sql('select 1 from public_profiles union all select 1 from share_links'),
  ).toEqual([]);
});
