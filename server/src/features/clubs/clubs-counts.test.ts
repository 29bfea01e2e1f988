import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

/*
 * Every count of clubs and the feed, as five people see it: staff, an officer, a member with the tag that some content targets, a member
 * without it who has blocked that one, and someone who isn't a member.
 */
const world = inWorld();
const viewers = ['staff', 'officer', 'tagged', 'plain', 'outside'] as const;
type Viewer = (typeof viewers)[number];
let people: Record<Viewer, Person>;
let club = '';
let hidden = '';
let category = '';
let post = '';
let comment = '';

const join = (who: Person, id: string) => who.call('PUT /api/v1/clubs/{id}/membership', { id });
const say = (who: Person, more: object = {}) =>
  who.call('POST /api/v1/posts', { clientId: newClientId(), text: 'Hello', ...more });
const reply = (who: Person, text: string) =>
  who.call('POST /api/v1/posts/{id}/comments', { id: post, clientId: newClientId(), text });
const addFile = async (readers: 'everyone' | 'members' | 'officers', size: number) => {
  const { officer } = people;
  const { id } = await officer.call('POST /api/v1/uploads', {
    clientId: newClientId(),
    name: `${readers}.txt`,
    size,
  });
  await officer.try('PUT /api/v1/uploads/{id}', {
    id,
    offset: 0,
    upload: Buffer.alloc(size, 'a'),
  });
  const sent = { id: club, clientId: newClientId(), uploadId: id, readers };
  await officer.call('POST /api/v1/clubs/{id}/files', sent);
};
const addSurvey = async (audience: 'members' | 'tags' | 'school') => {
  const { officer } = people;
  const made = await officer.call('POST /api/v1/clubs/{id}/surveys', {
    id: club,
    clientId: newClientId(),
    title: audience,
  });
  const question = {
    id: 'why',
    title: 'Why?',
    kind: 'long' as const,
    help: '',
    isRequired: false,
    startsPage: false,
    conditions: [],
  };
  const { id, version } = await officer.call('PATCH /api/v1/surveys/{id}', {
    id: made.id,
    version: made.version,
    definition: { questions: [question] },
    audience,
    tags: ['Crew'],
  });
  await officer.call('POST /api/v1/surveys/{id}/publish', { id, version });
};

beforeAll(async () => {
  const { admin, ben, cy } = world;
  const tagged = await world.join({ username: 'tagged1', first_name: 'Tagged' });
  const plain = await world.join({ username: 'plain1', first_name: 'Plain' });
  const waiting = await world.join({ username: 'waiting1', first_name: 'Waiting' });
  people = { staff: admin, officer: ben, tagged, plain, outside: cy };
  category = (
    await admin.call('POST /api/v1/school/club-labels', {
      clientId: newClientId(),
      list: 'categories',
      name: 'Stages',
      kind: null,
    })
  ).id;
  const make = async (name: string, more: object = {}) =>
    (
      await admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name,
        membership: 'open',
        president: ben.uid,
        categories: [category],
        ...more,
      })
    ).id;
  club = await make('Lights');
  hidden = await make('Hidden lights', { isHidden: true });
  for (const who of [tagged, plain]) await join(who, club);
  const change = (more: object) =>
    ben.call('PATCH /api/v1/clubs/{id}/members', {
      id: club,
      uids: [tagged.uid],
      ...more,
    } as never);
  await change({ act: 'tag', tag: 'Crew' });
  const settings = await admin.call('GET /api/v1/clubs/{id}/settings', { id: club });
  await admin.call('PATCH /api/v1/clubs/{id}', {
    id: club,
    version: settings.version,
    membership: 'request',
    postsFor: 'everyone',
  });
  await join(waiting, club);
  await admin.call('POST /api/v1/school/clubs/{id}/notes', {
    id: club,
    clientId: newClientId(),
    text: 'Ask about keys.',
  });
  await ben.call('POST /api/v1/clubs/{id}/points', {
    id: club,
    clientId: newClientId(),
    uids: [tagged.uid],
    points: 7,
    reason: 'Cables',
  });
  for (const [readers, size] of [
    ['everyone', 1],
    ['members', 10],
    ['officers', 100],
  ] as const)
    await addFile(readers, size);
  for (const audience of ['members', 'tags', 'school'] as const) await addSurvey(audience);

  for (const who of [ben, tagged, plain])
    await who.call('PUT /api/v1/feed/visit', { club, part: 'feed' });
  world.clock.advance(1_000);
  await say(ben, { club, aimedAt: ['Crew'], asClub: true });
  await say(tagged, { club });
  ({ id: post } = await say(ben, { club, poll: { options: ['Yes', 'No'], multiple: false } }));
  ({ id: comment } = await reply(ben, 'First'));
  await reply(tagged, 'Second');
  const { poll } = await tagged.call('GET /api/v1/posts/{id}', { id: post });
  await tagged.call('PUT /api/v1/posts/{id}/vote', {
    id: post,
    options: [poll?.options[0]?.id ?? ''],
  });
  await tagged.call('PUT /api/v1/posts/{id}/like', { id: post });
  await tagged.call('PUT /api/v1/comments/{id}/like', { id: comment });
  await plain.call('PUT /api/v1/blocks/{uid}', { uid: tagged.uid });
  await world.app.jobs.settle();
});

/** Returns what each of the five gets, in order. */
const answersOf = async <T>(ask: (who: Person) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (const one of viewers) answers.push(await ask(people[one]));
  return answers;
};
const listed = (property: string) =>
  answersOf(async (who) => {
    const { items } = await who.call('GET /api/v1/clubs', {
      filters: JSON.stringify({ Id: club }),
      optionalProperties: JSON.stringify([property]),
    });
    return (items[0] as Record<string, unknown> | undefined)?.[property];
  });
const layout = (who: Person) => who.call('GET /api/v1/clubs/{id}/layout', { id: club });

describe('[CLUB-01, CLUB-04, FEED-01] counts for viewers with restricted access', () => {
  test.each([
    // A block hides both people from each other.
    ['CountMembers', [3, 3, 2, 2, 3]],
    ['CountOfficers', [1, 1, 1, 1, 1]],
    ['CountPoints', [7, 7, 7, 7, 7]],
    ['CountSurveys', [3, 3, 3, 2, 1]],
    ['CountAdminComments', [1, undefined, undefined, undefined, undefined]],
    ['TotalFileSize', [111, 111, 11, 11, 1]],
    ['CountEmails', [0, 0, 0, 0, 0]],
  ])('are correct for %s in the list of clubs', async (property, counts) => {
    expect(await listed(property)).toEqual(counts);
  });

  test('are correct for tabs, pending requests and the member list', async () => {
    const tab = (name: string) =>
      answersOf(async (who) => (await layout(who)).tabs.find((one) => one.name === name)?.count);
    expect(await tab('members')).toEqual([3, 3, 2, 2, 3]);
    expect(await tab('surveys')).toEqual([3, 3, 3, 2, 1]);
    expect(await tab('files')).toEqual([3, 3, 2, 2, 1]);
    expect(await answersOf(async (who) => (await layout(who)).waiting)).toEqual([
      1,
      1,
      null,
      null,
      null,
    ]);
    const members = (who: Person) => who.call('GET /api/v1/clubs/{id}/members', { id: club });
    expect(await answersOf(async (who) => (await members(who)).total)).toEqual([3, 3, 2, 2, 3]);
  });

  test('exclude hidden clubs from totals and filter options', async () => {
    const total = async (who: Person, call: 'GET /api/v1/clubs' | 'GET /api/v1/groups') =>
      (await who.call(call, { filters: JSON.stringify({ Category: category }) })).total;
    for (const call of ['GET /api/v1/clubs', 'GET /api/v1/groups'] as const)
      expect(await answersOf((who) => total(who, call))).toEqual([2, 2, 1, 1, 1]);
    const options = await answersOf(async (who) => {
      const filters = await who.call('GET /mobile_ws/v18/listing_filters', { type: 'clubs' });
      return filters
        .find(({ name }) => name === 'category')
        ?.options.find(({ label }) => label === 'Stages')?.count;
    });
    expect(options).toEqual([2, 2, 1, 1, 1]);
    expect((await people.tagged.try('GET /api/v1/clubs/{id}/layout', { id: hidden })).status).toBe(
      404,
    );
  });

  test('are correct for unread posts, likes, votes and comments', async () => {
    const unread = await answersOf(
      async (who) => (await who.call('GET /api/v1/clubs/{id}/posting', { id: club })).unread.feed,
    );
    expect(unread).toEqual([0, 1, 2, 1, 0]);
    // The person's list of clubs has the same total. It omits clubs without anything new.
    const [parts, together] = [
      await answersOf(async (who) => {
        const { feed, forum, news } = (
          await who.call('GET /api/v1/clubs/{id}/posting', { id: club })
        ).unread;
        return feed + forum + news;
      }),
      await answersOf(
        async (who) =>
          (await who.call('GET /api/v1/feed/unread')).items.find((one) => one.club === club)?.count,
      ),
    ];
    expect(together).toEqual(parts.map((count) => (count === 0 ? undefined : count)));
    const feed = async (who: Person) =>
      (await who.call('GET /api/v1/feed', { scope: 'club', club })).items.length;
    // Once each, also for staff who manage no club.
    expect(await answersOf(feed)).toEqual([3, 3, 3, 1, 2]);
    const read = (who: Person) => who.call('GET /api/v1/posts/{id}', { id: post });
    expect(
      await answersOf(async (who) => {
        const { likes, comments, poll } = await read(who);
        return [likes, comments, poll?.voters, poll?.options[0]?.votes];
      }),
    ).toEqual([
      [1, 2, 1, 1],
      [1, 2, 1, 1],
      [1, 2, 1, 1],
      [0, 1, 1, 1],
      [1, 2, 1, 1],
    ]);
    const likes = async (who: Person) => {
      const { items } = await who.call('GET /api/v1/posts/{id}/comments', { id: post });
      // Both were written at the same time.
      return items.map((one) => one.likes).toSorted((a, b) => b - a);
    };
    expect(await answersOf(likes)).toEqual([[1, 0], [1, 0], [1, 0], [0], [1, 0]]);
  });

  test('include only members that the officer can see on the club overview', async () => {
    const { officer, tagged, outside } = people;
    const members = async () =>
      (await officer.call('GET /api/v1/clubs/{id}/overview', { id: club })).members;
    expect(await members()).toBe(3);
    await officer.call('PUT /api/v1/blocks/{uid}', { uid: tagged.uid });
    expect(await members()).toBe(2);
    await officer.call('DELETE /api/v1/blocks/{uid}', { uid: tagged.uid });
    for (const who of [tagged, outside])
      expect((await who.try('GET /api/v1/clubs/{id}/overview', { id: club })).status).toBe(403);
  });
});
