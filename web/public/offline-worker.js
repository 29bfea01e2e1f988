/*
 * Removes the service worker and everything that it stored. The server sends this at `/worker.js` if OFFLINE_PAGES is 0, and
 * here, where browsers look for the worker that earlier releases registered for tickets and the scanner.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    // A newer worker of the whole app shares the caches. Only the worker of the whole app may delete them.
    if (new URL(self.registration.scope).pathname === '/')
      for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
