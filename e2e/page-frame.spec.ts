import type { Page } from '@playwright/test';
import { ofAdmins, ofPeople, ofSettings, samplesFor } from './all-pages.ts';
import { address, expect, settled, signIn, test } from './campus.ts';
import { countShifts, shifted, shiftMax } from './layout-shift.ts';

/*
 * Loads every page as a whole and measures what is the same on all of them: where the content begins, the title, the back link
 * above it, rows of fields with one height, and that nothing moves. accessible.spec.ts checks what it can on pages opened by a
 * link.
 */

/** Windows with their inline start of the content. */
const windows = [
  { width: 1366, height: 650, start: 122 },
  { width: 768, height: 1024, start: 114 },
  { width: 390, height: 844, start: 16 },
] as const;

/** Pages without bars, and chat, which fills the window. */
const hasOwnFrame =
  /^\/(chat|check-in|tickets|embed|lti|start|welcome|verify|shared-finances)\b|\/code$/;

interface Frame {
  /** The inline start of the content; null without bars. */
  start: number | null;
  title: string;
  headings: string[];
  /** Back links that aren't above the title. */
  lowBackLinks: string[];
  /** Fields and buttons next to each other whose heights differ. */
  unequal: string[];
}

const frameOf = (page: Page): Promise<Frame> =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const main = [...document.querySelectorAll('main')].find(isShown);
    const all = (selector: string) =>
      [...(main?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(isShown);
    const headings = all('h1');
    const top = headings[0]?.getBoundingClientRect().top ?? 0;
    const boxOf = (field: HTMLElement) =>
      field.closest<HTMLElement>('.field') ?? field.closest<HTMLElement>('select') ?? field;
    const boxes = all('input, select')
      .filter((one) => !one.matches('[type=checkbox], [type=radio], [type=file], [type=range]'))
      .map(boxOf)
      .filter((one) => one.matches('.field, select'));
    const buttons = all('button, a[class*="rounded-control"]').filter(
      (one) =>
        getComputedStyle(one).borderTopColor !== 'rgba(0, 0, 0, 0)' &&
        one.closest('.field') === null,
    );
    const unequal = boxes.flatMap((box) =>
      [...boxes, ...buttons].flatMap((other) => {
        if (box === other || box.contains(other)) return [];
        const [a, b] = [box.getBoundingClientRect(), other.getBoundingClientRect()];
        const isBeside =
          b.left >= a.right &&
          b.left - a.right < 24 &&
          b.top < a.bottom - 8 &&
          a.top < b.bottom - 8;
        const differs = Math.abs(a.height - b.height) > 1;
        return isBeside && differs && a.height < 60
          ? [`${Math.round(a.height)} ${other.textContent.trim()} ${Math.round(b.height)}`]
          : [];
      }),
    );
    const start =
      main && document.querySelector('[data-shell]')
        ? Math.round(
            main.getBoundingClientRect().left +
              Number.parseFloat(getComputedStyle(main).paddingLeft),
          )
        : null;
    return {
      start,
      title: document.title,
      headings: headings.map((one) => one.textContent.trim()),
      lowBackLinks: all('a:has(> svg.lucide-arrow-left)')
        .filter((one) => one.getBoundingClientRect().top > top)
        .map((one) => one.textContent.trim()),
      unequal,
    };
  });

for (const window of windows)
  for (const { whose, email, pages } of [
    { whose: 'people', email: 'officer@demo.campus.example', pages: ofPeople },
    { whose: 'settings', email: 'officer@demo.campus.example', pages: ofSettings },
    { whose: 'admins', email: 'admin@demo.campus.example', pages: ofAdmins },
  ])
    test(`pages of ${whose} share one layout at ${window.width} px: start, title, back link, equal field heights, and no layout shift @soak`, async ({
      browser,
      quiet,
    }) => {
      test.setTimeout(900_000);
      quiet.ignore(/404|429/);
      const context = await browser.newContext({
        viewport: { width: window.width, height: window.height },
        reducedMotion: 'reduce',
        locale: 'en-US',
      });
      const page = await context.newPage();
      await countShifts(page);
      const samples = await samplesFor(context, await signIn(context, email));
      for (const path of pages(samples)) {
        const answer = await page.goto(`${address()}${path}`);
        // The rate limit of pages.
        if (answer?.status() === 429) {
          await page.waitForTimeout(20_000);
          await page.goto(`${address()}${path}`);
        }
        await settled(page);
        const frame = await frameOf(page);
        const moved = await shifted(page);
        expect([path, moved > shiftMax ? moved : 'still']).toEqual([path, 'still']);
        expect([path, frame.unequal]).toEqual([path, []]);
        const isOwn = frame.start === null || hasOwnFrame.test(path);
        expect([path, isOwn ? [] : frame.lowBackLinks]).toEqual([path, []]);
        // A title such as "Directory · Demo University", never only the school or the app.
        expect([path, frame.title]).toEqual([path, expect.stringMatching(/.+ · .+/)]);
        // The title of a section is its name, not that of all sections.
        if (/^\/(admin|settings)\/./.test(path))
          expect([path, frame.title]).toEqual([
            path,
            expect.stringContaining(frame.headings[0] ?? path),
          ]);
        if (!isOwn) expect([path, frame.start]).toEqual([path, window.start]);
      }
      await context.close();
    });
