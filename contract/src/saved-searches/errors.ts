/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_saved_searches: {
    status: 409,
    message: 'You’ve reached the limit of {max} saved searches. Delete one first.',
  },
} as const;
