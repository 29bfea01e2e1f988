import { setImmediate } from 'node:timers/promises';
import { setBounded } from '../../../kernel/bounded-map.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { turnoutStep } from '../elections.rules.ts';
import { readElectionKeys } from './election-secrets.ts';
import {
  decryptBallot,
  isPaperMark,
  voterNumber,
  type BallotKeys,
  type VoterBallot,
} from './ballot-encryption.ts';
import { selectEncryptedBallot, selectEncryptedBallots } from './voting.queries.ts';

/** Encrypted ballots that one statement reads, and that are opened before other work continues. */
const pageSize = 1_000;

/** Reads and opens all ballots of an election. `onBallot` gets only those of people who voted or got a paper ballot. */
export const decryptBallots = async (
  scope: Scope,
  election: number,
  keys: BallotKeys,
  onBallot: (ballot: VoterBallot) => void,
): Promise<void> => {
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const window = { after, size: pageSize };
    const rows = await transact(scope, ({ db }) => selectEncryptedBallots(db, election, window), {
      readOnly: true,
    });
    for (const { number, ballot } of rows) {
      const opened = decryptBallot(keys, number, ballot);
      if (opened !== null) onBallot(opened);
    }
    after = rows.at(-1)?.number ?? after;
    if (rows.length < pageSize) return;
    await setImmediate();
  }
};

/** The number of people who voted, rounded down while voting is open, and the exact number of people who got a paper ballot. */
interface Turnout {
  readonly turnout: number;
  readonly paperVoters: number;
}

/** Turnouts in memory. Reading one opens every ballot, so it is at most as old as `freshMs`. */
const known = new Map<string, Turnout & { readonly until: number; readonly isFinal: boolean }>();
const knownMax = 1_000;
const freshMs = 60_000;
const noTurnout: Turnout = { turnout: 0, paperVoters: 0 };

/** Returns the turnout of an open election. `isFinal`: voting ended, so the value doesn't change anymore. Call it outside of transactions. */
export const readTurnout = async (
  scope: Scope,
  {
    id,
    voters,
    secret_name: name,
  }: { id: number; voters: number | null; secret_name: string | null },
  { isFinal = false }: { isFinal?: boolean } = {},
): Promise<Turnout> => {
  if (name === null || voters === null) return noTurnout;
  const found = known.get(name);
  if (found !== undefined && (found.isFinal || (!isFinal && found.until > performance.now())))
    return found;
  const keys = await readElectionKeys(scope, name);
  if (keys === null) return noTurnout;
  let ballots = 0;
  let paperVoters = 0;
  await decryptBallots(scope, id, keys, (ballot) => {
    ballots += 1;
    if (isPaperMark(ballot)) paperVoters += 1;
  });
  const read = { turnout: turnoutStep(ballots, voters), paperVoters };
  setBounded(known, name, { ...read, until: performance.now() + freshMs, isFinal }, knownMax);
  return read;
};

/** Returns whether a voter has voted. Null if the election's secret was destroyed. Call it outside of transactions. */
export const hasVoted = async (
  scope: Scope,
  { id, secret_name: name }: { id: number; secret_name: string | null },
  voter: number,
): Promise<boolean | null> => {
  const keys = name === null ? null : await readElectionKeys(scope, name);
  if (keys === null) return null;
  const number = voterNumber(keys, voter);
  const row = await transact(scope, ({ db }) => selectEncryptedBallot(db, id, number), {
    readOnly: true,
  });
  return row === undefined ? null : decryptBallot(keys, number, row.ballot) !== null;
};
