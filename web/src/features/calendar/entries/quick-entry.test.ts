import { expect, test } from 'vitest';
import type { Locale } from '../../../lib/messages.ts';
import { loadChrono, readQuickEntry } from './quick-entry.ts';

const now = new Date(2026, 10, 29, 20, 0);
const usual = {
  dateStart: new Date(2026, 10, 29, 21, 0).toISOString(),
  dateEnd: new Date(2026, 10, 29, 22, 0).toISOString(),
};
const local = (instant: string) => {
  const at = new Date(instant);
  return `${at.getMonth() + 1}/${at.getDate()} ${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`;
};

test.each<[Locale, string, string, string, string]>([
  ['en', 'Lunch Fri 12', 'Lunch', '12/4 12:00', '12/4 13:00'],
  ['en', 'Lunch Fri 9', 'Lunch', '12/4 9:00', '12/4 10:00'],
  ['en', 'Tea tomorrow 3-5', 'Tea', '11/30 15:00', '11/30 17:00'],
  ['en', 'Fri 12 lunch with Ana', 'lunch with Ana', '12/4 12:00', '12/4 13:00'],
  ['en', 'Study group, Mon 14:00-15:30', 'Study group', '11/30 14:00', '11/30 15:30'],
  // Only a day: the time stays.
  ['en', 'Trip Dec 4', 'Trip', '12/4 21:00', '12/4 22:00'],
  ['en', 'Sun bathing Sat 11am', 'Sun bathing', '12/5 11:00', '12/5 12:00'],
  ['de', 'Mittagessen Fr 12', 'Mittagessen', '12/4 12:00', '12/4 13:00'],
  ['de', 'Sport morgen 7-8 Uhr', 'Sport', '11/30 7:00', '11/30 8:00'],
  ['ar', 'غداء الجمعة الساعة 12', 'غداء', '12/4 12:00', '12/4 13:00'],
])('quick entry in %s reads “%s” as “%s” from %s to %s', async (locale, text, title, from, to) => {
  const read = readQuickEntry(await loadChrono(locale), text, usual, now);
  expect(read && [read.title, local(read.dateStart), local(read.dateEnd)]).toEqual([
    title,
    from,
    to,
  ]);
});

test.each(['Read chapter 12', 'Room 204', 'May ball', 'Dinner with April', 'Lunch'])(
  'quick entry finds no date in “%s”',
  async (text) => {
    expect(readQuickEntry(await loadChrono('en'), text, usual, now)).toBeNull();
  },
);
