import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, connect } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const say = (who: Person, text: string, more: object = {}) =>
  who.call('POST /api/v1/posts', { clientId: randomUUID(), text, ...more });
const comment = (who: Person, id: string, text: string, more: object = {}) =>
  who.call('POST /api/v1/posts/{id}/comments', { id, clientId: randomUUID(), text, ...more });
const feed = async (who: Person) => (await who.call('GET /api/v1/feed', {})).items;
const textsFor = async (who: Person) => (await feed(who)).map(({ text }) => text);
const commentsFor = async (who: Person, id: string) =>
  (await who.call('GET /api/v1/posts/{id}/comments', { id })).items;
const poll = { options: ['Pizza', 'Sushi', 'Salad'] };

beforeEach(async () => {
  await world.sql('delete from posts where school_id = $1', [world.school]);
});

describe("[FEED-01] the school's feed", () => {
  test('shows the posts to everyone in the school, newest first in pages, and to no other school', async () => {
    for (let n = 1; n <= 5; n += 1) {
      await say(world.ana, `Post ${n}`);
      world.clock.advance(1_000);
    }
    expect(await textsFor(world.ben)).toEqual(['Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1']);
    expect(await textsFor(world.eve)).toEqual([]);
    const first = await world.ben.call('GET /api/v1/feed', { size: 2 });
    const second = await world.ben.call('GET /api/v1/feed', {
      size: 2,
      cursor: first.nextCursor ?? '',
    });
    expect([...first.items, ...second.items].map(({ text }) => text)).toEqual([
      'Post 5',
      'Post 4',
      'Post 3',
      'Post 2',
    ]);
    const id = first.items[0]?.id ?? '';
    for (const [key, input] of [
      ['GET /api/v1/posts/{id}', {}],
      ['PATCH /api/v1/posts/{id}', { text: 'x', version: 1 }],
      ['DELETE /api/v1/posts/{id}', {}],
      ['PUT /api/v1/posts/{id}/like', {}],
      ['GET /api/v1/posts/{id}/comments', {}],
      ['POST /api/v1/posts/{id}/comments', { clientId: randomUUID(), text: 'x' }],
    ] as const)
      expect(codeOf(await world.eve.try(key, { id, ...input }))).toEqual([404, 'not_found']);
  });

  test('stores a post once if it is sent again, even at the same time', async () => {
    const clientId = randomUUID();
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => world.ana.call('POST /api/v1/posts', { clientId, text: 'Once' })),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await textsFor(world.ben)).toEqual(['Once']);
    expect(codeOf(await world.ana.try('POST /api/v1/posts', { clientId: randomUUID() }))).toEqual([
      422,
      'post_empty',
    ]);
  });

  test('lets authors edit and delete posts, and rejects the second of two simultaneous edits', async () => {
    const one = await say(world.ana, 'First');
    const edit = (who: Person, text: string, version = one.version) =>
      who.try('PATCH /api/v1/posts/{id}', { id: one.id, text, version });
    expect(codeOf(await edit(world.ben, 'Mine'))).toEqual([404, 'not_found']);
    const elsewhere = await world.signInAgain(world.ana);
    const answers = await Promise.all([edit(world.ana, 'Second'), edit(elsewhere, 'Third')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [post] = await feed(world.ben);
    expect(post).toMatchObject({ editedAt: expect.any(String), version: 2 });
    expect(post?.can).toMatchObject({ edit: false, delete: false, pin: false, report: true });
    expect(codeOf(await world.ben.try('DELETE /api/v1/posts/{id}', { id: one.id }))).toEqual([
      404,
      'not_found',
    ]);
    await world.ana.call('DELETE /api/v1/posts/{id}', { id: one.id });
    expect(await textsFor(world.ben)).toEqual([]);
    expect((await world.ben.try('GET /api/v1/posts/{id}', { id: one.id })).status).toBe(404);
  });

  test('lets staff delete and pin posts, and returns the one pinned post separately', async () => {
    const [a, b] = [await say(world.ana, 'A'), await say(world.ben, 'B')];
    const pin = (who: Person, id: string) => who.try('PUT /api/v1/posts/{id}/pin', { id });
    expect((await pin(world.ana, a.id)).status).toBe(403);
    await pin(world.admin, a.id);
    await pin(world.admin, b.id);
    const page = await world.ana.call('GET /api/v1/feed', {});
    expect([page.pinned?.text, page.items.map(({ text }) => text)]).toEqual(['B', ['A']]);
    await world.admin.call('DELETE /api/v1/posts/{id}', { id: b.id });
    expect((await world.ana.call('GET /api/v1/feed', {})).pinned).toBeNull();
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 3 });
    expect(entries.map(({ detail }) => detail)).toMatchObject([
      { act: 'deleted', text: 'B' },
      { act: 'pinned', text: 'B' },
      { act: 'pinned', text: 'A' },
    ]);
  });
});

describe('likes, comments and polls', () => {
  test('are counted once per person, even if many arrive at the same time', async () => {
    const { id } = await say(world.ana, 'Hello');
    const people = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        world.join({ username: `fan${n}-${id}`, first_name: 'Fan', last_name: String(n) }),
      ),
    );
    await Promise.all(
      people.flatMap((one) => [
        one.call('PUT /api/v1/posts/{id}/like', { id }),
        one.call('PUT /api/v1/posts/{id}/like', { id }),
        comment(one, id, 'Nice'),
      ]),
    );
    expect((await feed(world.ben))[0]).toMatchObject({
      likes: 100,
      liked: false,
      comments: 100,
    });
    const [fan] = people;
    if (fan === undefined) throw new Error('nobody');
    expect(await fan.call('DELETE /api/v1/posts/{id}/like', { id })).toEqual({
      likes: 99,
      liked: false,
    });
    expect(await fan.call('DELETE /api/v1/posts/{id}/like', { id })).toMatchObject({ likes: 99 });
  });

  test('have replies one level deep, which stay when their comment is deleted', async () => {
    const { id } = await say(world.ana, 'Hello');
    const one = await comment(world.ben, id, 'One');
    world.clock.advance(1_000);
    const reply = await comment(world.ana, id, 'Reply', { replyTo: one.id });
    world.clock.advance(1_000);
    const deeper = await comment(world.ben, id, 'Deeper', { replyTo: reply.id });
    expect(deeper.replyTo).toBe(one.id);
    await world.ana.call('PUT /api/v1/comments/{id}/like', { id: one.id });
    expect(
      (await commentsFor(world.ana, id)).map(({ text, replyTo, likes, liked }) => [
        text,
        replyTo,
        likes,
        liked,
      ]),
    ).toEqual([
      ['One', null, 1, true],
      ['Reply', one.id, 0, false],
      ['Deeper', one.id, 0, false],
    ]);
    await world.ben.call('DELETE /api/v1/comments/{id}', { id: one.id });
    expect((await commentsFor(world.ana, id))[0]).toMatchObject({
      text: '',
      author: null,
      isDeleted: true,
    });
    expect((await feed(world.ana))[0]?.comments).toBe(2);
    expect(
      codeOf(await world.ben.try('PATCH /api/v1/comments/{id}', { id: reply.id, text: 'Mine' })),
    ).toEqual([404, 'not_found']);
  });

  test('accept one vote per person, who can change and withdraw it, even at the same time', async () => {
    const { id, poll: asked } = await say(world.ana, 'Lunch?', { poll });
    const [pizza = '', sushi = ''] = asked?.options.map((one) => one.id) ?? [];
    const vote = (options: string[]) =>
      world.ben.try('PUT /api/v1/posts/{id}/vote', { id, options });
    await Promise.all([vote([pizza]), vote([sushi]), vote([pizza])]);
    const votes = async () => (await feed(world.ben))[0]?.poll?.options.map((one) => one.votes);
    expect((await votes())?.reduce((sum, n) => sum + n, 0)).toBe(1);
    await vote([sushi]);
    expect(await votes()).toEqual([0, 1, 0]);
    // If the total excluded blocked people's votes, it would reveal them.
    await world.cy.call('PUT /api/v1/posts/{id}/vote', { id, options: [sushi] });
    await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: world.cy.uid });
    expect(await votes()).toEqual([0, 2, 0]);
    expect((await feed(world.ben))[0]?.poll?.voters).toBe(2);
    await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: world.cy.uid });
    await world.cy.call('PUT /api/v1/posts/{id}/vote', { id, options: [] });
    expect(codeOf(await vote([pizza, sushi]))).toEqual([422, 'poll_one_option']);
    await vote([]);
    expect(await votes()).toEqual([0, 0, 0]);
    expect(codeOf(await vote(['999']))).toEqual([404, 'not_found']);
  });

  test('count each of many simultaneous voters once, and every accepted vote when the poll closes', async () => {
    const closesAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const { id, poll: asked } = await say(world.ana, 'Lunch?', { poll: { ...poll, closesAt } });
    const options = asked?.options.map((one) => one.id) ?? [];
    const people = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        world.join({ username: `voter${n}-${id}`, first_name: 'Voter', last_name: String(n) }),
      ),
    );
    const vote = (who: Person, option: number) =>
      who.try('PUT /api/v1/posts/{id}/vote', { id, options: [options[option % 3] ?? ''] });
    const result = async () => {
      const now = (await world.ben.call('GET /api/v1/posts/{id}', { id })).poll;
      const votes = now?.options.map((one) => one.votes) ?? [];
      return [now?.voters, votes.reduce((sum, n) => sum + n, 0)];
    };
    const early = people.slice(0, 40);
    // Each person votes twice, for different options.
    await Promise.all(early.flatMap((who, n) => [vote(who, n), vote(who, n + 1)]));
    expect(await result()).toEqual([40, 40]);
    const sent = people.slice(40).map(async (who, n) => {
      if (n === 10) world.clock.advance(61_000);
      return vote(who, n);
    });
    const late = await Promise.all(sent);
    const accepted = late.filter(({ status }) => status === 200).length;
    const refused = late.filter((one) => one.status !== 200).map(codeOf);
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toEqual([409, 'poll_closed']);
    expect(await result()).toEqual([40 + accepted, 40 + accepted]);
  });

  test('accept deeply nested markup as text, and posts with too many tags are rejected', async () => {
    const bomb = '<div><svg onload=x>'.repeat(420);
    const { id } = await say(world.ana, bomb);
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id })).text).toBe(bomb);
    const marked = '*_~`@[1]'.repeat(1_000);
    expect((await say(world.ana, marked)).text).toBe(marked);
    const club = await world.admin.call('POST /api/v1/clubs', {
      clientId: randomUUID(),
      name: `Tags ${id}`,
      membership: 'open',
      president: world.ben.uid,
    });
    const aimedAt = Array.from({ length: 200 }, (_, n) => `Tag ${n}`);
    const refused = await world.ben.try('POST /api/v1/posts', {
      clientId: randomUUID(),
      club: club.id,
      text: 'To all of these',
      aimedAt,
    });
    expect(codeOf(refused)).toEqual([400, 'invalid_input']);
    // The allowed HTML of a club is kept, in time that is linear in its length.
    await world.ben.call('PATCH /api/v1/clubs/{id}', {
      id: club.id,
      version: 1,
      about: '<b onclick=x><p>'.repeat(2_400),
    });
    const { about } = await world.ana.call('GET /api/v1/clubs/{id}/about', { id: club.id });
    expect(about).not.toMatch(/onclick|<b/);
    expect(
      (await world.ben.call('GET /api/v1/feed', { scope: 'club', club: club.id })).items,
    ).toEqual([]);
  });

  test('reject votes on closed polls and polls without options', async () => {
    const closesAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const { id, poll: asked } = await say(world.ana, '', { poll: { ...poll, closesAt } });
    world.clock.advance(61_000);
    const options = [asked?.options[0]?.id ?? ''];
    expect(codeOf(await world.ben.try('PUT /api/v1/posts/{id}/vote', { id, options }))).toEqual([
      409,
      'poll_closed',
    ]);
    for (const [bad, code] of [
      [{ options: ['One'] }, 'poll_options'],
      [{ options: ['One', 'one'] }, 'poll_options'],
      [{ ...poll, closesAt: '2020-01-01T00:00:00.000Z' }, 'poll_times'],
    ] as const)
      expect(
        codeOf(await world.ana.try('POST /api/v1/posts', { clientId: randomUUID(), poll: bad })),
      ).toEqual([422, code]);
  });
});

describe('people in posts', () => {
  test('appear in likes and as connections, and hidden people are left out of lists and counts', async () => {
    const { id } = await say(world.ana, 'Hello');
    const [friend, stranger, blocked, held] = await Promise.all(
      ['Friend', 'Stranger', 'Blocked', 'Held'].map((name) =>
        world.join({ username: `${name.toLowerCase()}-${id}`, first_name: name, last_name: 'X' }),
      ),
    );
    if (!friend || !stranger || !blocked || !held) throw new Error('nobody');
    await connect(friend, world.ben);
    for (const who of [friend, stranger, blocked, held]) {
      world.clock.advance(1_000);
      await who.call('PUT /api/v1/posts/{id}/like', { id });
    }
    await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: blocked.uid });
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: held.uid, hasHold: true });
    const likers = async (who: Person, more: object = {}) =>
      who.call('GET /api/v1/posts/{id}/likes', { id, ...more });
    const first = await likers(world.ben, { size: 1 });
    const rest = await likers(world.ben, { cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map(({ firstName }) => firstName)).toEqual([
      'Stranger',
      'Friend',
    ]);
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id })).likes).toBe(2);
    const known = async (who: Person) =>
      (await who.call('GET /api/v1/posts/likers', { posts: `${id},999` })).items;
    expect(await known(world.ben)).toMatchObject([
      { post: id, people: [{ uid: friend.uid, firstName: 'Friend' }] },
    ]);
    expect(await known(stranger)).toEqual([]);
    expect(await known(world.eve)).toEqual([]);
    expect(codeOf(await world.eve.try('GET /api/v1/posts/{id}/likes', { id }))).toEqual([
      404,
      'not_found',
    ]);
    await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: blocked.uid });
  });

  test('disappear with their posts and comments from lists and counts when blocked', async () => {
    const mine = await say(world.ana, 'From Ana');
    await say(world.ben, 'From Ben');
    await comment(world.ben, mine.id, 'From Ben');
    await comment(world.cy, mine.id, 'From Cy');
    await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: world.ben.uid });
    expect(await textsFor(world.ana)).toEqual(['From Ana']);
    expect((await feed(world.ana))[0]?.comments).toBe(1);
    expect((await commentsFor(world.ana, mine.id)).map(({ text }) => text)).toEqual(['From Cy']);
    expect(await textsFor(world.ben)).toEqual(['From Ben']);
    expect((await world.ben.try('PUT /api/v1/posts/{id}/like', { id: mine.id })).status).toBe(404);
    await world.ana.call('DELETE /api/v1/blocks/{uid}', { uid: world.ben.uid });
  });

  test('are named in mentions for everyone they haven’t blocked, and always for admins', async () => {
    const join = (name: string) => world.join({ username: name.toLowerCase(), first_name: name });
    const [xia, yan, zoe] = [await join('Xia'), await join('Yan'), await join('Zoe')];
    const post = await say(world.admin, `@[${xia.uid}] and @[${world.admin.uid}]`);
    const names = async (who: Person) =>
      (await who.call('GET /api/v1/posts/{id}', { id: post.id })).mentions.map(({ uid }) => uid);
    const block = (who: Person, whom: Person) =>
      world.sql(
        'insert into blocks (school_id, blocker_id, blocked_id) values ($1, $2, $3) on conflict do nothing',
        [world.school, Number(who.uid), Number(whom.uid)],
      );
    await block(xia, yan);
    await block(xia, world.admin);
    await block(world.admin, yan);
    await block(zoe, xia);
    expect(await names(yan)).toEqual([world.admin.uid]);
    expect(await names(world.admin)).toEqual(expect.arrayContaining([xia.uid, world.admin.uid]));
    // A person's own block doesn't hide a name from them.
    expect(await names(zoe)).toContain(xia.uid);
    await block(xia, zoe);
    expect(await names(zoe)).toEqual([world.admin.uid]);
    // After two people block each other, neither sees the other's posts, even if one block is removed.
    await say(xia, 'Of Xia');
    const blocked = [await textsFor(zoe)];
    await zoe.call('DELETE /api/v1/blocks/{uid}', { uid: xia.uid });
    blocked.push(await textsFor(zoe));
    for (const texts of blocked) expect(texts).not.toContain('Of Xia');
    for (const who of [world.admin, world.cy]) expect(await textsFor(who)).toContain('Of Xia');
  });

  test('who aren’t in the directory have posts that only connections see', async () => {
    const dora = await world.join({ username: 'dora', first_name: 'Dora', last_name: 'X' });
    await connect(dora, world.ana);
    await say(dora, 'From Dora');
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: dora.uid, hasHold: true });
    expect(await textsFor(world.ana)).toEqual(['From Dora']);
    expect(await textsFor(world.ben)).toEqual([]);
    expect(await textsFor(dora)).toEqual(['From Dora']);
  });

  test('can report posts and comments, and moderators see the reporter and the text', async () => {
    const { id } = await say(world.ana, 'Rude words');
    await world.ben.call('POST /api/v1/reports', { target: { kind: 'post', id }, reason: 'spam' });
    const { items } = await world.admin.call('GET /api/v1/reports', {});
    expect(items.at(-1)).toMatchObject({
      target: { kind: 'post', id, title: 'Rude words' },
      person: { uid: world.ana.uid },
    });
  });

  test('have their posts in the data export, and erasure removes them but keeps replies of others', async () => {
    const fay = await world.join({ username: 'fay', first_name: 'Fay', last_name: 'X' });
    const theirs = await say(fay, 'From Fay', { poll });
    const { id } = await say(world.ana, 'From Ana');
    const one = await comment(fay, id, 'From Fay');
    world.clock.advance(1_000);
    await comment(world.ben, id, 'Reply', { replyTo: one.id });
    await fay.call('PUT /api/v1/posts/{id}/like', { id });
    const { sections } = await fay.call('GET /api/v1/account/data');
    expect(sections).toMatchObject({
      posts: [{ text: 'From Fay', poll: poll.options }],
      comments: [{ text: 'From Fay' }],
      likes: [{ on: 'post' }],
    });
    await fay.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
    await world.app.jobs.settle();
    expect((await world.ana.try('GET /api/v1/posts/{id}', { id: theirs.id })).status).toBe(404);
    expect((await feed(world.ben))[0]).toMatchObject({ likes: 0, comments: 1 });
    expect((await commentsFor(world.ben, id)).map(({ text }) => text)).toEqual(['', 'Reply']);
  });
});
