/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_hubs: {
    status: 409,
    message: 'You’ve reached the limit of {max} hubs. Reuse an archived one.',
  },
} as const;
