import { randomBytes } from 'node:crypto';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import type { ElectionRow } from '../elections.queries.ts';
import {
  ballotSize,
  decryptBallot,
  encryptBallot,
  isPaperMark,
  type Ballot,
  type BallotKeys,
} from '../voting/ballot-encryption.ts';
import { sameVotes } from '../voting/casting.ts';
import { selectPaperBallots, type PaperRow } from './paper.queries.ts';

/** The votes of paper ballots by number, as one person entered them. */
export type PaperEntries = ReadonlyMap<number, Votes>;

/** The authenticated data of an entry, so that entries can't be exchanged. */
const entryName = (by: number, number: number): Buffer => Buffer.from(`paper:${by}:${number}`);

/** Encrypts an entry with the election's secret, so that the database doesn't show votes before the count. */
export const encryptEntry = (
  keys: BallotKeys,
  row: Pick<ElectionRow, 'contests'>,
  { by, number, votes }: { by: number; number: number; votes: Votes },
): PaperRow => ({
  entered_by: by,
  number,
  ballot: encryptBallot(
    keys,
    entryName(by, number),
    { nonce: ''.padEnd(32, '0'), votes },
    ballotSize(row.contests),
  ),
});

/** Decrypts the entries of an election, by person. */
export const decryptEntries = (
  keys: BallotKeys,
  rows: readonly PaperRow[],
): ReadonlyMap<number, PaperEntries> => {
  const byPerson = new Map<number, Map<number, Votes>>();
  for (const { entered_by: by, number, ballot } of rows) {
    const entry = decryptBallot(keys, entryName(by, number), ballot);
    if (entry === null || isPaperMark(entry)) continue;
    const entries = byPerson.get(by) ?? new Map<number, Votes>();
    byPerson.set(by, entries.set(number, entry.votes));
  }
  return byPerson;
};

/** The differences between two people's entries, by ballot number. */
export interface EntryComparison {
  /** Numbers that only the first or only the second person entered. */
  readonly onlyMine: readonly number[];
  readonly onlyTheirs: readonly number[];
  readonly different: readonly number[];
}

/** Compares two people's entries. */
export const compareEntries = (mine: PaperEntries, theirs: PaperEntries): EntryComparison => ({
  onlyMine: [...mine.keys()].filter((number) => !theirs.has(number)),
  onlyTheirs: [...theirs.keys()].filter((number) => !mine.has(number)),
  different: [...mine].flatMap(([number, votes]) => {
    const other = theirs.get(number);
    return other !== undefined && !sameVotes(votes, other) ? [number] : [];
  }),
});

/** Returns the confirmed paper ballots for the count. Each gets a random nonce, because its voter has no receipt. */
export const readPaperBallots = async (
  scope: Scope,
  row: ElectionRow,
  keys: BallotKeys,
): Promise<Ballot[]> => {
  if (row.paper_entered_at === null) return [];
  const rows = await transact(scope, ({ db }) => selectPaperBallots(db, row.id), {
    readOnly: true,
  });
  const [one = new Map<number, Votes>(), two = new Map<number, Votes>()] = decryptEntries(
    keys,
    rows,
  ).values();
  const { onlyMine, onlyTheirs, different } = compareEntries(one, two);
  if (onlyMine.length + onlyTheirs.length + different.length > 0)
    throw new Error(`the paper ballots of election ${row.id} were confirmed but differ`);
  return [...one.values()].map((votes) => ({ nonce: randomBytes(16).toString('hex'), votes }));
};
