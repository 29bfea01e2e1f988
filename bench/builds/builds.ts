import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runStep } from '../../tools/step.ts';
import { writeFigures } from '../figures.ts';

/*
 * `npm run bench -- builds CHECKOUT [--runs 5] [--name NAME] -- BENCH …`: runs a benchmark of this checkout and of another one (with its
 * packages installed) in turn, and compares the processor time per call of server and database. Each build creates its own school, because
 * builds can have different schemas. Name a benchmark that prints the table of `peers/tables.ts`, with its options:
 * `npm run bench -- builds ../old -- clubs --people 20k --posts 10k --only feed`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    name: { type: 'string' },
  },
});
const [checkout, bench, ...options] = positionals;
if (checkout === undefined || bench === undefined)
  throw new Error('Usage: npm run bench -- builds CHECKOUT [--runs 5] -- BENCH …');
const runs = Number(values.runs);
const sides = [
  { name: 'before', folder: resolve(checkout) },
  { name: 'now', folder: join(import.meta.dirname, '../..') },
] as const;

/** Returns the milliseconds per call of each row of a printed table. */
const timesOf = (output: string): [string, number][] =>
  output.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, call, , , spent] = cells;
    const parts = /^([\d.]+) \+ ([\d.]+)/.exec(spent ?? '');
    return call === undefined || parts === null
      ? []
      : [[call, Number(parts[1]) + Number(parts[2])]];
  });

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const times = new Map<string, Record<(typeof sides)[number]['name'], number[]>>();
for (let run = 0; run < runs; run += 1)
  // The order changes, so that a machine that slows down doesn't favor one build.
  for (const side of run % 2 === 0 ? sides : sides.toReversed()) {
    const { ok, output, seconds } = await runStep(
      bench,
      process.execPath,
      ['tools/run.mjs', 'bench/main.ts', bench, ...options],
      { cwd: side.folder, env: { BENCH_KEEP_RESULTS: '1' } },
    );
    if (!ok) throw new Error(`${side.name}: ${output.slice(-4000)}`);
    const rows = new Map(timesOf(output));
    for (const [call, own] of rows) {
      const all = times.get(call) ?? { before: [], now: [] };
      all[side.name].push(own);
      times.set(call, all);
    }
    process.stdout.write(
      `${side.name}, run ${run + 1}: ${rows.size} calls in ${seconds.toFixed(0)} s\n`,
    );
  }

const rows = [...times].map(([call, { before, now }]) => {
  const [old, own] = [median(before), median(now)];
  return { call, old, own, ratio: own / old };
});
const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length);
const lines = [
  `Milliseconds of processor time per call, server and PostgreSQL together; median of ${runs} runs of each build, in turn. Each build has a separate school with the same people.`,
  '',
  '| call | before | now | ratio |',
  '|---|---|---|---|',
  ...rows.map(
    ({ call, old, own, ratio }) =>
      `| ${call} | ${old.toFixed(2)} | ${own.toFixed(2)} | ${ratio.toFixed(2)} |`,
  ),
  `| geometric mean | | | ${mean.toFixed(3)} |`,
];
for (const line of lines) process.stdout.write(`${line}\n`);
await writeFigures(
  `builds-${values.name ?? bench}`,
  `Builds compared: ${values.name ?? bench}`,
  lines,
  `npm run bench -- builds CHECKOUT --runs ${runs} -- ${[bench, ...options].join(' ')}`,
);
