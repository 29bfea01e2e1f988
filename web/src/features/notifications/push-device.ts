import { addDevice, readCapabilities } from '#contract/notifications/calls.ts';
import { call } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { isEmbedded } from '../../lib/host-page.ts';
import { session } from '../../lib/session-store.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { workerAddress } from '../../lib/worker-address.ts';

/** Where the worker lives that shows pushes; plain, and kept out of the app's own files, because it runs without the app. */
const workerPath = '/push-worker.js';

/** What this browser can do: `unsupported`, `denied` by its owner, `ask`: not asked yet, `allowed`. */
export type PushAbility = 'unsupported' | 'denied' | 'ask' | 'allowed';

export function pushAbility(): PushAbility {
  if (
    isEmbedded() ||
    !('serviceWorker' in navigator) ||
    !('PushManager' in window) ||
    !('Notification' in window)
  )
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

/** By which the person's devices name this browser; null where it receives no pushes. */
export async function endpointHashHere(): Promise<string | null> {
  if (pushAbility() !== 'allowed') return null;
  const here = await subscriptionHere();
  return here === null ? null : hex(here.endpoint);
}

const reportedKey = 'push-kept';
/** Marks of the person and of their session that tell nothing of either. */
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

/** Asks the browser's owner, and lets the campus push here. Answers what the browser can do then. */
export async function allowPushes(publicKey: string): Promise<PushAbility> {
  if ((await Notification.requestPermission()) !== 'granted') return pushAbility();
  const registration = await navigator.serviceWorker.register(workerAddress(workerPath), {
    scope: '/',
  });
  await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  // One for another installation's key, as after a restore, is of no use.
  await before?.unsubscribe();
  await registerDevice(await subscribe(registration, publicKey));
  return 'allowed';
}

/** This browser receives nothing any more, whoever signs in. */
export async function stopPushes(): Promise<void> {
  writeStored(reportedKey, null);
  await (await subscriptionHere())?.unsubscribe();
}

/** This browser's subscription, made anew where its push service has ended it. */
const renewed = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (registration === undefined) return null;
  const here = await registration.pushManager.getSubscription();
  if (here !== null) return here;
  const { publicKey } = (await call(readCapabilities, {})).platforms.mobile;
  return subscribe(registration, publicKey);
};

/**
 * The server forgets a browser with its session, and a push service may give it another address at any time: who allowed pushes
 * here is followed, nobody else.
 */
export async function savePushes(): Promise<void> {
  if (pushAbility() !== 'allowed') return;
  const [person, inSession] = await marksHere();
  const [before, beforeIn, endpoint] = readStored(reportedKey)?.split(' ') ?? [];
  if (before !== person) return;
  const here = await renewed();
  if (here !== null && (beforeIn !== inSession || endpoint !== (await hex(here.endpoint))))
    await registerDevice(here);
}
