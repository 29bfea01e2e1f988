import type { RequestKind, RequestState } from '#contract/budgets/limits.ts';
import { decimalText } from '#contract/finances/money.ts';
import { insertAccount } from '#server/features/budgets/budgets.queries.ts';
import { lockBalances } from '#server/features/budgets/ledger/ledger.queries.ts';
import {
  giveBack,
  postEntry,
  promise,
  systemAccountOf,
} from '#server/features/budgets/ledger/posting.ts';
import { insertPeriod } from '#server/features/budgets/periods/periods.queries.ts';
import {
  addSpent,
  insertExpense,
  insertRequest,
  replaceLines,
  selectRequest,
  updateGrants,
  updateMissingGrants,
  updateState,
  type NewLine,
  type RequestRow,
} from '#server/features/budgets/requests/requests.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import type { DemoContext } from './demo-context.ts';
import { selectClubNamed } from './demo.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { submitInDemo } from './submitting.ts';

/** The groups of the student fund, with the clubs that have accounts, and what each gets a year in dollars. */
const groups: readonly (readonly [name: string, clubs: Readonly<Record<string, number>>])[] = [
  [
    'Outdoors and sports',
    { 'Ridge & Trail': 4_800, 'Riverside Rowing': 9_200, 'Chess Corner': 900 },
  ],
  [
    'Academic and skills',
    { 'Public Speaking Circle': 2_100, 'Debate Society': 3_600, 'Campus Makers': 5_400 },
  ],
  ['Arts and culture', { 'Photo Walkers': 1_300, 'Evening Choir': 2_600, 'Jazz Ensemble': 3_100 }],
  ['Service and environment', { 'Library Garden Collective': 1_700 }],
];
/** The yearly budget of the fund in dollars. */
const yearly = 60_000;
const cents = 100;

const spendings = [
  ['Bus to the trailhead', 'travel', 180, 420],
  ['Snacks for the meeting', 'food', 24, 90],
  ['Posters', 'printing', 30, 120],
  ['First-aid supplies', 'equipment', 40, 160],
  ['Room for the evening', 'space', 60, 180],
  ['Guest speaker', 'speakers', 120, 300],
  ['Registration fee', 'fees', 50, 210],
] as const;

interface DemoRequest {
  readonly club: string;
  readonly by: string;
  readonly kind: RequestKind;
  readonly title: string;
  readonly purpose: string;
  readonly state: Exclude<RequestState, 'withdrawn'>;
  /** Days since it was created. */
  readonly ago: number;
  readonly lines: readonly (readonly [
    title: string,
    category: string,
    quantity: number,
    dollars: number,
    vendor: string,
  ])[];
  /** What the first line gets, in dollars, if that is less than requested. */
  readonly cut?: number;
  readonly reason?: string;
}

const requests: readonly DemoRequest[] = [
  {
    club: 'Ridge & Trail',
    by: 'officer',
    kind: 'purchase',
    title: 'Boots for beginners',
    purpose: 'Twelve pairs that new members can borrow. The old ones leak.',
    state: 'approved',
    ago: 24,
    lines: [
      ['Hiking boots', 'equipment', 12, 84, 'Trailhead Outfitters'],
      ['Waterproofing spray', 'equipment', 6, 11.5, 'Trailhead Outfitters'],
    ],
    cut: 800,
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    kind: 'budget',
    title: 'Winter trip to the lakes',
    purpose: 'Two days for 24 people, with a bus and a hut.',
    state: 'submitted',
    ago: 6,
    lines: [
      ['Bus, two days', 'travel', 1, 940, 'Lakeside Coaches'],
      ['Hut, per person', 'space', 24, 18, 'Alder Hut'],
      ['Dinner', 'food', 24, 9.5, ''],
    ],
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    kind: 'purchase',
    title: 'Maps of the northern trails',
    purpose: '',
    state: 'changes_requested',
    ago: 9,
    lines: [['Trail maps', 'printing', 40, 6.8, 'Brook Street Press']],
    reason: 'Please add a quote from the printer.',
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    kind: 'reimbursement',
    title: 'Fuel for the scouting trip',
    purpose: 'Two cars, receipts from both drivers.',
    state: 'closed',
    ago: 52,
    lines: [['Fuel', 'travel', 2, 46.2, '']],
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    kind: 'purchase',
    title: 'A second tent',
    purpose: '',
    state: 'denied',
    ago: 40,
    lines: [['Tent for six', 'equipment', 1, 620, 'Trailhead Outfitters']],
    reason: 'You can borrow tents from the recreation center.',
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    kind: 'budget',
    title: 'Spring term',
    purpose: '',
    state: 'draft',
    ago: 1,
    lines: [['Bus to the trailhead', 'travel', 6, 220, 'Lakeside Coaches']],
  },
  {
    club: 'Campus Makers',
    by: 'ben',
    kind: 'purchase',
    title: 'Filament and blades',
    purpose: 'For the open workshop in January.',
    state: 'submitted',
    ago: 11,
    lines: [
      ['Filament, 1 kg', 'equipment', 20, 19.9, 'Fabri'],
      ['Saw blades', 'equipment', 8, 14, 'Fabri'],
    ],
  },
  {
    club: 'Public Speaking Circle',
    by: 'officer',
    kind: 'budget',
    title: 'Spring showcase',
    purpose: 'An evening with eight speakers, open to the whole school.',
    state: 'submitted',
    ago: 3,
    lines: [
      ['Hall, evening', 'space', 1, 310, ''],
      ['Programs', 'printing', 150, 0.9, 'Brook Street Press'],
      ['Drinks', 'food', 150, 2.2, ''],
    ],
  },
  {
    club: 'Debate Society',
    by: 'officer',
    kind: 'budget',
    title: 'Regional tournament',
    purpose: 'Six debaters and two judges for three days.',
    state: 'submitted',
    ago: 8,
    lines: [
      ['Train, return', 'travel', 8, 64, ''],
      ['Two nights, per person', 'travel', 8, 92, 'Hotel Aster'],
      ['Registration', 'fees', 2, 75, ''],
    ],
  },
];

const dayMs = 86_400_000;
/** A different seed produces other transactions. */
const seed = 51_803;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns the academic year that contains a time: from August 1 to July 31. */
const yearOf = (now: Date) => {
  const first = now.getUTCMonth() >= 7 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  return {
    name: `${first}–${String(first + 1).slice(2)}`,
    from: `${first}-08-01`,
    to: `${first + 1}-07-31`,
  };
};

/** Adds a year of the clubs' money: accounts, transactions, and requests in every state. */
export const addBudgets = async ({ db, school, now }: DemoContext): Promise<void> => {
  const chance = createRandomSource(seed);
  const people = await selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']);
  const admin = people.get('admin') ?? 0;
  const year = yearOf(now);
  const started = new Date(`${year.from}T08:00:00Z`);
  await insertPeriod(db, school, year);
  const external = (await systemAccountOf(db, school, 'external', 'USD')).id;
  const post = (
    on: Date,
    title: string,
    kind: 'allocation' | 'income' | 'expense',
    postings: { account: number; amount: number }[],
    category = '',
  ) =>
    postEntry(db, {
      schoolId: school,
      date: dayOf(on),
      title,
      kind,
      category,
      source: null,
      createdBy: kind === 'income' ? null : admin,
      postings,
      now: on,
    });
  const open = async (account: {
    role: 'club' | 'fund' | 'group';
    code: string;
    name: string;
    parent: number | null;
    club?: number;
  }): Promise<number> => {
    const made = await insertAccount(db, school, {
      ...account,
      club: account.club ?? null,
      currency: 'USD',
      carriesOver: account.role !== 'club',
      by: admin,
      now: started,
    });
    if (made === undefined) throw new Error(`the code ${account.code} is taken`);
    return made.id;
  };

  const fund = await open({
    role: 'fund',
    code: '4400',
    name: 'Student activity fund',
    parent: null,
  });
  await post(started, 'Student activity fees', 'allocation', [
    { account: fund, amount: yearly * cents },
    { account: external, amount: -yearly * cents },
  ]);
  const accounts = new Map<string, number>();
  for (const [nth, [name, clubs]] of groups.entries()) {
    const group = await open({ role: 'group', code: `44${nth + 1}0`, name, parent: fund });
    for (const [at, [clubName, dollars]] of Object.entries(clubs).entries()) {
      const club = await selectClubNamed(db, clubName);
      if (club === undefined) continue;
      const account = await open({
        role: 'club',
        code: `44${nth + 1}${at + 1}`,
        name: clubName,
        parent: group,
        club: club.id,
      });
      accounts.set(clubName, account);
      await post(started, `Allocation ${year.name}`, 'allocation', [
        { account: fund, amount: -dollars * cents },
        { account, amount: dollars * cents },
      ]);
      await addYear({ account, external, dollars, started, now, chance, post });
    }
  }
  for (const request of requests) {
    const account = accounts.get(request.club);
    const club = await selectClubNamed(db, request.club);
    if (account !== undefined && club !== undefined)
      await addRequest({ db, school, now }, request, {
        account,
        external,
        club: club.id,
        by: people.get(request.by) ?? admin,
        admin,
      });
  }
};

/** Adds income from dues and sales, and expenses, every week or two since the year started. */
const addYear = async ({
  account,
  external,
  dollars,
  started,
  now,
  chance,
  post,
}: {
  account: number;
  external: number;
  dollars: number;
  started: Date;
  now: Date;
  chance: RandomSource;
  post: (
    on: Date,
    title: string,
    kind: 'income' | 'expense',
    postings: { account: number; amount: number }[],
    category?: string,
  ) => Promise<unknown>;
}): Promise<void> => {
  let left = dollars * cents * 0.6;
  const end = now.getTime() - dayMs;
  for (let at = started.getTime() + 9 * dayMs; at < end; at += (5 + chance.below(11)) * dayMs) {
    const on = new Date(at);
    if (chance.below(4) === 0) {
      const amount = (8 + chance.below(30)) * 500;
      await post(on, 'Member dues', 'income', [
        { account, amount },
        { account: external, amount: -amount },
      ]);
      left += amount / 2;
      continue;
    }
    const [title, category, least, most] =
      spendings[chance.below(spendings.length)] ?? spendings[0];
    const amount = least * cents + chance.below((most - least) * cents);
    if (amount > left) continue;
    left -= amount;
    await post(
      on,
      title,
      'expense',
      [
        { account, amount: -amount },
        { account: external, amount },
      ],
      category,
    );
  }
};

const contentOf = (row: RequestRow) => {
  const amount = (value: number) =>
    `${decimalText({ amount: value, currency: row.currency })} ${row.currency}`;
  return {
    title: row.title,
    link: `/budget-requests/${row.id}`,
    club: row.club_id,
    fields: [
      { key: 'kind', label: 'Type', value: row.kind },
      { key: 'asked', label: 'Amount', value: amount(row.asked) },
      { key: 'account', label: 'Account', value: `${row.account_code} ${row.account_name}` },
      { key: 'purpose', label: 'Purpose', value: row.purpose },
      {
        key: 'lines',
        label: 'Items',
        value: row.lines.map((line) => `${line.title}: ${amount(line.asked)}`).join('\n'),
      },
    ].filter(({ value }) => value !== ''),
  };
};

interface Involved {
  readonly account: number;
  readonly external: number;
  readonly club: number;
  readonly by: number;
  readonly admin: number;
}

/** Adds a request, and what happened to it. */
const addRequest = async (
  { db, school, now }: DemoContext,
  request: DemoRequest,
  { account, external, club, by, admin }: Involved,
): Promise<void> => {
  const created = new Date(now.getTime() - request.ago * dayMs);
  const decided = new Date(created.getTime() + 3 * dayMs);
  const lines = request.lines.map(([title, category, quantity, dollars, vendor]): NewLine => {
    const price = Math.round(dollars * cents);
    const asked = quantity * price;
    return { title, category, vendor, quantity, price, club_pays: 0, asked, files: [] };
  });
  const { id } = await insertRequest(db, school, {
    kind: request.kind,
    club_id: club,
    account_id: account,
    title: request.title,
    purpose: request.purpose,
    event_id: null,
    created_by: by,
    created_at: created,
  });
  await replaceLines(db, school, id, lines);
  const row = await selectRequest(db, id, now);
  if (row === undefined || request.state === 'draft') return;
  const { state, reason = '' } = request;
  const isGranted = state === 'approved' || state === 'closed';
  await submitInDemo(
    { db, school },
    {
      kind: 'budget_request',
      subject: id,
      submitter: by,
      reviewers: null,
      content: contentOf(row),
      at: created,
      ...(state === 'changes_requested' && { sentBack: { by: admin, reason } }),
      ...((isGranted || state === 'denied') && {
        decided: { by: admin, reason, at: decided, isApproved: isGranted },
      }),
    },
  );
  await updateState(db, id, {
    state,
    submitted_at: created,
    ...((isGranted || state === 'denied') && { decided_at: decided }),
    ...(state === 'closed' && { closed_at: new Date(decided.getTime() + 9 * dayMs) }),
  });
  if (!isGranted) return;
  const [first] = row.lines;
  if (request.cut !== undefined && first !== undefined)
    await updateGrants(db, id, [{ line: first.id, granted: request.cut * cents }]);
  const granted = await updateMissingGrants(db, id);
  await promise(db, account, granted);
  if (first === undefined) return;
  // The first line is spent: all of it if the request is closed, and otherwise a part.
  const most = request.cut === undefined ? first.asked : request.cut * cents;
  const amount = state === 'closed' ? most : Math.round(most * 0.7);
  await addSpent(db, first.id, amount);
  await lockBalances(db, [account, external]);
  await giveBack(db, account, amount);
  const on = new Date(decided.getTime() + 4 * dayMs);
  const entry = await postEntry(db, {
    schoolId: school,
    date: dayOf(on),
    title: first.title,
    category: first.category,
    kind: 'expense',
    source: { kind: 'request', id, part: 'demo' },
    createdBy: by,
    postings: [
      { account, amount: -amount },
      { account: external, amount },
    ],
    now: on,
  });
  await insertExpense(db, school, {
    line: first.id,
    entry: entry.id,
    vendor: first.vendor,
    files: [],
  });
  if (state === 'closed') await giveBack(db, account, granted - amount);
};
