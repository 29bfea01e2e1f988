declare const self: ServiceWorkerGlobalScope;

/** The server's push message (server/src/features/notifications). */
interface Push {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly id: string;
  readonly unread: number;
  readonly language: string;
  readonly dir: NotificationDirection;
}

interface Shown {
  readonly path?: string;
  readonly id?: string | null;
}

const show = async ({ title, body, path, tag, id, unread, language, dir }: Push): Promise<void> => {
  // A notification that replaces an older one makes a sound again. The type lacks `renotify`.
  const shown: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    renotify: true,
    lang: language,
    dir,
    icon: '/favicon.svg',
    data: { path, id },
  };
  await Promise.all([
    self.registration.showNotification(title, shown),
    'setAppBadge' in self.navigator
      ? self.navigator.setAppBadge(unread).catch(() => undefined)
      : undefined,
  ]);
};

const open = async ({ path = '/notifications', id = null }: Shown): Promise<void> => {
  // Only URLs of this site, whatever the message contains.
  const url = new URL(path, self.location.origin);
  // The app marks it as read (notifications.live.ts), so that it isn't also emailed.
  if (id !== null) url.hash = `notification=${id}`;
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await self.clients.openWindow(target);
    return;
  }
  await page.focus();
  await page.navigate(target);
};

/** Shows push messages in this browser, and opens their page. */
export function listenForPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data !== null) event.waitUntil(show(event.data.json() as Push));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data ?? {}) as Shown));
  });
}
