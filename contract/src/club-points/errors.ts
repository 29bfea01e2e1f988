/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  club_points_changed: {
    status: 409,
    message:
      'Someone else saved these points in the meantime. Reload the page, then edit them again.',
  },
  club_points_final: { status: 409, message: 'A line that reverses another can’t be reversed.' },
} as const;
