import { expect, test } from 'vitest';
import { dateAt } from './scan-date.ts';

const at = (day: number, time = '18:00') =>
  `2026-11-${String(day).padStart(2, '0')}T${time}:00.000Z`;
const weekly = [9, 16, 23].map((day) => ({
  occurrence: String(day),
  dateStart: at(day),
  dateEnd: at(day, '20:00'),
}));

test('[EVENT-01] a scan counts for the latest occurrence whose check-in has opened, or else for the first one', () => {
  for (const times of [weekly, weekly.toReversed()]) {
    expect(dateAt(times, at(16, '18:30'))).toBe('16');
    expect(dateAt(times, at(16, '14:00'))).toBe('16');
    expect(dateAt(times, at(16, '21:00'))).toBe('16');
    // Monday's list, entered on Friday.
    expect(dateAt(times, at(20, '12:00'))).toBe('16');
    // The evening before, and long before all of them.
    expect(dateAt(times, at(22, '22:00'))).toBe('16');
    expect(dateAt(times, at(1, '12:00'))).toBe('9');
    expect(dateAt(times, at(30, '12:00'))).toBe('23');
  }
  expect(dateAt([], at(16))).toBe('');
});

test('[EVENT-01] each of two occurrences on one day gets its own scans', () => {
  const twice = ['10:00', '14:00'].map((time) => ({
    occurrence: time,
    dateStart: at(16, time),
    dateEnd: at(16, `${Number(time.slice(0, 2)) + 1}:00`),
  }));
  expect(dateAt(twice, at(16, '09:50'))).toBe('10:00');
  expect(dateAt(twice, at(16, '11:30'))).toBe('10:00');
  expect(dateAt(twice, at(16, '13:45'))).toBe('14:00');
});
