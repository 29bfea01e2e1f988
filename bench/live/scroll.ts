import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../tools/browser.ts';
import { count } from './cells.ts';
import { seedLong } from './scroll-seed.ts';
import { openStage } from './stage.ts';
import { readTexts } from './trace.ts';

const messages = 50_000;
/** Seconds of scrolling in each direction, and pixels per second, as after a hard flick on a phone. */
const seconds = 12;
const pixelsASecond = 6_000;
/** Milliseconds above which a task delays a frame (https://web.dev/articles/optimize-long-tasks). */
const longMs = 50;

/** The measurements of one direction. */
interface Scrolled {
  readonly frames: number;
  /** Tasks over 50 ms, and the longest. */
  readonly long: number;
  readonly longest: number;
  /** Milliseconds at an edge beyond which there are more messages. */
  readonly waited: number;
  readonly from: number;
  readonly to: number;
}

/** Scrolls the messages in one direction by the clock, regardless of the frame rate. Runs in the page. */
const scroll = (page: Page, way: -1 | 1): Promise<Scrolled> =>
  page.evaluate(
    ({ way: sign, length, speed, most, total }) =>
      new Promise<Scrolled>((resolve, reject) => {
        const box =
          document.querySelector('[data-seq]')?.closest<HTMLElement>('[role="region"]') ?? null;
        if (box === null) return reject(new Error('no messages'));
        const tasks: number[] = [];
        const watch = new PerformanceObserver((list) =>
          tasks.push(...list.getEntries().map(({ duration }) => duration)),
        );
        watch.observe({ type: 'longtask' });
        const seqs = () =>
          [...box.querySelectorAll<HTMLElement>('[data-seq]')].map((row) =>
            Number(row.dataset['seq']),
          );
        const hasMore = () => (sign < 0 ? (seqs()[0] ?? 0) > 1 : (seqs().at(-1) ?? 0) < total);
        const from = seqs().at(sign < 0 ? -1 : 0) ?? 0;
        const start = performance.now();
        let [frames, last, waited] = [0, start, 0];
        const step = (now: number) => {
          frames += 1;
          const passed = Math.max(0, now - last);
          last = now;
          const before = box.scrollTop;
          box.scrollTop += (sign * speed * passed) / 1000;
          if (box.scrollTop === before && passed > 0 && hasMore()) waited += passed;
          if (now - start < length * 1000) return void requestAnimationFrame(step);
          watch.disconnect();
          const long = tasks.filter((one) => one > most);
          resolve({
            frames,
            long: long.length,
            longest: Math.max(0, ...long),
            waited,
            from,
            to: seqs().at(sign < 0 ? 0 : -1) ?? 0,
          });
        };
        requestAnimationFrame(step);
      }),
    { way, length: seconds, speed: pixelsASecond, most: longMs, total: messages },
  );

/** Replaces the list with the same rendered messages without any logic, to measure the browser itself at this speed. */
const plainBaseline = async (page: Page): Promise<void> => {
  await page.evaluate(
    (height) => {
      const box =
        document.querySelector('[data-seq]')?.closest<HTMLElement>('[role="region"]') ?? null;
      const list = box?.querySelector<HTMLElement>('[data-seq]')?.parentElement;
      if (!box || !list) throw new Error('no messages');
      const baseline = box.cloneNode(false) as HTMLElement;
      for (let tall = 0; tall < height; tall += list.offsetHeight)
        baseline.append(list.cloneNode(true));
      document.body.replaceChildren(baseline);
      baseline.style.height = '100dvh';
      baseline.style.overflow = 'auto';
      baseline.scrollTop = baseline.scrollHeight;
    },
    seconds * pixelsASecond + 2_000,
  );
  await page.waitForTimeout(1_000);
};

/** Scrolls a conversation of 50,000 messages in a browser, up from its end and down from its start. Null without texts. */
export const scrollTable = async (data: string): Promise<string[] | null> => {
  const texts = await readTexts(data);
  if (texts === null) return null;
  const stage = await openStage({
    size: 1_000,
    chatters: 100,
    fill: (pool, live) => seedLong(pool, live, { messages, texts: texts.slice(0, 20_000) }),
  });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserFlags],
  });
  try {
    const { live } = stage;
    const server = await stage.startOurs({ web: true });
    const address = `http://localhost:${server.port}`;
    const rows: string[] = [];
    const row = (
      name: string,
      { frames, long, longest, waited, from, to }: Scrolled,
      isBaseline = false,
    ) =>
      rows.push(
        `| ${name} | ${isBaseline ? '' : count(Math.abs(to - from) + 1)} | ${(frames / seconds).toFixed(0)} | ${long}${!isBaseline && long > 0 ? ' ✗' : ''} | ${longest.toFixed(0)} ms | ${isBaseline ? '' : `${waited.toFixed(0)} ms`} |`,
      );
    const heaps: number[] = [];
    for (const [name, viewport] of [
      ['1280 × 800', { width: 1280, height: 800 }],
      ['390 × 844', { width: 390, height: 844 }],
    ] as const) {
      const context = await browser.newContext({
        viewport,
        reducedMotion: 'reduce',
        locale: 'en-US',
      });
      await context.addCookies([
        { name: 'cg_session', value: live.chatters[0]?.session ?? '', url: address },
      ]);
      const page = await context.newPage();
      const open = async (query = '') => {
        await page.goto(`${address}/chat/${live.pairs[0] ?? 0}${query}`);
        await page.locator('[data-seq]').first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(1_500);
      };
      await open();
      row(`${name}, up from the end`, await scroll(page, -1));
      row(`${name}, down again`, await scroll(page, 1));
      await open('?message=1');
      row(`${name}, down from the first message`, await scroll(page, 1));
      heaps.push(
        await page.evaluate(
          () =>
            (performance as unknown as { memory: { usedJSHeapSize: number } }).memory
              .usedJSHeapSize,
        ),
      );
      await plainBaseline(page);
      row(`${name}, the same rows as a plain page, up`, await scroll(page, -1), true);
      await context.close();
    }
    return [
      `A conversation of ${count(messages)} messages over ${count(1_000)} days in Chromium, ${count(pixelsASecond)} pixels a second for ${seconds} s in each direction, by the clock: a late frame scrolls further. Server, database and browser run on the same two cores. For comparison, the last rendered rows as a plain page of the same height. The page's heap afterwards: ${heaps.map((bytes) => `${(bytes / 1_048_576).toFixed(1)} MiB`).join(', ')}.`,
      '',
      '| | messages passed | frames a second | tasks over 50 ms (0) | the longest | waited at an edge for messages |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
    ];
  } finally {
    await browser.close();
    await stage.stop();
  }
};
