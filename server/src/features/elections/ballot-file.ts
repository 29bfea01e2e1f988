import { createHash } from 'node:crypto';
import type { ContestResult, ElectionContest } from './count/count.ts';

/*
 * The file of ballots (application/x-ndjson): a header, one line for each ballot, the results, and a signature. Each line contains the
 * SHA-256 of the line before it, so the signature covers the whole file.
 */

/** A contest in the header. Candidates have names as well. */
export interface FileContest extends Omit<ElectionContest, 'candidates'> {
  readonly id: string;
  readonly title: string;
  readonly candidates: readonly { readonly id: string; readonly name: string }[];
}

export interface FileHeader {
  readonly election: string;
  /** The school's code. */
  readonly school: string;
  readonly title: string;
  readonly opensAt: string;
  readonly closesAt: string;
  /** The number of people who could vote. */
  readonly voters: number;
  /** Minimum turnout in percent. Below it, the election has no winners. Null or omitted for no quorum. */
  readonly quorum?: number | null;
  /** The Ed25519 public key, 32 bytes as base64url. */
  readonly key: string;
  readonly contests: readonly FileContest[];
}

export interface FileBallot {
  readonly receipt: string;
  readonly nonce: string;
  /** Names every contest; an empty list is blank. */
  readonly votes: Readonly<Record<string, readonly string[]>>;
}

export interface BallotFile {
  readonly header: FileHeader;
  /** By receipt, ascending in the order of character codes, so that the file doesn't show the order of voting. */
  readonly ballots: Iterable<FileBallot> | AsyncIterable<FileBallot>;
  /** By contest. */
  readonly results: Readonly<Record<string, ContestResult>>;
  /** Signs a text with the private key of `header.key`. */
  readonly sign: (text: string) => Uint8Array | Promise<Uint8Array>;
}

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex');

/** Writes the file line by line, each with its LF, so that a large election needs no memory. */
export async function* ballotFileLines({
  header,
  ballots,
  results,
  sign,
}: BallotFile): AsyncGenerator<string> {
  const { election, contests } = header;
  // The properties are in the order of the format, and the caller's own ones aren't published.
  let line = JSON.stringify({
    format: 'commons-election/1',
    election: header.election,
    school: header.school,
    title: header.title,
    opensAt: header.opensAt,
    closesAt: header.closesAt,
    voters: header.voters,
    quorum: header.quorum,
    key: header.key,
    contests: contests.map((contest) => ({
      id: contest.id,
      title: contest.title,
      kind: contest.kind,
      method: contest.method,
      seats: contest.seats,
      max: contest.max,
      candidates: contest.candidates.map(({ id, name }) => ({ id, name })),
      withdrawn: contest.withdrawn,
      lots: contest.lots,
      needsMajority: contest.needsMajority,
      share: contest.share,
    })),
  });
  yield `${line}\n`;
  let written = 0;
  let last = '';
  for await (const { receipt, nonce, votes } of ballots) {
    if (receipt <= last)
      throw new Error(`the ballots of election ${election} are not in the order of their receipts`);
    last = receipt;
    written += 1;
    const inOrder = Object.fromEntries(contests.map(({ id }) => [id, votes[id] ?? []]));
    line = JSON.stringify({ receipt, nonce, votes: inOrder, prev: hashOf(line) });
    yield `${line}\n`;
  }
  const resultsInOrder = Object.fromEntries(
    contests.map(({ id }) => {
      const result = results[id];
      if (result === undefined)
        throw new Error(`contest ${id} of election ${election} has no result`);
      return [id, { elected: result.elected, count: result.count }];
    }),
  );
  line = JSON.stringify({ ballots: written, results: resultsInOrder, prev: hashOf(line) });
  yield `${line}\n`;
  const prev = hashOf(line);
  const signature = Buffer.from(await sign(prev)).toString('base64url');
  yield `${JSON.stringify({ prev, signature })}\n`;
}
