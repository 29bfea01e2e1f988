/*
 * Shows what the campus pushes to this browser, and opens the page it is about. It keeps nothing and answers no request of the
 * app: without a push it does not run.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, path, tag, id, language, dir } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: language, dir, icon: '/favicon.svg', data: { path, id } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // An address of this campus, whatever was pushed.
  const { path = '/notifications', id = null } = event.notification.data ?? {};
  const url = new URL(path, self.location.origin);
  // The app reads it then (notifications.live.ts): what was opened from a push is not mailed.
  if (id !== null) url.hash = `notification=${id}`;
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    const [page] = pages;
    if (page === undefined) return self.clients.openWindow(target);
    await page.focus();
    return page.navigate(target);
  };
  event.waitUntil(open());
});
