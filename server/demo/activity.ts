import {
  listedMenu,
  type MenuDocument,
  type MenuEntry,
  type MenuLink,
} from '#contract/menus/items.ts';
import type { NewsletterAudience, NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import type { ReportState } from '#contract/reports/kinds.ts';
import { appendEntry, type AuditDetails, type AuditKind } from '#server/kernel/security/audit.ts';
import type { LogEntry } from './log-entries.ts';
import type { BulkRow } from '#server/kernel/database/bulk.ts';
import { orNotFound } from '#server/kernel/sql.ts';
import {
  insertHub,
  insertMember,
  upsertChoice,
  type HubSettings,
} from '#server/features/hubs/hubs.queries.ts';
import { upsertMenu } from '#server/features/menus/menus.queries.ts';
import { updateRead as updateLetterRead } from '#server/features/newsletters/inbox/inbox.queries.ts';
import {
  insertCopies,
  insertNewsletter,
  updateSendAt,
} from '#server/features/newsletters/newsletters.queries.ts';
import {
  lockLists,
  insertItems,
  updateCounters,
  updatePastRead,
} from '#server/features/notifications/notify/delivery-log.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import {
  insertReport,
  insertReportNote,
  selectReports,
  updateReportState,
} from '#server/features/reports/reports.queries.ts';
import type { DemoPerson } from './crowd.ts';
import type { SendPicture } from './demo-pictures.ts';
import { addFeed } from './feed.ts';
import { deliveredPlans } from './notices.ts';
import type { DemoContext } from './demo-context.ts';

interface LifeContext extends DemoContext {
  readonly send: SendPicture;
  /** Queues an activity log entry, because the log is written in the order of its times. */
  readonly note: <K extends AuditKind>(at: Date, kind: K, detail: AuditDetails[K]) => void;
}
type Of = (username: string) => number;

const hourMs = 3_600_000;
const day = 24;

/** Addresses for the links of the listed menu. The reserved name doesn't resolve. */
const addresses: Readonly<Record<string, string>> = {
  'virtual-space': 'https://example.org/demo-university/virtual-tour',
  'product-news': 'https://example.org/demo-university/news',
  'training-videos': 'https://example.org/demo-university/videos',
  jobs: 'https://example.org/demo-university/jobs',
  instagram: 'https://example.org/demo-university/instagram',
  twitter: 'https://example.org/demo-university/twitter',
  facebook: 'https://example.org/demo-university/facebook',
  'features-list': 'https://example.org/demo-university/features',
  'campus-admin': 'https://example.org/demo-university/administration',
};

const addressed = (item: MenuLink): MenuLink => {
  const url = addresses[item.id];
  return url === undefined ? item : { ...item, url };
};
const entry = (item: MenuEntry): MenuEntry =>
  item.type === 'menu_group' ? { ...item, items: item.items.map(addressed) } : addressed(item);
const demoMenu: MenuDocument = {
  bar: listedMenu.bar.map(addressed),
  sections: listedMenu.sections.map((section) => ({ ...section, items: section.items.map(entry) })),
};

const everyone: NewsletterAudience = { accountTypes: [], years: [], majors: [], hubs: [] };

/** The hubs, with people that the admin has added manually. */
const hubs: readonly (HubSettings & { readonly added: readonly string[] })[] = [
  {
    name: 'Student life',
    description: 'Clubs, trips and what happens this week.',
    icon: 'users-round',
    isForEveryone: true,
    accountTypes: [],
    majors: [],
    added: [],
  },
  {
    name: 'River Lab',
    description: 'Students and staff who study how the city lives with its water.',
    icon: 'leaf',
    isForEveryone: false,
    accountTypes: [],
    majors: ['Environmental Science'],
    added: ['ben', 'officer'],
  },
  {
    name: 'Makerspace',
    description: 'Printers, benches and people who know how to use them.',
    icon: 'palette',
    isForEveryone: false,
    accountTypes: [],
    majors: ['Computer Science', 'Mechanical Engineering'],
    added: ['ana'],
  },
  {
    name: 'Faculty and staff',
    description: 'Dates and documents for those who teach and work here.',
    icon: 'briefcase-business',
    isForEveryone: false,
    accountTypes: ['Faculty', 'Staff'],
    majors: [],
    added: [],
  },
];

const addHubs = async (
  { db, school, now, note }: LifeContext,
  of: Of,
): Promise<ReadonlyMap<string, number>> => {
  const made = new Map<string, number>();
  const begun = new Date(now.getTime() - 40 * day * hourMs);
  for (const { added, ...hub } of hubs) {
    const id = orNotFound(await insertHub(db, school, hub, begun));
    made.set(hub.name, id);
    note(begun, 'hub_changed', { hub: String(id), name: hub.name, act: 'added' });
    for (const username of added) {
      await insertMember(db, school, id, of(username), begun);
      note(begun, 'hub_member_changed', {
        hub: String(id),
        name: hub.name,
        person: of(username),
        act: 'added',
      });
    }
  }
  await upsertChoice(db, school, of('ana'), made.get('Student life') ?? 0);
  return made;
};

interface DemoNewsletter {
  /** Hours since it was sent. Null for a draft. */
  readonly ago: number | null;
  readonly title: string;
  readonly summary: string;
  readonly blocks: readonly NewsletterBlock[];
  readonly audience?: Partial<NewsletterAudience>;
  readonly readBy: readonly string[];
}
const text = (html: string): NewsletterBlock => ({ kind: 'text', html: `<p>${html}</p>` });

const newslettersFor = (hubIds: ReadonlyMap<string, number>): readonly DemoNewsletter[] => [
  {
    ago: 30 * day,
    title: 'Welcome back',
    summary: 'What is new on campus this term, and where to find it.',
    blocks: [
      { kind: 'heading', text: 'A new term' },
      text(
        'The library is open until midnight again, the boathouse has its roof back, and the canteen has listened: soup every day.',
      ),
      {
        kind: 'button',
        label: 'All dates of the term',
        url: 'https://example.org/demo-university/dates',
      },
      text('Look around, complete your profile, and say hello to somebody you do not know yet.'),
    ],
    readBy: ['ana', 'ben', 'officer', 'admin'],
  },
  {
    ago: 12 * day,
    title: 'Maps of the flood plain: come and see',
    summary: 'The River Lab shows eleven weeks of work on Thursday.',
    blocks: [
      text(
        'Thursday at five in the small lecture hall. There will be drones, tea and a very large sheet of paper.',
      ),
    ],
    audience: { hubs: [String(hubIds.get('River Lab') ?? 0)] },
    readBy: ['ana', 'admin'],
  },
  {
    ago: 5 * day,
    title: 'Your last year: three evenings about what comes next',
    summary: 'Careers, further study and a room for questions.',
    blocks: [
      text('Three evenings in the main hall, each with people who left this campus not long ago.'),
      { kind: 'divider' },
      text('Come to one or to all of them. Nobody takes names at the door.'),
    ],
    audience: { accountTypes: ['Student', 'Graduate Student'] },
    readBy: ['ben', 'admin'],
  },
  {
    ago: day,
    title: 'Water off on Saturday morning',
    summary: 'North buildings, from seven to nine.',
    blocks: [
      text(
        'The pipes under the north buildings are replaced on Saturday. From seven to nine there is no water there.',
      ),
    ],
    readBy: ['officer', 'admin'],
  },
  {
    ago: null,
    title: 'Winter fair',
    summary: 'Stalls, choirs and a bonfire: who takes part?',
    blocks: [
      { kind: 'heading', text: 'The winter fair needs you' },
      text('To do: the date, and a picture of last year.'),
    ],
    readBy: [],
  },
];

const addNewsletters = async (
  { db, school, now, note }: LifeContext,
  of: Of,
  hubIds: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const { ago, title, summary, blocks, audience, readBy } of newslettersFor(hubIds)) {
    const at = new Date(now.getTime() - (ago ?? 2) * hourMs);
    const row = {
      title,
      summary,
      blocks: [...blocks],
      audience: { ...everyone, ...audience },
      by_mail: false,
    };
    const id = orNotFound(
      await insertNewsletter(db, { ...row, of: null, school, by: of('admin'), now: at }),
    );
    if (ago === null) continue;
    await updateSendAt(db, id, at, of('admin'), null, at);
    const recipients = await insertCopies(
      db,
      school,
      { id, audience: row.audience, by_mail: false, of: null },
      at,
    );
    note(at, 'newsletter_sent', { newsletter: id, title, recipients });
    for (const username of readBy)
      await updateLetterRead(db, of(username), id, new Date(at.getTime() + hourMs));
  }
};

/** Decisions of the moderators, newest last. */
const reports: readonly {
  readonly ago: number;
  readonly by: string;
  readonly reason: 'harassment' | 'impersonation' | 'spam' | 'harm' | 'other';
  readonly words: string;
  readonly moves: readonly (readonly [ago: number, to: ReportState, text: string])[];
}[] = [
  {
    ago: 21 * day,
    by: 'ana',
    reason: 'spam',
    words: 'The same invitation to a phone contract, five times.',
    moves: [
      [20 * day, 'reviewing', 'Asked them to stop.'],
      [18 * day, 'resolved', 'They apologized and have not written since.'],
    ],
  },
  {
    ago: 15 * day,
    by: 'ben',
    reason: 'impersonation',
    words: 'I think this is a second account of somebody in my course.',
    moves: [[14 * day, 'dismissed', 'Two people of the same name; both have shown their cards.']],
  },
  {
    ago: 4 * day,
    by: 'officer',
    reason: 'harassment',
    words: 'A student showed me messages that go too far. They would like to talk to somebody.',
    moves: [[3 * day, 'reviewing', 'Talk arranged for Friday.']],
  },
  {
    ago: 30,
    by: 'ana',
    reason: 'other',
    words: 'The profile says things about a teacher that are not true.',
    moves: [],
  },
  {
    ago: 6,
    by: 'ben',
    reason: 'spam',
    words: 'Sells lecture notes to everybody in the makerspace group.',
    moves: [],
  },
];

const addReports = async (
  { db, school, now, note }: LifeContext,
  of: Of,
  about: readonly number[],
): Promise<void> => {
  const before = (ago: number) => new Date(now.getTime() - ago * hourMs);
  for (const [index, { ago, by, reason, words, moves }] of reports.entries()) {
    const person = about[index] ?? 0;
    await insertReport(db, {
      school,
      clientId: undefined,
      reporter: of(by),
      kind: 'person',
      target: String(person),
      title: '',
      person,
      evidence: null,
      uploads: [],
      reason,
      note: words,
      now: before(ago),
    });
    const report =
      (await selectReports(db, { state: 'open' })).find((one) => one.note === words)?.id ?? 0;
    let from: ReportState = 'open';
    for (const [at, to, said] of moves) {
      await updateReportState(db, report, from, to, before(at));
      await insertReportNote(db, {
        school,
        report,
        author: of('admin'),
        text: said,
        from,
        to,
        now: before(at),
      });
      note(before(at), 'report_changed', { person, report: String(report), from, to });
      from = to;
    }
  }
};

/** Adds notifications about pending requests and accepted ones. Older ones are read. */
const addNotifications = async (
  { db, school, now }: LifeContext,
  me: number,
  rows: readonly BulkRow[],
  username: string,
  of: Of,
): Promise<void> => {
  const key = 'general.connectionRequests';
  const plans = deliveredPlans(key, now);
  const accepted = rows
    .filter(([, from, , isAccepted]) => from === username && isAccepted === true)
    .map(([, , to]) => of(String(to)));
  const asking = rows
    .filter(([, , to, isAccepted]) => to === username && isAccepted !== true)
    .map(([, from]) => of(String(from)));
  const items = [
    ...accepted.slice(0, 7).map((actor, n) => ({
      kind: 'connection_accepted' as const,
      actors: [actor],
      ago: (9 - n) * day,
    })),
    ...(asking.length > 3
      ? [{ kind: 'connection_requested' as const, actors: asking.slice(3), ago: 2 * day }]
      : []),
    ...(accepted.length > 7
      ? [{ kind: 'connection_accepted' as const, actors: accepted.slice(7, 9), ago: 20 }]
      : []),
    ...(asking.length > 0
      ? [{ kind: 'connection_requested' as const, actors: asking.slice(0, 3), ago: 3 }]
      : []),
  ];
  await lockLists(db, school, [me], null);
  for (const { kind, actors, ago } of items) {
    const at = new Date(now.getTime() - ago * hourMs);
    await insertItems(db, school, { key, group: 0, kind, target: null, now: at }, [
      { user: me, collapseKey: kind, actors, conversation: null, isListed: true, plans },
    ]);
    await updateCounters(db, [{ user: me, added: 1 }]);
    // Read before the next one arrives, so that they don't collapse.
    if (ago >= day) await updatePastRead(db, me, new Date(at.getTime() + hourMs));
  }
};

/**
 * Adds hubs, newsletters, posts, reports, notifications and a menu with addresses, so that the demo school looks used. Returns the entries
 * of the activity log.
 */
export const addActivity = async (
  { db, send, school, now }: Omit<LifeContext, 'note'>,
  people: readonly DemoPerson[],
  connections: readonly BulkRow[],
): Promise<LogEntry[]> => {
  const entries: LogEntry[] = [];
  const ids = await selectIdsByUsername(
    db,
    people.map(({ username }) => username),
  );
  const of: Of = (username) => ids.get(username) ?? 0;
  const context: LifeContext = {
    db,
    send,
    school,
    now,
    note: (at, kind, detail) =>
      void entries.push({ at, write: () => appendEntry(db, at, of('admin'), kind, detail) }),
  };
  await upsertMenu(db, { school, hub: null, document: demoMenu, version: 0, now });
  context.note(new Date(now.getTime() - 41 * day * hourMs), 'menu_changed', {
    version: 1,
    isOwn: true,
  });
  const hubIds = await addHubs(context, of);
  await addNewsletters(context, of, hubIds);
  await addReports(
    context,
    of,
    people.slice(200, 200 + reports.length).map(({ username }) => of(username)),
  );
  await addFeed(
    context,
    of,
    people.slice(20, 180).map(({ username }) => of(username)),
  );
  for (const username of ['ana', 'ben', 'officer', 'admin'])
    await addNotifications(context, of(username), connections, username, of);
  return entries;
};
