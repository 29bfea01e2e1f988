/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  not_shared: {
    status: 404,
    message: 'This profile isn’t public. Sign in if you belong to this school.',
  },
  sharing_off: {
    status: 403,
    message: 'Your school has turned off public profiles. Ask an admin to turn them on.',
  },
  too_many_links: {
    status: 409,
    message: 'You can have up to {max} active links. Revoke one first.',
  },
} as const;
