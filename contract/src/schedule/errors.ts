/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  schedule_filter_unknown: {
    status: 400,
    message: 'There’s no such schedule filter. Use one of these: {known}.',
  },
} as const;
