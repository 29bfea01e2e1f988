import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { seriesErrors } from '../calendar/limits.ts';
import { endpoint } from '../endpoint.ts';
import { submission } from '../approvals/endpoints.ts';
import { formDefinition } from '../forms/definition.ts';
import { face } from '../people/endpoints.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';
import { wholeNumber } from '../whole-number.ts';
import { eventCan, eventHost, eventPage, eventTimes, occurrenceKey } from './endpoints.ts';
import {
  attendeeReaders,
  badgeSizes,
  editScopes,
  eventAudiences,
  eventLimits as limits,
  eventStatuses,
  registrationModes,
  waitlistModes,
} from './limits.ts';
import { wantedKind } from './ticket-type-settings.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/* Calls for event managers. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const instant = z.string();
const signedIn = { access: 'member', credential: 'bearer' } as const;
const manager = { ...signedIn, inClub: 'events.manage' } as const;
const done = z.object({ ok: z.literal(true) });
const money = z.object({
  amount: count.describe('Amount in minor units (cents).'),
  currency: z.string(),
});
const occurrence = occurrenceKey;

const webUrl = z
  .string()
  .max(limits.url)
  .regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i, 'an address that begins with https://');
const given = z
  .string()
  .max(40)
  .describe(
    'Time in RFC 3339; without an offset, local time in `timeZone`; a date for all-day events.',
  );
const uids = (max: number) => z.array(z.string().max(40)).max(max);

/** Settings of an event other than its times. */
const settings = {
  title: text().min(1).max(limits.title),
  description: z
    .string()
    .max(40_000)
    .describe('HTML. Tags other than p, br, strong, em, ul, ol, li and a are removed.'),
  location: text().max(limits.location),
  address: text().max(limits.address),
  room: z
    .string()
    .max(40)
    .nullable()
    .describe(
      'ID of the school’s room, or null. It is reserved for all dates once the event is published or submitted.',
    ),
  mapUrl: webUrl.nullable().describe('Address of a map, or null.'),
  onlineUrl: webUrl.nullable().describe('Meeting link, or null.'),
  onlineOpensMinutes: count
    .min(0)
    .max(limits.minutesBefore)
    .describe('Minutes before the start when the link is shown.'),
  tags: z.array(text().min(1).max(limits.tag)).max(limits.tags),
  audience: z.enum(eventAudiences),
  memberTags: z
    .array(text().min(1).max(40))
    .max(limits.memberTags)
    .describe(
      'Tags for the audience `members`: only members with one of these tags. Empty means all members.',
    ),
  invited: uids(limits.invited).describe('User IDs for the audience `invited`.'),
  hosts: uids(limits.hosts),
  cohosts: uids(limits.cohosts).describe(
    'IDs of co-hosting clubs. Each becomes a host when one of its event managers accepts.',
  ),
  registration: z.enum(registrationModes),
  opensAt: z.iso.datetime({ offset: true }).nullable().describe('Start of registration, or null.'),
  closesAt: z.iso.datetime({ offset: true }).nullable().describe('End of registration, or null.'),
  closesMinutes: count
    .min(0)
    .max(limits.minutesBefore)
    .nullable()
    .describe(
      'Minutes before each start when registration closes, or null for the end of the event.',
    ),
  capacity: count
    .min(0)
    .max(limits.capacity)
    .nullable()
    .describe('Capacity, or null for no limit.'),
  guestsMax: count.min(0).max(limits.guests).describe('Maximum guests per registration.'),
  needsApproval: z.boolean(),
  allowsMaybe: z.boolean(),
  waitlist: z.enum(waitlistModes),
  offerHours: count
    .min(1)
    .max(limits.offerHours)
    .describe('Hours for which a spot is offered to the next person on the waitlist.'),
  attendeesFor: z.enum(attendeeReaders).describe('Audience of the attendee list.'),
  ticketKinds: z.array(wantedKind).max(limits.ticketKinds),
  refundHours: count
    .min(0)
    .max(limits.refundHours)
    .nullable()
    .describe(
      'Hours before the start until which canceling a registration refunds its ticket. 0: until the start. Null: no automatic refunds. People who already bought a ticket keep the more generous policy.',
    ),
  questions: formDefinition,
  feedback: z
    .string()
    .max(40)
    .nullable()
    .describe('ID of the club’s feedback survey, or null. Attendees get it after the event.'),
  isTemplate: z.boolean(),
};

const settingsErrors = [
  'not_found',
  'forbidden',
  'club_inactive',
  'person_not_found',
  'event_audience',
  'event_times',
  ...seriesErrors,
  'form_incomplete',
  'form_ids_repeated',
  'form_condition_forward',
  'form_condition_unknown',
  'form_kind_changed',
  'form_range',
  'ticket_kind_unknown',
  'ticket_kind_used',
  'ticket_kind_paid',
  'room_taken',
  'room_inactive',
] as const;

/** All settings of an event, for its managers. */
export const eventSettings = z.object({
  id: z.string(),
  version: wholeNumber,
  host: eventHost,
  ...eventTimes,
  occurrence: occurrence.describe('Occurrence returned. Send it when you change this occurrence.'),
  own: z
    .object({
      title: z.string().nullable(),
      location: z.string().nullable(),
      address: z.string().nullable(),
      onlineUrl: z.string().nullable(),
      note: z.string(),
      hasRoom: z
        .boolean()
        .describe(
          'True if this date has its own room (`room`, or none). False if the event’s room applies.',
        ),
      room: z.object({ id: z.string(), name: z.string(), building: z.string() }).nullable(),
      capacity: count.nullable(),
    })
    .describe(
      'Settings of this date only. A null field uses the event’s value. An empty `onlineUrl` means no link.',
    ),
  rrule: z.string().nullable().describe('Recurrence rule of RFC 5545, or null.'),
  dates: z
    .array(z.object({ occurrence, dateStart: instant, dateEnd: instant }))
    .nullable()
    .describe('Dates of an event on several dates without a recurrence rule, or null.'),
  status: z.enum(eventStatuses),
  ...settings,
  room: z
    .object({ id: z.string(), name: z.string(), building: z.string() })
    .nullable()
    .describe('Room, or null.'),
  description: z.string(),
  tags: z.array(z.string()),
  hosts: z.array(face),
  cohosts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isAccepted: z.boolean().describe('True if the club accepted and is shown as a host.'),
    }),
  ),
  invited: z.array(face),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  ticketKinds: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      quota: count.nullable().describe('Maximum number of tickets, or null for no limit.'),
      taken: count.describe('Number of tickets given or offered.'),
      accessCode: z.string().nullable().describe('Access code, or null if none is needed.'),
      isHidden: z.boolean(),
      price: money.nullable().describe('Price, or null if free.'),
      taxBasisPoints: count.describe(
        'Tax included in the prices, in basis points (hundredths of a percent).',
      ),
      guestsMax: count.nullable().describe('Null for the event’s `guestsMax`.'),
      guestPrice: count.nullable().describe('In minor units. Null if guests pay `price`.'),
    }),
  ),
  questions: formDefinition,
  badges: z
    .object({ size: z.enum(badgeSizes), hasCode: z.boolean() })
    .describe('Settings of the last printed name badges.'),
  cover: z.string().nullable(),
  registered: count.describe('Number of spots given or offered on all dates.'),
  currency: z.string().describe('School’s currency, used for new prices.'),
  clubTags: z.array(z.string()).describe('Tags of the club’s members.'),
  submission: submission.nullable(),
  can: eventCan,
});
schemaNames.add(eventSettings, { id: 'EventSettings' });
export type EventSettings = z.output<typeof eventSettings>;

export const getEventSettings = endpoint({
  ...manager,
  name: 'events.settings',
  summary: 'Get an event’s settings',
  description: 'For the event’s managers and the person who proposed it.',
  method: 'GET',
  path: '/api/v1/events/{id}/settings',
  params: id,
  query: z.strictObject({
    occurrence: occurrence.optional().describe('Occurrence to return. Defaults to the next.'),
  }),
  reply: eventSettings,
  errors: ['not_found', 'occurrence_unknown'],
});

export const createEvent = endpoint({
  ...signedIn,
  name: 'events.create',
  summary: 'Create an event',
  description:
    'Creates an event of a club (requires `events.manage` there), of a hub, or of the school (requires `events.manage_all`). With `isProposal`, a club member proposes it to the officers. Events by people with `events.manage_all` are published immediately unless `isDraft` is set; others start as drafts. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/events',
  scope: 'write',
  body: z
    .strictObject(settings)
    .partial()
    .required({ title: true })
    .extend({
      clientId,
      dateStart: given,
      dateEnd: given.describe(
        'End, in the same format as `dateStart`. The last day for all-day events.',
      ),
      timeZone: z.string().max(60),
      isAllDay: z.boolean().default(false),
      rrule: z
        .string()
        .max(500)
        .nullable()
        .optional()
        .describe('Recurrence rule (RFC 5545) without `RRULE:`, or null.'),
      dates: z
        .array(z.strictObject({ dateStart: given, dateEnd: given }))
        .max(limits.dates)
        .optional()
        .describe('Additional dates, for an event on several dates without a recurrence rule.'),
      club: z.string().max(40).optional(),
      hub: z.string().max(40).optional(),
      isDraft: z.boolean().optional(),
      isProposal: z
        .boolean()
        .optional()
        .describe(
          'True to submit the event to the officers of `club`, who accept it, decline it or request changes. If the caller can create events there, it becomes a draft.',
        ),
    }),
  reply: eventPage,
  errors: [
    ...settingsErrors,
    'too_many_events',
    'event_proposals_off',
    'too_many_proposals',
    'event_ended',
  ],
});

export const updateEvent = endpoint({
  ...manager,
  name: 'events.update',
  summary: 'Update an event',
  description:
    'Send only the fields to change, with the `version` you read. The person who proposed the event can update it until the proposal is decided. For a recurring event, `scope` selects the occurrences, starting at `occurrence`: `this` (one date, which can have its own title, location, room, link, note and, if people register for single dates, `capacity`; null uses the event’s capacity), `following` (splits the event; registrations move with their dates) or `all`. An unchanged rule keeps canceled and rescheduled dates. People with a spot are notified of a new time or location.',
  method: 'PATCH',
  path: '/api/v1/events/{id}',
  params: id,
  body: z
    .strictObject(settings)
    .partial()
    .extend({
      version: wholeNumber.describe('Version you read.'),
      scope: z.enum(editScopes).default('all'),
      occurrence: occurrence.optional(),
      dateStart: given.optional(),
      dateEnd: given.optional(),
      timeZone: z.string().max(60).optional(),
      isAllDay: z.boolean().optional(),
      rrule: z
        .string()
        .max(500)
        .nullable()
        .optional()
        .describe('Recurrence rule (RFC 5545) without `RRULE:`, or null for none.'),
      note: text()
        .max(limits.dateNote)
        .optional()
        .describe('Note for this date. Only with the scope `this`.'),
      dates: z
        .array(
          z.strictObject({ occurrence: occurrence.optional(), dateStart: given, dateEnd: given }),
        )
        .min(1)
        .max(limits.dates + 1)
        .optional()
        .describe(
          'All dates of an event on several dates without a recurrence rule, replacing the current ones. For an existing date, send its `occurrence`; its registrations stay.',
        ),
    }),
  reply: eventSettings,
  errors: [
    ...settingsErrors,
    'event_changed',
    'event_canceled',
    'submission_changed',
    'event_scope',
    'event_not_recurring',
    'event_mode_fixed',
    'occurrence_unknown',
    'event_date_capacity',
    'event_capacity_taken',
  ],
});

export const answerCohost = endpoint({
  ...signedIn,
  inClub: 'events.manage',
  name: 'events.answer-cohost',
  summary: 'Accept or decline co-hosting',
  description:
    'Answers for a club that is invited to co-host another club’s event, or ends co-hosting. Requires `events.manage` in the club.',
  method: 'PUT',
  path: '/api/v1/events/{id}/cohosts/{club}',
  params: z.strictObject({ id: z.string().max(40), club: z.string().max(40) }),
  body: z.strictObject({ accepts: z.boolean() }),
  reply: done,
  errors: ['not_found', 'forbidden'],
});

const versioned = z.strictObject({ version: wholeNumber.describe('Version you read.') });

export const publishEvent = endpoint({
  ...manager,
  name: 'events.publish',
  summary: 'Publish a draft event',
  description:
    'Also accepts a proposal. If the school has approval steps for events, submits the event and publishes it once approved, unless the caller has `events.manage_all`.',
  method: 'POST',
  path: '/api/v1/events/{id}/publish',
  params: id,
  body: versioned,
  reply: eventPage,
  errors: [
    'not_found',
    'club_inactive',
    'event_changed',
    'event_not_draft',
    'event_is_template',
    'event_ended',
    'submission_open',
    'submission_changed',
  ],
});

export const deleteEvent = endpoint({
  ...manager,
  name: 'events.delete',
  summary: 'Delete an event',
  description:
    'Also deletes the event’s registrations, notifies people with a spot that the event won’t take place, and refunds paid tickets. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/events/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'club_inactive', 'event_proposal_open'],
});

export const duplicateEvent = endpoint({
  ...manager,
  name: 'events.duplicate',
  summary: 'Duplicate an event',
  description:
    'Creates a draft with the same content and without the registrations. Works with templates. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/events/{id}/duplicate',
  params: id,
  body: z.strictObject({
    clientId,
    dateStart: given
      .optional()
      .describe('Start of the copy. Defaults to one week after the event, or after today.'),
    isTemplate: z.boolean().default(false).describe('True to create a template.'),
  }),
  reply: eventSettings,
  errors: ['not_found', 'club_inactive', 'too_many_events', 'time_invalid', 'rule_start'],
});

const cover = z.object({
  cover: z.string().nullable().describe('Address of the cover picture, or null.'),
});

export const setEventCover = endpoint({
  ...manager,
  name: 'events.set-cover',
  summary: 'Set an event’s cover picture',
  description: 'Send the file as the body, as for a profile picture.',
  method: 'PUT',
  path: '/api/v1/events/{id}/cover',
  upload: { maxBytes: pictureUpload.maxBytes },
  params: id,
  reply: cover,
  errors: ['not_found', 'club_inactive', ...pictureUploadErrors],
});

export const removeEventCover = endpoint({
  ...manager,
  name: 'events.remove-cover',
  summary: 'Remove an event’s cover picture',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/events/{id}/cover',
  params: id,
  reply: cover,
  errors: ['not_found', 'club_inactive'],
});
