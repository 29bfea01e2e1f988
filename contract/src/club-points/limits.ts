/* Words and limits of the points of clubs. No zod here: the browser imports these at run time. */

export const clubPointLimits = {
  /** Of one line. */
  points: 1_000,
  reason: 200,
  /** People whom one call gives points. */
  people: 200,
} as const;

/**
 * What a club counts by itself, in the order in which its settings show it. A feature whose happenings count adds its source here and
 * calls `awardPoints` (server/src/features/club-points).
 */
export const countedSources = ['joined', 'served', 'attended'] as const;
export type CountedSource = (typeof countedSources)[number];

/** What a line can be for; `given` by an officer, `reversal` of another line. */
export const pointSources = [...countedSources, 'given', 'reversal'] as const;
export type PointSource = (typeof pointSources)[number];
