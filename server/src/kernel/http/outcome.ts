import { Problem } from './problem.ts';

/** What became of one of several calls: its answer, or what refuses it. Anything else that is thrown is nobody's own. */
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
