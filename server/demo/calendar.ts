import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { dateText, day, startOfDay, weekdayOf } from '#server/kernel/time/local-time.ts';
import { checkSeries } from '#server/kernel/time/series.ts';
import { localIn, readZone } from '#server/kernel/time/zones.ts';
import { timesOf } from '#server/features/calendar/entries/entries.rules.ts';
import { insertEntry } from '#server/features/calendar/entries/entries.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import type { DemoContext } from './demo-context.ts';

interface DemoEntry {
  readonly title: string;
  readonly location?: string;
  readonly note?: string;
  readonly color?: number;
  /** Days after this week's Monday. */
  readonly day: number;
  /** Time and minutes. For all-day items, the number of days. */
  readonly time?: string;
  readonly length: number;
  readonly rule?: string;
  readonly alarm?: number;
}

/** Ana's personal events. On Thursdays, two overlap. */
const entries: readonly DemoEntry[] = [
  {
    title: 'Rowing practice',
    location: 'Boathouse',
    day: 1,
    time: '07:00',
    length: 60,
    rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
    alarm: 30,
    color: 1,
  },
  {
    title: 'Shift at the campus café',
    location: 'Student center',
    day: 0,
    time: '13:00',
    length: 240,
    rule: 'FREQ=WEEKLY;BYDAY=MO,TH',
    color: 4,
  },
  {
    title: 'Study group',
    location: 'Library, group room 3',
    note: 'Bring the exercises of this week',
    day: 2,
    time: '16:00',
    length: 90,
    rule: 'FREQ=WEEKLY',
  },
  { title: 'Lab report with Ben', location: 'Lab 2', day: 3, time: '16:00', length: 120 },
  { title: 'Dentist', day: 4, time: '09:30', length: 45, alarm: 60 },
  { title: 'Call home', day: 6, time: '18:00', length: 30, rule: 'FREQ=WEEKLY' },
  { title: 'Trip to the coast', day: 12, length: 2, color: 0 },
];

/** Adds people's personal events around today. */
export const addCalendar = async ({ db, school, now }: DemoContext): Promise<void> => {
  const me = (await selectIdsByUsername(db, ['ana'])).get('ana');
  if (me === undefined) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = startOfDay(localIn(readZone(zone), now.getTime()));
  const monday = today - weekdayOf(today) * day;
  for (const one of entries) {
    const date = dateText(monday + one.day * day);
    const series = checkSeries({
      start: one.time === undefined ? date : `${date}T${one.time}:00`,
      zone,
      length: one.length,
      rule: one.rule ?? null,
      exceptions: [],
      overrides: {},
    });
    await insertEntry(db, {
      school,
      me,
      clientId: null,
      words: {
        title: one.title,
        location: one.location ?? null,
        note: one.note ?? null,
        color: one.color ?? null,
        alarm: one.alarm ?? null,
        isFree: false,
      },
      times: timesOf(series),
      now,
      most: personalLimits.entries,
    });
  }
};
