import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listedMenu, menuItemTypes } from '#contract/menus/items.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { queryClient } from '../lib/call.ts';
import { stage, resetStage } from '../testing/stage.tsx';
import { MainMenu } from './main-menu.tsx';
import { iconOf } from './menu-drawing.tsx';
import { labelOf, orderedDestinations, wordOf } from './menu-kinds.ts';
import { hasMoreLinks, menuQuery, workingMenu, type Menu } from './menu.data.ts';
import { closeMenus, openMenu } from './menus.ts';

// All sections are built, so this test leaves one out.
vi.mock('../lists/destinations.ts', async (original) => {
  const { destinations } = await original<{ destinations: Record<string, object> }>();
  return {
    destinations: { ...destinations, courses: { ...destinations.courses, isBuilt: false } },
  };
});

const menu: Menu = {
  hub: { id: '5', name: 'Arts' },
  bar: [{ id: 'home', type: 'home' }],
  sections: [
    {
      id: 'my-app',
      type: 'menu_section',
      items: [
        { id: 'feed', type: 'home' },
        { id: 'all-people', type: 'directory' },
        { id: 'virtual-space', type: 'web', url: 'https://space.example/', icon: 'star' },
        { id: 'chat', type: 'chat' },
      ],
    },
    {
      id: 'later',
      type: 'menu_section',
      name: 'Only what is not built',
      items: [{ id: 'courses', type: 'courses' }],
    },
    {
      id: 'more-resources',
      type: 'menu_section',
      items: [
        {
          id: 'social-media',
          type: 'menu_group',
          items: [{ id: 'instagram', type: 'instagram', url: 'https://insta.example/' }],
        },
        { id: 'switch', type: 'switch' },
        { id: 'logout', type: 'logout' },
      ],
    },
  ],
};

const show = async (isWhole: boolean) => {
  await stage(<MainMenu isWhole={isWhole} />, { answers: { menu: () => menu } });
  await screen.findByRole('link', { name: 'Directory' });
};
afterEach(() => {
  cleanup();
  closeMenus();
  queryClient.clear();
  resetStage();
});

describe('[SHELL-05] menu item actions', () => {
  test('each item type links to its route', () => {
    expect(
      Object.fromEntries(Object.entries(orderedDestinations).map(([type, { to }]) => [type, to])),
    ).toEqual({
      home: '/',
      directory: '/directory',
      chat: '/chat',
      development: '/development',
      people: '/connections',
      inbox: '/inbox',
      events: '/events',
      clubs: '/clubs',
      approvals: '/approvals',
      elections: '/elections',
      orders: '/orders',
      jobs: '/jobs',
      calendar: '/calendar',
      courses: '/edu',
      finances: '/financial',
      record: '/cct',
      booking: '/booking',
    });
  });

  test('the bar omits unbuilt items', () => {
    const unbuilt = ['courses'] as const;
    const bar = unbuilt.map((type) => ({ id: type, type }));
    expect(workingMenu({ hub: null, bar, sections: [] }).bar).toEqual([]);
  });

  test.each(menuItemTypes)('%s has a label and an icon', (type) => {
    expect(labelOf(type)).toBeTruthy();
    expect(iconOf(type)).toBeTruthy();
    expect(wordOf({ id: 'toString', type })).toBe(labelOf(type));
  });

  test('an external link opens in a new tab without an opener and closes the menu', async () => {
    openMenu.set('main');
    await show(false);
    const link = screen.getByRole('link', { name: /^Virtual Space/ });
    expect([
      link.getAttribute('href'),
      link.getAttribute('target'),
      link.getAttribute('rel'),
    ]).toEqual(['https://space.example/', '_blank', 'noopener noreferrer']);
    expect(link.textContent).toContain('opens in a new tab');
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(openMenu.get()).toBe('none');
  });

  test('[HUB-01] Switch hub shows the current hub and opens the hub list', async () => {
    await show(false);
    const button = screen.getByRole('button', { name: /^Switch hub/ });
    expect(button.textContent).toContain('Arts');
    fireEvent.click(button);
    expect(openMenu.get()).toBe('hubs');
  });
});

describe('[SHELL-04] the main menu', () => {
  test('sections appear in order, and a section that contains only unbuilt items doesn’t appear', async () => {
    await show(false);
    const nav = screen.getByRole('navigation', { name: 'Menu' });
    expect(
      within(nav)
        .getAllByRole('heading')
        .map((one) => one.textContent),
    ).toEqual(['My App', 'More resources']);
    expect(screen.queryByText('Events')).toBeNull();
    expect(screen.getByRole('link', { name: 'Feed' })).toBeTruthy();
  });

  test('clicking a group shows and hides its items', async () => {
    await show(false);
    const group = screen.getByRole('button', { name: 'Social Media' });
    expect(screen.queryByRole('link', { name: /Instagram/ })).toBeNull();
    fireEvent.click(group);
    expect(group.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('link', { name: /Instagram/ })).toBeTruthy();
    fireEvent.click(group);
    expect(screen.queryByRole('link', { name: /Instagram/ })).toBeNull();
  });

  test('the full menu shows Settings and a single Log out button', async () => {
    await show(true);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Log out' })).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy();
  });

  test('the bar shows More only if the menu has links that the bar lacks', () => {
    const listed = workingMenu({ hub: null, ...structuredClone(listedMenu) } as Menu);
    const without = {
      ...listed,
      sections: listed.sections.map((one) => ({
        ...one,
        items: one.items.filter(
          ({ type }) => type === 'logout' || listed.bar.some((near) => near.type === type),
        ),
      })),
    };
    expect(hasMoreLinks(without as Menu)).toBe(false);
    expect(hasMoreLinks(menu)).toBe(true);
  });
});

test('the menu query uses the key of the preloaded call', () =>
  expect(menuQuery().queryKey).toEqual([getMenu, {}]));
