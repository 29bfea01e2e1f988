import { createPublicKey, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  ballotIn,
  fieldsIn,
  headerIn,
  lineHash,
  receiptFor,
  resultsIn,
  signatureIn,
  type BallotLine,
  type Header,
  type HeaderContest,
  type ResultsLine,
} from './ballot-lines.ts';
import { recount, type Recount } from './recount.ts';
import { LotMissing } from './recount-ranked.ts';

export type ProblemCode =
  | 'format_unknown'
  | 'line_invalid'
  | 'chain_broken'
  | 'order_wrong'
  | 'receipt_mismatch'
  | 'receipt_twice'
  | 'contest_unknown'
  | 'candidate_unknown'
  | 'candidate_twice'
  | 'too_many_choices'
  | 'ballots_differ'
  | 'more_ballots_than_voters'
  | 'result_differs'
  | 'lot_missing'
  | 'signature_invalid'
  | 'key_differs';

export interface Problem {
  readonly line: number;
  readonly code: ProblemCode;
}

export interface Verification {
  readonly ok: boolean;
  /** The number of ballots in the file. */
  readonly ballots: number;
  readonly key: string | null;
  readonly contests: {
    readonly id: string;
    readonly elected: string[];
    /** The verifier's own count. Null if it needs a lot that is missing. */
    readonly count: object | null;
    /** True if the file has the same result. */
    readonly same: boolean;
  }[];
  readonly problems: Problem[];
}

/** Decodes base64url. Undefined unless the text is the only one for its bytes. */
const bytesOf = (text: string, length: number): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined;
};

const isSigned = (key: string, text: string, signature: string): boolean => {
  const bytes = bytesOf(signature, 64);
  if (bytes === undefined || bytesOf(key, 32) === undefined) return false;
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key };
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes);
  } catch {
    // Not every 32 bytes are a key.
    return false;
  }
};

/** Splits a file at LF. The last line can lack it. */
const linesOf = (file: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  for (let start = 0; start < file.length;) {
    const end = file.indexOf(10, start);
    lines.push(file.subarray(start, end === -1 ? file.length : end));
    start = end === -1 ? file.length : end + 1;
  }
  return lines;
};

const choiceProblems = (
  choices: readonly string[],
  known: readonly string[],
  max: number,
): ProblemCode[] => [
  ...(choices.some((id) => !known.includes(id)) ? ['candidate_unknown' as const] : []),
  ...(new Set(choices).size < choices.length ? ['candidate_twice' as const] : []),
  ...(choices.length > max ? ['too_many_choices' as const] : []),
];

const choicesOf = ({ kind, candidates }: HeaderContest): string[] =>
  kind === 'yes_no' ? ['yes', 'no'] : candidates.map(({ id }) => id);

const mostChoices = (contest: HeaderContest): number =>
  contest.kind === 'one' || contest.kind === 'yes_no'
    ? 1
    : (contest.max ?? contest.candidates.length);

/** Checks that each candidate has one ID, and that the header's lists contain only candidates. */
const headerProblems = ({ contests }: Header): ProblemCode[] => [
  ...new Set(
    contests.flatMap((contest) => {
      const ids = contest.candidates.map(({ id }) => id);
      const known = [...ids, ...choicesOf(contest)];
      return [ids, contest.withdrawn, contest.lots].flatMap((list) =>
        choiceProblems(list, known, Number.POSITIVE_INFINITY),
      );
    }),
  ),
];

const ballotProblems = (header: Header, ballot: BallotLine): ProblemCode[] => {
  const { contests } = header;
  const ids = new Set(contests.map(({ id }) => id));
  const found = contests.flatMap((contest): ProblemCode[] => {
    const choices = ballot.votes.get(contest.id);
    // A blank contest is an empty list, so that a removed vote can't look like a blank one.
    return choices === undefined
      ? ['line_invalid']
      : choiceProblems(choices, choicesOf(contest), mostChoices(contest));
  });
  if ([...ballot.votes.keys()].some((id) => !ids.has(id))) found.push('contest_unknown');
  if (receiptFor(header, ballot) !== ballot.receipt) found.push('receipt_mismatch');
  return [...new Set(found)];
};

/** Returns the recount, or undefined if it needs a lot that is missing. */
const attemptRecount = (
  contest: HeaderContest,
  votes: readonly (readonly string[])[],
): Recount | undefined => {
  try {
    return recount(contest, votes);
  } catch (error) {
    if (error instanceof LotMissing) return undefined;
    throw error;
  }
};

/**
 * Verifies a file of ballots without trusting anything but the key: its chain, receipts and signature, and the results by an independent
 * count. `expectedKey`: the key that the school lists elsewhere.
 */
export function verifyBallotFile(file: Buffer, expectedKey?: string): Verification {
  const lines = linesOf(file);
  const problems: Problem[] = [];
  const report = (line: number, ...codes: ProblemCode[]): void => {
    for (const code of codes) problems.push({ line, code });
  };
  const first = lines[0] && fieldsIn(lines[0]);
  const isKnown = first?.['format'] === 'commons-election/1';
  const header = isKnown ? headerIn(first) : undefined;
  if (header === undefined) {
    report(1, isKnown ? 'line_invalid' : 'format_unknown');
    return { ok: false, ballots: 0, key: null, contests: [], problems };
  }
  report(1, ...headerProblems(header));
  if (expectedKey !== undefined && expectedKey !== header.key) report(1, 'key_differs');

  const ballots: BallotLine[] = [];
  const receipts = new Set<string>();
  let last = '';
  let results: (ResultsLine & { readonly line: number }) | undefined;
  let isEnded = false;
  for (const [index, bytes] of lines.entries()) {
    if (index === 0) continue;
    const line = index + 1;
    const fields = fieldsIn(bytes) ?? {};
    const isBefore = results === undefined && !isEnded;
    const ballot = isBefore && 'receipt' in fields ? ballotIn(fields) : undefined;
    const ownResults = isBefore && 'results' in fields ? resultsIn(fields) : undefined;
    const signature = !isEnded && 'signature' in fields ? signatureIn(fields) : undefined;
    const read = ballot ?? ownResults ?? signature;
    if (read === undefined) {
      report(line, 'line_invalid');
      continue;
    }
    if (read.prev !== lineHash(lines[index - 1] ?? Buffer.alloc(0))) report(line, 'chain_broken');
    if (ballot) {
      if (receipts.has(ballot.receipt)) report(line, 'receipt_twice');
      if (ballot.receipt < last) report(line, 'order_wrong');
      last = ballot.receipt;
      receipts.add(ballot.receipt);
      ballots.push(ballot);
      report(line, ...ballotProblems(header, ballot));
    }
    if (ownResults) results = { ...ownResults, line };
    if (signature) {
      isEnded = true;
      if (!isSigned(header.key, signature.prev, signature.signature))
        report(line, 'signature_invalid');
    }
  }
  // Lines that are missing at the end of the file.
  const end = lines.length + 1;
  if (results === undefined) report(end, 'line_invalid');
  if (!isEnded) report(end, 'signature_invalid');

  const resultsLine = results?.line ?? end;
  if (results !== undefined && results.ballots !== ballots.length)
    report(resultsLine, 'ballots_differ');
  if (ballots.length > header.voters) report(resultsLine, 'more_ballots_than_voters');
  const { quorum } = header;
  const isQuorate =
    quorum === null || BigInt(ballots.length) * 100n >= BigInt(quorum) * BigInt(header.voters);
  const contests = header.contests.map((contest) => {
    const own = attemptRecount(
      contest,
      ballots.map(({ votes }) => votes.get(contest.id) ?? []),
    );
    if (own === undefined) report(1, 'lot_missing');
    const result = own && { elected: isQuorate ? own.elected : [], count: own.count };
    const stated = results?.results.get(contest.id) as Partial<Recount> | null | undefined;
    const same =
      result !== undefined &&
      isDeepStrictEqual({ elected: stated?.elected, count: stated?.count }, result);
    if (!same && own !== undefined && results !== undefined) report(resultsLine, 'result_differs');
    return { id: contest.id, elected: result?.elected ?? [], count: result?.count ?? null, same };
  });
  const known = new Set(header.contests.map(({ id }) => id));
  if ([...(results?.results.keys() ?? [])].some((id) => !known.has(id)))
    report(resultsLine, 'contest_unknown');
  problems.sort((a, b) => a.line - b.line);
  return {
    ok: problems.length === 0,
    ballots: ballots.length,
    key: header.key,
    contests,
    problems,
  };
}
