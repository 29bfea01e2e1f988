import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { countScottishStv } from '#server/features/elections/count/scottish-stv.ts';
import { goldenElections } from '../../../server/test/golden-elections.ts';
import { readContestFile } from './contest-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'commons-contest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file with one contest. Returns its ID and its count, or the error code. */
const readFile = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { isList, contests } = await readContestFile(path);
  const [read] = contests;
  if (isList || read === undefined) return undefined;
  return [read.id, 'error' in read ? read.error : countScottishStv(read.contest)];
};

const vegetables = goldenElections.find(({ id }) => id === 'vegetables');
const stv = vegetables?.expect.stv;
const ballots = (vegetables?.ballots ?? []).map(
  ([papers, ranking]) => `${papers} ${ranking.join(' ')} 0`,
);
const names = ['0', '"A ""quoted"" name"', 'A title'];
const numbers = ['9 4', '# a comment', '-2 -6', ...ballots, ...names].join('\r\n');

test('the reader accepts BLT files with withdrawn candidates, commas, and ballots on several lines', async () => {
  expect(await readFile('numbers.blt', numbers)).toEqual(['numbers', stv]);
  expect(await readFile('commas.blt', numbers.replaceAll(/(?<=\d) /g, ','))).toEqual([
    'commas',
    stv,
  ]);
  const [wrapped] = [numbers.replace('2 2 3 0', '2 2\r\n3 0')];
  expect(wrapped).not.toBe(numbers);
  expect(await readFile('wrapped.blt', wrapped)).toEqual(['wrapped', stv]);
});

test("the reader accepts OpaVote's BLT files with nicknames and a tie order", async () => {
  const nicknames = 'abcdefghi';
  const nicknamed = ['9 4', `[nick ${[...nicknames].join(' ')}]`, '[withdrawn b f]']
    .concat(
      ballots.map((line) =>
        line.replace(/(?<= )[1-9]/g, (digit) => nicknames[Number(digit) - 1] ?? ''),
      ),
    )
    .concat(names)
    .join('\n');
  expect(await readFile('nicknames.blt.gz', gzipSync(nicknamed))).toEqual(['nicknames', stv]);
  // Two candidates have no votes; the lot draws the last one first.
  const tie = '3 2\n[nick x y z]\n[tie z y x]\n2 x - 0\n0\n"X"\n"Y"\n"Z"\n"Tie"\n';
  expect(await readFile('tie.blt', tie)).toMatchObject([
    'tie',
    { elected: [1, 2], ties: [{ settledBy: 'lot', among: [2, 3], chosen: 3 }] },
  ]);
});

test('an invalid BLT file gets an error code', async () => {
  const code = async (...lines: string[]) => (await readFile('x.blt', lines.join('\n')))?.[1];
  expect(await code('3 1', '1 1=2 3 0', '0')).toBe('rank_twice');
  expect(await code('3 1', '1 1 2 1 0', '0')).toBe('candidate_twice');
  expect(await code('3 1', '1 4 0', '0')).toBe('candidate_unknown');
  expect(await code('3 1', '1 mallory 0', '0')).toBe('candidate_unknown');
  expect(await code('3 1', '-4', '1 1 0', '0')).toBe('candidate_unknown');
  expect(await code('3 1', '-3 1 0', '0')).toBe('papers_invalid');
  expect(await code('3 1', '0.5 1 0', '0')).toBe('papers_invalid');
  expect(await code('3 0', '1 1 0', '0')).toBe('seats_invalid');
  expect(await code('3 1', '1 2 3')).toBe('format_unknown');
  expect(await code('3 1', '1 2 3 0')).toBe('format_unknown');
  expect(await code('0 1', '0')).toBe('format_unknown');
  expect(await code('minutes of the meeting')).toBe('format_unknown');
});

test('an invalid JSON file gets an error code', async () => {
  const code = async (fields: object) =>
    (
      await readFile('x.json', JSON.stringify({ n: 3, seats: 1, ballots: [[1, [1]]], ...fields }))
    )?.[1];
  expect(await code({})).toMatchObject({ elected: [1] });
  expect(await code({ ballots: [[1, [[1], 2]]] })).toMatchObject({ elected: [1] });
  expect(await code({ ballots: [[1, ['1']]] })).toBe('candidate_unknown');
  expect(await code({ ballots: [['1', [1]]] })).toBe('papers_invalid');
  expect(await code({ ballots: [[1, [0, -1]]] })).toBe('candidate_unknown');
  expect(await code({ ballots: [[1, [1, 0, -1]]], ranks: '0 is empty' })).toMatchObject({
    invalid: 1,
  });
  expect(await code({ ballots: 'none' })).toBe('format_unknown');
  expect(await code({ ballots: [7] })).toBe('format_unknown');
  expect(await code({ seats: undefined })).toBe('seats_invalid');
  expect(await code({ n: undefined })).toBe('format_unknown');
  expect(await code({ n: undefined, candidates: [{ id: 1 }] })).toMatchObject({ elected: [1] });
});
