/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  own_profile: { status: 409, message: 'You can’t connect with yourself.' },
  own_content: { status: 409, message: 'You can’t report what you wrote yourself.' },
  report_changed: {
    status: 409,
    message: 'Someone else updated this report. Read it again.',
  },
} as const;
