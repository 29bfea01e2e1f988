/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  own_profile: { status: 409, message: 'You can’t connect with yourself.' },
  report_changed: {
    status: 409,
    message: 'Someone else updated this report. Read it again.',
  },
} as const;
