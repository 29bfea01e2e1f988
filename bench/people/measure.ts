import type { Crowd } from './crowd.ts';
import { askOnce, load, type Ask } from './load.ts';
import type { BenchSchool } from './school.ts';
import type { Server } from './servers.ts';
import { requestsOf, workloadsOf, type Workload } from './workloads.ts';

/**
 * The results of a server: requests per second, median and 99th percentile in milliseconds, and per request its statements and milliseconds
 * of processor time.
 */
interface Side {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly statements: number;
  readonly cpu: number;
}

export interface Measured {
  readonly workload: Workload;
  readonly size: number;
  readonly connections: number;
  readonly ours: Side;
  readonly baseline: Side;
}

const turns = 2;
const sides = ['ours', 'baseline'] as const;

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Throws if all replies are empty. Single ones can be, such as for a misspelled name. */
const checkAnswers = async (
  { port }: Server,
  workload: Workload,
  next: () => Ask,
): Promise<void> => {
  let text = '';
  for (let left = 20; left > 0; left -= 1) {
    text = await askOnce(port, next());
    if (workload.holds.test(text)) return;
  }
  throw new Error(`${workload.name} answered ${text.slice(0, 500)}`);
};

/** Loads both servers in turn, so that other load on the machine affects both. */
const measureOne = async (
  servers: Record<'ours' | 'baseline', Server>,
  school: BenchSchool,
  workload: Workload,
  connections: number,
  seconds: number,
): Promise<Measured> => {
  const none = () => ({ times: [] as number[], seconds: 0, statements: 0, cpu: 0 });
  const stored = { ours: none(), baseline: none() };
  for (const side of sides) {
    const open = (slot: number) => requestsOf(school, workload, side, 1_000 + slot);
    if (side === 'ours') await checkAnswers(servers.ours, workload, open(0).next);
    // As long as the measurement. With a million people, a shorter warm-up would measure the disk instead of the search.
    await load(servers[side].port, { connections: 16, seconds, open });
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of sides) {
      const { port, spent } = servers[side];
      const before = await spent();
      const open = (slot: number) => requestsOf(school, workload, side, turn * 100 + slot);
      const run = await load(port, { connections, seconds: seconds / turns, open });
      const after = await spent();
      stored[side].statements += after.statements - before.statements;
      stored[side].cpu += after.cpu - before.cpu;
      stored[side].seconds += run.seconds;
      for (const time of run.times) stored[side].times.push(time);
    }
  }
  const sideOf = (side: ReturnType<typeof none>): Side => {
    const [sorted, n] = [side.times.toSorted((a, b) => a - b), side.times.length];
    return {
      rate: n / side.seconds,
      p50: at(sorted, 0.5),
      p99: at(sorted, 0.99),
      statements: side.statements / n,
      cpu: side.cpu / n,
    };
  };
  return {
    workload,
    size: school.size,
    connections,
    ours: sideOf(stored.ours),
    baseline: sideOf(stored.baseline),
  };
};

/** Measures every workload of a school at 1 and 16 connections. */
export const measure = async (
  servers: Record<'ours' | 'baseline', Server>,
  school: BenchSchool,
  crowd: Crowd,
  seconds: number,
  onMeasured: (one: Measured) => Promise<void>,
  only = /./,
): Promise<Measured[]> => {
  const all: Measured[] = [];
  for (const workload of workloadsOf(school, crowd).filter(({ name }) => only.test(name))) {
    for (const connections of workload.isGrowthOnly ? [1] : [1, 16]) {
      const one = await measureOne(servers, school, workload, connections, seconds);
      await onMeasured(one);
      all.push(one);
    }
  }
  return all;
};
