import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formAnswers } from '../forms/definition.ts';
import { wholeNumber } from '../whole-number.ts';
import { eventTimes, occurrenceKey, ownRegistration } from './endpoints.ts';
import { eventLimits as limits, reminderChoices } from './limits.ts';

/* What somebody does for themselves: a place at an event, the ticket, reminders. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const member = { access: 'member', credential: 'bearer' } as const;

/** The tickets of a place: seat 0 is the person's own, the others are their guests'. */
const tickets = z.array(
  z.object({
    seat: count,
    code: z.string().describe('Text of the ticket, as its QR code holds it'),
    enteredAt: z.string().nullable().describe('When it was scanned at the door'),
  }),
);

/** A registration with what a door scans. */
const registrationWithTicket = ownRegistration.extend({
  ticket: z
    .string()
    .nullable()
    .describe(
      'Text of the caller’s own ticket once there is a place, as its QR code holds it and `check-ins` takes it',
    ),
});

export const registrationReply = registrationWithTicket.extend({
  taken: count.describe('Places given or offered, as of now'),
  waiting: count,
});
export type RegistrationReply = z.output<typeof registrationReply>;

export const registerForEvent = endpoint({
  ...member,
  name: 'events.register',
  summary:
    'Register for an event, or change one’s registration: guests, kind of ticket, from maybe to yes. Answers what the caller is to it now: `registered`, `waiting` where it is full, `requested` where the hosts decide, `maybe`. The same again changes nothing. Whoever is first in the database gets the place; whoever asks for more guests than fit keeps what they have and is refused. A place that is offered is taken so. With a place comes the `ticket`; GET answers those of guests too.',
  method: 'PUT',
  path: '/api/v1/events/{id}/registration',
  scope: 'write',
  params: id,
  body: z.strictObject({
    occurrence: occurrenceKey
      .optional()
      .describe('Which time, where people register for one; absent: the next'),
    ticketKind: z.string().max(40).optional(),
    code: z.string().max(limits.accessCode).optional().describe('Access code of the ticket'),
    guests: count.min(0).max(limits.guests).optional(),
    maybe: z.boolean().optional(),
    answers: formAnswers.optional(),
    revision: wholeNumber
      .optional()
      .describe('Of the questions that were read; they are refused if others are asked by now'),
    isHidden: z.boolean().optional().describe('Only the hosts see that the caller goes'),
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
    'form_answers_invalid',
    'form_revised',
    'form_full',
  ],
});

export const cancelRegistration = endpoint({
  ...member,
  name: 'events.unregister',
  summary:
    'Cancel one’s registration; the place goes to whoever waits. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/events/{id}/registration',
  scope: 'write',
  params: id,
  query: z.strictObject({ occurrence: occurrenceKey.optional() }),
  reply: z.object({ status: z.literal('none'), taken: count, waiting: count }),
  errors: [
    'not_found',
    'event_occurrence',
    'event_ended',
    'registration_over',
    'occurrence_unknown',
  ],
});

export const readRegistration = endpoint({
  ...member,
  name: 'events.registration',
  summary: 'One’s registration with its tickets.',
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
    answers: formAnswers.nullable(),
  }),
  errors: ['not_found', 'event_occurrence'],
});

export const listTickets = endpoint({
  ...member,
  name: 'events.tickets',
  summary:
    'The caller’s tickets for what is not over, soonest first, at most 100: what a phone keeps for when there is no network.',
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
        ticketKind: z.string().nullable(),
        tickets,
      }),
    ),
  }),
});

const reminder = z
  .number()
  .int()
  .min(60)
  .max(1_440)
  .refine((minutes) => (reminderChoices as readonly number[]).includes(minutes), {
    message: `one of ${reminderChoices.join(', ')}`,
  });
const reminders = z.object({ reminders: z.array(z.literal(reminderChoices)) });

export const getEventReminders = endpoint({
  ...member,
  name: 'events.reminders',
  summary:
    'When the caller is reminded of events they registered for, in minutes before the start, unless they chose otherwise for one.',
  method: 'GET',
  path: '/api/v1/event-reminders',
  scope: 'read',
  reply: reminders,
});

export const setEventReminders = endpoint({
  ...member,
  name: 'events.reminders-update',
  summary:
    'Choose when to be reminded of all events, or with `event` of one. An empty list: never; null with `event`: as of all.',
  method: 'PUT',
  path: '/api/v1/event-reminders',
  scope: 'write',
  body: z.strictObject({
    event: z.string().max(40).optional(),
    reminders: z.array(reminder).max(2).nullable(),
  }),
  reply: reminders,
  errors: ['not_found'],
});
