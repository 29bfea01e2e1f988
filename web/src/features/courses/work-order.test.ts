import { expect, test } from 'vitest';
import type { AcademicWork } from '#contract/courses/endpoints.ts';
import { someWork } from '../../testing/course-work.ts';
import { mostRelevant, shareOfGrade } from './work-order.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = (days: number) => new Date(now + days * 86_400_000).toISOString();
const idsOf = (all: AcademicWork[], most = 5) => mostRelevant(all, most, now).map(({ id }) => id);

test('[EDU-01] the list shows open work by due date, then missing work, then the newest results', () => {
  const all = [
    someWork('graded long ago', { state: 'graded', gradedAt: day(-30) }),
    someWork('graded now', { state: 'graded', gradedAt: day(-1) }),
    someWork('handed in', { state: 'submitted', submittedAt: day(-2) }),
    someWork('missing', { state: 'missing', dueAt: day(-3) }),
    someWork('in a week', { dueAt: day(7) }),
    someWork('tomorrow', { dueAt: day(1) }),
    someWork('some day', { dueAt: null }),
    someWork('excused', { state: 'excused', dueAt: day(2) }),
  ];
  expect(idsOf(all, 8)).toEqual([
    'tomorrow',
    'in a week',
    'some day',
    'missing',
    'graded now',
    'handed in',
    'graded long ago',
  ]);
  // A long list of upcoming work leaves space for two results.
  expect(idsOf(all, 4)).toEqual(['tomorrow', 'in a week', 'graded now', 'handed in']);
  expect(idsOf([], 4)).toEqual([]);
});

test('[EDU-01] the share of the grade is the part’s weight by points, or null if unknown', () => {
  const part = { id: 'p', title: 'Homework', weight: 30, dropLowest: 0, score: 0, points: 0 };
  const homework = (id: string, more: Partial<AcademicWork> = {}) =>
    someWork(id, { part: { id: 'p', title: 'Homework' }, ...more });
  const items = [homework('a'), homework('b', { points: 20 }), homework('c', { state: 'excused' })];
  const grades = (more: object = {}) =>
    ({ items, parts: [{ ...part, percent: null, ...more }] }) as unknown as Parameters<
      typeof shareOfGrade
    >[1];
  expect(items.map((one) => shareOfGrade(one, grades()))).toEqual([10, 20, null]);
  expect(shareOfGrade(homework('a'), grades({ weight: null }))).toBeNull();
  expect(shareOfGrade(homework('a'), grades({ dropLowest: 1 }))).toBeNull();
  expect(shareOfGrade(homework('a', { part: null }), grades())).toBeNull();
  expect(shareOfGrade(homework('a', { points: null }), grades())).toBeNull();
});
