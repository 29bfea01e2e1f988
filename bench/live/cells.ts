/** Milliseconds as a cell of a table. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** A share with its limit behind it; ✗ where it misses it. */
export const ratio = (ours: number, theirs: number, limit: number, isLess = true): string =>
  `${(ours / theirs).toFixed(2)}${(isLess ? ours / theirs <= limit : ours / theirs >= limit) ? '' : ' ✗'} (${limit})`;

/** A count as people write it. */
export const count = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 0 });
