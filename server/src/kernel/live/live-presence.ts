import type { SchoolId } from '../ids.ts';

/** The people with sockets on this server and, according to their latest messages, on other servers. Kept only in memory. */
export interface Presence {
  /** Adds a socket of a person with visible presence. Returns true if they weren't online before. */
  connected(school: SchoolId, person: number): boolean;
  /** Removes a socket. Returns true if it was their last on any server. */
  disconnected(school: SchoolId, person: number): boolean;
  isOnline(school: SchoolId, person: number): boolean;
  /** Stores another server's list of people, as `school/person`. Returns the people who came online and went offline. */
  received(server: string, everybody: readonly string[]): { came: string[]; went: string[] };
  /** Returns everyone on this server, to send to the others. */
  everybody(): string[];
  /** Forgets servers that have been silent. Returns the people who went offline with them. */
  dropSilentServers(): string[];
}

/** Milliseconds of silence after which a server is considered dead. */
const silentMs = 30_000;

export const openPresence = (now: () => number): Presence => {
  const own = new Map<string, number>();
  const others = new Map<string, { people: ReadonlySet<string>; at: number }>();
  const nameOf = (school: SchoolId, person: number) => `${school}/${person}`;
  const isElsewhere = (name: string, but?: string): boolean => {
    for (const [server, { people }] of others) if (server !== but && people.has(name)) return true;
    return false;
  };
  const isAnywhere = (name: string, but?: string) => own.has(name) || isElsewhere(name, but);
  return {
    connected: (school, person) => {
      const name = nameOf(school, person);
      const before = own.get(name) ?? 0;
      own.set(name, before + 1);
      return before === 0 && !isElsewhere(name);
    },
    disconnected: (school, person) => {
      const name = nameOf(school, person);
      const left = (own.get(name) ?? 1) - 1;
      if (left > 0) own.set(name, left);
      else own.delete(name);
      return left <= 0 && !isElsewhere(name);
    },
    isOnline: (school, person) => isAnywhere(nameOf(school, person)),
    received: (server, everybody) => {
      const people = new Set(everybody);
      const before = others.get(server)?.people ?? new Set<string>();
      others.set(server, { people, at: now() });
      return {
        came: everybody.filter((name) => !before.has(name) && !isAnywhere(name, server)),
        went: [...before].filter((name) => !people.has(name) && !isAnywhere(name)),
      };
    },
    everybody: () => [...own.keys()],
    dropSilentServers: () => {
      const went: string[] = [];
      for (const [server, { people, at }] of others) {
        if (now() - at < silentMs) continue;
        others.delete(server);
        went.push(...[...people].filter((name) => !isAnywhere(name)));
      }
      return went;
    },
  };
};
