import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
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

test('the empty state says so; a failed list can be retried', async () => {
  const replies: unknown[] = [failure(500, 'internal'), page()];
  await stage(<NotificationsPage />, { answers: { notifications: () => replies.shift() } });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy();
});
