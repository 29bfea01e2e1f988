/** The least time of several runs, in milliseconds: what else the machine does only makes a run longer. */
const leastOf = (runs: number, work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: runs }, () => {
      const since = performance.now();
      work();
      return performance.now() - since;
    }),
  );

/** Below this many milliseconds a time says nothing of how it grows. */
const floorMs = 4;

/**
 * For tests of code that reads text from outside: whether 8,000 characters of a pattern take at most 12 times as long as 1,000 of it.
 * About 8 where the time grows with the length, 64 where it grows with its square. A machine that is busy is asked again.
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
