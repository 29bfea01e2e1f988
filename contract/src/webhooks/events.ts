/** What webhooks tell, by the name a receiver reads. Payloads carry ids only: who may see what of them is asked with a key. */
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

/** Sent when an admin asks for a test; to be chosen by nobody. */
export const testEvent = 'webhook.test';

/** Why a webhook is off. */
export const offReasons = ['admin', 'failing', 'gone'] as const;

/** Why a try was not answered. */
export const tryProblems = ['address', 'private', 'unreachable', 'timeout'] as const;
export type TryProblem = (typeof tryProblems)[number];

export const deliveryStates = ['waiting', 'done', 'failed'] as const;

/** Days for which deliveries are kept. */
export const deliveryDays = 14;
/** Hours for which a former secret signs as well. */
export const formerSecretHours = 24;
