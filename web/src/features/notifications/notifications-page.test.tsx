import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { listenForShortcuts } from '../../lib/shortcuts.ts';
import { failure, someone, stage, resetStage } from '../../testing/stage.tsx';
import { NotificationsPage } from './notifications-page.tsx';

afterEach(resetStage);

const { uid, firstName, lastName, photoUrl } = someone;
const item = (id: string, daysAgo: number): Notification => ({
  id,
  category: 'general',
  key: 'general.connections' as Notification['key'],
  kind: 'connection_requested',
  people: [{ uid, firstName, lastName, photoUrl }],
  peopleCount: 1,
  conversation: null,
  club: null,
  target: null,
  about: null,
  at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  isRead: false,
  can: { answer: false },
  change: 1,
});
const page = (...items: Notification[]) => ({
  items,
  total: items.length,
  unread: items.length,
  change: 1,
});

test('notifications appear under their day', async () => {
  await stage(<NotificationsPage />, {
    answers: { notifications: () => page(item('2', 0), item('1', 1)) },
  });
  const today = await screen.findByRole('region', { name: 'Today' });
  expect(within(today).getAllByRole('link')).toHaveLength(1);
  expect(
    within(screen.getByRole('region', { name: 'Yesterday' })).getAllByRole('link'),
  ).toHaveLength(1);
});

test('a failed list offers a retry, and an empty list shows an empty state', async () => {
  const replies: unknown[] = [failure(500, 'internal'), page()];
  await stage(<NotificationsPage />, { answers: { notifications: () => replies.shift() } });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy();
});

test('[NOTIF-01] an answered request stays in the list with its outcome, even if the server no longer returns it', async () => {
  const asked: Notification = { ...item('2', 0), can: { answer: true } };
  let isAccepted = false;
  const { asked: requests, client } = await stage(<NotificationsPage />, {
    answers: {
      notifications: () => (isAccepted ? page() : page(asked)),
      user_connect: () => {
        isAccepted = true;
        return { success: 'true', connectionStatus: 1 };
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Accept: Ana Silva/ }));
  expect(await screen.findByText('You’re now connected')).toBeTruthy();
  expect(requests.filter(({ path }) => path === 'user_connect')).toMatchObject([
    { query: { student_uid: '7', type: 'accept' } },
  ]);
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  // The focus stays on the page after the button disappears.
  expect((document.activeElement as HTMLElement).dataset['notification']).toBe('2');
  await act(() => client.invalidateQueries());
  expect(screen.getByRole('link', { name: /wants to connect with you/ })).toBeTruthy();
});

test('J and K move between notifications, and E marks one as read', async () => {
  const stop = listenForShortcuts();
  const { asked } = await stage(<NotificationsPage />, {
    answers: {
      notifications: () => page(item('3', 0), item('2', 0), item('1', 3)),
    },
  });
  await screen.findByRole('region', { name: 'Today' });
  const focused = () => (document.activeElement as HTMLElement).dataset['notification'];
  const press = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('j');
  expect(focused()).toBe('3');
  press('j');
  expect(focused()).toBe('2');
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
  expect(focused()).toBe('1');
  press('k');
  expect(focused()).toBe('2');
  press('e');
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ ids: ['2'], read: true }));
  stop();
});
