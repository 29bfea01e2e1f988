/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  own_profile: { status: 409, message: 'You can’t connect with yourself.' },
  own_content: { status: 409, message: 'You can’t report your own content.' },
  report_changed: {
    status: 409,
    message: 'Someone else just changed this report. Reload it, then try again.',
  },
} as const;
