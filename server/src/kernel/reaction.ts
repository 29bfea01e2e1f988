import type { Scope } from './context.ts';
import type { EventKind, Events } from './outbox.ts';

/** Later work that an event causes. Runs at least once after the commit, so running twice must be harmless. */
export interface Reaction {
  /** `feature.verb-object`; also the job queue's name. */
  readonly name: string;
  readonly on: EventKind;
  /** When it is to run, where that is not at once. */
  readonly dueAt?: (payload: never) => Date;
  /** `signal`: the server stops. */
  readonly run: (scope: Scope, payload: never, signal: AbortSignal) => Promise<void>;
}

/** Declares a reaction; `payload` is the event's. */
export const reaction = <K extends EventKind>(
  name: string,
  on: K,
  run: (scope: Scope, payload: Events[K], signal: AbortSignal) => Promise<void>,
  dueAt?: (payload: Events[K]) => Date,
): Reaction => ({ name, on, run, ...(dueAt !== undefined && { dueAt }) });
