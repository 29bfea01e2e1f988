import type { LiveCall, LiveEvent, liveCalls } from '#contract/live.ts';
import type { z } from 'zod';
import type { Context, Scope } from '../context.ts';
import type { SchoolId } from '../ids.ts';
import type { EventKind, OutboxEvent } from '../jobs/outbox.ts';

/** Who hears an event: all sockets of a person, or of those who are in a conversation. Rooms are of one school. */
export type Room = `person:${number}` | `conversation:${number}`;

/** An event and who hears it. */
export interface Said {
  readonly rooms: readonly Room[];
  readonly event: LiveEvent;
  /** People who do not hear it although they are in one of the rooms. */
  readonly except?: readonly number[];
}

/** All sockets of a person come into a room, or leave it. */
export interface Moved {
  readonly person: number;
  readonly into?: Room;
  readonly outOf?: Room;
}

/** Sockets are closed: those of a session, or all of a person. */
export interface Ended {
  readonly end: { readonly session: string } | { readonly person: number };
}

/** Two people no longer see whether the other is there. */
export interface Parted {
  readonly part: readonly [number, number];
}

/** Whether others see that somebody is there has changed. */
export interface Shown {
  readonly shown: number;
  readonly isShown: boolean;
}

/** One thing that the hub does to sockets. */
export type Broadcast = Said | Moved | Ended | Parted | Shown;

/**
 * Says something to the sockets of people once the transaction has committed; nothing when it is rolled back. It is a shortcut:
 * a process that dies after the commit tells nobody. What must be told is an event of the outbox too, with a `LiveSource`.
 */
export const broadcast = (context: Pick<Context, 'broadcasts'>, told: Broadcast): void =>
  void context.broadcasts.push(told);

/**
 * What sockets hear of events of the outbox. Every server reads them there, within a second, whoever wrote them, and tells
 * its own sockets. `isTold`: who wrote them tells the same at once with `tell`, so that the server that wrote it passes it by.
 */
export interface LiveSource<K extends EventKind = EventKind> {
  readonly on: K;
  readonly isTold: boolean;
  readonly say: (payload: OutboxEvent<K>['payload']) => readonly Broadcast[];
}

/** Declares what sockets hear of a kind of event. */
export const liveSource = <K extends EventKind>(
  on: K,
  say: LiveSource<K>['say'],
  { isTold = false } = {},
): LiveSource => ({
  on,
  isTold,
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
  readonly calls: { readonly [K in Exclude<LiveCall, 'renew' | 'watch'>]: LiveHandler<K> };
  /** Of these people, those whose presence the caller may see. */
  readonly mayWatch: (scope: Scope, people: readonly number[]) => Promise<readonly number[]>;
}
type LiveHandler<K extends LiveCall> = (
  scope: Scope,
  input: z.output<(typeof liveCalls)[K]>,
) => Promise<void>;

/** The realtime hub as the rest of the server sees it. */
export interface Live {
  /** Does what a transaction has told; called after its commit. */
  deliver(school: SchoolId, told: readonly Broadcast[]): void;
}

/** A hub without sockets: for work outside of a server. */
export const noLive: Live = { deliver: () => undefined };
