import type { Scope } from '../context.ts';
import type { EventKind, Events, OutboxEvent } from './outbox.ts';

/** A handler of outbox events. It runs at least once after the commit, so a second run must be harmless. */
export interface EventHandler {
  /** `feature.verb-object`; also the name in `event_tasks`, logs and metrics. */
  readonly name: string;
  readonly on: readonly EventKind[];
  /** Maximum concurrent runs in a process; 1 by default. */
  readonly concurrency?: number;
  /**
   * Seconds after which a run is considered dead and another process retries; 15 minutes by default. Set it for handlers that wait for
   * other servers. Batches don't wait for such handlers.
   */
  readonly timeoutSeconds?: number;
  /**
   * For events that arrive by the hundred: the handler runs once, this many seconds after a school's first event, and finds out what has
   * happened since. It receives the first event.
   */
  readonly batchSeconds?: number;
  /** `signal` is aborted when the server stops. */
  readonly run: (scope: Scope, event: OutboxEvent, signal: AbortSignal) => Promise<void>;
  /** Handles all waiting events of one school in order. If it fails, `run` handles each event. */
  readonly runTogether?: (scope: Scope, events: readonly OutboxEvent[]) => Promise<void>;
}

type Options = Pick<EventHandler, 'concurrency' | 'timeoutSeconds' | 'batchSeconds'>;

/** Declares a handler that receives the event's payload. */
export const onEvent = <K extends EventKind>(
  name: string,
  on: K,
  run: (scope: Scope, payload: Events[K], signal: AbortSignal) => Promise<void>,
  options: Omit<Options, 'batchSeconds'> = {},
): EventHandler => ({
  name,
  on: [on],
  // `emit()` wrote the payload for this kind.
  run: (scope, { payload }, signal) => run(scope, payload as Events[K], signal),
  ...options,
});

/** Declares a handler that receives the whole event, with its number and time. */
export const onEventWithNumber = <K extends EventKind>(
  name: string,
  on: K,
  run: (scope: Scope, event: OutboxEvent<K>, signal: AbortSignal) => Promise<void>,
  options: Options = {},
): EventHandler => ({
  name,
  on: [on],
  // `emit()` wrote the payload for this kind.
  run: (scope, event, signal) => run(scope, event as OutboxEvent<K>, signal),
  ...options,
});

/** Declares a handler of all waiting events of one or more kinds. */
export const onEventsTogether = <K extends EventKind>(
  name: string,
  on: K | readonly K[],
  run: (scope: Scope, events: readonly OutboxEvent<K>[]) => Promise<void>,
): EventHandler => ({
  name,
  on: [on].flat(),
  // `emit()` wrote the payload for this kind.
  run: (scope, event) => run(scope, [event as OutboxEvent<K>]),
  runTogether: (scope, events) => run(scope, events as readonly OutboxEvent<K>[]),
});
