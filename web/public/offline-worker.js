/*
 * Opens tickets and the scanner without network, and nothing else: it is registered for their addresses alone. It keeps the page as a
 * visitor gets it, without anybody's data, and the files of one release; each visit with network replaces all of them at once.
 */
const prefix = `offline ${self.registration.scope} `;
const shellKey = `${self.registration.scope}page-without-network`;
/** How long an answer is waited for before the copy is shown, in milliseconds: a door has people waiting. */
const patience = 4_000;

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

/** A copy of the page and its files; it counts once it is whole, and the former ones go. */
const keep = async (files) => {
  // Asked for by a script and without cookies, the page has nobody's data (kernel/http/preloaded-data.ts).
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
    // Last: a copy without its page is never shown.
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
  const timer = shell && setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    // A proxy answers for a server that is down.
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
  // Files named after what is in them never change.
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
