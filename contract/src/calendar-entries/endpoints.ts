import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { color, zoneName } from '../calendar/endpoints.ts';
import { calendarLimits, seriesErrors } from '../calendar/limits.ts';
import { personalLimits as limits } from '../calendar/personal-limits.ts';
import { wholeNumber, wholeNumberText } from '../whole-number.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer', scope: 'write' } as const;

const moment = z
  .string()
  .min(10)
  .max(40)
  .describe(
    'Local time in the time zone, such as 2026-03-02T10:00; or an instant in RFC 3339; or, for all-day events, a day such as 2026-03-02.',
  );
const occurrence = z
  .string()
  .max(40)
  .describe('Occurrence of a series, as in `occurrence` of the calendar.');

/** Occurrences of a series that a change applies to. */
export const editScopes = ['this', 'following', 'all'] as const;
export type EditScope = (typeof editScopes)[number];

const content = z.strictObject({
  title: text().min(1).max(limits.title),
  location: text().max(limits.location).nullable(),
  note: text().max(limits.note).nullable(),
  color: color.nullable().describe('Color, or null for the default of personal events.'),
  alarm: z
    .int()
    .min(0)
    .max(limits.alarm)
    .nullable()
    .describe('Minutes before the start, or null for no alert.'),
  isFree: z
    .boolean()
    .describe('True if others see this time as free and can book it. Default: false.'),
  dateStart: moment,
  dateEnd: moment.describe('End, or the last day of an all-day event.'),
  timeZone: zoneName,
  rrule: z
    .string()
    .max(calendarLimits.ruleLength)
    .nullable()
    .describe('Recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO, or null.'),
});

/** A personal event, with its recurrence rule. */
export const calendarEntry = z.object({
  id: z.string(),
  title: z.string(),
  location: z.string().nullable(),
  note: z.string().nullable(),
  color: color.nullable().describe('Color, or null for the default of personal events.'),
  alarm: z.number().int().nullable().describe('Minutes before the start, or null for no alert.'),
  isFree: z.boolean().describe('True if others see this time as free and can book it.'),
  dateStart: z.string().describe('Start of the first occurrence, in local time.'),
  dateEnd: z.string(),
  isAllDay: z.boolean(),
  timeZone: z.string(),
  rrule: z.string().nullable().describe('Recurrence rule of RFC 5545, or null.'),
  isSeries: z
    .boolean()
    .describe(
      'True if it has more than one date, from its recurrence rule or from dates listed by a calendar app.',
    ),
  version: wholeNumber.describe('Number of changes so far.'),
});
schemaNames.add(calendarEntry, { id: 'PersonalEvent' });
export type CalendarEntry = z.output<typeof calendarEntry>;

const timeErrors = [...seriesErrors, 'too_many_calendar_entries'] as const;

const id = z.strictObject({ id: z.string().max(40) });

export const readEntry = endpoint({
  ...signedIn,
  scope: 'read',
  name: 'calendar-entries.read',
  summary: 'Get a personal event',
  description: 'Returns the event as entered.',
  method: 'GET',
  path: '/api/v1/calendar/entries/{id}',
  params: id,
  reply: calendarEntry,
  errors: ['not_found'],
});

export const createEntry = endpoint({
  ...signedIn,
  name: 'calendar-entries.create',
  summary: 'Create a personal event',
  description: 'Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/calendar/entries',
  body: content
    .partial({ location: true, note: true, color: true, alarm: true, isFree: true, rrule: true })
    .extend({ clientId: z.uuid() }),
  reply: calendarEntry,
  errors: timeErrors,
});

export const updateEntry = endpoint({
  ...signedIn,
  name: 'calendar-entries.update',
  summary: 'Update a personal event',
  description:
    'Send only the fields to change. For a series, choose this occurrence, this and following, or all. Returns the event that the occurrence now belongs to.',
  method: 'PATCH',
  path: '/api/v1/calendar/entries/{id}',
  params: id,
  body: content.partial().extend({
    version: wholeNumber.describe('Version you read.'),
    scope: z.enum(editScopes).default('all'),
    occurrence: occurrence.optional(),
  }),
  reply: calendarEntry,
  errors: [
    'not_found',
    'calendar_entry_changed',
    'occurrence_required',
    'occurrence_unknown',
    'calendar_entries_too_large',
    ...timeErrors,
  ],
});

export const deleteEntry = endpoint({
  ...signedIn,
  name: 'calendar-entries.delete',
  summary: 'Delete a personal event',
  description: 'For a series, choose this occurrence, this and following, or all.',
  method: 'DELETE',
  path: '/api/v1/calendar/entries/{id}',
  params: id,
  query: z.strictObject({
    version: wholeNumberText.optional(),
    scope: z.enum(editScopes).default('all'),
    occurrence: occurrence.optional(),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: [
    'calendar_entry_changed',
    'occurrence_required',
    'occurrence_unknown',
    'exceptions_too_many',
  ],
});
