import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../paths.ts';
import { useLocation, useSearch } from './hooks.ts';
import { KeepingOutlet, Outlet, RouterProvider } from './outlet.tsx';
import { createRouter, type Route, type Router } from './router.ts';

const atWork = new Set<string>();
const written = (label: string) => {
  const Written = () => {
    const { pathname } = useLocation();
    useEffect(() => {
      atWork.add(label);
      return () => void atWork.delete(label);
    }, []);
    return (
      <section aria-label={`${label} at ${pathname}${String(useSearch()['uid'] ?? '')}`}>
        <input aria-label={label} />
      </section>
    );
  };
  return { component: Written };
};
const Bars = () => (
  <main>
    <KeepingOutlet />
  </main>
);
const bars = { component: Bars };
const [one, two] = [written('one'), written('two')];
const routes: Route[] = [
  { path: paths.home, parts: [bars, one], isKept: true },
  { path: paths.directory, parts: [bars, two], isKept: true },
  { path: paths.inbox, parts: [bars, written('three')] },
  { path: paths.profile, parts: [bars, two], search: ['uid'] },
];
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const first = () => document.querySelector('main')?.firstElementChild?.getAttribute('aria-label');
const go = (router: Router, href: string) => act(() => router.navigate({ href }));

async function open(start: string, more: readonly Route[] = []): Promise<Router> {
  window.history.replaceState(null, '', start);
  const router = createRouter({ routes: [...more, ...routes], notFound: { path: '', parts: [] } });
  await router.load();
  render(
    <RouterProvider
      router={router}
      root={Outlet}
      crash={() => null}
      missing={() => <p>missing</p>}
    />,
  );
  return router;
}

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('pages that are kept stand as they were left, unseen and at rest meanwhile, and know of no other address than theirs', async () => {
  const router = await open('/');
  fireEvent.change(field('one'), { target: { value: 'half a word' } });
  await go(router, '/directory');
  expect(screen.queryByRole('textbox', { name: 'one' })).toBeNull();
  expect(screen.getByLabelText('one at /')).toBeTruthy();
  expect(first()).toBe('two at /directory');
  expect([...atWork]).toEqual(['two']);
  const left = screen.getByLabelText('one');
  await go(router, '/');
  expect(field('one')).toBe(left);
  expect(field('one').value).toBe('half a word');
  expect([...atWork]).toEqual(['one']);
  expect(first()).toBe('one at /');
});

test('other pages begin anew each time', async () => {
  const router = await open('/inbox');
  fireEvent.change(field('three'), { target: { value: 'half a word' } });
  await go(router, '/');
  expect(screen.queryByLabelText('three')).toBeNull();
  await go(router, '/inbox');
  expect(field('three').value).toBe('');
});

test('a part that two routes share stays the same one; left by a route that is not kept, it goes', async () => {
  const router = await open('/directory');
  const input = field('two');
  await go(router, '/student_profile?uid=7');
  expect(field('two')).toBe(input);
  expect(first()).toBe('two at /student_profile7');
  await go(router, '/');
  expect(screen.queryByLabelText('two')).toBeNull();
});

test('one that does not load, or whose data do not, stands before those that are kept, which stay as they were', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const lost = () => Promise.reject(new Error('lost'));
  const router = await open('/', [
    { path: paths.forgot, parts: [bars, { component: null, load: lost }] },
    { path: paths.reset, parts: [bars, one], data: lost },
  ]);
  fireEvent.change(field('one'), { target: { value: 'half a word' } });
  for (const href of [paths.forgot, paths.reset]) {
    await go(router, href);
    expect(document.querySelector('main')?.firstElementChild?.textContent).toBe('missing');
    expect([screen.queryByRole('textbox', { name: 'one' }), ...atWork]).toEqual([null]);
  }
  await go(router, '/');
  expect(screen.queryByText('missing')).toBeNull();
  expect(field('one').value).toBe('half a word');
});

test('[ROUTE-06] back leads to where one was; forward is no way back, so the page begins at its top', async () => {
  const router = await open('/');
  const scrolled = (to: number) =>
    Object.defineProperty(window, 'scrollY', { value: to, configurable: true });
  const last = () => vi.mocked(window.scrollTo).mock.calls.at(-1);
  scrolled(300);
  await go(router, '/directory');
  scrolled(700);
  await act(async () => window.history.back());
  await waitFor(() => expect(first()).toBe('one at /'));
  expect(last()).toEqual([0, 300]);
  await act(async () => window.history.forward());
  await waitFor(() => expect(first()).toBe('two at /directory'));
  expect(last()).toEqual([0, 0]);
  scrolled(0);
});
