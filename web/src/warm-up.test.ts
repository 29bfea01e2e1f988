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
const places = [
  paths.home,
  paths.directory,
  paths.chat,
  conversationPath('0'),
  paths.connections,
  paths.notifications,
];
const networkReturns = async () => {
  window.dispatchEvent(new Event('online'));
  // Longer than fetching all of it takes.
  await new Promise((resolve) => setTimeout(resolve, 200));
};
const fetched = () => preload.mock.calls.map(([href]) => href);

beforeEach(() => void preload.mockReset().mockResolvedValue(true));
afterEach(() => vi.unstubAllGlobals());

test('the places of everybody’s menu are fetched one after the other, each when nothing else is done', async () => {
  let underWay = 0;
  preload.mockImplementation(async () => {
    expect(++underWay).toBe(1);
    await new Promise((resolve) => setTimeout(resolve));
    underWay -= 1;
    return true;
  });
  await warmUp();
  expect(fetched()).toEqual(places);
  expect(vi.mocked(whenIdle).mock.calls.length).toBeGreaterThan(places.length);
  await networkReturns();
  expect(fetched()).toEqual(places);
});

test('what did not come is fetched when the network returns, once', async () => {
  preload.mockImplementation(async (href) => href !== paths.chat);
  await warmUp();
  preload.mockReset().mockResolvedValue(true);
  await networkReturns();
  expect(fetched()).toEqual(places);
  await networkReturns();
  expect(fetched()).toEqual(places);
});

test.each([
  ['in a host’s page', () => vi.mocked(isEmbedded).mockReturnValueOnce(true)],
  ['for who saves data', () => vi.stubGlobal('navigator', { connection: { saveData: true } })],
])('nothing is fetched ahead %s', async (_, set) => {
  set();
  await warmUp();
  expect(fetched()).toEqual([]);
});
