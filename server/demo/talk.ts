import type { BulkRow } from '#server/kernel/database/bulk.ts';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import {
  insertPast,
  type PastConversation,
  type PastMessage,
} from '#server/features/chat/conversations/history.queries.ts';
import { insertPreview } from '#server/features/link-previews/link-previews.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import type { DemoPerson } from './crowd.ts';
import type { SendPicture } from './demo-pictures.ts';

const minuteMs = 60_000;
const hour = 60;
const day = 24 * hour;

/** A message, with the minutes since it was written. */
type Line = readonly [ago: number, author: number, text: string, more?: Partial<PastMessage>];

const said = (now: Date, lines: readonly Line[]): PastMessage[] =>
  lines.map(([ago, author, text, more]) => ({
    author,
    text,
    at: new Date(now.getTime() - ago * minuteMs),
    ...more,
  }));

/** Short conversations of Ana with further connections. A line without `by` is Ana's. */
const short: readonly (readonly (readonly [ago: number, text: string, by?: 'them'])[])[] = [
  [
    [11 * hour, 'Are you coming to the jam session on Friday?', 'them'],
    [10 * hour, 'Only if I can sit at the back and clap.'],
    [10 * hour - 3, 'That counts as percussion.', 'them'],
  ],
  [
    [14 * hour, 'I found your blue notebook in the reading room.', 'them'],
    [13 * hour, 'You saved my week. Can I pick it up tomorrow at lunch?'],
    [13 * hour - 1, 'Sure, I’m at the café until one.', 'them'],
  ],
  [
    [22 * hour, 'Problem 4 of the set: did you get a negative variance too?'],
    [21 * hour, 'Yes. Then I found the minus sign that I lost on page one.', 'them'],
  ],
  [
    [30 * hour, 'Thanks for the tour on Saturday! My brother wants to study here now.', 'them'],
    [29 * hour, 'Then I did my job. Tell him to bring boots.'],
  ],
  [
    [2 * day, 'Is the greenhouse open on Sundays?', 'them'],
    [2 * day - 20, 'From ten to four. The key is at the front desk.'],
    [2 * day - 25, 'Perfect, I’ll water the tomatoes.', 'them'],
  ],
  [
    [3 * day, 'Who has the projector for the film night?'],
    [3 * day - 40, 'The Film Society, but they lend it until Thursday.', 'them'],
  ],
  [
    [4 * day, 'Your talk was great. Could you send me the slides?', 'them'],
    [4 * day - 15, 'They’re in the club’s files, under *Talks*.'],
  ],
  [
    [6 * day, 'Do you have a spare helmet for the climbing wall?'],
    [6 * day - 5, 'Two, and one of them has stickers.', 'them'],
    [6 * day - 6, 'I’ll take the one with stickers.'],
  ],
  [
    [9 * day, 'The registrar moved our seminar to room 204.', 'them'],
    [9 * day - 10, 'Thank you, I would have waited in 311 forever.'],
  ],
];

/** Returns usernames of a person's connections and of strangers, in the order of the rows. */
const circles = (connections: readonly BulkRow[], people: readonly DemoPerson[], me: string) => {
  const known = new Set<unknown>([me]);
  const friends: string[] = [];
  for (const [, a, b, isAccepted] of connections) {
    if (a !== me && b !== me) continue;
    const other = String(a === me ? b : a);
    known.add(other);
    if (isAccepted === true) friends.push(other);
  }
  return {
    friends,
    strangers: people.map(({ username }) => username).filter((one) => !known.has(one)),
  };
};

/** Adds conversations of the sign-ins, so that chat has something to read. */
export const addTalk = async (
  { db, send, school, now }: { db: Db; send: SendPicture; school: SchoolId; now: Date },
  people: readonly DemoPerson[],
  connections: readonly BulkRow[],
): Promise<void> => {
  const [ofAna, ofBen] = [circles(connections, people, 'ana'), circles(connections, people, 'ben')];
  const signIns = new Set(['ana', 'ben', 'officer', 'admin']);
  const crowd = (names: readonly string[]) => names.filter((name) => !signIns.has(name));
  const [friend = '', second = '', third = ''] = crowd(ofAna.friends);
  const further = crowd(ofAna.friends).slice(3, 3 + short.length);
  const [maker = '', printer = ''] = crowd(
    ofBen.friends.filter((name) => name !== friend && name !== second && name !== third),
  );
  const stranger = crowd(ofAna.strangers).at(40) ?? '';
  const ids = await selectIdsByUsername(db, [
    'ana',
    'ben',
    'officer',
    'admin',
    friend,
    second,
    third,
    maker,
    printer,
    stranger,
    ...further,
  ]);
  const of = (username: string): number => ids.get(username) ?? 0;
  const [ana, ben, officer, admin] = [of('ana'), of('ben'), of('officer'), of('admin')];
  const preview = await insertPreview(
    db,
    school,
    {
      url: 'https://example.org/river-maps',
      title: 'River maps: where the water goes',
      description:
        'Flood plains behind the campus, drawn week by week by students with two very patient drones.',
      site: 'River Lab',
      picture: null,
    },
    now,
  );
  const picture = await send(
    of(friend),
    { scene: 'river', name: 'river-at-seven.webp' },
    new Date(now.getTime() - 26 * hour * minuteMs),
  );
  const talks: PastConversation[] = [
    {
      name: null,
      people: [{ id: ana, readTo: 6 }, { id: of(friend) }],
      messages: said(now, [
        [3 * day, ana, 'Did you get the drone batteries charged for tomorrow?'],
        [
          3 * day - 4,
          of(friend),
          'Both. And I found the *good* tripod, it was in the geology cupboard all along.',
        ],
        [
          3 * day - 6,
          ana,
          'Of course it was. Thank you!',
          { reactions: [{ emoji: '😂', people: [of(friend)] }] },
        ],
        [
          28 * hour,
          ana,
          'Our maps of the last weeks are up: https://example.org/river-maps',
          { preview, editedAt: new Date(now.getTime() - 27 * hour * minuteMs) },
        ],
        [
          26 * hour,
          of(friend),
          'And this was the river at seven this morning',
          {
            file: picture,
            reactions: [
              { emoji: '😍', people: [ana] },
              { emoji: '🌊', people: [ana, of(friend)] },
            ],
          },
        ],
        [25 * hour, ana, 'Look at that light. We need this one for the poster.', { replyTo: 5 }],
        [
          50,
          of(friend),
          'Poster draft is done. Two things to decide:\n1. blue or green for the flood line\n2. do we name the drones',
        ],
      ]),
    },
    {
      name: 'Saturday field trip',
      people: [
        { id: officer },
        { id: ana, isPinned: true },
        { id: ben, readTo: 4 },
        { id: of(friend) },
        { id: of(second), readTo: 6 },
        { id: of(third), readTo: 2 },
      ],
      messages: said(now, [
        [
          2 * day,
          officer,
          'Field trip on Saturday! We meet at the boathouse at *9:00*, back by four. Who is in?',
        ],
        [
          2 * day - 12,
          ana,
          'In, with a thermos and too many sandwiches.',
          { reactions: [{ emoji: '🥪', people: [officer, ben, of(friend)] }] },
        ],
        [2 * day - 30, of(friend), 'In. I bring the drones.'],
        [
          2 * day - 55,
          ben,
          'Would love to. Is there room for somebody who has never held a paddle?',
        ],
        [
          2 * day - 58,
          officer,
          `There is always room, @[${ben}]. You get a life vest and a patient teacher.`,
          { replyTo: 4, reactions: [{ emoji: '❤️', people: [ben, ana] }] },
        ],
        [20 * hour, of(second), 'What do I pack? I come straight from the library.'],
        [
          19 * hour,
          officer,
          'For everybody:\n- shoes that may get wet\n- a second pair that may not\n- something warm\n- lunch',
        ],
        [
          3 * hour,
          of(third),
          'Forecast says sun until two ☀️',
          { reactions: [{ emoji: '🎉', people: [officer, ana] }] },
        ],
      ]),
    },
    {
      name: 'Makerspace Thursdays',
      people: [{ id: ben }, { id: ana, isMuted: true }, { id: of(maker) }, { id: of(printer) }],
      messages: said(now, [
        [6 * day, ben, 'Printer 3 is alive again. It was `M92 E415`, not the nozzle.'],
        [
          6 * day - 3,
          of(maker),
          'You are a wizard.',
          { reactions: [{ emoji: '🧙', people: [of(printer)] }] },
        ],
        [5 * day, of(printer), 'Open until ten tonight, and there are plantain chips.'],
        [5 * day - 20, ana, 'Could I print eleven little boats?'],
        [
          5 * day - 22,
          ben,
          'Only if they float.',
          { replyTo: 4, reactions: [{ emoji: '🚣', people: [ana, of(maker)] }] },
        ],
      ]),
    },
    {
      name: null,
      people: [
        { id: ben, requestState: 'accepted' },
        { id: officer, requestState: 'accepted' },
      ],
      messages: said(now, [
        [
          4 * day,
          ben,
          'Hi Olivia, how does one start a club? Asking for a choir that sings about robots.',
        ],
        [
          4 * day - 90,
          officer,
          'One form, seven signatures, and a name that fits on a poster. Do you have seven?',
        ],
        [4 * day - 95, ben, 'I have six and a bass.'],
      ]),
    },
    {
      name: null,
      people: [
        { id: admin, requestState: 'accepted' },
        { id: ana, readTo: 1 },
      ],
      messages: said(now, [
        [
          8 * day,
          admin,
          'Welcome to the campus, Ana. If anything does not work as it should, write to me here.',
        ],
        [
          7 * hour,
          admin,
          'Your group may use the small lecture hall on Tuesday evenings from now on.',
        ],
      ]),
    },
    {
      name: null,
      people: [
        { id: of(stranger), requestState: 'accepted' },
        { id: ana, requestState: 'waiting', readTo: 0 },
      ],
      messages: said(now, [
        [
          5 * hour,
          of(stranger),
          'Hello Ana, I saw your river maps on the notice board. Could I join the next trip? I know nothing about rivers yet.',
        ],
      ]),
    },
  ];
  for (const [nth, lines] of short.entries()) {
    const other = of(further[nth] ?? '');
    if (other === 0) continue;
    talks.push({
      name: null,
      people: [{ id: ana }, { id: other }],
      messages: said(
        now,
        lines.map(([ago, text, by]): Line => [ago, by === 'them' ? other : ana, text]),
      ),
    });
  }
  for (const talk of talks) await insertPast(db, school, talk);
};
