/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  menu_changed: {
    status: 409,
    message:
      'Someone else saved this menu in the meantime. Look at their version, then save yours again.',
  },
} as const;
