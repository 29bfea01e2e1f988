import type { AnyRoute } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { firstCalls } from '#contract/first-calls.ts';
import { publicPaths } from '#contract/sharing/shared-fields.ts';
import { paths } from './paths.ts';
import { router } from './routes.tsx';
import { listedMenu } from '#contract/menus/items.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { countUnread } from '#contract/notifications/calls.ts';
import { authenticate, getProfile } from '#contract/people/calls.ts';
import { getSchool } from '#contract/schools/calls.ts';
import { getTokens } from '#contract/sessions/calls.ts';
import { listSso } from '#contract/sso/calls.ts';
import { builtDestinations } from './shell/menu-kinds.ts';
import { me, playServer, someone, someSchool, type Answers } from './testing/stage.tsx';

const someMenu = { hub: null, bar: listedMenu.bar, sections: listedMenu.sections };

/** Opens the whole app at an address, before its server has responded. */
async function open(at: string, answers: Answers = {}) {
  // As on a page load, nothing of the previous page is left.
  vi.resetModules();
  window.history.replaceState(null, '', at);
  const { App } = await import('./shell/app.tsx');
  const asked = playServer({
    school: () => someSchool,
    authentication: () => [me],
    auth_tokens: () => ({ csrfToken: 'c', jwt: 'j' }),
    user_profile: ({ uid }) => ({ data: uid === '7' ? someone : me }),
    mobile_people: () => [{ people: [someone], total: 1 }],
    listing_filters: () => [],
    listing_config: () => ({
      filters: [],
      layout: 'grid',
      ordering: { options: [{ value: 'NameAsc', label: 'Name' }], defaultOrder: 'NameAsc' },
    }),
    connections: () => ({ total: 0, items: [], counts: { incoming: 0, sent: 0, connected: 0 } }),
    sessions: () => ({ items: [] }),
    profile: () => ({
      profile: {
        uid: '7',
        firstName: 'Ana',
        lastName: 'Silva',
        accountType: 'Student',
        photoUrl: null,
        largePhotoUrl: null,
      },
      isIndexed: false,
    }),
    options: () => ({ languages: [], lookingFor: [], industries: [], interests: [], sports: [] }),
    menu: () => someMenu,
    ...answers,
  });
  const view = render(<App />);
  return { ...view, asked };
}

const isLoading = () => document.querySelector('.app-loading') !== null;

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  document.documentElement.removeAttribute('style');
  vi.unstubAllGlobals();
});

/** A response that arrives when the test releases it. */
function gate<T>(value: T) {
  let release: () => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    release = () => resolve(value);
  });
  return { answer: () => answer, release: () => act(async () => release()) };
}

describe('startup', () => {
  test('[AUTH-11] [SCH-01] the app applies the school’s color and favicon, and shows a loading state until it authenticates', async () => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
    const first = gate({
      ...someSchool,
      top_bar_bg_color: '7a1f2b',
      school_favicon: '/files/icon.png',
    });
    const second = gate([me]);
    const { asked } = await open('/', { school: first.answer, authentication: second.answer });
    const brand = () => document.documentElement.style.getPropertyValue('--brand-light');
    await act(async () => undefined);
    expect([isLoading(), brand(), asked.map(({ path }) => path)]).toEqual([true, '', ['school']]);
    await first.release();
    await waitFor(() =>
      expect(asked.map(({ path }) => path)).toEqual(['school', 'authentication']),
    );
    expect([isLoading(), brand(), document.querySelector('link')?.getAttribute('href')]).toEqual([
      true,
      '#7a1f2b',
      '/files/icon.png',
    ]);
    await second.release();
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(isLoading()).toBe(false);
  });

  test('[SCH-01] a school without a color uses 005fbf', async () => {
    await open('/', { school: () => ({ ...someSchool, top_bar_bg_color: '' }) });
    await screen.findByRole('heading', { level: 1 });
    expect(document.documentElement.style.getPropertyValue('--brand-light')).toBe('#005fbf');
  });

  test('[AUTH-11] a failed school request shows an error, and a retry starts the app', async () => {
    const replies = [() => Response.json({}, { status: 503 })];
    await open('/', { school: () => replies.shift()?.() ?? someSchool });
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('navigation')).toBeNull();
    fireEvent.click(again);
    expect((await screen.findAllByRole('navigation')).length).toBeGreaterThan(0);
  });

  test('[AUTH-05] [AUTH-02] signed-in users get tokens, and others don’t', async () => {
    const signedIn = await open('/');
    await screen.findByRole('heading', { level: 1 });
    expect(signedIn.asked.map(({ path }) => path)).toContain('auth_tokens');
    cleanup();
    const signedOut = await open('/', { authentication: () => [{ logout: true }] });
    await screen.findByLabelText(/password/i, { selector: 'input' });
    expect(signedOut.asked.map(({ path }) => path)).not.toContain('auth_tokens');
  });
});

/** Embeds responses in the page, as the server does. */
function handOver(answers: readonly { key: string; input: object; answer: unknown }[]) {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'first-answers';
  block.textContent = JSON.stringify(answers);
  document.body.append(block);
}

/** Text masked with zeros, which a server could send in the simplest case. */
const masked = (text: string) => btoa('\0'.repeat(text.length) + text);

/** The calls of the navigation bars for which an empty list isn't a valid response. */
const ofBars: Readonly<Record<string, unknown>> = {
  [getMenu]: someMenu,
  [countUnread]: { unread: 2, change: 7 },
};

describe('embedded responses', () => {
  const opening = [
    { key: getSchool, input: {}, answer: someSchool },
    { key: authenticate, input: { source: 'sep' }, answer: [me] },
    {
      key: getTokens,
      input: {},
      answer: masked(JSON.stringify({ csrfToken: 'c', jwt: 'j' })),
    },
  ];

  test('a page with embedded responses sends no requests and removes its tokens from the document', async () => {
    handOver([
      ...opening,
      {
        key: getProfile,
        input: { uid: '7', view: 'full' },
        answer: { data: { ...someone, firstName: 'Handed' } },
      },
      ...firstCalls('/nowhere', new URLSearchParams()).map(({ key, input }) => ({
        key,
        input: input ?? {},
        answer: ofBars[key] ?? { items: [] },
      })),
    ]);
    const { asked } = await open('/student_profile?uid=7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Handed Silva' })).toBeTruthy();
    // What both people share loads after the profile.
    expect(asked.filter(({ path }) => path !== 'shared-memberships')).toEqual([]);
    expect(document.getElementById('first-answers')).toBeNull();
    const { session } = await import('./lib/session-store.ts');
    expect(session.get().tokens).toEqual({ csrfToken: 'c', jwt: 'j' });
  });

  test('a signed-out user reaches the login page without a call', async () => {
    handOver([
      opening[0],
      { ...opening[1], answer: [{ logout: true }] },
      { key: listSso, input: {}, answer: { isRequired: false, items: [] } },
    ] as never);
    const { asked } = await open('/login');
    expect(await screen.findByLabelText(/password/i, { selector: 'input' })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  test('the app requests missing or unreadable responses', async () => {
    handOver(opening.slice(0, 1));
    const { asked } = await open('/student_profile?uid=7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Silva' })).toBeTruthy();
    expect(asked.map(({ path }) => path).slice(0, 2)).toEqual(['authentication', 'auth_tokens']);
    cleanup();
    handOver(opening);
    const block = document.getElementById('first-answers');
    if (block) block.textContent = '[{';
    const again = await open('/student_profile?uid=7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Silva' })).toBeTruthy();
    expect(again.asked[0]?.path).toBe('school');
  });

  test.each([
    '/',
    '/directory',
    '/directory?search_word=ana&order=NameDesc&layout=list',
    '/student_profile?uid=7',
    '/student_profile',
    '/embed/profile',
    '/embed/profile/7',
    '/student_profile?uid=7&share=1',
    '/student_profile?uid=7&share=1&link=x',
  ])('%s uses all responses that the server embeds for it', async (at) => {
    const { asked } = await open(at);
    await screen.findByRole('heading', { level: 1 });
    const url = new URL(at, 'http://campus.test');
    const ahead = firstCalls(url.pathname, url.searchParams).map(({ key, input }) => ({
      path: key.split('/').at(-1),
      query: Object.fromEntries(
        Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]),
      ),
    }));
    expect(ahead.length).toBeGreaterThan(0);
    await waitFor(() => expect(asked).toEqual(expect.arrayContaining(ahead)));
  });
});

describe('parameters from other sites in a URL', () => {
  const others = 'utm_source=mail&fbclid=IwAR0&share=1';
  test.each([
    '/',
    '/directory',
    '/directory?major=Physics&order=NameDesc',
    '/connections',
    '/inbox',
    '/notifications',
    '/settings/profile',
    '/chat',
  ])(
    '[ROUTE-01] the requests of %s don’t contain them, and the server embeds the same responses',
    async (at) => {
      const asks = async (address: string) => {
        const { asked } = await open(address);
        await screen.findByRole('heading', { level: 1 });
        const said = asked.map(
          ({ path, query }) => `${path}?${new URLSearchParams(query).toString()}`,
        );
        cleanup();
        return new Set(said);
      };
      const with_ = await asks(`${at}${at.includes('?') ? '&' : '?'}${others}`);
      expect([...with_].filter((one) => /utm_source|fbclid|share/.test(one))).toEqual([]);
      const url = new URL(`${at}${at.includes('?') ? '&' : '?'}${others}`, 'http://campus.test');
      expect(firstCalls(url.pathname, url.searchParams)).toEqual(
        firstCalls(url.pathname, new URL(at, 'http://campus.test').searchParams),
      );
    },
  );
  test('only the directory reads all parameters of its URL', () => {
    const reading = Object.values<AnyRoute>(router.routesById).filter(
      ({ options }) => Object.keys(options.validateSearch?.({ whatever: 'x' }) ?? {}).length > 0,
    );
    expect(reading.map(({ fullPath }) => fullPath)).toEqual([paths.directory]);
  });
});

describe('routes', () => {
  const onDemand = [
    paths.home,
    paths.directory,
    paths.settingsProfile,
    paths.calendar,
    paths.cct,
    paths.chat,
    paths.developmentOverview,
    paths.courses,
    paths.finances,
    paths.events,
    paths.inbox,
    '/$hubId/$hubMenuId/clubs',
    paths.profile,
    paths.embedProfile,
    `${paths.embedProfile}/$uid`,
    paths.login,
  ] as const;
  test.each(onDemand)('[ROUTE-01] %s loads on demand', (path) => {
    const [matched, , found] = router.getMatchedRoutes(path);
    expect(found?.fullPath).toBe(path);
    const pages = matched.slice(1).map(({ options }) => options.component);
    expect(pages.length).toBe(
      path === paths.settingsProfile || path === paths.developmentOverview || path === paths.chat
        ? 3
        : path === paths.login
          ? 1
          : 2,
    );
    expect(pages.map((page) => typeof page?.preload)).toEqual(pages.map(() => 'function'));
  });

  test.each(publicPaths)(
    '[AUTH-04] with share=1, %s opens a public page without bars',
    async (path) => {
      const idOf = async (address: string) => {
        vi.resetModules();
        window.history.replaceState(null, '', address);
        const { pathname } = window.location;
        return (await import('./routes.tsx')).router.getMatchedRoutes(pathname)[2]?.id;
      };
      const address = path.replace(/\$\w+/, '7');
      expect([await idOf(`${address}?share=1`), await idOf(address)]).toEqual([
        path,
        `/shell${path}`,
      ]);
    },
  );

  test('[AUTH-01] [AUTH-04] public mode has a visitor without a user, and requests neither a user nor tokens', async () => {
    const { asked } = await open('/student_profile?uid=7&share=1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Silva' })).toBeTruthy();
    const { session } = await import('./lib/session-store.ts');
    expect(session.get()).toMatchObject({ status: 0, user: null, tokens: null });
    expect(asked.map(({ path }) => path)).toEqual(['school', 'profile']);
  });

  test('no two features declare the same address, or the same name for one', () => {
    const declared = Object.values(
      import.meta.glob<Record<string, string>>('./features/*/paths.ts', {
        import: 'paths',
        eager: true,
      }),
    ).flatMap((of) => Object.entries(of));
    const repeated = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);
    expect(declared).toHaveLength(Object.keys(paths).length);
    expect(repeated(declared.map(([, path]) => path))).toEqual([]);
  });

  test('[ROUTE-01] the entry bundle contains no pages', async () => {
    // The entry imports only paths and routes from features. Routes load pages on demand.
    const maps = import.meta.glob<string>(
      [
        './routes.tsx',
        './routing.ts',
        './lists/{paths,routes}.ts',
        './features/*/{paths,routes}.ts',
      ],
      { query: '?raw', import: 'default', eager: true },
    );
    const imported = Object.values(maps).flatMap((text) =>
      [...text.matchAll(/^import [^;]*? from '(\.[^']+)'/gm)].map(([, from = '']) => from),
    );
    const isMap = (from: string) =>
      /\/lib\/|\/coming\.ts$|\/(?:paths|routes|routing)\.ts$/.test(from);
    expect([Object.keys(maps).length > 50, imported.filter((from) => !isMap(from))]).toEqual([
      true,
      [],
    ]);
  });

  test.each([
    ['/', /Mia/],
    ['/directory', 'Directory'],
    ['/settings', 'Profile'],
    ['/calendar', new RegExp(String(new Date().getFullYear()))],
    ['/cct', 'Co-curricular record'],
    ['/chat', 'Chat'],
    ['/development', 'Overview'],
    ['/edu', 'Courses'],
    ['/financial', 'Finances'],
    ['/events', 'Events'],
    ['/inbox', 'Inbox'],
    ['/student_profile?uid=7', 'Ana Silva'],
  ])('[ROUTE-01] %s shows its section', async (at, name) => {
    await open(at);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(screen.getAllByRole('navigation').length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['/_/_/clubs', null],
    ['/12/34/clubs', 'Arts'],
  ])('[ROUTE-03] [HUB-01] %s shows the clubs of the hub %s', async (at, hub) => {
    await open(at, {
      clubs: () => ({ total: 0, items: [], perPage: 30, currentPage: 1, messages: [] }),
      hubs: () => ({
        items: [{ id: '12', name: 'Arts', description: '', icon: null }],
        chosen: null,
      }),
      // Without a hub, the page requests the menu of that hub.
      menu: ({ hub: at }) =>
        at === '12'
          ? {
              hub: { id: '12', name: 'Arts' },
              bar: [{ id: '34', type: 'clubs' }],
              sections: [],
            }
          : someMenu,
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Clubs' })).toBeTruthy();
    if (hub) expect(await screen.findByText(hub)).toBeTruthy();
    else expect(screen.queryByText('Arts')).toBeNull();
  });

  test.each(['/99/_/clubs', '/_/unknown/clubs', '/12/unknown/clubs', '/12/home/clubs'])(
    '[ROUTE-03] %s shows “Page not found” because the hub or menu item doesn’t exist',
    async (at) => {
      await open(at, {
        clubs: () => ({ total: 0, items: [], perPage: 30, currentPage: 1, messages: [] }),
        hubs: () => ({
          items: [{ id: '12', name: 'Arts', description: '', icon: null }],
          chosen: null,
        }),
        menu: ({ hub: at }) =>
          at === '12' ? { ...someMenu, hub: { id: '12', name: 'Arts' } } : someMenu,
      });
      expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    },
  );

  test.each([
    ['/embed/profile/7', 'Ana Silva'],
    ['/embed/profile', 'Mia Own'],
  ])('[ROUTE-02] %s shows the profile of %s without the shell', async (at, name) => {
    await open(at);
    expect(await screen.findByRole('article', { name })).toBeTruthy();
    expect([screen.queryByRole('navigation'), document.querySelector('[data-shell]')]).toEqual([
      null,
      null,
    ]);
  });

  test.each([
    ['/directory?search_word=ana', '/login?redirect=%2Fdirectory%3Fsearch_word%3Dana'],
    ['/embed/profile/7', '/login?redirect=%2Fembed%2Fprofile%2F7'],
  ])('[ROUTE-04] [AUTH-03] for signed-out users, %s redirects to %s', async (at, login) => {
    await open(at, { authentication: () => [] });
    expect(await screen.findByLabelText(/password/i, { selector: 'input' })).toBeTruthy();
    expect(`${window.location.pathname}${window.location.search}`).toBe(login);
  });

  test('[ROUTE-04] a signed-in user skips the login', async () => {
    await open('/login?redirect=%2Fdirectory');
    expect(await screen.findByRole('heading', { level: 1, name: 'Directory' })).toBeTruthy();
  });

  test('[ROUTE-06] only the visible keep-alive page has the main landmark', async () => {
    await open('/');
    await screen.findByRole('heading', { level: 1 });
    fireEvent.click(
      screen.getAllByRole('link', { name: 'Directory', hidden: true })[0] as HTMLElement,
    );
    await screen.findByRole('heading', { level: 1, name: 'Directory' });
    const places = () =>
      [...document.querySelectorAll('#main h1')].map(({ textContent }) => textContent);
    await waitFor(() => expect(places()).toEqual(['Directory']));
    await waitFor(() => expect(document.querySelectorAll('main')).toHaveLength(2));
    fireEvent.click(screen.getAllByRole('link', { name: 'Home', hidden: true })[0] as HTMLElement);
    await waitFor(() => expect(places()).toEqual([expect.stringMatching(/Mia/)]));
  });

  test('an unknown address shows the not-found page', async () => {
    await open('/nowhere');
    await waitFor(() => expect(isLoading()).toBe(false));
    expect(await screen.findByText('Page not found')).toBeTruthy();
    // Signed-in people see links to other pages.
    expect(screen.getAllByRole('navigation').length).toBeGreaterThanOrEqual(2);
    cleanup();
    await open('/nowhere', { authentication: () => [] });
    expect(await screen.findByText('Page not found')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('shell', () => {
  const [bar, foot] = [0, 1];
  const nav = async (which: number) =>
    within(
      (await screen.findAllByRole('navigation', { name: 'Main', hidden: true }))[
        which
      ] as HTMLElement,
    );
  const links = async (which: number) => (await nav(which)).getAllByRole('link', { hidden: true });
  const current = (all: readonly HTMLElement[]) =>
    all.filter((one) => one.getAttribute('aria-current') === 'page').map((one) => one.textContent);

  test('[SHELL-01] [SHELL-02] the bar shows its items in order, and the bottom menu shows the first four', async () => {
    await open('/');
    await screen.findByRole('heading', { level: 1 });
    const expected = [
      ['Home', '/'],
      ['Directory', '/directory'],
      ['Chat', '/chat'],
      ['Dev space', '/development'],
      ['Clubs', '/_/clubs/clubs'],
      ['Events', '/events'],
      ['Calendar', '/calendar'],
      ['Courses', '/edu'],
      ['Connections', '/connections'],
    ];
    const shown = async (which: typeof bar) =>
      (await links(which)).map((one) => [one.textContent, one.getAttribute('href')]);
    expect(await shown(bar)).toEqual(expected);
    // Four items fit beside More.
    expect(await shown(foot)).toEqual(expected.slice(0, 4));
  });

  test('[SHELL-01] [SCH-05] the app lists its built pages, with Connections only if connect is on', () => {
    expect(builtDestinations(true).map(({ to }) => to)).toEqual([
      '/',
      '/directory',
      '/chat',
      '/development',
      '/connections',
      '/inbox',
      '/events',
      '/clubs',
      '/elections',
      '/jobs',
      '/orders',
      '/approvals',
      '/calendar',
      '/edu',
      '/financial',
      '/cct',
      '/booking',
    ]);
    expect(builtDestinations(false).map(({ to }) => to)).toEqual([
      '/',
      '/directory',
      '/chat',
      '/development',
      '/inbox',
      '/events',
      '/clubs',
      '/elections',
      '/jobs',
      '/orders',
      '/approvals',
      '/calendar',
      '/edu',
      '/financial',
      '/cct',
      '/booking',
    ]);
  });

  test.each([
    ['/', ['Home']],
    ['/directory', ['Directory']],
    ['/directory?search_word=ana', ['Directory']],
    ['/settings/profile', []],
    ['/student_profile?uid=7', []],
  ])('[SHELL-01] [SHELL-02] at %s, both menus mark %j as the current page', async (at, marked) => {
    await open(at);
    await screen.findByRole('heading', { level: 1 });
    expect([current(await links(bar)), current(await links(foot))]).toEqual([marked, marked]);
  });

  test('[SHELL-02] More opens the main menu', async () => {
    await open('/');
    await screen.findByRole('heading', { level: 1 });
    const more = (await nav(foot)).getByRole('button', { name: 'More', hidden: true });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(more.getAttribute('aria-expanded')).toBe('true');
  });
});
