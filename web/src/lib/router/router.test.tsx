import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../paths.ts';
import { hrefOf, paramsIn, readAddress } from './address.ts';
import { useCanGoBack, useHold, useLocation, useParams, useSearch } from './hooks.ts';
import { Link } from './link.tsx';
import { Outlet, RouterProvider } from './outlet.tsx';
import { createRouter, page, type LaterRoutes, type Route } from './router.ts';

const Place = () => {
  const { pathname, hash } = useLocation();
  return (
    <p data-testid="place">
      {JSON.stringify({
        pathname,
        hash,
        search: useSearch(),
        params: useParams(),
        canGoBack: useCanGoBack(),
      })}
    </p>
  );
};
const Frame = () => (
  <main>
    <input aria-label="kept" />
    <Outlet />
  </main>
);
const place = () => JSON.parse(screen.getByTestId('place').textContent) as Record<string, unknown>;
const at = (pathname: string) => waitFor(() => expect(place()).toMatchObject({ pathname }));

const frame = { component: Frame };
const shown = { component: Place };
const routes: Route[] = [
  { path: paths.home, parts: [frame, shown] },
  { path: paths.directory, parts: [frame, shown] },
  { path: paths.profile, parts: [frame, shown], search: ['uid'] },
  { path: `${paths.embedProfile}/$uid`, parts: [shown] },
  { path: paths.settings, parts: [], before: () => paths.connections },
  { path: paths.connections, parts: [frame, page(async () => ({ Place }), 'Place')] },
  {
    path: paths.reset,
    parts: [
      {
        component: () => {
          throw new Error('broken');
        },
      },
    ],
  },
];

async function open(start: string, more: readonly Route[] = [], later?: LaterRoutes) {
  window.history.replaceState(null, '', start);
  const router = createRouter({
    routes: [...more, ...routes],
    ...(later && { later }),
    notFound: { path: '', parts: [{ component: () => <p>nowhere</p> }] },
  });
  await router.load();
  render(
    <RouterProvider
      router={router}
      root={Outlet}
      crash={({ error, reset }) => <button onClick={reset}>{String(error)}</button>}
      missing={({ isWithin }) => <p>{isWithin ? 'a part is missing' : 'missing'}</p>}
    />,
  );
  return router;
}

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('addresses', () => {
  test.each([
    [
      '/directory?search_word=ana&x=&y=1&y=2#part',
      { pathname: '/directory', search: { search_word: 'ana' }, hash: 'part' },
    ],
    ['/directory/', { pathname: '/directory', search: {}, hash: '' }],
    ['/', { pathname: '/', search: {}, hash: '' }],
  ])('%s is read', (href, expected) => expect(readAddress(href)).toMatchObject(expected));

  test('a place is written with what it has, and nothing that is empty', () => {
    expect(
      hrefOf({
        to: paths.profile,
        search: { uid: 'a b', none: undefined, empty: '' },
        hash: 'bio',
      }),
    ).toBe('/student_profile?uid=a+b#bio');
    expect(hrefOf({ to: paths.home })).toBe('/');
  });

  test.each([
    ['/embed/profile/$uid', '/embed/profile/7', { uid: '7' }],
    ['/embed/profile/$uid', '/embed/profile/a%20b', { uid: 'a b' }],
    ['/embed/profile/$uid', '/embed/profile', null],
    ['/embed/profile/$uid', '/embed/profile/7/8', null],
    ['/embed/profile/$uid', '/embed/profile/%E0%A4%A', null],
    ['/directory', '/Directory', {}],
  ])('%s at %s', (pattern, pathname, params) =>
    expect(paramsIn(pattern, pathname)).toEqual(params),
  );
});

describe('routes', () => {
  test('parts stand inside one another, and the outer one stays when the inner one changes', async () => {
    const router = await open('/directory');
    const kept = screen.getByLabelText('kept');
    await act(() => router.navigate({ to: paths.home }));
    expect(place()['pathname']).toBe('/');
    expect(screen.getByLabelText('kept')).toBe(kept);
    await act(() => router.navigate({ href: '/embed/profile/7' }));
    expect(place()).toMatchObject({ pathname: '/embed/profile/7', params: { uid: '7' } });
    expect(screen.queryByLabelText('kept')).toBeNull();
  });

  test('a page knows its own search parameters only', async () => {
    await open('/student_profile?uid=7&other=1');
    expect(place()).toMatchObject({ search: { uid: '7' } });
  });

  test('an address may lead to another one, which is what the address bar shows', async () => {
    await open('/settings');
    await at('/connections');
    expect(window.location.pathname).toBe('/connections');
  });

  describe('that load when they are needed', () => {
    const rest: Route[] = [
      { path: paths.admin, parts: [], before: () => paths.adminHubs },
      { path: paths.adminHubs, parts: [frame, shown] },
    ];
    const later = (load: () => Promise<readonly Route[]> = async () => rest) => {
      const asked = vi.fn<typeof load>(load);
      return {
        asked,
        later: { isAt: (pathname: string) => pathname.startsWith(paths.admin), load: asked },
      };
    };

    test('an address of theirs loads them, once, and what they lead to is shown', async () => {
      const { asked, later: them } = later();
      const router = await open('/directory', [], them);
      expect(asked).not.toHaveBeenCalled();
      await act(() => router.navigate({ to: paths.admin }));
      expect([place()['pathname'], window.location.pathname]).toEqual([
        paths.adminHubs,
        paths.adminHubs,
      ]);
      await act(() => router.navigate({ href: '/admin/nothing' }));
      expect(screen.getByText('nowhere')).toBeTruthy();
      expect(asked).toHaveBeenCalledTimes(1);
    });

    test('the app starts at one of theirs', async () => {
      await open('/admin', [], later().later);
      await at(paths.adminHubs);
    });

    test('going back to one of theirs loads them', async () => {
      const router = await open('/directory', [], later().later);
      window.history.pushState(null, '', '/admin/hubs');
      await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
      await at(paths.adminHubs);
      await act(() => router.navigate({ to: paths.home }));
      expect(place()['pathname']).toBe('/');
    });

    test('who has gone elsewhere meanwhile stays there', async () => {
      let bring: (routes: readonly Route[]) => void = () => undefined;
      const router = await open(
        '/directory',
        [],
        later(() => new Promise((resolve) => (bring = resolve))).later,
      );
      const slow = router.navigate({ to: paths.adminHubs });
      await act(() => router.navigate({ to: paths.home }));
      bring(rest);
      await act(() => slow);
      expect([place()['pathname'], window.location.pathname]).toEqual(['/', '/']);
    });

    test('offline it is said that they did not come; the next try asks again', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      let isLost = true;
      const { later: them } = later(async () => {
        if (isLost) throw new Error('lost');
        return rest;
      });
      const router = await open('/directory', [], {
        ...them,
        frame: { path: '', parts: [frame], before: () => undefined },
      });
      const kept = screen.getByLabelText('kept');
      await act(() => router.navigate({ to: paths.admin }));
      expect(screen.getByText('missing')).toBeTruthy();
      // What is around the page is there as ever.
      expect(screen.getByLabelText('kept')).toBe(kept);
      await expect(act(() => router.again())).rejects.toThrow('lost');
      isLost = false;
      await act(() => router.again());
      expect([place()['pathname'], window.location.pathname]).toEqual([
        paths.adminHubs,
        paths.adminHubs,
      ]);
      expect(screen.getByLabelText('kept')).toBe(kept);
    });
  });

  test('an unknown address has a page', async () => {
    await open('/no/such');
    expect(screen.getByText('nowhere')).toBeTruthy();
  });

  test('a page that throws does not take the others along', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const router = await open('/reset');
    expect(screen.getByText('Error: broken')).toBeTruthy();
    await act(() => router.navigate({ to: paths.directory }));
    expect(place()['pathname']).toBe('/directory');
  });

  test('parts that do not load at the first page are said; later the page is loaded anew, where the campus answers', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const answers = vi.spyOn(window, 'fetch').mockResolvedValue(new Response());
    const gone: Route = {
      path: paths.forgot,
      parts: [page<'Gone'>(() => Promise.reject(new Error('no such file')), 'Gone')],
    };
    await open('/forgot', [gone]);
    expect(screen.getByText('missing')).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
    cleanup();
    const router = await open('/directory', [gone]);
    await act(() => router.navigate({ to: paths.forgot }));
    expect(assign).toHaveBeenCalledExactlyOnceWith('/forgot');
    expect(place()['pathname']).toBe('/directory');
    answers.mockRejectedValue(new TypeError('no network'));
    await act(() => router.navigate({ to: paths.forgot }));
    expect(assign).toHaveBeenCalledTimes(1);
    expect(screen.getByText('missing')).toBeTruthy();
  });

  test('what does not load deep in a page leaves the page around it; trying again shows nothing to who has gone elsewhere', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    let bring: ((module: { Place: typeof Place }) => void) | null = null;
    let isLost = true;
    const load = () =>
      isLost
        ? Promise.reject(new Error('lost'))
        : new Promise<{ Place: typeof Place }>((resolve) => (bring = resolve));
    const router = await open('/directory', [
      { path: paths.forgot, parts: [frame, frame, page(load, 'Place')] },
    ]);
    await act(() => router.navigate({ to: paths.forgot }));
    expect(screen.getByText('a part is missing')).toBeTruthy();
    expect(screen.getAllByLabelText('kept')).toHaveLength(2);
    isLost = false;
    const trying = router.again();
    await waitFor(() => expect(bring).not.toBeNull());
    await act(() => router.navigate({ to: paths.home }));
    await act(async () => {
      bring?.({ Place });
      await trying;
    });
    expect(place()['pathname']).toBe('/');
    await act(() => router.navigate({ to: paths.forgot }));
    expect(place()['pathname']).toBe(paths.forgot);
  });

  test('[AUTH-04] a public page is there with share=1 only; into it and out of it the app starts anew', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const open_ = {
      path: paths.profile,
      parts: [{ component: () => <p>for anybody</p> }],
      isPublic: true,
    };
    const router = await open('/student_profile?uid=7', [open_]);
    expect(place()).toMatchObject({ pathname: '/student_profile', search: { uid: '7' } });
    for (const href of [
      '/student_profile?uid=7&share=0',
      '/student_profile?uid=7&share=1&share=1',
      '/directory?share=1',
    ]) {
      await act(() => router.navigate({ href }));
      expect(screen.queryByText('for anybody')).toBeNull();
    }
    expect(assign).not.toHaveBeenCalled();
    await act(() => router.navigate({ href: '/student_profile?uid=7&share=1' }));
    expect(assign).toHaveBeenCalledExactlyOnceWith('/student_profile?uid=7&share=1');
    cleanup();
    const other = await open('/student_profile?uid=8&share=1', [open_]);
    expect(screen.getByText('for anybody')).toBeTruthy();
    await act(() => other.navigate({ href: '/student_profile?uid=9&share=1' }));
    expect(assign).toHaveBeenCalledTimes(1);
    await act(() => other.navigate({ to: paths.settings }));
    expect(assign).toHaveBeenLastCalledWith('/settings');
    expect(reload).not.toHaveBeenCalled();
    window.history.replaceState(null, '', '/directory');
    await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('an older navigation that still loads does not show over a newer one', async () => {
    let release: (module: { Place: typeof Place }) => void = () => undefined;
    const slow: Route = {
      path: paths.forgot,
      parts: [
        page(() => new Promise<{ Place: typeof Place }>((resolve) => (release = resolve)), 'Place'),
      ],
    };
    const router = await open('/', [slow]);
    const first = router.navigate({ to: paths.forgot });
    await act(() => router.navigate({ to: paths.directory }));
    await act(async () => {
      release({ Place });
      await first;
    });
    expect(place()['pathname']).toBe('/directory');
  });
});

describe('moving', () => {
  test('back and forward, and whether there is a way back', async () => {
    const router = await open('/');
    expect(place()['canGoBack']).toBe(false);
    await act(() => router.navigate({ to: paths.directory, search: { q: '1' } }));
    expect(place()).toMatchObject({ pathname: '/directory', search: { q: '1' }, canGoBack: true });
    await act(() => router.navigate({ to: paths.directory, search: { q: '2' }, replace: true }));
    await act(async () => router.back());
    await at('/');
    expect(place()['canGoBack']).toBe(false);
  });

  test('a new page begins at its top, a kept place stays, going back leads to where one was', async () => {
    const router = await open('/directory');
    Object.defineProperty(window, 'scrollY', { value: 1200, configurable: true });
    await act(() => router.navigate({ to: paths.profile, search: { uid: '7' } }));
    expect(vi.mocked(window.scrollTo).mock.calls).toEqual([[0, 0]]);
    await act(() =>
      router.navigate({
        to: paths.profile,
        search: { uid: '8' },
        replace: true,
        resetScroll: false,
      }),
    );
    expect(vi.mocked(window.scrollTo).mock.calls).toHaveLength(1);
    await act(async () => router.back());
    await at('/directory');
    expect(vi.mocked(window.scrollTo).mock.calls.at(-1)).toEqual([0, 1200]);
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  });

  test('those who wait for a navigation are told before it', async () => {
    const router = await open('/directory');
    const told: boolean[] = [];
    const stop = router.onBefore(({ pathChanged }) => told.push(pathChanged));
    await act(() => router.navigate({ to: paths.directory, search: { q: '1' } }));
    await act(() => router.navigate({ to: paths.home }));
    stop();
    await act(() => router.navigate({ to: paths.directory }));
    expect(told).toEqual([false, true]);
  });

  test('a page with unsaved work holds links and the way back until it is said', async () => {
    const Held = () => {
      const { isHeld, proceed, stay } = useHold((next) => next.pathname !== '/forgot', true);
      return isHeld ? (
        <p>
          <button onClick={proceed}>leave</button>
          <button onClick={stay}>stay</button>
        </p>
      ) : (
        <Link to={paths.home}>home</Link>
      );
    };
    const router = await open('/', [{ path: paths.forgot, parts: [{ component: Held }] }]);
    await act(() => router.navigate({ to: paths.forgot }));
    fireEvent.click(screen.getByText('home'));
    fireEvent.click(await screen.findByText('stay'));
    await waitFor(() => expect(window.location.pathname).toBe('/forgot'));
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    await act(async () => router.back());
    fireEvent.click(await screen.findByText('stay'));
    await waitFor(() => expect(window.location.pathname).toBe('/forgot'));
    await act(async () => router.back());
    fireEvent.click(await screen.findByText('leave'));
    await at('/');
    expect(window.location.pathname).toBe('/');
  });
});

describe('links', () => {
  const Links = () => (
    <>
      <Link to={paths.home} isExact>
        home
      </Link>
      <Link to={paths.directory}>directory</Link>
      <Link to={paths.profile} search={{ uid: '7' }}>
        seven
      </Link>
      <Link to={paths.settings}>settings</Link>
    </>
  );
  const marked = () =>
    screen
      .getAllByRole('link')
      .filter((one) => one.getAttribute('aria-current') === 'page')
      .map((one) => one.textContent);
  const linked = (path: string): Route => ({ path, parts: [{ component: Links }] });

  test.each([
    ['/', ['home']],
    ['/directory', ['directory']],
    ['/student_profile?uid=7', ['seven']],
    ['/student_profile?uid=8', []],
    ['/settings/privacy', ['settings']],
  ])('at %s the current ones are %j', async (start, expected) => {
    await open(start, [linked(readAddress(start).pathname)]);
    expect(marked()).toEqual(expected);
  });

  test('a plain click stays in the app, any other is the browser’s', async () => {
    const router = await open('/', [linked('/')]);
    const link = screen.getByText('directory');
    for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...how });
      link.addEventListener('click', (event) => setTimeout(() => event.preventDefault()), {
        once: true,
      });
      act(() => void link.dispatchEvent(click));
      expect(router.shown()?.address.pathname).toBe('/');
    }
    fireEvent.click(link);
    await at('/directory');
  });

  test('reaching for a link loads its page', async () => {
    const load = vi.fn<() => Promise<{ Place: typeof Place }>>(async () => ({ Place }));
    await open('/', [linked('/'), { path: paths.directory, parts: [page(load, 'Place')] }]);
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerEnter(screen.getByText('directory'));
    fireEvent.focus(screen.getByText('directory'));
    expect(load).toHaveBeenCalledTimes(1);
  });
});
