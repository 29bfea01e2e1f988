import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import {
  deliveryStates,
  offReasons,
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
  'person.erased': z.object({ uid }),
  'import.stored': z.object({ id: z.string() }),
  'import.undone': z.object({ id: z.string() }),
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
  'person.erased': {
    summary: 'A person deleted their account',
    description: 'Delete everything that you stored about them.',
  },
  'import.stored': { summary: 'An import changed people or connections' },
  'import.undone': { summary: 'An import was undone' },
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
