import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

test('[CLUB-02] [AUTH-04] the school allows public club pages, an officer turns one on and copies its link, and a visitor sees it without signing in', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  // A page that isn't public returns 404, which browsers log.
  quiet.ignore(/404/);
  const staff = await browser.newContext();
  await signIn(staff, 'admin@demo.campus.example');
  const office = await staff.newPage();
  await office.goto(`${address()}/admin/privacy`);
  await settled(office);
  await office.getByRole('switch', { name: /^Allow public club pages/ }).click();
  await expect(office.getByText('Saved', { exact: true })).toBeVisible();
  await staff.close();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/_/_/clubs?search_word=ridge`);
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Ridge/ })
    .click();
  const club = page.url();
  const visitor = await browser.newContext({ viewport: { width: 375, height: 720 } });
  const outside = await visitor.newPage();
  await outside.goto(`${club}?share=1`);
  await expect(outside.getByText('This club isn’t public')).toBeVisible();

  await page.getByRole('button', { name: /^Member of/ }).click();
  // Until then, members copy the link for people at the school.
  await expect(page.getByRole('menuitem', { name: 'Copy link', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Manage/ }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: /^Public page/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved|saved$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the club' }).click();
  await page.getByRole('button', { name: /^Member of/ }).click();
  await page.getByRole('menuitem', { name: 'Copy public link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(url).pathname + new URL(url).search).toBe(`${new URL(club).pathname}?share=1`);

  const asked: string[] = [];
  outside.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await outside.goto(url);
  await settled(outside);
  await expect(outside.getByRole('heading', { level: 1, name: /Ridge/ })).toBeVisible();
  await expect(outside.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(outside.getByRole('navigation')).toHaveCount(0);
  // No one has a public profile, so no names are shown.
  await expect(outside.getByRole('heading', { name: 'Officers' })).toHaveCount(0);
  expect(asked.filter((path) => /auth_tokens|authentication|session/.test(path))).toEqual([]);
  expect(await visitor.cookies()).toEqual([]);
  expect(await outside.locator('meta[property="og:title"]').getAttribute('content')).toMatch(
    /^Ridge/,
  );
  expect(await axeFinds(outside)).toEqual([]);
  await outside.getByRole('link', { name: 'Sign in' }).click();
  await expect(outside).toHaveURL(/\/login\?redirect=%2Fclubs%2F\d+$/);
  await visitor.close();
});
