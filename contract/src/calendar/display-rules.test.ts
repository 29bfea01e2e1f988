import { expect, test } from 'vitest';
import { displayedRange, firstDayOfWeek } from './display-rules.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const shown = (start: string, end: string, isAllDay = false) => {
  const isMidnight = (instant: number) => instant % 86_400_000 === 0;
  const range = displayedRange({ start: at(start), end: at(end), isAllDay, isMidnight });
  return [range.start, range.end].map((instant) => new Date(instant).toISOString().slice(0, 16));
};

test('displayedRange() extends shorter events to 15 minutes and keeps the duration of others', () => {
  expect(shown('2026-03-02T10:00', '2026-03-02T10:05')).toEqual([
    '2026-03-02T10:00',
    '2026-03-02T10:15',
  ]);
  expect(shown('2026-03-02T10:00', '2026-03-02T10:16')[1]).toBe('2026-03-02T10:16');
});

test('displayedRange() adds 24 hours to all-day events', () => {
  expect(shown('2026-03-02T00:00', '2026-03-02T00:00', true)).toEqual([
    '2026-03-02T00:00',
    '2026-03-03T00:00',
  ]);
});

test('displayedRange() ends an event a minute before midnight, even if only the minimum duration extends it to midnight', () => {
  expect(shown('2026-03-02T22:00', '2026-03-03T00:00')[1]).toBe('2026-03-02T23:59');
  expect(shown('2026-03-02T23:45', '2026-03-02T23:50')[1]).toBe('2026-03-02T23:59');
});

test('weeks start on Monday', () => {
  expect(firstDayOfWeek).toBe(new Date('2026-03-02T00:00:00').getDay());
});
