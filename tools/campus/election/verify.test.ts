import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ballotFileLines, type FileContest } from '#server/features/elections/ballot-file.ts';
import { countContest, isQuorumReached } from '#server/features/elections/count/count.ts';
import { ballotReceipt } from '#server/features/elections/receipt.ts';
import { effort, seed } from '../../../server/test/effort.ts';
import { verifyBallotFile, type ProblemCode } from './verify.ts';

type Votes = Record<string, string[]>;
type Line = Record<string, any>;

const newKey = (): { key: string; privateKey: KeyObject } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { key: publicKey.export({ format: 'jwk' }).x ?? '', privateKey };
};
const own = newKey();
const signWith = (privateKey: KeyObject) => (text: string) =>
  sign(null, Buffer.from(text), privateKey);

const contestOf = (
  fields: Partial<FileContest> & Pick<FileContest, 'id' | 'kind'>,
): FileContest => ({
  title: `Contest ${fields.id}`,
  method: null,
  seats: 1,
  max: null,
  candidates: ['ada', 'ben', 'cleo', 'dev'].map((id) => ({ id, name: `Candidate ${id}` })),
  withdrawn: [],
  lots: ['dev', 'ada', 'cleo', 'ben'],
  ...fields,
});

const contests: readonly FileContest[] = [
  contestOf({ id: '9', kind: 'ranked', method: 'scottish-stv', seats: 2 }),
  contestOf({ id: '3', kind: 'ranked', method: 'irv' }),
  contestOf({ id: '5', kind: 'one', needsMajority: true }),
  contestOf({ id: '4', kind: 'several', seats: 2, max: 2, withdrawn: ['ben'] }),
  contestOf({
    id: '6',
    kind: 'yes_no',
    candidates: [],
    lots: [],
    share: { numerator: 2, denominator: 3 },
  }),
];

const voteLists: readonly Votes[] = [
  { 9: ['ada', 'ben'], 3: ['ada'], 5: ['ada'], 4: ['ada', 'ben'], 6: ['yes'] },
  { 9: ['ada', 'cleo'], 3: ['ben', 'ada'], 5: ['ada'], 4: ['cleo'], 6: ['yes'] },
  { 9: ['ada'], 3: ['cleo', 'ben'], 5: ['ada'], 4: ['cleo', 'dev'], 6: ['no'] },
  { 9: ['ben', 'dev', 'ada'], 3: ['dev'], 5: [], 4: [], 6: [] },
  { 9: ['cleo'], 3: ['ben'], 5: ['ben'], 4: ['ada'], 6: ['yes'] },
  { 9: [], 3: [], 5: ['w:Ann%20Lee'], 4: ['dev'], 6: ['yes'] },
];

interface Election {
  readonly contests: readonly FileContest[];
  readonly votes: readonly Votes[];
  readonly voters?: number;
  readonly quorum?: number;
}

/** Adds the write-ins of a contest to its candidates, as the server does before it counts. */
const withWriteIns = (contest: FileContest, votes: readonly Votes[]): FileContest => {
  const writeIns = new Set(
    votes.flatMap((vote) => vote[contest.id] ?? []).filter((id) => id.startsWith('w:')),
  );
  return {
    ...contest,
    candidates: [
      ...contest.candidates,
      ...[...writeIns].map((id) => ({ id, name: decodeURIComponent(id.slice(2)) })),
    ],
  };
};

const resultsOf = (election: Election) =>
  Object.fromEntries(
    election.contests.map((contest) => {
      const { elected, count } = countContest(
        { ...contest, candidates: contest.candidates.map(({ id }) => id) },
        election.votes.map((vote) => vote[contest.id] ?? []),
      );
      const { voters = 100, quorum = null } = election;
      const isReached = isQuorumReached(election.votes.length, voters, quorum);
      return [contest.id, { elected: isReached ? elected : [], count }];
    }),
  );

/** Writes an election with the server's code. */
const linesOf = async (given: Election): Promise<string[]> => {
  const election = {
    ...given,
    contests: given.contests.map((contest) => withWriteIns(contest, given.votes)),
  };
  const ballots = election.votes
    .map((votes, index) => {
      const nonce = createHash('md5').update(`${index}`).digest('hex');
      const ids = election.contests.map(({ id }) => id);
      return {
        receipt: ballotReceipt({ election: '7', nonce, contests: ids, votes }),
        nonce,
        votes,
      };
    })
    .toSorted((a, b) => (a.receipt < b.receipt ? -1 : 1));
  const lines: string[] = [];
  for await (const line of ballotFileLines({
    header: {
      election: '7',
      school: 'north',
      title: 'Student council',
      opensAt: '2026-11-02T08:00:00Z',
      closesAt: '2026-11-06T17:00:00Z',
      voters: election.voters ?? 100,
      key: own.key,
      contests: election.contests,
      ...(election.quorum && { quorum: election.quorum }),
    },
    ballots,
    results: resultsOf(election),
    sign: signWith(own.privateKey),
  }))
    lines.push(line);
  return lines;
};

const fileOf = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''));

/** Writes changed lines with a new chain and signature, so that a file has the planted fault and no other. */
const rewritten = (lines: readonly Line[], privateKey = own.privateKey): Buffer => {
  let previous = '';
  const written = lines.map((line, index) => {
    const prev = createHash('sha256').update(previous).digest('hex');
    const fields = index === 0 ? line : { ...line, prev };
    const isLast = index === lines.length - 1;
    const signature = Buffer.from(signWith(privateKey)(prev)).toString('base64url');
    previous = JSON.stringify(isLast ? { ...fields, signature } : fields);
    return `${previous}\n`;
  });
  return fileOf(written);
};

const codesIn = (file: Buffer, key?: string): string[] =>
  verifyBallotFile(file, key).problems.map(({ line, code }) => `${line} ${code}`);

test('the verifier accepts a file from the server and gets the same counts', async () => {
  const verification = verifyBallotFile(
    fileOf(await linesOf({ contests, votes: voteLists })),
    own.key,
  );
  expect(verification).toMatchObject({ ok: true, ballots: 6, key: own.key, problems: [] });
  expect(verification.contests).toMatchObject([
    { id: '9', elected: ['ada', 'ben'], count: { method: 'scottish-stv', valid: 5 }, same: true },
    {
      id: '3',
      elected: ['ben'],
      count: { method: 'irv', ballots: 6 },
      same: true,
    },
    { id: '5', elected: ['ada'], count: { votes: [3, 1, 0, 0, 1], blank: 1 }, same: true },
    { id: '4', elected: ['ada', 'cleo'], count: { votes: [2, 0, 2, 2], blank: 1 }, same: true },
    { id: '6', elected: ['yes'], count: { votes: [4, 1], blank: 1 }, same: true },
  ]);
});

describe('faults in a ballot file', async () => {
  const lines = await linesOf({ contests, votes: voteLists });
  const parsed = () => lines.map((line): Line => JSON.parse(line));
  const end = lines.length;

  /** Changes the votes of a ballot as an attacker with the key would: with its receipt, the order, the results and the chain. */
  const withVotes = (contest: string, choices: string[]): Buffer => {
    const [header = {}, ...rest] = parsed();
    const ballots = rest.slice(0, -2).map((line, index) => {
      if (index > 0) return line;
      const votes = { ...line['votes'], [contest]: choices };
      const ids = header['contests'].map(({ id }: FileContest) => id);
      return {
        ...line,
        votes,
        receipt: ballotReceipt({ election: '7', nonce: line['nonce'], contests: ids, votes }),
      };
    });
    ballots.sort((a, b) => (a['receipt'] < b['receipt'] ? -1 : 1));
    const results = resultsOf({
      contests: header['contests'],
      votes: ballots.map(({ votes }) => votes),
    });
    return rewritten([header, ...ballots, { ...rest.at(-2), results }, {}]);
  };
  const withLine = (index: number, change: (line: Line) => Line): Buffer =>
    rewritten(parsed().map((line, at) => (at === index ? change(line) : line)));

  const faults: Record<ProblemCode, readonly [Buffer, RegExp, string?]> = {
    format_unknown: [withLine(0, (line) => ({ ...line, format: 'commons-election/2' })), /^1 f/],
    line_invalid: [rewritten(parsed().toSpliced(3, 0, { note: 'ten more for ada' })), /^4 l/],
    chain_broken: [
      fileOf(lines.with(0, lines[0]?.replace('Student council', 'Chess club') ?? '')),
      /^2 c/,
    ],
    order_wrong: [
      rewritten(
        parsed()
          .with(1, parsed()[2] ?? {})
          .with(2, parsed()[1] ?? {}),
      ),
      /^3 o/,
    ],
    receipt_mismatch: [withLine(1, (line) => ({ ...line, receipt: '0000000000000000' })), /^2 r/],
    receipt_twice: [
      (() => {
        const [header = {}, first = {}, ...rest] = parsed();
        const ballots = [first, first, ...rest.slice(0, -2)];
        const results = resultsOf({
          contests: header['contests'],
          votes: ballots.map(({ votes }) => votes),
        });
        return rewritten([header, ...ballots, { ballots: ballots.length, results }, {}]);
      })(),
      /^3 r/,
    ],
    contest_unknown: [
      withLine(2, (line) => ({ ...line, votes: { ...line['votes'], 8: ['ada'] } })),
      /^3 c/,
    ],
    candidate_unknown: [withVotes('9', ['ada', 'mallory']), /^\d c/],
    candidate_twice: [withVotes('9', ['ada', 'ada']), /^\d c/],
    too_many_choices: [withVotes('5', ['ada', 'ben']), /^\d t/],
    ballots_differ: [withLine(end - 2, (line) => ({ ...line, ballots: 7 })), /^8 b/],
    more_ballots_than_voters: [withLine(0, (line) => ({ ...line, voters: 5 })), /^8 m/],
    result_differs: [
      withLine(end - 2, (line) => ({
        ...line,
        results: { ...line['results'], 3: { ...line['results'][3], elected: ['ada'] } },
      })),
      /^8 r/,
    ],
    lot_missing: [
      withLine(0, (line) => ({
        ...line,
        contests: line['contests'].map((contest: Line) => ({ ...contest, lots: [] })),
      })),
      /^1 l/,
    ],
    signature_invalid: [rewritten(parsed(), newKey().privateKey), /^9 s/],
    key_differs: [fileOf(lines), /^1 k/, newKey().key],
  };

  test.each(Object.entries(faults))(
    'the verifier finds the fault %s',
    (code, [file, place, key]) => {
      const found = codesIn(file, key);
      expect(found.map((problem) => problem.split(' ')[1])).toEqual(found.map(() => code));
      expect(found[0]).toMatch(place);
      expect(verifyBallotFile(file, key).ok).toBe(false);
    },
  );

  test('the verifier finds a changed vote total, a missing vote and a missing end of the file', () => {
    const count = withLine(end - 2, (line) => {
      const changed = structuredClone(line);
      changed['results'][9].count.stages[0].votes[0] = '4.00000';
      return changed;
    });
    expect(codesIn(count)).toEqual(['8 result_differs']);
    expect(verifyBallotFile(count).contests.map(({ same }) => same)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(
      codesIn(withLine(2, (line) => ({ ...line, votes: { ...line['votes'], 6: undefined } }))),
    ).toContain('3 line_invalid');
    expect(codesIn(fileOf(lines.slice(0, -1)))).toEqual(['9 signature_invalid']);
    expect(codesIn(fileOf(lines.slice(0, -2)))).toEqual(['8 line_invalid', '8 signature_invalid']);
    expect(codesIn(Buffer.alloc(0))).toEqual(['1 format_unknown']);
    expect(codesIn(fileOf([...lines, ...lines.slice(-1)]))).toEqual(['10 line_invalid']);
  });

  test('the verifier finds any changed byte', () => {
    const file = fileOf(lines);
    for (let index = 0; index < file.length; index += effort({ quick: 7, full: 1 })) {
      const changed = Buffer.from(file);
      changed[index] = (changed[index] ?? 0) ^ (1 << ((seed + index) % 7));
      expect([index, verifyBallotFile(changed, own.key).ok]).toEqual([index, false]);
    }
  });
});

test('the server and the verifier agree on generated elections', async () => {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
  const shuffled = (ids: readonly string[]): string[] => {
    const rest = [...ids];
    return ids.map(() => rest.splice(random(rest.length), 1)[0] ?? '');
  };
  for (let index = 0; index < effort({ quick: 60, full: 3_000 }); index += 1) {
    const ids = Array.from({ length: 2 + random(5) }, (_, place) => `c${place}`);
    const base = () => ({
      candidates: ids.map((id) => ({ id, name: id })),
      seats: 1 + random(ids.length),
      lots: shuffled(ids),
      withdrawn: random(4) === 0 ? ids.slice(0, 1) : [],
    });
    const generated = [
      contestOf({ id: '1', kind: 'ranked', method: 'scottish-stv', ...base() }),
      contestOf({ id: '2', kind: 'ranked', method: 'irv', ...base() }),
      contestOf({ id: '3', kind: 'one', needsMajority: random(2) === 0, ...base() }),
      contestOf({ id: '4', kind: 'several', max: 1 + random(ids.length), ...base() }),
      contestOf({
        id: '5',
        kind: 'yes_no',
        candidates: [],
        lots: [],
        ...(random(2) && { share: { numerator: 3, denominator: 5 } }),
      }),
    ];
    const votes = Array.from({ length: random(25) }, () =>
      Object.fromEntries(
        generated.map(({ id, kind, max }): [string, string[]] => {
          if (kind === 'yes_no') return [id, [['yes'], ['no'], []][random(3)] ?? []];
          const most = kind === 'one' ? 1 : (max ?? ids.length);
          return [id, shuffled(ids).slice(0, random(most + 1))];
        }),
      ),
    );
    const voters = votes.length + random(30);
    const lines = await linesOf({
      contests: generated,
      votes,
      voters,
      ...(random(2) && { quorum: 50 }),
    });
    expect([seed, index, codesIn(fileOf(lines), own.key)]).toEqual([seed, index, []]);
  }
});
