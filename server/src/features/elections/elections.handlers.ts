import * as elections from '#contract/elections/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { runOnce } from '../../kernel/client-results.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { definedOnly, idOf, ok, orNotFound } from '../../kernel/sql.ts';
import { findIanaZone } from '../../kernel/time/zones.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { faceView } from '../people/people.views.ts';
import { cancelElectionRow } from './counting/counting.ts';
import {
  canListVoters,
  electionAccess,
  isElectionWritable,
  readClub,
  checkFindable,
} from './elections-access.ts';
import { recordAct } from './election-log.ts';
import * as queries from './elections.queries.ts';
import type { ElectionRow } from './elections.queries.ts';
import {
  isComplete,
  keepPictures,
  newContest,
  phaseOf,
  storedRule,
  namedIn,
  newlyNamedIn,
} from './elections.rules.ts';
import { electionItemView } from './elections.views.ts';
import { canAnnounce, readElection, readManaged, readProgress, standsIn } from './reading.ts';
import { drawElectionLots, openElection } from './voting/opening.ts';
import { countVotersOf, selectMemberTags } from './voters/voters.queries.ts';

type Times = Pick<
  queries.ElectionColumns,
  'opens_at' | 'closes_at' | 'nominations_end_at' | 'time_zone'
>;

/** Throws if voting would be too short or over, or nominations would end after voting starts. */
const checkTimes = (times: Times, now: Date): void => {
  const { opens_at: opens, closes_at: closes, nominations_end_at: nominations } = times;
  const shortest = electionLimits.minutes * 60_000;
  if (
    closes.getTime() - opens.getTime() < shortest ||
    closes <= now ||
    (nominations !== null && nominations > opens)
  )
    throw problem('election_times');
  if (findIanaZone(times.time_zone) === undefined) throw problem('zone_unknown');
};

/** Returns the club of a new election, if the caller manages its elections and it accepts changes. Null for the school. */
const managedClub = async (call: Call, id: string | null): Promise<number | null> => {
  const club = id === null ? null : idOf(id);
  const access = await electionAccess(call, [club]);
  if (club !== null) {
    const row = await readClub(call, access, club);
    if (!access.manages(club)) throw problem('forbidden');
    if (!isWritable(row)) throw problem('club_inactive');
  } else if (!access.manages(null)) throw problem('forbidden');
  return club;
};

const picturesOf = (contests: readonly queries.NewContest[]): string[] =>
  contests.flatMap(({ candidates }) =>
    candidates.map(({ photo }) => photo).filter((photo) => photo !== null),
  );

/** Removes the files of pictures that no candidate has anymore. */
const dropPictures = async (call: Call, names: readonly string[]): Promise<void> => {
  if (names.length > 0) await emit(call, 'files_dropped', { names: [...names] });
};

/** Stores the contests of a draft. Throws a 404 if the caller can't find a candidate. */
const storeContests = async (
  call: Call,
  election: number,
  contests: readonly elections.ContestInput[],
  before: readonly queries.ContestRow[] = [],
): Promise<void> => {
  // Another manager may have named the earlier candidates.
  const known = new Set(
    before.flatMap(({ candidates }) => candidates.map(({ user_id: id }) => String(id))),
  );
  const named = contests.flatMap(({ candidates = [] }) =>
    candidates.flatMap((one) => ('uid' in one && !known.has(one.uid) ? [one.uid] : [])),
  );
  await checkFindable(call, named);
  const stored = keepPictures(
    contests.map((one) => newContest(one, idOf)),
    before,
  );
  await queries.replaceContests(call.db, call.school.school_id, election, stored, call.clock.now());
  const kept = new Set(picturesOf(stored));
  await dropPictures(
    call,
    before.flatMap(({ candidates }) =>
      candidates.flatMap(({ own_photo: photo }) =>
        photo === null || kept.has(photo) ? [] : [photo],
      ),
    ),
  );
};

/** Throws if an election can't be announced: it has no contests or candidates, too few voters, or its times are over. */
const checkReady = async ({ db, clock }: Context, row: ElectionRow): Promise<void> => {
  checkTimes(row, clock.now());
  if (!isComplete(row.contests, row.nominations_end_at !== null))
    throw problem('election_incomplete');
  if ((await countVotersOf(db, row, clock.now())) < electionLimits.voters)
    throw problem('electorate_small', { min: electionLimits.voters });
};

/** Announces an election. Its content can't change afterwards, and jobs open and count it. */
const announce = async (context: Context, row: ElectionRow, by: number): Promise<void> => {
  await queries.updateElectionRow(context.db, row.id, { state: 'announced', announced_by: by });
  if (row.nominations_end_at === null) await drawElectionLots(context, row);
  const election = row.id;
  await emit(context, 'election_announced', { election, by });
  await emit(context, 'election_due', { election }, row.opens_at);
  await emit(context, 'election_due', { election }, countAt(row.closes_at));
  await recordAct(context, row, 'announced');
};

/** Ballots that arrived before the end can still be on their way to the database. */
const graceMs = 2_000;
const countAt = (closesAt: Date): Date => new Date(closesAt.getTime() + graceMs);

/** Records the caller's agreement to a draft. The second person, or an admin, announces it. */
const agree = async (call: Call, row: ElectionRow): Promise<void> => {
  const { isStaff } = await electionAccess(call, [row.club_id]);
  if (standsIn(row, call.me.userId)) throw problem('election_own_candidacy');
  await checkReady(call, row);
  if (isStaff || (row.proposed_by !== null && row.proposed_by !== call.me.userId))
    return announce(call, row, call.me.userId);
  if (row.proposed_by === call.me.userId) throw problem('election_second_person');
  await queries.updateElectionRow(call.db, row.id, { proposed_by: call.me.userId });
  await emit(call, 'election_proposed', { election: row.id, by: call.me.userId });
};

const columnsOf = (input: HandlerInput<typeof elections.createElection>) => ({
  title: input.title,
  description: input.description ?? '',
  time_zone: input.timeZone,
  nominations_end_at:
    input.nominationsEndAt === undefined || input.nominationsEndAt === null
      ? null
      : new Date(input.nominationsEndAt),
  opens_at: new Date(input.opensAt),
  closes_at: new Date(input.closesAt),
  voter_rule: storedRule(input.voters),
  allows_revote: input.allowsRevote ?? false,
  quorum: input.quorum ?? null,
  keeps_voter_list: input.keepsVoterList ?? false,
  accepts_paper: input.acceptsPaper ?? false,
});

/** Stores a new election, and announces it if it is complete and the caller may do so alone. Returns its id. */
const create = async (
  call: Call,
  input: HandlerInput<typeof elections.createElection>,
): Promise<number> => {
  const club = await managedClub(call, input.club ?? null);
  const columns = columnsOf(input);
  checkTimes(columns, call.now);
  await checkFindable(call, namedIn(columns.voter_rule));
  const max = electionLimits.elections;
  if ((await queries.countElections(call.db, club)) >= max)
    throw problem('too_many_elections', { max });
  const row = await queries.insertElection(call.db, call.schoolId, {
    club,
    by: call.me.userId,
    clientId: input.clientId,
    now: call.now,
    columns,
  });
  if (row === undefined)
    return orNotFound(await queries.selectElectionByClient(call.db, call.me.userId, input.clientId))
      .id;
  await storeContests(call, row.id, input.contests);
  const stored = orNotFound(
    await queries.selectElection(call.db, call.me.userId, row.id, call.now),
  );
  await recordAct(call, stored, 'added');
  if (input.isDraft !== true) {
    // A candidate's draft waits for two others.
    if (standsIn(stored, call.me.userId)) await checkReady(call, stored);
    else await agree(call, stored);
  }
  return row.id;
};

/** Starts voting if the time has come, and returns the election as the caller sees it now. */
const openAndRead = async (scope: Scope, id: number): Promise<elections.Election> => {
  await openElection(scope, id);
  return readElection(scope, String(id));
};

/** Returns a draft of the caller's for a change. */
const readDraft = async (call: Call, id: string): Promise<ElectionRow> => {
  const row = await readManaged(call, id);
  if (!isElectionWritable(row)) throw problem('club_inactive');
  const locked = orNotFound(await queries.lockElection(call.db, row.id));
  if (locked.state !== 'draft') throw problem('election_fixed');
  return row;
};

/** Gives a call its transaction, with the fields that `handle` adds. */
const within = <T>(
  call: Scope & Pick<Call, 'me' | 'now' | 'schoolId'>,
  work: (call: Call) => Promise<T>,
): Promise<T> => {
  const { me, now, schoolId } = call;
  return transact(call, (context) => work({ ...context, me, now, schoolId }));
};

export const electionsHandlers = [
  handleWithoutTransaction(elections.listElections, async (call, { club, cursor, size }) => {
    const after = readCursor<queries.ElectionCursor>(cursor, ['time', 'number']);
    const { rows, access } = await transact(
      call,
      async (context) => {
        const clubs = await queries.selectManagedClubs(context.db, call.me.userId);
        const held = await electionAccess(context, [
          ...clubs,
          club === undefined ? null : idOf(club),
        ]);
        const managed = {
          clubs: held.isStaff ? null : clubs.filter((one) => held.manages(one)),
          school: held.isStaff,
        };
        return {
          access: held,
          rows: await queries.selectElections(context.db, call.me.userId, managed, {
            club: club === undefined ? null : idOf(club),
            after,
            size: size + 1,
            now: call.now,
          }),
        };
      },
      { readOnly: true },
    );
    const progress = new Map(
      await Promise.all(rows.map(async (row) => [row.id, await readProgress(call, row)] as const)),
    );
    return {
      ...pageOfRows(rows, size, {
        view: (row) => {
          const manages = access.manages(row.club_id);
          return electionItemView(row, {
            viewer: call.me.userId,
            now: call.now,
            manages,
            canAnnounce: canAnnounce(row, { manages, me: call.me.userId }),
            turnout: progress.get(row.id)?.turnout ?? 0,
            hasVoted: progress.get(row.id)?.hasVoted ?? null,
          });
        },
        keyOf: (row) => [row.opens_at, row.id],
      }),
      can: { create: access.manages(club === undefined ? null : idOf(club)) },
    };
  }),

  handleWithoutTransaction(elections.getElection, (call, { id }) => readElection(call, id)),

  handleWithoutTransaction(elections.getElectionSettings, async (call, { id }) => {
    const { voters, ...rest } = await transact(
      call,
      async (context) => {
        const row = await readManaged(context, id);
        const { voter_rule: rule, proposed_by: by } = row;
        const named = namedIn(rule);
        const faces = await queries.selectActivePeople(context.db, [
          ...named.map(idOf),
          ...(by === null ? [] : [by]),
        ]);
        const proposer = faces.find((one) => one.id === by);
        return {
          voters: rule,
          proposedBy: proposer === undefined ? null : faceView(proposer),
          people: faces.map(faceView),
          canListVoters: await canListVoters(context, row),
          tags: row.club_id === null ? [] : await selectMemberTags(context.db, row.club_id),
        };
      },
      { readOnly: true },
    );
    return { election: await readElection(call, id), voters, ...rest };
  }),

  handleWithoutTransaction(elections.createElection, async (call, input) => {
    const id = await within(call, (one) =>
      runOnce(one, elections.createElection, input, () => create(one, input)),
    );
    return openAndRead(call, id);
  }),

  handleWithoutTransaction(elections.updateElection, async (call, { id, version, ...sent }) => {
    await within(call, async (one) => {
      const row = await readDraft(one, id);
      const time = (value: string | undefined) => value && new Date(value);
      const columns = definedOnly({
        title: sent.title,
        description: sent.description,
        time_zone: sent.timeZone,
        opens_at: time(sent.opensAt),
        closes_at: time(sent.closesAt),
        nominations_end_at: sent.nominationsEndAt === null ? null : time(sent.nominationsEndAt),
        voter_rule: sent.voters && storedRule(sent.voters),
        allows_revote: sent.allowsRevote,
        quorum: sent.quorum,
        keeps_voter_list: sent.keepsVoterList,
        accepts_paper: sent.acceptsPaper,
      }) as Partial<queries.ElectionColumns>;
      checkTimes({ ...row, ...columns }, one.now);
      if (columns.voter_rule !== undefined)
        await checkFindable(one, newlyNamedIn(columns.voter_rule, row.voter_rule));
      if (!(await queries.updateDraft(one.db, { id: row.id, version }, columns)))
        throw problem('election_changed');
      if (sent.contests !== undefined)
        await storeContests(one, row.id, sent.contests, row.contests);
    });
    return readElection(call, id);
  }),

  handleWithoutTransaction(elections.announceElection, async (call, { id }) => {
    await within(call, async (one) => {
      const row = await readDraft(one, id);
      await agree(one, row);
    });
    return openAndRead(call, idOf(id));
  }),

  handleWithoutTransaction(elections.extendElection, async (call, { id, closesAt, reason }) => {
    await within(call, async (one) => {
      const row = await readManaged(one, id);
      const locked = orNotFound(await queries.lockElection(one.db, row.id));
      const phase = phaseOf({ ...row, ...locked }, one.now);
      if (phase === 'counting' || phase === 'published') throw problem('election_closed');
      if (phase === 'draft' || phase === 'canceled') throw problem('election_fixed');
      const later = new Date(closesAt);
      if (later <= locked.closes_at) throw problem('election_times');
      await queries.updateElectionRow(one.db, row.id, {
        closes_at: later,
        extension_reason: reason,
      });
      await emit(one, 'election_due', { election: row.id }, countAt(later));
      await emit(one, 'election_extended', { election: row.id, by: one.me.userId });
      await recordAct(one, row, 'extended');
    });
    return readElection(call, id);
  }),

  handleWithoutTransaction(elections.cancelElection, async (call, { id, reason }) => {
    const row = await within(call, (one) => readManaged(one, id));
    const by = call.me.userId;
    if (row.state === 'draft' || !(await cancelElectionRow(call, row.id, { reason, by })))
      throw problem('election_fixed');
    await within(call, (one) => recordAct(one, row, 'canceled'));
    return readElection(call, id);
  }),

  handle(elections.deleteElection, async (call, { id }) => {
    const row = await readDraft(call, id);
    await queries.deleteElectionRow(call.db, row.id);
    await dropPictures(
      call,
      row.contests.flatMap(({ candidates }) =>
        candidates.flatMap(({ own_photo: photo }) => photo ?? []),
      ),
    );
    await recordAct(call, row, 'deleted');
    return ok;
  }),
];
