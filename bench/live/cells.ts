/** Formats milliseconds for a table. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** Formats a ratio with its limit, and with ✗ if it misses the limit. */
export const ratio = (ours: number, theirs: number, limit: number, isLess = true): string =>
  `${(ours / theirs).toFixed(2)}${(isLess ? ours / theirs <= limit : ours / theirs >= limit) ? '' : ' ✗'} (${limit})`;

/** Formats a number with separators. */
export const count = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 0 });
