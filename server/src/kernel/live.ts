import type { LiveEvent } from '#contract/live.ts';
import type { Context } from './context.ts';
import type { SchoolId } from './ids.ts';
import type { EventKind, OutboxEvent } from './outbox.ts';

/** Who hears an event: all sockets of a person, or of those who are in a conversation. Rooms are of one school. */
export type Room = `person:${number}` | `conversation:${number}`;

/** An event and who hears it. */
export interface Told {
  readonly rooms: readonly Room[];
  readonly event: LiveEvent;
  /** People who do not hear it although they are in one of the rooms. */
  readonly except?: readonly number[];
}

/** What happens to rooms: all sockets of a person come into one, or leave it. */
export interface Moved {
  readonly person: number;
  readonly into?: Room;
  readonly outOf?: Room;
}

/**
 * Says something to the sockets of people once the transaction has committed; nothing when it is rolled back. It is a shortcut:
 * a process that dies after the commit tells nobody. What must be told is an event of the outbox too, with a `LiveSource`.
 */
export const tell = (context: Pick<Context, 'told'>, told: Told | Moved): void => void context.told.push(told);

/**
 * What sockets hear of events of the outbox. Every server reads them there, within a second, whoever wrote them, and tells
 * its own sockets. `isTold`: who wrote them tells the same at once with `tell`, so that the server that wrote is passed by.
 */
export interface LiveSource<K extends EventKind = EventKind> {
  readonly on: K;
  readonly isTold: boolean;
  readonly say: (payload: OutboxEvent<K>['payload']) => readonly (Told | Moved)[];
}

/** Declares what sockets hear of a kind of event. */
export const liveSource = <K extends EventKind>(on: K, say: LiveSource<K>['say'], { isTold = false } = {}): LiveSource => ({
  on,
  isTold,
  // The payload was written by emit() under this very kind.
  say: say as LiveSource['say'],
});

/** The realtime hub as the rest of the server sees it. */
export interface Live {
  /** Says what a transaction has told; called after its commit. */
  deliver(school: SchoolId, told: readonly (Told | Moved)[]): void;
  /** Which of these people have a socket anywhere at this moment. Best effort. */
  present(school: SchoolId, people: readonly number[]): Promise<ReadonlySet<number>>;
}

/** A hub without sockets: for work outside of a server, and for tests that need none. */
export const noLive: Live = { deliver: () => undefined, present: () => Promise.resolve(new Set()) };
