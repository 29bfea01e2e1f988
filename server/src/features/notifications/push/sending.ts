import { OutboundError, type Outbound } from '../../../kernel/outbound/outbound.ts';
import type { PushKeys } from '../../../kernel/security/push-keys.ts';

/** The response of a push service: accepted, browser gone, retry later, or refused permanently. */
export type PushResult = 'taken' | 'gone' | 'later' | 'refused';

/** Seconds for which a push service stores messages for devices that are offline. */
const ttlSeconds = 86_400;
const secondsMax = 10;

const resultOf = (status: number): PushResult => {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
};

/** Returns the contact address that RFC 8292 requires in pushes. Sites without https have none. */
export const subjectOf = (origin: string | null): string =>
  origin?.startsWith('https://') ? origin : 'mailto:no-reply@campus.example';

/**
 * Pushes one message to one browser, encrypted for it (RFC 8291). A later message with the same topic replaces it while
 * it waits.
 */
export const pushTo = async (
  outbound: Outbound,
  keys: PushKeys & { subject: string },
  device: { endpoint: string; p256dh: string; auth: string },
  { text, topic }: { text: string; topic: string },
): Promise<PushResult> => {
  try {
    const { default: webPush } = await import('web-push');
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      text,
      { vapidDetails: keys, TTL: ttlSeconds, contentEncoding: 'aes128gcm', topic },
    );
    const answer = await outbound(endpoint, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      ...(body !== null && { body }),
      seconds: secondsMax,
      bytesRead: 1_024,
    });
    return resultOf(answer.status);
  } catch (error) {
    if (error instanceof OutboundError)
      return error.reason === 'unreachable' || error.reason === 'timeout' ? 'later' : 'refused';
    // A key that isn't a point on the curve can't come from a browser.
    return 'refused';
  }
};
