/*
 * Opens tickets and the scanner offline. It is only registered for their URLs. It stores the page as a visitor gets it,
 * without personal data, and the files of one release. Each visit while online replaces all of them.
 */
const prefix = `offline ${self.registration.scope} `;
const shellKey = `${self.registration.scope}page-without-network`;
/** Maximum wait for a response before the copy is shown, in milliseconds. People are waiting at the door. */
const networkTimeoutMs = 4_000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const copies = async () =>
  (await caches.keys()).filter((name) => name.startsWith(prefix)).sort((a, b) => (a < b ? 1 : -1));

const fromCopy = async (key) => {
  for (const name of await copies()) {
    const found = await (await caches.open(name)).match(key);
    if (found) return found;
  }
  return undefined;
};

/** Stores the page and its files. The copy counts once it is complete, and then replaces earlier ones. */
const keep = async (files) => {
  // A request by a script without cookies returns a page without personal data (kernel/http/preloaded-data.ts).
  const page = await fetch(shellKey, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok) throw new Error(`The page answered ${page.status}`);
  const text = (await page.text()).replace(
    '</head>',
    '<meta name="offline-copy" content="yes"></head>',
  );
  const answers = await Promise.all(
    files.map(async (file) => {
      const answer = (await fromCopy(file)) ?? (await fetch(file));
      if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
      return [file, answer];
    }),
  );
  const former = await copies();
  const name = `${prefix}${Date.now()}`;
  const copy = await caches.open(name);
  try {
    for (const [file, answer] of answers) await copy.put(file, answer.clone());
    // Store the page last: a copy without it is never shown.
    await copy.put(shellKey, new Response(text, { headers: page.headers }));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  for (const old of former) await caches.delete(old);
};

self.addEventListener('message', (event) => {
  const { kind, files } = event.data;
  const work =
    kind === 'keep'
      ? keep(files)
      : kind === 'forget'
        ? copies().then((names) => Promise.all(names.map((name) => caches.delete(name))))
        : Promise.resolve();
  event.waitUntil(
    work.then(
      () => event.ports[0]?.postMessage({ isDone: true }),
      () => event.ports[0]?.postMessage({ isDone: false }),
    ),
  );
});

const page = async (request) => {
  const stop = new AbortController();
  const shell = await fromCopy(shellKey);
  const timer = shell && setTimeout(() => stop.abort(), networkTimeoutMs);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    // A proxy responds while the server is down.
    return shell && answer.status >= 502 ? shell : answer;
  } catch (error) {
    if (shell) return shell;
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

const file = async (request) => {
  const found = await fromCopy(request.url);
  // Files with a content hash in their name never change.
  if (found && new URL(request.url).pathname.startsWith('/assets/')) return found;
  try {
    return await fetch(request);
  } catch (error) {
    if (found) return found;
    throw error;
  }
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (!/^\/(?:api|mobile_ws|scim|files|dav)\//.test(url.pathname))
    event.respondWith(file(request));
});
