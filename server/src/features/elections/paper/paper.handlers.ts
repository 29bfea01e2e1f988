import { electionLimits, electionRates } from '#contract/elections/limits.ts';
import * as paper from '#contract/elections/paper.endpoints.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { canListVoters } from '../elections-access.ts';
import { recordAct } from '../election-log.ts';
import { lockElection, updateElectionRow, type ElectionRow } from '../elections.queries.ts';
import { readBallot } from '../elections.rules.ts';
import {
  decryptBallot,
  encryptBallot,
  encryptedSize,
  isPaperMark,
  paperMark,
  voterNumber,
} from '../voting/ballot-encryption.ts';
import { ballotInvalid, checkCanVote } from '../voting/casting.ts';
import { readElectionKeys } from '../voting/election-secrets.ts';
import { openElection } from '../voting/opening.ts';
import { readTurnout } from '../voting/turnout.ts';
import {
  lockAsVoter,
  lockEncryptedBallots,
  selectVotable,
  selectVoterRows,
  updateEncryptedBallots,
} from '../voting/voting.queries.ts';
import { decryptEntries, encryptEntry } from './paper-ballots.ts';
import {
  checkEntering,
  entryProblem,
  keysForEntering,
  readAtDesk,
  readPaperEntry,
} from './paper-entry.ts';
import * as queries from './paper.queries.ts';

/** Returns an election for a person at the desk, after opening it if its time has come. */
const openAtDesk = async (scope: Scope, id: string): Promise<ElectionRow> => {
  const read = () =>
    transact(
      scope,
      async (context) => {
        const row = await readAtDesk(context, id);
        // Checking people in would reveal who owes dues.
        if (!(await canListVoters(context, row))) throw problem('forbidden');
        return row;
      },
      { readOnly: true },
    );
  const row = await read();
  if (row.state !== 'announced') return row;
  await openElection(scope, row.id);
  return read();
};

/** Locks an election whose paper ballots people enter, and returns it. */
const lockEntering = async (context: Context, id: string): Promise<ElectionRow> => {
  await lockElection(context.db, idOf(id));
  const row = await readAtDesk(context, id);
  checkEntering(row);
  return row;
};

/** Throws if two other people already enter the ballots. */
const checkTwoPeople = async ({ db }: Context, row: ElectionRow, me: number): Promise<void> => {
  const people = new Set(await queries.selectPaperPeople(db, row.id));
  if (row.paper_signed_by !== null) people.add(row.paper_signed_by);
  if (!people.has(me) && people.size >= 2) throw problem('paper_two_people');
};

export const paperHandlers = [
  handleWithoutTransaction(paper.setPaperVoter, async (call, { id, uid, votesOnPaper }) => {
    const subject = `paper-voters:${call.schoolId}:${call.me.userId}`;
    await countInMemory(call, subject, electionRates.desk);
    const { id: election, secret_name: secret } = await openAtDesk(call, id);
    const person = idOf(uid);
    const keys = secret === null ? null : await readElectionKeys(call, secret);
    return transact(call, async ({ db }) => {
      await lockAsVoter(db, election);
      const row = orNotFound(await selectVotable(db, election));
      const [voter] = await selectVoterRows(db, election, [person], call.now);
      checkCanVote(row, voter, { person, now: call.now });
      if (keys === null) throw problem('election_closed');
      const number = voterNumber(keys, person);
      const [stored] = await lockEncryptedBallots(db, election, [number]);
      if (stored === undefined) throw problem('not_a_voter');
      const before = decryptBallot(keys, number, stored.ballot);
      const isMarked = before !== null && isPaperMark(before);
      // Undoing says nothing about people who voted online.
      if (isMarked === votesOnPaper || (before !== null && !isMarked && !votesOnPaper))
        return { votesOnPaper };
      if (before !== null && !isMarked) throw problem('already_voted');
      const mark = votesOnPaper ? paperMark : null;
      const ballot = encryptBallot(keys, number, mark, encryptedSize(stored.ballot));
      await updateEncryptedBallots(db, election, [{ number, ballot }]);
      return { votesOnPaper };
    });
  }),

  handleWithoutTransaction(paper.getPaperEntry, (call, { id }) => readPaperEntry(call, id)),

  handleWithoutTransaction(paper.putPaperBallot, async (call, { id, number, votes: sent }) => {
    const subject = `paper-entries:${call.schoolId}:${call.me.userId}`;
    await countInMemory(call, subject, electionRates.entry);
    const before = await transact(call, (context) => readAtDesk(context, id), { readOnly: true });
    const keys = await keysForEntering(call, before);
    const { votes, problems } = readBallot(before.contests, sent);
    if (problems.length > 0) throw ballotInvalid(problems);
    await transact(call, async (context) => {
      const row = await lockEntering(context, id);
      const me = call.me.userId;
      await checkTwoPeople(context, row, me);
      const max = electionLimits.paperBallots;
      const written = Number(number);
      if (
        (await queries.countOtherPaperBallots(context.db, row.id, { by: me, number: written })) >=
        max
      )
        throw problem('too_many_paper_ballots', { max });
      const entry = encryptEntry(keys, row, { by: me, number: written, votes });
      await queries.putPaperBallot(context.db, call.schoolId, row.id, entry);
      await updateElectionRow(context.db, row.id, { paper_signed_by: null });
    });
    return readPaperEntry(call, id);
  }),

  handleWithoutTransaction(paper.removePaperBallot, async (call, { id, number }) => {
    await transact(call, async (context) => {
      const row = await lockEntering(context, id);
      const entry = { by: call.me.userId, number: Number(number) };
      if (await queries.deletePaperBallot(context.db, row.id, entry))
        await updateElectionRow(context.db, row.id, { paper_signed_by: null });
    });
    return readPaperEntry(call, id);
  }),

  handleWithoutTransaction(paper.clearPaperBallots, async (call, { id }) => {
    await transact(call, async (context) => {
      const row = await lockEntering(context, id);
      await queries.deletePaperBallots(context.db, row.id);
      await updateElectionRow(context.db, row.id, { paper_signed_by: null });
      await recordAct(context, row, 'paper_cleared');
    });
    return readPaperEntry(call, id);
  }),

  handleWithoutTransaction(paper.confirmPaperBallots, async (call, { id }) => {
    const before = await transact(call, (context) => readAtDesk(context, id), { readOnly: true });
    if (before.paper_entered_at !== null) return readPaperEntry(call, id);
    const keys = await keysForEntering(call, before);
    const { paperVoters } = await readTurnout(call, before, { isFinal: true });
    await transact(call, async (context) => {
      const row = await lockEntering(context, id);
      const me = call.me.userId;
      if (row.paper_signed_by === me) return;
      await checkTwoPeople(context, row, me);
      const entries = decryptEntries(keys, await queries.selectPaperBallots(context.db, row.id));
      if (entryProblem(entries, { me, paperVoters }) !== null) throw problem('paper_unequal');
      if (row.paper_signed_by === null) {
        await updateElectionRow(context.db, row.id, { paper_signed_by: me });
        return;
      }
      await updateElectionRow(context.db, row.id, { paper_entered_at: call.now });
      await emit(context, 'election_due', { election: row.id });
      await recordAct(context, row, 'paper_confirmed');
    });
    return readPaperEntry(call, id);
  }),
];
