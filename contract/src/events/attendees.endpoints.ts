import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { answeredForm } from '../forms/results.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { occurrenceKey } from './endpoints.ts';
import {
  attendeeActs,
  attendeeStatuses,
  eventLimits as limits,
  orderStates,
  scanResults,
} from './limits.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/* Attendees and check-in. Only event managers can make these calls, except for the list and self check-in. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const signedIn = { access: 'member', credential: 'bearer' } as const;
const manager = { ...signedIn, inClub: 'events.manage' } as const;
const ofOccurrence = {
  occurrence: occurrenceKey.optional().describe('Occurrence. If omitted: all, or the only one.'),
};

/** One spot of a ticket that was checked in. */
const entry = z.object({
  seat: count.describe('Number of the spot. 0 is the person’s own; the others are their guests’.'),
  occurrence: occurrenceKey
    .nullable()
    .describe('Occurrence attended, if one registration covers all dates of a series, or null.'),
  at: z.string().describe('Time of the earliest scan.'),
  door: z.string().nullable().describe('Name of the entrance, or null.'),
  repeats: z
    .array(z.object({ at: z.string(), door: z.string().nullable() }))
    .describe('Later scans of the same ticket, which may mean that it was shared.'),
});

export const attendee = face.extend({
  status: z.enum(attendeeStatuses),
  occurrence: occurrenceKey
    .nullable()
    .describe('Occurrence, or null if the registration covers all dates.'),
  at: z.string().describe('Time of the registration, or of the last change of status.'),
  isConnection: z.boolean(),
  host: z
    .object({
      ticket: z.string(),
      ticketKind: z
        .object({ id: z.string(), name: z.string() })
        .nullable()
        .describe('Ticket type, or null.'),
      guests: count.describe('Number of guests.'),
      position: count.nullable().describe('Position on the waitlist, or null.'),
      offeredUntil: z.string().nullable().describe('End of an offer from the waitlist, or null.'),
      isDeclined: z.boolean(),
      isHidden: z.boolean(),
      isWalkIn: z.boolean(),
      reason: z.string(),
      order: z.enum(orderStates),
      entries: z.array(entry),
    })
    .nullable()
    .describe('Details for people who manage the event, or null.'),
});
schemaNames.add(attendee, { id: 'Attendee' });
export type Attendee = z.output<typeof attendee>;

export const listAttendees = endpoint({
  ...signedIn,
  name: 'events.attendees',
  summary: 'List attendees',
  description:
    'Event managers see all. Everyone else sees the people going that they can see, connections first, if the event shows its attendees.',
  method: 'GET',
  path: '/api/v1/events/{id}/attendees',
  scope: 'read',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    ...ofOccurrence,
    status: z.enum(attendeeStatuses).optional(),
    search: textField().max(100).optional().describe('Part of a name.'),
    ticketKind: z.string().max(40).optional(),
    repeats: z
      .stringbool()
      .optional()
      .describe('True to return only people whose ticket was scanned again.'),
  }),
  reply: listingReply(attendee).extend({
    counts: z
      .record(z.enum(attendeeStatuses), count)
      .nullable()
      .describe(
        'Number of people for each status, or null if the caller doesn’t manage the event.',
      ),
  }),
  errors: ['not_found', 'forbidden'],
});

export const readAttendeeAnswers = endpoint({
  ...manager,
  name: 'events.attendee-answers',
  summary: 'Get an attendee’s registration answers',
  description: 'Returns the answers with the questions as they were then.',
  method: 'GET',
  path: '/api/v1/events/{id}/attendees/{uid}/answers',
  params: id.extend({ uid: z.string().max(40) }),
  reply: z.object({
    answers: answeredForm
      .pick({ questions: true, files: true })
      .nullable()
      .describe('Answers, or null if there were no questions.'),
  }),
  errors: ['not_found'],
});

export const changeAttendees = endpoint({
  ...manager,
  name: 'events.change-attendees',
  summary: 'Update attendees in bulk',
  description:
    '`accept` and `decline` decide requests. `register` adds someone to the main list regardless of capacity, including people who are waiting, didn’t register or walked in. `attended`, `absent` and `excused` record attendance. `cancel` cancels registrations and refunds paid tickets. People an action doesn’t apply to are skipped.',
  method: 'POST',
  path: '/api/v1/events/{id}/attendees',
  scope: 'write',
  params: id,
  body: z.strictObject({
    uids: z.array(z.string().max(40)).min(1).max(limits.people),
    act: z.enum(attendeeActs),
    ...ofOccurrence,
    isWalkIn: z
      .boolean()
      .optional()
      .describe('True with `register` if they came without a ticket.'),
    reason: textField().max(limits.reason).optional().describe('Reason that the attendee sees.'),
  }),
  reply: z.object({
    changed: z.array(z.string()).describe('User IDs of the people changed.'),
    promoted: z
      .array(z.string())
      .describe('User IDs of the people who got a spot from the waitlist.'),
    awaitingRefund: z
      .array(z.string())
      .describe(
        'User IDs of the people who weren’t added because their earlier ticket has an open refund request. If this applies to everyone, the call fails with `registration_refund_open`.',
      ),
  }),
  errors: [
    'not_found',
    'club_inactive',
    'event_occurrence',
    'event_not_published',
    'event_canceled',
    'occurrence_unknown',
    'registration_refund_open',
  ],
});

export const exportAttendees = endpoint({
  ...manager,
  name: 'events.export-attendees',
  summary: 'Export attendees',
  description: 'Returns all attendees with their answers as CSV in UTF-8.',
  method: 'GET',
  path: '/api/v1/events/{id}/attendees/export',
  recordsReads: true,
  params: id,
  query: z.strictObject(ofOccurrence),
  reply: z.object({ name: z.string(), csv: z.string() }),
  errors: ['not_found'],
});

export const checkInKit = z.object({
  publicKey: z
    .string()
    .describe('Public key for verifying the event’s tickets: Ed25519, 32 bytes as base64url.'),
  event: z.object({
    id: z.string(),
    title: z.string(),
    dateStart: z.string(),
    dateEnd: z.string(),
    timeZone: z.string(),
  }),
  occurrence: occurrenceKey.nullable().describe('Occurrence of the kit, or null for all.'),
  attendees: z.array(
    z.object({
      ticket: z.string(),
      uid: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      photoUrl: z.string().nullable(),
      status: z.enum(attendeeStatuses),
      seats: count.describe('Number of spots: the person and their guests.'),
      occurrence: occurrenceKey
        .nullable()
        .describe('Occurrence, or null if the registration covers all dates.'),
      entries: z.array(
        z.object({
          seat: count.describe(
            'Number of the spot. 0 is the person’s own; the others are their guests’.',
          ),
          occurrence: occurrenceKey
            .nullable()
            .describe('Occurrence attended, from `times`, or null if there are none.'),
          at: z.string(),
          door: z.string().nullable().describe('Name of the entrance, or null.'),
        }),
      ),
    }),
  ),
  times: z
    .array(z.object({ occurrence: occurrenceKey, dateStart: z.string(), dateEnd: z.string() }))
    .describe(
      `Up to ${limits.timesNear} occurrences around now, if one registration covers all dates of a series. Each ticket works once per occurrence; a scan counts for the nearest.`,
    ),
  revoked: z.array(z.string()).describe('Tickets that are no longer valid.'),
  asOf: z.string(),
});
schemaNames.add(checkInKit, { id: 'CheckInKit' });
export type CheckInKit = z.output<typeof checkInKit>;

export const getCheckInKit = endpoint({
  ...manager,
  name: 'events.check-in-kit',
  summary: 'Get the check-in kit',
  description:
    'Returns the data that a phone needs for offline check-in: the event’s public key, the people with a spot, the people checked in, and the tickets that are no longer valid.',
  method: 'GET',
  path: '/api/v1/events/{id}/check-in-kit',
  params: id,
  query: z.strictObject(ofOccurrence),
  reply: checkInKit,
  errors: ['not_found', 'occurrence_unknown', 'event_canceled'],
});

export const sendCheckIns = endpoint({
  ...manager,
  name: 'events.check-ins',
  summary: 'Send check-in scans',
  description:
    'Takes scans in any order, however late. Each is stored once, by its `clientId`. The earliest `at` of a ticket counts as the check-in, whatever the order of sending. A scan has the ticket’s text, or the `uid` of someone found manually. `undo` undoes check-ins up to that time.',
  method: 'POST',
  path: '/api/v1/events/{id}/check-ins',
  scope: 'write',
  params: id,
  body: z.strictObject({
    ...ofOccurrence,
    scans: z
      .array(
        z
          .strictObject({
            clientId: z.uuid(),
            ticket: z.string().max(200).optional(),
            uid: z.string().max(40).optional(),
            seat: count
              .min(0)
              .max(limits.guests)
              .optional()
              .describe('Number of the spot, with `uid`. Defaults to 0.'),
            at: z.iso.datetime({ offset: true }),
            door: textField().max(limits.door).optional(),
            undo: z.boolean().optional(),
          })
          .refine(({ ticket, uid }) => (ticket === undefined) !== (uid === undefined), {
            message: 'Send either ticket or uid.',
          }),
      )
      .max(limits.scans),
  }),
  reply: z.object({
    results: z.array(
      z.object({
        clientId: z.string(),
        result: z.enum(scanResults),
        uid: z.string().optional(),
        seat: count.optional(),
        firstAt: z.string().optional().describe('Time of the check-in that counts.'),
        firstDoor: z
          .string()
          .nullable()
          .optional()
          .describe('Name of the entrance of the check-in that counts, or null.'),
      }),
    ),
  }),
  errors: ['not_found', 'occurrence_unknown', 'event_canceled'],
});

export const pasteCheckIns = endpoint({
  ...manager,
  name: 'events.paste-check-ins',
  summary: 'Check in people from pasted text',
  description: `Each line has an ID number, username, email address or swiped card track. Limit: ${limits.pasted} lines. Returns the matches. With \`isDry\`, changes nothing.`,
  method: 'POST',
  path: '/api/v1/events/{id}/check-ins/paste',
  scope: 'write',
  params: id,
  body: z.strictObject({
    ...ofOccurrence,
    text: z.string().max(limits.pastedText),
    at: z.iso.datetime({ offset: true }).optional().describe('Time of arrival. Defaults to now.'),
    door: textField().max(limits.door).optional(),
    addsWalkIns: z
      .boolean()
      .default(false)
      .describe('True to register people of the school who didn’t register.'),
    isDry: z.boolean().default(false),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        line: count.describe('Line number, starting at 1.'),
        text: z.string(),
        result: z.enum([
          'checked_in',
          'already_in',
          'walk_in',
          'not_registered',
          'refund_open',
          'unknown',
        ]),
        person: face.nullable().describe('Matching person, or null.'),
      }),
    ),
    checkedIn: count.describe('Number of people checked in.'),
  }),
  errors: [
    'not_found',
    'club_inactive',
    'event_canceled',
    'event_not_published',
    'event_occurrence',
    'occurrence_unknown',
  ],
});

export const getSelfCheckInCode = endpoint({
  ...manager,
  name: 'events.self-check-in-code',
  summary: 'Get the self check-in code',
  description: `Returns the code to show on a screen, so that people in the room can check in. It changes every ${limits.codeSeconds} seconds; the previous one still works.`,
  method: 'GET',
  path: '/api/v1/events/{id}/self-check-in-code',
  params: id,
  query: z.strictObject(ofOccurrence),
  reply: z.object({
    code: z.string().describe('Code of six digits.'),
    url: z.string().describe('Address to show as a QR code.'),
    validUntil: z.string().describe('Time when the next code is shown.'),
    checkedIn: count.describe('Number of people checked in.'),
    registered: count.describe('Number of registered people.'),
  }),
  errors: ['not_found', 'event_occurrence', 'occurrence_unknown', 'event_canceled'],
});

export const selfCheckIn = endpoint({
  ...signedIn,
  name: 'events.self-check-in',
  summary: 'Check yourself in',
  description:
    'Requires the code shown in the room. Available from an hour before the start until the end. Rate limit: 30 tries in 10 minutes.',
  method: 'POST',
  path: '/api/v1/events/{id}/self-check-in',
  scope: 'write',
  params: id,
  body: z.strictObject({ ...ofOccurrence, code: textField().max(12) }),
  reply: z.object({ status: z.literal('attended'), at: z.string() }),
  errors: [
    'not_found',
    'event_occurrence',
    'event_canceled',
    'self_check_in_code',
    'self_check_in_closed',
    'not_registered',
    'occurrence_unknown',
  ],
});
