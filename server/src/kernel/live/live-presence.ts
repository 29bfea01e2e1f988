import type { SchoolId } from '../ids.ts';

/**
 * A presence message between servers. `number` counts a server's changes, so that others notice lost messages. The message has the changes
 * since the previous one (`came`, `went`), everyone on the server (`everybody`), or neither: then it is a heartbeat. The IDs of people have
 * the form `school/person`.
 */
export interface PresenceMessage {
  readonly server: string;
  readonly number: number;
  readonly came?: readonly string[];
  readonly went?: readonly string[];
  readonly everybody?: readonly string[];
}

/** The people who came online or went offline because of a message. */
export interface PresenceChange {
  readonly came: string[];
  readonly went: string[];
  /** True if a change was lost, so the server must send its full list. */
  readonly isIncomplete: boolean;
}

/** The people with sockets on this server and, according to their messages, on other servers. Kept only in memory. */
export interface Presence {
  /** Adds a socket of a person with visible presence. Returns true if they weren't online before. */
  connected(school: SchoolId, person: number): boolean;
  /** Removes a socket. Returns true if it was their last on any server. */
  disconnected(school: SchoolId, person: number): boolean;
  isOnline(school: SchoolId, person: number): boolean;
  /** Applies another server's message. */
  received(message: PresenceMessage): PresenceChange;
  /** Returns the changes on this server since the last call, to send to the others. Undefined without changes. */
  changes(): PresenceMessage | undefined;
  /** Returns everyone on this server, for servers that don't know it yet. */
  everybody(): PresenceMessage;
  /** Returns a heartbeat. */
  alive(): PresenceMessage;
  /** Forgets servers that have been silent. Returns the people who went offline with them. */
  dropSilentServers(): string[];
}

/** Milliseconds of silence after which a server is considered dead. */
const silentMs = 30_000;

export const openPresence = (server: string, now: () => number): Presence => {
  const own = new Map<string, number>();
  /** Unsent changes on this server by person: true if they came online. */
  const unsent = new Map<string, boolean>();
  let number = 0;
  const others = new Map<string, { people: Set<string>; number: number; at: number }>();
  const nameOf = (school: SchoolId, person: number) => `${school}/${person}`;
  const isElsewhere = (name: string, but?: string): boolean => {
    for (const [other, { people }] of others) if (other !== but && people.has(name)) return true;
    return false;
  };
  const isAnywhere = (name: string, but?: string) => own.has(name) || isElsewhere(name, but);
  /** Records a change on this server. Opposite changes of a person cancel each other out. */
  const note = (name: string, isHere: boolean): void => {
    if (unsent.get(name) === !isHere) unsent.delete(name);
    else unsent.set(name, isHere);
  };
  const unsentOf = (isHere: boolean) =>
    [...unsent].filter(([, one]) => one === isHere).map(([name]) => name);
  return {
    connected: (school, person) => {
      const name = nameOf(school, person);
      const before = own.get(name) ?? 0;
      own.set(name, before + 1);
      if (before === 0) note(name, true);
      return before === 0 && !isElsewhere(name);
    },
    disconnected: (school, person) => {
      const name = nameOf(school, person);
      const left = (own.get(name) ?? 1) - 1;
      if (left > 0) own.set(name, left);
      else if (own.delete(name)) note(name, false);
      return left <= 0 && !isElsewhere(name);
    },
    isOnline: (school, person) => isAnywhere(nameOf(school, person)),
    received: ({ server: other, number: theirs, came = [], went = [], everybody }) => {
      const known = others.get(other);
      const hasChanges = came.length > 0 || went.length > 0;
      if (everybody === undefined && known?.number !== theirs - (hasChanges ? 1 : 0)) {
        // A new server counts as alive only after its list has arrived.
        if (known !== undefined) known.at = now();
        return { came: [], went: [], isIncomplete: true };
      }
      const before = known?.people ?? new Set<string>();
      const left = everybody === undefined ? went : [...before.difference(new Set(everybody))];
      const arrived = (everybody ?? came).filter(
        (name) => !before.has(name) && !isAnywhere(name, other),
      );
      for (const name of left) before.delete(name);
      for (const name of everybody ?? came) before.add(name);
      others.set(other, { people: before, number: theirs, at: now() });
      return {
        came: arrived,
        went: left.filter((name) => !isAnywhere(name)),
        isIncomplete: false,
      };
    },
    changes: () => {
      if (unsent.size === 0) return undefined;
      const [came, went] = [unsentOf(true), unsentOf(false)];
      unsent.clear();
      number += 1;
      return { server, number, came, went };
    },
    everybody: () => {
      // The list contains the unsent changes.
      if (unsent.size > 0) number += 1;
      unsent.clear();
      return { server, number, everybody: [...own.keys()] };
    },
    alive: () => ({ server, number }),
    dropSilentServers: () => {
      const went: string[] = [];
      for (const [other, { people, at }] of others) {
        if (now() - at < silentMs) continue;
        others.delete(other);
        went.push(...[...people].filter((name) => !isAnywhere(name)));
      }
      return went;
    },
  };
};
