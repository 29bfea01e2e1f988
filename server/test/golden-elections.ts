import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A contest with the counts that two other programs agree on (fixtures/elections/README.md). */
export interface GoldenElection {
  readonly id: string;
  readonly why?: string;
  readonly n: number;
  readonly seats: number;
  readonly ballots: readonly (readonly [number, readonly number[]])[];
  readonly lots?: readonly number[] | null;
  readonly withdrawn?: readonly number[];
  readonly expect: {
    readonly stv?: object;
    readonly irv?: object;
    readonly irvOvervoteSkipped?: object;
  };
}

export const electionFixtures = join(import.meta.dirname, 'fixtures/elections');

const read = (name: string): unknown => {
  const bytes = readFileSync(join(electionFixtures, name));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
};

export const goldenElections: readonly GoldenElection[] = [
  ...(read('edge.json') as GoldenElection[]),
  ...(read('random.json.gz') as GoldenElection[]),
  read('minneapolis-2013-mayor.json.gz') as GoldenElection,
];

/** Returns a golden contest in the format of the counters. */
export const contestOf = ({ n, seats, ballots, lots, withdrawn = [] }: GoldenElection) => ({
  candidates: n,
  seats,
  ballots,
  withdrawn,
  lots: lots ?? Array.from({ length: n }, (_, index) => index + 1),
});
