import { addDevice, readCapabilities } from '#contract/notifications/calls.ts';
import { call } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { session } from '../../lib/session-store.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { canHaveWorker, registerWorker } from '../../lib/worker.ts';

/** The browser's push status: `unsupported`, `denied` by the user, `ask` (not asked yet), or `allowed`. */
export type PushStatus = 'unsupported' | 'denied' | 'ask' | 'allowed';

export function pushStatus(): PushStatus {
  if (!canHaveWorker() || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return ({ denied: 'denied', granted: 'allowed', default: 'ask' } as const)[
    Notification.permission
  ];
}

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

const hex = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ??
  null;

/** Returns the hash that identifies this browser among the user's devices, or null if it doesn't receive push messages. */
export async function endpointHashHere(): Promise<string | null> {
  if (pushStatus() !== 'allowed') return null;
  const here = await subscriptionHere();
  return here === null ? null : hex(here.endpoint);
}

const reportedKey = 'push-kept';
/** Returns hashes that identify the user and session without revealing them. */
const marksHere = async (): Promise<[person: string, session: string]> => {
  const { user, tokens } = session.get();
  return [
    (await hex(`push ${user?.uid ?? ''}`)).slice(0, 16),
    (await hex(tokens?.csrfToken ?? '')).slice(0, 16),
  ];
};

async function registerDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call(addDevice, {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    zone: ownZone(),
  });
  writeStored(reportedKey, [...(await marksHere()), await hex(subscription.endpoint)].join(' '));
}

const subscribe = (
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> =>
  registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(publicKey),
  });

/** Asks for permission and registers this browser for push. Returns the resulting status. */
export async function allowPushes(publicKey: string): Promise<PushStatus> {
  if ((await Notification.requestPermission()) !== 'granted') return pushStatus();
  const registration = await registerWorker();
  await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  // A subscription with another installation's key, for example after a restore, doesn't work.
  await before?.unsubscribe();
  await registerDevice(await subscribe(registration, publicKey));
  return 'allowed';
}

/** Stops push messages on this browser for all users. */
export async function stopPushes(): Promise<void> {
  writeStored(reportedKey, null);
  await (await subscriptionHere())?.unsubscribe();
}

/** Returns this browser's subscription, or a new one if the push service has ended it. */
const renewed = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (registration === undefined) return null;
  const here = await registration.pushManager.getSubscription();
  if (here !== null) return here;
  const { publicKey } = (await call(readCapabilities, {})).platforms.mobile;
  return subscribe(registration, publicKey);
};

/**
 * The server forgets a browser with its session, and a push service may change its URL at any time. This re-registers the
 * browser, but only for the user who allowed push here.
 */
export async function savePushes(): Promise<void> {
  if (pushStatus() !== 'allowed') return;
  const [person, inSession] = await marksHere();
  const [before, beforeIn, endpoint] = readStored(reportedKey)?.split(' ') ?? [];
  if (before !== person) return;
  const here = await renewed();
  if (here !== null && (beforeIn !== inSession || endpoint !== (await hex(here.endpoint))))
    await registerDevice(here);
}
