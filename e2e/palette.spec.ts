import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

test('the palette finds pages, people and actions by keyboard only, and returns the focus', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/directory');
  await settled(page);
  const palette = page.getByRole('dialog', {
    name: 'Search people, conversations, clubs, events and pages',
  });
  const field = palette.getByRole('combobox');
  const chosen = palette.getByRole('option', { selected: true });

  const opener = page.getByRole('button', { name: /^Search \(/ }).filter({ visible: true });
  await opener.focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(palette.getByRole('option', { name: 'Home' })).toBeVisible();
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText('Log out');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('privacy rules');
  await expect(chosen).toContainText('Privacy rules');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/privacy$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('ana silva');
  await expect(chosen).toContainText('Ana Silva');
  await expect(palette.getByRole('status')).toHaveText(/^\d+ results?$/);
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.keyboard.press('Control+Enter'),
  ]);
  await expect(opened.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();
  await opened.close();
  await expect(palette).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();

  // The last choice is at the top the next time.
  await page.keyboard.press('Control+k');
  await expect(
    palette.getByRole('group', { name: 'Recent' }).getByRole('option').first(),
  ).toContainText('Ana Silva');
  await page.keyboard.type('copy');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('on a phone, the palette fills the screen, says when people can’t be searched, and still links to the directory @soak', async ({
  browser,
  quiet,
}) => {
  quiet.ignore(/503/);
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
  });
  const page = await context.newPage();
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/');
  await settled(page);
  await page
    .getByRole('button', { name: /^Search \(/ })
    .filter({ visible: true })
    .tap();
  const palette = page.getByRole('dialog', {
    name: 'Search people, conversations, clubs, events and pages',
  });
  await expect(palette).toBeVisible();
  expect(await palette.boundingBox()).toMatchObject({ x: 0, width: 320, height: 640 });
  await page.route('**/mobile_people*', (route) =>
    route.fulfill({ status: 503, headers: { 'X-Error-Status': '503' }, json: {} }),
  );
  await palette.getByRole('combobox').fill('zzq');
  await expect(palette.getByRole('alert')).toContainText('Couldn’t search people.');
  await page.unroute('**/mobile_people*');
  await palette.getByRole('button', { name: 'Try again' }).tap();
  await expect(palette.getByRole('alert')).toHaveCount(0);
  await expect(palette.getByRole('status')).toHaveText('1 result');
  await palette.getByRole('option', { name: 'Search the directory for “zzq”' }).tap();
  await expect(page).toHaveURL(/\/directory\?search_word=zzq$/);
  await context.close();
});

test('after a navigation, the page’s heading has the focus: from a link, the palette and the bell; an unknown address keeps the bars @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/directory');
  await settled(page);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Clubs' }).click();
  await expect(heading('Clubs')).toBeFocused({ timeout: 8_000 });
  await page.keyboard.press('Control+k');
  // Recent conversations come first.
  await expect(page.getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.type('Directory');
  await expect(page.getByRole('option', { selected: true })).toContainText('Directory');
  await page.keyboard.press('Enter');
  await expect(heading('Directory')).toBeFocused({ timeout: 8_000 });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: /all/i }).click();
  await expect(heading('Notifications')).toBeFocused({ timeout: 8_000 });
  await visit(page, '/nowhere');
  await expect(heading('Page not found')).toBeVisible();
  await expect(bar).toBeVisible();
});
