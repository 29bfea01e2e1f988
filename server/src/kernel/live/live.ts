import type { LiveEvent } from '#contract/live.ts';
import type { SchoolId } from '../ids.ts';

/**
 * The recipients of an event: all sockets of a person, of the participants of a conversation, of a club's members, of clients that show a
 * club's posts, or of everyone. Each room is in one school.
 */
export type Room =
  | `person:${number}`
  | `conversation:${number}`
  | `club:${number}`
  | `readers:${number}`
  | 'everyone';

/** An event with its recipients. */
export interface RoomEvent {
  readonly rooms: readonly Room[];
  readonly event: LiveEvent;
  /** People who don't receive it, although they are in one of the rooms. */
  readonly except?: readonly number[];
}

/** Adds all sockets of a person to a room, or removes them. */
export interface RoomChange {
  readonly person: number;
  readonly into?: Room;
  readonly outOf?: Room;
}

/** Closes the sockets of a session, or all of a person. */
export interface Disconnection {
  readonly end: { readonly session: string } | { readonly person: number };
}

/** Closes all sockets of the school. Clients then reconnect to the cell that serves it. */
export interface SchoolDisconnection {
  readonly leave: 'school';
}

/** Two people no longer see each other's presence. */
export interface PresenceSeparation {
  readonly part: readonly [number, number];
}

/** Shows or hides a person's presence. */
export interface PresenceVisibility {
  readonly shown: number;
  readonly isShown: boolean;
}

/** An action for the hub to perform on sockets. */
export type Broadcast =
  | RoomEvent
  | RoomChange
  | Disconnection
  | SchoolDisconnection
  | PresenceSeparation
  | PresenceVisibility;

/**
 * Sends to sockets after the transaction has committed, or never if it is rolled back. If the process dies after the commit, the message is
 * lost. For messages that must arrive, also emit an outbox event with a `LiveSource`.
 */
export const broadcast = (
  context: { readonly broadcasts: Broadcast[] },
  broadcasts: Broadcast,
): void => void context.broadcasts.push(broadcasts);

/** The realtime hub, as the rest of the server sees it. */
export interface Live {
  /** Performs a transaction's broadcasts after its commit. */
  deliver(school: SchoolId, broadcasts: readonly Broadcast[]): void;
}

/** A hub without sockets, for work outside of a server. */
export const noLive: Live = { deliver: () => undefined };
