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

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const instant = z.string();
const member = { access: 'member', credential: 'bearer' } as const;
const money = z.object({ amount: count.describe('In minor units'), currency: z.string() });
export const occurrenceKey = z
  .string()
  .max(19)
  .describe(
    'The start that the rule gives, by the clock of the zone, such as `2026-11-24T18:00:00`; a date alone where it takes whole days',
  );

const occurrence = occurrenceKey;

/** When one occurrence takes place. Of whole days `dateEnd` is the start of the last one. */
export const eventTimes = {
  dateStart: instant.describe('RFC 3339'),
  dateEnd: instant.describe('RFC 3339. Of whole days the start of the last day'),
  timeZone: z.string().describe('IANA'),
  isAllDay: z.boolean(),
};

/** What the caller may do with an event. */
export const eventCan = z.object({
  edit: z.boolean(),
  publish: z.boolean().describe('Publish a draft, or submit it for approval'),
  cancel: z.boolean(),
  delete: z.boolean(),
  duplicate: z.boolean(),
  manageAttendees: z.boolean().describe('See all attendees, decide and change them'),
  checkIn: z.boolean(),
  seeAttendees: z.boolean().describe('See who goes, as far as each of them may be seen'),
  register: z
    .boolean()
    .describe('Register now, for a place or the waitlist; also accepts an offer'),
  cancelRegistration: z.boolean(),
  selfCheckIn: z.boolean(),
});
export type EventCan = z.output<typeof eventCan>;

/** A registration as its person sees it. */
export const ownRegistration = z.object({
  status: z.enum(attendeeStatuses),
  occurrence: occurrence.nullable().describe('null: for the event with all its times'),
  ticketKind: z.object({ id: z.string(), name: z.string() }).nullable(),
  guests: count,
  position: count.nullable().describe('Of whom is waiting: 1 is the next'),
  offeredUntil: instant
    .nullable()
    .describe('A place is held until then for whom is waiting; registering again takes it'),
  ticket: z
    .string()
    .nullable()
    .describe('Id of the ticket, once there is a place; `…/registration` answers its text'),
  isHidden: z.boolean().describe('Only the hosts see that the caller goes'),
  isDeclined: z.boolean().describe('The hosts declined it'),
  reason: z.string().describe('What the hosts said who declined or canceled it; may be empty'),
  order: z.enum(orderStates),
  at: instant,
});
export type OwnRegistration = z.output<typeof ownRegistration>;

export const eventHost = z.object({
  kind: z.enum(eventHostKinds),
  id: z.string().nullable().describe('Of the club or hub'),
  name: z.string(),
  logo: z.string().nullable(),
});

const head = {
  id: z.string(),
  title: z.string(),
  occurrence: occurrence.describe('Which of its times this is'),
  ...eventTimes,
  isRecurring: z.boolean(),
  status: z.enum(eventStatuses),
  isEnded: z.boolean().describe('This time of it is over'),
  isTemplate: z.boolean(),
  proposal: z
    .enum(proposalStates)
    .nullable()
    .describe(
      'What has become of it where a member proposed it; null to others than they and its managers',
    ),
  host: eventHost,
  cover: z.string().nullable(),
  location: z.string(),
  isOnline: z.boolean(),
  tags: z.array(z.string()),
  audience: z.enum(eventAudiences),
  registration: z.object({
    mode: z.enum(registrationModes),
    state: z.enum(registrationStates).describe('Whether somebody can register for it now'),
    capacity: count.nullable().describe('null: no limit'),
    taken: count.describe('Places that are given or offered'),
    waiting: count,
    isFree: z.boolean().describe('No kind of ticket has a price'),
  }),
  mine: ownRegistration
    .nullable()
    .describe('The caller’s registration for it; also a canceled one'),
  isHosting: z.boolean().describe('The caller is one of the people who host it'),
  going: z.object({
    known: count.describe('People whom the caller is connected with and who go'),
    people: z.array(face).describe(`Up to ${limits.facesShown} of them`),
  }),
  overlaps: z
    .array(z.string())
    .nullable()
    .describe(
      'Titles of what of the caller’s own calendar takes place at the same time; null: not asked for, or it has no hours',
    ),
  can: eventCan,
};

export const eventItem = z.object(head);
export type EventItem = z.output<typeof eventItem>;

/** What a card of an event shows that stands inside something else, such as a post. */
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
export type EventSummary = z.output<typeof eventSummary>;

export const listEvents = endpoint({
  ...member,
  name: 'events.list',
  summary: `Events that the caller may see. Without \`From\` and \`To\` each stands here once, with its next time that is not over. With both, each of its times between them. \`total\` counts up to \`counted\`; \`isTotalExact\` says whether there are no more.`,
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
      .describe('How many rows `total` counts at most: fewer answer sooner'),
    filters: z
      .string()
      .max(8_000)
      .optional()
      .describe(
        'JSON: `Search` text; `From`, `To` RFC 3339; `Club`, `Hub` ids; `Tags`; `HostKind` school, hub or club; `Free`, `Online`, `HasRoom`, `Known` booleans; `Fits` boolean: overlaps nothing of the caller’s calendar, of the next 60 days; `Mine` registered, waiting, hosting or invited; `Status` (drafts and canceled ones only of events that the caller manages); `Templates` boolean; `Managed` boolean: only those the caller manages; `Past` boolean: those that are over, latest first. A list means any of its values.',
      ),
    optionalProperties: z
      .string()
      .max(2_000)
      .optional()
      .describe('JSON list: `Overlaps` answers what each overlaps in the caller’s own calendar'),
    relationships: z.string().max(2_000).optional().describe('JSON list of names; there are none'),
    ordering: z
      .string()
      .max(200)
      .optional()
      .describe('StartAsc, StartDesc, NameAsc, CreatedOnDesc'),
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
  quota: count.nullable(),
  taken: count,
  price: money.nullable().describe('null: free'),
  needsCode: z.boolean().describe('Wants an access code'),
  isAvailable: z.boolean().describe('There is a place of it now'),
});

export const eventPage = z.object({
  ...head,
  description: z.string().describe('Sanitized HTML'),
  address: z.string(),
  note: z.string().describe('What the hosts say of this date alone; may be empty'),
  mapUrl: z.string().nullable(),
  online: z
    .object({
      url: z.string().nullable().describe('Only for whom has a place, from `opensAt` on'),
      opensAt: instant,
    })
    .nullable(),
  hosts: z.array(face).describe('Whom to ask'),
  cohosts: z.array(z.object({ id: z.string(), name: z.string(), logo: z.string().nullable() })),
  asksClubs: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Clubs that are asked to host it too, and for which the caller answers'),
  rrule: z.string().nullable(),
  occurrences: z
    .array(
      z.object({
        occurrence,
        ...eventTimes,
        taken: count,
        waiting: count,
        status: z.enum(attendeeStatuses).nullable().describe('Of the caller there'),
      }),
    )
    .describe(`Up to ${limits.timesShown} from now on, where it has several`),
  pastOccurrences: z
    .array(z.object({ occurrence, ...eventTimes }))
    .describe(
      `The last ${limits.timesShown} that are over, the latest first; only for who manages it`,
    ),
  opensAt: instant.nullable(),
  closesAt: instant.nullable().describe('For this time of it'),
  guestsMax: count,
  needsApproval: z.boolean().describe('The hosts decide who gets a place'),
  allowsMaybe: z.boolean(),
  waitlist: z.enum(waitlistModes),
  ticketKinds: z.array(ticketKind).describe('Hidden ones only with their code'),
  hasHiddenKinds: z.boolean().describe('An access code shows more kinds of tickets'),
  questions: z
    .object({ revision: wholeNumber, definition: formDefinition })
    .nullable()
    .describe('What is asked of whoever registers'),
  attendees: z
    .object({
      count: count.describe('People who go and whom the caller may see'),
      people: z.array(face).describe(`Up to ${limits.faces}, connections first`),
    })
    .nullable()
    .describe('null: only the hosts see who goes'),
  reminders: z
    .array(z.literal(reminderChoices))
    .describe('When the caller is reminded, in minutes before the start'),
  feedback: z
    .string()
    .nullable()
    .describe('Id of the survey that asks how it was: once it is over, for whoever had a place'),
  isDateCanceled: z.boolean().describe('This date of it was canceled, not all of it'),
  cancelReason: z
    .string()
    .describe('Why it was canceled, or this date of it; empty where nothing was said'),
  submission: submission.nullable().describe('Where its approval stands, for whom may see that'),
  shareUrl: z.string().nullable().describe('Address of its page for anybody, where there is one'),
  version: wholeNumber,
});
export type EventPage = z.output<typeof eventPage>;

export const readEvent = endpoint({
  ...member,
  name: 'events.read',
  summary:
    'An event, at one of its times: the next, or the one that is named. `code`: an access code, which shows hidden kinds of tickets.',
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
  ...member,
  name: 'events.next-free',
  summary:
    'The next time of a repeating event after one of its times, within 60 days, at which the caller’s calendar has nothing else; null where there is none, or where people register for all of its times.',
  method: 'GET',
  path: '/api/v1/events/{id}/next-free',
  params: id,
  query: z.strictObject({ occurrence }),
  reply: z.object({ next: z.object({ occurrence: occurrenceKey, ...eventTimes }).nullable() }),
  errors: ['not_found', 'occurrence_unknown'],
});

export const getEventFile = endpoint({
  ...member,
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
        'Calendar file (RFC 5545) of the event, or of one `occurrence`. `/events/{id}.ics` serves the same file to everyone who can see the event; public events don’t need sign-in',
      ),
  }),
  errors: ['not_found'],
});

export const countEventDays = endpoint({
  ...member,
  name: 'events.days',
  summary: `How many events that the caller may see take place on each day between two dates, at most ${limits.windowDays} days. Days without any are left out.`,
  method: 'GET',
  path: '/api/v1/events/days',
  scope: 'read',
  query: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date().describe('The last day'),
    timeZone: z.string().max(60),
  }),
  reply: z.object({ items: z.array(z.object({ date: z.string(), count })) }),
  errors: ['zone_unknown', 'window_invalid', 'window_too_long'],
});

export const listEventTags = endpoint({
  ...member,
  name: 'events.tags',
  summary: 'Tags of coming events that the caller may see, the most used first, at most 100.',
  method: 'GET',
  path: '/api/v1/events/tags',
  scope: 'read',
  reply: z.object({ items: z.array(z.object({ tag: z.string(), count })) }),
});

export const listEventHosts = endpoint({
  ...member,
  name: 'events.hosts',
  summary:
    'Clubs that host coming events that the caller may see, the ones with most events first, at most 100.',
  method: 'GET',
  path: '/api/v1/events/hosts',
  scope: 'read',
  reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), count })) }),
});

export const listEventPlaces = endpoint({
  ...member,
  name: 'events.places',
  summary: 'Where the caller may make events.',
  method: 'GET',
  path: '/api/v1/events/places',
  reply: z.object({
    school: z.boolean(),
    hubs: z.array(z.object({ id: z.string(), name: z.string() })),
    clubs: z.array(z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) })),
    approval: z.boolean().describe('What the caller publishes is submitted for approval first'),
  }),
});
