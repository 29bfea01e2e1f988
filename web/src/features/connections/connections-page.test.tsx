import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
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
