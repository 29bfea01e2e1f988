import type { BrowserContext, Locator, Page } from '@playwright/test';

/** Milliseconds from a tap or key to the next painted frame, as the browser reports them (Event Timing, in steps of 8 ms). */
export interface Interaction {
  readonly name: string;
  readonly median: number;
  readonly longest: number;
  readonly runs: number;
}

const slowdown = 4;
const runs = 11;
const phone = { width: 412, height: 823 };
const desktop = { width: 1280, height: 800 };
/** The browser reports an interaction after its frame. */
const reportMs = 400;

interface Reported {
  takeLongest: () => number;
}

/** Collects the interactions of each document of the context. */
const collect = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & {
        interactionId?: number;
      })[])
        if ((entry.interactionId ?? 0) > 0) longest = Math.max(longest, entry.duration);
    });
    observer.observe({
      type: 'event',
      durationThreshold: 16,
      buffered: true,
    } as PerformanceObserverInit);
    Object.assign(window, {
      takeLongest: () => {
        const taken = longest;
        longest = 0;
        return taken;
      },
    });
  });

/** Interactions shorter than 16 ms aren't reported, so they count as 16 ms. */
const takeLongest = async (page: Page): Promise<number> => {
  await page.waitForTimeout(reportMs);
  return Math.max(16, await page.evaluate(() => (window as unknown as Reported).takeLongest()));
};

/** A repeated interaction. `undo` brings the page back to where it was, and isn't measured. */
interface Repeated {
  readonly name: string;
  readonly path: string;
  readonly size: { width: number; height: number };
  readonly act: (page: Page, run: number) => Promise<void>;
  readonly undo?: (page: Page) => Promise<void>;
}

const nth = (all: Locator, run: number, count: number): Locator => all.nth(run % count);

const repeated: readonly Repeated[] = [
  {
    name: 'open a person’s card in the directory',
    path: '/directory',
    size: phone,
    act: (page, run) => nth(page.getByRole('article').getByRole('link'), run, 3).click(),
    undo: async (page) => {
      await page.goBack();
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'type a letter in the search of the directory',
    path: '/directory',
    size: phone,
    act: async (page, run) => {
      const search = page.getByRole('searchbox').first();
      if (run === 0) await search.focus();
      await page.keyboard.press(run % 2 === 0 ? 'a' : 'Backspace');
    },
  },
  {
    name: 'switch to another conversation',
    path: '/chat',
    size: desktop,
    act: (page, run) => nth(page.locator('main a[href^="/chat/"]:visible'), run, 3).click(),
  },
  {
    name: 'vote in a poll',
    path: '/',
    size: phone,
    act: async (page, run) => {
      const options = page
        .getByRole('article')
        .filter({ hasText: 'Flammkuchen' })
        .getByRole('button', { name: /Tacos|Dumplings/ });
      await nth(options, run, 2).click();
    },
  },
  {
    name: 'open a menu',
    path: '/',
    size: phone,
    act: (page) => page.getByRole('article').getByRole('button', { name: /^More/ }).first().click(),
    undo: (page) => page.keyboard.press('Escape'),
  },
];

/** Repeats taps and key presses with the CPU slowed down by a factor of 4. The first run of each also loads code. */
export const measureInteractions = async (
  context: BrowserContext,
  address: string,
): Promise<Interaction[]> => {
  await collect(context);
  const measured: Interaction[] = [];
  for (const { name, path, size, act, undo } of repeated) {
    const page = await context.newPage();
    await page.setViewportSize(size);
    await page.goto(`${address}${path}`);
    await page.waitForLoadState('networkidle');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await takeLongest(page);
      await act(page, run);
      times.push(await takeLongest(page));
      await undo?.(page);
      await page.waitForTimeout(reportMs);
    }
    await page.close();
    const sorted = times.toSorted((a, b) => a - b);
    measured.push({
      name,
      median: sorted[Math.floor(runs / 2)] ?? Number.NaN,
      longest: sorted.at(-1) ?? Number.NaN,
      runs,
    });
  }
  return measured;
};
