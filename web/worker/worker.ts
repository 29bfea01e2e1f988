import { CacheFirst, NetworkOnly, Serwist, type PrecacheEntry, type SerwistPlugin } from 'serwist';
import { isDoorPage } from '../src/lib/door-pages.ts';
import { listenForPushes } from './pushes.ts';
import { isFramed, isOfServer, shellOf, shells, withCopyMark } from './worker.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/*
 * The service worker of the whole app (decision 077). It stores the files of one release, and the page as a visitor gets it.
 * It never stores replies of the API: the app does (web/src/lib/offline-data.ts), because only the app knows whose they are.
 */

/** Replaced by tools/build-worker.ts: the files of this release that every page needs, and the release. */
declare const RELEASE_FILES: readonly PrecacheEntry[];
declare const RELEASE: string;
/** The script that every page of this release starts with. */
declare const RELEASE_ENTRY: string;

/** Maximum wait for a response at the door, in seconds. People are standing in line (decision 059). */
const doorSeconds = 4;
const filesName = `files ${RELEASE}`;

/**
 * Stores only the page of this release. While servers are replaced one by one, another one may send a page whose files
 * aren't here. Then the installation fails, and the browser tries again at the next visit.
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

const serwist = new Serwist({
  precacheEntries: [...RELEASE_FILES, ...shells.map((url) => ({ url, revision: RELEASE }))],
  precacheOptions: { directoryIndex: null, cleanURLs: false, plugins: [onlyThisRelease] },
  // A page only uses files with a hash in their name, so a new worker can serve the pages of an older release, too.
  skipWaiting: true,
  clientsClaim: true,
  // Calls, files of people and downloads never wait for the worker to start. Browsers without this pass them on below.
  requestRules: [
    {
      condition: { urlPattern: { pathname: '/(api|dav|files|mobile_ws|scim)/*' } },
      source: 'network',
    },
  ],
  // The browser requests the page itself while the worker starts. So the server embeds the page's data (decision 016).
  navigationPreload: true,
});

const shellOrError = async (request: Request): Promise<Response | undefined> => {
  const url = new URL(request.url);
  if (isFramed(request) || isOfServer(url.pathname)) return undefined;
  return serwist.matchPrecache(shellOf(url.pathname));
};

/** Opens the page from the device if the server can't be reached. */
const offlinePage: SerwistPlugin = { handlerDidError: ({ request }) => shellOrError(request) };
const pages = new NetworkOnly({ plugins: [offlinePage] });
const doorPages = new NetworkOnly({
  plugins: [offlinePage],
  networkTimeoutSeconds: doorSeconds,
});

serwist.registerCapture(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  async (options) => {
    const response = await (isDoorPage(options.url.pathname) ? doorPages : pages).handle(options);
    // A proxy responds while the server is down.
    return response.status >= 502 ? ((await shellOrError(options.request)) ?? response) : response;
  },
);

serwist.registerCapture(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:assets|languages)\//.test(url.pathname),
  new CacheFirst({ cacheName: filesName }),
);

/** Frames that opened since this worker started. Their files come from the network. */
const framed = new Set<string>();
self.addEventListener('fetch', (event) => {
  if (isFramed(event.request)) framed.add(event.resultingClientId);
  else if (framed.has(event.clientId)) event.stopImmediatePropagation();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name !== filesName && name !== serwist.precacheStrategy.cacheName)
            .map((name) => caches.delete(name)),
        ),
      ),
  );
});

serwist.addEventListeners();
listenForPushes();
