/** A random number generator that is the same each time the demo data is created. */
export interface RandomSource {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns true with this probability. */
  of(probability: number): boolean;
  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** Returns an item of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** Returns a normally distributed number with mean 0 and deviation 1. */
  normal(): number;
}

/** A mulberry32 generator: small, fast and good enough for demo data. */
export const createRandomSource = (seed: number): RandomSource => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    of: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
};
