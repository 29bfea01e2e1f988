import type { Page } from '@playwright/test';
import { isSoak, seed } from '../server/test/effort.ts';
import { paths } from '../web/src/paths.ts';
import { nothing, ofAdmins, ofPeople, ofSettings, ofVisitors, samplesFor } from './all-pages.ts';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';
import { countShifts, shifted, shiftMax } from './layout-shift.ts';

/**
 * The test loads a page at the first size and only resizes it to the others, as when someone shrinks a window or turns a
 * phone.
 */
const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;

/** Rules about colors: only these can fail in one color scheme and pass in the other. */
const colors = ['color-contrast', 'link-in-text-block'];

/**
 * The sizes at which axe checks a page: all in soak runs, otherwise one that changes from page to page and from run to run. The smallest
 * is always checked for sideways scrolling.
 */
const sizesOf = (place: number) =>
  isSoak ? sizes : sizes.filter((_, n) => n === (place + seed) % sizes.length);

/** The color schemes in which axe checks a page: both in soak runs, otherwise one, chosen like the size. */
const schemesOf = (place: number) =>
  (['light', 'dark'] as const).filter((_, n) => isSoak || n === (place + seed) % 2);

/**
 * Returns by how many pixels the page is wider than the window. Without the gutter for the scrollbar, which phones don't have: it would
 * hide up to 15 pixels.
 */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { documentElement: root } = document;
    root.style.scrollbarGutter = 'auto';
    const wider = root.scrollWidth - root.clientWidth;
    root.style.scrollbarGutter = '';
    return Math.max(0, wider);
  });

const withoutFaults = async (page: Page, path: string, place: number): Promise<void> => {
  await page.setViewportSize(sizes[0]);
  const before = await shifted(page);
  await visit(page, path);
  await settled(page);
  // A new document starts at 0.
  const total = await shifted(page);
  const moved = total < before ? total : total - before;
  if (isSoak || path.startsWith(paths.settings))
    expect([path, moved > shiftMax ? moved : 'still']).toEqual([path, 'still']);
  // On every page with bars, one item of the navigation is marked as current.
  const bar = page.getByRole('navigation', { name: 'Main' });
  if ((await bar.count()) > 0)
    expect([path, await bar.locator('[aria-current=page]').count()]).toEqual([path, 1]);
  const [smallest] = sizes;
  const checked = sizesOf(place);
  for (const size of sizes.filter((one) => one === smallest || checked.includes(one))) {
    await page.setViewportSize(size);
    await settled(page);
    const what = `${path} at ${size.width}`;
    expect([what, await sideways(page)]).toEqual([what, 0]);
    if (!checked.includes(size)) continue;
    const [first, ...others] = schemesOf(place);
    for (const scheme of [first, ...others]) {
      if (scheme === undefined) continue;
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator('html')).toHaveCSS('color-scheme', scheme);
      const found = await axeFinds(page, scheme === first ? {} : { rules: colors });
      expect([what, scheme, found]).toEqual([what, scheme, []]);
    }
  }
};

for (const { whose, email, pages } of [
  { whose: 'visitors', email: null, pages: ofVisitors },
  { whose: 'people', email: 'officer@demo.campus.example', pages: ofPeople },
  { whose: 'settings', email: 'officer@demo.campus.example', pages: ofSettings },
  { whose: 'admins', email: 'admin@demo.campus.example', pages: ofAdmins },
])
  test(`axe finds 0 on every page of ${whose}, light and dark; no page scrolls sideways at any size`, async ({
    browser,
    quiet,
  }) => {
    test.setTimeout(500_000);
    quiet.ignore(/404/);
    const context = await browser.newContext({
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const page = await context.newPage();
    await countShifts(page);
    const samples =
      email === null ? nothing : await samplesFor(context, await signIn(context, email));
    for (const [index, path] of pages(samples).entries()) await withoutFaults(page, path, index);
    await context.close();
  });

test('Arabic is right to left, complete, and axe finds 0', async ({ page, context }) => {
  // The language is set on this device only, because other journeys use the same account.
  await context.addInitScript(() => {
    // The frames that axe opens have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', 'ar');
  });
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, '/settings/language');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  for (const path of ['/', '/directory', '/_/_/clubs', '/connections', '/settings/privacy']) {
    await visit(page, path);
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);
    expect([path, await sideways(page)]).toEqual([path, 0]);
  }
});
