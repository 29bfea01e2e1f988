import { problem, type Problem } from '../../kernel/http/problem.ts';
import { TimeError } from '../../kernel/time/time-error.ts';

/** What is wrong with a time, as callers are told. */
export const asTimeProblem = (error: TimeError): Problem => problem(error.code);

/** As `withTimes` of the kernel, for what also waits for the database. */
export const withTimeProblems = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TimeError ? asTimeProblem(error) : error;
  }
};
