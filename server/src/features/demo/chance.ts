/** Numbers that look random and are the same at every making of the demo campus. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** True with this probability. */
  of(probability: number): boolean;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Normally distributed, mean 0, deviation 1. */
  normal(): number;
}

/** A mulberry32 generator: small, fast and good enough for a stage set. */
export const openChance = (seed: number): Chance => {
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
