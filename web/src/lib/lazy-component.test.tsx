/// <reference types="node" />
// @apart: what has been loaded stays loaded in a worker.
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import {
  subscribeToWaits,
  lazyComponent,
  loadWithRetry,
  type LoadProblem,
} from './lazy-component.ts';
import { lazyModule, NotLoaded } from './lazy-module.ts';

const Panel = ({ name }: { name: string }) => <p>{name} is here</p>;
const file = { Panel };
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
/** The module of a part, which may fail to load. */
const served = () => vi.fn<() => Promise<typeof file>>(async () => file);

const notified: LoadProblem[] = [];
const onUnhandled = vi.fn<(event: unknown) => void>();
let isOnline = true;
/** The request that checks whether the campus responds. */
const answers = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = true;
  notified.length = 0;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.stubGlobal('fetch', answers.mockReset().mockResolvedValue(new Response()));
  subscribeToWaits((wait) => notified.push(wait));
  process.on('unhandledRejection', onUnhandled.mockReset());
});
afterEach(() => {
  cleanup();
  process.off('unhandledRejection', onUnhandled);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const networkReturns = async () => {
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await passes(0);
};
const draw = async (Part: ReturnType<typeof lazyComponent<'Panel', typeof Panel>>) => {
  render(
    <>
      <p>the page</p>
      <Suspense fallback={null}>
        <Part name="Ana" />
      </Suspense>
    </>,
  );
  await passes(0);
};
const isDrawn = () => screen.queryByText('Ana is here') !== null;
const pageStands = () => expect(screen.getByText('the page')).toBeTruthy();

test('offline, a part that fails to load shows one notice, doesn’t affect the page and loads once online', async () => {
  isOnline = false;
  const load = served().mockImplementation(lost);
  await draw(lazyComponent(load, 'Panel'));
  pageStands();
  expect([isDrawn(), notified]).toEqual([false, ['away']]);
  await passes(60_000);
  expect([isDrawn(), notified]).toEqual([false, ['away']]);
  load.mockResolvedValue(file);
  await networkReturns();
  expect([isDrawn(), notified]).toEqual([true, ['away']]);
  expect(answers).not.toHaveBeenCalled();
});

test('online, a part retries automatically, and a single failure shows nothing', async () => {
  const load = served().mockImplementationOnce(lost);
  await draw(lazyComponent(load, 'Panel'));
  expect([isDrawn(), notified]).toEqual([false, []]);
  await passes(1_000);
  expect([isDrawn(), notified]).toEqual([true, []]);
  expect(load).toHaveBeenCalledTimes(2);
});

test('if the server responds but a part keeps failing, one notice reports that it may have been replaced', async () => {
  const load = served().mockImplementation(lost);
  await draw(lazyComponent(load, 'Panel'));
  await passes(1_000);
  expect(notified).toEqual(['replaced']);
  await passes(120_000);
  pageStands();
  expect([isDrawn(), notified]).toEqual([false, ['replaced']]);
  expect(load.mock.calls.length).toBeGreaterThan(5);
});

test('the notice about a replaced part waits until the server responds, even if the device is online', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  await draw(lazyComponent(served().mockImplementation(lost), 'Panel'));
  await passes(10_000);
  expect(notified).toEqual(['away']);
  answers.mockResolvedValue(new Response(null, { status: 503 }));
  await passes(20_000);
  expect(notified).toEqual(['away']);
  answers.mockResolvedValue(new Response());
  await passes(60_000);
  expect(notified).toEqual(['away', 'replaced']);
});

test('a failed preload shows nothing, and rendering the part loads it again', async () => {
  const load = served().mockImplementationOnce(lost);
  const Part = lazyComponent(load, 'Panel');
  Part.preload();
  // Unhandled rejections are reported in the next turn of the event loop.
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 10));
  vi.useFakeTimers();
  expect(onUnhandled).not.toHaveBeenCalled();
  await draw(Part);
  expect([isDrawn(), notified]).toEqual([true, []]);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part loads once, however often the app requests and renders it', async () => {
  const load = served();
  const Part = lazyComponent(load, 'Panel');
  Part.preload();
  Part.preload();
  await draw(Part);
  cleanup();
  await draw(Part);
  expect(isDrawn()).toBe(true);
  expect(load).toHaveBeenCalledTimes(1);
});

test('loadWithRetry tries twice, then fails with a not-loaded error or, offline, with a network error', async () => {
  const load = served().mockImplementationOnce(lost);
  const once = loadWithRetry(load);
  await passes(1_000);
  expect(await once).toBe(file);
  load.mockImplementation(lost);
  const failure = async () => {
    const failed = loadWithRetry(load).catch((error: unknown) => error);
    await passes(1_000);
    return await failed;
  };
  expect(await failure()).toBeInstanceOf(NotLoaded);
  isOnline = false;
  expect(await failure()).toMatchObject({ code: 'network' } satisfies Partial<CallError>);
});

test('a retry uses a new URL if the browser caches a failed import', async () => {
  const error = new TypeError(
    'Failed to fetch dynamically imported module: https://campus.example/assets/panel-1.js',
  );
  const remembered = vi.fn<() => Promise<typeof file>>(() => Promise.reject(error));
  const importFrom = vi
    .fn<(address: string) => Promise<typeof file>>()
    .mockRejectedValueOnce(new TypeError('still offline'))
    .mockResolvedValue(file);
  const { load } = lazyModule(remembered, importFrom);
  await expect(load()).rejects.toBe(error);
  expect(importFrom).not.toHaveBeenCalled();
  await expect(load()).rejects.toBe(error);
  expect(await load()).toBe(file);
  expect(await load()).toBe(file);
  expect(importFrom.mock.calls).toEqual([
    ['https://campus.example/assets/panel-1.js?retry=1'],
    ['https://campus.example/assets/panel-1.js?retry=2'],
  ]);
});
