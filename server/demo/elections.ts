import { createHash } from 'node:crypto';
import { newClientId } from '#contract/client-id.ts';
import type { ContestInput } from '#contract/elections/endpoints.ts';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { insertEvent } from '#server/kernel/jobs/outbox.ts';
import { countElection } from '#server/features/elections/counting/counting.ts';
import {
  insertElection,
  replaceContests,
  selectElection,
  updateElectionRow,
  type ContestRow,
} from '#server/features/elections/elections.queries.ts';
import { newContest, storedRule } from '#server/features/elections/elections.rules.ts';
import { insertNomination } from '#server/features/elections/nominations/nominations.queries.ts';
import { castBallot } from '#server/features/elections/voting/casting.ts';
import { openElection } from '#server/features/elections/voting/opening.ts';
import { selectVoterIds } from '#server/features/elections/voting/voting.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import type { DemoContext } from './demo-context.ts';
import { openDemoScopes, type DemoScopeParts } from './demo-scope.ts';
import { demoZone } from './demo-zone.ts';
import { deleteDeliveredEvents, selectClubNamed, selectElectionTitled } from './demo.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';

interface DemoElection {
  /** Null for the whole school, in which students vote. */
  readonly club: string | null;
  readonly title: string;
  readonly description: string;
  /** Days from now until nominations end, voting starts and it ends. Negative ones are over. */
  readonly days: { readonly nominations?: number; readonly opens: number; readonly closes: number };
  readonly contests: readonly ContestInput[];
  readonly allowsRevote?: boolean;
  readonly quorum?: number;
  /** Number of ballots. */
  readonly ballots: number;
  /** How much voters like the candidates of the ranked contests, by name. */
  readonly favor: Readonly<Record<string, number>>;
  /** The share of yes votes. */
  readonly yes: number;
  /** The contest for which ana is nominated. */
  readonly nominated?: string;
}

const named = (...names: readonly string[]) =>
  names.map((name) => ({ name, statement: statements[name] ?? '' }));

const statements: Readonly<Record<string, string>> = {
  'Marlo Quint': 'Shorter walks on weekdays, and one overnight trip a term.',
  'Sanna Brekke': 'I keep the gear list and want every pair of boots to come back dry.',
  'Idris Vale': 'Trips that one can reach by bus, so that nobody needs a car.',
  'Teodora Lum': 'A buddy for everyone who comes for the first time.',
  'Kasimir Roe': 'More walks in winter, with hot soup.',
  'Nerea Holt': 'I plan routes and carry the map. I would like to train others to do it.',
  'Oskar Dune': 'One meeting a month is enough. The rest of the time we walk.',
};

/** The candidates of the student government. The first ones get more votes. */
const government = {
  'Amara Osei': 'A bus after midnight, every night, and a map that shows when it comes.',
  'Tomas Lindqvist': 'The library stays open on Sundays. I have the signatures for it.',
  'Farah Nassar': 'One page for all fees, so that nobody is surprised in May.',
  'Devon Clarke': 'Cheaper lunch before noon, and a microwave in every building.',
} as const;

const elections: readonly DemoElection[] = [
  {
    club: null,
    title: 'Student Government 2027',
    description: 'Students elect their president and decide about the library fee.',
    days: { opens: -1, closes: 6 },
    contests: [
      {
        title: 'Student body president',
        kind: 'ranked',
        candidates: Object.entries(government).map(([name, statement]) => ({ name, statement })),
      },
      { title: 'Pay $3 a term to open the library on Sundays?', kind: 'yes_no' },
    ],
    quorum: 10,
    ballots: 260,
    favor: {
      'Amara Osei': 1.2,
      'Tomas Lindqvist': 1.15,
      'Farah Nassar': 1,
      'Devon Clarke': 1,
    },
    yes: 0.55,
  },
  {
    club: 'Ridge & Trail',
    title: 'Officers 2027',
    description: 'Choose who leads the club next year, and whether membership stays free.',
    days: { opens: -2, closes: 5 },
    contests: [
      {
        title: 'Vice president',
        kind: 'ranked',
        candidates: named('Nerea Holt', 'Oskar Dune', 'Idris Vale'),
      },
      {
        title: 'Gear keeper',
        kind: 'one',
        candidates: named('Sanna Brekke', 'Teodora Lum'),
      },
      {
        title: 'Charge $5 a term for gear?',
        kind: 'yes_no',
        share: { numerator: 2, denominator: 3 },
      },
    ],
    allowsRevote: true,
    ballots: 24,
    favor: {
      'Nerea Holt': 1.2,
      'Oskar Dune': 1,
      'Idris Vale': 1,
      'Sanna Brekke': 1,
      'Teodora Lum': 1,
    },
    yes: 0.6,
  },
  {
    club: 'Ridge & Trail',
    title: 'Trip committee 2026',
    description: 'Two people plan the trips of the year.',
    days: { opens: -40, closes: -33 },
    contests: [
      {
        title: 'Trip committee',
        kind: 'ranked',
        seats: 2,
        candidates: named(
          'Marlo Quint',
          'Sanna Brekke',
          'Idris Vale',
          'Teodora Lum',
          'Kasimir Roe',
        ),
      },
    ],
    quorum: 20,
    ballots: 40,
    favor: {
      'Marlo Quint': 1.15,
      'Sanna Brekke': 1.1,
      'Idris Vale': 1.1,
      'Teodora Lum': 1.05,
      'Kasimir Roe': 1,
    },
    yes: 0.5,
  },
  {
    club: 'Photo Walkers',
    title: 'Walk leaders',
    description: 'Nominate people who know a good place for pictures.',
    days: { nominations: 4, opens: 5, closes: 9 },
    contests: [{ title: 'Walk leaders', kind: 'ranked', seats: 2 }],
    ballots: 0,
    favor: {},
    yes: 0,
    nominated: 'Walk leaders',
  },
];

const dayMs = 86_400_000;
/** Voting starts and ends at full hours. */
const hourMs = 3_600_000;
/** Days from announcing an election to its first date. */
const announcedBefore = 3;
const graceMs = 2_000;

/** Students of the school have one of these graduation years. */
const studentYears = (now: Date): number[] =>
  Array.from({ length: 5 }, (_, index) => now.getUTCFullYear() + index);

const inDays = (now: Date, days: number): Date =>
  new Date(Math.floor((now.getTime() + days * dayMs) / hourMs) * hourMs);

/** Adds announced elections of some clubs and of the school. `runElections` opens them, votes and counts. Sends no notifications. */
export const addElections = async ({ db, school, now }: DemoContext): Promise<void> => {
  const signIns = await selectIdsByUsername(db, ['ana', 'officer', 'admin']);
  const idOf = (username: string) => signIns.get(username) ?? 0;
  for (const it of elections) {
    const club = it.club === null ? null : await selectClubNamed(db, it.club);
    if (club === undefined) continue;
    const author = club === null ? 'admin' : 'officer';
    const opensAt = inDays(now, it.days.opens);
    const closesAt = inDays(now, it.days.closes);
    const at = inDays(now, Math.min(0, it.days.opens - announcedBefore));
    const row = await insertElection(db, school, {
      club: club?.id ?? null,
      by: idOf(author),
      clientId: newClientId(at.getTime()),
      now: at,
      columns: {
        title: it.title,
        description: it.description,
        time_zone: demoZone,
        nominations_end_at:
          it.days.nominations === undefined ? null : inDays(now, it.days.nominations),
        opens_at: opensAt,
        closes_at: closesAt,
        voter_rule: storedRule({
          members: true,
          ...(club === null && { years: studentYears(now) }),
        }),
        allows_revote: it.allowsRevote ?? false,
        quorum: it.quorum ?? null,
        keeps_voter_list: false,
        accepts_paper: club === null,
      },
    });
    if (row === undefined) continue;
    await replaceContests(
      db,
      school,
      row.id,
      it.contests.map((contest) => newContest(contest, Number)),
      at,
    );
    await updateElectionRow(db, row.id, {
      state: 'announced',
      proposed_by: idOf(author),
      announced_by: idOf('admin'),
    });
    const stored = await selectElection(db, 0, row.id, now);
    const contest = stored?.contests.find(({ title }) => title === it.nominated);
    const nominator = club?.members.find((one) => one !== idOf('ana'));
    if (contest !== undefined && nominator !== undefined)
      await insertNomination(db, school, {
        contest: contest.id,
        person: idOf('ana'),
        by: nominator,
        clientId: newClientId(at.getTime()),
        statement: '',
        state: 'proposed',
        now: at,
      });
    for (const due of [opensAt, new Date(closesAt.getTime() + graceMs)])
      if (due > now) await insertEvent(db, school, null, 'election_due', { election: row.id }, due);
  }
};

export /** A different seed produces other ballots. */
const seed = 48_611;
const nonceDigits = 32;
/** The share of ballots that rank only some of the candidates. */
const shortShare = 0.3;

/** Returns candidates in order of a voter's preference, who likes them as `favor` says, with chance. */
const ranking = (
  contest: ContestRow,
  favor: DemoElection['favor'],
  chance: RandomSource,
): string[] => {
  const order = contest.candidates
    .map(({ id, name }) => ({ id, key: -Math.log(1 - chance.next()) / (favor[name] ?? 1) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ id }) => String(id));
  const ranked = chance.of(shortShare) ? order.slice(0, 2) : order;
  return ranked.slice(0, contest.max_choices);
};

/** Opens the demo's elections, casts ballots and counts as the server does, at their times. Runs again after it was interrupted. */
export const runElections = async (parts: DemoScopeParts, school: SchoolId): Promise<void> => {
  const { pool, clock } = parts;
  const now = clock.now();
  const scopeAt = await openDemoScopes(parts, school);
  const read = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(pool, { school, readOnly: true }, work);
  const signIns = await read((db) => selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']));
  const own = new Set(signIns.values());
  for (const it of elections) {
    const found = await read((db) => selectElectionTitled(db, it.club, it.title));
    if (found === undefined || found.opens_at > now || found.state === 'published') continue;
    const chance = createRandomSource(seed + found.id);
    await openElection(scopeAt(found.opens_at), found.id);
    const row = await read((db) => selectElection(db, 0, found.id, now));
    if (row === undefined) continue;
    const voters = (await read((db) => selectVoterIds(db, found.id)))
      .map(({ user_id: voter }) => voter)
      .filter((voter) => !own.has(voter))
      .toSorted((a, b) => a - b)
      .slice(0, it.ballots);
    for (const voter of voters) {
      const votes: Votes = Object.fromEntries(
        row.contests.map((contest) => [
          String(contest.id),
          contest.kind === 'yes_no'
            ? [chance.of(it.yes) ? 'yes' : 'no']
            : ranking(contest, it.favor, chance),
        ]),
      );
      const me = {
        kind: 'member' as const,
        userId: voter,
        sessionId: null,
        isAdmin: false,
        isAdviser: false,
      };
      // The same ballot again changes nothing, so an interrupted run can start over.
      const nonce = createHash('sha256')
        .update(`${found.id} ${voter}`)
        .digest('hex')
        .slice(0, nonceDigits);
      await castBallot(
        { ...scopeAt(found.opens_at), actor: me },
        { id: String(found.id), nonce, votes },
      );
    }
    const end = new Date(row.closes_at.getTime() + graceMs);
    if (end <= now) await countElection(scopeAt(end), found.id);
  }
  await inTransaction(pool, { school }, (db) =>
    deleteDeliveredEvents(db, ['election_opened', 'election_published']),
  );
};
