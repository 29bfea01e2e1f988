/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  notification_locked: { status: 409, message: 'Your school has locked this setting.' },
  push_address: { status: 422, message: 'Push needs a public https URL.' },
  too_many_devices: {
    status: 409,
    message: 'Up to {max} devices can get push notifications. Remove one first.',
  },
} as const;
