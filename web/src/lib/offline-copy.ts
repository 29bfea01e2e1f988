import { isEmbedded } from './host-page.ts';
import { workerAddress } from './worker-address.ts';

/*
 * Pages that open offline: tickets and the scanner (web/public/offline-worker.js). Their URLs start with these scopes, and no
 * other page is stored.
 */
export const offlineScopes = ['/check-in/', '/tickets/'] as const;
export type OfflineScope = (typeof offlineScopes)[number];

const workerPath = '/offline-worker.js';

/** Returns whether this page is the stored copy, because the server didn't respond. */
export const isOfflineCopy = (): boolean =>
  document.querySelector('meta[name="offline-copy"]') !== null;

/** Maximum time to wait for the worker, in milliseconds. */
const answerMs = 60_000;

const ask = (worker: ServiceWorker, message: object): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    const timer = setTimeout(() => resolve(false), answerMs);
    channel.port1.addEventListener('message', ({ data }: MessageEvent<{ isDone: boolean }>) => {
      clearTimeout(timer);
      resolve(data.isDone);
    });
    channel.port1.start();
    worker.postMessage(message, [channel.port2]);
  });

const untilActive = (registration: ServiceWorkerRegistration): Promise<ServiceWorker> => {
  const { active, installing, waiting } = registration;
  if (active) return Promise.resolve(active);
  const coming = installing ?? waiting;
  if (!coming) return Promise.reject(new Error('No worker'));
  return new Promise((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming);
      if (coming.state === 'redundant') reject(new Error('The worker did not start'));
    });
  });
};

/** Returns the app's files that the page has loaded: scripts, styles, fonts, messages and its own pictures. */
const filesHere = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) =>
          origin === window.location.origin &&
          (/^\/(?:assets|languages)\//.test(pathname) ||
            /^\/(?:theme\.js|favicon\.svg)$/.test(pathname)),
      )
      .map(({ href }) => href),
  ),
];

/** Stores the page with all its files for offline use. Returns whether it succeeded. */
export async function keepOffline(scope: OfflineScope): Promise<boolean> {
  if (isEmbedded() || isOfflineCopy() || !('serviceWorker' in navigator)) return false;
  try {
    const registration = await navigator.serviceWorker.register(workerAddress(workerPath), {
      scope,
    });
    return await ask(await untilActive(registration), { kind: 'keep', files: filesHere() });
  } catch {
    // Some browsers don't let pages store anything. Online, everything still works.
    return false;
  }
}

/** Removes the copies. The page itself contains no personal data, but its stored data belongs to one user. */
export async function forgetOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const scope of offlineScopes) {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    if (registration?.scope.endsWith(scope) && registration.active)
      await ask(registration.active, { kind: 'forget' });
  }
}
