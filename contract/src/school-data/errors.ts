import { dataDays } from './limits.ts';

/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  data_span: {
    status: 400,
    message: `“to” must be after “from”, by no more than ${dataDays} days.`,
  },
} as const;
