import type { Page } from '@playwright/test';
import { isSoak, seed } from '../server/test/effort.ts';
import { axeFinds } from './axe.ts';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';

/** A page is loaded at the first and drawn anew at the others, as when a window is made smaller or a phone is turned. */
const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;

const ofVisitors = () => ['/login', '/forgot', '/reset'];

const ofPeople = (uid: string) => [
  '/',
  '/directory',
  '/directory?layout=list',
  '/directory?search_word=zzzzzz',
  `/directory?uid=${uid}`,
  `/student_profile?uid=${uid}`,
  '/student_profile',
  '/student_profile?uid=1',
  '/connections?list=incoming',
  '/connections?list=sent',
  '/connections?list=connected',
  '/chat',
  `/embed/profile/${uid}`,
  '/nowhere',
];

const ofSettings = () => [
  '/settings/profile',
  '/settings/privacy',
  '/settings/account',
  '/settings/appearance',
  '/settings/language',
  '/settings/notifications',
  '/notifications',
];

const ofAdmins = () => [
  '/admin/reports',
  '/admin/privacy',
  '/admin/import',
  '/admin/provisioning',
  '/admin/sign-on',
  '/admin/embedding',
  '/admin/menu',
  '/admin/hubs',
  '/admin/roles',
  '/admin/log',
  '/admin/chat',
  '/admin/notifications',
  '/admin/newsletters',
  '/admin/announcements',
];

/** Rules that look at colours: all that another colour scheme can break. */
const colours = ['color-contrast', 'link-in-text-block'];

/** The sizes at which axe looks at a page: all in soak, else one, another for each page and each run. */
const sizesOf = (place: number) =>
  isSoak ? sizes : sizes.filter((_, n) => n === (place + seed) % sizes.length);

const withoutFaults = async (page: Page, path: string, place: number): Promise<void> => {
  await page.setViewportSize(sizes[0]);
  await page.goto(`${address()}${path}`);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    const what = `${path} at ${size.width}`;
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([what, Math.max(0, sideways)]).toEqual([what, 0]);
    if (!sizesOf(place).includes(size)) continue;
    expect([what, await axeFinds(page)]).toEqual([what, []]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    expect([what, 'dark', await axeFinds(page, { rules: colours })]).toEqual([what, 'dark', []]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
};

for (const { whose, email, paths } of [
  { whose: 'visitors', email: null, paths: ofVisitors },
  { whose: 'people', email: 'officer@demo.campus.example', paths: ofPeople },
  { whose: 'settings', email: 'officer@demo.campus.example', paths: ofSettings },
  { whose: 'admins', email: 'admin@demo.campus.example', paths: ofAdmins },
])
  test(`axe finds 0 on every page of ${whose}, light and dark; nothing scrolls sideways at any size`, async ({
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
    const tokens = email === null ? null : await signIn(context, email);
    const [list] = tokens
      ? await mobile<{ people: { uid: string }[] }[]>(
          context,
          tokens,
          'mobile_people?search_word=Ana%20Silva',
        )
      : [];
    for (const [index, path] of paths(list?.people[0]?.uid ?? '').entries())
      await withoutFaults(page, path, index);
    await context.close();
  });

test('Arabic is right to left, complete, and axe finds 0', async ({ page, context }) => {
  // Chosen on this device only: a language kept with the account would speak in other journeys too.
  await context.addInitScript(() => {
    // Frames axe opens for itself have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', 'ar');
  });
  await signIn(context, 'ben@demo.campus.example');
  await page.goto(`${address()}/settings/language`);
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  for (const path of ['/', '/directory', '/connections', '/settings/privacy']) {
    await page.goto(`${address()}${path}`);
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
  }
});
