import { expect, test } from 'vitest';
import { contestOf, goldenElections } from '../../../server/test/golden-elections.ts';
import { LotMissing, recountIrv, recountStv } from './recount-ranked.ts';

test("the verifier's own counts match the golden elections", () => {
  for (const golden of goldenElections) {
    const contest = contestOf(golden);
    const counts = {
      stv: () => recountStv(contest),
      irv: () => recountIrv(contest),
      irvOvervoteSkipped: () => recountIrv(contest, { skipsOvervotes: true }),
    };
    for (const [method, expected] of Object.entries(golden.expect))
      expect([golden.id, method, counts[method as keyof typeof counts]()]).toEqual([
        golden.id,
        method,
        expected,
      ]);
  }
});

test('a count fails if the lot that it needs is missing or incomplete', () => {
  const tied = {
    candidates: 3,
    seats: 1,
    withdrawn: [],
    ballots: [
      [2, [1]],
      [2, [2]],
      [2, [3]],
    ],
  } as const;
  for (const recount of [recountStv, recountIrv])
    for (const lots of [[], [1, 2]]) expect(() => recount({ ...tied, lots })).toThrow(LotMissing);
});
