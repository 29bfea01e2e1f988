import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarKinds } from './kinds.ts';
import { calendarColors, personalLimits as limits } from './personal-limits.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer', scope: 'read' } as const;

export const color = z
  .number()
  .int()
  .min(0)
  .max(calendarColors - 1);
export const zoneName = z
  .string()
  .min(1)
  .max(100)
  .describe('IANA time zone, such as Europe/Berlin.');

const moment = z
  .string()
  .min(10)
  .max(40)
  .describe('Instant in RFC 3339, such as 2026-03-02T10:00:00Z, or a day, such as 2026-03-02.');

/** The requested time range. */
export const calendarWindow = z.strictObject({
  from: moment,
  to: moment.describe(`End (exclusive), at most ${limits.days} days after \`from\`.`),
  timeZone: zoneName
    .optional()
    .describe(
      'Time zone of the reader: it sets day boundaries and applies to files without a time zone. Defaults to UTC.',
    ),
});

const overlap = z.object({
  key: z.string(),
  kind: z.enum(calendarKinds),
  calendar: z.string(),
  title: z.string(),
  minutes: z.number().int().describe('Length of the conflict in minutes.'),
});

/** One occurrence in a person's calendar. */
export const calendarItem = z.object({
  key: z.string().describe('Key that differs for each occurrence.'),
  id: z
    .string()
    .describe('ID of the event, class, booking or personal event, the same for all occurrences.'),
  kind: z.enum(calendarKinds),
  calendar: z.string().describe('Type, or the ID of the subscribed calendar.'),
  title: z.string(),
  dateStart: z.string().describe('Start in RFC 3339, or a day if all-day.'),
  dateEnd: z.string().describe('End in RFC 3339, or the last day if all-day.'),
  isAllDay: z.boolean(),
  timeZone: z.string().describe('Time zone in which it was entered.'),
  location: z.string().nullable().describe('Location, or null.'),
  url: z.string().nullable().describe('URL in the web app, or null.'),
  color: color.describe(
    'Color by type: event 0, club 1, academic 2, class 3, booking 4, deadline 5. Personal and subscribed: as chosen.',
  ),
  isTentative: z.boolean(),
  isCanceled: z.boolean(),
  occurrence: z
    .string()
    .nullable()
    .describe(
      'Start of this occurrence as the series’ rule gives it, or null if it isn’t a series.',
    ),
  overlaps: z.array(overlap).describe('Items at the same time, at most 5.'),
});
schemaNames.add(calendarItem, { id: 'CalendarItem' });
export type CalendarItem = z.output<typeof calendarItem>;

const windowErrors = [
  'time_invalid',
  'zone_unknown',
  'window_invalid',
  'window_too_long',
  'occurrences_too_many',
] as const;

export const readCalendar = endpoint({
  ...signedIn,
  name: 'calendar.list',
  summary: 'List calendar items',
  description:
    'Returns classes, events, bookings, deadlines, personal events and subscribed calendars, in order. Includes hidden ones.',
  method: 'GET',
  path: '/api/v1/calendar',
  query: calendarWindow,
  reply: z.object({
    items: z.array(calendarItem),
    failed: z
      .array(z.string())
      .describe('IDs of subscribed calendars that never synced or are too slow to expand in full.'),
  }),
  errors: windowErrors,
});

const conflict = calendarItem.pick({
  key: true,
  id: true,
  kind: true,
  title: true,
  dateStart: true,
  dateEnd: true,
  isTentative: true,
});
schemaNames.add(conflict, { id: 'CalendarConflict' });
export type CalendarConflict = z.output<typeof conflict>;

export const listConflicts = endpoint({
  ...signedIn,
  name: 'calendar.conflicts',
  summary: 'List conflicting calendar items',
  method: 'GET',
  path: '/api/v1/calendar/conflicts',
  query: calendarWindow,
  reply: z.object({
    items: z
      .array(conflict)
      .describe('Calendar items in this time, without deadlines, canceled items and free time.'),
  }),
  errors: windowErrors,
});

export const readBusy = endpoint({
  ...signedIn,
  name: 'calendar.busy',
  summary: 'List your busy times',
  description: 'Returns busy times. Adjacent times are merged.',
  method: 'GET',
  path: '/api/v1/calendar/busy',
  query: calendarWindow,
  reply: z.object({
    items: z.array(
      z.object({
        dateStart: z.iso.datetime(),
        dateEnd: z.iso.datetime(),
        isTentative: z.boolean().describe('True if every item in this time is tentative.'),
      }),
    ),
  }),
  errors: windowErrors,
});

export const unreadEntry = z.object({
  line: z.number().int().nullable().describe('Line of the file, starting at 1, or null.'),
  title: z.string().nullable().describe('Title of the event, or name of the time zone, or null.'),
  code: z.string().describe('Error code with the reason, such as ics_value or rule_part.'),
  isLeftOut: z
    .boolean()
    .describe('True if the whole event is left out. False if only one value is.'),
});
schemaNames.add(unreadEntry, { id: 'UnreadableEvent' });

export const subscribedCalendar = z.object({
  id: z.string(),
  name: z.string(),
  color,
  isShown: z.boolean(),
  countsAsBusy: z
    .boolean()
    .describe('False if its events don’t block bookings and don’t count in shared availability.'),
  host: z
    .string()
    .nullable()
    .describe('Host of its address (the rest can be a secret), or null for an uploaded file.'),
  events: z.number().int().describe('Number of events.'),
  readAt: z.iso.datetime().nullable().describe('Time of the last successful sync, or null.'),
  triedAt: z.iso.datetime().nullable().describe('Time of the last attempt to sync, or null.'),
  problem: z
    .string()
    .nullable()
    .describe(
      'Reason why the last sync failed, or null: an error code, or address, private, unreachable, timeout, size or status.',
    ),
  unreadCount: z
    .number()
    .int()
    .describe('Number of events and values that couldn’t be read in the last sync.'),
  unread: z
    .array(unreadEntry)
    .max(limits.unreadListed)
    .describe(`First ${limits.unreadListed} unreadable events and values.`),
});
schemaNames.add(subscribedCalendar, { id: 'SubscribedCalendar' });
export type SubscribedCalendar = z.output<typeof subscribedCalendar>;

const sources = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(calendarKinds),
      isShown: z.boolean(),
      color: color.nullable().describe('Color of personal events. Null for other types.'),
    }),
  ),
  calendars: z.array(subscribedCalendar),
});
schemaNames.add(sources, { id: 'CalendarSources' });
export type CalendarSources = z.output<typeof sources>;

export const readSources = endpoint({
  ...signedIn,
  name: 'calendar.sources',
  summary: 'List your calendar sources',
  description:
    'Returns the types and subscribed calendars that make up your calendar, and which of them are shown.',
  method: 'GET',
  path: '/api/v1/calendar/sources',
  reply: sources,
});

export const chooseSources = endpoint({
  ...signedIn,
  scope: 'write',
  name: 'calendar.choose-sources',
  summary: 'Update your calendar sources',
  description:
    'Shows or hides types, and sets the color of personal events. Send only the fields to change.',
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
