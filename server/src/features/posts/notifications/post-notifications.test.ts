import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { codeOf } from '../../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

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
const say = (who: Person, more: object = {}) =>
  who.call('POST /api/v1/posts', { clientId: randomUUID(), text: 'x', ...more });
const comment = (who: Person, id: string) =>
  who.call('POST /api/v1/posts/{id}/comments', { id, clientId: randomUUID(), text: 'y' });
const settle = () => world.app.jobs.settle();
/** Returns someone's notifications of one type, newest first. */
const items = async (who: Person, kind: string) => {
  await settle();
  return (await who.call('GET /api/v1/notifications', { count: 50 })).items.filter(
    (one) => one.kind === kind,
  );
};
const readAll = (who: Person) => who.call('PATCH /api/v1/notifications/mark-all-as-read');
/** Makes someone a member of a club with a position that has no permissions. */
const makeOfficer = async (club: string, who: Person) => {
  await join(who, club);
  const { id: position } = await world.admin.call('POST /api/v1/school/club-positions', {
    clientId: newClientId(),
    name: `Archivist of ${club}`,
    permissions: [],
  });
  await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [who.uid],
    act: 'position',
    position,
  });
};
/** Returns the notifications about one club. */
const about = <T extends { club: { id: string } | null }>(club: string, list: readonly T[]): T[] =>
  list.filter((one) => one.club?.id === club);
let crowd = 0;
const newcomer = (name: string) =>
  world.join({ username: `${name.toLowerCase()}${(crowd += 1)}`, first_name: name });

describe('[NOTIF-04] clubs and posts', () => {
  test('notify members except the author of a club post, with separate news settings for members and officers', async () => {
    const { id, name } = await create();
    const [cem, dee] = [await newcomer('Cem'), await newcomer('Dee')];
    await join(cem, id);
    const post = await say(world.ben, { club: id });
    expect(await items(cem, 'club_posted')).toMatchObject([
      {
        key: 'member.postsOnGroupFeed',
        category: 'groups',
        club: { id, name },
        target: { kind: 'post', id: post.id },
        people: [{ uid: world.ben.uid }],
      },
    ]);
    for (const who of [world.ben, dee, world.eve])
      expect(await items(who, 'club_posted')).toEqual([]);
    const { id: officer } = (await world.admin.call('GET /api/v1/clubs/{id}/settings', { id }))
      .positions[4] ?? { id: '' };
    await join(dee, id);
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [dee.uid],
      act: 'position',
      position: officer,
    });
    await say(world.ben, { club: id, kind: 'article', title: 'News' });
    expect(await items(cem, 'news_posted')).toMatchObject([
      { key: 'member.postsOnNews', people: [] },
    ]);
    expect(await items(dee, 'news_created')).toMatchObject([{ key: 'officer.newsCreated' }]);
    expect(await items(dee, 'news_posted')).toEqual([]);
  });

  test('show the club and no author for a post in the club’s name', async () => {
    const { id } = await create();
    const cem = await newcomer('Cem');
    await join(cem, id);
    await say(world.ben, { club: id, asClub: true });
    expect(await items(cem, 'club_announced')).toMatchObject([{ people: [], club: { id } }]);
  });

  test('[NOTIF-04] hide the author of news in the club’s name from its officers, too', async () => {
    const { id } = await create();
    const dee = await newcomer('Dee');
    await makeOfficer(id, dee);
    await say(world.ben, { club: id, kind: 'article', title: 'Ours', asClub: true });
    expect(await items(dee, 'news_posted')).toMatchObject([
      { key: 'officer.newsCreated', people: [], club: { id } },
    ]);
    expect(await items(dee, 'news_created')).toEqual([]);
  });

  test('notify no one else of targeted, scheduled and deleted posts', async () => {
    const { id } = await create();
    const [cem, dee] = [await newcomer('Cem'), await newcomer('Dee')];
    for (const who of [cem, dee]) await join(who, id);
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [cem.uid],
      act: 'tag',
      tag: 'Choir',
    });
    await say(world.ben, { club: id, aimedAt: ['Choir'] });
    expect(await items(cem, 'club_posted')).toHaveLength(1);
    expect(await items(dee, 'club_posted')).toEqual([]);
    await readAll(cem);
    await say(world.ben, {
      club: id,
      publishAt: new Date(world.clock.now().getTime() + 60_000).toISOString(),
    });
    expect(await items(dee, 'club_posted')).toEqual([]);
    world.clock.advance(61_000);
    expect(await items(dee, 'club_posted')).toHaveLength(1);
    await readAll(dee);
    const gone = await say(world.ben, { club: id });
    await world.ben.call('DELETE /api/v1/posts/{id}', { id: gone.id });
    expect((await items(dee, 'club_posted')).filter(({ isRead }) => !isRead)).toEqual([]);
  });

  test('group likes, without withdrawn ones, the author’s own, and those of blocked people', async () => {
    const [author, one, two, three] = await Promise.all(
      ['Author', 'One', 'Two', 'Three'].map(newcomer),
    );
    if (!author || !one || !two || !three) throw new Error('people');
    const post = await say(author);
    await three.call('PUT /api/v1/blocks/{uid}', { uid: author.uid });
    for (const who of [author, one, two])
      await who.call('PUT /api/v1/posts/{id}/like', { id: post.id });
    expect(codeOf(await three.try('PUT /api/v1/posts/{id}/like', { id: post.id }))).toEqual([
      404,
      'not_found',
    ]);
    const [likes, ...more] = await items(author, 'post_liked');
    expect(more).toEqual([]);
    expect(likes).toMatchObject({
      peopleCount: 2,
      key: 'general.postLikes',
      target: { id: post.id },
    });
    expect(new Set(likes?.people.map(({ uid }) => uid))).toEqual(new Set([one.uid, two.uid]));
    const { id: reply } = await comment(author, post.id);
    await one.call('PUT /api/v1/comments/{id}/like', { id: reply });
    expect(await items(author, 'comment_liked')).toMatchObject([
      { key: 'general.commentLikes', peopleCount: 1 },
    ]);
  });

  test('notify the author and earlier commenters of comments, with a separate setting for forum replies', async () => {
    const { id } = await create();
    const [cem, dee] = [await newcomer('Cem'), await newcomer('Dee')];
    for (const who of [cem, dee]) await join(who, id);
    const post = await say(cem);
    await comment(dee, post.id);
    expect(await items(cem, 'post_commented')).toMatchObject([
      { key: 'general.commentsOnCommentedPosts', people: [{ uid: dee.uid }] },
    ]);
    expect(await items(dee, 'post_commented')).toEqual([]);
    await comment(world.ben, post.id);
    expect(await items(dee, 'post_commented')).toMatchObject([
      { people: [{ uid: world.ben.uid }] },
    ]);
    const topic = await say(cem, { club: id, kind: 'topic', title: 'Topic' });
    await comment(dee, topic.id);
    expect(await items(cem, 'topic_commented')).toMatchObject([
      { key: 'member.commentsOnForumPost', club: { id } },
    ]);
    // Past members get no notifications about the forum, because its setting is for members.
    await readAll(cem);
    await cem.call('DELETE /api/v1/clubs/{id}/membership', { id });
    await comment(dee, topic.id);
    expect((await items(cem, 'topic_commented')).filter(({ isRead }) => !isRead)).toEqual([]);
  });

  test('notify everyone of school posts under one setting, grouped while unread', async () => {
    const cem = await newcomer('Cem');
    await say(world.ana);
    await say(world.ben);
    expect(await items(cem, 'school_posted')).toMatchObject([
      { key: 'general.schoolFeedPosts', peopleCount: 2, club: null },
    ]);
    expect(await items(world.eve, 'school_posted')).toEqual([]);
  });

  test('notify mentioned people once if they can see the post or comment, and never the author', async () => {
    const { id } = await create();
    const [author, named, outsider, blocker] = await Promise.all(
      ['Auth', 'Named', 'Outside', 'Blocks'].map(newcomer),
    );
    if (!author || !named || !outsider || !blocker) throw new Error('people');
    for (const who of [author, named, blocker]) await join(who, id);
    await world.admin.call('PATCH /api/v1/clubs/{id}', { id, version: 1, postsFor: 'members' });
    await blocker.call('PUT /api/v1/blocks/{uid}', { uid: author.uid });
    const all = [author, named, outsider, blocker, world.eve].map(({ uid }) => `@[${uid}]`);
    const post = await say(author, { club: id, text: `Hello ${all.join(' ')}` });
    expect(await items(named, 'post_mentioned')).toMatchObject([
      {
        key: 'general.commentsOnCommentedPosts',
        people: [{ uid: author.uid }],
        target: { kind: 'post', id: post.id },
      },
    ]);
    // The post doesn't cause a second notification for them.
    expect(await items(named, 'club_posted')).toEqual([]);
    for (const who of [author, outsider, blocker, world.eve])
      expect(await items(who, 'post_mentioned')).toEqual([]);
    await readAll(named);
    const edit = (text: string, version: number) =>
      author.call('PATCH /api/v1/posts/{id}', { id: post.id, text, version });
    await edit(`Hello again @[${named.uid}]`, 1);
    expect((await items(named, 'post_mentioned')).filter(({ isRead }) => !isRead)).toEqual([]);
    await edit(`Hello @[${named.uid}] @[${world.ben.uid}]`, 2);
    expect(await items(world.ben, 'post_mentioned')).toHaveLength(1);
    const reply = await author.call('POST /api/v1/posts/{id}/comments', {
      id: post.id,
      clientId: randomUUID(),
      text: `@[${named.uid}], what do you say?`,
    });
    expect(await items(named, 'comment_mentioned')).toMatchObject([
      { people: [{ uid: author.uid }] },
    ]);
    await author.call('PATCH /api/v1/comments/{id}', {
      id: reply.id,
      text: `@[${named.uid}], @[${world.ben.uid}]?`,
    });
    expect(await items(world.ben, 'comment_mentioned')).toHaveLength(1);
    await say(world.ben, { club: id, asClub: true, text: `Thanks, @[${named.uid}]` });
    expect(await items(named, 'club_mentioned')).toMatchObject([{ people: [], club: { id } }]);
  });

  test('notify people who turned off mentions of the post like everyone else', async () => {
    const { id } = await create();
    const muted = await newcomer('Muted');
    await join(muted, id);
    await muted.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'commentsOnCommentedPosts',
      preferences: { in_app: 'no', mobile: 'no', email: 'no' },
    });
    await say(world.ben, { club: id, text: `Hello @[${muted.uid}]` });
    expect(await items(muted, 'club_posted')).toHaveLength(1);
    expect(await items(muted, 'post_mentioned')).toEqual([]);
    // This is also true for posts in the club's name.
    await say(world.ben, { club: id, asClub: true, text: `Hello @[${muted.uid}]` });
    expect(await items(muted, 'club_announced')).toHaveLength(1);
    expect(await items(muted, 'club_mentioned')).toEqual([]);
    await say(world.ben, { club: id, asClub: true, text: `Hello @[${world.ana.uid}]` });
    const [named] = await items(world.ana, 'club_mentioned');
    await world.ana.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'commentsOnCommentedPosts',
      preferences: { in_app: 'no' },
    });
    const why = await world.ana.call('GET /api/v1/notifications/{id}/why', { id: named?.id ?? '' });
    expect(why.platforms.find(({ platform }) => platform === 'in_app')).toMatchObject({
      now: { value: 'no', rule: 'own' },
    });
  });

  test('notify officers of new members, requests and new officers', async () => {
    const { id } = await create({ membership: 'request' });
    const cem = await newcomer('Cem');
    await join(cem, id);
    expect(about(id, await items(world.ben, 'member_requested'))).toMatchObject([
      { key: 'officer.newMemberRequiresValidation', people: [{ uid: cem.uid }], club: { id } },
    ]);
    const [president] = (await world.admin.call('GET /api/v1/clubs/{id}/settings', { id }))
      .positions;
    await world.admin.call('POST /api/v1/clubs/{id}/requests', {
      id,
      accept: [cem.uid],
      decline: [],
    });
    expect(about(id, await items(world.ben, 'member_joined'))).toMatchObject([
      { key: 'officer.newMember', people: [{ uid: cem.uid }] },
    ]);
    // After the admin responds, the request is marked as read for the other officers.
    expect(about(id, await items(world.ben, 'member_requested'))).toMatchObject([{ isRead: true }]);
    await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [cem.uid],
      act: 'position',
      position: president?.id ?? '',
    });
    expect(about(id, await items(world.ben, 'officer_added'))).toMatchObject([
      { key: 'officer.newOfficer' },
    ]);
    expect(await items(cem, 'officer_added')).toEqual([]);
  });

  test('[NOTIF-04] notify officers of requests if they can respond to them', async () => {
    const { id } = await create({ membership: 'request' });
    const [cem, dee] = [await newcomer('Cem'), await newcomer('Dee')];
    await world.ben.call('POST /api/v1/clubs/{id}/invitations', { id, uids: [dee.uid] });
    await makeOfficer(id, dee);
    await join(cem, id);
    expect((await dee.try('GET /api/v1/clubs/{id}/requests', { id })).status).toBe(403);
    expect(about(id, await items(world.ben, 'member_requested'))).toHaveLength(1);
    expect(await items(dee, 'member_requested')).toEqual([]);
  });

  test('notify only the other officers of requests that one accepts and positions that one assigns', async () => {
    const { id, name } = await create({ membership: 'request' });
    const [cem, dee] = [await newcomer('Cem'), await newcomer('Dee')];
    await join(cem, id);
    const settings = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id });
    const appoint = (who: Person) =>
      world.ben.call('PATCH /api/v1/clubs/{id}/members', {
        id,
        uids: [who.uid],
        act: 'position',
        position: settings.positions[4]?.id ?? '',
      });
    await world.ben.call('POST /api/v1/clubs/{id}/requests', { id, accept: [cem.uid] });
    await appoint(cem);
    // The new officer also gets one notification.
    await appoint(cem);
    expect(await items(cem, 'club_position_given')).toMatchObject([
      {
        key: 'general.approvals',
        people: [{ uid: world.ben.uid }],
        about: { title: name, path: `/clubs/${id}` },
      },
    ]);
    expect(await items(world.ben, 'club_position_given')).toEqual([]);
    await join(dee, id);
    await world.ben.call('POST /api/v1/clubs/{id}/requests', { id, accept: [dee.uid] });
    await appoint(dee);
    for (const kind of ['member_joined', 'officer_added'])
      expect(about(id, await items(world.ben, kind))).toEqual([]);
    for (const kind of ['member_joined', 'officer_added'])
      expect(about(id, await items(cem, kind))).toMatchObject([{ people: [{ uid: dee.uid }] }]);
  });
});

describe('[NOTIF-02] [NOTIF-03] notification settings of clubs', () => {
  test('are listed by role for each club, change for one club only, and appear in explanations', async () => {
    const [one, two] = [await create(), await create()];
    const cem = await newcomer('Cem');
    for (const { id } of [one, two]) await join(cem, id);
    const groups = async (who: Person) =>
      (await who.call('GET /api/v1/notifications/preferences')).groups;
    expect((await groups(cem)).map(({ groupId, role }) => [groupId, role])).toEqual(
      expect.arrayContaining([
        [one.id, 'member'],
        [two.id, 'member'],
      ]),
    );
    expect(
      (await groups(world.ben)).filter(({ groupId }) => groupId === one.id).map(({ role }) => role),
    ).toEqual(['member', 'officer']);
    const choose = (
      who: Person,
      groupId: string,
      role: 'member' | 'officer',
      key: 'postsOnGroupFeed' | 'newMember',
    ) =>
      who.try('PATCH /api/v1/notifications/preferences/groups/{groupId}/{role}/{key}', {
        groupId,
        role,
        key,
        preferences: { in_app: 'no' },
      });
    expect((await choose(cem, one.id, 'member', 'postsOnGroupFeed')).status).toBe(200);
    expect(codeOf(await choose(cem, one.id, 'officer', 'newMember'))).toEqual([404, 'not_found']);
    expect(codeOf(await choose(world.eve, one.id, 'member', 'postsOnGroupFeed'))).toEqual([
      404,
      'not_found',
    ]);
    for (const { id } of [one, two]) await say(world.ben, { club: id });
    const listed = await items(cem, 'club_posted');
    expect(listed.map(({ club }) => club?.id)).toEqual([two.id]);
    const why = await cem.call('GET /api/v1/notifications/{id}/why', { id: listed[0]?.id ?? '' });
    expect(why).toMatchObject({ groupId: two.id, place: 'member' });
  });
});

describe("[NOTIF-04] a club's responses", () => {
  test('notifies people who are accepted, declined or invited, and a decline has no name and no reason', async () => {
    const { id, name } = await create({ membership: 'request' });
    const [cem, dee, eli, fay, gus] = [
      await newcomer('Cem'),
      await newcomer('Dee'),
      await newcomer('Eli'),
      await newcomer('Fay'),
      await newcomer('Gus'),
    ];
    for (const who of [cem, dee, fay]) await join(who, id);
    await world.ben.call('POST /api/v1/clubs/{id}/requests', {
      id,
      accept: [cem.uid],
      decline: [dee.uid],
    });
    // Fay has requested to join, so an invitation accepts her.
    const uids = [eli.uid, fay.uid, gus.uid];
    await world.ben.call('POST /api/v1/clubs/{id}/invitations', { id, uids });
    const approval = { key: 'general.approvals', about: { title: name, path: `/clubs/${id}` } };
    const named = { ...approval, people: [{ uid: world.ben.uid }] };
    for (const who of [cem, fay]) expect(await items(who, 'club_accepted')).toMatchObject([named]);
    expect(await items(dee, 'club_declined')).toMatchObject([{ ...approval, people: [] }]);
    expect(await items(eli, 'club_invited')).toMatchObject([named]);
    const [invited] = await items(eli, 'club_invited');
    // The invitation can be answered in the list until it is.
    expect(invited).toMatchObject({ can: { answer: true }, club: { id, name, logoUrl: null } });
    const requests = () => gus.call('GET /api/v1/notifications', { only: 'requests' });
    expect(await requests()).toMatchObject({ total: 1, items: [{ can: { answer: true } }] });
    await join(gus, id);
    expect(await requests()).toMatchObject({ total: 1, items: [{ can: { answer: false } }] });
    const why = await eli.call('GET /api/v1/notifications/{id}/why', { id: invited?.id ?? '' });
    expect(why.platforms.map(({ platform }) => platform)).toContain('email');
    world.mails.length = 0;
    world.clock.advance(86_400_000);
    await settle();
    const mailTo = (who: Person) => world.mails.find(({ to }) => to === who.email)?.text ?? '';
    expect(mailTo(eli)).toContain(`invited you to join ${name}`);
    expect(mailTo(cem)).toContain(`accepted your request to join ${name}`);
  });
});
