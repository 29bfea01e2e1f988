/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_points_changed: {
    status: 409,
    message: 'Someone else just changed these points. Reload the page, then edit them again.',
  },
  club_points_final: {
    status: 409,
    message: 'You can’t reverse a reversal. Add the points again instead.',
  },
} as const;
