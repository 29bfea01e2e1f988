import { isEmbedded } from './host-page.ts';
import { workerAddress } from './worker-address.ts';

/*
 * Pages that open without network: tickets and the scanner (web/public/offline-worker.js). Their addresses begin with these scopes,
 * and no other page is kept.
 */
export const offlineScopes = ['/check-in/', '/tickets/'] as const;
export type OfflineScope = (typeof offlineScopes)[number];

const workerPath = '/offline-worker.js';

/** Whether the page at hand is the copy on this device: the campus did not answer. */
export const isOfflineCopy = (): boolean =>
  document.querySelector('meta[name="offline-copy"]') !== null;

/** Longer than so long nobody waits for the worker, in milliseconds. */
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

/** What the page has loaded of the app: scripts, styles, fonts, words, pictures of its own. */
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

/** Keeps the page as it has loaded, with all its files, for when there is no network; answers whether it did. */
export async function keepOffline(scope: OfflineScope): Promise<boolean> {
  if (isEmbedded() || isOfflineCopy() || !('serviceWorker' in navigator)) return false;
  try {
    const registration = await navigator.serviceWorker.register(workerAddress(workerPath), {
      scope,
    });
    return await ask(await untilActive(registration), { kind: 'keep', files: filesHere() });
  } catch {
    // A browser that lets a page keep nothing; with network all goes on.
    return false;
  }
}

/** Removes the copies; the page has nobody's data, but what it shows is kept for one person. */
export async function forgetOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const scope of offlineScopes) {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    if (registration?.scope.endsWith(scope) && registration.active)
      await ask(registration.active, { kind: 'forget' });
  }
}
