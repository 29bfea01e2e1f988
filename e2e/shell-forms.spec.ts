import type { Page } from '@playwright/test';
import {
  alertCloseMs,
  alertFadeMs,
  alertShowMs,
  breakpoints,
  menuRem,
  profileCollapse,
  resizeResetMs,
  swipePx,
} from '#contract/layout.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

/**
 * Gives a page another school layout, but doesn't change the school for the journeys that run at the same time. The pages
 * come without embedded responses and request them.
 */
const withLayout = async (
  page: Page,
  layout: { topBar: boolean; slideOut: 'never' | 'framed' | 'always' },
) => {
  await page.setExtraHTTPHeaders({ purpose: 'prefetch' });
  await page.route('**/mobile_ws/v18/school', async (route) => {
    const response = await route.fetch();
    const school = (await response.json()) as { config: object };
    await route.fulfill({ response, json: { ...school, config: { ...school.config, layout } } });
  });
};
/** Stops the page's clock, so that a slow machine changes nothing. */
const hold = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
/** Returns whether something is as wide as the menu that slides out. */
const slides = (width: number | undefined) => Math.round(width ?? 0) === menuRem * 16;
const mainMenu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test('[SHELL-08] each breakpoint is exact to the pixel; [SHELL-06] crossing one closes a menu after 351 ms', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.clock.install();
  await page.setViewportSize({ width: breakpoints.lg, height: 700 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  const isAtLeast = (width: number) =>
    page.evaluate((px) => window.matchMedia(`(min-width: ${px / 16}rem)`).matches, width);
  const bar = page.getByRole('banner');
  for (const width of Object.values(breakpoints).filter((one) => one > 0)) {
    await page.setViewportSize({ width: width - 1, height: 700 });
    expect([width - 1, await isAtLeast(width), await bar.isVisible()]).toEqual([
      width - 1,
      false,
      width > breakpoints.md,
    ]);
    await page.setViewportSize({ width, height: 700 });
    expect([width, await isAtLeast(width), await bar.isVisible()]).toEqual([
      width,
      true,
      width >= breakpoints.md,
    ]);
  }
  await page.setViewportSize({ width: breakpoints.lg, height: 700 });
  await expect.poll(() => isAtLeast(breakpoints.lg)).toBe(true);
  // The page learns its new width in its next frame and closes its menus a little later; the menu that opens next must stay
  // open.
  await page.waitForTimeout(300);
  await page.clock.runFor(resizeResetMs * 2);
  await page
    .getByRole('button', { name: /^Your menu/ })
    .filter({ visible: true })
    .click();
  await expect(mainMenu(page)).toBeVisible();
  await hold(page);
  await page.setViewportSize({ width: breakpoints.lg - 1, height: 700 });
  await expect.poll(() => isAtLeast(breakpoints.lg)).toBe(false);
  // The page learns it in its next frame, which its stopped clock doesn't affect.
  await page.waitForTimeout(1_000);
  await page.clock.runFor(resizeResetMs - 1);
  await expect(mainMenu(page)).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(mainMenu(page)).toHaveCount(0);
});

test('[SHELL-08] below 1280 px, an open profile collapses after 360 ms and 500 ms more @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.clock.install();
  await page.setViewportSize({ width: breakpoints.xl, height: 800 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  await page.locator('article a').first().click();
  const beside = page.getByRole('complementary', { name: 'Profile' });
  await expect(beside).toBeVisible();
  await settled(page);
  await hold(page);
  await page.setViewportSize({ width: breakpoints.xl - 1, height: 800 });
  await expect
    .poll(() => page.evaluate(() => window.matchMedia('(min-width: 80rem)').matches))
    .toBe(false);
  // The page’s clock is paused. React handles the change in real time.
  await page.waitForTimeout(1_000);
  await page.clock.runFor(profileCollapse.waitMs + profileCollapse.delayMs - 1);
  await expect(beside).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(beside).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
});

test('[SHELL-03] by default there is no top bar, and the main menu slides out only in a host’s frame @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  await expect(page.locator('[data-top-bar]')).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(mainMenu(page)).toBeVisible();
  expect(slides((await mainMenu(page).boundingBox())?.width)).toBe(false);

  await page.goto(`${address()}/healthz`);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/directory';
    frame.style.cssText =
      'position: fixed; inset: 0; width: 390px; height: 700px; border: 0; background: white';
    document.body.append(frame);
  });
  const framed = page.frameLocator('iframe');
  await framed.getByRole('button', { name: 'More', exact: true }).click();
  const menu = framed.getByRole('dialog', { name: 'Menu' });
  await expect.poll(async () => slides((await menu.boundingBox())?.width)).toBe(true);
  // The menu traps the focus and returns it afterwards.
  for (let many = 0; many < 30; many += 1) await page.keyboard.press('Tab');
  expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(framed.getByRole('button', { name: 'More', exact: true })).toBeFocused();
});

test('[SHELL-03, SHELL-07] one setting shows the top bar: menu, logo, a collapsed search, the picture', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await withLayout(page, { topBar: true, slideOut: 'never' });
  await page.setViewportSize({ width: breakpoints.md - 1, height: 700 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  const top = page.locator('[data-top-bar]');
  await expect(top.getByRole('link', { name: 'Demo University' })).toBeVisible();
  await expect(top.getByRole('button', { name: /^Your menu/ })).toBeVisible();
  await expect(top.getByRole('searchbox')).toHaveCount(0);
  await top.getByRole('button', { name: /^Search/ }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');

  // Below the md breakpoint, a button opens the left bar, and following a link closes it again.
  const bar = page.getByRole('banner');
  await expect(bar).toBeHidden();
  await top.getByRole('button', { name: 'Open or close the menu' }).click();
  await expect(bar.getByRole('link', { name: 'Home', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await top.getByRole('button', { name: 'Open or close the menu' }).click();
  await bar.getByRole('navigation').getByRole('link', { name: 'Directory' }).click();
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: breakpoints.md, height: 700 });
  await expect(bar).toBeVisible();
});

test('[SHELL-03, UI-01] if the menu always slides out, a 40 px swipe from the edge opens it and one back closes it @soak', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(context, 'officer@demo.campus.example');
  await withLayout(page, { topBar: false, slideOut: 'always' });
  await page.goto(`${address()}/directory`);
  await settled(page);
  const client = await context.newCDPSession(page);
  const swipe = async (from: number, to: number) => {
    const at = (x: number) => [{ x, y: 300 }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
    await client.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at((from + to) / 2),
    });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(4, 4 + swipePx - 1);
  await page.waitForTimeout(200);
  await expect(mainMenu(page)).toHaveCount(0);
  await swipe(4, 4 + swipePx);
  await expect(mainMenu(page)).toBeVisible();
  await expect.poll(async () => slides((await mainMenu(page).boundingBox())?.width)).toBe(true);
  // Following a link closes it (SHELL-07).
  await mainMenu(page).getByRole('link', { name: 'Feed' }).click();
  await expect(page).toHaveURL(`${address()}/`);
  await expect(mainMenu(page)).toHaveCount(0);
  // The previous page stays until the next one is ready, and a tap on a disappearing element has no effect.
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toHaveCount(0);
  await settled(page);
  await swipe(4, 4 + swipePx);
  await expect(mainMenu(page)).toBeVisible();
  await swipe(300, 300 - swipePx);
  await expect(mainMenu(page)).toHaveCount(0);
  await context.close();
});

test('[ALERT-01, ALERT-02] an alert appears after 100 ms, disappears after 3000 ms with a fade of 250 ms, and stays while hovered', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/503/);
  await signIn(context, 'admin@demo.campus.example');
  await page.clock.install();
  await page.goto(`${address()}/admin/privacy`);
  await settled(page);
  await page.route('**/api/v1/school/field-rules', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', status: 503 } })
      : route.fallback(),
  );
  const alert = page.locator('[data-alert=Error]');
  const fail = async () => {
    const answered = page.waitForResponse((response) => response.status() === 503);
    await hold(page);
    await page.getByLabel('Visibility of Major').selectOption('me');
    await answered;
    // The response has arrived once the choice shows its former value.
    await expect(page.getByLabel('Visibility of Major')).toHaveValue('everyone');
    await page.clock.runFor(alertShowMs - 1);
    await expect(alert).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(alert).toHaveCount(1);
  };
  await fail();
  await page.clock.runFor(alertCloseMs - 1);
  await expect(alert).not.toHaveClass(/opacity-0/);
  await page.clock.runFor(1);
  await expect(alert).toHaveClass(/opacity-0/);
  await page.clock.runFor(alertFadeMs);
  await expect(alert).toHaveCount(0);
  await page.clock.resume();

  await fail();
  await alert.hover();
  await page.clock.runFor(alertCloseMs * 3);
  await expect(alert).toHaveCount(1);
  await page.clock.resume();
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(alert).toHaveCount(0);
});
