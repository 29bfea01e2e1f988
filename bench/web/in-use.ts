import type { BrowserContext, Page } from '@playwright/test';
import { startExample } from '../../embed/example/server.mjs';

/** Median milliseconds from a click to the first frame, in which the bar shows the new page, and to the frame with the page's content. */
export interface Change {
  readonly name: string;
  readonly first: number;
  readonly page: number;
}

interface Followed {
  readonly first: number;
  readonly page: number;
}

const middle = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** Pages of the bottom bar in turn. After the first round, all their data is cached. */
const stops = ['/directory', '/', '/chat', '/directory', '/'];
const rounds = 11;

/** Clicks a link of the bar, and waits for the first frame with a different heading. */
const follow = (page: Page, path: string): Promise<Followed> =>
  page.evaluate(
    (href) =>
      new Promise<Followed>((resolve, reject) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>(`nav a[href="${href}"]`)];
        const link = links.find((one) => one.checkVisibility());
        if (link === undefined) return reject(new Error(`no link to ${href}`));
        // Cached pages are in the document behind the visible one.
        const heading = () =>
          [...document.querySelectorAll('main h1')].find((one) => one.checkVisibility()) ?? null;
        const former = heading();
        const begun = performance.now();
        // The current frame is painted before the next task.
        const painted = (done: () => void) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          });
        let first = Number.NaN;
        const look = () => {
          const shown = heading();
          if (shown === null || shown === former) return;
          watch.disconnect();
          painted(() => resolve({ first, page: performance.now() - begun }));
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, {
          childList: true,
          subtree: true,
          attributeFilter: ['style'],
        });
        link.click();
        painted(() => (first = performance.now() - begun));
      }),
    path,
  );

/** Changes pages on a phone, signed in with the context's session and slowed 4 times. */
export const changeRoutes = async (context: BrowserContext, address: string): Promise<Change[]> => {
  const page = await context.newPage();
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto(`${address}/`);
  await page.waitForLoadState('networkidle');
  for (const path of stops) {
    await follow(page, path);
    await page.waitForLoadState('networkidle');
  }
  const session = await context.newCDPSession(page);
  const times = new Map<string, Followed[]>();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, path] of stops.entries()) {
      const name = `${stops.at(index - 1)} → ${path}`;
      const took = await follow(page, path);
      if (round > 0 || index > 0) times.set(name, [...(times.get(name) ?? []), took]);
      await page.waitForTimeout(600);
    }
  }
  await page.close();
  return [...times].map(([name, all]) => ({
    name,
    first: middle(all.map(({ first }) => first)),
    page: middle(all.map((one) => one.page)),
  }));
};

/** Measures the layout shift of a host page and of the app in its frame while they load, signed in by a one-time code. */
export const shiftInFrame = async (context: BrowserContext, campus: string): Promise<number> => {
  const host = await startExample({ campus, port: 0 });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifted: number }).shifted += (
          entry as unknown as { value: number }
        ).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  try {
    await page.goto(`${host.address}/?way=code`);
    const frame = await (await page.waitForSelector('#campus iframe')).contentFrame();
    if (frame === null) throw new Error('the frame has no page');
    await frame.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const each = await Promise.all(
      [page.mainFrame(), frame].map((place) =>
        place.evaluate(() => (window as unknown as { shifted: number }).shifted),
      ),
    );
    return each.reduce((sum, one) => sum + one, 0);
  } finally {
    await page.close();
    await host.close();
  }
};
