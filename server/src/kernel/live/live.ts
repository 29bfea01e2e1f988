import type { LiveEvent } from '#contract/live.ts';
import type { SchoolId } from '../ids.ts';

/**
 * Who hears an event: all sockets of a person, of those who are in a conversation or a club, those that show the posts of a club, or
 * of everybody. Rooms are of one school.
 */
export type Room =
  | `person:${number}`
  | `conversation:${number}`
  | `club:${number}`
  | `readers:${number}`
  | 'everyone';

/** An event and who hears it. */
export interface RoomEvent {
  readonly rooms: readonly Room[];
  readonly event: LiveEvent;
  /** People who do not hear it although they are in one of the rooms. */
  readonly except?: readonly number[];
}

/** All sockets of a person come into a room, or leave it. */
export interface RoomChange {
  readonly person: number;
  readonly into?: Room;
  readonly outOf?: Room;
}

/** Sockets are closed: those of a session, or all of a person. */
export interface Disconnection {
  readonly end: { readonly session: string } | { readonly person: number };
}

/** Two people no longer see whether the other is there. */
export interface PresenceSeparation {
  readonly part: readonly [number, number];
}

/** Whether others see that somebody is there has changed. */
export interface PresenceVisibility {
  readonly shown: number;
  readonly isShown: boolean;
}

/** One thing that the hub does to sockets. */
export type Broadcast =
  | RoomEvent
  | RoomChange
  | Disconnection
  | PresenceSeparation
  | PresenceVisibility;

/**
 * Says something to the sockets of people once the transaction has committed; nothing when it is rolled back. It is a shortcut:
 * a process that dies after the commit tells nobody. What must be told is an event of the outbox too, with a `LiveSource`.
 */
export const broadcast = (
  context: { readonly broadcasts: Broadcast[] },
  broadcasts: Broadcast,
): void => void context.broadcasts.push(broadcasts);

/** The realtime hub as the rest of the server sees it. */
export interface Live {
  /** Does what a transaction has told; called after its commit. */
  deliver(school: SchoolId, broadcasts: readonly Broadcast[]): void;
}

/** A hub without sockets: for work outside of a server. */
export const noLive: Live = { deliver: () => undefined };
