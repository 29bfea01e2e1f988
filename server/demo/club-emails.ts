import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { orNotFound } from '#server/kernel/sql.ts';
import { updateRead } from '#server/features/newsletters/inbox/inbox.queries.ts';
import {
  insertCopies,
  insertNewsletter,
  updateMailed,
  updateSendAt,
} from '#server/features/newsletters/newsletters.queries.ts';
import { everybody } from '#server/features/newsletters/newsletters.rules.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { createRandomSource } from './random-source.ts';
import { selectClubNamed } from './demo.queries.ts';
import type { DemoContext } from './demo-context.ts';

interface DemoEmail {
  readonly club: string;
  readonly by: string;
  /** Days since it was sent. Null for a draft. */
  readonly ago: number | null;
  readonly title: string;
  readonly summary: string;
  readonly blocks: readonly NewsletterBlock[];
  /** The share of members who have opened it, and the sign-ins who have. */
  readonly share: number;
  readonly readBy: readonly string[];
}
const text = (html: string): NewsletterBlock => ({ kind: 'text', html: `<p>${html}</p>` });

const emails: readonly DemoEmail[] = [
  {
    club: 'Ridge & Trail',
    by: 'officer',
    ago: 16,
    title: 'The hut is ours for a weekend',
    summary: 'Two nights, twenty beds, one stove.',
    blocks: [
      text(
        'We have the hut below the north ridge from Friday to Sunday. The bus leaves at four from the main gate and takes twenty people.',
      ),
      { kind: 'heading', text: 'What to bring' },
      text('A sleeping bag, boots that know your feet, and something that can go into a soup.'),
      { kind: 'divider' },
      text('Beds go to those who answer first.'),
    ],
    share: 0.7,
    readBy: ['ana', 'officer'],
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    ago: 3,
    title: 'Saturday: the river loop',
    summary: 'Eleven kilometers, no climbing, back by three.',
    blocks: [
      text('We meet at nine at the boathouse. It is flat all the way, and dogs are welcome.'),
      {
        kind: 'button',
        label: 'See the map',
        url: 'https://example.org/demo-university/river-loop',
      },
    ],
    share: 0.45,
    readBy: ['officer'],
  },
  {
    club: 'Campus Makers',
    by: 'ben',
    ago: 8,
    title: 'The laser cutter is back',
    summary: 'And it wants to be booked.',
    blocks: [
      text('It has a new lens and cuts through six millimeters of plywood again.'),
      text('Whoever has not used it before: short introductions on Tuesday and Thursday at five.'),
    ],
    share: 0.6,
    readBy: ['ana', 'ben'],
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    ago: null,
    title: 'Volunteers for the spring clean',
    summary: '',
    blocks: [text('To do: the date, and who has gloves.')],
    share: 0,
    readBy: [],
  },
];

/** A different seed produces other readers. */
const seed = 81_322;
const dayMs = 86_400_000;

/** Adds emails of some clubs to their members. */
export const addClubEmails = async ({ db, school, now }: DemoContext): Promise<void> => {
  const chance = createRandomSource(seed);
  const signIns = await selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']);
  const own = new Set(signIns.values());
  for (const { club: name, by, ago, title, summary, blocks, share, readBy } of emails) {
    const club = await selectClubNamed(db, name);
    const author = signIns.get(by);
    if (club === undefined || author === undefined) continue;
    const at = new Date(now.getTime() - (ago ?? 1) * dayMs);
    const audience = { ...everybody, club: { who: 'members' as const, tags: [] } };
    const draft = { title, summary, blocks: [...blocks], audience, by_mail: true };
    const id = orNotFound(
      await insertNewsletter(db, {
        ...draft,
        of: { club: club.id },
        school,
        by: author,
        now: at,
      }),
    );
    if (ago === null) continue;
    await updateSendAt(db, id, at, author, null, at);
    await insertCopies(db, school, { id, audience, by_mail: true, of: { club: club.id } }, at);
    // No email is sent, because the demo addresses aren't real.
    for (const person of club.members) {
      const isReader = own.has(person)
        ? readBy.some((username) => signIns.get(username) === person)
        : chance.of(share);
      await updateMailed(db, id, person, chance.of(0.97) ? 'went' : 'refused', at);
      const later = new Date(at.getTime() + chance.next() * dayMs);
      if (isReader) await updateRead(db, person, id, later);
    }
  }
};
