/* Limits and lists of club points. This file doesn't import zod because the browser uses it at run time. */

export const clubPointLimits = {
  /** Points of one transaction. */
  points: 1_000,
  reason: 200,
  /** People who receive points in one call. */
  people: 200,
} as const;

/**
 * Sources that award points automatically, in the order of the settings. A feature that awards points adds its source here and
 * calls `awardPoints` (server/src/features/club-points).
 */
export const countedSources = ['joined', 'served', 'attended'] as const;
export type CountedSource = (typeof countedSources)[number];

/** Sources of transactions: `given` by an officer, `reversal` of another transaction. */
export const pointSources = [...countedSources, 'given', 'reversal'] as const;
export type PointSource = (typeof pointSources)[number];
