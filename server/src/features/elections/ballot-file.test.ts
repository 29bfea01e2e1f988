import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ballotFileLines, type BallotFile } from './ballot-file.ts';

// Rows of the database have more columns than the format.
const ada = { id: 'ada', name: 'Ada Min', email: 'ada@north.example' };
const header = {
  election: '7',
  school: 'north',
  title: 'Student council',
  opensAt: '2026-11-02T08:00:00Z',
  closesAt: '2026-11-06T17:00:00Z',
  voters: 12,
  key: 'A'.repeat(43),
  contests: [
    {
      id: '3',
      title: 'President',
      kind: 'one',
      method: null,
      seats: 1,
      max: 1,
      candidates: [ada],
      withdrawn: [],
      lots: ['ada'],
    },
  ],
} as const satisfies BallotFile['header'];

const ballots = [
  { receipt: '0123456789ABCDEF', nonce: 'a'.repeat(32), votes: { 3: ['ada'] }, voter: '41' },
  { receipt: '0123456789ABCDEG', nonce: 'b'.repeat(32), votes: {}, voter: '42' },
];
const results = { 3: { elected: ['ada'], count: { votes: [1], blank: 1 } } };
const sign = (text: string) => Buffer.from(`signed ${text}`);

const linesOf = async (own: Partial<BallotFile>): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of ballotFileLines({ header, ballots, results, sign, ...own }))
    lines.push(line);
  return lines;
};

test('each line of the ballot file has the previous line’s hash, and the last line has a signature of its hash', async () => {
  const lines = await linesOf({});
  const hashes = lines.map((line) => createHash('sha256').update(line.slice(0, -1)).digest('hex'));
  expect(lines.map((line) => line.at(-1))).toEqual(['\n', '\n', '\n', '\n', '\n']);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { format: 'commons-election/1', election: '7', voters: 12 },
    { receipt: '0123456789ABCDEF', votes: { 3: ['ada'] }, prev: hashes[0] },
    { receipt: '0123456789ABCDEG', votes: { 3: [] }, prev: hashes[1] },
    { ballots: 2, results, prev: hashes[2] },
    { prev: hashes[3], signature: Buffer.from(`signed ${hashes[3]}`).toString('base64url') },
  ]);
});

test('the ballot file has no emails and no voters', async () => {
  const text = (await linesOf({})).join('');
  expect(text).not.toMatch(/email|"voter":/);
});

test('ballots can come from a stream, and must be in the order of their receipts', async () => {
  const stream = async function* (list: typeof ballots) {
    yield* list;
  };
  expect(await linesOf({ ballots: stream(ballots) })).toEqual(await linesOf({}));
  await expect(linesOf({ ballots: stream(ballots.toReversed()) })).rejects.toThrow(
    /not in the order/,
  );
  await expect(linesOf({ ballots: [...ballots.slice(0, 1), ...ballots] })).rejects.toThrow(
    /not in the order/,
  );
});

test('the ballot file isn’t created if a contest has no result', async () => {
  await expect(linesOf({ results: {} })).rejects.toThrow('contest 3 of election 7 has no result');
});
