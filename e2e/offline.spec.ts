import type { BrowserContext, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';
import { thread } from './chat-people.ts';

/*
 * What still works when the network goes down: parts that are on the device open as usual; the others say so and open by
 * themselves when it is back. The conversation is in a group of the admin's with a unique name, as in chat.spec.ts.
 */

interface People {
  people: { uid: string; firstName: string; lastName: string }[];
}

/** Signs the admin in and returns a conversation with one message, to which the admin has reacted. */
const conversation = async (context: BrowserContext): Promise<string> => {
  const tokens = await signIn(context, 'admin@demo.campus.example');
  const [found] = await mobile<People[]>(
    context,
    tokens,
    'mobile_people?search_word=Olivia%20Park',
  );
  const page = await context.newPage();
  await page.goto(`${address()}/healthz`);
  const id = await page.evaluate(
    async ([jwt, name, uids]) => {
      const call = async (method: string, path: string, body: object) => {
        const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
        const answer = await fetch(`/api/v1/chat/conversations${path}`, {
          method,
          headers,
          body: JSON.stringify(body),
        });
        return (await answer.json()) as { id: string; seq: number };
      };
      const group = await call('POST', '', {
        kind: 'group',
        clientId: crypto.randomUUID(),
        name,
        uids,
      });
      const { seq } = await call('POST', `/${group.id}/messages`, {
        clientId: crypto.randomUUID(),
        text: 'Who stays?',
      });
      await call('PUT', `/${group.id}/messages/${seq}/reactions`, { emoji: '👍', isSet: true });
      return group.id;
    },
    [tokens.jwt, `Offline parts ${Date.now()}`, found?.people.map(({ uid }) => uid) ?? []] as const,
  );
  await page.close();
  return `${address()}/chat/${id}`;
};

/**
 * Opens a page and waits until it has prefetched everything: `begin-dialog` comes last, and modules that it shares may
 * follow.
 */
const openAndPrefetch = async (page: Page, url: string) => {
  await Promise.all([
    page.waitForEvent('requestfinished', (request) => request.url().includes('/begin-dialog-')),
    page.goto(url),
  ]);
  await settled(page);
  // Browsers from before 2026 cache the failure of a module whose download broke off (web/src/lib/lazy-module.ts).
  await page.waitForLoadState('networkidle');
};
const message = (page: Page) => thread(page).getByRole('article').filter({ hasText: 'Who stays?' });
const banner = (page: Page) => page.getByText('You’re offline. This page');

test('a dialog that isn’t on the device: the app keeps working and says so, and the dialog opens once online @soak', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/ERR_/);
  const url = await conversation(context);
  await page.route('**/assets/message-questions-*.js', (route) => route.abort());
  await openAndPrefetch(page, url);
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await message(page).hover();
  await message(page)
    .getByRole('button', { name: /^More actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(
    page.getByText('Not available offline. It will load when you’re back online.'),
  ).toBeVisible();
  await expect(message(page)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await axeFinds(page)).toEqual([]);
  await page.unrouteAll();
  await context.setOffline(false);
  await expect(page.getByRole('alertdialog', { name: 'Delete this message?' })).toBeVisible();
});

test('a missing part offers a reload once if the campus responds @soak', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/ERR_|404/);
  const url = await conversation(context);
  await page.route(/\/assets\/palette-[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
  await openAndPrefetch(page, url);
  await page.keyboard.press('Control+k');
  const words = page.getByText('This couldn’t load. A newer version may be available.');
  await expect(words).toHaveCount(1);
  await expect(message(page)).toBeVisible();
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  await expect(message(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('dialog', { name: 'Search people, conversations, clubs, events and pages' }),
  ).toBeVisible();
});

test('offline, the palette, the menus, the reactions and the main pages work; Settings says that it is missing and opens later', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/ERR_/);
  const url = await conversation(context);
  await openAndPrefetch(page, url);
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', {
    name: 'Search people, conversations, clubs, events and pages',
  });
  await expect(palette.getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.getByRole('button', { name: /^Your menu/ }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText('Log out')).toBeVisible();
  await page.keyboard.press('Escape');

  await message(page)
    .getByRole('button', { name: /by You$/ })
    .click({ button: 'right' });
  await expect(page.getByRole('dialog', { name: 'Who reacted' }).getByText('You')).toBeVisible();
  await page.keyboard.press('Escape');

  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Directory' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Adam/ })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(message(page)).toBeVisible();

  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
  const away = page.getByRole('heading', { level: 1, name: 'You’re offline' });
  await expect(away).toBeVisible();
  await expect(bar).toBeVisible();
  await expect(page.getByText('mistake')).toHaveCount(0);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(message(page)).toBeVisible();
  await page.goForward();
  await expect(away).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('a browser with data saving loads only what it uses @soak', async ({ page, context }) => {
  const url = await conversation(context);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  // The page requests this once it is idle, just before it starts to prefetch.
  const atRest = page.waitForResponse((answer) => answer.url().endsWith('/notifications/settings'));
  await page.goto(url);
  await atRest;
  await page.waitForTimeout(3_000);
  expect(
    fetched.filter((one) => /\/assets\/(?:palette|begin-dialog|menu-surface|home-page)-/.test(one)),
  ).toEqual([]);
});
