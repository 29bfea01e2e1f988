/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_calendar_feeds: {
    status: 409,
    message: 'You can have up to {max} secret addresses. Revoke one first.',
  },
  too_many_calendar_passwords: {
    status: 409,
    message: 'You can have up to {max} app passwords. Revoke one first.',
  },
} as const;
