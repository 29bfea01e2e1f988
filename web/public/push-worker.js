/*
 * Shows what the campus pushes to this browser, and opens the page it is about. It keeps nothing and answers no request of the
 * app: without a push it does not run.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, path, tag, id, unread, language, dir } = event.data.json();
  // What takes the place of an older one is heard again.
  const shown = {
    body,
    tag,
    renotify: true,
    lang: language,
    dir,
    icon: '/favicon.svg',
    data: { path, id },
  };
  const badge =
    'setAppBadge' in self.navigator
      ? self.navigator.setAppBadge(unread).catch(() => undefined)
      : undefined;
  event.waitUntil(Promise.all([self.registration.showNotification(title, shown), badge]));
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
