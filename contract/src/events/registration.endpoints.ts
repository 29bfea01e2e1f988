import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formAnswers } from '../forms/definition.ts';
import { wholeNumber } from '../whole-number.ts';
import { eventTimes, occurrenceKey, ownRegistration } from './endpoints.ts';
import { eventLimits as limits, reminderChoices } from './limits.ts';

/* Calls for the caller's own spots, tickets and reminders. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const signedIn = { access: 'member', credential: 'bearer' } as const;

/** Tickets of a registration. Seat 0 is the person's own; the others are their guests'. */
const tickets = z.array(
  z.object({
    seat: count.describe(
      'Number of the spot. 0 is the person’s own; the others are their guests’.',
    ),
    code: z.string().describe('Text of the ticket, as in its QR code.'),
    enteredAt: z.string().nullable().describe('Time of check-in, or null.'),
  }),
);

/** A registration with the ticket's text for scanners. */
const registrationWithTicket = ownRegistration.extend({
  ticket: z
    .string()
    .nullable()
    .describe(
      'Text of the caller’s own ticket, as in its QR code and as `check-ins` takes it, or null without a spot.',
    ),
});

export const registrationReply = registrationWithTicket.extend({
  taken: count.describe('Number of spots given or offered now.'),
  waiting: count.describe('Number of people on the waitlist.'),
});
export type RegistrationReply = z.output<typeof registrationReply>;

export const registerForEvent = endpoint({
  ...signedIn,
  name: 'events.register',
  summary: 'Register for an event',
  description:
    'Creates or updates the caller’s registration (guests, ticket type, maybe to yes). Returns the resulting status: `registered`, `waiting` if the event is full, `requested` if the hosts decide, or `maybe`. Idempotent. First come, first served. Asking for more guests than fit fails and leaves the registration unchanged. Accepts a pending offer. With a ticket type that has a price, it also places an `order`, and there is no ticket until it is paid (`POST /api/v1/orders/{id}/payments`). Returns the `ticket` once there is a spot; GET also returns the guests’ tickets.',
  method: 'PUT',
  path: '/api/v1/events/{id}/registration',
  scope: 'write',
  params: id,
  body: z.strictObject({
    occurrence: occurrenceKey
      .optional()
      .describe('Occurrence, if people register for single dates. Defaults to the next.'),
    ticketKind: z.string().max(40).optional(),
    code: z.string().max(limits.accessCode).optional().describe('Access code of the ticket type.'),
    guests: count.min(0).max(limits.guests).optional().describe('Number of guests.'),
    maybe: z.boolean().optional(),
    answers: formAnswers.optional(),
    revision: wholeNumber
      .optional()
      .describe('Revision of the questions you read. Fails if the questions have changed.'),
    isHidden: z
      .boolean()
      .optional()
      .describe('True if only the hosts should see that the caller is going.'),
  }),
  reply: registrationReply,
  errors: [
    'not_found',
    'event_canceled',
    'event_ended',
    'event_occurrence',
    'event_not_published',
    'club_inactive',
    'occurrence_unknown',
    'registration_off',
    'registration_early',
    'registration_closed',
    'registration_full',
    'registration_declined',
    'registration_over',
    'registration_maybe',
    'registration_group',
    'registration_guests',
    'ticket_kind_unknown',
    'ticket_kind_needed',
    'ticket_kind_code',
    'ticket_kind_paid',
    'registration_ordered',
    'registration_refund_open',
    'sold_out',
    'too_many_orders',
    'form_answers_invalid',
    'form_revised',
    'form_full',
  ],
});

export const previewUnregistering = endpoint({
  ...signedIn,
  name: 'events.preview-unregistering',
  summary: 'Preview canceling your registration',
  description: 'Returns the refund for canceling now, and the refund deadline.',
  method: 'GET',
  path: '/api/v1/events/{id}/registration/cancellation',
  scope: 'read',
  params: id,
  query: z.strictObject({ occurrence: occurrenceKey.optional() }),
  reply: z.object({
    order: z.string().nullable().describe('ID of the ticket’s order. Null if there is none.'),
    until: z.string().nullable().describe('Refund deadline of the ticket. Null for no refunds.'),
    refund: z
      .object({ amount: count.describe('Amount in minor units (cents).'), currency: z.string() })
      .nullable()
      .describe('Amount that canceling refunds now. Null for none.'),
    isByHand: z
      .boolean()
      .describe(
        'True if an officer needs to hand the money back, because the ticket was paid in cash or by invoice.',
      ),
  }),
  errors: ['not_found', 'occurrence_unknown'],
});

export const cancelRegistration = endpoint({
  ...signedIn,
  name: 'events.unregister',
  summary: 'Cancel your registration',
  description:
    'Gives the spot to the next person on the waitlist. Refunds a paid ticket if the event’s refund policy (`refundHours`) allows it. For tickets paid in cash or by invoice, creates a refund request instead. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/events/{id}/registration',
  scope: 'write',
  params: id,
  query: z.strictObject({ occurrence: occurrenceKey.optional() }),
  reply: z.object({
    status: z.literal('none'),
    taken: count.describe('Number of spots given or offered now.'),
    waiting: count.describe('Number of people on the waitlist.'),
  }),
  errors: [
    'not_found',
    'event_occurrence',
    'event_ended',
    'registration_over',
    'occurrence_unknown',
  ],
});

export const readRegistration = endpoint({
  ...signedIn,
  name: 'events.registration',
  summary: 'Get your registration with its tickets',
  method: 'GET',
  path: '/api/v1/events/{id}/registration',
  scope: 'read',
  params: id,
  query: z.strictObject({ occurrence: occurrenceKey.optional() }),
  reply: registrationWithTicket.extend({
    event: z.object({
      id: z.string(),
      title: z.string(),
      location: z.string(),
      ...eventTimes,
      occurrence: occurrenceKey,
    }),
    tickets,
    answers: formAnswers
      .nullable()
      .describe('Answers of the registration, or null if there were no questions.'),
  }),
  errors: ['not_found', 'event_occurrence'],
});

export const listTickets = endpoint({
  ...signedIn,
  name: 'events.tickets',
  summary: 'List your tickets',
  description:
    'Returns tickets for events that aren’t over, soonest first, so that a phone can store them for offline use. Limit: 100.',
  method: 'GET',
  path: '/api/v1/event-tickets',
  reply: z.object({
    items: z.array(
      z.object({
        event: z.string(),
        title: z.string(),
        location: z.string(),
        ...eventTimes,
        occurrence: occurrenceKey,
        ticket: z.string(),
        ticketKind: z.string().nullable().describe('Name of the ticket type, or null.'),
        tickets,
      }),
    ),
  }),
});

const reminder = z
  .number()
  .int()
  .min(reminderChoices.at(-1) ?? 0)
  .max(reminderChoices[0])
  .refine((minutes) => (reminderChoices as readonly number[]).includes(minutes), {
    message: `Use one of ${reminderChoices.join(', ')}.`,
  });
const reminders = z.object({ reminders: z.array(z.literal(reminderChoices)) });

export const getEventReminders = endpoint({
  ...signedIn,
  name: 'events.reminders',
  summary: 'Get your event reminders',
  description:
    'Returns the default reminders for events that you registered for or host, in minutes before the start. A single event can have its own. Hosts who haven’t chosen get one reminder, a day before.',
  method: 'GET',
  path: '/api/v1/event-reminders',
  scope: 'read',
  reply: reminders,
});

export const setEventReminders = endpoint({
  ...signedIn,
  name: 'events.reminders-update',
  summary: 'Update your event reminders',
  description:
    'Sets the default, or, with `event`, the reminders of one event. An empty list turns reminders off. Null with `event` restores the default.',
  method: 'PUT',
  path: '/api/v1/event-reminders',
  scope: 'write',
  body: z.strictObject({
    event: z.string().max(40).optional(),
    reminders: z
      .array(reminder)
      .max(reminderChoices.length)
      .nullable()
      .describe(
        'Minutes before the start. Empty for no reminders; null, with `event`, for the default.',
      ),
  }),
  reply: reminders,
  errors: ['not_found'],
});
