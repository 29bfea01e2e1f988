import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { invitationStatuses } from './limits.ts';

/* Invitations to an event. Invited people accept by registering. */

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const done = z.object({ ok: z.literal(true) });
const signedIn = { access: 'member', credential: 'bearer' } as const;

export const answerInvitation = endpoint({
  ...signedIn,
  name: 'events.answer-invitation',
  summary: 'Decline an event invitation',
  description:
    'Declines the caller’s invitation, or undoes this. The event’s managers can see the response. Returns `not_found` if the caller isn’t invited. Idempotent.',
  method: 'PUT',
  path: '/api/v1/events/{id}/invitation',
  params: id,
  body: z.strictObject({ isDeclined: z.boolean() }),
  reply: done,
  errors: ['not_found', 'registration_exists'],
});

const invitation = face.extend({
  status: z.enum(invitationStatuses),
  declinedAt: z.string().nullable().describe('Time when the person declined, or null.'),
});
schemaNames.add(invitation, { id: 'EventInvitation' });
export type EventInvitation = z.output<typeof invitation>;

export const listEventInvitations = endpoint({
  ...signedIn,
  inClub: 'events.manage',
  name: 'events.invitations',
  summary: 'List an event’s invitations',
  description: 'Returns the invited people that the caller can see, sorted by name.',
  method: 'GET',
  path: '/api/v1/events/{id}/invitations',
  scope: 'read',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    status: z.enum(invitationStatuses).optional(),
  }),
  reply: listingReply(invitation).extend({
    counts: z.record(z.enum(invitationStatuses), count).describe('Number of people by status.'),
  }),
  errors: ['not_found', 'forbidden'],
});
