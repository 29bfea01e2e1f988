import type { RandomSource } from './random-source.ts';

/** The properties of a person that attract friends. */
export interface Node {
  readonly major: string | null;
  readonly year: number | null;
  /** Target number of friends. Drawn from the usual distribution if omitted. */
  readonly friends?: number;
}

/** Two people by their positions in the list, the lower first. */
export type Pair = readonly [number, number];

/** Median number of friends, and the spread of the log-normal distribution, as in campus networks. */
const medianFriends = 25;
const spread = 0.78;
/** Friends of the best-connected people on campus. */
const hubs = [412, 366, 331, 309];

/** The source of the next friend: a friend's friend, the same major, the same year, or anyone. */
const circles = { friendOfFriend: 0.3, major: 0.6, year: 0.82 };

const groupBy = (
  nodes: readonly Node[],
  weights: readonly number[],
  keyOf: (node: Node) => string | number | null,
): Map<string | number, number[]> => {
  // A person is in the group once per wanted friend, so popular people are met more often.
  const groups = new Map<string | number, number[]>();
  for (const [index, node] of nodes.entries()) {
    const key = keyOf(node);
    if (key === null) continue;
    const group = groups.get(key) ?? [];
    for (let n = weights[index] ?? 0; n > 0; n -= 1) group.push(index);
    groups.set(key, group);
  }
  return groups;
};

/**
 * Generates a school's friendships: most people have some dozens of friends, a few have hundreds, and friends share friends, majors and
 * years. `given`: pairs who are friends in any case. `apart`: pairs who never are.
 */
export const drawFriendships = (
  nodes: readonly Node[],
  chance: RandomSource,
  { given, apart }: { given: readonly Pair[]; apart: readonly Pair[] },
): Pair[] => {
  const weights = nodes.map(
    (node, index) =>
      node.friends ??
      hubs[(index - 100) / 400] ??
      Math.min(290, Math.max(1, Math.round(medianFriends * Math.exp(spread * chance.normal())))),
  );
  const everybody = groupBy(nodes, weights, () => '').get('') ?? [];
  const byMajor = groupBy(nodes, weights, (node) => node.major);
  const byYear = groupBy(nodes, weights, (node) => node.year);
  const friends: number[][] = nodes.map(() => []);
  const key = (a: number, b: number): number => Math.min(a, b) * nodes.length + Math.max(a, b);
  const taken = new Set(apart.map(([a, b]) => key(a, b)));
  const pairs: Pair[] = [];
  const befriend = (a: number, b: number): void => {
    taken.add(key(a, b));
    friends[a]?.push(b);
    friends[b]?.push(a);
    pairs.push(a < b ? [a, b] : [b, a]);
  };
  for (const [a, b] of given) befriend(a, b);

  const candidate = (position: number, node: Node): number => {
    const roll = chance.next();
    const known = friends[position] ?? [];
    if (roll < circles.friendOfFriend && known.length > 0) {
      const theirs = friends[chance.pick(known)] ?? [];
      if (theirs.length > 0) return chance.pick(theirs);
    }
    if (roll < circles.major && node.major !== null)
      return chance.pick(byMajor.get(node.major) ?? everybody);
    if (roll < circles.year && node.year !== null)
      return chance.pick(byYear.get(node.year) ?? everybody);
    return chance.pick(everybody);
  };

  for (const [index, node] of nodes.entries()) {
    const mine = friends[index] ?? [];
    const wanted = weights[index] ?? 0;
    // At the end of the list, most people already have enough friends, so someone may end up with fewer.
    for (let tries = wanted * 6; mine.length < wanted && tries > 0; tries -= 1) {
      const other = candidate(index, node);
      const theirs = friends[other] ?? [];
      if (other === index || taken.has(key(index, other)) || theirs.length >= (weights[other] ?? 0))
        continue;
      befriend(index, other);
    }
  }
  return pairs;
};
