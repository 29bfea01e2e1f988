/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  role_name_taken: {
    status: 409,
    message: 'Another role already has this name. Choose another name.',
  },
  position_held: {
    status: 409,
    message: 'Some officers have this position. Assign them a different one first.',
  },
  too_many_roles: {
    status: 409,
    message: 'A school can have up to {max} roles. Delete one you don’t need.',
  },
} as const;
