import { Outlet, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from '../lib/page.tsx';
import { school } from '../lib/school.ts';
import { paths } from '../paths.ts';
import { play, someSchool } from '../testing/stage.tsx';
import { PageError } from './page-error.tsx';

const Destination = () => <main>the directory</main>;
const Home = () => <main>home</main>;
const Bars = () => (
  <>
    <nav>bars</nav>
    <Outlet />
  </>
);
const load = vi.fn<() => Promise<{ Place: typeof Destination }>>();
let isOnline = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.stubGlobal('fetch', async () => new Response());
  school.set(someSchool);
  isOnline = false;
  load.mockReset().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Navigates from home to the directory, whose module fails to load. */
async function go() {
  window.history.replaceState(null, '', paths.home);
  const routes = [
    { path: paths.home, component: Home },
    { path: paths.directory, component: page(load, 'Place') },
  ];
  const router = play(routes, { component: Bars, defaultErrorComponent: PageError });
  await router.load();
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ to: paths.directory }));
  return router;
}

test('a page that isn’t on the device shows an offline notice between the bars and opens once online', async () => {
  await go();
  expect(screen.getByText('bars')).toBeTruthy();
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 }).textContent).toBe(
    'You’re offline',
  );
  expect(screen.queryByText(/our mistake/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy();
  load.mockResolvedValue({ Place: Destination });
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await passes(0);
  expect(screen.getByRole('main').textContent).toBe('the directory');
});

test('if a page still fails once online, the app loads its address, then offers a reload', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await go();
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await passes(0);
  expect(assign).not.toHaveBeenCalled();
  await passes(5_000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page couldn’t load');
  screen.getByRole('button', { name: 'Reload page' }).click();
  expect(reload).toHaveBeenCalledOnce();
  expect(assign).toHaveBeenCalledExactlyOnceWith(paths.directory);
});

test('a user who leaves a page that failed to load stays on the new page, and retries stop', async () => {
  const router = await go();
  await act(() => router.navigate({ to: paths.home }));
  expect(screen.getByRole('main').textContent).toBe('home');
  const tries = load.mock.calls.length;
  await passes(120_000);
  expect(load).toHaveBeenCalledTimes(tries);
});
