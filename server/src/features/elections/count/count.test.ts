import { describe, expect, test } from 'vitest';
import { checkContest, CountError, type Contest } from './contest.ts';
import { countContest, isQuorumReached, type ElectionContest } from './count.ts';
import { countIrv } from './irv.ts';
import { countScottishStv } from './scottish-stv.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof CountError) return error.code;
    throw error;
  }
};

const contest = (own: Partial<ElectionContest>): ElectionContest => ({
  kind: 'one',
  method: null,
  seats: 1,
  max: null,
  candidates: ['ada', 'ben', 'cleo'],
  withdrawn: [],
  lots: [],
  ...own,
});

/** Repeats ballots: `{ 'ada,ben': 2 }` is two ballots that name both. */
const ballots = (votes: Record<string, number>): string[][] =>
  Object.entries(votes).flatMap(([choices, times]) =>
    Array.from({ length: times }, () => choices.split(',').filter(Boolean)),
  );

describe('a contest with one or more seats', () => {
  test('elects the candidate with the most votes, and counts blank ballots but not invalid ones', () => {
    const votes = ballots({ ada: 2, ben: 3, cleo: 1, '': 2, 'ada,cleo': 9, mallory: 9 });
    expect(countContest(contest({}), votes)).toEqual({
      elected: ['ben'],
      count: { votes: [2, 3, 1], blank: 2 },
    });
  });

  test('fills several seats in the order of votes', () => {
    const votes = ballots({ 'ada,ben': 2, 'ben,cleo': 2, cleo: 1, 'ben,ben': 9 });
    expect(countContest(contest({ kind: 'several', seats: 2, max: 2 }), votes)).toEqual({
      elected: ['ben', 'cleo'],
      count: { votes: [2, 4, 3], blank: 0 },
    });
  });

  test('removes a withdrawn candidate from ballots', () => {
    const votes = ballots({ ada: 5, 'ada,ben': 1, cleo: 2 });
    const several = contest({ kind: 'several', max: 2, withdrawn: ['ada'] });
    expect(countContest(several, votes)).toEqual({
      elected: ['cleo'],
      count: { votes: [0, 1, 2], blank: 5 },
    });
  });

  test('doesn’t elect the candidate drawn by lot in a tie for the last seat', () => {
    const votes = ballots({ ada: 3, ben: 2, cleo: 2 });
    const elected = (lots: string[], seats = 2) =>
      countContest(contest({ seats, lots }), votes).elected;
    expect(elected(['cleo', 'ben', 'ada'])).toEqual(['ada', 'ben']);
    expect(elected(['ben', 'cleo', 'ada'])).toEqual(['ada', 'cleo']);
    expect(elected([], 1)).toEqual(['ada']);
    expect(elected([], 3)).toEqual(['ada', 'ben', 'cleo']);
    expect(codeOf(() => elected(['ben']))).toBe('lot_missing');
    expect(codeOf(() => elected([]))).toBe('lot_missing');
  });

  test('requires more than half of the valid votes for a majority', () => {
    const elected = (votes: Record<string, number>) =>
      countContest(contest({ needsMajority: true }), ballots(votes)).elected;
    expect(elected({ ada: 3, ben: 2, cleo: 1 })).toEqual([]);
    expect(elected({ ada: 4, ben: 2, cleo: 1 })).toEqual(['ada']);
    expect(elected({ ada: 3, ben: 2, '': 7 })).toEqual(['ada']);
    // A tie has no majority, so it needs no lot.
    expect(elected({ ada: 3, ben: 3 })).toEqual([]);
  });

  test('elects no one and needs no lot without valid ballots', () => {
    expect(countContest(contest({}), ballots({ '': 4 }))).toEqual({
      elected: [],
      count: { votes: [0, 0, 0], blank: 4 },
    });
  });
});

describe('a yes-or-no question', () => {
  const passes = (yes: number, no: number, [numerator, denominator]: readonly number[] = []) =>
    countContest(
      contest({
        kind: 'yes_no',
        candidates: [],
        share:
          numerator === undefined || denominator === undefined ? null : { numerator, denominator },
      }),
      ballots({ yes, no, '': 5, 'yes,no': 3 }),
    );

  test('passes with more yes than no votes, and blank ballots are neither', () => {
    expect(passes(3, 2)).toEqual({ elected: ['yes'], count: { votes: [3, 2], blank: 5 } });
    expect(passes(2, 2).elected).toEqual(['no']);
    expect(passes(0, 0).elected).toEqual(['no']);
  });

  test('passes with exactly the required share', () => {
    expect(passes(4, 2, [2, 3]).elected).toEqual(['yes']);
    expect(passes(399, 200, [2, 3]).elected).toEqual(['no']);
    expect(passes(1, 1, [1, 2]).elected).toEqual(['yes']);
    expect(passes(0, 0, [1, 2]).elected).toEqual(['no']);
  });
});

describe('ranked ballots', () => {
  const votes = ballots({ 'ada,ben': 4, 'ben,ada': 3, 'cleo,ben': 2, '': 1, 'ada,ada': 8 });

  test('are counted by the contest’s method, with ranks as candidates', () => {
    const irv = countContest(contest({ kind: 'ranked', method: 'irv' }), votes.slice(0, -8));
    expect(irv).toMatchObject({ elected: ['ben'], count: { method: 'irv', elected: [2] } });
    const stv = countContest(contest({ kind: 'ranked', method: 'scottish-stv', seats: 2 }), votes);
    expect(stv).toMatchObject({
      elected: ['ada', 'ben'],
      count: { method: 'scottish-stv', valid: 9, invalid: 9, elected: [1, 2] },
    });
  });

  test('that rank more candidates than allowed are not counted', () => {
    const count = (max: number | null) =>
      countContest(contest({ kind: 'ranked', method: 'irv', max }), votes).count;
    expect(count(1)).toMatchObject({ ballots: 1, rounds: [] });
    expect(count(2)).toMatchObject({ ballots: 18 });
  });
});

test('a count stops as soon as it needs a lot that wasn’t drawn', () => {
  const tied = {
    candidates: 3,
    seats: 1,
    ballots: [
      [2, [1]],
      [2, [2]],
      [2, [3]],
    ],
  } as const;
  for (const count of [countIrv, countScottishStv]) {
    expect(codeOf(() => count({ ...tied, lots: [] }))).toBe('lot_missing');
    expect(codeOf(() => count({ ...tied, lots: [1, 2] }))).toBe('lot_missing');
    expect(count({ ...tied, lots: [1, 2, 3] }).elected).toEqual([3]);
    expect(count({ ...tied, lots: [], ballots: [[2, [1]]] }).elected).toEqual([1]);
  }
});

test('invalid ballots count only as invalid', () => {
  const lots = [1, 2, 3];
  const odd = {
    candidates: 3,
    seats: 1,
    lots,
    ballots: [
      [4, [1]],
      [1, [2, 2]],
      [1, [-1, 2]],
      [1, [4]],
      [1, [0, 2]],
    ],
  } as const;
  expect(countScottishStv(odd)).toMatchObject({
    valid: 5,
    invalid: 3,
    quota: '3.00000',
    stages: [{ votes: ['4.00000', '1.00000', '0.00000'] }],
  });
  expect(countIrv(odd)).toMatchObject({ ballots: 7, rounds: [{ votes: [4, 2, 0], overvoted: 1 }] });
});

test('invalid input is rejected with a code', () => {
  const check = (own: Partial<Contest>, isFromPaper = false) =>
    codeOf(() =>
      checkContest(
        { candidates: 3, seats: 1, ballots: [[1, [1]]], lots: [], ...own },
        { isFromPaper },
      ),
    );
  expect(check({})).toBe('none');
  expect(check({ seats: 0 })).toBe('seats_invalid');
  expect(check({ seats: 1.5 })).toBe('seats_invalid');
  expect(check({ ballots: [[0, [1]]] })).toBe('papers_invalid');
  expect(check({ ballots: [[2 ** 53, [1]]] })).toBe('papers_invalid');
  expect(
    check({
      ballots: [
        [2 ** 52, [1]],
        [2 ** 52, [2]],
      ],
    }),
  ).toBe('papers_invalid');
  expect(check({ ballots: [[1, [0]]] })).toBe('candidate_unknown');
  expect(check({ withdrawn: [4] })).toBe('candidate_unknown');
  expect(check({ lots: [1, 1] })).toBe('candidate_twice');
  expect(check({ ballots: [[1, [0, -1, 2, 2]]] }, true)).toBe('none');
  expect(check({ ballots: [[1, [0, 4]]] }, true)).toBe('candidate_unknown');
});

test('the quorum is an exact percentage of the voters', () => {
  expect(isQuorumReached(1, 4, 25)).toBe(true);
  expect(isQuorumReached(329, 998, 33)).toBe(false);
  expect(isQuorumReached(330, 1000, 33)).toBe(true);
  expect(isQuorumReached(7, 7, 100)).toBe(true);
  expect(isQuorumReached(0, 1000, null)).toBe(true);
});
