import { setTimeout as delay } from 'node:timers/promises';

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** Returns the longest turn of the event loop during some work and the work of the whole process, in ms of processor time. */
const measure = async (work: () => Promise<unknown>): Promise<{ turn: number; all: number }> => {
  const working = { isOver: false };
  let turn = 0;
  const begun = process.cpuUsage();
  const watching = (async () => {
    for (let last = process.threadCpuUsage(); !working.isOver;) {
      await delay(1);
      turn = Math.max(turn, msOf(process.threadCpuUsage(last)));
      last = process.threadCpuUsage();
    }
  })();
  await work();
  working.isOver = true;
  await watching;
  return { turn, all: msOf(process.cpuUsage(begun)) };
};

/**
 * Returns the share of the longest turn of the event loop in the work of the process, threads included: close to 1 for work that
 * blocks the loop. Unlike milliseconds, it doesn't depend on the machine. The best of four runs counts, because garbage collection
 * can slow one down.
 */
export const turnShare = async (work: () => Promise<unknown>): Promise<number> => {
  let best = 1;
  for (let run = 0; run < 4 && best > 0.4; run += 1) {
    const { turn, all } = await measure(work);
    best = Math.min(best, turn / all);
  }
  return best;
};
