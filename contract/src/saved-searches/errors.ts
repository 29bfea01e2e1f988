/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_saved_searches: {
    status: 409,
    message: 'You can save up to {max} searches. Delete one first.',
  },
} as const;
