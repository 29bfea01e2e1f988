/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  cannot_block: {
    status: 409,
    message: 'Admins can’t block or be blocked; report them instead.',
  },
} as const;
