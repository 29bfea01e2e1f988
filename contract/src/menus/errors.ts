/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  menu_changed: {
    status: 409,
    message: 'Someone else just changed this menu. Review their version, then save yours again.',
  },
} as const;
