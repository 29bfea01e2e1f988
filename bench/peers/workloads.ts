import type { RandomSource } from '#demo/random-source.ts';
import type { Asker } from '../people/school.ts';

export interface NamedPerson {
  readonly id: number;
  readonly first: string;
  readonly last: string;
}

interface Subject {
  readonly me: Asker;
  readonly chance: RandomSource;
  readonly people: readonly NamedPerson[];
  readonly size: number;
}

/** An action of people, as requests to the product and to the minimal loop. */
export interface PeerWorkload {
  readonly name: string;
  /** The goal: milliseconds per call of server and PostgreSQL, and the ratio to the loop's requests per second. */
  readonly aim: { readonly ms: number; readonly share?: number };
  readonly isWrite?: boolean;
  /** Takes a bearer token. */
  readonly isBearer?: boolean;
  /** Must match our reply, so that no empty replies are measured. */
  readonly holds: RegExp;
  paths(subject: Subject): { ours: readonly string[]; loop: readonly string[] };
}

const people = '/mobile_ws/v18/mobile_people';
const found = /"total":[1-9]/;
const encoded = encodeURIComponent;

const page = (name: string, offsetOf: (subject: Subject) => number): PeerWorkload => ({
  name,
  aim: { ms: 2, share: 0.15 },
  holds: found,
  paths: (subject) => {
    const offset = offsetOf(subject);
    const { last, id } = subject.chance.pick(subject.people);
    return {
      ours: [`${people}?range=${offset}&limit=${offset + 20}&order1=NameAsc`],
      loop: [`/page?v=${encoded(last.toLowerCase())}&v=${id}`],
    };
  },
});

const search = (name: string, typed: (person: NamedPerson) => string): PeerWorkload => ({
  name,
  aim: { ms: 2.6, share: 0.1 },
  holds: found,
  paths: ({ chance, people: all }) => {
    const word = encoded(typed(chance.pick(all)).toLowerCase());
    return {
      ours: [`${people}?range=0&limit=20&search_word=${word}`],
      loop: [`/narrow?v=${word}`],
    };
  },
});

export const workloadsOf = (): PeerWorkload[] => [
  page('directory page, first', () => 0),
  page('directory page, any depth', ({ chance, size }) => chance.below(size - 20)),
  search('search, one word', ({ first }) => first.slice(0, 5)),
  search('search, two words', ({ first, last }) => `${first} ${last.slice(0, 3)}`),
  {
    name: 'profile',
    aim: { ms: 0.8, share: 0.2 },
    holds: /"mutual/i,
    paths: ({ me, chance, people: all }) => {
      const id = chance.of(0.5) ? chance.pick(me.near) : chance.pick(all).id;
      return {
        ours: [`/mobile_ws/v18/user_profile?uid=${id}&view=full`],
        loop: [`/profile?v=${id}`],
      };
    },
  },
  {
    name: 'notifications',
    isBearer: true,
    aim: { ms: 0.9, share: 0.3 },
    holds: /"items":\[\{/,
    paths: ({ me }) => ({
      ours: ['/api/v1/notifications?count=20'],
      loop: [`/list?v=${me.id}`],
    }),
  },
  {
    name: 'connect (request or cancel)',
    aim: { ms: 2 },
    isWrite: true,
    holds: /"success":"true"/,
    paths: ({ me, chance, people: all }) => {
      let { id } = chance.pick(all);
      while (id === me.id || me.near.includes(id)) ({ id } = chance.pick(all));
      const act = (type: string) => `/mobile_ws/v18/user_connect?student_uid=${id}&type=${type}`;
      return {
        ours: [act('request'), act('cancel')],
        loop: [`/connect?v=${me.id}&v=${id}`, `/cancel?v=${me.id}&v=${id}`],
      };
    },
  },
];
