import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { bookingLimits as limits, bookingStates } from './limits.ts';
import { text } from '../text.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const instant = z.string().describe('Instant, RFC 3339');
const person = z.strictObject({ uid: z.string().max(40) });
export const one = z.strictObject({ id: z.string().max(40) });
const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 09:30');
const minutes = z.number().int().min(limits.minutesMin).max(limits.minutesMax);

const question = z.strictObject({
  id: z.string().min(1).max(40),
  label: text().min(1).max(limits.question),
  isRequired: z.boolean().default(false),
  options: z
    .array(text().min(1).max(limits.option))
    .max(limits.options)
    .default([])
    .describe('To choose from; none: answered in words'),
});
export type BookingQuestion = z.output<typeof question>;

export const slot = z.object({
  slot: z.string().describe('What a booking names'),
  dateStart: instant,
  dateEnd: instant,
  timeZone: z.string().describe('IANA; the zone in which the time is offered'),
});

export const ownSlot = slot.extend({
  left: z.number().int().describe('Places that are left; 1 where it is no meeting of a group'),
  clash: z
    .object({ title: z.string(), kind: z.string() })
    .nullable()
    .describe('What of one’s own calendar is at that time'),
});
export type BookingSlot = z.output<typeof ownSlot>;

export const kind = z.object({
  id: z.string(),
  name: z.string(),
  minutes: z.number().int(),
  place: z.string(),
  isOnline: z.boolean().describe('It has a link, which who has booked is told'),
  questions: z.array(question),
  groupSize: z.number().int(),
  needsConfirmation: z.boolean(),
});
export type BookingKind = z.output<typeof kind>;

const host = face.extend({
  title: z
    .string()
    .nullable()
    .describe('What they do where everyone at school sees it, else the type of account'),
  isAdviser: z.boolean(),
});

export const listHosts = endpoint({
  ...member,
  name: 'booking.people',
  summary: `People who offer meetings, by name; at most ${limits.people}.`,
  method: 'GET',
  path: '/api/v1/booking',
  query: z.strictObject({ search: text().max(80).default('') }),
  reply: z.object({
    items: z.array(
      host.extend({ kinds: z.array(z.object({ name: z.string(), minutes: z.number().int() })) }),
    ),
    can: z.object({
      offer: z.boolean().describe('Whether one may offer meetings oneself'),
      close: z.boolean().describe('Whether one no longer may, and has an offer to close'),
    }),
  }),
});

export const getBookingPage = endpoint({
  ...member,
  name: 'booking.page',
  summary:
    'What a person offers, and for each kind the first time that suits both. Without an offer `kinds` is empty.',
  method: 'GET',
  path: '/api/v1/booking/{uid}',
  params: person,
  reply: z.object({
    person: host,
    note: z.string(),
    timeZone: z.string(),
    daysAhead: z.number().int(),
    cancelMinutes: z
      .number()
      .int()
      .describe('How long before the meeting who has booked may move or cancel it'),
    kinds: z.array(kind.extend({ first: ownSlot.nullable() })),
    can: z.object({ book: z.boolean() }),
  }),
  errors: ['not_found'],
});

export const listSlots = endpoint({
  ...member,
  name: 'booking.slots',
  summary: `Free slots of a person for one kind of meeting, between two days or instants, at most ${limits.windowDays} days.`,
  method: 'GET',
  path: '/api/v1/booking/{uid}/slots',
  params: person,
  query: z.strictObject({
    from: z.string().max(40).optional().describe('Day or instant; left out: now'),
    to: z.string().max(40).optional().describe('Day (which counts) or instant'),
    kind: z.string().max(40).optional().describe('Left out: the first one'),
  }),
  reply: z.object({ items: z.array(ownSlot) }),
  errors: ['not_found', 'booking_kind_unknown'],
});

export const state = z.enum(bookingStates);

export const book = endpoint({
  ...member,
  name: 'booking.create',
  summary: `Book a slot. A repeated \`clientId\` answers the first booking. ${limits.hourly} an hour.`,
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
    'booking_clash',
    'booking_closed',
    'booking_answers',
    'booking_kind_unknown',
    'too_many_requests',
  ],
});

export const booking = z.object({
  id: z.string(),
  side: z.enum(['booked', 'hosted']),
  person: face.nullable().describe('The other one; null: no longer here, or not to be seen'),
  title: z.string(),
  kind: z.string().describe('Id'),
  dateStart: instant,
  dateEnd: instant,
  timeZone: z.string(),
  place: z.string(),
  link: z.string().describe('Empty, or an address of the web'),
  status: state,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  reason: z.string().describe('Why it was canceled'),
  isCanceledByMe: z.boolean(),
  can: z.object({ cancel: z.boolean(), move: z.boolean(), confirm: z.boolean() }),
});
export type Booking = z.output<typeof booking>;

export const listBookings = endpoint({
  ...member,
  name: 'booking.list',
  summary:
    'One’s own meetings of both sides: those to come, the next first, or those that are over or canceled, newest first.',
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
  ...member,
  name: 'booking.moving-page',
  summary:
    'A meeting that one is about to move, of either side, and the first time to which it can be moved. Refused as moving it would be.',
  method: 'GET',
  path: '/api/v1/bookings/{id}/moving',
  params: one,
  reply: z.object({
    booking,
    note: z.string().describe('What its host says beside their times'),
    daysAhead: z.number().int(),
    cancelMinutes: z.number().int(),
    kind: kind.extend({ first: ownSlot.nullable() }),
  }),
  errors: [...movingErrors],
});

export const listMovingSlots = endpoint({
  ...member,
  name: 'booking.moving-slots',
  summary: `Slots of its host to which a meeting can be moved, also one of an office, between two days or instants, at most ${limits.windowDays} days.`,
  method: 'GET',
  path: '/api/v1/bookings/{id}/slots',
  params: one,
  query: z.strictObject({
    from: z.string().max(40).optional().describe('Day or instant; left out: now'),
    to: z.string().max(40).optional().describe('Day (which counts) or instant'),
  }),
  reply: z.object({ items: z.array(ownSlot) }),
  errors: [...movingErrors],
});

export const moveBooking = endpoint({
  ...member,
  name: 'booking.move',
  summary:
    'Move a meeting to another free slot of its host, by either side. Moved by who booked it, a kind that needs confirmation needs it again.',
  method: 'PATCH',
  path: '/api/v1/bookings/{id}',
  params: one,
  body: z.strictObject({ slot: z.string().max(40) }),
  reply: booking,
  errors: [
    'not_found',
    'slot_taken',
    'slot_unavailable',
    'booking_clash',
    'booking_canceled',
    'booking_closed',
    'booking_too_late',
  ],
});

export const confirmBooking = endpoint({
  ...member,
  name: 'booking.confirm',
  summary: 'The host confirms a meeting that was asked for.',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/confirmation',
  params: one,
  reply: booking,
  errors: ['not_found', 'booking_canceled'],
});

export const cancelBooking = endpoint({
  ...member,
  name: 'booking.cancel',
  summary: 'Cancel a meeting, by either side. Doing it twice changes nothing.',
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
    .array(hours.extend({ weekday: z.number().int().min(1).max(7).describe('1 is Monday') }))
    .max(limits.hours),
  exceptions: z
    .array(
      z.strictObject({
        date: z.iso.date(),
        hours: z.array(hours).max(6).describe('None: away'),
      }),
    )
    .max(limits.exceptions),
  noticeMinutes: z.number().int().min(0).max(43_200),
  cancelMinutes: z.number().int().min(0).max(43_200),
  daysAhead: z.number().int().min(1).max(limits.daysAhead),
  dailyLimit: z.number().int().min(1).max(50).nullable(),
  bufferBefore: z.number().int().min(0).max(limits.buffer),
  bufferAfter: z.number().int().min(0).max(limits.buffer),
  waitHours: z
    .number()
    .int()
    .min(1)
    .max(limits.waitHoursMax)
    .nullable()
    .default(limits.waitHours)
    .describe(
      'Hours for which a time that became free is held for the first who waits; null: all who wait are notified',
    ),
});
export const sentKind = z.strictObject({
  id: z.string().max(40).nullable().describe('null: a new one'),
  name: text().min(1).max(limits.name),
  minutes,
  place: text().max(limits.place),
  link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(limits.link)]),
  questions: z.array(question).max(limits.questions),
  groupSize: z.number().int().min(1).max(limits.group),
  needsConfirmation: z.boolean(),
});
const ownOffer = sentOffer.extend({
  version: wholeNumber.describe('0: not saved yet'),
  kinds: z.array(sentKind.extend({ id: z.string() })),
  url: z.string().describe('Where others book'),
  can: z.object({ offer: z.boolean() }),
});
export type BookingOffer = z.output<typeof ownOffer>;

export const getOffer = endpoint({
  ...member,
  name: 'booking.offer',
  summary:
    'The hours and kinds of meetings that one offers oneself, and whether one may: advisers, and whom a role allows it.',
  method: 'GET',
  path: '/api/v1/booking-offer',
  reply: ownOffer,
});

export const updateOffer = endpoint({
  ...member,
  name: 'booking.change-offer',
  summary:
    'Replace what one offers. Kinds that are left out are no longer offered; meetings that are booked stay.',
  method: 'PUT',
  path: '/api/v1/booking-offer',
  body: sentOffer.extend({
    version: wholeNumber,
    kinds: z.array(sentKind).max(limits.kinds),
  }),
  reply: ownOffer,
  errors: ['forbidden', 'booking_offer_changed', 'booking_hours'],
});

export const mobileBooking = endpoint({
  name: 'booking.mobile',
  summary: `Bookable slots of the next ${limits.mobileDays} days and the booking address of a person; \`url\` is null where they offer nothing.`,
  method: 'GET',
  path: '/mobile_ws/v18/meeting_booking',
  access: 'member',
  credential: 'csrf',
  query: person,
  reply: z.object({
    uid: z.string(),
    url: z.string().nullable(),
    slots: z
      .array(slot.extend({ kind: z.string(), kindName: z.string() }))
      .describe(`The first ${limits.mobileSlots}`),
    hasMore: z
      .boolean()
      .describe('More slots follow; `GET /api/v1/booking/{uid}/slots` answers all of them'),
  }),
  errors: ['not_found'],
});
