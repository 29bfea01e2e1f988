/** Whether generated tests run in full, as `npm run soak` has them. `npm test` runs a quick form of them. */
export const isSoak = process.env['COMMONS_SOAK'] === '1';

/** Decides what generated tests try. Another one in each run of the tests, which print it; `TEST_SEED` repeats one. */
export const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2_147_483_648);

/** How many cases a generated test tries: many in soak, few in `npm test`. */
export const effort = ({ quick, full }: { quick: number; full: number }): number =>
  isSoak ? full : quick;

/** All cases of a long list in soak; in `npm test` so many of them, spread over the list and others with each seed. */
export const someOf = <T>(all: readonly T[], quick: number): readonly T[] => {
  if (isSoak || all.length <= quick) return all;
  const step = all.length / quick;
  return Array.from(
    { length: quick },
    (_, n) => all[Math.floor(n * step + (seed % 997) * (step / 997))],
  ).filter((one) => one !== undefined);
};
