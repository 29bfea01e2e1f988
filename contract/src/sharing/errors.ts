/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  not_shared: { status: 404, message: 'This profile isn’t public.' },
  sharing_off: {
    status: 403,
    message: 'Your school has turned off public profiles.',
  },
  too_many_links: {
    status: 409,
    message: 'At most {max} links can be active at a time. Revoke one first.',
  },
} as const;
