import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { grantablePermissions, permissionsOf } from '#contract/permissions.ts';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { school } from '../../lib/school.ts';
import { authStatus, noSession, session } from '../../lib/session-store.ts';
import { admin, me, play, someSchool, resetStage } from '../../testing/stage.tsx';
import { sectionsOf } from '../../shell/sections.ts';
import { AdminPage } from './admin-page.tsx';

afterEach(resetStage);

async function open(user: AuthenticatedUser, at: string) {
  school.set(someSchool);
  session.set({ ...noSession, status: authStatus.LOGGED_IN, user });
  window.history.replaceState(null, '', at);
  const pages = sectionsOf('admin', admin.permissions).map(({ to }) => ({
    path: to,
    component: () => <p>{`At ${to}`}</p>,
  }));
  const router = play(pages, { component: AdminPage });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  const bar = screen.queryByRole('navigation', { name: 'Admin sections' });
  return (
    bar &&
    within(bar)
      .getAllByRole('link')
      .map((link) => link.textContent)
  );
}
const staff = (...permissions: AuthenticatedUser['permissions']) => ({ ...me, permissions });

test('an admin sees every section', async () => {
  expect(await open(admin, '/admin/roles')).toHaveLength(34);
  expect(await screen.findByText('At /admin/roles')).toBeTruthy();
});

test('staff see only the sections that their permissions allow', async () => {
  const user = staff('reports.manage', 'audit.read');
  expect(await open(user, '/admin/reports')).toEqual([
    'Overview',
    'Reports',
    'Word list',
    'Activity log',
  ]);
  expect(await screen.findByText('At /admin/reports')).toBeTruthy();
  resetStage();
  expect(await open(user, '/admin/roles')).toEqual([
    'Overview',
    'Reports',
    'Word list',
    'Activity log',
  ]);
  expect(screen.queryByText('At /admin/roles')).toBeNull();
  expect(screen.getByText('You don’t have access to this page')).toBeTruthy();
});

test('a user without permissions sees no section', async () => {
  expect(await open(me, '/admin/reports')).toBeNull();
  expect(screen.queryByText('At /admin/reports')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'You don’t have access to this page',
  );
});

test('Admin opens the first section that the user can see', () => {
  const first = (held: Parameters<typeof sectionsOf>[1]) => sectionsOf('admin', held)[0]?.to;
  expect(first(permissionsOf('school'))).toBe('/admin/overview');
  expect(first(['reports.manage'])).toBe('/admin/overview');
  expect(first(['audit.read'])).toBe('/admin/log');
});

/**
 * Permissions that have no admin section, because people use them elsewhere: they pin and delete posts in the feed, manage
 * events on the events' pages, and offer office hours on their own. Some room permissions are only used by calls.
 */
const withoutSection = new Set([
  'posts.manage',
  'events.manage_all',
  'booking.offer',
  'rooms.manage',
]);

test.each(grantablePermissions('school').filter((one) => !withoutSection.has(one)))(
  'a role with %s gives access to a section',
  (permission) => {
    expect(sectionsOf('admin', [permission])).not.toEqual([]);
  },
);
