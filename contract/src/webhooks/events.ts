/**
 * Webhook events and their public names. Payloads have only IDs: receivers fetch details with an API key, which limits what they
 * can see.
 */
export const webhookEvents = [
  'connection.requested',
  'connection.accepted',
  'connection.ended',
  'person.added',
  'person.changed',
  'person.erased',
  'import.stored',
  'import.undone',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent when an admin requests a test. Webhooks can't subscribe to it. */
export const testEvent = 'webhook.test';

/** Reasons why a webhook is off. */
export const offReasons = ['admin', 'failing', 'gone'] as const;

/** Reasons why an attempt got no response. */
export const tryProblems = ['address', 'private', 'unreachable', 'timeout'] as const;
export type TryProblem = (typeof tryProblems)[number];

export const deliveryStates = ['waiting', 'done', 'failed'] as const;

/** Days for which deliveries are kept. */
export const deliveryDays = 14;
/** Hours in which the former secret also signs. */
export const formerSecretHours = 24;
