import type { Scope } from '../context.ts';
import type { EventKind, Events, OutboxEvent } from './outbox.ts';

/** Later work that an event causes. Runs at least once after the commit, so running twice must be harmless. */
export interface EventHandler {
  /** `feature.verb-object`; also the job queue's name. */
  readonly name: string;
  readonly on: readonly EventKind[];
  /** How many a process works on at once; one after another when left out. */
  readonly atOnce?: number;
  /** Seconds after which whoever works on one is taken for dead and another tries; 15 minutes when left out. */
  readonly seconds?: number;
  /**
   * For events that come by the hundred: it runs once, so many seconds after the first of a school, and finds by itself what has
   * happened meanwhile. The event it is given is that first one.
   */
  readonly batchSeconds?: number;
  /** `signal`: the server stops. */
  readonly run: (scope: Scope, event: OutboxEvent, signal: AbortSignal) => Promise<void>;
}

/** Declares a reaction; `payload` is the event's. */
export const onEvent = <K extends EventKind>(
  name: string,
  on: K,
  run: (scope: Scope, payload: Events[K], signal: AbortSignal) => Promise<void>,
  options: Pick<EventHandler, 'atOnce' | 'seconds'> = {},
): EventHandler => ({
  name,
  on: [on],
  // The payload was written by emit() under this very kind.
  run: (scope, { payload }, signal) => run(scope, payload as Events[K], signal),
  ...options,
});

/** The same for what needs the event around its payload: its number, its time. */
export const onEventWithNumber = <K extends EventKind>(
  name: string,
  on: K,
  run: (scope: Scope, event: OutboxEvent<K>, signal: AbortSignal) => Promise<void>,
  options: Pick<EventHandler, 'atOnce' | 'seconds' | 'batchSeconds'> = {},
): EventHandler => ({
  name,
  on: [on],
  // As above.
  run: (scope, event, signal) => run(scope, event as OutboxEvent<K>, signal),
  ...options,
});

/** Declares a reaction to events of several kinds. */
export const onAnyEvent = (
  name: string,
  on: readonly EventKind[],
  run: EventHandler['run'],
  options: Pick<EventHandler, 'atOnce' | 'seconds'> = {},
): EventHandler => ({ name, on, run, ...options });
