import { randomUUID } from 'node:crypto';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import {
  insertPreview,
  type NewPreview,
} from '#server/features/link-previews/link-previews.queries.ts';
import { insertComment } from '#server/features/posts/comments/comments.queries.ts';
import { insertPoll, lockPoll } from '#server/features/posts/polls/polls.queries.ts';
import { insertPost, updateMark } from '#server/features/posts/posts.queries.ts';
import { insertPostFiles } from '#server/features/posts/files/files.queries.ts';
import { insertReport } from '#server/features/reports/reports.queries.ts';
import type { DemoPicture, SendPicture } from './demo-pictures.ts';
import { insertPollVotes, insertPostLikes } from './demo.queries.ts';

/** A comment. `by`: a username, or the number of a generated person. */
interface DemoComment {
  readonly by: string | number;
  readonly text: string;
  readonly replies?: readonly DemoComment[];
}

interface DemoPost extends DemoComment {
  /** Hours since it was written. */
  readonly ago: number;
  readonly likes: number;
  readonly isPinned?: boolean;
  readonly pictures?: readonly DemoPicture[];
  readonly link?: NewPreview;
  readonly reported?: { readonly by: string; readonly note: string };
  readonly poll?: { readonly options: readonly string[]; readonly votes: readonly number[] };
}

const posts: readonly DemoPost[] = [
  {
    ago: 6,
    by: 'admin',
    likes: 42,
    isPinned: true,
    text: 'Welcome back, everyone! Registration for the winter term is open until Friday, 6 pm. If a course is full, join its waitlist. Spots open up until the last day.',
    replies: [
      {
        by: 3,
        text: 'Is the waitlist first come, first served?',
        replies: [{ by: 'admin', text: 'Yes, in the order in which you joined.' }],
      },
    ],
  },
  {
    ago: 1,
    by: 'ben',
    likes: 9,
    text: 'Found a blue water bottle in lecture hall B2, with a sticker of a fox. I left it at the front desk of the library.',
    replies: [{ by: 12, text: 'That’s mine, thank you so much!' }],
  },
  {
    ago: 4,
    by: 'officer',
    likes: 23,
    text: 'What should we cook at the next kitchen evening?',
    poll: { options: ['Dumplings', 'Tacos', 'Flammkuchen', 'Lentil dal'], votes: [14, 21, 8, 12] },
    replies: [
      { by: 20, text: 'Tacos, and please with a vegan filling.' },
      {
        by: 21,
        text: 'I can bring my grandmother’s dumpling recipe.',
        replies: [{ by: 'officer', text: 'Please do!' }],
      },
    ],
  },
  {
    ago: 9,
    by: 5,
    likes: 31,
    text: 'The rooftop greenhouse is finished. Come and see it today between noon and 3 pm; take the stairs at the east end of the science building.',
    pictures: [
      { scene: 'greenhouse', name: 'Greenhouse in the morning.webp' },
      { scene: 'stairs', name: 'The east stairs.webp' },
      { scene: 'campus', name: 'View over the campus.webp' },
    ],
  },
  {
    ago: 14,
    by: 61,
    likes: 1,
    text: 'Selling summaries of all first-year courses, 5 € each. Old exams on request. Write me a message!',
    reported: { by: 'ben', note: 'We may not sell exams, as far as I know.' },
  },
  {
    ago: 20,
    by: 'ana',
    likes: 17,
    text: 'Does anyone have notes of Tuesday’s lecture on the Hanseatic League? I was ill and would happily trade them for mine of Thursday.',
    replies: [
      { by: 'ben', text: 'I sent you mine in a message.' },
      { by: 31, text: 'The slides are online too, chapter 4.' },
    ],
  },
  {
    ago: 26,
    by: 8,
    likes: 12,
    text: 'Second-hand bike market on Saturday, 10 am to 2 pm, in front of the sports hall. We also repair small things for free. https://example.org/bike-market',
    link: {
      url: 'https://example.org/bike-market',
      title: 'Campus bike market: how it works',
      description: 'What to bring, what a fair price is, and which repairs take ten minutes.',
      site: 'Bike Kitchen',
      picture: null,
    },
  },
  {
    ago: 31,
    by: 14,
    likes: 5,
    text: 'Looking for two people for a football team in the evening league. Level: we try our best.',
    replies: [
      { by: 40, text: 'Count me in!' },
      {
        by: 41,
        text: 'Which day do you play?',
        replies: [{ by: 14, text: 'Wednesdays at 7 pm.' }],
      },
    ],
  },
  {
    ago: 49,
    by: 17,
    likes: 28,
    text: 'When do you study best?',
    poll: {
      options: ['Early in the morning', 'In the afternoon', 'After 10 pm'],
      votes: [19, 24, 33],
    },
  },
  {
    ago: 55,
    by: 22,
    likes: 14,
    text: 'The language café meets in the old cafeteria from this week on: Spanish on Mondays, Arabic on Tuesdays, German on Thursdays. No registration, beginners welcome.',
  },
  {
    ago: 73,
    by: 26,
    likes: 37,
    text: 'Our robotics team came second in Lyon! Thank you to everyone who stayed in the lab with us until midnight.',
    replies: [
      { by: 50, text: 'Congratulations!' },
      { by: 51, text: 'So well deserved.' },
    ],
  },
  {
    ago: 98,
    by: 33,
    likes: 8,
    text: 'The printers in the library take 10 cents a page again. Print at the media center until the end of the month, it’s still free there.',
  },
  {
    ago: 122,
    by: 38,
    likes: 21,
    text: 'Choir rehearsal starts next week. We sing film music this term, and we need tenors.',
  },
];

const hourMs = 3_600_000;

/** Adds the demo school's posts with comments, likes and polls. `crowd`: people who write and like things. */
export const addFeed = async (
  { db, send, school, now }: { db: Db; send: SendPicture; school: SchoolId; now: Date },
  of: (username: string) => number,
  crowd: readonly number[],
): Promise<void> => {
  const who = (by: string | number): number =>
    typeof by === 'string' ? of(by) : (crowd[by % crowd.length] ?? 0);
  const some = (many: number, from: number): readonly number[] =>
    Array.from({ length: Math.min(many, crowd.length) }, (_, n) => who(from + n));
  for (const [nth, post] of posts.entries()) {
    const at = new Date(now.getTime() - post.ago * hourMs);
    const stored = await insertPost(db, school, {
      author: who(post.by),
      clientId: randomUUID(),
      club: null,
      hub: null,
      kind: 'post',
      title: '',
      text: post.text,
      mentions: [],
      isAsClub: false,
      aimedAt: null,
      publishedAt: at,
      preview: post.link === undefined ? null : await insertPreview(db, school, post.link, at),
    });
    const id = stored?.id ?? 0;
    const uploads: number[] = [];
    for (const picture of post.pictures ?? []) uploads.push(await send(who(post.by), picture, at));
    await insertPostFiles(db, school, id, uploads);
    if (post.reported)
      await insertReport(db, {
        school,
        clientId: undefined,
        reporter: of(post.reported.by),
        kind: 'post',
        target: String(id),
        title: post.text.slice(0, 80),
        person: who(post.by),
        reason: 'spam',
        note: post.reported.note,
        evidence: null,
        uploads: [],
        now: new Date(at.getTime() + hourMs),
      });
    if (post.isPinned === true)
      await updateMark(db, { id, kind: 'post', club: null }, 'pinned', at);
    await insertPostLikes(db, school, { post: id, people: some(post.likes, nth * 7), at });
    if (post.poll) {
      const { options, votes } = post.poll;
      await insertPoll(db, school, id, { options, isMultiple: false, closesAt: null });
      const ids = (await lockPoll(db, id))?.options ?? [];
      const given = votes
        .flatMap((many, place) => Array.from({ length: many }, () => ids[place] ?? 0))
        .map((option, voter) => ({ by: who(nth + 1 + voter), option }));
      await insertPollVotes(db, school, { post: id, votes: given, at });
    }
    let minutes = 5;
    const say = async (comment: DemoComment, replyTo: number | null): Promise<void> => {
      const said = await insertComment(db, school, {
        post: id,
        replyTo,
        author: who(comment.by),
        clientId: randomUUID(),
        text: comment.text,
        mentions: [],
        now: new Date(at.getTime() + (minutes += 7) * 60_000),
      });
      for (const reply of comment.replies ?? []) await say(reply, said?.id ?? null);
    };
    for (const comment of post.replies ?? []) await say(comment, null);
  }
};
