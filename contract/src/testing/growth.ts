/** Returns the processor time of this thread in milliseconds. Other load on the machine doesn't change it. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns the shortest processor time of several runs in milliseconds. */
const leastOf = (runs: number, work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: runs }, () => {
      const since = threadMs();
      work();
      return threadMs() - since;
    }),
  );

/** Times below this many milliseconds are too short to measure growth. */
const floorMs = 4;

/**
 * For tests of code that reads untrusted text: returns true if 8,000 characters of a pattern take at most 12 times as long as
 * 1,000. The factor is about 8 for linear time, and 64 for quadratic time. Repeats the measurement if the machine is busy.
 */
export const growsWithLength = (
  read: (text: string) => unknown,
  [before, unit, after]: readonly [string, string, string],
): boolean => {
  const textOf = (length: number) =>
    (before + unit.repeat(length / Math.max(1, unit.length))).slice(0, length - after.length) +
    after;
  const [short, long] = [textOf(1_000), textOf(8_000)];
  leastOf(3, () => read(short));
  for (let tries = 0; tries < 4; tries += 1) {
    const allowed =
      12 *
      Math.max(
        floorMs / 8,
        leastOf(8, () => read(short)),
      );
    if (leastOf(4, () => read(long)) <= allowed) return true;
  }
  return false;
};
