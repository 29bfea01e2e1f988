import { breakpoints, leftBarPx, resizeResetMs, toastMs } from '#contract/layout.ts';
import { address, expect, password, settled, signIn, test } from './campus.ts';

test('[SHELL-01, SHELL-02, UI-01] the left bar is 90 px from md up with the current item marked; below, the bottom menu with More', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: breakpoints.md, height: 700 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  const bar = page.getByRole('banner');
  expect((await bar.boundingBox())?.width).toBe(leftBarPx);
  await expect(bar.getByRole('navigation').locator('[aria-current=page]')).toHaveText('Directory');
  await bar.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(`${address()}/`);
  await expect(bar.getByRole('navigation').locator('[aria-current=page]')).toHaveText('Home');

  await page.setViewportSize({ width: breakpoints.md - 1, height: 700 });
  await expect(bar).toBeHidden();
  const more = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'More', exact: true });
  const box = await more.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  // Menus close once more after the window crosses a breakpoint (SHELL-06); a person opens theirs later than that.
  await page.waitForTimeout(resizeResetMs + 50);
  await more.click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Log out' })).toBeVisible();
});

test('[SHELL-01] [SHELL-04] a low window hides no item: items that don’t fit the left bar are behind More and come back @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  const bar = page.getByRole('banner').getByRole('navigation');
  await expect(bar.getByRole('link').first()).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Connections' })).toBeHidden();
  const more = bar.getByRole('button', { name: 'More', exact: true });
  await expect(more).toBeInViewport({ ratio: 1 });
  await more.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Calendar' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Finances' })).toBeVisible();
  await menu.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  // The current item also marks the menu that contains it.
  await expect(more).toHaveCSS('font-weight', '650');

  await page.setViewportSize({ width: 1280, height: 1_000 });
  await expect(more).not.toHaveCSS('font-weight', '650');
  await expect(bar.getByRole('link', { name: 'Connections' })).toBeVisible();
  await more.click();
  await expect(menu.getByRole('link', { name: 'Finances' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Connections' })).toHaveCount(0);
});

test('[ROUTE-06] pages of the bar are kept: opened again they start at the top, back restores the position, and only the visible one is active', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  const card = page.locator('article');
  // Finds the link by its address, because the name of the Chat link includes the unread messages.
  const go = async (path: string, heading: RegExp) => {
    await page.locator(`nav a[href="${path}"]`).first().click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  };
  const inView = () =>
    page.evaluate(
      () => [...document.querySelectorAll('main')].filter((one) => one.checkVisibility()).length,
    );
  const scrollTop = () => page.evaluate(() => Math.round(window.scrollY));
  await page.evaluate(() => window.scrollTo(0, 4_000));
  await expect
    .poll(() => card.evaluateAll((all) => all.some((one) => one.getBoundingClientRect().top > 0)))
    .toBe(true);

  await go('/chat', /^Chat/);
  expect(await inView()).toBe(1);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    'hidden',
  );
  await go('/', /Ana/);
  expect(await inView()).toBe(1);
  await expect(page.locator('#main')).toHaveCount(1);
  // A chat behind the page doesn't stop the window from scrolling.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe(
    'hidden',
  );
  await expect(page).toHaveTitle(/^Home ·/);
  // After a navigation, the heading keeps the focus until a key is pressed (shell/heading-focus.ts).
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeFocused();
  await page.keyboard.press('Shift');
  await page.locator('a[href="#main"]').focus();
  await page.keyboard.press('Enter');
  expect(
    await page.evaluate(() => document.activeElement?.querySelector('h1')?.textContent),
  ).toContain('Ana');

  const isThereAtOnce = await page.evaluate(
    () =>
      new Promise((resolve) => {
        document.querySelector<HTMLAnchorElement>('nav a[href="/directory"]')?.click();
        const look = () => {
          if (document.querySelector('#main h1')?.textContent !== 'Directory')
            return requestAnimationFrame(look);
          const tops = [...document.querySelectorAll('#main article')].map(
            (one) => one.getBoundingClientRect().top,
          );
          return resolve(tops.some((top) => top > 0 && top < window.innerHeight));
        };
        look();
      }),
  );
  expect(isThereAtOnce).toBe(true);
  await expect(page).toHaveTitle(/^Directory ·/);
  expect(await scrollTop()).toBe(0);
  // The history has home, home with the skip link's hash, Chat, and the list.
  for (let step = 0; step < 4; step += 1) await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Directory$/ })).toBeVisible();
  await expect.poll(scrollTop).toBe(4_000);
  await expect
    .poll(() => card.evaluateAll((all) => all.some((one) => one.getBoundingClientRect().top > 0)))
    .toBe(true);
});

test('[ROUTE-06] hiding a page while something on it changes its color doesn’t take the focus from menus @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.goto(`${address()}/directory`);
  await settled(page);
  const sort = page.getByRole('button', { name: /^Sort/ });
  await sort.click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.evaluate(() => {
    const card = document.querySelector('article');
    const leave = () => document.querySelector<HTMLAnchorElement>('nav a[href="/chat"]')?.click();
    // As when the pointer passes over the card: a new color starts before the first transition ends, and is removed again.
    card?.addEventListener('transitionrun', () => card.style.setProperty('border-color', 'blue'), {
      once: true,
    });
    card?.addEventListener('transitioncancel', leave, { once: true });
    card?.style.setProperty('transition-duration', '20s');
    card?.style.setProperty('border-color', 'red');
  });
  await expect(page.getByRole('heading', { level: 1, name: /^Chat/ })).toBeVisible();
  await page.goBack();
  await expect(sort).toBeVisible();
  // Screen readers click without a pointer.
  await sort.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
});

for (const hasPreloadedData of [true, false])
  test(`[SCH-01] the school’s color appears before any content, ${hasPreloadedData ? 'with embedded responses' : 'without embedded responses @soak'}`, async ({
    page,
    context,
  }) => {
    await signIn(context, 'eve@north.campus.example', address('north'));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // With embedded responses, the page waits only for its own files.
    await page.route(
      hasPreloadedData ? '**/assets/home-page-*.js' : '**/mobile_ws/v18/authentication*',
      async (route) => {
        await held;
        await route.continue();
      },
    );
    // For prefetch requests, the server sends the page without embedded responses.
    if (!hasPreloadedData) await page.setExtraHTTPHeaders({ purpose: 'prefetch' });
    await page.goto(`${address('north')}/`, { waitUntil: 'commit' });
    const colour = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--brand').trim(),
      );
    await expect.poll(colour).toBe('#9a3324');
    expect(await page.locator('main h1').count()).toBe(0);
    release();
    await settled(page);
    expect(await colour()).toBe('#9a3324');
  });

test('[AUTH-08, ROUTE-04] a call that returns 401 leads to the login and, after signing in, back to the same page', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/401/);
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/directory?order=CreatedOnDesc`);
  await settled(page);
  // The session ends elsewhere, and this page learns it with its next call.
  await context.clearCookies();
  await page.getByRole('searchbox').fill('Silva');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdirectory/);
  await page.getByLabel('Email').fill('officer@demo.campus.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/directory\?.*order=CreatedOnDesc/);
});

test('[ALERT-04, SET-01] a privacy choice is saved, its toast stays while hovered or focused, and undoes it', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.clock.install();
  await page.goto(`${address()}/settings/privacy`);
  await settled(page);
  const field = page.getByRole('radiogroup', { name: 'Email', exact: true });
  const everyone = field.getByRole('radio', { name: 'Everyone at school' });
  await expect(everyone).toBeChecked();
  await everyone.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(field.getByRole('radio', { name: 'Only me' })).toBeChecked();
  const toast = page.getByText('Saved', { exact: true });
  await expect(toast).toBeVisible();
  await toast.hover();
  await page.clock.fastForward(toastMs * 3);
  await expect(toast).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.clock.fastForward(toastMs * 3);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(everyone).toBeChecked();
  await expect(toast).toHaveCount(1);
  await page.clock.fastForward(toastMs + 100);
  await expect(toast).toHaveCount(0);

  // The preview follows the server's rules: a preset hides all fields from strangers, but not from connections.
  const presets = page.getByRole('radiogroup', { name: 'Who can see your profile' });
  const seen = page.getByRole('region', { name: 'How someone at school sees you' });
  await expect(seen.getByRole('heading', { name: 'Olivia' })).toBeVisible();
  await expect(seen.getByRole('button', { name: /Connect|Message/ })).toHaveCount(0);
  await expect(seen.getByText('officer@demo.campus.example')).toBeVisible();
  await presets.getByRole('radio', { name: 'Connections' }).check();
  await expect(seen.getByText('officer@demo.campus.example')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Connection', exact: true }).check();
  await expect(
    page
      .getByRole('region', { name: 'How a connection sees you' })
      .getByText('officer@demo.campus.example'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Use school defaults' }).click();
  await expect(presets.getByRole('radio', { name: 'Open' })).toBeChecked();
});
