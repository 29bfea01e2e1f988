import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { hour, localText, minute } from './local-time.ts';
import { icsOccurrences } from './ics-occurrences.ts';
import { writeIcs } from './ics-writing.ts';
import { occurrencesOf, reminderAt, type Series } from './series.ts';
import { clockChanges, instantOf, localOf, readZone, zoneOfCalendar } from './zones.ts';

/** Zones in both hemispheres, with half hours, with changes at midnight or by Ramadan, and without changes. */
const zones = [
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Europe/Berlin',
  'Europe/London',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Jerusalem',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
] as const;

const changes = zones.flatMap((zone) =>
  clockChanges(zone, 2024, 2028).map((change) => ({ zone, ...change })),
);
/** A zone and a local time within three days of one of its changes. */
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -72 * 60, max: 72 * 60 }))
  .map(([{ zone, at, before }, minutes]) => ({ zone, local: at + before + minutes * minute }));

test('every zone but one has clock changes to test', () => {
  expect(new Set(changes.map(({ zone }) => zone)).size).toBe(zones.length - 1);
});

test('local times and instants match Temporal around every change', () => {
  fc.assert(
    fc.property(nearChange, ({ zone, local }) => {
      const text = localText(local);
      const known = Temporal.PlainDateTime.from(text).toZonedDateTime(zone);
      expect(instantOf(text, zone)).toBe(known.epochMilliseconds);
      expect(localOf(known.epochMilliseconds, zone)).toBe(
        known.toPlainDateTime().toString({ smallestUnit: 'second' }),
      );
    }),
    { numRuns: 400 },
  );
});

describe('an event at 10:00 stays at 10:00 across every clock change', () => {
  const from = Date.UTC(2024, 0, 1);
  test.each(zones)('%s', (zone) => {
    for (const { at, before } of clockChanges(zone, 2025, 2027)) {
      // The Monday-to-Sunday week around it.
      const start = `${localText(at + before - 72 * hour).slice(0, 10)}T10:00:00`;
      const rule = 'FREQ=DAILY;COUNT=7';
      const series: Series = { start, zone, length: 45, rule, exceptions: [], overrides: {} };
      const found = occurrencesOf(series, { from, to: Date.UTC(2029, 0, 1) });
      expect(found).toHaveLength(7);
      // In lists:
      for (const { start: local, startsAt, endsAt } of found) {
        expect(local.slice(11)).toBe('10:00:00');
        expect(localOf(startsAt, zone).slice(11)).toBe('10:00:00');
        expect(endsAt - startsAt).toBe(45 * minute);
      }
      // In reminders: a day before by the clock, and two hours before in elapsed time.
      for (const occurrence of found) {
        expect(localOf(reminderAt(series, occurrence, { days: 1 }), zone).slice(11)).toBe(
          '10:00:00',
        );
        expect(occurrence.startsAt - reminderAt(series, occurrence, { minutes: 120 })).toBe(
          2 * hour,
        );
      }
      // In ICS:
      const entry = {
        uid: 'a',
        sequence: 0,
        changedAt: 0,
        isCanceled: false,
        series,
        summary: 'A',
      };
      const rows = icsOccurrences(writeIcs({ entries: [entry] }), '2024-01-01', '2029-01-01');
      expect(rows.map(([, begin]) => Date.parse(begin))).toEqual(
        found.map(({ startsAt }) => startsAt),
      );
    }
  });
});

test('lookups accept IANA and Windows names and reject others', () => {
  expect(zoneOfCalendar('W. Europe Standard Time')?.name).toBe('Europe/Berlin');
  expect(zoneOfCalendar('"America/New_York"')?.name).toBe('America/New_York');
  expect(readZone('Etc/UTC').name).toBe('UTC');
  for (const name of ['Mars/Olympus', '+02:00', '', '__proto__', 'x'.repeat(10_000)]) {
    expect(zoneOfCalendar(name)).toBeUndefined();
    expect(() => readZone(name)).toThrow(expect.objectContaining({ code: 'zone_unknown' }));
  }
});
