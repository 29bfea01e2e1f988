/** Errors of this feature alone (contract/src/errors.ts). */
export const errors = {
  schedule_filter_unknown: {
    status: 400,
    message: 'There is no such filter of a schedule. Filters: {known}.',
  },
} as const;
