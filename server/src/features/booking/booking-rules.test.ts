import { expect, test } from 'vitest';
import { dateText, day, hour, minute } from '../../kernel/time/local-time.ts';
import { clockChanges, localOf } from '../../kernel/time/zones.ts';
import { candidatesOf, type Rules } from './booking.rules.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Pacific/Chatham',
];

test('[BOOK-01] slots keep the host’s local time across each clock change in ten time zones', () => {
  for (const zone of zones) {
    const rules: Rules = {
      time_zone: zone,
      hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
      exceptions: [],
      notice_minutes: 0,
      days_ahead: 10,
      daily_limit: null,
      buffer_before: 0,
      buffer_after: 0,
    };
    for (const { at, before, after } of clockChanges(zone, 2027, 2027)) {
      const now = at - 3 * day;
      const found = candidatesOf(rules, 30, { from: now, to: at + 3 * day }, now);
      for (const { from, to } of found) {
        expect(to - from).toBe(30 * minute);
        // Each starts at a full or half hour by the clock, regardless of the clock change.
        expect(localOf(from, zone).slice(14)).toMatch(/^(?:00|30):00$/);
      }
      const starts = found.map(({ from }) => from);
      expect(new Set(starts).size).toBe(starts.length);
      // The skipped times don't occur.
      const gap = after - before;
      const date = dateText(at + before);
      const onTheDay = found.filter((one) => one.date === date).length;
      expect(onTheDay).toBeGreaterThanOrEqual(48 - Math.ceil(Math.max(gap, 0) / (30 * minute)) - 1);
      expect(onTheDay).toBeLessThanOrEqual(48);
      const working = candidatesOf(
        { ...rules, hours: rules.hours.map((one) => ({ ...one, from: '10:00', to: '11:00' })) },
        60,
        { from: now, to: at + 3 * day },
        now,
      );
      expect(new Set(working.map(({ from }) => localOf(from, zone).slice(11)))).toEqual(
        new Set(['10:00:00']),
      );
      expect(working.length).toBeGreaterThanOrEqual(5);
      for (const [index, { from }] of working.entries())
        if (index > 0)
          expect(Math.abs(from - (working[index - 1]?.from ?? 0) - day)).toBeLessThanOrEqual(hour);
    }
  }
});
