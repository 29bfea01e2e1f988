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

/* Who comes to an event, and who was let in. Calls of those who manage it, but for the list itself and the code one enters oneself. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const member = { access: 'member', credential: 'bearer' } as const;
const manager = { ...member, inClub: 'events.manage' } as const;
const ofOccurrence = {
  occurrence: occurrenceKey
    .optional()
    .describe('One of its times; absent: all, or the only one there is'),
};

/** A place of a ticket that was let in. */
const entry = z.object({
  seat: count,
  occurrence: occurrenceKey
    .nullable()
    .describe('The time they came to, where one registration is for all times of a series'),
  at: z.string().describe('The earliest scan'),
  door: z.string().nullable(),
  repeats: z
    .array(z.object({ at: z.string(), door: z.string().nullable() }))
    .describe('Later scans of the same ticket: somebody may have shared it'),
});

export const attendee = face.extend({
  status: z.enum(attendeeStatuses),
  occurrence: occurrenceKey.nullable(),
  at: z.string().describe('When they registered, or came to be what they are'),
  isConnection: z.boolean(),
  host: z
    .object({
      ticket: z.string(),
      ticketKind: z.object({ id: z.string(), name: z.string() }).nullable(),
      guests: count,
      position: count.nullable().describe('Of whom is waiting'),
      offeredUntil: z.string().nullable(),
      isDeclined: z.boolean(),
      isHidden: z.boolean(),
      isWalkIn: z.boolean(),
      reason: z.string(),
      order: z.enum(orderStates),
      entries: z.array(entry),
    })
    .nullable()
    .describe('What only those see who manage the event'),
});
export type Attendee = z.output<typeof attendee>;

export const listAttendees = endpoint({
  ...member,
  name: 'events.attendees',
  summary:
    'Attendees of an event. Those who manage it see all of them, everybody else those who go and whom they may see, connections first, where the event shows them.',
  method: 'GET',
  path: '/api/v1/events/{id}/attendees',
  scope: 'read',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    ...ofOccurrence,
    status: z.enum(attendeeStatuses).optional(),
    search: textField().max(100).optional().describe('Part of a name'),
    ticketKind: z.string().max(40).optional(),
    repeats: z.stringbool().optional().describe('Only those whose ticket was scanned again'),
  }),
  reply: listingReply(attendee).extend({
    counts: z
      .record(z.enum(attendeeStatuses), count)
      .nullable()
      .describe('People of each status; only for those who manage it'),
  }),
  errors: ['not_found', 'forbidden'],
});

export const readAttendeeAnswers = endpoint({
  ...manager,
  name: 'events.attendee-answers',
  summary: 'What somebody answered when they registered, with the questions as they were then.',
  method: 'GET',
  path: '/api/v1/events/{id}/attendees/{uid}/answers',
  params: id.extend({ uid: z.string().max(40) }),
  reply: z.object({
    answers: answeredForm.pick({ questions: true, files: true }).nullable(),
  }),
  errors: ['not_found'],
});

export const changeAttendees = endpoint({
  ...manager,
  name: 'events.change-attendees',
  summary:
    'Change attendees in bulk. `accept` and `decline` decide requests; `register` puts somebody on the main list whatever the capacity, also who is waiting, did not register, or walked in; `attended`, `absent` and `excused` say who came; `cancel` takes a place back. Whom it does not apply to stays as they are.',
  method: 'POST',
  path: '/api/v1/events/{id}/attendees',
  scope: 'write',
  params: id,
  body: z.strictObject({
    uids: z.array(z.string().max(40)).min(1).max(limits.people),
    act: z.enum(attendeeActs),
    ...ofOccurrence,
    isWalkIn: z.boolean().optional().describe('Of `register`: they came without a ticket'),
    reason: textField().max(limits.reason).optional().describe('Reason that the attendee sees'),
  }),
  reply: z.object({
    changed: z.array(z.string()).describe('uids'),
    promoted: z.array(z.string()).describe('Who got a place from the waitlist by it'),
  }),
  errors: [
    'not_found',
    'club_inactive',
    'event_occurrence',
    'event_not_published',
    'event_canceled',
    'occurrence_unknown',
  ],
});

export const exportAttendees = endpoint({
  ...manager,
  name: 'events.export-attendees',
  summary: 'All attendees as CSV in UTF-8, with what they answered.',
  method: 'GET',
  path: '/api/v1/events/{id}/attendees/export',
  recordsReads: true,
  params: id,
  query: z.strictObject(ofOccurrence),
  reply: z.object({ name: z.string(), csv: z.string() }),
  errors: ['not_found'],
});

export const checkInKit = z.object({
  publicKey: z.string().describe('Ed25519, 32 bytes as base64url: verifies the event’s tickets'),
  event: z.object({
    id: z.string(),
    title: z.string(),
    dateStart: z.string(),
    dateEnd: z.string(),
    timeZone: z.string(),
  }),
  occurrence: occurrenceKey.nullable(),
  attendees: z.array(
    z.object({
      ticket: z.string(),
      uid: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      photoUrl: z.string().nullable(),
      status: z.enum(attendeeStatuses),
      seats: count.describe('The person and their guests'),
      occurrence: occurrenceKey.nullable(),
      entries: z.array(
        z.object({
          seat: count,
          occurrence: occurrenceKey
            .nullable()
            .describe('The time they came to, of those in `times`; null where there are none'),
          at: z.string(),
          door: z.string().nullable(),
        }),
      ),
    }),
  ),
  times: z
    .array(z.object({ occurrence: occurrenceKey, dateStart: z.string(), dateEnd: z.string() }))
    .describe(
      `Where one registration is for all times of a series: up to ${limits.timesNear} of them around now. Each lets people in once; a scan is of the nearest`,
    ),
  revoked: z.array(z.string()).describe('Tickets that hold no more'),
  asOf: z.string(),
});
export type CheckInKit = z.output<typeof checkInKit>;

export const getCheckInKit = endpoint({
  ...manager,
  name: 'events.check-in-kit',
  summary:
    'What a phone needs to let people in without network: the event’s public key, who has a place, who is in, and which tickets hold no more.',
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
  summary:
    'Scans of a door, in any order and however late. Each is kept once, by its `clientId`; the earliest `at` of a ticket counts as the entry, whatever order phones send in. A scan names a ticket by its text, or somebody found by hand by `uid`. `undo` takes back what was let in until then.',
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
            seat: count.min(0).max(limits.guests).optional().describe('With `uid`; 0 if absent'),
            at: z.iso.datetime({ offset: true }),
            door: textField().max(limits.door).optional(),
            undo: z.boolean().optional(),
          })
          .refine(({ ticket, uid }) => (ticket === undefined) !== (uid === undefined), {
            message: 'either ticket or uid',
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
        firstAt: z.string().optional().describe('The entry that counts'),
        firstDoor: z.string().nullable().optional(),
      }),
    ),
  }),
  errors: ['not_found', 'occurrence_unknown', 'event_canceled'],
});

export const pasteCheckIns = endpoint({
  ...manager,
  name: 'events.paste-check-ins',
  summary: `Check in people by a text with an ID number, user name, e-mail address or the track of a swiped card on each line, up to ${limits.pasted} lines. Answers which matched. With \`isDry\` nothing changes.`,
  method: 'POST',
  path: '/api/v1/events/{id}/check-ins/paste',
  scope: 'write',
  params: id,
  body: z.strictObject({
    ...ofOccurrence,
    text: z.string().max(limits.pastedText),
    at: z.iso.datetime({ offset: true }).optional().describe('When they came; absent: now'),
    door: textField().max(limits.door).optional(),
    addsWalkIns: z
      .boolean()
      .default(false)
      .describe('Registers whoever is of the school and did not register'),
    isDry: z.boolean().default(false),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        line: count.describe('Counted from 1'),
        text: z.string(),
        result: z.enum(['checked_in', 'already_in', 'walk_in', 'not_registered', 'unknown']),
        person: face.nullable(),
      }),
    ),
    checkedIn: count,
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
  summary: `The code by which people in the room check in themselves, shown on a screen. It changes every ${limits.codeSeconds} seconds; the one before still holds.`,
  method: 'GET',
  path: '/api/v1/events/{id}/self-check-in-code',
  params: id,
  query: z.strictObject(ofOccurrence),
  reply: z.object({
    code: z.string().describe('Six digits'),
    url: z.string().describe('Address that a QR code can hold'),
    validUntil: z.string().describe('When the next one is shown'),
    checkedIn: count,
    registered: count,
  }),
  errors: ['not_found', 'event_occurrence', 'occurrence_unknown', 'event_canceled'],
});

export const selfCheckIn = endpoint({
  ...member,
  name: 'events.self-check-in',
  summary:
    'Check in oneself by the code that is shown in the room, from an hour before the start until the end. At most 30 tries in 10 minutes.',
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
