import { problem } from '../http/problem.ts';
import { TimeError } from './time-error.ts';

/** Runs `work` on times from people's input. Converts its errors to problems with their code and the path in the input. */
export const withTimes = <T>(work: () => T, path?: string): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    throw problem(error.code, {}, path === undefined ? [] : [{ path, message: error.code }]);
  }
};
