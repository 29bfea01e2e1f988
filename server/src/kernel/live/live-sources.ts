import type { LiveCall, liveCalls } from '#contract/live.ts';
import type { z } from 'zod';
import type { Context, Scope } from '../context.ts';
import type { EventKind, OutboxEvent } from '../jobs/outbox.ts';
import type { Broadcast, Room } from './live.ts';

/**
 * What sockets receive of events of the outbox. Every server reads them there, within a second, whoever wrote them, and tells
 * its own sockets. `isBroadcast`: who wrote them tells the same at once with `tell`, so that the server that wrote it passes it by.
 */
export interface LiveSource<K extends EventKind = EventKind> {
  readonly on: K;
  readonly isBroadcast: boolean;
  readonly say: (payload: OutboxEvent<K>['payload']) => readonly Broadcast[];
}

/** Declares what sockets receive of a kind of event. */
export const liveSource = <K extends EventKind>(
  on: K,
  say: LiveSource<K>['say'],
  { isBroadcast = false } = {},
): LiveSource => ({
  on,
  isBroadcast,
  // The payload was written by emit() under this very kind.
  say: say as LiveSource['say'],
});

/** What features do for sockets; the kernel knows no conversation. */
export interface LiveParts {
  readonly sources: readonly LiveSource[];
  /** Rooms of a person beside their own, and whether others may see that they are there. */
  readonly welcome: (
    context: Context,
  ) => Promise<{ readonly rooms: readonly Room[]; readonly isShown: boolean }>;
  /** What clients say. Each opens its own transactions, and answers what its acknowledgement holds beside `ok`. */
  readonly calls: { readonly [K in Exclude<LiveCall, 'renew' | 'watch' | 'read'>]: LiveHandler<K> };
  /** Of these people, those whose presence the caller may see. */
  readonly canWatch: (scope: Scope, people: readonly number[]) => Promise<readonly number[]>;
  /** Whether the caller reads what is posted in a club. */
  readonly canRead: (scope: Scope, club: number) => Promise<boolean>;
}
type LiveHandler<K extends LiveCall> = (
  scope: Scope,
  input: z.output<(typeof liveCalls)[K]>,
) => Promise<void>;
