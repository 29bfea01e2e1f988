import { problem } from '../http/problem.ts';
import { TimeError } from './time-error.ts';

/** Works out something about times that people gave; what is wrong with them answers by its code, with the place in the input. */
export const withTimes = <T>(work: () => T, path?: string): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    throw problem(error.code, {}, path === undefined ? [] : [{ path, message: error.code }]);
  }
};
