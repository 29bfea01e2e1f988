import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const settle = () => world.app.jobs.settle();
const create = (more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: `Club ${randomUUID().slice(0, 8)}`,
    membership: 'open',
    president: world.ben.uid,
    ...more,
  });
let crowd = 0;
const newcomer = (name: string) =>
  world.join({ username: `${name.toLowerCase()}-w${(crowd += 1)}`, first_name: name });
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const leave = (who: Person, id: string) => who.call('DELETE /api/v1/clubs/{id}/membership', { id });
const say = (who: Person, text: string, more: object = {}) =>
  who.call('POST /api/v1/posts', { clientId: randomUUID(), text, ...more });
const at = (seconds: number) =>
  new Date(world.clock.now().getTime() + seconds * 1_000).toISOString();
const pass = async (seconds: number) => {
  world.clock.advance(seconds * 1_000);
  await settle();
};
const feed = async (who: Person, club: string) =>
  (await who.call('GET /api/v1/feed', { scope: 'club', club })).items.map(({ text }) => text);
const scheduled = async (who: Person, club?: string) =>
  who.call('GET /api/v1/posts/scheduled', club === undefined ? {} : { club });
const noticesOf = async (who: Person, kind: string) => {
  await settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 50 });
  return items.filter((one) => one.kind === kind);
};
/** Adds or removes someone's position in a club with permission to publish. */
const setOfficer = async (club: string, who: Person, isOn: boolean) => {
  const { positions } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id: club });
  await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [who.uid],
    act: 'position',
    position: isOn ? (positions[0]?.id ?? null) : null,
  });
};

describe('[CLUB-04] [FEED-01] scheduled posts', () => {
  test('can be listed, rescheduled, published and deleted by the author and the club’s publishers', async () => {
    const { id } = await create();
    const [author, member, officer] = [
      await newcomer('Ada'),
      await newcomer('Mia'),
      await newcomer('Olu'),
    ];
    for (const who of [author, member, officer]) await join(who, id);
    await setOfficer(id, officer, true);
    const later = await say(author, 'Later', { club: id, publishAt: at(20) });
    const sooner = await say(author, 'Sooner', { club: id, publishAt: at(10) });
    const school = await say(author, 'For all', { publishAt: at(30) });
    const texts = async (who: Person, club?: string) =>
      (await scheduled(who, club)).items.map(({ text }) => text);
    expect(await texts(author)).toEqual(['Sooner', 'Later', 'For all']);
    expect(await scheduled(officer, id)).toMatchObject({
      count: 2,
      items: [{ text: 'Sooner', isScheduled: true, can: { schedule: true, edit: false } }, {}],
    });
    expect(await texts(world.admin)).toContain('For all');
    // The feed contains the number of scheduled posts.
    for (const [who, more, count] of [
      [author, {}, 3],
      [officer, { scope: 'club', club: id }, 2],
      [member, { scope: 'club', club: id }, 0],
    ] as const)
      expect((await who.call('GET /api/v1/feed', more)).scheduled).toBe(count);
    for (const [who, club] of [
      [member, id],
      [member, undefined],
      [officer, undefined],
    ] as const)
      expect(await texts(who, club)).toEqual([]);
    expect(codeOf(await world.eve.try('GET /api/v1/posts/scheduled', { club: id }))).toEqual([
      404,
      'not_found',
    ]);
    const set = (who: Person, post: { id: string }, publishAt: string | null) =>
      who.try('PUT /api/v1/posts/{id}/schedule', { id: post.id, publishAt });
    expect(codeOf(await set(member, sooner, null))).toEqual([404, 'not_found']);
    expect(codeOf(await set(author, sooner, at(-1)))).toEqual([422, 'post_time']);
    expect((await set(officer, sooner, at(40))).status).toBe(200);
    await pass(11);
    expect(await feed(member, id)).toEqual([]);
    expect((await set(officer, later, null)).status).toBe(200);
    expect(await feed(member, id)).toEqual(['Later']);
    expect(await noticesOf(member, 'club_posted')).toHaveLength(1);
    expect(codeOf(await set(author, later, null))).toEqual([409, 'post_published']);
    // An edit of an older version fails and doesn't schedule the post again.
    const stale = { id: later.id, text: 'Later still', version: later.version };
    expect(codeOf(await author.try('PATCH /api/v1/posts/{id}', stale))).toEqual([
      409,
      'post_changed',
    ]);
    await officer.call('DELETE /api/v1/posts/{id}', { id: sooner.id });
    await author.call('DELETE /api/v1/posts/{id}', { id: school.id });
    expect(await texts(author)).toEqual([]);
    // Others can't delete the post after it is published.
    expect((await member.try('DELETE /api/v1/posts/{id}', { id: later.id })).status).toBe(404);
  });

  test('appear only at the latest time after a reschedule, and notify people once', async () => {
    const { id } = await create();
    const member = await newcomer('Mo');
    await join(member, id);
    const post = await say(world.ben, 'Once', { club: id, publishAt: at(5) });
    await world.ben.call('PUT /api/v1/posts/{id}/schedule', {
      id: post.id,
      publishAt: at(10),
    });
    await pass(6);
    expect(await noticesOf(member, 'club_posted')).toEqual([]);
    await pass(5);
    expect(await feed(member, id)).toEqual(['Once']);
    expect(await noticesOf(member, 'club_posted')).toHaveLength(1);
  });

  test('aren’t published if their author left, was banned or lost the position, and show the reason', async () => {
    const { id } = await create();
    const [left, banned, officer, reader] = [
      await newcomer('Lea'),
      await newcomer('Bo'),
      await newcomer('Oz'),
      await newcomer('Rea'),
    ];
    for (const who of [left, banned, officer, reader]) await join(who, id);
    await setOfficer(id, officer, true);
    await say(left, 'Of one who left', { club: id, publishAt: at(1) });
    await say(banned, 'Of one who was banned', { club: id, publishAt: at(2) });
    const asClub = await say(officer, 'As the club', {
      club: id,
      asClub: true,
      publishAt: at(3),
    });
    await leave(left, id);
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [banned.uid],
      act: 'ban',
    });
    await setOfficer(id, officer, false);
    await pass(5);
    expect(await feed(reader, id)).toEqual([]);
    expect(await noticesOf(reader, 'club_posted')).toEqual([]);
    const { items } = await scheduled(world.ben, id);
    expect(items.map(({ text, unpublished, can }) => [text, unpublished, can.schedule])).toEqual([
      ['Of one who left', 'left', false],
      ['Of one who was banned', 'left', false],
      ['As the club', 'position', true],
    ]);
    expect((await scheduled(left)).items).toMatchObject([
      { unpublished: 'left', can: { schedule: false, edit: false, delete: true } },
    ]);
    // The people who set the times are notified, once.
    for (const who of [left, banned, officer])
      expect(await noticesOf(who, 'post_unpublished')).toMatchObject([
        { key: 'general.scheduledPosts', club: null, people: [] },
      ]);
    expect(await noticesOf(world.ben, 'post_unpublished')).toEqual([]);
    const [first] = items;
    expect(
      codeOf(
        await world.ben.try('PUT /api/v1/posts/{id}/schedule', {
          id: first?.id ?? '',
          publishAt: null,
        }),
      ),
    ).toEqual([403, 'forbidden']);
    // A current publisher of the club can publish posts in its name and becomes responsible for the time.
    await world.ben.call('PUT /api/v1/posts/{id}/schedule', {
      id: asClub.id,
      publishAt: at(5),
    });
    await pass(6);
    expect(await feed(reader, id)).toEqual(['As the club']);
  });
});

test('[CLUB-04] posts whose author left, was banned or is deactivated can’t be published early', async () => {
  const { id } = await create();
  const [left, banned, disabled, here] = await Promise.all(
    ['Lia', 'Bas', 'Dis', 'Her'].map(newcomer),
  );
  if (!left || !banned || !disabled || !here) throw new Error('people');
  const posts = [];
  for (const who of [left, banned, disabled, here]) {
    await join(who, id);
    posts.push(await say(who, `Of ${who.uid}`, { club: id, publishAt: at(60) }));
  }
  await leave(left, id);
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', { id, uids: [banned.uid], act: 'ban' });
  await world.sql('update users set is_disabled = true where id = $1', [disabled.id]);
  // The list marks only posts that can be published as publishable.
  const { items } = await world.ben.call('GET /api/v1/posts/scheduled', { club: id });
  const offered = new Map(items.map(({ text, can }) => [text, [can.schedule, can.publish]]));
  expect([left, banned, disabled, here].map(({ uid }) => offered.get(`Of ${uid}`))).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
  const publish = async (post: { id: string }) =>
    codeOf(
      await world.ben.try('PUT /api/v1/posts/{id}/schedule', { id: post.id, publishAt: null }),
    );
  const own = posts.pop();
  for (const post of posts) expect(await publish(post)).toEqual([409, 'post_author_left']);
  expect((await publish(own ?? { id: '' }))[0]).toBe(200);
  expect(await feed(world.ben, id)).toEqual([`Of ${here.uid}`]);
  expect((await scheduled(world.ben, id)).count).toBe(3);
  // The officer who last set the time is notified, and the author isn't.
  const [first] = posts;
  await world.ben.call('PUT /api/v1/posts/{id}/schedule', {
    id: first?.id ?? '',
    publishAt: at(5),
  });
  await pass(6);
  expect(await noticesOf(world.ben, 'post_unpublished')).toMatchObject([{ club: { id } }]);
  expect(await noticesOf(left, 'post_unpublished')).toEqual([]);
});

describe('[CLUB-04] people who left a club or lost a position', () => {
  test('can’t edit their posts there, but can delete them', async () => {
    const { id } = await create();
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version: 1, postsFor: 'members' });
    const [member, officer] = [await newcomer('Max'), await newcomer('Ori')];
    for (const who of [member, officer]) await join(who, id);
    await setOfficer(id, officer, true);
    const own = await say(member, 'Mine', { club: id });
    const asClub = await say(officer, 'The club’s', { club: id, asClub: true });
    const comment = await member.call('POST /api/v1/posts/{id}/comments', {
      id: asClub.id,
      clientId: randomUUID(),
      text: 'Nice',
    });
    await setOfficer(id, officer, false);
    const edit = async (who: Person, post: { id: string }) =>
      codeOf(await who.try('PATCH /api/v1/posts/{id}', { id: post.id, text: 'x', version: 1 }));
    expect(await edit(officer, asClub)).toEqual([403, 'posts_officers_only']);
    expect((await officer.call('GET /api/v1/posts/{id}', { id: asClub.id })).can).toMatchObject({
      edit: false,
      delete: true,
    });
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version: 2, postsFor: 'everyone' });
    await leave(member, id);
    expect(await edit(member, own)).toEqual([403, 'posts_members_only']);
    expect(
      codeOf(await member.try('PATCH /api/v1/comments/{id}', { id: comment.id, text: 'x' })),
    ).toEqual([403, 'posts_members_only']);
    const { items } = await member.call('GET /api/v1/posts/{id}/comments', { id: asClub.id });
    expect(items[0]?.can).toMatchObject({ edit: false, delete: true });
    // This is also true if they can no longer read the club.
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version: 3, postsFor: 'members' });
    expect((await member.try('GET /api/v1/posts/{id}', { id: own.id })).status).toBe(404);
    await member.call('DELETE /api/v1/posts/{id}', { id: own.id });
    await member.call('DELETE /api/v1/comments/{id}', { id: comment.id });
    expect(await feed(world.ben, id)).toEqual(['The club’s']);
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id: asClub.id })).comments).toBe(0);
  });
});

describe('[FEED-01] posts and comments that the word list hid', () => {
  test('show their author that they are hidden, and notify people once when a moderator shows them', async () => {
    const { version } = await world.admin.call('GET /api/v1/school/word-list');
    await world.admin.call('PUT /api/v1/school/word-list', {
      words: [{ word: 'raffle', action: 'review' }],
      version,
    });
    const { id } = await create();
    const [author, member] = [await newcomer('Aya'), await newcomer('Meg')];
    for (const who of [author, member]) await join(who, id);
    const held = await say(author, 'A raffle', { club: id });
    expect(held).toMatchObject({ isHeld: true, isHidden: true });
    expect(await feed(author, id)).toEqual(['A raffle']);
    expect(await feed(member, id)).toEqual([]);
    expect(await noticesOf(member, 'club_posted')).toEqual([]);
    await pass(10);
    const hide = (isOn: boolean) =>
      world.admin.call(`${isOn ? 'PUT' : 'DELETE'} /api/v1/posts/{id}/hidden`, { id: held.id });
    await hide(false);
    expect(await noticesOf(member, 'club_posted')).toHaveLength(1);
    expect(await feed(member, id)).toEqual(['A raffle']);
    const shown = await member.call('GET /api/v1/posts/{id}', { id: held.id });
    expect(shown.publishedAt > held.publishedAt).toBe(true);
    // Hiding and showing it again notifies no one.
    await member.call('PATCH /api/v1/notifications/mark-all-as-read');
    await hide(true);
    expect(await author.call('GET /api/v1/posts/{id}', { id: held.id })).toMatchObject({
      isHidden: true,
      isHeld: false,
    });
    await hide(false);
    expect((await noticesOf(member, 'club_posted')).filter(({ isRead }) => !isRead)).toEqual([]);
    const comment = await member.call('POST /api/v1/posts/{id}/comments', {
      id: held.id,
      clientId: randomUUID(),
      text: 'What raffle?',
    });
    expect(comment.isHeld).toBe(true);
    expect(await noticesOf(author, 'post_commented')).toEqual([]);
    await world.admin.call('DELETE /api/v1/comments/{id}/hidden', { id: comment.id });
    expect(await noticesOf(author, 'post_commented')).toHaveLength(1);
  });
});

test("[FEED-01] a scheduled post's poll stays open for the same duration after a reschedule", async () => {
  const { id: club } = await create();
  const author = await newcomer('Pol');
  await join(author, club);
  const poll = (closesAt: string) => ({ options: ['Yes', 'No'], multiple: false, closesAt });
  const tooEarly = { clientId: randomUUID(), club, publishAt: at(100), poll: poll(at(100)) };
  expect(codeOf(await author.try('POST /api/v1/posts', tooEarly))).toEqual([422, 'poll_times']);
  const post = await say(author, '', { club, publishAt: at(100), poll: poll(at(160)) });
  const closes = async () => {
    const read = await author.call('GET /api/v1/posts/{id}', { id: post.id });
    return Date.parse(read.poll?.closesAt ?? '') - Date.parse(read.publishedAt);
  };
  expect(await closes()).toBe(60_000);
  await author.call('PUT /api/v1/posts/{id}/schedule', { id: post.id, publishAt: at(500) });
  expect(await closes()).toBe(60_000);
  const { version } = await author.call('GET /api/v1/posts/{id}', { id: post.id });
  const edit = { id: post.id, text: 'Well?', version, publishAt: at(900) };
  await author.call('PATCH /api/v1/posts/{id}', edit);
  expect(await closes()).toBe(60_000);
  await author.call('PUT /api/v1/posts/{id}/schedule', { id: post.id, publishAt: null });
  expect(await closes()).toBe(60_000);
});
