import type { Page } from '@playwright/test';

/** Counts how far content moved since the page's last document was loaded, without moves that followed an input. */
export const countShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const shown = window as ShiftedWindow;
    shown.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) shown.shifted = (shown.shifted ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
};
interface Shift {
  value: number;
  hadRecentInput: boolean;
}
type ShiftedWindow = Window & { shifted?: number };
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as ShiftedWindow).shifted ?? 0);
/** The maximum cumulative layout shift: how far the content of a page can move while it loads. Soak runs check it on all pages. */
export const shiftMax = 0.02;
