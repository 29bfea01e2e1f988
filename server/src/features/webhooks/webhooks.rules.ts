import { createHmac, randomBytes } from 'node:crypto';
import { testEvent } from '#contract/webhooks/events.ts';
import type { PublicEvent } from './public-events.ts';

/** Maximum webhooks of a school. */
export const webhooksMax = 10;

/** Seconds in which a receiver must respond. */
export const answerSeconds = 10;
export const answerBytes = 2_048;

/** Maximum simultaneous deliveries to one webhook, for all servers. Further ones wait. */
export const atOncePerHook = 4;
/** The same limit for a webhook whose last try failed. It may time out each time and block the senders of other webhooks. */
export const atOnceWhileFailing = 1;
/**
 * Seconds for which a claim is valid. This is longer than a response takes. After that, the sender counts as crashed.
 */
export const claimSeconds = 120;

/** Days without a success after which a webhook is turned off. */
export const failingDays = 3;

const [minute, hour] = [60, 3_600];
/** Seconds before each retry: eight tries in a day and half an hour. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 9 * hour] as const;

/** Returns when to try again after a number of tries. Null if it was the last. Tests are tried once. */
export const nextTryAt = (kind: string, tries: number, now: Date): Date | null => {
  const pause = kind === testEvent ? undefined : pauses[tries - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause * 1_000);
};

/** Returns whether a response means success. Null means that there was none. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Returns the reason to turn off the webhook after a failed try. Null if there is none. */
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

/** Returns the body that is sent and signed (Standard Webhooks, "Payload structure"). */
export const bodyOf = ({ type, data }: PublicEvent, at: Date): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

const prefix = 'whsec_';

/**
 * Returns a secret in the format that receivers enter (Standard Webhooks, "Signature scheme": 24 to 64 bytes in base64
 * after `whsec_`).
 */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Returns the headers of one try. Each valid secret signs the id, the time and the body. */
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

/** Returns the encryption context of secrets. A secret can only be decrypted with the same context. */
export const encryptionContext = (school: number): string => `webhook ${school}`;
