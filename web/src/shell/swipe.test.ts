import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForSwipes } from './swipe.ts';

let isOpen = false;
let stop = () => {};
beforeEach(() => {
  isOpen = false;
  vi.stubGlobal('innerWidth', 400);
  stop = listenForSwipes({
    isOpen: () => isOpen,
    open: () => (isOpen = true),
    close: () => (isOpen = false),
  });
});
afterEach(() => {
  stop();
  document.documentElement.dir = 'ltr';
  vi.unstubAllGlobals();
});

const touch = (type: string, ...points: readonly (readonly [x: number, y: number])[]) => {
  const event = new Event(type);
  Object.assign(event, { touches: points.map(([clientX, clientY]) => ({ clientX, clientY })) });
  window.dispatchEvent(event);
};
const swipe = (from: readonly [number, number], to: readonly [number, number]) => {
  touch('touchstart', from);
  touch('touchmove', to);
};

test.each([
  ['39 px from the edge', [5, 300], [44, 300], false],
  ['40 px from the edge', [5, 300], [45, 300], true],
  ['from the middle of the page', [120, 300], [200, 300], false],
  ['more down than across', [5, 300], [50, 360], false],
  ['toward the edge', [30, 300], [-20, 300], false],
] as const)(
  '[UI-01] [SHELL-08] a swipe %s opens the menu: %o to %o, %s',
  (_, from, to, expected) => {
    swipe(from, to);
    expect(isOpen).toBe(expected);
  },
);

test('[UI-01] a 40 px swipe back closes the menu from anywhere; an opening swipe doesn’t close it', () => {
  isOpen = true;
  swipe([300, 300], [261, 300]);
  expect(isOpen).toBe(true);
  swipe([300, 300], [260, 300]);
  expect(isOpen).toBe(false);
  isOpen = true;
  swipe([5, 300], [100, 300]);
  expect(isOpen).toBe(true);
});

test('[UI-01] in right-to-left layouts, a swipe from the right edge opens the menu', () => {
  document.documentElement.dir = 'rtl';
  swipe([5, 300], [50, 300]);
  expect(isOpen).toBe(false);
  swipe([395, 300], [355, 300]);
  expect(isOpen).toBe(true);
});

test('a two-finger gesture isn’t a swipe, and one swipe opens the menu only once', () => {
  touch('touchstart', [5, 300], [50, 300]);
  touch('touchmove', [90, 300], [150, 300]);
  expect(isOpen).toBe(false);
  touch('touchstart', [5, 300]);
  touch('touchmove', [45, 300]);
  isOpen = false;
  touch('touchmove', [120, 300]);
  expect(isOpen).toBe(false);
});
