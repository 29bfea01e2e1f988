import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalOf, gradeOf, type GradeItem, type GradePart } from './grade.ts';

const part = (id: string, weight: number | null, dropLowest = 0): GradePart => ({
  id,
  weight,
  dropLowest,
});
const item = (of: string | null, score: number | null, points = 100): GradeItem => ({
  part: of,
  score,
  points,
  isExcused: false,
});

test('[EDU-01] a grade uses only the weights of parts with a result', () => {
  const parts = [part('labs', 30), part('sets', 25), part('midterm', 20), part('final', 25)];
  const items = [item('labs', 90.6), item('sets', 86), item('midterm', 88)];
  expect(gradeOf(parts, items).percent).toBeCloseTo((30 * 90.6 + 25 * 86 + 20 * 88) / 75, 9);
  expect(gradeOf(parts, [...items, item('final', 84)]).percent).toBeCloseTo(87.28, 9);
  expect(gradeOf(parts, []).percent).toBeNull();
});

test('[EDU-01] a part drops the result whose removal raises the grade most, and always keeps one', () => {
  expect(
    gradeOf([part('a', 1, 1)], [item('a', 9, 10), item('a', 50), item('a', 70)]).percent,
  ).toBeCloseTo((79 / 110) * 100, 9);
  expect(gradeOf([part('a', 1, 5)], [item('a', 50)]).percent).toBe(50);
});

const parts = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    weight: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
    dropLowest: fc.integer({ min: 0, max: 3 }),
    neverDrop: fc.subarray(['0', '1', '2', '3', '4', '5']),
  }),
  { selector: ({ id }) => id },
);
const items = fc
  .array(
    fc
      .record({
        part: fc.constantFrom('a', 'b', 'c', null),
        points: fc.integer({ min: 1, max: 200 }),
        share: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
        isExcused: fc.boolean(),
      })
      .map(({ share, ...one }) => ({
        ...one,
        score: share === null ? null : (one.points * share) / 100,
      })),
    { maxLength: 20 },
  )
  .map((list) => list.map((one, at) => ({ ...one, id: String(at) })));

test('[EDU-01] a grade is between the worst and best result, and the order and scale of weights do not change it', () => {
  fc.assert(
    fc.property(parts, items, fc.integer({ min: 2, max: 9 }), (of, results, factor) => {
      const { percent } = gradeOf(of, results);
      const scaled = of.map((one) => ({
        ...one,
        weight: one.weight === null ? null : one.weight * factor,
      }));
      const again = gradeOf(scaled.toReversed(), results.toReversed()).percent;
      if (percent === null) expect(again).toBeNull();
      else {
        expect(again).toBeCloseTo(percent, 6);
        const counted = results
          .filter(({ score, isExcused }) => score !== null && !isExcused)
          .map(({ score, points }) => ((score ?? 0) / points) * 100);
        expect(percent).toBeGreaterThanOrEqual(Math.min(...counted) - 1e-6);
        expect(percent).toBeLessThanOrEqual(Math.max(...counted) + 1e-6);
      }
    }),
  );
});

test("[EDU-01] dropping the lowest results never lowers a part's grade", () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 3 }), (results, dropLowest) => {
      const all = gradeOf([part('a', 1)], results).parts[0]?.percent ?? 0;
      const best = gradeOf([part('a', 1, dropLowest)], results).parts[0]?.percent ?? 0;
      expect(best).toBeGreaterThanOrEqual(all - 1e-6);
    }),
  );
});

test('[EDU-01] a part drops the lowest results first, then the highest, and never protected ones, as in Canvas', () => {
  const results = [
    [20, 100],
    [1, 10],
    [90, 100],
  ].map(([score = 0, points = 0], index) => ({
    id: String(index),
    part: 'a',
    score,
    points,
    isExcused: false,
  }));
  const percent = (rules: object) =>
    gradeOf([{ id: 'a', weight: null, dropLowest: 0, ...rules }], results).parts[0]?.percent;
  expect(percent({ dropLowest: 1 })).toBeCloseTo((91 / 110) * 100);
  expect(percent({ dropLowest: 1, dropHighest: 1 })).toBeCloseTo(10);
  expect(percent({ dropLowest: 1, neverDrop: ['0'] })).toBeCloseTo(55);
  expect(percent({ dropLowest: 9 })).toBeCloseTo(90);
  const [first, ...rest] = results;
  if (first === undefined) throw new Error('there are results');
  const omitted = [{ ...first, counts: false, part: null }, ...rest];
  expect(gradeOf([], omitted).percent).toBeCloseTo((91 / 110) * 100);
});

test('[EDU-01] a better score never lowers a grade, with results that are never dropped', () => {
  const rule = { id: 'a', weight: 1, dropLowest: 1, neverDrop: ['0'] };
  const results = (last: number) =>
    [
      [0, 100],
      [50, 100],
      [last, 10],
    ].map(([score = 0, points = 0], at) => ({
      id: String(at),
      part: 'a',
      score,
      points,
      isExcused: false,
    }));
  // 6 of 10 is the better percentage, but 50 of 100 gives the better total with the 0 of 100.
  expect(gradeOf([rule], results(6)).percent).toBeCloseTo(25);
  expect(gradeOf([rule], results(4)).percent).toBeCloseTo(25);
});

test('[EDU-01] a goal is refused if another choice of results in one part can lower the total of points', () => {
  const lowest = [item('a', 50), item('a', null, 10), item('b', 0)];
  expect(goalOf([part('a', null, 1), part('b', null)], lowest, 20)).toBeNull();
  expect(goalOf([part('a', null, 1)], lowest.slice(0, 2), 60)).toEqual({
    state: 'open',
    average: 60,
  });
});

test('[EDU-01] a goal is the lowest average on the remaining work that reaches the target', () => {
  const parts = [part('labs', 75), part('final', 25)];
  const graded = [item('labs', 80), item('final', null)];
  // 0.75 × 80 + 0.25 × 100 = 85; 80 needs an average of 80; 82 needs 88.
  expect(goalOf(parts, graded, 80)).toEqual({ state: 'open', average: 80 });
  expect(goalOf(parts, graded, 82)).toEqual({ state: 'open', average: 88 });
  expect(goalOf(parts, graded, 60)).toEqual({ state: 'reached' });
  expect(goalOf(parts, graded, 90)).toEqual({ state: 'impossible', best: 85 });
  expect(goalOf(parts, [item('labs', 80), item('final', 84)], 90)).toEqual({
    state: 'done',
    percent: 81,
  });
  // Excused work, extra credit and work outside the weights don't remain.
  const without = [
    { ...item('final', null), isExcused: true },
    item('labs', null, 0),
    item(null, null),
  ];
  expect(goalOf(parts, [item('labs', 80), ...without], 90)).toEqual({ state: 'done', percent: 80 });
});

test('[EDU-01] a goal uses the rule that drops the lowest results, and refuses those that drop the highest', () => {
  const lowest = [item('a', 40), item('a', 90), item('a', null)];
  expect(goalOf([part('a', 1, 1)], lowest, 90)).toEqual({ state: 'open', average: 90 });
  expect(goalOf([{ ...part('a', 1), dropHighest: 1 }], lowest, 90)).toBeNull();
  expect(goalOf([{ ...part('a', 1), dropHighest: 1 }], [item('a', 40)], 30)).toEqual({
    state: 'done',
    percent: 40,
  });
});

test('[EDU-01] with the average of a goal the grade reaches the target, and with less it does not', () => {
  fc.assert(
    fc.property(parts, items, fc.integer({ min: 1, max: 100 }), (of, results, target) => {
      const goal = goalOf(of, results, target);
      if (goal?.state !== 'open') return;
      const gradeWith = (average: number) => {
        const isWeighted = of.some(({ weight }) => (weight ?? 0) > 0);
        const counts = (id: string | null) =>
          !isWeighted || of.some((one) => one.id === id && (one.weight ?? 0) > 0);
        return (
          gradeOf(
            of,
            results.map((one) =>
              one.score === null && !one.isExcused && counts(one.part)
                ? { ...one, score: ((one.points ?? 0) * average) / 100 }
                : one,
            ),
          ).percent ?? 0
        );
      };
      expect(gradeWith(goal.average)).toBeGreaterThanOrEqual(target - 1e-6);
      expect(gradeWith(goal.average - 0.1)).toBeLessThan(target);
    }),
  );
});
