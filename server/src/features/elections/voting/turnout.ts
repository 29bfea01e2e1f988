import { setImmediate } from 'node:timers/promises';
import { setBounded } from '../../../kernel/bounded-map.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { turnoutStep } from '../elections.rules.ts';
import { readElectionKeys } from './election-secrets.ts';
import { decryptBallot, voterNumber, type Ballot, type BallotKeys } from './ballot-encryption.ts';
import { selectEncryptedBallot, selectEncryptedBallots } from './voting.queries.ts';

/** Encrypted ballots that one statement reads, and that are opened before other work continues. */
const pageSize = 1_000;

/** Reads and opens all ballots of an election. `onBallot` gets only those of people who voted. Returns the number of rows. */
export const decryptBallots = async (
  scope: Scope,
  election: number,
  keys: BallotKeys,
  onBallot: (ballot: Ballot) => void,
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

/** Turnouts in memory. Reading one opens every ballot, so it is at most as old as `freshMs`. */
const known = new Map<string, { readonly turnout: number; readonly until: number }>();
const knownMax = 1_000;
const freshMs = 60_000;

/** Returns the turnout that people see while voting runs. Call it outside of transactions. */
export const readTurnout = async (
  scope: Scope,
  {
    id,
    voters,
    secret_name: name,
  }: { id: number; voters: number | null; secret_name: string | null },
): Promise<number> => {
  if (name === null || voters === null) return 0;
  const found = known.get(name);
  if (found !== undefined && found.until > performance.now()) return found.turnout;
  const keys = await readElectionKeys(scope, name);
  if (keys === null) return 0;
  let ballots = 0;
  await decryptBallots(scope, id, keys, () => {
    ballots += 1;
  });
  const turnout = turnoutStep(ballots, voters);
  setBounded(known, name, { turnout, until: performance.now() + freshMs }, knownMax);
  return turnout;
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
