import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRandomSource } from '#demo/random-source.ts';

/** A friendship network with some hidden friendships, which are predicted from the others. */
export interface Network {
  /** Major and year of each person, as coded in the set. Null if unknown. */
  readonly people: readonly { major: string | null; year: number | null }[];
  readonly known: readonly (readonly [number, number])[];
  /** Hidden friends of each person. */
  readonly hidden: ReadonlyMap<number, ReadonlySet<number>>;
}

const neighbours = (pairs: readonly (readonly [number, number])[]): Map<number, Set<number>> => {
  const found = new Map<number, Set<number>>();
  for (const [a, b] of pairs) {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const set = found.get(one) ?? new Set();
      set.add(other);
      found.set(one, set);
    }
  }
  return found;
};

/** Reads a network of the facebook100 set (a folder with nodes.csv.gz and edges.csv.gz), and hides a `share` of its friendships. */
export const readNetwork = async (folder: string, share: number): Promise<Network> => {
  const lines = async (name: string) =>
    parse(gunzipSync(await readFile(join(folder, name))), { columns: true }) as Record<
      string,
      string
    >[];
  const chance = createRandomSource(55);
  const people = (await lines('nodes.csv.gz')).map((node) => ({
    major: node['major'] === '0' ? null : `Major ${node['major']}`,
    year: node['year'] === '0' ? null : Number(node['year']),
  }));
  const [known, hidden]: [[number, number][], [number, number][]] = [[], []];
  for (const edge of await lines('edges.csv.gz'))
    (chance.of(share) ? hidden : known).push([Number(edge['a']), Number(edge['b'])]);
  return { people, known, hidden: neighbours(hidden) };
};

type Score = (one: number, shared: readonly number[], degree: (person: number) => number) => number;

/** Common predictors: the number of shared friends, and the same with a lower weight for those with more friends. */
export const baselines: Record<string, Score> = {
  'common neighbours': (_, shared) => shared.length,
  'Adamic–Adar': (_, shared, degree) =>
    shared.reduce((sum, friend) => sum + 1 / Math.log(degree(friend)), 0),
};

/** Returns the ten best predictions of a baseline for a person. */
export const predict = (network: Network): ((score: Score, person: number) => number[]) => {
  const friends = neighbours(network.known);
  const degree = (person: number) => friends.get(person)?.size ?? 0;
  return (score, person) => {
    const mine = friends.get(person) ?? new Set();
    const shared = new Map<number, number[]>();
    for (const friend of mine) {
      for (const other of friends.get(friend) ?? []) {
        if (other === person || mine.has(other)) continue;
        const list = shared.get(other) ?? [];
        list.push(friend);
        shared.set(other, list);
      }
    }
    return [...shared]
      .map(([other, list]) => [other, score(other, list, degree)] as const)
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, 10)
      .map(([other]) => other);
  };
};
