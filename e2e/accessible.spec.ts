import AxeBuilder from '@axe-core/playwright';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
];

const pages = (uid: string) => [
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
  '/settings/profile',
  '/settings/privacy',
  '/settings/account',
  '/settings/appearance',
  '/settings/language',
  '/chat',
  '/notifications',
  '/settings/notifications',
  `/embed/profile/${uid}`,
  '/nowhere',
];

/** Rules that look at colours: all that another colour scheme can break. */
const colours = ['color-contrast', 'link-in-text-block'];

const found = async (builder: AxeBuilder): Promise<string[]> =>
  (await builder.analyze()).violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join(' | ')}`,
  );

for (const viewport of sizes)
  test(`axe finds 0 on every page, ${viewport.width} px, light and dark; nothing scrolls sideways`, async ({ browser, quiet }) => {
    test.setTimeout(500_000);
    quiet.ignore(/404/);
    const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-US' });
    const page = await context.newPage();
    const check = async (path: string) => {
      await page.goto(`${address()}${path}`);
      await settled(page);
      expect([path, await found(new AxeBuilder({ page }))]).toEqual([path, []]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect([path, Math.max(0, sideways)]).toEqual([path, 0]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      expect([path, 'dark', await found(new AxeBuilder({ page }).withRules(colours))]).toEqual([path, 'dark', []]);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    for (const path of ['/login', '/forgot', '/reset']) await check(path);
    const tokens = await signIn(context, 'officer@demo.campus.example');
    const [list] = await mobile<{ people: { uid: string }[] }[]>(context, tokens, 'mobile_people?search_word=Ana%20Silva');
    for (const path of pages(list?.people[0]?.uid ?? '')) await check(path);
    await signIn(context, 'admin@demo.campus.example');
    for (const path of [
      '/admin/reports',
      '/admin/privacy',
      '/admin/import',
      '/admin/provisioning',
      '/admin/sign-on',
      '/admin/embedding',
      '/admin/menu',
      '/admin/hubs',
      '/admin/log',
      '/admin/chat',
      '/admin/notifications',
      '/admin/newsletters',
    ])
      await check(path);
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
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  }
});
