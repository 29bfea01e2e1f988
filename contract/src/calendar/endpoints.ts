import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarKinds } from './kinds.ts';
import { calendarColors, personalLimits as limits } from './personal-limits.ts';

const member = { access: 'member', credential: 'bearer', scope: 'read' } as const;

export const color = z
  .number()
  .int()
  .min(0)
  .max(calendarColors - 1);
export const zoneName = z.string().min(1).max(100).describe('A time zone such as Europe/Berlin');

const moment = z
  .string()
  .min(10)
  .max(40)
  .describe('RFC 3339, such as 2026-03-02T10:00:00Z; or a day such as 2026-03-02');

/** The time that is asked for. */
export const calendarWindow = z.strictObject({
  from: moment,
  to: moment.describe(`Not part of it; at most ${limits.days} days after \`from\``),
  timeZone: zoneName
    .optional()
    .describe(
      'Where whoever looks is: where days begin, and times of files without a zone are; UTC when left out',
    ),
});

const overlap = z.object({
  key: z.string(),
  kind: z.enum(calendarKinds),
  calendar: z.string(),
  title: z.string(),
  minutes: z.number().int().describe('For how long both take place'),
});

/** One occurrence in somebody's calendar. */
export const calendarItem = z.object({
  key: z.string().describe('Different for each occurrence'),
  id: z.string().describe('Of the event, class, booking or entry, the same for all occurrences'),
  kind: z.enum(calendarKinds),
  calendar: z.string().describe('The kind, or the id of the subscribed calendar'),
  title: z.string(),
  dateStart: z.string().describe('RFC 3339; a day where it takes whole days'),
  dateEnd: z.string().describe('RFC 3339; the last day where it takes whole days'),
  isAllDay: z.boolean(),
  timeZone: z.string().describe('The zone it was entered in'),
  location: z.string().nullable(),
  url: z.string().nullable().describe('Where it stands in the web app'),
  color: color.describe(
    'By kind: event 0, club 1, academic 2, class 3, booking 4, deadline 5; own and subscribed: as chosen',
  ),
  isTentative: z.boolean(),
  isCanceled: z.boolean(),
  occurrence: z.string().nullable().describe('Which of a series: the start that its rule gives'),
  overlaps: z.array(overlap).describe('What takes place at the same time; at most 5'),
});
export type CalendarItem = z.output<typeof calendarItem>;

const windowErrors = [
  'time_invalid',
  'zone_unknown',
  'window_invalid',
  'window_too_long',
  'occurrences_too_many',
] as const;

export const readCalendar = endpoint({
  ...member,
  name: 'calendar.list',
  summary:
    'What stands in the caller’s calendar, in order: classes, events, bookings, deadlines, own entries and subscribed calendars, hidden ones too.',
  method: 'GET',
  path: '/api/v1/calendar',
  query: calendarWindow,
  reply: z.object({
    items: z.array(calendarItem),
    failed: z
      .array(z.string())
      .describe('Ids of subscribed calendars that never synced or are too slow to expand in full'),
  }),
  errors: windowErrors,
});

const clash = calendarItem.pick({
  key: true,
  id: true,
  kind: true,
  title: true,
  dateStart: true,
  dateEnd: true,
  isTentative: true,
});
export type Clash = z.output<typeof clash>;

export const listClashes = endpoint({
  ...member,
  name: 'calendar.clashes',
  summary: 'List conflicting calendar items',
  method: 'GET',
  path: '/api/v1/calendar/clashes',
  query: calendarWindow,
  reply: z.object({
    items: z
      .array(clash)
      .describe('Calendar items in this time, without deadlines, canceled items, and free time'),
  }),
  errors: windowErrors,
});

export const readBusy = endpoint({
  ...member,
  name: 'calendar.busy',
  summary: 'When the caller is busy: what takes place, joined where it touches.',
  method: 'GET',
  path: '/api/v1/calendar/busy',
  query: calendarWindow,
  reply: z.object({
    items: z.array(
      z.object({
        dateStart: z.iso.datetime(),
        dateEnd: z.iso.datetime(),
        isTentative: z.boolean().describe('Nothing in it is sure'),
      }),
    ),
  }),
  errors: windowErrors,
});

/** Part of a calendar file that couldn't be read. */
export const unreadEntry = z.object({
  line: z.number().int().nullable().describe('Line of the file, starting at 1'),
  title: z.string().nullable().describe('Title of the event, or name of the time zone'),
  code: z.string().describe('Error code with the reason, such as ics_value or rule_part'),
  isLeftOut: z.boolean().describe('True: the whole event is left out. False: only one value is'),
});

/** An external calendar that the caller subscribes to. */
export const subscribedCalendar = z.object({
  id: z.string(),
  name: z.string(),
  color,
  isShown: z.boolean(),
  host: z
    .string()
    .nullable()
    .describe('Of its address, whose rest may be a secret; null: a file that was uploaded'),
  events: z.number().int(),
  readAt: z.iso.datetime().nullable().describe('When it was last read well'),
  triedAt: z.iso.datetime().nullable(),
  problem: z
    .string()
    .nullable()
    .describe(
      'Why it could not be read last: an error code, or address, private, unreachable, timeout, size or status',
    ),
  unreadCount: z
    .number()
    .int()
    .describe('Number of events and values that couldn’t be read in the last sync'),
  unread: z
    .array(unreadEntry)
    .max(limits.unreadListed)
    .describe(`First ${limits.unreadListed} unreadable events and values`),
});
export type SubscribedCalendar = z.output<typeof subscribedCalendar>;

const sources = z.object({
  kinds: z.array(
    z.object({ kind: z.enum(calendarKinds), isShown: z.boolean(), color: color.nullable() }),
  ),
  calendars: z.array(subscribedCalendar),
});
export type CalendarSources = z.output<typeof sources>;

export const readSources = endpoint({
  ...member,
  name: 'calendar.sources',
  summary: 'What the caller’s calendar is made of, and what of it is shown.',
  method: 'GET',
  path: '/api/v1/calendar/sources',
  reply: sources,
});

export const chooseSources = endpoint({
  ...member,
  scope: 'write',
  name: 'calendar.choose-sources',
  summary: 'Show or hide kinds in the caller’s calendar, and choose the color of own entries.',
  method: 'PATCH',
  path: '/api/v1/calendar/sources',
  body: z
    .strictObject({
      shown: z.array(z.enum(calendarKinds)).max(calendarKinds.length),
      hidden: z.array(z.enum(calendarKinds)).max(calendarKinds.length),
      ownColor: color,
    })
    .partial(),
  reply: sources,
});
