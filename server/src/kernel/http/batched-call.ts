import { Problem } from './problem.ts';

/** Returns the result of one call of a batch: its answer, or the error that rejects it. Other errors fail the whole batch. */
export const batchOutcome = async <T>(
  work: () => Promise<T>,
): Promise<{ answer: T } | { error: Problem }> => {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof Problem) return { error };
    throw error;
  }
};
