import type { Endpoint, HandlerInput } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { Problem } from './problem.ts';

/** One call of a batch that shares a transaction. */
export interface BatchedCall<E extends Endpoint = Endpoint> {
  readonly context: Context;
  readonly input: HandlerInput<E>;
  /** False if the call runs again, because it was postponed or its batch was rolled back. */
  readonly isFirst: boolean;
  /** When the call arrived, before it waited for its batch. */
  readonly arrivedAt: Date;
}

/**
 * The result of one call of a batch: its answer, its error, `later` if it would interfere with another call and must run in the next
 * batch, or `after` with work that the call needs first and that can't run in a transaction, such as reading a file.
 */
export type BatchOutcome<T> =
  | { readonly answer: T }
  | { readonly error: Problem }
  | { readonly after: () => Promise<unknown> }
  | 'later';

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
