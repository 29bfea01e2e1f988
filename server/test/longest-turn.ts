import { setTimeout as delay } from 'node:timers/promises';

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns the longest turn of the event loop during some work, in processor time, which doesn't depend on other programs. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const working = { isOver: false };
  let longest = 0;
  const watching = (async () => {
    for (let last = threadMs(); !working.isOver;) {
      await delay(1);
      const now = threadMs();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work();
  working.isOver = true;
  await watching;
  return longest;
};
