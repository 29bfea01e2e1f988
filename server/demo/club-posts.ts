import { newClientId } from '#contract/client-id.ts';
import type { PostKind } from '#contract/posts/limits.ts';
import { insertComment } from '#server/features/posts/comments/comments.queries.ts';
import { insertPoll, lockPoll } from '#server/features/posts/polls/polls.queries.ts';
import { insertPost, updateMark, type NewPost } from '#server/features/posts/posts.queries.ts';
import { insertPostFiles } from '#server/features/posts/files/files.queries.ts';
import { scenes, type Scene, type SendPicture } from './demo-pictures.ts';
import { insertPollVotes, insertPostLikes, selectActiveClubs } from './demo.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import type { DemoContext } from './demo-context.ts';

/** Posts in clubs. `{day}`, `{place}`, `{time}` and `{club}` are filled in. `replies` are by others. */
interface Line {
  readonly text: string;
  readonly title?: string;
  readonly replies?: readonly string[];
  readonly poll?: readonly string[];
  readonly pictures?: readonly Scene[];
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const places = [
  'room 204 of the student center',
  'the courtyard',
  'the small hall',
  'the library’s group room',
  'the old cafeteria',
  'the media lab',
];
const times = ['5 pm', '6 pm', '6:30 pm', '7 pm', '8 pm'];

const posts: readonly Line[] = [
  {
    text: 'We meet on {day} at {time} in {place}. *Everybody is welcome*, also if you have never been before.',
    replies: ['I’ll be there!', 'Can I bring a friend?', 'See you then.'],
  },
  {
    text: 'Thank you all for last {day}! It was the most people we have had so far.',
    pictures: ['evening', 'talk', 'workshop', 'kitchen', 'trail'],
    replies: ['It was so much fun.', 'Same again next week, please.'],
  },
  {
    text: 'When should we meet next month?',
    poll: ['{day}, {time}', '{day}, 4 pm', 'On the weekend'],
    replies: ['I can’t on Fridays.'],
  },
  {
    text: 'Does anyone still have the key to the cupboard in {place}? We need it before {day}.',
    replies: ['I gave it to the front desk.', 'Thanks, found it!'],
  },
  {
    text: 'Small change: on {day} we start at {time}, not earlier. The room is taken before.',
  },
  {
    text: 'Looking for two people who help to set up on {day}. It takes:\n- half an hour before we start\n- ten minutes afterwards',
    replies: ['I can help with the second half.', 'Count me in.'],
  },
  {
    text: 'I put together what we learned this term. Tell me what is missing and I’ll add it.',
    replies: ['Great idea, thank you.'],
  },
  { text: 'Who wants to go to the open day together? I leave from {place} at {time}.' },
];

const topics: readonly Line[] = [
  {
    title: 'What should we do next term?',
    text: 'Please write your ideas here, also half-baked ones. We go through the list on {day}.',
    replies: [
      'Something outdoors as long as it is warm.',
      'A joint evening with another club.',
      'A session for beginners only.',
    ],
  },
  {
    title: 'Questions of new members',
    text: 'If you are new and wonder about anything: ask here. No question is too small.',
    replies: ['Do I need to bring anything the first time?', 'No, just come. We have everything.'],
  },
  {
    title: 'Lost and found',
    text: 'A gray scarf was left in {place} on {day}. It is in our cupboard now.',
    replies: ['That’s mine, thank you!'],
  },
];

const news: readonly Line[] = [
  {
    title: 'Our plan for the term',
    text: 'We meet every {day} at {time} in {place}. The first meeting of each month is for people who want to see what we do; bring somebody along.',
  },
  {
    title: 'We have a new room',
    pictures: ['room'],
    text: 'From next week on we are in {place}. It has more light, and a kitchen next door.',
    replies: ['Finally a kitchen!'],
  },
];

const seed = 70_905;
const hourMs = 3_600_000;
const unpinned = { club: null, kind: 'topic' } as const;

interface PostContext extends DemoContext {
  readonly send: SendPicture;
  readonly chance: RandomSource;
}

const fill = (chance: RandomSource, text: string): string =>
  text
    .replaceAll('{day}', () => chance.pick(days))
    .replaceAll('{place}', () => chance.pick(places))
    .replaceAll('{time}', () => chance.pick(times));

/** Stores a post with its votes, comments and likes. */
const addLine = async (
  { db, send, school, now, chance }: PostContext,
  { club, members }: { club: number; members: readonly number[] },
  line: Line,
  { kind, hoursAgo, by }: { kind: PostKind; hoursAgo: number; by: number },
): Promise<void> => {
  const at = new Date(now.getTime() - hoursAgo * hourMs);
  const cover =
    kind === 'article'
      ? await send(by, { scene: line.pictures?.[0] ?? chance.pick(scenes), name: 'Cover.webp' }, at)
      : null;
  const post: NewPost = {
    author: by,
    clientId: newClientId(),
    club,
    kind,
    title: line.title ?? '',
    text: fill(chance, line.text),
    mentions: [],
    isAsClub: kind === 'article',
    aimedAt: null,
    publishedAt: at,
    hub: null,
    preview: null,
    cover,
  };
  const id = (await insertPost(db, school, post))?.id ?? 0;
  const uploads: number[] = [];
  const some = line.pictures ?? [];
  // Each club begins with another picture, and has another number of them.
  const start = chance.below(some.length || 1);
  const shown = [...some.slice(start), ...some.slice(0, start)].slice(0, 1 + (club % 4));
  for (const [nth, scene] of shown.entries())
    uploads.push(await send(by, { scene, name: `Photo ${nth + 1}.webp` }, at));
  await insertPostFiles(db, school, id, uploads);
  if (line.poll !== undefined) {
    const options = line.poll.map((option) => fill(chance, option));
    await insertPoll(db, school, id, { options, isMultiple: false, closesAt: null });
    const ids = (await lockPoll(db, id))?.options ?? [];
    const votes = members
      .slice(0, 18)
      .map((by) => ({ by, option: ids[chance.below(ids.length)] ?? 0 }));
    await insertPollVotes(db, school, { post: id, votes, at });
  }
  const likers = members.slice(0, chance.below(Math.min(members.length, 14) + 1));
  await insertPostLikes(db, school, { post: id, people: likers, at });
  for (const [nth, text] of (line.replies ?? []).entries()) {
    const minutes = 15 + nth * 20 + chance.below(10);
    await insertComment(db, school, {
      post: id,
      replyTo: null,
      author: chance.pick(members),
      clientId: newClientId(),
      text,
      mentions: [],
      now: new Date(Math.min(at.getTime() + minutes * 60_000, now.getTime())),
    });
  }
  if (kind === 'topic' && line.title === 'Lost and found')
    await updateMark(db, { ...unpinned, id }, 'solved', at);
  if (kind === 'topic' && line.title === 'Questions of new members')
    await updateMark(db, { ...unpinned, id }, 'pinned', at);
};

/** Adds posts, topics and news by members of the demo school's clubs, with polls, likes and comments. */
export const addClubPosts = async ({
  db,
  send,
  school,
  now,
}: Omit<PostContext, 'chance'>): Promise<void> => {
  const chance = createRandomSource(seed);
  const clubs = await selectActiveClubs(db);
  for (const { club, members, officers } of clubs) {
    const context = { db, send, school, now, chance };
    const of = { club, members };
    const leader = officers[0] ?? members[0] ?? 0;
    let hoursAgo = 2 + chance.below(40);
    for (let n = 0; n < 3 + chance.below(3); n += 1) {
      const by = n % 2 === 0 ? leader : chance.pick(members);
      await addLine(context, of, chance.pick(posts), { kind: 'post', hoursAgo, by });
      hoursAgo += 20 + chance.below(60);
    }
    for (const topic of topics)
      await addLine(context, of, topic, {
        kind: 'topic',
        hoursAgo: 30 + chance.below(200),
        by: chance.pick(members),
      });
    await addLine(context, of, chance.pick(news), {
      kind: 'article',
      hoursAgo: 60 + chance.below(200),
      by: leader,
    });
  }
};
