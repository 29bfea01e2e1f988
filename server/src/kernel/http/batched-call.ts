import type { Endpoint, HandlerInput } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { Problem } from './problem.ts';

/** One call of a batch that shares a transaction. */
export interface BatchedCall<E extends Endpoint = Endpoint> {
  readonly context: Context;
  readonly input: HandlerInput<E>;
  /** False if the call runs again, because it was postponed or its batch was rolled back. */
  readonly isFirst: boolean;
}

/**
 * The result of one call of a batch: its answer, its error, or `later` if it would interfere with another call and must run in the next
 * batch.
 */
export type BatchOutcome<T> = { readonly answer: T } | { readonly error: Problem } | 'later';

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
