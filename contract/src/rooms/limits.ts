/** Limits of rooms and their calls. */
export const roomLimits = {
  rooms: 2_000,
  name: 120,
  building: 120,
  note: 500,
  capacity: 100_000,
  days: 62,
  /** Times that one holder reserves. */
  times: 1_000,
} as const;
