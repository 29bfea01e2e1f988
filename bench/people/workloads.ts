import { createRandomSource, type RandomSource } from '#demo/random-source.ts';
import type { Crowd } from './crowd.ts';
import type { Ask } from './load.ts';
import type { Asker, BenchSchool } from './school.ts';

/** The subject of a request, before it is written for one of the servers. */
interface Subject {
  readonly me: Asker;
  readonly chance: RandomSource;
}

/** An action of people. `ours` and `baseline` write the same request for each server. Several paths are sent one after another. */
export interface Workload {
  readonly name: string;
  /** Minimum ratio to the baseline's requests per second; 0 if the row has no goal. */
  readonly target: number;
  /** Maximum exponent of the cost over people. Omitted if growth isn't measured. */
  readonly growth?: number;
  /** Measured with one connection only, for the growth. */
  readonly isGrowthOnly?: boolean;
  /** Must match our reply, so that no empty replies are measured. */
  readonly holds: RegExp;
  paths(subject: Subject): { ours: readonly string[]; baseline: readonly string[] };
}

const people = '/mobile_ws/v18/mobile_people';
const found = /"total":[1-9]/;

const misspelled = (word: string, chance: RandomSource): string => {
  const position = 1 + chance.below(word.length - 3);
  return chance.of(0.5)
    ? word.slice(0, position) + word.slice(position + 1)
    : word.slice(0, position) +
        word.charAt(position + 1) +
        word.charAt(position) +
        word.slice(position + 2);
};

/** Returns what is measured in a school. */
export const workloadsOf = (school: BenchSchool, crowd: Crowd): Workload[] => {
  const page = (name: string, offset: number, baseline: string) => ({
    name,
    target: 0.5,
    holds: found,
    paths: ({ me }: Subject) => ({
      ours: [`${people}?range=${offset}&limit=${offset + 20}&order1=NameAsc`],
      baseline: [`/${baseline}?me=${me.id}&offset=${offset}`],
    }),
  });
  const search = (
    name: string,
    growth: number | undefined,
    word: (chance: RandomSource) => string,
    baseline = 'search',
  ): Workload => ({
    name,
    target: 0.5,
    ...(growth !== undefined && { growth }),
    holds: found,
    paths: ({ me, chance }) => {
      const typed = word(chance);
      return {
        ours: [`${people}?range=0&limit=20&search_word=${typed}`],
        baseline: [`/${baseline}?me=${me.id}&word=${typed}`],
      };
    },
  });
  const beginning = (chance: RandomSource) =>
    chance.pick(crowd.lastNames).toLowerCase().slice(0, 5);
  const profile = (name: string, baseline: string): Workload => ({
    name,
    target: 0.35,
    holds: /"mutual/i,
    paths: ({ me, chance }) => {
      const id = chance.of(0.5) ? chance.pick(me.near) : chance.pick(school.people);
      return {
        ours: [`/mobile_ws/v18/user_profile?uid=${id}&view=full`],
        baseline: [`/${baseline}?me=${me.id}&id=${id}`],
      };
    },
  });
  return [
    { ...page('directory page', 0, 'page'), growth: 0.05 },
    { ...page('directory page, baseline prepared', 0, 'page-prepared'), target: 0 },
    {
      ...page('page in the middle', Math.floor(school.size / 2), 'page'),
      growth: 0.05,
      isGrowthOnly: true,
    },
    {
      name: 'filtered page',
      target: 0.5,
      growth: 0.05,
      holds: found,
      paths: ({ me, chance }) => {
        const major = chance.pick(crowd.majors);
        return {
          ours: [`${people}?range=0&limit=20&order1=NameAsc&major=${encodeURIComponent(major)}`],
          baseline: [`/filter?me=${me.id}&facet=${encodeURIComponent(`major:${major}`)}`],
        };
      },
    },
    search('name search', 0.05, beginning),
    {
      ...search('name search, baseline prepared', undefined, beginning, 'search-prepared'),
      target: 0,
    },
    search('typo search', 0.3, (chance) =>
      misspelled(chance.pick(crowd.lastNames).toLowerCase(), chance),
    ),
    { ...profile('profile', 'profile'), growth: 0.05 },
    { ...profile('profile, baseline prepared', 'profile-prepared'), target: 0 },
    {
      name: 'connect (request, cancel)',
      target: 0.35,
      holds: /"success":"true"/,
      paths: ({ me, chance }) => {
        let id = chance.pick(school.people);
        while (id === me.id || me.near.includes(id)) id = chance.pick(school.people);
        const act = (type: string) => `/mobile_ws/v18/user_connect?student_uid=${id}&type=${type}`;
        const baseline = (type: string) => `/${type}?me=${me.id}&id=${id}`;
        return {
          ours: [act('request'), act('cancel')],
          baseline: [baseline('request'), baseline('cancel')],
        };
      },
    },
  ];
};

/** Returns the requests of a connection, the same for both servers. */
export const requestsOf = (
  school: BenchSchool,
  workload: Workload,
  side: 'ours' | 'baseline',
  seed: number,
) => {
  const chance = createRandomSource(seed);
  let waiting: Ask[] = [];
  return {
    isWhole: () => waiting.length === 0,
    next: (): Ask => {
      if (waiting.length === 0) {
        const me = chance.pick(school.askers);
        waiting = workload
          .paths({ me, chance })
          [side].map((path) => ({ path, headers: side === 'ours' ? me.headers : '' }));
      }
      const [first, ...rest] = waiting;
      if (first === undefined) throw new Error('a workload without a request');
      waiting = rest;
      return first;
    },
  };
};
