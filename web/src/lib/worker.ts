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

/** Stores the files that the page has loaded so far. Later ones are stored as they load. Returns whether it succeeded. */
export async function keepFilesOffline(): Promise<boolean> {
  if (!canHaveWorker()) return false;
  try {
    if (isOfflineCopy()) return true;
    await registerWorker();
    const { active } = await navigator.serviceWorker.ready;
    if (active === null) return false;
    return await new Promise<boolean>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const timer = setTimeout(() => resolve(false), storeMs);
      port1.addEventListener('message', () => {
        clearTimeout(timer);
        resolve(true);
      });
      port1.start();
      // The library's message (https://serwist.pages.dev/docs/serwist/core/serwist).
      active.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: filesHere() } }, [port2]);
    });
  } catch {
    // Some browsers don't let pages store anything. Online, everything still works.
    return false;
  }
}
