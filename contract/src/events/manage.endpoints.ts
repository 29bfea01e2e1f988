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
import { text } from '../text.ts';

/* What whoever manages events does with them. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const instant = z.string();
const member = { access: 'member', credential: 'bearer' } as const;
const manager = { ...member, inClub: 'events.manage' } as const;
const done = z.object({ ok: z.literal(true) });
const money = z.object({ amount: count, currency: z.string() });
const occurrence = occurrenceKey;

const webUrl = z
  .string()
  .max(limits.url)
  .regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i, 'an address that begins with https://');
const given = z
  .string()
  .max(40)
  .describe(
    'RFC 3339; without an offset by the clock of `timeZone`; a date where it takes whole days',
  );
const uids = (max: number) => z.array(z.string().max(40)).max(max);

const wantedKind = z.strictObject({
  id: z.string().max(40).optional().describe('Of a kind that is there; absent: a new one'),
  name: text().min(1).max(limits.ticketName),
  description: text().max(limits.ticketDescription).default(''),
  quota: count.min(0).max(limits.capacity).nullable().default(null),
  accessCode: text().min(1).max(limits.accessCode).nullable().default(null),
  isHidden: z.boolean().default(false).describe('Shown only with its access code'),
  price: z
    .strictObject({
      amount: count.min(1).max(limits.price),
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .nullable()
    .default(null),
});

/** What can be said of an event beside its times. */
const settings = {
  title: text().min(1).max(limits.title),
  description: z
    .string()
    .max(40_000)
    .describe('HTML; everything but p, br, strong, em, ul, ol, li, a is removed'),
  location: text().max(limits.location),
  address: text().max(limits.address),
  room: z
    .string()
    .max(40)
    .nullable()
    .describe(
      'Id of the school’s room in which it takes place. It is reserved for all its times once it is published or submitted',
    ),
  mapUrl: webUrl.nullable(),
  onlineUrl: webUrl.nullable(),
  onlineOpensMinutes: count.min(0).max(limits.minutesBefore).describe('Before the start'),
  tags: z.array(text().min(1).max(limits.tag)).max(limits.tags),
  audience: z.enum(eventAudiences),
  memberTags: z
    .array(text().min(1).max(40))
    .max(limits.memberTags)
    .describe('Of the audience `members`: only those with one of these tags; empty: all'),
  invited: uids(limits.invited).describe('Of the audience `invited`'),
  hosts: uids(limits.hosts),
  cohosts: uids(limits.cohosts).describe(
    'Ids of clubs that host it too, once somebody agreed there who manages its events',
  ),
  registration: z.enum(registrationModes),
  opensAt: z.iso.datetime({ offset: true }).nullable(),
  closesAt: z.iso.datetime({ offset: true }).nullable(),
  closesMinutes: count
    .min(0)
    .max(limits.minutesBefore)
    .nullable()
    .describe('Registration closes so long before each start; null: at its end'),
  capacity: count.min(0).max(limits.capacity).nullable(),
  guestsMax: count.min(0).max(limits.guests),
  needsApproval: z.boolean(),
  allowsMaybe: z.boolean(),
  waitlist: z.enum(waitlistModes),
  offerHours: count.min(1).max(limits.offerHours),
  attendeesFor: z.enum(attendeeReaders).describe('Who sees who goes'),
  ticketKinds: z.array(wantedKind).max(limits.ticketKinds),
  questions: formDefinition,
  feedback: z
    .string()
    .max(40)
    .nullable()
    .describe('Id of a survey of its club that asks whoever came how it was, once it is over'),
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
  'room_taken',
  'room_inactive',
] as const;

/** All that can be changed of an event, for those who manage it. */
export const eventSettings = z.object({
  id: z.string(),
  version: wholeNumber,
  host: eventHost,
  ...eventTimes,
  occurrence: occurrence.describe('The time that is answered; name it when it is changed'),
  own: z
    .object({
      title: z.string().nullable(),
      location: z.string().nullable(),
      address: z.string().nullable(),
      onlineUrl: z.string().nullable(),
      note: z.string(),
      hasRoom: z.boolean().describe('It has the room `room`, or none; otherwise that of the event'),
      room: z.object({ id: z.string(), name: z.string(), building: z.string() }).nullable(),
      capacity: count.nullable(),
    })
    .describe(
      'What this date has for itself; null: as the event says; an empty `onlineUrl`: no link',
    ),
  rrule: z.string().nullable(),
  dates: z
    .array(z.object({ occurrence, dateStart: instant, dateEnd: instant }))
    .nullable()
    .describe('Of an event on several dates that no rule gives'),
  status: z.enum(eventStatuses),
  ...settings,
  room: z.object({ id: z.string(), name: z.string(), building: z.string() }).nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  hosts: z.array(face),
  cohosts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isAccepted: z.boolean().describe('It agreed, and is shown as a host'),
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
      quota: count.nullable(),
      taken: count,
      accessCode: z.string().nullable(),
      isHidden: z.boolean(),
      price: money.nullable(),
    }),
  ),
  questions: formDefinition,
  badges: z
    .object({ size: z.enum(badgeSizes), hasCode: z.boolean() })
    .describe('How name badges were last printed'),
  cover: z.string().nullable(),
  registered: count.describe('Places given or offered in all its times'),
  clubTags: z.array(z.string()).describe('Tags that members of its club have'),
  submission: submission.nullable(),
  can: eventCan,
});
export type EventSettings = z.output<typeof eventSettings>;

export const getEventSettings = endpoint({
  ...manager,
  name: 'events.settings',
  summary: 'All that can be changed of an event, for those who manage it and who proposed it.',
  method: 'GET',
  path: '/api/v1/events/{id}/settings',
  params: id,
  query: z.strictObject({
    occurrence: occurrence.optional().describe('The time to answer; absent: the next'),
  }),
  reply: eventSettings,
  errors: ['not_found', 'occurrence_unknown'],
});

export const createEvent = endpoint({
  ...member,
  name: 'events.create',
  summary:
    'Make an event of a club (`events.manage` there), of a hub or of the school (`events.manage_all`). A member of a club proposes one to its officers with `isProposal`. What whoever holds `events.manage_all` makes is published at once unless `isDraft`; others’ begin as drafts. A repeated `clientId` answers the first one again.',
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
      dateEnd: given.describe('As `dateStart`; of whole days the last day'),
      timeZone: z.string().max(60),
      isAllDay: z.boolean().default(false),
      rrule: z.string().max(500).nullable().optional().describe('RFC 5545, without `RRULE:`'),
      dates: z
        .array(z.strictObject({ dateStart: given, dateEnd: given }))
        .max(limits.dates)
        .optional()
        .describe('Further times, of an event on several dates that no rule gives'),
      club: z.string().max(40).optional(),
      hub: z.string().max(40).optional(),
      isDraft: z.boolean().optional(),
      isProposal: z
        .boolean()
        .optional()
        .describe(
          'Submit it to the officers of `club`, who accept, decline or ask for changes. Of whoever may make events there it is a draft',
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
  summary:
    'Change an event; only what is sent changes. Who proposed it may until that is decided. `version`: the one it was read at. Of a repeating event `scope` says which times it is about, from `occurrence` on: `this` moves one and can give it a title, place, room, link, note and, where people register for single dates, a `capacity` of its own (null: that of the event), `following` divides the event in two and registrations go with their times, `all` changes all. A rule that is sent as it stands is no new one: canceled and moved dates stay so. Whoever has a place is notified of another time or place.',
  method: 'PATCH',
  path: '/api/v1/events/{id}',
  params: id,
  body: z
    .strictObject(settings)
    .partial()
    .extend({
      version: wholeNumber,
      scope: z.enum(editScopes).default('all'),
      occurrence: occurrence.optional(),
      dateStart: given.optional(),
      dateEnd: given.optional(),
      timeZone: z.string().max(60).optional(),
      isAllDay: z.boolean().optional(),
      rrule: z.string().max(500).nullable().optional(),
      note: text()
        .max(limits.dateNote)
        .optional()
        .describe('Of the scope `this`: what is to be known of this date'),
      dates: z
        .array(
          z.strictObject({ occurrence: occurrence.optional(), dateStart: given, dateEnd: given }),
        )
        .min(1)
        .max(limits.dates + 1)
        .optional()
        .describe(
          'All dates of an event on several dates that no rule gives, in place of those it has; one that it has names its `occurrence`, and registrations stay with it',
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
  ...member,
  inClub: 'events.manage',
  name: 'events.answer-cohost',
  summary:
    'Answer for a club that is asked to host an event of another (`events.manage` there), or end that it does.',
  method: 'PUT',
  path: '/api/v1/events/{id}/cohosts/{club}',
  params: z.strictObject({ id: z.string().max(40), club: z.string().max(40) }),
  body: z.strictObject({ accepts: z.boolean() }),
  reply: done,
  errors: ['not_found', 'forbidden'],
});

const versioned = z.strictObject({ version: wholeNumber });

export const publishEvent = endpoint({
  ...manager,
  name: 'events.publish',
  summary:
    'Publish a draft; of a proposal that accepts it. Where the school has steps for events it is submitted for approval first, and published when it is approved; not of whoever holds `events.manage_all`.',
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

export const cancelEvent = endpoint({
  ...manager,
  name: 'events.cancel',
  summary:
    'Cancel an event, or with `occurrence` one of its times, or that and all following. Whoever has a place is notified. Doing it twice changes nothing.',
  method: 'POST',
  path: '/api/v1/events/{id}/cancellation',
  params: id,
  body: z.strictObject({
    occurrence: occurrence.optional(),
    scope: z.enum(editScopes).default('all'),
    reason: text().max(limits.reason).default(''),
  }),
  reply: eventPage,
  errors: [
    'not_found',
    'club_inactive',
    'event_not_published',
    'event_ended',
    'occurrence_unknown',
  ],
});

export const deleteEvent = endpoint({
  ...manager,
  name: 'events.delete',
  summary:
    'Delete an event with its registrations. Deleting it twice changes nothing. Whoever has a place is notified that it does not take place.',
  method: 'DELETE',
  path: '/api/v1/events/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'club_inactive', 'event_proposal_open'],
});

export const duplicateEvent = endpoint({
  ...manager,
  name: 'events.duplicate',
  summary:
    'Make a draft that says the same, without the people who registered; also from a template. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/events/{id}/duplicate',
  params: id,
  body: z.strictObject({
    clientId,
    dateStart: given.optional().describe('Absent: a week after it, or after today'),
    isTemplate: z.boolean().default(false).describe('Make a template of it'),
  }),
  reply: eventSettings,
  errors: ['not_found', 'club_inactive', 'too_many_events', 'time_invalid', 'rule_start'],
});

const cover = z.object({ cover: z.string().nullable() });

export const setEventCover = endpoint({
  ...manager,
  name: 'events.set-cover',
  summary: 'Set the picture of an event. The body is the file itself, as for a picture of oneself.',
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
  summary: 'Remove the picture of an event. Without one nothing changes.',
  method: 'DELETE',
  path: '/api/v1/events/{id}/cover',
  params: id,
  reply: cover,
  errors: ['not_found', 'club_inactive'],
});
