import type { BulkRow } from '#server/kernel/database/bulk.ts';
import type { RandomSource } from './random-source.ts';
import type { DemoPerson } from './crowd.ts';
import { drawFriendships, type Pair } from './network.ts';

/** Number of friends of the sign-ins: enough to scroll, few enough to know. */
const friendsOf: Record<string, number> = { ana: 60, ben: 52, officer: 95, admin: 30 };
/** Pending requests to and from the sign-ins. */
const requests: Record<string, { incoming: number; sent: number }> = {
  ana: { incoming: 7, sent: 4 },
  ben: { incoming: 5, sent: 3 },
};
/** People who know both Ana and Ben. */
const commonFriends = 9;
/** Pending requests among other people. */
const waitingPairs = 1_600;

const time = (person: DemoPerson | undefined): number => person?.created_at.getTime() ?? 0;

/** Returns rows of the demo school's connections: line, a, b, whether accepted, and the times of request and acceptance. */
export const drawConnections = (
  people: readonly DemoPerson[],
  chance: RandomSource,
  now: Date,
): BulkRow[] => {
  const indexOf = (username: string): number =>
    people.findIndex((person) => person.username === username);
  // Ana and Ben aren't connected, so that you can create the demo's first connection.
  const apart: Pair[] = [[indexOf('ana'), indexOf('ben')]];
  const nodes = people.map(({ username, major, year_of_graduation: year }) => {
    const friends = friendsOf[username];
    return {
      major: typeof major === 'string' ? major : null,
      year: typeof year === 'number' ? year : null,
      ...(friends !== undefined && { friends }),
    };
  });
  const signIns = Object.keys(friendsOf).length;
  const given = Array.from({ length: commonFriends }, (_, n) => signIns + 40 + n * 97).flatMap(
    (position): Pair[] => [
      [indexOf('ana'), position],
      [indexOf('ben'), position],
    ],
  );
  const pairs = drawFriendships(nodes, chance, { given, apart });
  const taken = new Set([...pairs, ...apart].map((pair) => pair.join()));
  const between = (from: number, share: number) => new Date(from + (now.getTime() - from) * share);
  const rows: BulkRow[] = pairs.map(([low, high], index) => {
    const [a, b] = chance.of(0.5) ? [low, high] : [high, low];
    const requested = between(Math.max(time(people[a]), time(people[b])), chance.next() * 0.98);
    return [
      index + 1,
      people[a]?.username ?? '',
      people[b]?.username ?? '',
      true,
      requested,
      between(requested.getTime(), chance.next() ** 4 * 0.5),
    ];
  });
  const ask = (a: number, b: number): boolean => {
    const key = [Math.min(a, b), Math.max(a, b)].join();
    if (a === b || taken.has(key)) return false;
    taken.add(key);
    const since = Math.max(time(people[a]), time(people[b]), now.getTime() - 30 * 86_400_000);
    rows.push([
      rows.length + 1,
      people[a]?.username ?? '',
      people[b]?.username ?? '',
      false,
      between(since, chance.next()),
      null,
    ]);
    return true;
  };
  const stranger = () => signIns + chance.below(people.length - signIns);
  for (const [username, { incoming, sent }] of Object.entries(requests)) {
    const me = indexOf(username);
    for (let n = 0; n < incoming;) n += ask(stranger(), me) ? 1 : 0;
    for (let n = 0; n < sent;) n += ask(me, stranger()) ? 1 : 0;
  }
  for (let n = 0; n < waitingPairs; n += 1) ask(stranger(), stranger());
  return rows;
};
