import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const create = (more: Partial<InputOf<'POST /api/v1/clubs'>> = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: `Club ${randomUUID().slice(0, 8)}`,
    membership: 'open',
    president: world.ben.uid,
    ...more,
  });
const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const leave = (who: Person, id: string) => who.call('DELETE /api/v1/clubs/{id}/membership', { id });
const say = (who: Person, club: string, text: string, more: object = {}) =>
  who.call('POST /api/v1/posts', { clientId: randomUUID(), club, text, ...more });
const tryToSay = async (who: Person, club: string, more: object = {}) =>
  codeOf(await who.try('POST /api/v1/posts', { clientId: randomUUID(), club, text: 'x', ...more }));
const feed = async (who: Person, club: string, more: object = {}) =>
  (await who.call('GET /api/v1/feed', { scope: 'club', club, ...more })).items.map(
    ({ text }) => text,
  );
const home = async (who: Person, scope: 'home' | 'school' | 'clubs' = 'home') =>
  (await who.call('GET /api/v1/feed', { scope, size: 50 })).items.map(({ text }) => text);
const tag = (who: Person, club: string, people: Person[], name: string) =>
  who.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: people.map(({ uid }) => uid),
    act: 'tag',
    tag: name,
  });

describe('[CLUB-04] posts of clubs', () => {
  test('are written by members, readable with access to the club, and in the home feeds of members only', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const { id: post } = await say(world.ana, id, 'To the club');
    expect(await feed(world.ben, id)).toEqual(['To the club']);
    expect(await home(world.ben)).toContain('To the club');
    expect(await home(world.ben, 'clubs')).toContain('To the club');
    expect(await home(world.ben, 'school')).not.toContain('To the club');
    const cem = await world.join({ username: 'cem1', first_name: 'Cem' });
    expect(await feed(cem, id)).toEqual(['To the club']);
    expect(await home(cem)).not.toContain('To the club');
    expect(await tryToSay(cem, id)).toEqual([403, 'posts_members_only']);
    for (const [key, input] of [
      ['PUT /api/v1/posts/{id}/like', {}],
      ['POST /api/v1/posts/{id}/comments', { clientId: randomUUID(), text: 'x' }],
    ] as const)
      expect(codeOf(await cem.try(key, { id: post, ...input }))).toEqual([
        403,
        'posts_members_only',
      ]);
    expect(codeOf(await world.eve.try('GET /api/v1/feed', { scope: 'club', club: id }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await tryToSay(world.eve, id)).toEqual([404, 'not_found']);
    // Past members can't post, and their home feed no longer contains the club's posts.
    await leave(world.ana, id);
    expect(await tryToSay(world.ana, id)).toEqual([403, 'posts_members_only']);
    expect(
      codeOf(
        await world.ana.try('POST /api/v1/posts/{id}/comments', {
          id: post,
          clientId: randomUUID(),
          text: 'x',
        }),
      ),
    ).toEqual([403, 'posts_members_only']);
    expect(await home(world.ana)).not.toContain('To the club');
  });

  test('can be for members only, and are then hidden in lists, addresses and files', async () => {
    const { id } = await create({ membership: 'request' });
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version: 1, postsFor: 'members' });
    const post = await say(world.ben, id, 'Among us', { poll: { options: ['Yes', 'No'] } });
    expect(codeOf(await world.ana.try('GET /api/v1/feed', { scope: 'club', club: id }))).toEqual([
      403,
      'posts_members_only',
    ]);
    for (const [key, input] of [
      ['GET /api/v1/posts/{id}', {}],
      ['GET /api/v1/posts/{id}/comments', {}],
      ['GET /api/v1/posts/{id}/edits', {}],
      ['PUT /api/v1/posts/{id}/like', {}],
      ['PUT /api/v1/posts/{id}/vote', { options: [] }],
      ['DELETE /api/v1/posts/{id}', {}],
      ['PUT /api/v1/posts/{id}/hidden', {}],
    ] as const)
      expect(codeOf(await world.ana.try(key, { id: post.id, ...input }))).toEqual([
        404,
        'not_found',
      ]);
    expect(codeOf(await world.ana.try('GET /api/v1/clubs/{id}/topics', { id }))).toEqual([
      403,
      'posts_members_only',
    ]);
    const { tabs } = await world.ana.call('GET /api/v1/clubs/{id}/layout', { id });
    expect(tabs.map(({ name }) => name)).toEqual(['about', 'events', 'members']);
  });

  test('can be read but not written in a frozen club', async () => {
    const { id } = await create();
    const post = await say(world.ben, id, 'Before');
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version: 1, status: 'frozen' });
    expect(await feed(world.ben, id)).toEqual(['Before']);
    expect(await tryToSay(world.ben, id)).toEqual([409, 'club_inactive']);
    for (const [key, input] of [
      ['PUT /api/v1/posts/{id}/like', {}],
      ['PATCH /api/v1/posts/{id}', { text: 'After', version: 1 }],
      ['POST /api/v1/posts/{id}/comments', { clientId: randomUUID(), text: 'x' }],
    ] as const)
      expect(codeOf(await world.ben.try(key, { id: post.id, ...input }))).toEqual([
        409,
        'club_inactive',
      ]);
  });

  test('can be in the club’s name, news or for members with a tag if officers write them', async () => {
    const { id } = await create();
    await join(world.ana, id);
    for (const more of [
      { asClub: true },
      { kind: 'article', title: 'News' },
      { aimedAt: ['Choir'] },
    ])
      expect(await tryToSay(world.ana, id, more)).toEqual([403, 'posts_officers_only']);
    expect(await tryToSay(world.ben, id, { kind: 'article' })).toEqual([422, 'post_title']);
    const asClub = await say(world.ben, id, 'We say', { asClub: true });
    const seen = await world.ana.call('GET /api/v1/posts/{id}', { id: asClub.id });
    expect(seen).toMatchObject({ isAsClub: true, author: null, club: { id } });
    // The club's moderators see the author.
    expect(asClub.author).toMatchObject({ uid: world.ben.uid });
    const cem = await world.join({ username: 'cem2', first_name: 'Cem' });
    await join(cem, id);
    await tag(world.ben, id, [cem], 'Choir');
    const news = await say(world.ben, id, 'Rehearsal', {
      kind: 'article',
      title: 'For singers',
      aimedAt: ['Choir'],
    });
    expect(await feed(cem, id, { kind: 'article' })).toEqual(['Rehearsal']);
    expect(await home(cem)).toContain('Rehearsal');
    expect(await feed(world.ana, id, { kind: 'article' })).toEqual([]);
    expect(await home(world.ana)).not.toContain('Rehearsal');
    expect(codeOf(await world.ana.try('GET /api/v1/posts/{id}', { id: news.id }))).toEqual([
      404,
      'not_found',
    ]);
    expect(
      codeOf(
        await world.ana.try('POST /api/v1/posts', {
          clientId: randomUUID(),
          text: 'x',
          kind: 'topic',
          title: 'x',
        }),
      ),
    ).toEqual([422, 'post_place']);
  });

  test('that are scheduled appear when they are due, even after a reschedule', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const at = (minutes: number) =>
      new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();
    const post = await say(world.ben, id, 'Later', { publishAt: at(2) });
    expect(post.isScheduled).toBe(true);
    expect(await feed(world.ana, id)).toEqual([]);
    expect(codeOf(await world.ana.try('GET /api/v1/posts/{id}', { id: post.id }))).toEqual([
      404,
      'not_found',
    ]);
    await world.ben.call('PATCH /api/v1/posts/{id}', {
      id: post.id,
      text: 'Sooner',
      version: 1,
      publishAt: at(1),
    });
    world.clock.advance(61_000);
    await world.app.jobs.settle();
    expect(await feed(world.ana, id)).toEqual(['Sooner']);
    // Edits before publication leave no history.
    expect((await world.ana.call('GET /api/v1/posts/{id}/edits', { id: post.id })).items).toEqual(
      [],
    );
    expect(
      codeOf(
        await world.ben.try('POST /api/v1/posts', {
          clientId: randomUUID(),
          club: id,
          text: 'x',
          publishAt: at(91 * 24 * 60),
        }),
      ),
    ).toEqual([422, 'post_time']);
  });
});

describe("[CLUB-04] a club's forum", () => {
  test('has topics with replies that can be pinned, solved, closed and unread', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const topic = (who: Person, title: string) =>
      say(who, id, 'Who knows?', { kind: 'topic', title });
    const one = await topic(world.ana, 'Where is the key');
    world.clock.advance(1_000);
    const two = await topic(world.ben, 'Which day');
    world.clock.advance(1_000);
    const list = (who: Person, more: object = {}) =>
      who.call('GET /api/v1/clubs/{id}/topics', { id, ...more });
    const titles = async (who: Person, more: object = {}) =>
      (await list(who, more)).items.map(({ title }) => title);
    expect(await titles(world.ana)).toEqual(['Which day', 'Where is the key']);
    expect(await feed(world.ana, id)).toEqual([]);
    expect(await titles(world.ana, { only: 'unread' })).toEqual(['Which day']);
    await world.ana.call('PUT /api/v1/posts/{id}/seen', { id: two.id });
    expect(await titles(world.ana, { only: 'unread' })).toEqual([]);
    world.clock.advance(1_000);
    await world.ben.call('POST /api/v1/posts/{id}/comments', {
      id: one.id,
      clientId: randomUUID(),
      text: 'With me',
    });
    expect(await titles(world.ana)).toEqual(['Where is the key', 'Which day']);
    expect(await titles(world.ana, { only: 'unread' })).toEqual(['Where is the key']);
    expect(await titles(world.ana, { search: 'key wh' })).toEqual(['Where is the key']);
    await world.ana.call('PUT /api/v1/posts/{id}/solved', { id: one.id });
    expect(await titles(world.ben, { only: 'unsolved' })).toEqual(['Which day']);
    expect(codeOf(await world.ana.try('PUT /api/v1/posts/{id}/solved', { id: two.id }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await world.ana.try('PUT /api/v1/posts/{id}/pin', { id: two.id }))).toEqual([
      403,
      'forbidden',
    ]);
    await world.ben.call('PUT /api/v1/posts/{id}/pin', { id: two.id });
    expect((await list(world.ana)).pinned.map(({ title }) => title)).toEqual(['Which day']);
    await world.ben.call('PUT /api/v1/posts/{id}/closed', { id: one.id });
    expect(
      codeOf(
        await world.ana.try('POST /api/v1/posts/{id}/comments', {
          id: one.id,
          clientId: randomUUID(),
          text: 'x',
        }),
      ),
    ).toEqual([409, 'post_closed']);
  });

  test("counts new posts in a club since the last visit, without posts that the reader can't see", async () => {
    const { id } = await create();
    await join(world.ana, id);
    world.clock.advance(1_000);
    await say(world.ben, id, 'One');
    await say(world.ben, id, 'For some', { aimedAt: ['Choir'] });
    await say(world.ben, id, 'News', { kind: 'article', title: 'News' });
    const unread = async () =>
      (await world.ana.call('GET /api/v1/clubs/{id}/posting', { id })).unread;
    expect(await unread()).toEqual({ feed: 1, forum: 0, news: 1 });
    world.clock.advance(1_000);
    await world.ana.call('PUT /api/v1/feed/visit', { club: id });
    expect(await unread()).toEqual({ feed: 0, forum: 0, news: 1 });
  });

  test('counts topics as new until the reader opens them or replies, and again after someone else’s reply', async () => {
    const { id } = await create();
    await say(world.ben, id, 'x', { kind: 'topic', title: 'From before' });
    world.clock.advance(1_000);
    await join(world.ana, id);
    world.clock.advance(1_000);
    const start = (who: Person, title: string) => say(who, id, 'x', { kind: 'topic', title });
    const reply = (who: Person, topic: string) => {
      world.clock.advance(1_000);
      return who.call('POST /api/v1/posts/{id}/comments', {
        id: topic,
        clientId: randomUUID(),
        text: 'y',
      });
    };
    const unread = async (who: Person) => {
      const { forum } = (await who.call('GET /api/v1/clubs/{id}/posting', { id })).unread;
      const { items } = await who.call('GET /api/v1/feed/unread');
      expect(items.find((one) => one.club === id)?.count ?? 0).toBe(forum);
      return forum;
    };
    const [one, two, own] = [
      await start(world.ben, 'One'),
      await start(world.ben, 'Two'),
      await start(world.ana, 'Own'),
    ];
    expect(await unread(world.ana)).toBe(2);
    await world.ana.call('PUT /api/v1/posts/{id}/seen', { id: one.id });
    await reply(world.ana, two.id);
    expect(await unread(world.ana)).toBe(0);
    await reply(world.ben, two.id);
    await reply(world.ben, own.id);
    expect(await unread(world.ana)).toBe(2);
    expect(await unread(await world.join({ username: 'cem8', first_name: 'Cem' }))).toBe(0);
  });
});

test("[CLUB-04] people who block an officer still see posts in the club's name, and none of the officer's own", async () => {
  const { id } = await create();
  const cem = await world.join({ username: 'cem9', first_name: 'Cem' });
  await join(cem, id);
  await cem.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
  await say(world.ben, id, 'My own');
  const { id: post } = await say(world.ben, id, 'From us', { asClub: true });
  await world.ben.call('POST /api/v1/posts/{id}/comments', {
    id: post,
    clientId: randomUUID(),
    text: 'Mine',
  });
  expect(await feed(cem, id)).toEqual(['From us']);
  expect(await home(cem)).toContain('From us');
  expect(await cem.call('GET /api/v1/posts/{id}', { id: post })).toMatchObject({ author: null });
  expect((await cem.call('GET /api/v1/posts/{id}/comments', { id: post })).items).toEqual([]);
  await world.app.jobs.settle();
  const { items } = await cem.call('GET /api/v1/notifications', { count: 20 });
  expect(items.map(({ kind }) => kind)).toEqual(['club_announced']);
});

describe('club posts', () => {
  test('can be hidden, shown and deleted by officers of their own club, which the activity log records', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const post = await say(world.ana, id, 'Questionable');
    const elsewhere = await world.ana.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      text: 'To all',
    });
    expect(
      codeOf(await world.ben.try('PUT /api/v1/posts/{id}/hidden', { id: elsewhere.id })),
    ).toEqual([403, 'forbidden']);
    await world.ben.call('PUT /api/v1/posts/{id}/hidden', { id: post.id });
    const cem = await world.join({ username: 'cem3', first_name: 'Cem' });
    expect(await feed(cem, id)).toEqual([]);
    expect(codeOf(await cem.try('GET /api/v1/posts/{id}', { id: post.id }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await world.ana.call('GET /api/v1/posts/{id}', { id: post.id })).toMatchObject({
      isHidden: true,
    });
    await world.ben.call('DELETE /api/v1/posts/{id}/hidden', { id: post.id });
    const { id: comment } = await world.ana.call('POST /api/v1/posts/{id}/comments', {
      id: post.id,
      clientId: randomUUID(),
      text: 'Rude',
    });
    await world.ben.call('PUT /api/v1/comments/{id}/hidden', { id: comment });
    expect(await cem.call('GET /api/v1/posts/{id}', { id: post.id })).toMatchObject({
      comments: 0,
    });
    const [shown] = (await cem.call('GET /api/v1/posts/{id}/comments', { id: post.id })).items;
    expect(shown).toMatchObject({ text: '', author: null, isHidden: true });
    await world.ben.call('DELETE /api/v1/posts/{id}', { id: post.id });
    // A second deletion changes nothing.
    await world.ben.call('DELETE /api/v1/posts/{id}', { id: post.id });
    await world.ana.call('DELETE /api/v1/posts/{id}', { id: post.id });
    expect(codeOf(await cem.try('DELETE /api/v1/posts/{id}', { id: post.id }))).toEqual([
      404,
      'not_found',
    ]);
    const acts = await world.sql<{ act: string }>(
      `select detail->>'act' as act from activity_log where kind = 'post_moderated' and actor_id = $1 order by number`,
      [world.ben.uid],
    );
    expect(acts.map(({ act }) => act).slice(-4)).toEqual(['hidden', 'shown', 'hidden', 'deleted']);
  });

  test('show their history of edits, and store a comment once if it is sent twice', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const post = await say(world.ana, id, 'First');
    await world.ana.call('PATCH /api/v1/posts/{id}', { id: post.id, text: 'Second', version: 1 });
    expect(
      (await world.ben.call('GET /api/v1/posts/{id}/edits', { id: post.id })).items,
    ).toMatchObject([{ text: 'First' }]);
    const clientId = randomUUID();
    const write = () =>
      world.ana.call('POST /api/v1/posts/{id}/comments', { id: post.id, clientId, text: 'Once' });
    const { id: comment } = await write();
    await world.ana.call('PATCH /api/v1/comments/{id}', { id: comment, text: 'Twice' });
    expect((await write()).id).toBe(comment);
    expect(
      (await world.ben.call('GET /api/v1/comments/{id}/edits', { id: comment })).items,
    ).toMatchObject([{ text: 'Once' }]);
    await world.ana.call('DELETE /api/v1/comments/{id}', { id: comment });
    // The repeated call returns the stored comment with its current state.
    expect(await write()).toMatchObject({ id: comment, isDeleted: true });
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id: post.id })).comments).toBe(0);
  });

  test('have one pinned post if two people pin at the same time', async () => {
    const { id } = await create();
    const posts = await Promise.all([1, 2, 3].map((n) => say(world.ben, id, `Post ${n}`)));
    await Promise.all(
      posts.map((post) => world.ben.call('PUT /api/v1/posts/{id}/pin', { id: post.id })),
    );
    const { pinned, items } = await world.ben.call('GET /api/v1/feed', { scope: 'club', club: id });
    expect(pinned?.isPinned).toBe(true);
    expect(items).toHaveLength(2);
  });

  test('exclude likes of blocked people from counts, but include their votes in polls', async () => {
    const { id } = await create();
    const cem = await world.join({ username: 'cem4', first_name: 'Cem' });
    const dee = await world.join({ username: 'dee5', first_name: 'Dee' });
    for (const who of [cem, dee]) await join(who, id);
    const post = await say(world.ben, id, 'Count', { poll: { options: ['Yes', 'No'] } });
    const { id: comment } = await world.ben.call('POST /api/v1/posts/{id}/comments', {
      id: post.id,
      clientId: randomUUID(),
      text: 'x',
    });
    const option = post.poll?.options[0]?.id ?? '';
    await dee.call('PUT /api/v1/posts/{id}/like', { id: post.id });
    await dee.call('PUT /api/v1/comments/{id}/like', { id: comment });
    await dee.call('PUT /api/v1/posts/{id}/vote', { id: post.id, options: [option] });
    await cem.call('PUT /api/v1/blocks/{uid}', { uid: dee.uid });
    expect(await cem.call('GET /api/v1/posts/{id}', { id: post.id })).toMatchObject({
      likes: 0,
      poll: { voters: 1, options: [{ votes: 1 }, { votes: 0 }] },
    });
    expect((await cem.call('PUT /api/v1/posts/{id}/like', { id: post.id })).likes).toBe(1);
    expect(
      (await cem.call('GET /api/v1/posts/{id}/comments', { id: post.id })).items[0],
    ).toMatchObject({ likes: 0 });
    expect(await world.ben.call('GET /api/v1/posts/{id}', { id: post.id })).toMatchObject({
      likes: 2,
      poll: { voters: 1 },
    });
  });

  test('have one draft per person and club until it is posted', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const draft = async (who: Person, more: object = {}) =>
      (await who.call('GET /api/v1/posts/draft', more)).draft;
    await world.ana.call('PUT /api/v1/posts/draft', { club: id, text: 'Half a th' });
    expect(await draft(world.ana, { club: id })).toMatchObject({ text: 'Half a th' });
    expect(await draft(world.ana)).toBeNull();
    expect(await draft(world.ben, { club: id })).toBeNull();
    expect(codeOf(await world.eve.try('PUT /api/v1/posts/draft', { club: id, text: 'x' }))).toEqual(
      [404, 'not_found'],
    );
    await say(world.ana, id, 'Half a thought');
    expect(await draft(world.ana, { club: id })).toBeNull();
  });

  test('can be articles with a cover that the author uploaded, until it is removed', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const send = async (who: Person, name: string, bytes: Buffer) => {
      const { id: upload } = await who.call('POST /api/v1/uploads', {
        clientId: randomUUID(),
        name,
        size: bytes.length,
      });
      await who.try('PUT /api/v1/uploads/{id}', { id: upload, offset: 0, upload: bytes });
      return upload;
    };
    const picture = await readFile('server/demo/pictures/covers/cover-03.webp');
    const [own, other, words] = [
      await send(world.ben, 'hut.webp', picture),
      await send(world.ana, 'hut.webp', picture),
      await send(world.ben, 'plan.txt', Buffer.from('plan')),
    ];
    const article = { kind: 'article', title: 'News' };
    for (const more of [{ ...article, cover: other }, { ...article, cover: words }, { cover: own }])
      expect(await tryToSay(world.ben, id, more)).toEqual([422, 'post_cover']);
    const post = await say(world.ben, id, 'We rented a hut', { ...article, cover: own });
    const cover = async () =>
      (await world.ana.call('GET /api/v1/posts/{id}', { id: post.id })).cover;
    const shown = await cover();
    expect(shown).toMatchObject({
      id: own,
      name: 'hut.webp',
      picture: { width: expect.any(Number) },
    });
    const get = async () =>
      (await world.app.http.inject({ url: shown?.url ?? '', headers: { host: 'localhost' } }))
        .statusCode;
    expect(await get()).toBe(200);
    const edit = (version: number, more: object) =>
      world.ben.call('PATCH /api/v1/posts/{id}', { id: post.id, text: 'x', version, ...more });
    await edit(1, {});
    expect((await cover())?.id).toBe(own);
    await edit(2, { cover: null });
    expect(await cover()).toBeNull();
    expect(await get()).toBe(404);
  });

  test('[FEED-01] show an event only to people who can see it, and authors can add only events that they see', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const cem = await world.join({ username: 'cem-events', first_name: 'Cem' });
    const inHours = (hours: number) =>
      new Date(Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * 3_600_000);
    const make = async (more: object) => {
      const { id: event } = await world.ben.call('POST /api/v1/events', {
        clientId: newClientId(),
        title: 'Rehearsal',
        dateStart: inHours(30).toISOString(),
        dateEnd: inHours(32).toISOString(),
        timeZone: 'Europe/Berlin',
        club: id,
        ...more,
      });
      const { version } = await world.ben.call('GET /api/v1/events/{id}/settings', { id: event });
      await world.ben.call('POST /api/v1/events/{id}/publish', { id: event, version });
      return event;
    };
    const [open, ours] = [await make({ audience: 'school' }), await make({ audience: 'members' })];
    expect(await tryToSay(cem, id, { club: undefined, event: ours })).toEqual([404, 'not_found']);
    const post = await say(world.ana, id, '', { event: ours });
    expect(post.event?.id).toBe(ours);
    const eventFor = async (who: Person, of = post) =>
      (await who.call('GET /api/v1/posts/{id}', { id: of.id })).event?.id ?? null;
    expect([await eventFor(world.ben), await eventFor(cem)]).toEqual([ours, null]);
    const edit = (version: number, more: object) =>
      world.ana.try('PATCH /api/v1/posts/{id}', { id: post.id, text: '', version, ...more });
    expect(codeOf(await edit(1, { event: null }))).toEqual([422, 'post_empty']);
    expect((await edit(1, { event: open })).status).toBe(200);
    expect(await eventFor(cem)).toBe(open);
    // Fields that the request doesn't contain stay the same.
    expect((await edit(2, { text: 'Come along' })).status).toBe(200);
    expect(await eventFor(cem)).toBe(open);
  });

  test('keep files, poll, audience, time and author setting in drafts, and accept only one’s own files', async () => {
    const { id } = await create();
    await join(world.ana, id);
    const file = async (who: Person) => {
      const { id: upload } = await who.call('POST /api/v1/uploads', {
        clientId: randomUUID(),
        name: 'plan.txt',
        size: 4,
      });
      await who.try('PUT /api/v1/uploads/{id}', {
        id: upload,
        offset: 0,
        upload: Buffer.from('plan'),
      });
      return upload;
    };
    const [own, other] = [await file(world.ben), await file(world.ana)];
    const publishAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const poll = { options: ['Yes', ''], multiple: true, days: '7' as const };
    const whole = { asClub: true, aimedAt: ['Choir'], publishAt, poll, hub: null };
    const text = `For @[${world.ana.uid}] of @[club:${id}]`;
    await world.ben.call('PUT /api/v1/posts/draft', {
      club: id,
      text,
      files: [own, other],
      ...whole,
    });
    const draft = async (who: Person) =>
      (await who.call('GET /api/v1/posts/draft', { club: id })).draft;
    const kept = await draft(world.ben);
    expect(kept).toMatchObject({
      ...whole,
      text,
      mentions: [{ uid: world.ana.uid }],
      clubMentions: [{ id }],
      files: [{ id: own, name: 'plan.txt' }],
    });
    const served = await world.app.http.inject({
      url: kept?.files[0]?.url ?? '',
      headers: { host: 'localhost' },
    });
    expect([served.statusCode, served.body]).toEqual([200, 'plan']);
    expect(await draft(world.ana)).toBeNull();
    // A draft can consist of a file, and an empty draft is deleted.
    await world.ben.call('PUT /api/v1/posts/draft', { club: id, files: [own] });
    expect(await draft(world.ben)).toMatchObject({ text: '', asClub: false, files: [{ id: own }] });
    await world.ben.call('PUT /api/v1/posts/draft', { club: id });
    expect(await draft(world.ben)).toBeNull();
  });

  test('resolve mentions to the people and clubs that the reader can see', async () => {
    const { id } = await create({ name: 'Chess' });
    const secret = await create({ name: 'Secret', isHidden: true });
    const post = await world.ana.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      text: `@[${world.ben.uid}] of @[club:${id}] and @[club:${secret.id}]`,
    });
    expect(post.mentions.map(({ uid }) => uid)).toEqual([world.ben.uid]);
    expect(post.clubMentions).toEqual([{ id, name: 'Chess' }]);
  });
});
