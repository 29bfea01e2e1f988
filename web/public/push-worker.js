/*
 * Shows push messages in this browser, and opens their page. It stores nothing and handles no requests of the app. It only
 * runs for push messages.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, path, tag, id, unread, language, dir } = event.data.json();
  // A notification that replaces an older one makes a sound again.
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
  // Only URLs of this site, whatever the message contains.
  const { path = '/notifications', id = null } = event.notification.data ?? {};
  const url = new URL(path, self.location.origin);
  // The app marks it as read (notifications.live.ts), so that it isn't also emailed.
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
