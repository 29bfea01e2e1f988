import { CacheFirst, NetworkOnly, Serwist, type PrecacheEntry, type SerwistPlugin } from 'serwist';
import { isDoorPage } from '../src/lib/door-pages.ts';
import { listenForPushes } from './pushes.ts';
import {
  isFramed,
  isOfServer,
  networkPatterns,
  replacementsOf,
  shellOf,
  shells,
  withCopyMark,
} from './worker.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/*
 * The service worker of the whole app (decision 077). It stores the files of one release, and the page as a visitor gets it.
 * It never stores replies of the API: the app does (web/src/lib/offline-data.ts), because only the app knows whose they are.
 */

/** Replaced by tools/build-worker.ts: the files of this release that every page needs, and the release. */
declare const RELEASE_FILES: readonly PrecacheEntry[];
declare const RELEASE: string;
/** The names of this release's other files in `/assets`. */
declare const RELEASE_OTHERS: readonly string[];
/** The script that every page of this release starts with. */
declare const RELEASE_ENTRY: string;

/** Maximum wait for a response at the door, in seconds. People are standing in line (decision 059). */
const doorSeconds = 4;
const filesName = `files ${RELEASE}`;

/**
 * Stores only the page of this release. During a rolling upgrade, a server of another release can send its page, which needs
 * other files. Then the installation fails, and the browser tries again on the next visit.
 */
const onlyThisRelease: SerwistPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    if (!response.ok) return null;
    const { pathname } = new URL(request.url);
    if (!shells.includes(pathname)) return response;
    const text = await response.text();
    if (!text.includes(RELEASE_ENTRY)) return null;
    return new Response(withCopyMark(text), { headers: response.headers });
  },
};

/**
 * Requests a file from the network if the browser can't read its storage. An installation fails instead, because it must have
 * stored all files.
 */
const networkFile: SerwistPlugin = {
  handlerDidError: async ({ request, event }) =>
    event.type === 'install' ? undefined : fetch(request),
};

const serwist = new Serwist({
  precacheEntries: [...RELEASE_FILES, ...shells.map((url) => ({ url, revision: RELEASE }))],
  precacheOptions: {
    directoryIndex: null,
    cleanURLs: false,
    plugins: [onlyThisRelease, networkFile],
  },
  // A page only uses files with a hash in their name, so a new worker can serve the pages of an older release, too.
  skipWaiting: true,
  clientsClaim: true,
  // Calls, files of people and downloads never wait for the worker to start. Browsers without this pass them on below.
  requestRules: networkPatterns.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  })),
  // The browser requests the page itself while the worker starts. So the server embeds the page's data (decision 016).
  navigationPreload: true,
});

const shellOrError = async (request: Request): Promise<Response | undefined> => {
  const url = new URL(request.url);
  if (isFramed(request) || isOfServer(url.pathname)) return undefined;
  // Some browsers can't read their storage. Then the server's response is shown.
  return serwist.matchPrecache(shellOf(url.pathname)).catch(() => undefined);
};

/** Opens the page from the device if the server can't be reached. */
const offlinePage: SerwistPlugin = {
  // If the browser's own request has failed, another one would only double the wait.
  requestWillFetch: async ({ request, event }) => {
    if (event instanceof FetchEvent) await event.preloadResponse;
    return request;
  },
  handlerDidError: ({ request }) => shellOrError(request),
};
const pages = new NetworkOnly({ plugins: [offlinePage] });
const doorPages = new NetworkOnly({
  plugins: [offlinePage],
  networkTimeoutSeconds: doorSeconds,
});

serwist.registerCapture(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  async (options) => {
    // A frame never gets the stored page, so it waits for the server.
    const isAtDoor = isDoorPage(options.url.pathname) && !isFramed(options.request);
    const response = await (isAtDoor ? doorPages : pages).handle(options);
    // A proxy responds while the server is down.
    return response.status >= 502 ? ((await shellOrError(options.request)) ?? response) : response;
  },
);

const files = new CacheFirst({ cacheName: filesName, plugins: [networkFile] });
serwist.registerCapture(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:assets|languages)\//.test(url.pathname),
  files,
);

/** Stores files, except those that were stored in advance. Returns whether all of them arrived and could be stored. */
const storeFiles = async (event: ExtendableEvent, urls: readonly string[]): Promise<boolean> => {
  const results = await Promise.allSettled(
    urls
      .filter((url) => serwist.getPrecacheKeyForUrl(url) === undefined)
      .map((url) => Promise.all(files.handleAll({ event, request: new Request(url) }))),
  );
  return results.every(({ status }) => status === 'fulfilled');
};

self.addEventListener('message', (event) => {
  // The page's message (web/src/lib/worker.ts). The library's own one gets no response if a file fails.
  const { type, urls } = (event.data ?? {}) as { type?: string; urls?: readonly string[] };
  if (type !== 'STORE_FILES' || urls === undefined) return;
  event.waitUntil(
    storeFiles(event, urls).then((isStored) => event.ports[0]?.postMessage(isStored)),
  );
});

const formerCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter(
    (name) => name !== filesName && name !== serwist.precacheStrategy.cacheName,
  );

/** Stores what the person's pages need of this release, such as the scanner or their language. They may be offline at the next visit. */
const storeReplacements = async (event: ExtendableEvent): Promise<void> => {
  const former = await Promise.all(
    (await formerCaches()).map(async (name) => (await caches.open(name)).keys()),
  );
  const paths = former.flat().map(({ url }) => new URL(url).pathname);
  await storeFiles(event, replacementsOf(paths, RELEASE_OTHERS));
};
self.addEventListener('install', (event) => {
  event.waitUntil(storeReplacements(event).catch(() => undefined));
});

/** Frames that opened since this worker started. Their files come from the network. */
const framed = new Set<string>();
self.addEventListener('fetch', (event) => {
  if (isFramed(event.request)) framed.add(event.resultingClientId);
  else if (framed.has(event.clientId)) event.stopImmediatePropagation();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    formerCaches().then((names) => Promise.all(names.map((name) => caches.delete(name)))),
  );
});

serwist.addEventListeners();
listenForPushes();
