import { problem, type Problem } from '../../kernel/http/problem.ts';
import { TimeError } from '../../kernel/time/time-error.ts';

/** Converts a time error to a problem. */
export const asTimeProblem = (error: TimeError): Problem => problem(error.code);

/** Like `withTimes` of the kernel, for asynchronous work. */
export const withTimeProblems = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TimeError ? asTimeProblem(error) : error;
  }
};
