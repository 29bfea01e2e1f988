import type { Scope } from '../context.ts';
import type { EventKind, Events, OutboxEvent } from './outbox.ts';

/** Later work that an event causes. Runs at least once after the commit, so running twice must be harmless. */
export interface EventHandler {
  /** `feature.verb-object`; also the name in `event_tasks`, logs and metrics. */
  readonly name: string;
  readonly on: readonly EventKind[];
  /** How many a process works on at once; one after another when left out. */
  readonly atOnce?: number;
  /**
   * Seconds after which whoever works on one is taken for dead and another tries; 15 minutes when left out. Whoever says so waits
   * for other servers, and nothing else waits for it.
   */
  readonly seconds?: number;
  /**
   * For events that come by the hundred: it runs once, so many seconds after the first of a school, and finds by itself what has
   * happened meanwhile. The event it is given is that first one.
   */
  readonly batchSeconds?: number;
  /** `signal`: the server stops. */
  readonly run: (scope: Scope, event: OutboxEvent, signal: AbortSignal) => Promise<void>;
  /** The same for events of one school that wait at the same moment, in their order; where it fails each is run by itself. */
  readonly runTogether?: (scope: Scope, events: readonly OutboxEvent[]) => Promise<void>;
}

type Options = Pick<EventHandler, 'atOnce' | 'seconds' | 'batchSeconds'>;

/** Declares a reaction; `payload` is the event's. */
export const onEvent = <K extends EventKind>(
  name: string,
  on: K,
  run: (scope: Scope, payload: Events[K], signal: AbortSignal) => Promise<void>,
  options: Omit<Options, 'batchSeconds'> = {},
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
  options: Options = {},
): EventHandler => ({
  name,
  on: [on],
  // As above.
  run: (scope, event, signal) => run(scope, event as OutboxEvent<K>, signal),
  ...options,
});

/** The same for what handles all events of one or more kinds that wait at one moment at once. */
export const onEventsTogether = <K extends EventKind>(
  name: string,
  on: K | readonly K[],
  run: (scope: Scope, events: readonly OutboxEvent<K>[]) => Promise<void>,
): EventHandler => ({
  name,
  on: [on].flat(),
  // As above.
  run: (scope, event) => run(scope, [event as OutboxEvent<K>]),
  runTogether: (scope, events) => run(scope, events as readonly OutboxEvent<K>[]),
});
