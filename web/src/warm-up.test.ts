// @apart: what has been fetched ahead stays so in a worker.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEmbedded } from './lib/host-page.ts';
import { whenIdle } from './lib/next-task.ts';
import { conversationPath, paths } from './paths.ts';
import * as routes from './routes.tsx';
import { warmUp } from './warm-up.ts';

vi.mock('./lib/next-task.ts', () => ({ whenIdle: vi.fn<typeof whenIdle>(async () => undefined) }));
vi.mock('./lib/host-page.ts', async (original) => ({
  ...(await original<typeof import('./lib/host-page.ts')>()),
  isEmbedded: vi.fn<typeof isEmbedded>(() => false),
}));

vi.mock('./routes.tsx', async (original) => ({
  ...(await original<typeof routes>()),
  loadPage: vi.fn<typeof routes.loadPage>(),
}));

const preload = vi.mocked(routes.loadPage);
const subscribe = vi.spyOn(routes.router, 'subscribe');
/** Tells `warmUp` that another page opened. */
const goTo = (pathname: string, pathChanged = true) => {
  window.history.replaceState(null, '', pathname);
  const listener = subscribe.mock.lastCall?.[1] as ((event: object) => void) | undefined;
  listener?.({ pathChanged });
};
const networkReturns = () => window.dispatchEvent(new Event('online'));
// Longer than it takes to fetch everything.
const settles = () => new Promise((resolve) => setTimeout(resolve, 300));
const fetched = () => preload.mock.calls.map(([href]) => href);

/** Links on the page, by their distance from the top of the window. */
const show = (links: Readonly<Record<string, number>>) => {
  document.body.innerHTML = Object.keys(links)
    .map((href) => `<a href="${href}">There</a>`)
    .join('');
  for (const link of document.links) {
    const top = links[link.getAttribute('href') ?? ''] ?? 0;
    link.getBoundingClientRect = () => new DOMRect(0, top, 100, 20);
    link.checkVisibility = () => !link.hidden;
  }
};

beforeEach(() => {
  preload.mockReset().mockResolvedValue(true);
  goTo(paths.home, false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('an idle page loads the module of its first visible link once', async () => {
  show({
    [paths.directory]: 40,
    [`${paths.profile}?uid=7`]: 80,
    [`${paths.profile}?uid=8`]: 80,
    [paths.connections]: window.innerHeight + 10,
    'https://elsewhere.example/chat': 120,
    [paths.settingsProfile]: 160,
  });
  let underWay = 0;
  preload.mockImplementation(async () => {
    expect(++underWay).toBe(1);
    await new Promise((resolve) => setTimeout(resolve));
    underWay -= 1;
    return true;
  });
  const places = [paths.directory];
  await warmUp();
  expect(fetched()).toEqual(places);
  expect(vi.mocked(whenIdle).mock.calls.length).toBeGreaterThan(places.length);
  networkReturns();
  await settles();
  expect(fetched()).toEqual(places);
});

test('a new page loads its own links, but a new search on the same page doesn’t', async () => {
  show({ [paths.directory]: 40 });
  await warmUp();
  show({ [paths.chat]: 40 });
  goTo(paths.directory, false);
  await settles();
  expect(fetched()).toEqual([paths.directory]);
  goTo(paths.directory);
  await settles();
  expect(fetched()).toEqual([paths.directory, paths.chat]);
});

test('chat loads the modules of all visible links one after another, and then that of a conversation', async () => {
  goTo(paths.chat, false);
  show({ [paths.directory]: 40, [paths.profile]: 80 });
  await warmUp();
  expect(fetched()).toEqual([paths.directory, paths.profile, conversationPath('0')]);
});

test('failed modules load once more when the network returns', async () => {
  show({ [paths.directory]: 40 });
  preload.mockImplementation(async (href) => href !== paths.directory);
  await warmUp();
  preload.mockReset().mockResolvedValue(true);
  networkReturns();
  await settles();
  expect(fetched()).toEqual([paths.directory]);
  networkReturns();
  await settles();
  expect(fetched()).toEqual([paths.directory]);
});

test.each([
  ['inside another site', () => vi.mocked(isEmbedded).mockReturnValueOnce(true)],
  ['if the user saves data', () => vi.stubGlobal('navigator', { connection: { saveData: true } })],
  [
    'on a slow connection',
    () => vi.stubGlobal('navigator', { connection: { effectiveType: '3g', saveData: false } }),
  ],
])('the app preloads nothing %s', async (_, set) => {
  show({ [paths.directory]: 40 });
  set();
  await warmUp();
  expect(fetched()).toEqual([]);
});
