import { createHmac, randomBytes } from 'node:crypto';
import { testEvent } from '#contract/webhooks/events.ts';
import type { WebhookData } from '#contract/webhooks/endpoints.ts';
import type { EventKind, Events } from '../../kernel/jobs/outbox.ts';

/** Webhooks of a school. */
export const webhooksMax = 10;

/** Seconds a receiver has to answer, and how much of its answer is kept, in bytes. */
export const answerSeconds = 10;
export const answerBytes = 2_048;

/** Deliveries that go to one address at once, whichever server sends them; more wait until one of them ends. */
export const atOncePerHook = 4;
/** The same of one whose last try failed: it may keep each of them waiting, and others need the hands. */
export const atOnceWhileFailing = 1;
/** How long a delivery is its sender's. Longer than an answer takes; after that its sender is taken for dead. */
export const claimSeconds = 120;

/** Days of nothing but failures after which a webhook is switched off. */
export const failingDays = 3;

const [minute, hour] = [60, 3_600];
/** Seconds between a failed try and the next: eight tries in a day and half an hour. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 9 * hour] as const;

/** When it is tried again after so many tries; null: no more. A test is tried once. */
export const nextTryAt = (kind: string, tries: number, now: Date): Date | null => {
  const pause = kind === testEvent ? undefined : pauses[tries - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause * 1_000);
};

/** Whether an answer says that the receiver has it; null: there was none. */
export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Says which reason, if any, a failed try gives to switch the webhook off. */
export const offReasonOf = (
  status: number | null,
  failingSince: Date,
  now: Date,
): 'gone' | 'failing' | null => {
  if (status === 410) return 'gone';
  return now.getTime() - failingSince.getTime() >= failingDays * 24 * hour * 1_000
    ? 'failing'
    : null;
};

type DescribedEvent = {
  [K in keyof WebhookData]: { readonly type: K; readonly data: WebhookData[K] };
}[keyof WebhookData];

const uid = String;

/** Which events of the product are told to the outside, and as what. Blocks, reports and passwords are nobody's outside. */
const outside: { readonly [K in EventKind]?: (payload: Events[K]) => DescribedEvent } = {
  connection_requested: ({ from, to }) => ({
    type: 'connection.requested',
    data: { from: uid(from), to: uid(to) },
  }),
  connection_accepted: ({ by, of }) => ({
    type: 'connection.accepted',
    data: { by: uid(by), of: uid(of) },
  }),
  connection_ended: ({ by, other }) => ({
    type: 'connection.ended',
    data: { by: uid(by), other: uid(other) },
  }),
  person_added: ({ userId }) => ({ type: 'person.added', data: { uid: uid(userId) } }),
  profile_changed: ({ userId }) => ({ type: 'person.changed', data: { uid: uid(userId) } }),
  privacy_changed: ({ userId }) => ({ type: 'person.changed', data: { uid: uid(userId) } }),
  person_erased: ({ userId }) => ({ type: 'person.erased', data: { uid: uid(userId) } }),
  import_stored: (payload) => ({ type: 'import.stored', data: { id: String(payload.import) } }),
  import_undone: (payload) => ({ type: 'import.undone', data: { id: String(payload.import) } }),
};

// The keys of a record typed by them.
export const outsideKinds = Object.keys(outside) as EventKind[];

/** What is told of an event, or undefined when it is nobody's outside. */
export const describedEventOf = <K extends EventKind>(
  kind: K,
  payload: Events[K],
): DescribedEvent | undefined => outside[kind]?.(payload);

/** The body as it is sent and signed (Standard Webhooks, "Payload structure"). */
export const bodyOf = ({ type, data }: DescribedEvent, at: Date): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

const prefix = 'whsec_';

/** A secret as receivers enter it (Standard Webhooks, "Signature scheme": 24 to 64 bytes in base64 after `whsec_`). */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The headers of one try: each secret that holds signs id, time and body. */
export const signedHeaders = (
  message: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> => {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
};

/** Where a sealed secret stands: elsewhere it does not open. */
export const encryptionContext = (school: number): string => `webhook ${school}`;
