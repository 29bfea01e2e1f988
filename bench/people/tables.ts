import type { ImportRate } from './import-rate.ts';
import type { Measured } from './measure.ts';

const count = (n: number) => n.toLocaleString('en');
const rate = (n: number) => (n < 100 ? n.toFixed(1) : count(Math.round(n)));
const ms = (n: number) => n.toFixed(n < 10 ? 2 : 1);
const mark = (isMet: boolean) => (isMet ? '' : ' ✗');

export const measuredHead = [
  '| workload | people | at once | requests/s | baseline | share | p50 / p99 ms | baseline | statements | server CPU ms, ours / baseline |',
  '|---|---|---|---|---|---|---|---|---|---|',
];

/** Formats a row of the table, with ✗ at missed goals. */
export const measuredRow = ({ workload, size, connections, ours, baseline }: Measured): string => {
  const share = ours.rate / baseline.rate;
  return `| ${[
    workload.name,
    count(size),
    connections,
    rate(ours.rate),
    rate(baseline.rate),
    `${share.toFixed(2)}${mark(share >= workload.target)}`,
    `${ms(ours.p50)} / ${ms(ours.p99)}${mark(workload.target === 0 || ours.p99 <= 2 * baseline.p99)}`,
    `${ms(baseline.p50)} / ${ms(baseline.p99)}`,
    ours.statements.toFixed(1),
    `${ms(ours.cpu)} / ${ms(baseline.cpu)}`,
  ].join(' | ')} |`;
};

/** Returns the slope of the line through the points (log of count, log of milliseconds). */
export const slope = (points: readonly (readonly [number, number])[]): number => {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const [meanX, meanY] = [0, 1].map(
    (axis) => logs.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / logs.length,
  );
  const [above, below] = logs.reduce(
    ([a, b], [x, y]) => [a + (x - (meanX ?? 0)) * (y - (meanY ?? 0)), b + (x - (meanX ?? 0)) ** 2],
    [0, 0],
  );
  return above / below;
};

/** Returns how the cost of a request grows with the school's people. */
export const growthTable = (all: readonly Measured[], sizes: readonly number[]): string[] => {
  if (sizes.length < 2) return [];
  const alone = all.filter(
    ({ workload, connections }) => workload.growth !== undefined && connections === 1,
  );
  const names = [...new Set(alone.map(({ workload }) => workload.name))];
  return [
    '',
    `Cost of one request at one connection, p50 in ms, and its growth with the number of people as an exponent (✗: over the target):`,
    '',
    `| workload | ${sizes.map(count).join(' | ')} | exponent | target | baseline's |`,
    `|---|${sizes.map(() => '---').join('|')}|---|---|---|`,
    ...names.map((name) => {
      const points = alone.filter(({ workload }) => workload.name === name);
      const target = points[0]?.workload.growth ?? 0;
      const ours = slope(points.map(({ size, ours: { p50 } }) => [size, p50]));
      const baselines = slope(points.map(({ size, baseline: { p50 } }) => [size, p50]));
      return `| ${name} | ${points.map(({ ours: { p50 } }) => ms(p50)).join(' | ')} | ${ours.toFixed(2)}${mark(ours <= target)} | ${target.toFixed(2)} | ${baselines.toFixed(2)} |`;
    }),
  ];
};

/** Compares the import with COPY. */
export const importTable = ({ people, connections, ours, bare, indexed }: ImportRate): string[] => [
  '',
  `Import of ${count(people)} people and ${count(connections)} connections into a new school, compared with COPY of the same rows. Target: 0.30 of COPY into tables without indexes.`,
  '',
  '| how | rows/s | import as a share of it |',
  '|---|---|---|',
  `| import | ${rate(ours)} | |`,
  `| bare COPY into tables without indexes | ${rate(bare)} | ${(ours / bare).toFixed(2)}${mark(ours / bare >= 0.3)} |`,
  `| COPY into tables with the indexes of \`users\` and \`connections\` | ${rate(indexed)} | ${(ours / indexed).toFixed(2)} |`,
];
