import { dataDays } from './limits.ts';

/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  data_span: {
    status: 400,
    message: `“to” must be after “from”, by at most ${dataDays} days.`,
  },
} as const;
