import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ICAL from 'ical.js';
import ical, { type VEvent } from 'node-ical';

/* Reads calendar files with other programs. Each row is `title start`, with a UTC time or a date. */

/** Start and end in milliseconds. */
export interface ReadWindow {
  readonly from: number;
  readonly to: number;
}

const rowOf = (title: string, start: Date, isDay: boolean): string =>
  `${title} ${start.toISOString().slice(0, isDay ? 10 : 19)}`;

/** Reads a file with ical.js, like Thunderbird and Nextcloud. */
export const readByIcalJs = (text: string, { from, to }: ReadWindow): string[] => {
  const root = new ICAL.Component(ICAL.parse(text) as never);
  ICAL.TimezoneService.reset();
  for (const zone of root.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const rows: string[] = [];
  const add = (event: ICAL.Event, start: ICAL.Time) => {
    const at = start.isDate
      ? Date.UTC(start.year, start.month - 1, start.day)
      : start.toUnixTime() * 1_000;
    const isCanceled = event.component.getFirstPropertyValue('status') === 'CANCELLED';
    if (at >= from && at < to && !isCanceled)
      rows.push(rowOf(event.summary, new Date(at), start.isDate));
  };
  const groups = Map.groupBy(root.getAllSubcomponents('vevent'), (one) =>
    String(one.getFirstPropertyValue('uid')),
  );
  for (const group of groups.values()) {
    const main = group.find((one) => !one.hasProperty('recurrence-id'));
    if (main === undefined) continue;
    const event = new ICAL.Event(main, {
      exceptions: group.filter((one) => one !== main),
      strictExceptions: true,
    });
    if (!event.isRecurring()) {
      add(event, event.startDate);
      continue;
    }
    const iterator = event.iterator();
    for (
      let next = iterator.next(), nth = 0;
      next && nth < 5_000;
      next = iterator.next(), nth += 1
    ) {
      const found = event.getOccurrenceDetails(next);
      if (next.toUnixTime() * 1_000 > to + 90 * 86_400_000) break;
      add(found.item, found.startDate);
    }
  }
  return rows.toSorted();
};

/** Reads a file with node-ical. */
export const readByNodeIcal = (text: string, { from, to }: ReadWindow): string[] =>
  Object.values(ical.parseICS(text))
    .filter((one): one is VEvent => one?.type === 'VEVENT')
    .flatMap((event) =>
      ical
        .expandRecurringEvent(event, { from: new Date(from), to: new Date(to) })
        .filter(({ start, event: { status } }) => Number(start) >= from && status !== 'CANCELLED')
        .map(({ start, isFullDay, summary }) => {
          // node-ical returns dates in the machine's time zone.
          const at = isFullDay
            ? new Date(Number(start) - start.getTimezoneOffset() * 60_000)
            : start;
          return rowOf(String(summary), at, isFullDay);
        }),
    )
    .toSorted();

const run = promisify(execFile);

/** Reads a file with Debian's khal, which uses icalendar and dateutil; returns null if it isn't installed. */
export const readByKhal = async (
  text: string,
  { from, to }: ReadWindow,
): Promise<string[] | null> => {
  if (
    !(await run('which', ['khal']).then(
      () => true,
      () => false,
    ))
  )
    return null;
  const folder = await mkdtemp(join(tmpdir(), 'commons-khal-'));
  try {
    const events = join(folder, 'calendar');
    await mkdir(events);
    const root = new ICAL.Component(ICAL.parse(text) as never);
    const zones = root.getAllSubcomponents('vtimezone').map((zone) => zone.toString());
    const groups = Map.groupBy(root.getAllSubcomponents('vevent'), (one) =>
      String(one.getFirstPropertyValue('uid')),
    );
    // vdirsyncer splits a feed into a folder with one file per event.
    await Promise.all(
      [...groups.values()].map((group, nth) =>
        writeFile(
          join(events, `${nth}.ics`),
          [
            'BEGIN:VCALENDAR',
            'VERSION:2.0',
            'PRODID:-//test//EN',
            ...zones,
            ...group.map(String),
            'END:VCALENDAR',
            '',
          ].join('\r\n'),
        ),
      ),
    );
    const config = join(folder, 'khal.conf');
    const formats = ['date', 'longdate'].map((name) => `${name}format = %Y-%m-%d`);
    const timed = ['datetime', 'longdatetime'].map((name) => `${name}format = %Y-%m-%d %H:%M`);
    await writeFile(
      config,
      [
        '[calendars]',
        '[[campus]]',
        `path = ${events}`,
        'readonly = True',
        '[locale]',
        'timeformat = %H:%M',
        ...formats,
        ...timed,
        'local_timezone = UTC',
        'default_timezone = UTC',
        '[sqlite]',
        `path = ${join(folder, 'khal.db')}`,
        '',
      ].join('\n'),
    );
    const days = Math.ceil((to - from) / 86_400_000);
    const { stdout } = await run(
      'khal',
      [
        '-c',
        config,
        'list',
        '--day-format',
        '',
        '--format',
        '{title}\t{start-date-long}T{start-time}:00\t{status}\t{all-day}',
        new Date(from).toISOString().slice(0, 10),
        `${days}d`,
      ],
      {
        env: { ...process.env, HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
        maxBuffer: 50_000_000,
      },
    );
    // khal lists an event of several days on each day.
    return [...new Set(stdout.split('\n'))]
      .filter((line) => line.includes('\t'))
      .flatMap((line) => {
        const [title = '', start = '', status = '', isDay = ''] = line.split('\t');
        if (status.includes('CANCELLED')) return [];
        return [`${title} ${isDay.trim() === 'True' ? start.slice(0, 10) : start}`];
      })
      .toSorted();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
