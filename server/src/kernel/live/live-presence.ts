import type { SchoolId } from '../ids.ts';

/** Who has a socket, on this server and on others, as far as they have said lately. Kept in memory only. */
export interface Presence {
  /** A socket of a person who shows it came; true when they were not there before. */
  came(school: SchoolId, person: number): boolean;
  /** A socket went; true when it was the last anywhere. */
  went(school: SchoolId, person: number): boolean;
  isHere(school: SchoolId, person: number): boolean;
  /** What another server says: everybody it has, as `school/person`. Answers who came and who went by it. */
  received(server: string, everybody: readonly string[]): { came: string[]; went: string[] };
  /** Everybody of this server, to be told to the others. */
  everybody(): string[];
  /** Forgets servers that have said nothing for a while. Answers who went with them. */
  forgetSilent(): string[];
}

/** A server that has said nothing for so long is taken for dead, in milliseconds. */
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
    came: (school, person) => {
      const name = nameOf(school, person);
      const before = own.get(name) ?? 0;
      own.set(name, before + 1);
      return before === 0 && !isElsewhere(name);
    },
    went: (school, person) => {
      const name = nameOf(school, person);
      const left = (own.get(name) ?? 1) - 1;
      if (left > 0) own.set(name, left);
      else own.delete(name);
      return left <= 0 && !isElsewhere(name);
    },
    isHere: (school, person) => isAnywhere(nameOf(school, person)),
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
    forgetSilent: () => {
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
