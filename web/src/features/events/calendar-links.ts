import type { EventPage } from '#contract/events/endpoints.ts';
import { dayIn, type Times } from './event-times.ts';

type Linked = Times & Pick<EventPage, 'title' | 'location' | 'address' | 'rrule'>;

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const whereOf = ({ location, address }: Linked): string =>
  [location, address].filter((part) => part !== '').join(', ');

/** Returns the first day, and the day after the last one, of an all-day event. */
const daysOf = (event: Linked): readonly [string, string] => [
  dayIn(event.dateStart, event.timeZone),
  dayAfter(dayIn(event.dateEnd, event.timeZone)),
];

/** Returns a link that opens the event as a new entry in Google Calendar. */
export function googleCalendarLink(event: Linked, url: string): string {
  const basic = (instant: string) =>
    `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const dates = event.isAllDay
    ? daysOf(event).map((day) => day.replaceAll('-', ''))
    : [basic(event.dateStart), basic(event.dateEnd)];
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: dates.join('/'),
    ctz: event.timeZone,
    location: whereOf(event),
    details: url,
    ...(event.rrule !== null && { recur: `RRULE:${event.rrule}` }),
  })}`;
}

/** Returns a link that opens this date of the event as a new entry in Outlook, which has no parameter for repetition. */
export function outlookCalendarLink(event: Linked, url: string): string {
  const [startdt, enddt] = event.isAllDay ? daysOf(event) : [event.dateStart, event.dateEnd];
  return `https://outlook.office.com/calendar/deeplink/compose?${new URLSearchParams({
    rru: 'addevent',
    subject: event.title,
    startdt,
    enddt,
    ...(event.isAllDay && { allday: 'true' }),
    location: whereOf(event),
    body: url,
  })}`;
}

/** Returns a link that searches a map for an address. */
export const mapLink = (address: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;
