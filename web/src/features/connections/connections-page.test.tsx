import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, me, resetStage, stage } from '../../testing/stage.tsx';
import { ConnectionsPage } from './connections-page.tsx';

afterEach(resetStage);

const page = (incoming: number) => ({
  total: 0,
  items: [],
  counts: { incoming, sent: 0, connected: 2 },
});
const selected = () => screen.queryByRole('tab', { selected: true })?.textContent;

test.each([
  [1, 'Requests1'],
  [0, 'Connected2'],
])('[ROUTE-04] with %i requests, no tab appears before the counts load', async (incoming, tab) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await stage(<ConnectionsPage />, { answers: { connections: () => promise } });
  expect(screen.queryByRole('tab')).toBeNull();
  await act(async () => resolve(page(incoming)));
  await screen.findByRole('tablist');
  expect(selected()).toBe(tab);
});

test('the page immediately selects the tab in the URL', async () => {
  await stage(<ConnectionsPage />, {
    at: '/connections?list=sent',
    answers: { connections: () => new Promise(() => undefined) },
  });
  expect(selected()).toBe('Sent');
});

test('if the counts fail to load, the page selects the Connected tab', async () => {
  await stage(<ConnectionsPage />, { answers: { connections: () => failure(500, 'internal') } });
  await screen.findByRole('tablist');
  expect(selected()).toBe('Connected');
});

test('accepting all requests asks first, and sends when the newest one was sent', async () => {
  const since = '2026-11-20T09:00:00.000Z';
  const { asked } = await stage(<ConnectionsPage />, {
    at: '/connections?list=incoming',
    answers: {
      connections: () => ({
        total: 2,
        items: [
          { ...me, uid: '2', firstName: 'Ana', connectionStatus: 3, since },
          {
            ...me,
            uid: '3',
            firstName: 'Ben',
            connectionStatus: 3,
            since: '2026-11-19T09:00:00.000Z',
          },
        ],
        counts: { incoming: 2, sent: 0, connected: 0 },
      }),
      acceptances: () => ({ accepted: 2 }),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept all' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Accept 2 requests?' });
  expect(asked.some(({ path }) => path.includes('acceptances'))).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept all' }));
  await expect
    .poll(() => asked.find(({ path }) => path.includes('acceptances'))?.body)
    .toEqual({ until: since });
});
