import { expect, test } from 'vitest';
import { dueWeekOf } from './due-weeks.ts';

test('work is grouped by weeks that begin on the calendar’s first day, in the reader’s time zone', () => {
  // A Wednesday.
  const now = new Date(2026, 10, 25, 12);
  const at = (month: number, day: number, hour = 23, minute = 59) =>
    dueWeekOf({ dueAt: new Date(2026, month, day, hour, minute).toISOString() }, now);
  expect(at(10, 24)).toBe('thisWeek');
  expect(at(10, 29)).toBe('thisWeek');
  expect(at(10, 30, 0, 0)).toBe('nextWeek');
  expect(at(11, 5)).toBe('nextWeek');
  expect(at(11, 8)).toBe('later');
  expect(dueWeekOf({ dueAt: null }, now)).toBe('noDate');
});
