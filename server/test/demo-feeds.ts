import { expect } from 'vitest';
import '../src/app.ts';
import { readCalendarOf } from '../src/features/calendar/calendar-reading.ts';
import { feedRows } from '../src/features/calendar/feeds/feed-documents.ts';
import { icsOfRows } from '../src/features/calendar/ics-files.ts';
import { inTransaction, type Pool } from '../src/kernel/database/database.ts';
import type { SchoolId } from '../src/kernel/ids.ts';
import type { Tokens } from '../src/kernel/security/tokens.ts';
import { dateText, day, localText } from '../src/kernel/time/local-time.ts';
import { utc } from '../src/kernel/time/zones.ts';
import { readByIcalJs, readByKhal, readByNodeIcal } from './calendar-readers.ts';

const weeks = 7 * day;

/**
 * Expects that ical.js, node-ical, and khal (if installed) find the same items in people's feeds as their own calendar shows, from
 * five weeks ago to a year ahead.
 */
export const expectFeedsAgree = async (
  { pool, tokens, now }: { pool: Pool; tokens: Tokens; now: Date },
  school: SchoolId,
  people: readonly number[],
): Promise<void> => {
  const today = Math.floor(now.getTime() / day) * day;
  const window = { from: today - 5 * weeks, to: today + 52 * weeks };
  for (const person of people) {
    const { own, text } = await inTransaction(pool, { school }, async (db) => {
      const scope = { db, tokens, school: { school_id: school } };
      const shown: string[] = [];
      for (let from = window.from; from < window.to; from += 8 * weeks) {
        const to = Math.min(from + 8 * weeks, window.to);
        const { items } = await readCalendarOf(scope, person, { from, to, zone: utc });
        for (const one of items)
          if (
            one.kind !== 'subscribed' &&
            !one.isCanceled &&
            (one.isAllDay ? one.start : one.startsAt) >= from
          )
            shown.push(
              `${one.title} ${one.isAllDay ? dateText(one.start) : localText(one.startsAt)}`,
            );
      }
      const { rows, marks } = await feedRows(scope, person, null, now);
      const file = { name: 'Feed', rows, marks, origin: 'https://demo.test', tokens };
      return { own: shown, text: icsOfRows({ ...file, schoolId: school }) };
    });
    const expected = [...new Set(own)].toSorted();
    expect(expected.length).toBeGreaterThan(100);
    const read = {
      'ical.js': readByIcalJs(text, window),
      'node-ical': readByNodeIcal(text, window),
      khal: await readByKhal(text, window),
    };
    for (const [program, found] of Object.entries(read))
      if (found !== null)
        expect([program, [...new Set(found)].toSorted()]).toEqual([program, expected]);
  }
};
