import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { areShortcutsOn, listenForShortcuts } from '../../../lib/shortcuts.ts';
import { stage, resetStage } from '../../../testing/stage.tsx';
import { ClubsPage } from './clubs-page.tsx';

afterEach(resetStage);

const clubOf = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  acronym: '',
  description: '',
  url: null,
  Logo: null,
  CountMembers: 3,
  Known: { count: 0, people: [] },
  Membership: 'open',
  Memberships: [],
  Categories: [],
  can: { join: true },
  ...more,
});
const windowOf = (items: readonly object[]) => ({
  items,
  total: items.length,
  perPage: 30,
  currentPage: 1,
  messages: [],
});
const mine = clubOf('7', 'Choir', {
  Memberships: [{ status: 'member', role: 'member', since: '2026-01-01T00:00:00Z' }],
  can: { leave: true },
});
const show = (listed: (search: string) => object[]) =>
  stage(<ClubsPage />, {
    answers: {
      clubs: ({ filters = '{}' }) => {
        const {
          Search = '',
          MembershipStatus,
          HomePage,
        } = JSON.parse(filters) as {
          Search?: string;
          MembershipStatus?: string[];
          HomePage?: boolean;
        };
        if (HomePage) return windowOf([]);
        return windowOf(MembershipStatus ? [mine] : listed(Search));
      },
      unread: () => ({ items: [{ club: '7', count: 4 }] }),
      listing_filters: () => [],
      membership: () => ({ status: 'member' }),
      'club-suggestions': () => ({ items: [] }),
      waiting: () => ({ items: [] }),
    },
  });

test('[CLUB-02] my clubs show unread counts, / focuses the search, and J joins the focused club if shortcuts are on', async () => {
  const stop = listenForShortcuts();
  const { asked } = await show(() => [clubOf('5', 'Chess Club')]);
  const own = await screen.findByRole('link', { name: /Choir/ });
  expect(await within(own).findByText('4 new')).toBeTruthy();
  const joins = () => asked.filter(({ path }) => path === 'membership').length;
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  (await screen.findByRole('link', { name: 'Chess Club' })).focus();
  areShortcutsOn.set(false);
  fireEvent.keyDown(document.activeElement as Element, { key: 'j' });
  expect(joins()).toBe(0);
  areShortcutsOn.set(true);
  fireEvent.keyDown(document.activeElement as Element, { key: 'j' });
  await waitFor(() => expect(joins()).toBe(1));
  // The key only works inside the list.
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(joins()).toBe(1);
  stop();
});

test('[CLUB-02] a search without results suggests the nearest names', async () => {
  await show((search) =>
    search === '' || search === 'kl'
      ? [clubOf('5', 'Chess Club'), clubOf('6', 'Climbing')]
      : search.startsWith('ch') && search.length === 2
        ? [clubOf('5', 'Chess Club'), clubOf('8', 'Choir')]
        : [],
  );
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'ches' } });
  expect(await screen.findByRole('heading', { name: 'Did you mean' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Chess Club' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Climbing' })).toBeNull();
});
