import type { LiveCall, liveCalls } from '#contract/live.ts';
import type { z } from 'zod';
import type { Context, Scope } from '../context.ts';
import type { EventKind, OutboxEvent } from '../jobs/outbox.ts';
import type { Broadcast, Room } from './live.ts';

/**
 * Converts outbox events of a kind to messages for sockets. Every server reads all events from the outbox within a second, and sends them
 * to its own sockets. `isBroadcast`: the writer has already sent the same with `broadcast`, so its own server skips it.
 */
export interface LiveSource<K extends EventKind = EventKind> {
  readonly on: K;
  readonly isBroadcast: boolean;
  readonly broadcastsOf: (payload: OutboxEvent<K>['payload']) => readonly Broadcast[];
}

/** Declares the messages for sockets about an event kind. */
export const liveSource = <K extends EventKind>(
  on: K,
  broadcastsOf: LiveSource<K>['broadcastsOf'],
  { isBroadcast = false } = {},
): LiveSource => ({
  on,
  isBroadcast,
  // `emit()` wrote the payload for this kind.
  broadcastsOf: broadcastsOf as LiveSource['broadcastsOf'],
});

/** The features' part of the hub. The kernel knows nothing of conversations. */
export interface LiveParts {
  readonly sources: readonly LiveSource[];
  /** Returns additional rooms of a person, and whether others can see their presence. */
  readonly connectionState: (
    context: Context,
  ) => Promise<{ readonly rooms: readonly Room[]; readonly isShown: boolean }>;
  /** Handlers of clients' calls. Each opens its own transactions. The result is part of the acknowledgement, next to `ok`. */
  readonly calls: { readonly [K in Exclude<LiveCall, 'renew' | 'watch' | 'read'>]: LiveHandler<K> };
  /** Returns those of these people whose presence the caller can see. */
  readonly canWatch: (scope: Scope, people: readonly number[]) => Promise<readonly number[]>;
  /** Returns whether the caller can read the posts of a club. */
  readonly canRead: (scope: Scope, club: number) => Promise<boolean>;
}
type LiveHandler<K extends LiveCall> = (
  scope: Scope,
  input: z.output<(typeof liveCalls)[K]>,
) => Promise<void>;
