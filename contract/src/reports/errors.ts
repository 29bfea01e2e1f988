/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  own_profile: { status: 409, message: 'You can’t connect with yourself. Choose someone else.' },
  own_content: {
    status: 409,
    message: 'You can’t report what you wrote yourself. You can edit or delete it.',
  },
  report_changed: {
    status: 409,
    message: 'Someone else updated this report. Reload the page to see it.',
  },
} as const;
