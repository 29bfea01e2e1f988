import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import {
  contestOf,
  goldenElections,
  type GoldenElection,
} from '../../../../test/golden-elections.ts';
import { countIrv } from './irv.ts';
import { countScottishStv } from './scottish-stv.ts';

interface Counters {
  readonly countIrv: typeof countIrv;
  readonly countScottishStv: typeof countScottishStv;
}

const countWith = (counters: Counters, golden: GoldenElection): GoldenElection['expect'] => {
  const contest = contestOf(golden);
  const counts = {
    stv: () => counters.countScottishStv(contest),
    irv: () => counters.countIrv(contest),
    irvOvervoteSkipped: () => counters.countIrv(contest, { skipsOvervotes: true }),
  };
  return Object.fromEntries(
    (Object.keys(golden.expect) as (keyof typeof counts)[]).map((method) => [
      method,
      counts[method](),
    ]),
  );
};

test('every stage, parcel and tie matches the golden files', () => {
  expect(goldenElections).toHaveLength(32 + 125 + 1);
  for (const golden of goldenElections)
    expect([golden.id, countWith({ countIrv, countScottishStv }, golden)]).toEqual([
      golden.id,
      golden.expect,
    ]);
});

/** Mistakes that counting programs have made. Each replaces a text that occurs once in a module. */
const mistakes: readonly (readonly [name: string, module: string, from: string, to: string])[] = [
  [
    'values are rounded instead of cut off',
    'scottish-stv.ts',
    '(surplus * received) / total)',
    '(2n * surplus * received + total) / (2n * total))',
  ],
  [
    'a transfer value ignores the value at which a paper was received',
    'scottish-stv.ts',
    '(surplus * received) / total)',
    '(surplus * one) / total)',
  ],
  [
    'only the last parcel is transferred',
    'scottish-stv.ts',
    'const parcels = transfer(',
    'held[candidate - 1] = new Map([...(held[candidate - 1] ?? [])].slice(-1)); const parcels = transfer(',
  ],
  [
    'excluded papers move at full value',
    'scottish-stv.ts',
    'transfer(candidate, (received) => received)',
    'transfer(candidate, () => one)',
  ],
  ['the quota lacks plus one', 'scottish-stv.ts', 'BigInt(seats + 1) + 1n)', 'BigInt(seats + 1))'],
  ['the quota is for one seat less', 'scottish-stv.ts', 'BigInt(seats + 1)', 'BigInt(seats)'],
  [
    'only more than the quota elects',
    'scottish-stv.ts',
    'votesOf(candidate) >= quota',
    'votesOf(candidate) > quota',
  ],
  [
    'elected candidates receive transfers',
    'scottish-stv.ts',
    '!continuing.has(candidate)) continue',
    '!continuing.has(candidate) && !elected.includes(candidate)) continue',
  ],
  [
    'surpluses are transferred in the order of election',
    'scottish-stv.ts',
    "choose('surplus', withSurplus)",
    '(elected.find((one) => withSurplus.includes(one)) ?? 0)',
  ],
  [
    'a candidate is excluded while a surplus waits',
    'scottish-stv.ts',
    'withSurplus.length > 0)',
    'withSurplus.length > 0 && elected.length < 2)',
  ],
  [
    'the last seats are filled before the transfer',
    'scottish-stv.ts',
    'others.length <= vacancies',
    'others.length <= vacancies + (stages.length > 0 && vacancies > 0 ? 1 : 0)',
  ],
  [
    'surpluses are transferred after all seats are filled',
    'scottish-stv.ts',
    'while (elected.length < seats && continuing.size > 0)',
    'while (elected.length < seats && continuing.size > 0 || elected.some((candidate) => votesOf(candidate) > quota))',
  ],
  [
    'candidates who are elected at one stage are in ballot order',
    'scottish-stv.ts',
    'votesOf(a) === votesOf(b) ? a - b : votesOf(a) > votesOf(b) ? -1 : 1',
    'a - b',
  ],
  [
    'withdrawn candidates receive votes',
    'scottish-stv.ts',
    'ranked.filter((candidate) => !withdrawn.has(candidate))',
    'ranked',
  ],
  [
    'the first stage decides ties',
    'tie-break.ts',
    'let stage = earlier.length; stage >= 1; stage -= 1',
    'let stage = 1; stage <= earlier.length; stage += 1',
  ],
  [
    'only the last stage decides ties',
    'tie-break.ts',
    'let stage = earlier.length; stage >= 1;',
    'let stage = earlier.length; stage >= earlier.length - 1 && stage >= 1;',
  ],
  [
    'ties of three or more are not narrowed',
    'tie-break.ts',
    'candidatesWith(extreme, among, earlier',
    'candidatesWith(extreme, tied, earlier',
  ],
  [
    'the most votes decide a tie for exclusion',
    'tie-break.ts',
    'candidatesWith(extreme, among, earlier',
    "candidatesWith('most', among, earlier",
  ],
  [
    'the lot is in ballot order',
    'tie-break.ts',
    'lots.find((candidate) => tied.includes(candidate))',
    'tied[0]',
  ],
  [
    'the candidate that the lot draws stays',
    'tie-break.ts',
    'lots.find((candidate)',
    'lots.findLast((candidate)',
  ],
  [
    'the lot decides every tie',
    'tie-break.ts',
    'stage >= 1; stage -= 1',
    'stage > 1e9; stage -= 1',
  ],
  ['half of the votes elect', 'irv.ts', 'own > inPlay - own', 'own >= inPlay - own'],
  ['the majority is of all ballots', 'irv.ts', 'own > inPlay - own', 'own > ballots - own'],
  [
    'an overvote is passed over',
    'irv.ts',
    '!(skipsOvervotes && rank === overvote)',
    'rank !== overvote',
  ],
  [
    'an overvote ends the ballot in Minneapolis',
    'irv.ts',
    ' && !(skipsOvervotes && rank === overvote)',
    '',
  ],
];

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

describe('the golden files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commons-mistakes-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the contests whose count differs if `from` is replaced in a copy of the counters. */
  const noticedBy = async (module: string, from: string, to: string): Promise<string[]> => {
    const source = readFileSync(join(import.meta.dirname, module), 'utf8');
    // The formatter can break lines anywhere.
    const place = new RegExp(from.split(' ').map(escaped).join('\\s+'), 'g');
    expect(source.match(place)).toHaveLength(1);
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(import.meta.dirname, copy, { recursive: true });
    writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(copy, module),
      source.replace(place, () => to),
    );
    const load = (name: string) => import(pathToFileURL(join(copy, name)).href);
    const counters = {
      ...((await load('irv.ts')) as object),
      ...((await load('scottish-stv.ts')) as object),
    } as Counters;
    return goldenElections
      .filter((golden) => !isDeepStrictEqual(countWith(counters, golden), golden.expect))
      .map(({ id }) => id);
  };

  test('find no difference in an unchanged copy', async () => {
    expect(await noticedBy('irv.ts', 'let [exhausted', 'let [exhausted')).toEqual([]);
  });

  test.each(mistakes)('detect a mistake: %s', async (_, module, from, to) => {
    const noticed = await noticedBy(module, from, to);
    expect(noticed).not.toEqual([]);
  });
});
