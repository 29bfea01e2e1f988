import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formDefinition } from '../forms/definition.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { submission } from '../approvals/endpoints.ts';
import {
  attendeeStatuses,
  eventAudiences,
  eventHostKinds,
  eventLimits as limits,
  eventStatuses,
  orderStates,
  proposalStates,
  registrationModes,
  registrationStates,
  reminderChoices,
  waitlistModes,
} from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const instant = z.string();
const signedIn = { access: 'member', credential: 'bearer' } as const;
const money = z.object({
  amount: count.describe('Amount in minor units (cents).'),
  currency: z.string(),
});
export const occurrenceKey = z
  .string()
  .max(19)
  .describe(
    'Start as given by the recurrence rule, in local time, such as `2026-11-24T18:00:00`; only the date for all-day events.',
  );
schemaNames.add(occurrenceKey, { id: 'OccurrenceKey' });

const occurrence = occurrenceKey;

/** Times of one occurrence. For all-day events, `dateEnd` is the start of the last day. */
export const eventTimes = {
  dateStart: instant.describe('Start in RFC 3339.'),
  dateEnd: instant.describe('End in RFC 3339. For all-day events, the start of the last day.'),
  timeZone: z.string().describe('IANA time zone.'),
  isAllDay: z.boolean(),
};

/** The caller's rights for an event. */
export const eventCan = z.object({
  edit: z.boolean(),
  publish: z
    .boolean()
    .describe('True if the caller can publish a draft, or submit it for approval.'),
  cancel: z.boolean(),
  delete: z.boolean(),
  duplicate: z.boolean(),
  manageAttendees: z
    .boolean()
    .describe('True if the caller can see, decide on and change all attendees.'),
  checkIn: z.boolean(),
  seeAttendees: z
    .boolean()
    .describe(
      'True if the caller can see the people going, limited to those visible to the caller.',
    ),
  register: z
    .boolean()
    .describe(
      'True if the caller can register now, for a spot or the waitlist, or accept an offer.',
    ),
  cancelRegistration: z.boolean(),
  selfCheckIn: z.boolean(),
});
schemaNames.add(eventCan, { id: 'EventRights' });
export type EventCan = z.output<typeof eventCan>;

/** A registration as the person who registered sees it. */
export const ownRegistration = z.object({
  status: z.enum(attendeeStatuses),
  occurrence: occurrence
    .nullable()
    .describe('Occurrence, or null if the registration covers all dates.'),
  ticketKind: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Ticket type, or null.'),
  guests: count.describe('Number of guests.'),
  position: count
    .nullable()
    .describe('Position on the waitlist, or null if not waiting. 1 is next.'),
  offeredUntil: instant
    .nullable()
    .describe(
      'End of an offer: a spot is held until then for a person on the waitlist. Registering again accepts it. Null if there is no offer.',
    ),
  ticket: z
    .string()
    .nullable()
    .describe('ID of the ticket, or null without a spot. `…/registration` returns its text.'),
  isHidden: z.boolean().describe('True if only the hosts see that the caller is going.'),
  isDeclined: z.boolean().describe('True if the hosts declined it.'),
  reason: z
    .string()
    .describe('Reason given by the hosts for declining or canceling. Can be empty.'),
  order: z
    .object({
      id: z.string(),
      state: z.enum(orderStates),
      total: money,
      expiresAt: instant.describe('Until then, the order holds the spots.'),
    })
    .nullable()
    .describe('Order of a ticket type with a price. There is no ticket until it is paid.'),
  at: instant,
});
schemaNames.add(ownRegistration, { id: 'EventRegistration' });
export type OwnRegistration = z.output<typeof ownRegistration>;

export const eventHost = z.object({
  kind: z.enum(eventHostKinds),
  id: z.string().nullable().describe('ID of the club or hub, or null.'),
  name: z.string(),
  logo: z.string().nullable().describe('Address of the logo, or null.'),
});
schemaNames.add(eventHost, { id: 'EventHost' });

const head = {
  id: z.string(),
  title: z.string(),
  occurrence: occurrence.describe('Occurrence that this is.'),
  ...eventTimes,
  isRecurring: z.boolean(),
  status: z.enum(eventStatuses),
  isEnded: z.boolean().describe('True if this occurrence is over.'),
  isTemplate: z.boolean(),
  isHidden: z.boolean().describe('True if moderators hid it. Only its managers can see it.'),
  proposal: z
    .enum(proposalStates)
    .nullable()
    .describe(
      'State of the proposal, if a member proposed the event. Null for everyone except the proposer and the event’s managers.',
    ),
  host: eventHost,
  cover: z.string().nullable().describe('Address of the cover picture, or null.'),
  location: z.string(),
  isOnline: z.boolean(),
  tags: z.array(z.string()),
  audience: z.enum(eventAudiences),
  registration: z.object({
    mode: z.enum(registrationModes),
    state: z
      .enum(registrationStates)
      .describe('State of registration: shows if people can register now.'),
    capacity: count.nullable().describe('Capacity, or null for no limit.'),
    taken: count.describe('Number of spots given or offered.'),
    waiting: count.describe('Number of people on the waitlist.'),
    isFree: z.boolean().describe('True if no ticket type has a price.'),
  }),
  mine: ownRegistration
    .nullable()
    .describe('Registration of the caller, also if canceled, or null.'),
  isHosting: z.boolean().describe('True if the caller is one of the event’s hosts.'),
  going: z.object({
    known: count.describe('Number of people going that the caller is connected with.'),
    people: z.array(face).describe(`Up to ${limits.facesShown} of these people.`),
  }),
  overlaps: z
    .array(z.string())
    .nullable()
    .describe(
      'Titles of conflicting items in the caller’s calendar. Null if not requested or if the event has no set time.',
    ),
  can: eventCan,
};

export const eventItem = z.object(head);
schemaNames.add(eventItem, { id: 'EventSummary' });
export type EventItem = z.output<typeof eventItem>;

/** An event card inside something else, such as a post. */
export const eventSummary = eventItem
  .pick({
    id: true,
    title: true,
    occurrence: true,
    dateStart: true,
    dateEnd: true,
    timeZone: true,
    isAllDay: true,
    isRecurring: true,
    status: true,
    isEnded: true,
    cover: true,
    location: true,
    isOnline: true,
    mine: true,
    isHosting: true,
  })
  .extend({
    registration: head.registration.pick({ state: true, capacity: true, taken: true }),
    can: eventCan.pick({ register: true }),
  });
schemaNames.add(eventSummary, { id: 'EventCard' });
export type EventSummary = z.output<typeof eventSummary>;

export const listEvents = endpoint({
  ...signedIn,
  name: 'events.list',
  summary: 'List events',
  description:
    'Returns events that the caller can see. Without `From` and `To`, each event appears once, with its next occurrence that isn’t over. With both, returns every occurrence in between. `total` counts up to `counted`; `isTotalExact` is false if there are more.',
  method: 'GET',
  path: '/api/v1/events',
  scope: 'read',
  query: z.strictObject({
    ...offsetWindow,
    counted: z.coerce
      .number()
      .int()
      .min(0)
      .max(limits.counted)
      .default(limits.counted)
      .describe('Maximum rows that `total` counts. A smaller number responds faster.'),
    filters: z
      .string()
      .max(8_000)
      .optional()
      .describe(
        'Filters in JSON. `Search`: text. `From`, `To`: RFC 3339. `Club`, `Hub`: IDs. `Tags`. `HostKind`: school, hub or club. `Free`, `Online`, `HasRoom`, `Known`: booleans. `Fits`: boolean, no conflicts with the caller’s calendar, within the next 60 days. `Mine`: registered, waiting, hosting or invited. `Status`: drafts and canceled events only if the caller manages them. `Templates`: boolean. `Managed`: boolean, only events the caller manages. `Past`: boolean, past events, latest first. A list matches any of its values.',
      ),
    optionalProperties: z
      .string()
      .max(2_000)
      .optional()
      .describe(
        'Property names as a JSON list. `Overlaps` returns conflicts with the caller’s calendar.',
      ),
    relationships: z
      .string()
      .max(2_000)
      .optional()
      .describe('Relationship names as a JSON list. There are none.'),
    ordering: z
      .string()
      .max(200)
      .optional()
      .describe('Sort order: StartAsc, StartDesc, NameAsc or CreatedOnDesc.'),
  }),
  reply: listingReply(eventItem).extend({ isTotalExact: z.boolean() }),
  errors: [
    'unknown_filter',
    'unknown_ordering',
    'unknown_property',
    'bad_json',
    'window_invalid',
    'window_too_long',
  ],
});

const ticketKind = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  quota: count.nullable().describe('Maximum number of tickets, or null for no limit.'),
  taken: count.describe('Number of tickets given or offered.'),
  price: money.nullable().describe('Price, or null if free.'),
  taxBasisPoints: count.describe(
    'Tax included in the prices, in basis points (hundredths of a percent).',
  ),
  guestsMax: count.describe('Maximum guests per registration with this ticket type.'),
  guestPrice: money.nullable().describe('Price per guest, or null if free.'),
  needsCode: z.boolean().describe('True if the ticket type requires an access code.'),
  isAvailable: z.boolean().describe('True if spots are available now.'),
});
schemaNames.add(ticketKind, { id: 'TicketType' });

export const eventPage = z.object({
  ...head,
  description: z.string().describe('Sanitized HTML.'),
  address: z.string(),
  note: z.string().describe('Hosts’ note for this date. Can be empty.'),
  mapUrl: z.string().nullable().describe('Address of a map, or null.'),
  online: z
    .object({
      url: z
        .string()
        .nullable()
        .describe('Meeting link. Only for people with a spot, from `opensAt` on; otherwise null.'),
      opensAt: instant,
    })
    .nullable()
    .describe('Online meeting, or null.'),
  hosts: z.array(face).describe('Contact people for the event.'),
  cohosts: z.array(z.object({ id: z.string(), name: z.string(), logo: z.string().nullable() })),
  asksClubs: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Clubs invited to co-host, if the caller can answer for them.'),
  rrule: z.string().nullable().describe('Recurrence rule (RFC 5545), or null.'),
  occurrences: z
    .array(
      z.object({
        occurrence,
        ...eventTimes,
        taken: count.describe('Number of spots given or offered.'),
        waiting: count.describe('Number of people on the waitlist.'),
        status: z
          .enum(attendeeStatuses)
          .nullable()
          .describe('Status of the caller for this occurrence, or null.'),
      }),
    )
    .describe(`Up to ${limits.timesShown} current and upcoming occurrences, if there are several.`),
  pastOccurrences: z
    .array(z.object({ occurrence, ...eventTimes }))
    .describe(`Last ${limits.timesShown} past occurrences, latest first. Only for event managers.`),
  opensAt: instant.nullable().describe('Start of registration, or null.'),
  closesAt: instant.nullable().describe('End of registration for this occurrence, or null.'),
  guestsMax: count.describe('Maximum guests per registration.'),
  needsApproval: z.boolean().describe('True if the hosts decide who gets a spot.'),
  allowsMaybe: z.boolean(),
  waitlist: z.enum(waitlistModes),
  ticketKinds: z
    .array(ticketKind)
    .describe('Ticket types. Hidden ones only with their access code.'),
  refundUntil: instant
    .nullable()
    .describe(
      'Refund deadline of a ticket that is bought now: people who cancel by then get a refund. Null for no automatic refunds.',
    ),
  hasHiddenKinds: z.boolean().describe('True if an access code reveals more ticket types.'),
  questions: z
    .object({
      revision: wholeNumber.describe('Revision of the questions. Send it with the answers.'),
      definition: formDefinition,
    })
    .nullable()
    .describe('Questions for people who register, or null.'),
  attendees: z
    .object({
      count: count.describe('Number of people going that the caller can see.'),
      people: z.array(face).describe(`Up to ${limits.faces} people, connections first.`),
    })
    .nullable()
    .describe('People going, or null if only the hosts can see them.'),
  invitation: z
    .object({ isDeclined: z.boolean() })
    .nullable()
    .describe('Caller’s invitation, or null if they aren’t invited.'),
  reminders: z
    .array(z.literal(reminderChoices))
    .describe('Reminders for the caller, in minutes before the start.'),
  isRemindedAsHost: z
    .boolean()
    .describe('True if the caller gets reminders as a host or officer, without registering.'),
  feedback: z
    .string()
    .nullable()
    .describe(
      'ID of the feedback survey, or null. Given after the event to everyone who had a spot.',
    ),
  isDateCanceled: z.boolean().describe('True if only this date was canceled.'),
  cancelReason: z
    .string()
    .describe('Reason for canceling the event or this date. Empty if none was given.'),
  submission: submission
    .nullable()
    .describe('Approval submission, for people who can see it, or null.'),
  shareUrl: z.string().nullable().describe('Address of the public page, or null.'),
  version: wholeNumber.describe('Number of changes so far.'),
});
schemaNames.add(eventPage, { id: 'Event' });
export type EventPage = z.output<typeof eventPage>;

export const readEvent = endpoint({
  ...signedIn,
  name: 'events.read',
  summary: 'Get an event',
  description:
    'Returns one occurrence: the next, or the one given. `code` is an access code that reveals hidden ticket types.',
  method: 'GET',
  path: '/api/v1/events/{id}',
  scope: 'read',
  params: id,
  query: z.strictObject({
    occurrence: occurrence.optional(),
    code: z.string().max(limits.accessCode).optional(),
  }),
  reply: eventPage,
  errors: ['not_found'],
});

export const getNextFreeTime = endpoint({
  ...signedIn,
  name: 'events.next-free',
  summary: 'Find the next conflict-free date',
  description:
    'Returns the next occurrence of a recurring event, after the given one and within 60 days, without conflicts in the caller’s calendar. Null if there is none, or if registration covers all dates.',
  method: 'GET',
  path: '/api/v1/events/{id}/next-free',
  params: id,
  query: z.strictObject({ occurrence }),
  reply: z.object({
    next: z
      .object({ occurrence: occurrenceKey, ...eventTimes })
      .nullable()
      .describe('Next occurrence, or null.'),
  }),
  errors: ['not_found', 'occurrence_unknown'],
});

export const getEventFile = endpoint({
  ...signedIn,
  name: 'events.calendar-file',
  summary: 'Get the calendar file of an event',
  method: 'GET',
  path: '/api/v1/events/{id}/calendar-file',
  scope: 'read',
  params: id,
  query: z.strictObject({ occurrence: occurrence.optional() }),
  reply: z.object({
    name: z.string(),
    ics: z
      .string()
      .describe(
        'Calendar file (RFC 5545) of the event, or of one `occurrence`. `/events/{id}.ics` serves the same file to everyone who can see the event; public events don’t need sign-in.',
      ),
  }),
  errors: ['not_found'],
});

export const countEventDays = endpoint({
  ...signedIn,
  name: 'events.days',
  summary: 'Count events per day',
  description: `Counts the events that the caller can see on each day between two dates. Maximum range: ${limits.windowDays} days. Days without events are left out.`,
  method: 'GET',
  path: '/api/v1/events/days',
  scope: 'read',
  query: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date().describe('Last day (inclusive).'),
    timeZone: z.string().max(60),
  }),
  reply: z.object({ items: z.array(z.object({ date: z.string(), count })) }),
  errors: ['zone_unknown', 'window_invalid', 'window_too_long'],
});

export const listEventTags = endpoint({
  ...signedIn,
  name: 'events.tags',
  summary: 'List event tags',
  description:
    'Returns the tags of upcoming events that the caller can see, most used first. Limit: 100.',
  method: 'GET',
  path: '/api/v1/events/tags',
  scope: 'read',
  reply: z.object({ items: z.array(z.object({ tag: z.string(), count })) }),
});

export const listEventHosts = endpoint({
  ...signedIn,
  name: 'events.hosts',
  summary: 'List event hosts',
  description:
    'Returns clubs that host upcoming events the caller can see, most events first. Limit: 100.',
  method: 'GET',
  path: '/api/v1/events/hosts',
  scope: 'read',
  reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), count })) }),
});

export const listEventHostChoices = endpoint({
  ...signedIn,
  name: 'events.places',
  summary: 'List possible event hosts',
  description: 'Returns the school, hubs and clubs for which the caller can create events.',
  method: 'GET',
  path: '/api/v1/events/places',
  reply: z.object({
    school: z.boolean(),
    hubs: z.array(z.object({ id: z.string(), name: z.string() })),
    clubs: z.array(z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) })),
    approval: z
      .boolean()
      .describe('True if the caller’s events are submitted for approval before publication.'),
    currency: z.string().describe('School’s currency, used for new prices.'),
  }),
});
