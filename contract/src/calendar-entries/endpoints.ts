import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { color, zoneName } from '../calendar/endpoints.ts';
import { calendarLimits, seriesErrors } from '../calendar/limits.ts';
import { personalLimits as limits } from '../calendar/personal-limits.ts';
import { wholeNumber, wholeNumberText } from '../whole-number.ts';
import { text } from '../text.ts';

const member = { access: 'member', credential: 'bearer', scope: 'write' } as const;

const moment = z
  .string()
  .min(10)
  .max(40)
  .describe(
    'By the clock of the zone, such as 2026-03-02T10:00; or an instant of RFC 3339; or a day such as 2026-03-02 where it takes whole days',
  );
const occurrence = z
  .string()
  .max(40)
  .describe('Which of a series: as `occurrence` of the calendar has it');

/** Which occurrences of a series a change is for. */
export const editScopes = ['this', 'following', 'all'] as const;
export type EditScope = (typeof editScopes)[number];

const content = z.strictObject({
  title: text().min(1).max(limits.title),
  location: text().max(limits.location).nullable(),
  note: text().max(limits.note).nullable(),
  color: color.nullable().describe('Null: the usual one of own entries'),
  alarm: z.int().min(0).max(limits.alarm).nullable().describe('Minutes before the start'),
  isFree: z
    .boolean()
    .describe('Whether others see this time as free and can book it. Default: false'),
  dateStart: moment,
  dateEnd: moment.describe('The last day where it takes whole days'),
  timeZone: zoneName,
  rrule: z
    .string()
    .max(calendarLimits.ruleLength)
    .nullable()
    .describe('A rule of RFC 5545 such as FREQ=WEEKLY;BYDAY=MO'),
});

/** An entry of somebody's own calendar, with the rule by which it repeats. */
export const calendarEntry = z.object({
  id: z.string(),
  title: z.string(),
  location: z.string().nullable(),
  note: z.string().nullable(),
  color: color.nullable(),
  alarm: z.number().int().nullable(),
  isFree: z.boolean().describe('Whether others see this time as free and can book it'),
  dateStart: z.string().describe('By the clock of the zone, of the first occurrence'),
  dateEnd: z.string(),
  isAllDay: z.boolean(),
  timeZone: z.string(),
  rrule: z.string().nullable(),
  version: wholeNumber.describe('Counts its changes'),
});
export type CalendarEntry = z.output<typeof calendarEntry>;

const timeErrors = [...seriesErrors, 'too_many_calendar_entries'] as const;

const id = z.strictObject({ id: z.string().max(40) });

export const readEntry = endpoint({
  ...member,
  scope: 'read',
  name: 'calendar-entries.read',
  summary: 'An own entry, as it was entered.',
  method: 'GET',
  path: '/api/v1/calendar/entries/{id}',
  params: id,
  reply: calendarEntry,
  errors: ['not_found'],
});

export const createEntry = endpoint({
  ...member,
  name: 'calendar-entries.create',
  summary:
    'Put an entry into one’s own calendar. Sent twice with one `clientId`, it is stored once.',
  method: 'POST',
  path: '/api/v1/calendar/entries',
  body: content
    .partial({ location: true, note: true, color: true, alarm: true, isFree: true, rrule: true })
    .extend({ clientId: z.uuid() }),
  reply: calendarEntry,
  errors: timeErrors,
});

export const updateEntry = endpoint({
  ...member,
  name: 'calendar-entries.update',
  summary:
    'Change an own entry; only what is sent changes. Of a series: this occurrence, this and those after it, or all; the answer is the entry to which the occurrence belongs then.',
  method: 'PATCH',
  path: '/api/v1/calendar/entries/{id}',
  params: id,
  body: content.partial().extend({
    version: wholeNumber.describe('The one that was read'),
    scope: z.enum(editScopes).default('all'),
    occurrence: occurrence.optional(),
  }),
  reply: calendarEntry,
  errors: [
    'not_found',
    'calendar_entry_changed',
    'occurrence_required',
    'occurrence_unknown',
    ...timeErrors,
  ],
});

export const deleteEntry = endpoint({
  ...member,
  name: 'calendar-entries.delete',
  summary: 'Delete an own entry; of a series this occurrence, this and those after it, or all.',
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
