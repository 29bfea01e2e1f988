import { afterAll, beforeAll } from 'vitest';
import type { App } from '#server/app.ts';
import type { Person, World } from './world.ts';

/* Files and requests of a phone that writes by CalDAV. */

export const personalPath = '/dav/calendars/personal/';

export const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];
/** Returns a calendar file. */
export const icsFile = (lines: readonly string[], before: readonly string[] = berlin) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Phone//EN',
    'X-PHONE-VERSION:17',
    ...before,
    ...lines,
    'END:VCALENDAR',
    '',
  ].join('\r\n');
/** Returns the lines of an event. */
export const icsEvent = (uid: string, lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
];

/** Starts a server on a port for the tests of a file, and returns what a phone does there. */
export const davPhone = (world: World) => {
  let app: App;
  beforeAll(async () => {
    app = await world.startAnother({});
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());
  const origin = () => {
    const address = app.http.server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };
  const soon = (days: number) =>
    new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const compact = (days: number, time: string) => `${soon(days).replaceAll('-', '')}T${time}`;
  const passwordOf = async (who: Person, access: 'read' | 'write' = 'write') =>
    (await who.call('POST /api/v1/calendar/app-passwords', { name: 'Phone', access })).secret;
  /** Returns a function for raw requests with an app password. */
  const asksAs = async (who: Person, access: 'read' | 'write' = 'write') => {
    const password = await passwordOf(who, access);
    const authorization = `Basic ${Buffer.from(`${who.email}:${password}`).toString('base64')}`;
    return async (
      method: string,
      path: string,
      body?: string,
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(`${origin()}${path}`, {
        method,
        headers: {
          authorization,
          ...(method === 'PUT' && { 'content-type': 'text/calendar; charset=utf-8' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
    };
  };
  const itemsOf = async (who: Person, from: number, to: number) =>
    (
      await who.call('GET /api/v1/calendar', {
        from: `${soon(from)}T00:00:00Z`,
        to: `${soon(to)}T00:00:00Z`,
      })
    ).items.filter(({ kind }) => kind === 'own');

  const simple = (uid: string, title = 'Dentist') =>
    icsFile(
      icsEvent(uid, [
        `DTSTART;TZID=Europe/Berlin:${compact(9, '100000')}`,
        `DTEND;TZID=Europe/Berlin:${compact(9, '103000')}`,
        `SUMMARY:${title}`,
      ]),
    );

  return { app: () => app, origin, soon, compact, passwordOf, asksAs, itemsOf, simple };
};
