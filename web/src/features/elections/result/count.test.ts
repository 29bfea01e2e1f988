import { expect, test } from 'vitest';
import { countView, isDecidedByLot } from './count.ts';

test('an instant runoff shows moved votes, eliminated candidates, half of the votes and the tie', () => {
  const view = countView({
    method: 'irv',
    seats: 1,
    ballots: 11,
    elected: [1],
    rounds: [
      {
        round: 1,
        votes: [4, 3, 3],
        continuing: 10,
        exhausted: 0,
        overvoted: 0,
        blank: 1,
        eliminated: 3,
      },
      {
        round: 2,
        votes: [6, 3, 0],
        continuing: 9,
        exhausted: 1,
        overvoted: 0,
        blank: 1,
        elected: 1,
      },
    ],
    ties: [{ round: 1, tied: [2, 3], settledBy: 'lot', among: [2, 3], chosen: 3 }],
  });
  expect(view).toEqual({
    kind: 'ranked',
    rule: 'half',
    blank: 1,
    rounds: [
      {
        event: { kind: 'first' },
        votes: [4, 3, 3],
        moved: [0, 0, 0],
        out: [],
        elected: [],
        unopposed: [],
        line: 5,
        exhausted: 0,
        tie: { tied: [1, 2], chosen: 2, round: null },
      },
      {
        event: { kind: 'out', candidate: 2 },
        votes: [6, 3, 0],
        moved: [2, 0, -3],
        out: [2],
        elected: [0],
        unopposed: [],
        line: 4.5,
        exhausted: 1,
        tie: null,
      },
    ],
  });
});

test('a transferable vote shows the quota, the surplus and seats filled without the quota', () => {
  const view = countView({
    method: 'scottish-stv',
    seats: 2,
    valid: 10,
    invalid: 2,
    quota: '4.00000',
    elected: [1, 2],
    stages: [
      {
        stage: 1,
        act: { kind: 'first' },
        votes: ['6.00000', '2.00000', '2.00000'],
        nonTransferable: '0.00000',
        elected: [1],
      },
      {
        stage: 2,
        act: { kind: 'surplus', candidate: 1, surplus: '2.00000', parcels: [] },
        votes: ['4.00000', '2.99998', '2.66664'],
        nonTransferable: '0.33338',
        elected: [],
      },
      {
        stage: 3,
        act: { kind: 'exclude', candidate: 3, parcels: [] },
        votes: ['4.00000', '3.50000', '0.00000'],
        nonTransferable: '2.50000',
        elected: [2],
        withoutQuota: [2],
      },
    ],
    ties: [{ stage: 3, act: 'exclude', tied: [2, 3], settledBy: 'stage', at: 2, chosen: 3 }],
  });
  if (view?.kind !== 'ranked') throw new Error('the count is ranked');
  expect(view).toMatchObject({ rule: 'quota', blank: 2 });
  expect(view.rounds.map(({ event, line }) => [event, line])).toEqual([
    [{ kind: 'first' }, 4],
    [{ kind: 'surplus', candidate: 0, votes: 2 }, 4],
    [{ kind: 'out', candidate: 2 }, 4],
  ]);
  expect(view.rounds[1]?.moved[1]).toBeCloseTo(0.99998, 5);
  expect(view.rounds[2]).toMatchObject({
    out: [2],
    elected: [1],
    unopposed: [1],
    tie: { tied: [1, 2], chosen: 2, round: 2 },
  });
});

test('a result without figures shows nothing, and one with only votes shows a plain count', () => {
  expect(countView(null)).toBeNull();
  expect(countView({ votes: [1, 3], blank: 1 })).toEqual({
    kind: 'plain',
    votes: [1, 3],
    blank: 1,
  });
});

test('a lot decides only if votes are equal at the last seat', () => {
  const decided = (votes: number[], elected: string[], seats = 1) =>
    isDecidedByLot({ kind: 'one', seats }, ['a', 'b', 'c'], elected, {
      kind: 'plain',
      votes,
      blank: 0,
    });
  expect(decided([3, 3, 1], ['a'])).toBe(true);
  expect(decided([4, 3, 1], ['a'])).toBe(false);
  expect(decided([3, 3, 1], ['a', 'b'], 2)).toBe(false);
  // No one is elected because the quorum or the majority is missing.
  expect(decided([3, 3, 1], [])).toBe(false);
});
