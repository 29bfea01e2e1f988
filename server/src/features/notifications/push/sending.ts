import { OutboundError, type Outbound } from '../../../kernel/outbound/outbound.ts';
import type { PushKeys } from '../../../kernel/security/push-keys.ts';

/** What a push service said: it has it; the browser is gone; later; or never. */
export type PushResult = 'taken' | 'gone' | 'later' | 'refused';

/** Seconds a push service keeps what a device that is off has not had. */
const ttlSeconds = 86_400;
const secondsMax = 10;

const resultOf = (status: number): PushResult => {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
};

/** Who answers for what we push: RFC 8292 asks for an address, and has none for sites without https. */
export const subjectOf = (origin: string | null): string =>
  origin?.startsWith('https://') ? origin : 'mailto:no-reply@campus.example';

/** Pushes one message to one browser, encrypted for it alone (RFC 8291). A later one with the same topic takes its place while it waits. */
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
    // A key that is no point of the curve: the browser cannot have made it.
    return 'refused';
  }
};
