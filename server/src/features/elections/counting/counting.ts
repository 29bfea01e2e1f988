import { sign } from 'node:crypto';
import { writeInPrefix } from '#contract/elections/limits.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { openThread } from '../../../kernel/threads.ts';
import { activeKey } from '../../record/keys/record-keys.ts';
import {
  ballotFileLines,
  type FileBallot,
  type FileContest,
  type FileHeader,
} from '../ballot-file.ts';
import { isQuorumReached, type ContestResult } from '../count/count.ts';
import {
  lockElection,
  selectElection,
  updateElectionRow,
  type ContestRow,
  type ElectionRow,
} from '../elections.queries.ts';
import { awaitsPaper, isOnBallot } from '../elections.rules.ts';
import { readPaperBallots } from '../paper/paper-ballots.ts';
import { deletePaperBallots } from '../paper/paper.queries.ts';
import { ballotReceipt } from '../receipt.ts';
import { destroyElectionSecret, readElectionKeys } from '../voting/election-secrets.ts';
import {
  decryptBallot,
  isPaperMark,
  voterNumber,
  type Ballot,
  type BallotKeys,
} from '../voting/ballot-encryption.ts';
import { decryptBallots } from '../voting/turnout.ts';
import {
  deleteEncryptedBallots,
  lockAsCounter,
  restoredReason,
  selectEncryptedBallot,
  selectVoterIds,
} from '../voting/voting.queries.ts';
import type { CountTask } from './counting-thread.ts';
import { insertBallots, updateResult, updateVoters } from './counting.queries.ts';

/** The reason that voters read if the club is deleted before the count. */
const deletedReason = 'The club was deleted.';

const thread = openThread<CountTask, ContestResult[]>({
  module: new URL('./counting-thread.ts', import.meta.url),
  failure: 'an election could not be counted',
  waitingMax: 20,
  taskMs: 120_000,
  idleMs: 10_000,
});

/** Ends voting. Waits for ballots that arrived in time. Returns false if it isn't time, or the election isn't open. */
const close = (scope: Scope, election: number): Promise<boolean> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    await lockAsCounter(db, election);
    const row = await lockElection(db, election);
    if (row?.state === 'counting') return true;
    if (row?.state !== 'voting' || row.closes_at > clock.now()) return false;
    await updateElectionRow(db, election, { state: 'counting', closed_at: clock.now() });
    if (row.accepts_paper) await emit(context, 'election_paper_due', { election });
    return true;
  });

/** Cancels an election whose ballots can't be read. */
export const cancelElectionRow = async (
  scope: Scope,
  election: number,
  { reason, by }: { readonly reason: string; readonly by: number | null },
): Promise<boolean> => {
  const secret = await transact(scope, async (context) => {
    await lockAsCounter(context.db, election);
    const row = await lockElection(context.db, election);
    if (row === undefined || row.state === 'published' || row.state === 'canceled')
      return undefined;
    await deleteEncryptedBallots(context.db, election);
    await deletePaperBallots(context.db, election);
    await updateElectionRow(context.db, election, {
      state: 'canceled',
      cancellation_reason: reason,
      secret_name: null,
    });
    if (row.state !== 'draft') await emit(context, 'election_canceled', { election, by });
    return row.secret_name;
  });
  if (secret === undefined) return false;
  if (secret !== null) await destroyElectionSecret(scope, secret);
  return true;
};

/** Returns the write-ins of a contest in a fixed order. They follow the candidates on the ballot, also in the lot. */
const writeInsOf = (contest: ContestRow, ballots: readonly FileBallot[]): string[] => {
  if (!contest.allows_write_ins) return [];
  const choices = ballots.flatMap(({ votes }) => votes[String(contest.id)] ?? []);
  return [...new Set(choices.filter((choice) => choice.startsWith(writeInPrefix)))].toSorted(
    (a, b) => (a < b ? -1 : 1),
  );
};

const fileContest = (contest: ContestRow, ballots: readonly FileBallot[]): FileContest => {
  const named = contest.candidates.filter(isOnBallot);
  const writeIns = writeInsOf(contest, ballots);
  return {
    id: String(contest.id),
    title: contest.title,
    kind: contest.kind,
    method: contest.method,
    seats: contest.seats,
    max: contest.max_choices,
    candidates: [
      ...named.map(({ id, name }) => ({ id: String(id), name })),
      ...writeIns.map((id) => ({ id, name: decodeURIComponent(id.slice(writeInPrefix.length)) })),
    ],
    withdrawn: named.filter(({ state }) => state === 'withdrawn').map(({ id }) => String(id)),
    lots: [...(contest.lots ?? []).map(String), ...writeIns],
    needsMajority: contest.needs_majority,
    share:
      contest.share_numerator === null || contest.share_denominator === null
        ? null
        : { numerator: contest.share_numerator, denominator: contest.share_denominator },
  };
};

/** Returns the ballots by receipt. Two people who agree on one nonce and equal votes have one receipt, and it counts once. */
const fileBallots = (row: ElectionRow, ballots: readonly Ballot[]): FileBallot[] => {
  const contests = row.contests.map(({ id }) => String(id));
  const byReceipt = new Map(
    ballots.map(({ nonce, votes }) => {
      const receipt = ballotReceipt({ election: String(row.id), nonce, contests, votes });
      return [receipt, { receipt, nonce, votes }];
    }),
  );
  return [...byReceipt.values()].toSorted((a, b) => (a.receipt < b.receipt ? -1 : 1));
};

/** Counts all contests in the thread. Below the quorum, the election has no winners. */
const countAll = async (
  row: ElectionRow,
  header: FileHeader,
  ballots: readonly FileBallot[],
): Promise<Record<string, ContestResult>> => {
  const { result } = await thread.run({
    contests: header.contests.map(({ candidates, ...contest }) => ({
      contest: { ...contest, candidates: candidates.map(({ id }) => id) },
      votes: ballots.map(({ votes }) => votes[contest.id] ?? []),
    })),
  });
  const isReached = isQuorumReached(ballots.length, row.voters ?? 0, row.quorum);
  return Object.fromEntries(
    header.contests.map(({ id }, index) => {
      const counted = result[index];
      if (counted === undefined) throw new Error(`contest ${id} was not counted`);
      return [id, isReached ? counted : { ...counted, elected: [] }];
    }),
  );
};

/** Returns the voters who have voted, for a school that keeps the list. */
const readVoted = async (scope: Scope, election: number, keys: BallotKeys): Promise<number[]> =>
  transact(
    scope,
    async ({ db }) => {
      const voted: number[] = [];
      for (const { user_id: voter } of await selectVoterIds(db, election)) {
        const number = voterNumber(keys, voter);
        const row = await selectEncryptedBallot(db, election, number);
        if (row !== undefined && decryptBallot(keys, number, row.ballot) !== null)
          voted.push(voter);
      }
      return voted;
    },
    { readOnly: true },
  );

/** Returns the header of the file of ballots, and a function that signs with the school's key. */
const signFile = async (
  scope: Scope,
  row: ElectionRow,
  ballots: readonly FileBallot[],
): Promise<{ header: FileHeader; sign: (text: string) => Uint8Array }> => {
  const { key, publicKey } = await transact(scope, activeKey);
  const header: FileHeader = {
    election: String(row.id),
    school: scope.school.code,
    title: row.title,
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    voters: row.voters ?? 0,
    quorum: row.quorum,
    key: publicKey,
    contests: row.contests.map((contest) => fileContest(contest, ballots)),
  };
  return { header, sign: (text) => sign(null, Buffer.from(text), key) };
};

/** Closes and counts an election when its end has come. Runs again after a crash: ballots stay encrypted until the result is stored. */
export const countElection = async (scope: Scope, election: number): Promise<void> => {
  if (!(await close(scope, election))) return;
  const row = await transact(
    scope,
    ({ db, clock }) => selectElection(db, 0, election, clock.now()),
    {
      readOnly: true,
    },
  );
  if (row === undefined) {
    await cancelElectionRow(scope, election, { reason: deletedReason, by: null });
    return;
  }
  const keys = row.secret_name === null ? null : await readElectionKeys(scope, row.secret_name);
  if (keys === null) {
    await cancelElectionRow(scope, election, { reason: restoredReason, by: null });
    return;
  }
  const opened: Ballot[] = [];
  let paperVoters = 0;
  await decryptBallots(scope, election, keys, (ballot) => {
    if (isPaperMark(ballot)) paperVoters += 1;
    else opened.push(ballot);
  });
  if (awaitsPaper(row) && paperVoters > 0) return;
  const onPaper = await readPaperBallots(scope, row, keys);
  const ballots = fileBallots(row, [...opened, ...onPaper]);
  const { header, sign: signText } = await signFile(scope, row, ballots);
  const results = await countAll(row, header, ballots);
  let signature = '';
  const lines = ballotFileLines({
    header,
    ballots,
    results,
    sign: (text) => {
      const bytes = signText(text);
      signature = Buffer.from(bytes).toString('base64url');
      return bytes;
    },
  });
  // The signature covers all lines, so they are all written once.
  for await (const _ of lines);
  const voted = row.keeps_voter_list ? await readVoted(scope, election, keys) : null;
  await transact(scope, async (context) => {
    const { db, school } = context;
    if (
      !(await updateResult(db, election, {
        header,
        results,
        signature,
        ballots: ballots.length,
        onPaper: row.accepts_paper ? onPaper.length : null,
      }))
    )
      return;
    await insertBallots(db, school.school_id, election, ballots);
    await deleteEncryptedBallots(db, election);
    await deletePaperBallots(db, election);
    if (voted !== null) await updateVoters(db, election, voted);
    await emit(context, 'election_published', { election });
  });
  if (row.secret_name !== null) await destroyElectionSecret(scope, row.secret_name);
};
