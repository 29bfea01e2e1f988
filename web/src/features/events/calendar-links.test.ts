import { expect, test } from 'vitest';
import { googleCalendarLink, mapLink, outlookCalendarLink } from './calendar-links.ts';

const event = {
  title: 'Soup & seeds',
  location: 'Greenhouse',
  address: '1 Mill Road',
  dateStart: '2026-12-01T17:30:00.000Z',
  dateEnd: '2026-12-01T19:30:00.000Z',
  timeZone: 'America/New_York',
  isAllDay: false,
  rrule: null,
};
const whole = {
  ...event,
  isAllDay: true,
  dateStart: '2026-12-01T05:00:00.000Z',
  dateEnd: '2026-12-02T05:00:00.000Z',
};
const read = (link: string) => Object.fromEntries(new URL(link).searchParams);

test('a Google Calendar link has the start and end, the location and the recurrence', () => {
  const link = googleCalendarLink({ ...event, rrule: 'FREQ=WEEKLY' }, 'https://x.example/events/1');
  expect(read(link)).toMatchObject({
    text: 'Soup & seeds',
    dates: '20261201T173000Z/20261201T193000Z',
    location: 'Greenhouse, 1 Mill Road',
    recur: 'RRULE:FREQ=WEEKLY',
  });
});

test('an all-day event uses the days of its time zone, and its end is the next day', () => {
  expect(read(googleCalendarLink(whole, ''))['dates']).toBe('20261201/20261203');
  expect(read(outlookCalendarLink(whole, ''))).toMatchObject({
    allday: 'true',
    startdt: '2026-12-01',
    enddt: '2026-12-03',
  });
});

test('a map link searches for the address', () => {
  expect(read(mapLink('1 Mill Road, Gate B'))['query']).toBe('1 Mill Road, Gate B');
});
