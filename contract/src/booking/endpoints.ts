import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { bookingLimits as limits, bookingStates } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const instant = z.string().describe('Instant in RFC 3339.');
const person = z.strictObject({ uid: z.string().max(40) });
export const one = z.strictObject({ id: z.string().max(40) });
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Use a time such as 09:30.');
const minutes = z.number().int().min(limits.minutesMin).max(limits.minutesMax);

const question = z.strictObject({
  id: z.string().min(1).max(40),
  label: text().min(1).max(limits.question),
  isRequired: z.boolean().default(false),
  options: z
    .array(text().min(1).max(limits.option))
    .max(limits.options)
    .default([])
    .describe('Options to choose from. Empty for a question answered in text.'),
});
schemaNames.add(question, { id: 'BookingQuestion' });
export type BookingQuestion = z.output<typeof question>;

export const slot = z.object({
  slot: z.string().describe('Slot reference to send when booking.'),
  dateStart: instant,
  dateEnd: instant,
  timeZone: z.string().describe('IANA time zone in which the time is offered.'),
});

export const ownSlot = slot.extend({
  left: z.number().int().describe('Spots left. 1 unless it is a group meeting.'),
  conflict: z
    .object({ title: z.string(), kind: z.string() })
    .nullable()
    .describe('Conflicting item in the caller’s calendar, or null.'),
});
schemaNames.add(ownSlot, { id: 'Slot' });
export type BookingSlot = z.output<typeof ownSlot>;

export const kind = z.object({
  id: z.string(),
  name: z.string(),
  minutes: z.number().int(),
  place: z.string(),
  isOnline: z.boolean().describe('True if it has a meeting link, shown to people who have booked.'),
  questions: z.array(question),
  groupSize: z.number().int().describe('Maximum people per meeting. 1 if it is no group meeting.'),
  needsConfirmation: z.boolean(),
});
schemaNames.add(kind, { id: 'MeetingType' });
export type BookingKind = z.output<typeof kind>;

const host = face.extend({
  title: z
    .string()
    .nullable()
    .describe('Job title if everyone at school can see it, otherwise the account type.'),
  isAdviser: z.boolean(),
});

export const listHosts = endpoint({
  ...signedIn,
  name: 'booking.people',
  summary: 'List people who offer meetings',
  description: `Returns people by name. Limit: ${limits.people}.`,
  method: 'GET',
  path: '/api/v1/booking',
  query: z.strictObject({ search: text().max(80).default('') }),
  reply: z.object({
    items: z.array(
      host.extend({ kinds: z.array(z.object({ name: z.string(), minutes: z.number().int() })) }),
    ),
    can: z.object({
      offer: z.boolean().describe('True if the caller can offer meetings.'),
      close: z
        .boolean()
        .describe('True if the caller can no longer offer meetings and has an offer to close.'),
    }),
  }),
});

export const getBookingPage = endpoint({
  ...signedIn,
  name: 'booking.page',
  summary: 'Get a person’s booking page',
  description:
    'Returns the meeting types the person offers, each with the first time that works for both. `kinds` is empty if they offer none.',
  method: 'GET',
  path: '/api/v1/booking/{uid}',
  params: person,
  reply: z.object({
    person: host,
    note: z.string(),
    timeZone: z.string(),
    daysAhead: z.number().int().describe('Days ahead that people can book.'),
    cancelMinutes: z
      .number()
      .int()
      .describe(
        'Cutoff for rescheduling or canceling by the person who booked, in minutes before the meeting.',
      ),
    kinds: z.array(
      kind.extend({
        first: ownSlot.nullable().describe('First time that works for both, or null.'),
      }),
    ),
    can: z.object({ book: z.boolean() }),
  }),
  errors: ['not_found'],
});

export const listSlots = endpoint({
  ...signedIn,
  name: 'booking.slots',
  summary: 'List a person’s free slots',
  description: `Returns free slots for one meeting type, between two days or instants. Maximum range: ${limits.windowDays} days.`,
  method: 'GET',
  path: '/api/v1/booking/{uid}/slots',
  params: person,
  query: z.strictObject({
    from: z.string().max(40).optional().describe('Day or instant. Defaults to now.'),
    to: z.string().max(40).optional().describe('Day (inclusive) or instant.'),
    kind: z.string().max(40).optional().describe('Meeting type. Defaults to the first one.'),
  }),
  reply: z.object({ items: z.array(ownSlot) }),
  errors: ['not_found', 'booking_kind_unknown'],
});

export const state = z.enum(bookingStates);

export const book = endpoint({
  ...signedIn,
  name: 'booking.create',
  summary: 'Book a slot',
  description: `Idempotent by \`clientId\`. Rate limit: ${limits.hourly} per hour.`,
  method: 'POST',
  path: '/api/v1/booking/{uid}',
  params: person,
  body: z.strictObject({
    clientId,
    slot: z.string().max(40),
    kind: z.string().max(40),
    answers: z.record(z.string().max(40), text().max(limits.answer)).default({}),
  }),
  reply: z.object({ id: z.string(), dateStart: instant, dateEnd: instant, status: state }),
  errors: [
    'not_found',
    'slot_taken',
    'slot_unavailable',
    'booking_conflict',
    'booking_closed',
    'booking_answers',
    'booking_kind_unknown',
    'too_many_requests',
  ],
});

export const booking = z.object({
  id: z.string(),
  side: z.enum(['booked', 'hosted']),
  person: face
    .nullable()
    .describe(
      'Other person, or null if the caller can’t see them or they no longer have an account.',
    ),
  title: z.string(),
  kind: z.string().describe('ID of the meeting type.'),
  dateStart: instant,
  dateEnd: instant,
  timeZone: z.string(),
  place: z.string(),
  link: z.string().describe('Meeting link: a web address, or empty.'),
  status: state,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  reason: z.string().describe('Reason for the cancellation.'),
  isCanceledByMe: z.boolean(),
  can: z.object({ cancel: z.boolean(), move: z.boolean(), confirm: z.boolean() }),
});
schemaNames.add(booking, { id: 'Booking' });
export type Booking = z.output<typeof booking>;

export const listBookings = endpoint({
  ...signedIn,
  name: 'booking.list',
  summary: 'List your meetings',
  description:
    'Returns meetings you booked and meetings you host. `coming` returns upcoming ones, soonest first. `past` returns past and canceled ones, newest first.',
  method: 'GET',
  path: '/api/v1/bookings',
  query: cursorQuery.extend({ list: z.enum(['coming', 'past']).default('coming') }),
  reply: pageOf(booking),
  errors: ['bad_cursor'],
});

const movingErrors = [
  'not_found',
  'booking_canceled',
  'booking_closed',
  'booking_too_late',
] as const;

export const getMovingPage = endpoint({
  ...signedIn,
  name: 'booking.moving-page',
  summary: 'Get rescheduling details',
  description:
    'Returns the meeting and the first time it can be rescheduled to. Available to both sides. Fails with the same errors as rescheduling.',
  method: 'GET',
  path: '/api/v1/bookings/{id}/moving',
  params: one,
  reply: z.object({
    booking,
    note: z.string().describe('Note that the host shows next to their times.'),
    daysAhead: z.number().int().describe('Days ahead that people can book.'),
    cancelMinutes: z
      .number()
      .int()
      .describe(
        'Cutoff for rescheduling or canceling by the person who booked, in minutes before the meeting.',
      ),
    kind: kind.extend({
      first: ownSlot
        .nullable()
        .describe('First time that the meeting can be rescheduled to, or null.'),
    }),
  }),
  errors: [...movingErrors],
});

export const listMovingSlots = endpoint({
  ...signedIn,
  name: 'booking.moving-slots',
  summary: 'List slots for rescheduling a meeting',
  description: `Returns slots of the meeting’s host, also for an office meeting, between two days or instants. Maximum range: ${limits.windowDays} days.`,
  method: 'GET',
  path: '/api/v1/bookings/{id}/slots',
  params: one,
  query: z.strictObject({
    from: z.string().max(40).optional().describe('Day or instant. Defaults to now.'),
    to: z.string().max(40).optional().describe('Day (inclusive) or instant.'),
  }),
  reply: z.object({ items: z.array(ownSlot) }),
  errors: [...movingErrors],
});

export const moveBooking = endpoint({
  ...signedIn,
  name: 'booking.move',
  summary: 'Reschedule a meeting',
  description:
    'Reschedules to another of the host’s available slots. Available to both sides. If the person who booked reschedules and the type requires confirmation, the host confirms again.',
  method: 'PATCH',
  path: '/api/v1/bookings/{id}',
  params: one,
  body: z.strictObject({ slot: z.string().max(40) }),
  reply: booking,
  errors: [
    'not_found',
    'slot_taken',
    'slot_unavailable',
    'booking_conflict',
    'booking_canceled',
    'booking_closed',
    'booking_too_late',
  ],
});

export const confirmBooking = endpoint({
  ...signedIn,
  name: 'booking.confirm',
  summary: 'Confirm a requested meeting',
  description: 'For the host.',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/confirmation',
  params: one,
  reply: booking,
  errors: ['not_found', 'booking_canceled'],
});

export const cancelBooking = endpoint({
  ...signedIn,
  name: 'booking.cancel',
  summary: 'Cancel a meeting',
  description: 'Available to both sides. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/bookings/{id}',
  params: one,
  query: z.strictObject({ reason: text().max(limits.reason).default('') }),
  reply: booking,
  errors: ['not_found', 'booking_too_late'],
});

const hours = z.strictObject({ from: clock, to: clock });
const sentOffer = z.strictObject({
  isOpen: z.boolean(),
  timeZone: z.string().max(100),
  note: text().max(limits.note),
  hours: z
    .array(
      hours.extend({
        weekday: z.number().int().min(1).max(7).describe('Weekday, where 1 is Monday.'),
      }),
    )
    .max(limits.hours),
  exceptions: z
    .array(
      z.strictObject({
        date: z.iso.date(),
        hours: z.array(hours).max(6).describe('Hours on this date. Empty means away.'),
      }),
    )
    .max(limits.exceptions),
  noticeMinutes: z
    .number()
    .int()
    .min(0)
    .max(43_200)
    .describe('Minutes of notice that a booking needs.'),
  cancelMinutes: z
    .number()
    .int()
    .min(0)
    .max(43_200)
    .describe(
      'Cutoff for rescheduling or canceling by the person who booked, in minutes before the meeting.',
    ),
  daysAhead: z
    .number()
    .int()
    .min(1)
    .max(limits.daysAhead)
    .describe('Days ahead that people can book.'),
  dailyLimit: z
    .number()
    .int()
    .min(1)
    .max(50)
    .nullable()
    .describe('Maximum meetings per day, or null for no limit.'),
  bufferBefore: z
    .number()
    .int()
    .min(0)
    .max(limits.buffer)
    .describe('Minutes kept free before each meeting.'),
  bufferAfter: z
    .number()
    .int()
    .min(0)
    .max(limits.buffer)
    .describe('Minutes kept free after each meeting.'),
  waitHours: z
    .number()
    .int()
    .min(1)
    .max(limits.waitHoursMax)
    .nullable()
    .default(limits.waitHours)
    .describe(
      'Hours to hold an open slot for the first person on the waitlist, or null if everyone on it is notified instead.',
    ),
});
export const sentKind = z.strictObject({
  id: z.string().max(40).nullable().describe('ID of the meeting type, or null for a new one.'),
  name: text().min(1).max(limits.name),
  minutes,
  place: text().max(limits.place),
  link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(limits.link)]),
  questions: z.array(question).max(limits.questions),
  groupSize: z
    .number()
    .int()
    .min(1)
    .max(limits.group)
    .describe('Maximum people per meeting. 1 for no group meeting.'),
  needsConfirmation: z.boolean(),
});
schemaNames.add(sentKind, { id: 'MeetingTypeSettings' });
const ownOffer = sentOffer.extend({
  version: wholeNumber.describe('Version of the offer. 0 if it has not been saved yet.'),
  kinds: z.array(sentKind.extend({ id: z.string() })),
  url: z.string().describe('Address where others book.'),
  can: z.object({ offer: z.boolean() }),
});
schemaNames.add(ownOffer, { id: 'Availability' });
export type BookingOffer = z.output<typeof ownOffer>;

export const getOffer = endpoint({
  ...signedIn,
  name: 'booking.offer',
  summary: 'Get your availability',
  description:
    'Returns your hours and meeting types, and whether you’re allowed to offer meetings (advisors and roles with that permission).',
  method: 'GET',
  path: '/api/v1/booking-offer',
  reply: ownOffer,
});

export const updateOffer = endpoint({
  ...signedIn,
  name: 'booking.change-offer',
  summary: 'Replace your availability',
  description: 'Meeting types you leave out are no longer offered. Booked meetings stay.',
  method: 'PUT',
  path: '/api/v1/booking-offer',
  body: sentOffer.extend({
    version: wholeNumber.describe('Version you read.'),
    kinds: z.array(sentKind).max(limits.kinds),
  }),
  reply: ownOffer,
  errors: ['forbidden', 'booking_offer_changed', 'booking_hours'],
});

export const mobileBooking = endpoint({
  name: 'booking.mobile',
  summary: 'Get bookable slots for mobile',
  description: `Returns a person’s bookable slots for the next ${limits.mobileDays} days and their booking address. \`url\` is null if they offer no meetings.`,
  method: 'GET',
  path: '/mobile_ws/v18/meeting_booking',
  access: 'member',
  credential: 'csrf',
  query: person,
  reply: z.object({
    uid: z.string(),
    url: z
      .string()
      .nullable()
      .describe('Booking address, or null if the person offers no meetings.'),
    slots: z
      .array(slot.extend({ kind: z.string(), kindName: z.string() }))
      .describe(`First ${limits.mobileSlots} slots.`),
    hasMore: z
      .boolean()
      .describe(
        'True if more slots follow. `GET /api/v1/booking/{uid}/slots` returns all of them.',
      ),
  }),
  errors: ['not_found'],
});
