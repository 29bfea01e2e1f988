import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useProfileBeside } from './media.ts';

let isWide = true;
const listeners = new Set<() => void>();
const pass = (next: boolean) =>
  act(() => {
    isWide = next;
    for (const listener of listeners) listener();
  });
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const Place = () => <p>{useProfileBeside() ? 'beside' : 'over'}</p>;
const shown = () => screen.getByRole('paragraph').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  isWide = true;
  render(<Place />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[SHELL-08] the profile changes its layout 860 ms after the window crosses the breakpoint', () => {
  expect(shown()).toBe('beside');
  pass(false);
  wait(360 + 499);
  expect(shown()).toBe('beside');
  wait(1);
  expect(shown()).toBe('over');
  pass(true);
  wait(859);
  expect(shown()).toBe('over');
  wait(1);
  expect(shown()).toBe('beside');
});

test('[SHELL-08] the profile keeps its layout if the window crosses the breakpoint and returns in time', () => {
  pass(false);
  wait(859);
  pass(true);
  wait(5000);
  expect(shown()).toBe('beside');
});
