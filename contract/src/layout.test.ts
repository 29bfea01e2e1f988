import { expect, test } from 'vitest';
import * as layout from './layout.ts';

test('[SHELL-08] breakpoints and shell delays have the specified values', () => {
  expect(layout.breakpoints).toEqual({ xs: 0, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 });
  expect(layout.profileCollapse).toEqual({ waitMs: 360, delayMs: 500 });
  expect(layout.resizeResetMs).toBe(351);
});

test('[UI-01] sizes, swipe distance and carousel interval have the specified values', () => {
  const { carouselMs, swipePx, leftBarPx, menuRem } = layout;
  expect({ carouselMs, swipePx, leftBarPx, menuRem }).toEqual({
    carouselMs: 5000,
    swipePx: 40,
    leftBarPx: 90,
    menuRem: 22,
  });
});

test('[ALERT-01] [ALERT-04] alert and toast durations have the specified values', () => {
  const { alertShowMs, alertCloseMs, alertFadeMs, toastMs } = layout;
  expect({ alertShowMs, alertCloseMs, alertFadeMs, toastMs }).toEqual({
    alertShowMs: 100,
    alertCloseMs: 3000,
    alertFadeMs: 250,
    toastMs: 5000,
  });
});
