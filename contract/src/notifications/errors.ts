/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  notification_locked: {
    status: 409,
    message: 'Your school has locked this setting. Ask an admin to change it.',
  },
  push_address: {
    status: 422,
    message: 'The push address isn’t a public https URL. Use a different one.',
  },
  too_many_devices: {
    status: 409,
    message: 'You can get push notifications on up to {max} devices. Remove one first.',
  },
} as const;
