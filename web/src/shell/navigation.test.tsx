import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaveGuard } from '../kit/leave-guard.tsx';
import { page, useSearch } from '../lib/page.tsx';
import { school } from '../lib/school.ts';
import { pickParams, parseSearch, stringifySearch } from '../lib/search-params.ts';
import { play, someSchool } from '../testing/stage.tsx';
import { KeepAliveOutlet } from './keep-alive-outlet.tsx';
import { mainRef } from './main-ref.ts';
import { PageError } from './page-error.tsx';
import { RootLayout } from './root-layout.tsx';

let isOnline = true;
let slow = Promise.withResolvers<void>();
const atWork = new Set<string>();
const written = (label: string) => () => {
  useEffect(() => {
    atWork.add(label);
    return () => void atWork.delete(label);
  }, []);
  return (
    <section aria-label={`${label} ${JSON.stringify(useSearch())}`}>
      <main ref={mainRef} tabIndex={-1}>
        <h1>{label}</h1>
        <input aria-label={label} />
      </main>
    </section>
  );
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const scrolled = (to: number) => {
  Object.defineProperty(window, 'scrollY', { value: to, configurable: true });
  document.dispatchEvent(new Event('scroll'));
};
const lastPlace = () => {
  const [to, y] = vi.mocked(window.scrollTo).mock.lastCall as unknown as [
    { top: number } | number,
    number,
  ];
  return typeof to === 'number' ? y : to.top;
};
const bring =
  <M,>(module: M) =>
  async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return module;
  };

async function open(): Promise<AnyRouter> {
  window.history.replaceState(null, '', '/');
  const root = createRootRoute({ component: RootLayout });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: KeepAliveOutlet,
  });
  const own = { getParentRoute: () => shell };
  const around = createRoute({
    ...own,
    id: 'around',
    component: page(bring({ Around: Outlet }), 'Around'),
    beforeLoad: () => undefined,
  });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([
      shell.addChildren([
        createRoute({
          ...own,
          path: '/',
          component: written('one'),
          validateSearch: pickParams('list'),
          staticData: { keepAlive: true },
        }),
        createRoute({
          ...own,
          path: '/two',
          component: written('two'),
          staticData: { keepAlive: true },
        }),
        createRoute({ ...own, path: '/three', component: written('three') }),
        createRoute({ ...own, path: '/form', component: () => <LeaveGuard isDirty /> }),
        createRoute({
          ...own,
          path: '/slow',
          component: written('slow'),
          loader: () => slow.promise,
        }),
        around.addChildren([
          createRoute({
            getParentRoute: () => around,
            path: '/far',
            component: page(bring({ Far: written('far') }), 'Far'),
          }),
        ]),
      ]),
    ]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
  });
  await router.load();
  render(<RouterProvider router={router} />);
  await act(async () => undefined);
  return router;
}
const go = (router: AnyRouter, to: string) => act(() => router.navigate({ to }));

beforeEach(() => {
  isOnline = true;
  slow = Promise.withResolvers();
  school.set(someSchool);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  cleanup();
  scrolled(0);
  vi.restoreAllMocks();
});

test('a keep-alive page keeps its state while hidden and stops its effects', async () => {
  const router = await open();
  fireEvent.change(field('one'), { target: { value: 'half a word' } });
  const left = field('one');
  await go(router, '/two');
  expect(screen.queryByRole('textbox', { name: 'one' })).toBeNull();
  expect([heading(), ...atWork]).toEqual(['two', 'two']);
  await go(router, '/');
  expect(field('one')).toBe(left);
  expect(field('one').value).toBe('half a word');
  expect([...atWork]).toEqual(['one']);
  expect(document.querySelector('h1')?.textContent).toBe('one');
});

test('pages without keep-alive start fresh on each visit', async () => {
  const router = await open();
  await go(router, '/three');
  fireEvent.change(field('three'), { target: { value: 'half a word' } });
  await go(router, '/');
  await go(router, '/three');
  expect(field('three').value).toBe('');
});

test('a page receives its known search parameters and ignores repeated ones', async () => {
  const router = await open();
  await act(() => router.navigate({ href: '/?list=sent&other=1' }));
  expect(screen.getByLabelText('one {"list":"sent"}')).toBeTruthy();
  await act(() => router.navigate({ href: '/?list=a&list=b' }));
  expect(screen.getByLabelText('one {}')).toBeTruthy();
});

test('[ROUTE-06] Back restores the scroll position; Forward and a link to the current page scroll to the top', async () => {
  const router = await open();
  scrolled(300);
  await go(router, '/two');
  expect(lastPlace()).toBe(0);
  scrolled(700);
  await act(async () => window.history.back());
  await waitFor(() => expect(heading()).toBe('one'));
  await waitFor(() => expect(lastPlace()).toBe(300));
  await act(async () => window.history.forward());
  await waitFor(() => expect(heading()).toBe('two'));
  await waitFor(() => expect(lastPlace()).toBe(0));
  scrolled(200);
  vi.mocked(window.scrollTo).mockClear();
  await go(router, '/two');
  expect(lastPlace()).toBe(0);
});

test('a navigation moves focus to the heading, even if a dialog returns focus; a search change doesn’t move it', async () => {
  const router = await open();
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  await go(router, '/two');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('two'));
  button.focus();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('two'));
  await go(router, '/');
  field('one').focus();
  await act(() => router.navigate({ href: '/?list=sent' }));
  expect(document.activeElement).toBe(field('one'));
  button.remove();
});

test('offline, a nested page shows an offline notice, also after Back and Forward, and opens once online', async () => {
  const router = await open();
  isOnline = false;
  await go(router, '/far');
  expect(heading()).toBe('You’re offline');
  await act(async () => router.history.back());
  await waitFor(() => expect(heading()).toBe('one'));
  await act(async () => router.history.forward());
  await waitFor(() => expect(heading()).toBe('You’re offline'));
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(heading()).toBe('far'));
});

test('after one page throws, other pages still open', async () => {
  window.history.replaceState(null, '', '/bad');
  const Bad = () => {
    throw new Error('broken');
  };
  const router = play(
    [
      { path: '/bad', component: Bad },
      { path: '/', component: () => <p>home</p> },
    ],
    { defaultErrorComponent: ({ error }) => <p>{String(error)}</p> },
  );
  await router.load();
  render(<RouterProvider router={router} />);
  expect(screen.getByText('Error: broken')).toBeTruthy();
  await go(router, '/');
  expect(screen.getByText('home')).toBeTruthy();
});

test('unsaved changes block links, Back and closing the tab until the user chooses to leave', async () => {
  const router = await open();
  await go(router, '/form');
  await act(async () => void router.navigate({ href: '/two' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(window.location.pathname).toBe('/form');
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
  await act(async () => window.history.back());
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(window.location.pathname).toBe('/form'));
  await act(async () => window.history.back());
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(heading()).toBe('one'));
  expect(window.location.pathname).toBe('/');
});

test('a slow navigation doesn’t replace a newer one', async () => {
  const router = await open();
  await act(async () => void router.navigate({ href: '/slow' }));
  expect(heading()).toBe('one');
  await go(router, '/two');
  await act(async () => slow.resolve());
  expect([heading(), window.location.pathname]).toEqual(['two', '/two']);
});
