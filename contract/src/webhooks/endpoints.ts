import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import {
  bookingChanges,
  deliveryStates,
  offReasons,
  recordChanges,
  testEvent,
  tryProblems,
  webhookEvents,
  type WebhookEvent,
} from './events.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const instant = z.string().describe('Instant in ISO 8601.');
const uid = z.string().describe('User ID.');
const id = z.string().max(20);
const reference = z.string().describe('ID.');
const uids = z.array(uid);
const ofClub = z.string().nullable().describe('ID of the club, or null if it belongs to no club.');
const occurrence = z.string().describe('Occurrence of the event.');
const ofOccurrence = z
  .string()
  .nullable()
  .describe('Occurrence of the event, or null for the whole event.');

/**
 * The `data` of each event. It never has names or profile fields: a receiver requests those with a key, and sees only what the
 * key's owner can see.
 */
export const webhookData = {
  'connection.requested': z.object({ from: uid, to: uid }),
  'connection.accepted': z.object({ by: uid, of: uid }),
  'connection.ended': z.object({ by: uid, other: uid }),
  'person.added': z.object({ uid }),
  'person.changed': z.object({ uid }),
  'person.suspended': z.object({ uid }),
  'person.erased': z.object({ uid }),
  'import.stored': z.object({ id: z.string() }),
  'import.undone': z.object({ id: z.string() }),
  'club.member_joined': z.object({ club: reference, uid }),
  'club.member_left': z.object({ club: reference, uid }),
  'club.membership_requested': z.object({ club: reference, uid }),
  'club.officer_added': z.object({ club: reference, uid }),
  'club.deleted': z.object({ club: reference }),
  'post.published': z.object({ post: reference, club: ofClub }),
  'post.changed': z.object({ post: reference, club: ofClub }),
  'post.deleted': z.object({ post: reference, club: ofClub }),
  'comment.created': z.object({ comment: reference, post: reference, club: ofClub }),
  'event.published': z.object({ event: reference, club: ofClub }),
  'event.moved': z.object({ event: reference, occurrence: ofOccurrence }),
  'event.canceled': z.object({ event: reference, occurrence: ofOccurrence }),
  'event.registration_changed': z.object({ event: reference, occurrence, uids }),
  'event.checked_in': z.object({ event: reference, occurrence, uids }),
  'booking.changed': z.object({ booking: reference, change: z.enum(bookingChanges) }),
  'order.paid': z.object({ order: reference }),
  'order.ready': z.object({ order: reference }),
  'order.refunded': z.object({ order: reference, refund: reference }),
  'order.refund_requested': z.object({ order: reference }),
  'order.refund_declined': z.object({ order: reference }),
  'submission.waiting': z.object({ submission: reference }),
  'submission.changes_requested': z.object({ submission: reference }),
  'submission.approved': z.object({ submission: reference }),
  'submission.denied': z.object({ submission: reference }),
  'survey.published': z.object({ survey: reference, club: reference }),
  'survey.answered': z.object({ survey: reference, club: reference, uid }),
  'election.announced': z.object({ election: reference }),
  'election.opened': z.object({ election: reference }),
  'election.extended': z.object({ election: reference }),
  'election.canceled': z.object({ election: reference }),
  'election.results_published': z.object({ election: reference }),
  'record.changed': z.object({ change: z.enum(recordChanges), item: reference, uids }),
  'job.opened': z.object({ job: reference, club: ofClub }),
  [testEvent]: z.object({ webhook: z.string() }),
} as const satisfies Record<WebhookEvent | typeof testEvent, z.ZodType>;
export type WebhookData = { [K in keyof typeof webhookData]: z.output<(typeof webhookData)[K]> };

/** Texts of each event for the API reference. */
export const webhookTexts: Record<
  keyof WebhookData,
  { readonly summary: string; readonly description?: string }
> = {
  'connection.requested': { summary: 'A person requested a connection' },
  'connection.accepted': { summary: 'A connection request was accepted' },
  'connection.ended': { summary: 'A connection or request was withdrawn' },
  'person.added': {
    summary: 'An identity provider added a person',
    description: 'People added by an import are reported as `import.stored` instead.',
  },
  'person.changed': {
    summary: 'A person was updated',
    description:
      'Their profile, pictures, privacy settings or account was changed by the person or by an identity provider.',
  },
  'person.suspended': {
    summary: 'A person’s account was suspended',
    description: 'By an admin, an import or an identity provider.',
  },
  'person.erased': {
    summary: 'A person deleted their account',
    description: 'Delete everything that you stored about them.',
  },
  'import.stored': { summary: 'An import changed people or connections' },
  'import.undone': { summary: 'An import was undone' },
  'club.member_joined': { summary: 'A person joined a club' },
  'club.member_left': {
    summary: 'A person left a club',
    description: 'Also if an officer removed them.',
  },
  'club.membership_requested': { summary: 'A person asked to join a club' },
  'club.officer_added': { summary: 'A person became a club officer' },
  'club.deleted': {
    summary: 'A club was deleted',
    description: 'Sent a day after an admin deleted the club, if it wasn’t restored.',
  },
  'post.published': { summary: 'A post was published' },
  'post.changed': {
    summary: 'A post changed',
    description: 'The post or one of its comments was edited, hidden, shown, closed or deleted.',
  },
  'post.deleted': { summary: 'A post was deleted' },
  'comment.created': { summary: 'A person commented on a post' },
  'event.published': { summary: 'An event was published' },
  'event.moved': { summary: 'An event’s time or location changed' },
  'event.canceled': { summary: 'An event was canceled', description: 'Or one of its dates.' },
  'event.registration_changed': {
    summary: 'People registered for an event',
    description:
      'Also if they joined the waitlist or canceled, and if hosts decided about them. Request the registrations for their current status.',
  },
  'event.checked_in': { summary: 'People were checked in at an event' },
  'booking.changed': {
    summary: 'A meeting was booked or changed',
    description: 'Also sent when a meeting was confirmed, rescheduled, or canceled.',
  },
  'order.paid': {
    summary: 'An order was paid',
    description: 'For products, tickets, dues and donations.',
  },
  'order.ready': { summary: 'An order is ready for pick-up' },
  'order.refunded': { summary: 'An order was refunded', description: 'In whole or in part.' },
  'order.refund_requested': { summary: 'A buyer requested a refund' },
  'order.refund_declined': { summary: 'An officer declined a refund request' },
  'submission.waiting': {
    summary: 'A submission is waiting for a decision',
    description:
      'Budget requests, event requests, club registrations, renewals, and jobs of employers. Sent at each step.',
  },
  'submission.changes_requested': { summary: 'A reviewer requested changes' },
  'submission.approved': { summary: 'A submission was approved' },
  'submission.denied': { summary: 'A submission was denied' },
  'survey.published': { summary: 'A survey opened' },
  'survey.answered': {
    summary: 'A person responded to a survey',
    description: 'Never sent for anonymous surveys.',
  },
  'election.announced': { summary: 'An election was announced' },
  'election.opened': { summary: 'Voting opened in an election' },
  'election.extended': { summary: 'Voting was extended' },
  'election.canceled': { summary: 'An election was canceled' },
  'election.results_published': { summary: 'The results of an election were published' },
  'record.changed': { summary: 'A badge or document was awarded or revoked' },
  'job.opened': { summary: 'A job was posted' },
  [testEvent]: { summary: 'An admin sent a test' },
};

const hook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  offReason: z
    .enum(offReasons)
    .nullable()
    .describe(
      'Reason why it is off. `failing`: only failures for three days; `gone`: it returned 410.',
    ),
  failingSince: instant
    .nullable()
    .describe('Time of the first failure since the last success, or null.'),
  formerSecretUntil: instant
    .nullable()
    .describe(
      'End of the period in which deliveries are also signed with the former secret, or null.',
    ),
  madeAt: instant,
  by: face.nullable().describe('Person who created it, or null if their account was deleted.'),
});
schemaNames.add(hook, { id: 'Webhook' });
export type Webhook = z.output<typeof hook>;

const oneTry = z.object({
  number: z.int().describe('Number of the attempt.'),
  at: instant,
  tookMs: z.int().describe('Duration in milliseconds.'),
  status: z.int().nullable().describe('HTTP status of the response, or null if there was none.'),
  problem: z.enum(tryProblems).nullable().describe('Reason why there was no response, or null.'),
  answer: z.string().describe('First 2 KB of the response.'),
});
schemaNames.add(oneTry, { id: 'WebhookAttempt' });
export type WebhookTry = z.output<typeof oneTry>;

const delivery = z.object({
  id: z.string(),
  message: z.string().describe('`webhook-id`, the same for every attempt.'),
  event: z.enum([...webhookEvents, testEvent]),
  body: z.string().describe('Body that was sent.'),
  state: z.enum(deliveryStates),
  madeAt: instant,
  nextAt: instant.nullable().describe('Time of the next attempt, or null.'),
  tries: z.array(oneTry).describe('Attempts, newest first.'),
});
schemaNames.add(delivery, { id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof delivery>;

const secret = z.string().describe('Secret (`whsec_` plus base64). Returned only once.');
const url = text().min(1).max(1000).describe('Public https URL.');
const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .refine((all) => new Set(all).size === all.length, 'List each event once.');
const oneHook = z.strictObject({ id });

export const listWebhooks = endpoint({
  name: 'webhooks.list',
  summary: 'List webhooks',
  description: 'Returns the school’s webhooks, newest first. Limit: 10.',
  method: 'GET',
  path: '/api/v1/webhooks',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  reply: z.object({ items: z.array(hook) }),
});

export const addWebhook = endpoint({
  name: 'webhooks.add',
  summary: 'Create a webhook',
  description:
    'Deliveries are signed according to the Standard Webhooks specification. Idempotent by `clientId` for 24 hours.',
  method: 'POST',
  path: '/api/v1/webhooks',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  keepsReply: 'day',
  body: z.strictObject({ clientId: clientId.optional(), url, events }),
  reply: z.object({ webhook: hook, secret }),
  errors: ['webhook_address', 'too_many_webhooks'],
});

export const updateWebhook = endpoint({
  name: 'webhooks.change',
  summary: 'Update a webhook',
  description:
    'Changes the address or events, or turns it on or off. Turning it off discards waiting deliveries; no new ones are stored.',
  method: 'PATCH',
  path: '/api/v1/webhooks/{id}',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: oneHook,
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    isOn: z.boolean().optional(),
  }),
  reply: hook,
  errors: ['not_found', 'webhook_address'],
});

export const deleteWebhook = endpoint({
  name: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'Also deletes its delivery log.',
  method: 'DELETE',
  path: '/api/v1/webhooks/{id}',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: oneHook,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const rotateWebhookSecret = endpoint({
  name: 'webhooks.rotate-secret',
  summary: 'Rotate a webhook’s secret',
  description: 'For 24 hours, deliveries are signed with both secrets.',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/secret',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: oneHook,
  reply: z.object({ webhook: hook, secret }),
  errors: ['not_found'],
});

export const testWebhook = endpoint({
  name: 'webhooks.test',
  summary: 'Send a test event',
  description: 'Sends it once, even if the webhook is off.',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/test',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: oneHook,
  reply: delivery,
  errors: ['not_found'],
});

export const listDeliveries = endpoint({
  name: 'webhooks.deliveries',
  summary: 'List a webhook’s deliveries',
  description: 'Returns requests and responses of the last 14 days, newest first.',
  method: 'GET',
  path: '/api/v1/webhooks/{id}/deliveries',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: oneHook,
  query: z.strictObject({
    before: id.optional().describe('Upper bound: returns deliveries older than this one.'),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ items: z.array(delivery), hasMore: z.boolean() }),
  errors: ['not_found'],
});

export const redeliver = endpoint({
  name: 'webhooks.redeliver',
  summary: 'Redeliver a webhook event',
  description: 'Sends the same body with the same `webhook-id`, even if the webhook is off.',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/deliveries/{delivery}/redeliver',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: z.strictObject({ id, delivery: id }),
  reply: delivery,
  errors: ['not_found', 'delivery_waits'],
});
