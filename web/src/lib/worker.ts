import { isFramed } from './host-page.ts';

/** The service worker of the whole app (web/worker). It shows push messages, and opens pages without network (decision 077). */
const workerPath = '/worker.js';

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let address: string | undefined;
/** Returns the worker's URL as Trusted Types require it. */
const workerAddress = (): string =>
  (address ??=
    (window as { trustedTypes?: PolicyFactory }).trustedTypes
      ?.createPolicy('campus-worker', { createScriptURL: () => workerPath })
      .createScriptURL(workerPath) ?? workerPath);

const has = (name: string, content: string): boolean =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content === content;

/** Returns whether this page is the stored copy, because the server didn't respond. */
export const isOfflineCopy = (): boolean => has('offline-copy', 'yes');

/**
 * Returns whether this page may have a worker: never in a frame, because a host page decides what happens there, and not if
 * the operator has turned it off. Vite's server has none.
 */
export const canHaveWorker = (): boolean =>
  !isFramed() &&
  'serviceWorker' in navigator &&
  !has('worker', 'off') &&
  import.meta.env.MODE !== 'development';

/** Registers the worker, or returns the registration if there is one. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(workerAddress(), { scope: '/' });

/** Maximum time to wait until the worker has stored files, in milliseconds. */
const storeMs = 60_000;

/** Returns the app's files that the page has loaded: scripts, styles, fonts and names of languages. */
const filesHere = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) =>
          origin === window.location.origin && /^\/(?:assets|languages)\//.test(pathname),
      )
      .map(({ href }) => href),
  ),
];

/** Returns when a worker has taken over, or was replaced or couldn't be installed. */
const untilSettled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (worker.state !== 'activated' && worker.state !== 'redundant') return;
      worker.removeEventListener('statechange', check);
      resolve();
    };
    worker.addEventListener('statechange', check);
    check();
  });

/**
 * Returns the newest worker, or null if none could be installed. `navigator.serviceWorker.ready` never settles then, and at
 * tickets and the scanner it may be another release's worker.
 */
async function activeWorker(): Promise<ServiceWorker | null> {
  const registration = await registerWorker();
  const next = registration.installing ?? registration.waiting;
  if (next !== null) await untilSettled(next);
  return registration.active;
}

/**
 * Removes the workers that an earlier release registered for tickets and the scanner. Browsers prefer them there, because their
 * scope is narrower, but their files are gone.
 */
async function removeFormerWorkers(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    if (new URL(registration.scope).pathname !== '/') await registration.unregister();
}

const sendFiles = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => {
      port1.close();
      resolve(data);
    });
    port1.start();
    worker.postMessage({ type: 'STORE_FILES', urls: filesHere() }, [port2]);
  });

async function storeFiles(): Promise<boolean> {
  const worker = await activeWorker();
  if (worker === null) return false;
  await removeFormerWorkers();
  return sendFiles(worker);
}

let isWatching = false;
/** A new release's worker deletes what the former one stored, so it gets the files again. */
function storeAgainAfterRelease(): void {
  if (isWatching || navigator.serviceWorker.controller === null) return;
  isWatching = true;
  navigator.serviceWorker.addEventListener('controllerchange', () => void keepFilesOffline());
}

/**
 * Stores the files that the page has loaded so far. Later ones are stored as they load. Returns whether it succeeded, after at
 * most a minute.
 */
export async function keepFilesOffline(): Promise<boolean> {
  if (!canHaveWorker()) return false;
  if (isOfflineCopy()) return true;
  storeAgainAfterRelease();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), storeMs);
  });
  // Some browsers don't let pages store anything. Online, everything still works.
  const stored = storeFiles().catch(() => false);
  return Promise.race([stored, tooLong]).finally(() => clearTimeout(timer));
}
