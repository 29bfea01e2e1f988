/** True if generated tests run in full, as in `npm run soak`. `npm test` runs a short form. */
export const isSoak = process.env['COMMONS_SOAK'] === '1';

/** The seed of generated tests. It differs in each run, which prints it. `TEST_SEED` repeats a run. */
export const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2_147_483_648);

/** Returns the number of cases of a generated test: many in soak, few in `npm test`. */
export const effort = ({ quick, full }: { quick: number; full: number }): number =>
  isSoak ? full : quick;

/** Returns all cases in soak. In `npm test`, a number of them, spread over the list and selected by the seed. */
export const sampleOf = <T>(all: readonly T[], quick: number): readonly T[] => {
  if (isSoak || all.length <= quick) return all;
  const step = all.length / quick;
  return Array.from(
    { length: quick },
    (_, n) => all[Math.floor(n * step + (seed % 997) * (step / 997))],
  ).filter((one) => one !== undefined);
};
