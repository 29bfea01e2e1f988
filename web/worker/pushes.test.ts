import { afterEach, expect, test, vi } from 'vitest';
import { listenForPushes } from './pushes.ts';

afterEach(() => vi.unstubAllGlobals());

/** The worker with everything that a browser provides, and a record of what it did. */
const openWorker = (
  pages: { focus: () => Promise<void>; navigate: (to: string) => Promise<void> }[] = [],
) => {
  const received = new Map<string, (event: object) => void>();
  const showNotification = vi
    .fn<(title: string, shown: object) => Promise<void>>()
    .mockResolvedValue();
  const setAppBadge = vi.fn<(count: number) => Promise<void>>().mockResolvedValue();
  const openWindow = vi.fn<(to: string) => Promise<void>>().mockResolvedValue();
  const self = {
    addEventListener: (kind: string, receive: (event: object) => void) =>
      received.set(kind, receive),
    registration: { showNotification },
    navigator: { setAppBadge },
    location: { origin: 'https://campus.example' },
    clients: { matchAll: () => Promise.resolve(pages), openWindow, claim: () => Promise.resolve() },
  };
  vi.stubGlobal('self', self);
  listenForPushes();
  const post = async (kind: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    received.get(kind)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  return { tell: post, showNotification, setAppBadge, openWindow };
};
const click = (data: object | null) => ({ notification: { close: () => undefined, data } });

test('[NOTIF-04] a push appears in its language, replaces an earlier one on its subject and updates the badge', async () => {
  const { tell: post, showNotification, setAppBadge } = openWorker();
  const push = {
    title: 'Demo',
    body: 'Ana wrote: hi',
    path: '/chat/7',
    tag: 'c7',
    id: '9',
    unread: 3,
    language: 'ar',
    dir: 'rtl',
  };
  await post('push', { data: { json: () => push } });
  expect(showNotification.mock.calls).toEqual([
    [
      'Demo',
      expect.objectContaining({
        body: 'Ana wrote: hi',
        tag: 'c7',
        renotify: true,
        lang: 'ar',
        dir: 'rtl',
        data: { path: '/chat/7', id: '9' },
      }),
    ],
  ]);
  expect(setAppBadge.mock.calls).toEqual([[3]]);
});

test('[NOTIF-04] clicking a push opens only pages of this site, in the open window if there is one', async () => {
  const { tell: post, openWindow } = openWorker();
  await post('notificationclick', click({ path: '/chat/7', id: '9' }));
  await post('notificationclick', click({ path: 'https://evil.example/x', id: null }));
  await post('notificationclick', click(null));
  expect(openWindow.mock.calls.flat()).toEqual([
    'https://campus.example/chat/7#notification=9',
    'https://campus.example',
    'https://campus.example/notifications',
  ]);
  const page = {
    focus: vi.fn<() => Promise<void>>().mockResolvedValue(),
    navigate: vi.fn<(to: string) => Promise<void>>().mockResolvedValue(),
  };
  const open = openWorker([page]);
  await open.tell('notificationclick', click({ path: '/chat/8', id: null }));
  expect([
    page.focus.mock.calls.length,
    page.navigate.mock.calls,
    open.openWindow.mock.calls,
  ]).toEqual([1, [['https://campus.example/chat/8']], []]);
});
