import type { Cost, Measured } from './measure.ts';

const rate = (n: number) => Math.round(n).toLocaleString('en');
const ms = (n: number) => n.toFixed(2);
const mark = (isMet: boolean) => (isMet ? '' : ' ✗');
const none: Cost = {
  rate: Number.NaN,
  p99: Number.NaN,
  server: Number.NaN,
  database: Number.NaN,
  statements: Number.NaN,
  trips: Number.NaN,
  wal: Number.NaN,
};

/** Formats the rows as a table, with ✗ at missed goals. */
export const peersTable = (all: readonly Measured[]): string[] => {
  const head = [
    'call',
    'requests/s',
    'p99 ms',
    'ms a call, server + PostgreSQL',
    'aim',
    'statements, round trips',
    'WAL, KiB',
    'loop, requests/s',
    'loop, ms a call',
    'share of the loop (aim)',
  ];
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...all.map(({ workload: { name, aim, isWrite = false }, costs }) => {
      const [now, loop] = ['now', 'loop'].map((side) => costs.get(side) ?? none) as [Cost, Cost];
      const share = now.rate / loop.rate;
      const cells = [
        name,
        rate(now.rate),
        now.p99.toFixed(1),
        `${ms(now.server)} + ${ms(now.database)}${mark(now.server + now.database <= aim.ms)}`,
        ms(aim.ms),
        `${now.statements.toFixed(1)}, ${now.trips.toFixed(1)}`,
        isWrite ? now.wal.toFixed(1) : '',
        rate(loop.rate),
        `${ms(loop.server)} + ${ms(loop.database)}`,
        aim.share === undefined
          ? share.toFixed(2)
          : `${share.toFixed(2)} (${aim.share.toFixed(2)})${mark(share >= aim.share)}`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
};
