/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  schedule_filter_unknown: {
    status: 400,
    message: 'Unknown schedule filter. Supported filters: {known}.',
  },
} as const;
