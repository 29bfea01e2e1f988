/**
 * Webhook events and their public names. Payloads have only IDs: receivers fetch details with an API key, which limits what they
 * can see. There are none for ballots, nominations, anonymous answers, chats, blocks and reports.
 */
export const webhookEvents = [
  'connection.requested',
  'connection.accepted',
  'connection.ended',
  'person.added',
  'person.changed',
  'person.suspended',
  'person.erased',
  'import.stored',
  'import.undone',
  'club.member_joined',
  'club.member_left',
  'club.membership_requested',
  'club.officer_added',
  'club.deleted',
  'post.published',
  'post.changed',
  'post.deleted',
  'comment.created',
  'event.published',
  'event.moved',
  'event.canceled',
  'event.registration_changed',
  'event.checked_in',
  'booking.changed',
  'order.paid',
  'order.ready',
  'order.refunded',
  'order.refund_requested',
  'order.refund_declined',
  'submission.waiting',
  'submission.changes_requested',
  'submission.approved',
  'submission.denied',
  'survey.published',
  'survey.answered',
  'election.announced',
  'election.opened',
  'election.extended',
  'election.canceled',
  'election.results_published',
  'record.changed',
  'job.opened',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Changes of a meeting, and of a person's record, in their events. */
export const bookingChanges = ['made', 'confirmed', 'moved', 'canceled'] as const;
export const recordChanges = [
  'badge_awarded',
  'badge_revoked',
  'experience_revoked',
  'document_revoked',
] as const;

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
