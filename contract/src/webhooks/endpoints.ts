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

const instant = z.string().describe('Instant, ISO 8601');
const uid = z.string().describe('uid of a person');
const id = z.string().max(20);

/** What `data` holds, by event. Never a name or a field of anybody: a receiver asks for those with a key, and sees what the key's owner sees. */
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

/** One sentence each, for the API's description. */
export const webhookSummaries: Record<keyof WebhookData, string> = {
  'connection.requested': 'Somebody asks another person to connect.',
  'connection.accepted': 'A request was accepted: the two are connected.',
  'connection.ended': 'A connection, or a request, was taken back.',
  'person.added':
    'An identity provider added somebody. People of an import are told as `import.stored`.',
  'person.changed':
    'Somebody’s profile, pictures, privacy or account changed, by themselves or an identity provider.',
  'person.erased': 'Somebody erased their account; what was kept of them is to go.',
  'import.stored': 'An import changed people or connections.',
  'import.undone': 'An import was taken back.',
  [testEvent]: 'An admin asked for a test.',
};

const hook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  offReason: z
    .enum(offReasons)
    .nullable()
    .describe('`failing`: three days of nothing but failures; `gone`: it answered 410'),
  failingSince: instant.nullable().describe('The first failure since the last success'),
  formerSecretUntil: instant
    .nullable()
    .describe('Until then what is sent is signed with the former secret as well'),
  madeAt: instant,
  by: face.nullable(),
});
export type Webhook = z.output<typeof hook>;

const oneTry = z.object({
  number: z.int(),
  at: instant,
  tookMs: z.int(),
  status: z.int().nullable().describe('HTTP status of the answer; null: there was none'),
  problem: z.enum(tryProblems).nullable().describe('Why there was no answer'),
  answer: z.string().describe('The first 2 KB of it'),
});
export type WebhookTry = z.output<typeof oneTry>;

const delivery = z.object({
  id: z.string(),
  message: z.string().describe('`webhook-id`: the same for every try'),
  event: z.enum([...webhookEvents, testEvent]),
  body: z.string().describe('What was sent'),
  state: z.enum(deliveryStates),
  madeAt: instant,
  nextAt: instant.nullable().describe('When it is tried next'),
  tries: z.array(oneTry).describe('Newest first'),
});
export type WebhookDelivery = z.output<typeof delivery>;

const secret = z
  .string()
  .describe('`whsec_` and base64; this answer is the only place where it ever stands');
const url = text().min(1).max(1000).describe('Public https URL');
const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .refine((all) => new Set(all).size === all.length, 'an event stands twice');
const oneHook = z.strictObject({ id });

export const listWebhooks = endpoint({
  name: 'webhooks.list',
  summary: "The school's webhooks, newest first; a school has at most 10.",
  method: 'GET',
  path: '/api/v1/webhooks',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  reply: z.object({ items: z.array(hook) }),
});

export const addWebhook = endpoint({
  name: 'webhooks.add',
  summary:
    'Add a webhook. What is sent is signed as the Standard Webhooks specification says. A repeated `clientId` answers the first one again for 24 hours.',
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
  summary:
    'Change address or events, or switch it on or off. Off, what waits is given up and nothing new is kept.',
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
  summary: 'Delete a webhook and the log of its deliveries.',
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
  summary: 'Make a new secret. For 24 hours what is sent is signed with both.',
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
  summary: 'Send a test, once, also while it is off.',
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
  summary: 'What was sent and what came back, newest first, for 14 days.',
  method: 'GET',
  path: '/api/v1/webhooks/{id}/deliveries',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: oneHook,
  query: z.strictObject({
    before: id.optional().describe('Deliveries older than this one'),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ items: z.array(delivery), hasMore: z.boolean() }),
  errors: ['not_found'],
});

export const redeliver = endpoint({
  name: 'webhooks.redeliver',
  summary:
    'Send a delivery once more, as it was, under its `webhook-id`, also while the webhook is off.',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/deliveries/{delivery}/redeliver',
  access: 'staff',
  permission: 'webhooks.manage',
  credential: 'bearer',
  params: z.strictObject({ id, delivery: id }),
  reply: delivery,
  errors: ['not_found', 'delivery_waits'],
});
