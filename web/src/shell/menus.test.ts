import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeMenus, openMenu, resetMenusOnResize } from './menus.ts';

/** Media queries that change when the test says so. */
const medias = new Map<string, Set<() => void>>();
const pass = (query: string) => medias.get(query)?.forEach((listener) => listener());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', (query: string) => {
    const listeners = medias.get(query) ?? new Set();
    medias.set(query, listeners);
    return {
      matches: false,
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    };
  });
});
afterEach(() => {
  closeMenus();
  medias.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['40rem', 'person'],
  ['48rem', 'main'],
  ['64rem', 'person'],
  ['80rem', 'main'],
  ['96rem', 'person'],
] as const)(
  '[SHELL-06] crossing the %s breakpoint closes the %s menu after 351 ms',
  (width, menu) => {
    const stop = resetMenusOnResize();
    openMenu.set(menu);
    pass(`(min-width: ${width})`);
    vi.advanceTimersByTime(350);
    expect(openMenu.get()).toBe(menu);
    vi.advanceTimersByTime(1);
    expect(openMenu.get()).toBe('none');
    stop();
  },
);

test('[SHELL-06] each breakpoint change restarts the delay, and unmounting cancels it', () => {
  const stop = resetMenusOnResize();
  openMenu.set('main');
  pass('(min-width: 40rem)');
  vi.advanceTimersByTime(300);
  pass('(min-width: 48rem)');
  vi.advanceTimersByTime(350);
  expect(openMenu.get()).toBe('main');
  stop();
  vi.advanceTimersByTime(1000);
  expect(openMenu.get()).toBe('main');
});
