import { expect, test } from 'vitest';
import { inLmsWorld } from '../../../../test/lms-world.ts';

const { world, lms, item, graded, connect, refresh } = inLmsWorld();

const work = (id: number, points: number, score: number) =>
  item(id, `Work ${id}`, -3, { points_possible: points, ...graded(score) });
/** 50 of 100 in one group, and 10 of 10 in the other. Groups keep their weights when a teacher turns weighting off. */
const groups = () => [
  { id: 1, name: 'Exams', group_weight: 80, items: [work(11, 100, 50)] },
  { id: 2, name: 'Labs', group_weight: 20, items: [work(21, 10, 10)] },
];

// apply_assignment_group_weights of the course, Canvas's total, and the total shown here
test.each([
  {
    name: 'off: every point counts the same, regardless of group weights',
    applies: false,
    total: 54.55,
    weights: [null, null],
    percents: [50, 100],
    isReckoned: true,
  },
  {
    name: 'on: groups count by weight',
    applies: true,
    total: 60,
    weights: [80, 20],
    percents: [50, 100],
    isReckoned: true,
  },
  {
    name: 'missing, as in older versions: groups count by weight',
    applies: undefined,
    total: 60,
    weights: [80, 20],
    percents: [50, 100],
    isReckoned: true,
  },
  {
    name: 'off, with a different total: uses only Canvas’s total',
    applies: false,
    total: 60,
    weights: [null, null],
    percents: [null, null],
    isReckoned: false,
  },
])('[EDU-01] group weights $name', async ({ applies, total, weights, percents, isReckoned }) => {
  await lms.control({
    courses: [
      {
        id: 1,
        name: 'Hydrology',
        course_code: 'ENVS 240',
        items: [],
        groups: groups(),
        more: { apply_assignment_group_weights: applies },
        enrollment: { computed_current_score: total, computed_current_grade: null },
      },
    ],
  });
  const who = await world.join({ username: `w${String(applies)}${total}` });
  await connect(who);
  await refresh(who);
  const { items } = await who.call('GET /api/v1/academic/grades', {});
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    grade: { percent: Math.round(total * 10) / 10, isOfficial: true },
  });
  expect(items[0]?.parts.map(({ weight }) => weight)).toEqual(weights);
  expect(items[0]?.parts.map(({ percent }) => percent)).toEqual(percents);
  const one = await who.call('GET /api/v1/academic/courses/{id}/grades', { id: 'lms-1' });
  expect(one.canSuppose).toBe(isReckoned);
  expect(one.parts.map(({ weight }) => weight)).toEqual(weights);
});
