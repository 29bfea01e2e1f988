import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { webFolder } from '../tools/web-hash.ts';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';
import { storedOn, untilStored } from './offline-pages.ts';
import { ownServer } from './own-server.ts';

/* Reloads without network: the service worker opens the app, and the app shows stored data (decision 077). */

const open = async (page: Page, path: string) => {
  await page.goto(`${address()}${path}`);
  await settled(page);
  await untilStored(page);
};
const notice = (page: Page) => page.getByText(/You’re offline/).first();
const nothingStored = { owners: [], pages: [], calls: [], hasStart: false };
const ana = 'ana@demo.campus.example';

test('after a reload without network, the last pages open with their data and age; others say that they aren’t saved', async ({
  page,
  context,
  quiet,
}) => {
  test.setTimeout(240_000);
  quiet.ignore(/ERR_/);
  await signIn(context, ana);
  await open(page, '/notifications');
  await open(page, '/events');
  const event = page.getByRole('main').getByRole('link').filter({ visible: true }).first();
  await expect(event).toBeVisible();
  await open(page, '/');
  const post = await page.getByRole('article').first().innerText();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(post.split('\n')[0] ?? '');
  await expect(page.getByText(/Last updated: /)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  // A link that someone sent, which this device has never opened.
  await page.goto(`${address()}/directory`);
  await expect(page.getByText('this page isn’t saved on this device')).toBeVisible();
  await page
    .getByRole('list', { name: 'Saved pages' })
    .getByRole('link', { name: 'Events' })
    .click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await expect(page.getByText(/Last updated: /)).toBeVisible();

  const refreshed = page.waitForResponse((answer) => answer.url().includes('/api/v1/events'));
  await context.setOffline(false);
  expect((await refreshed).ok()).toBe(true);
  await expect(notice(page)).toHaveCount(0);

  // The server still embeds the first replies in the page that the worker passes on.
  const answer = await page.goto(`${address()}/`);
  expect(await answer?.text()).toContain('first-answers');
});

test('signing in as another person deletes the previous person’s data, and signing out deletes everything', async ({
  page,
  context,
  quiet,
}) => {
  test.setTimeout(240_000);
  quiet.ignore(/ERR_|401/);
  await signIn(context, ana);
  await open(page, '/');
  const [first] = (await storedOn(page)).owners;

  await context.clearCookies();
  await signIn(context, 'ben@demo.campus.example');
  await open(page, '/');
  await expect.poll(async () => (await storedOn(page)).owners).not.toContain(first);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /Ben/ })).toBeVisible();
  await context.setOffline(false);
  await expect(notice(page)).toHaveCount(0);

  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByText('Log out').click();
  await expect(page).toHaveURL(/\/login/);
  await settled(page);
  expect(await storedOn(page)).toMatchObject(nothingStored);
  await context.setOffline(true);
  await page.goto(`${address()}/`);
  await expect(page.getByText('Can’t reach the server', { exact: false })).toBeVisible();
  await expect(page.getByText('Ben')).toHaveCount(0);
});

test('a session that ended elsewhere leaves no pages on the device', async ({
  page,
  context,
  quiet,
}) => {
  test.setTimeout(180_000);
  quiet.ignore(/ERR_|401/);
  await signIn(context, ana);
  await open(page, '/');
  await context.clearCookies();
  await page.goto(`${address()}/`);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await storedOn(page)).owners).toEqual([]);
  await context.setOffline(true);
  await page.goto(`${address()}/`);
  await expect(page.getByText('Can’t reach the server', { exact: false })).toBeVisible();
  await expect(page.getByText('Ana')).toHaveCount(0);
});

test('in a frame, the app registers no worker and stores nothing', async ({ page, context }) => {
  await signIn(context, ana);
  await page.goto(`${address()}/healthz`);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/notifications';
    frame.width = '1000';
    frame.height = '700';
    document.body.append(frame);
  });
  const frame = page.frameLocator('iframe');
  const idle = page.waitForResponse((answer) => answer.url().endsWith('/notifications/settings'));
  await expect(frame.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await idle;
  await page.waitForTimeout(3_000);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  expect(await storedOn(page)).toMatchObject({ ...nothingStored, caches: [] });
});

test('a new release deletes the files of the former one, and the operator can remove the worker @soak', async ({
  page,
  quiet,
}) => {
  test.setTimeout(300_000);
  quiet.ignore(/ERR_/);
  const folder = mkdtempSync(join(tmpdir(), 'commons-release-'));
  const server = await ownServer();
  const cached = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return [...names, ...all.flat().map(({ url }) => url)].join('\n');
    });
  try {
    await server.start();
    await signIn(page.context(), ana, server.address);
    await page.goto(`${server.address}/`);
    await untilStored(page);
    const release = /__WB_REVISION__=([0-9a-f]{16})/.exec(await cached())?.[1] ?? '';
    expect(release).not.toBe('');

    await server.kill();
    cpSync(webFolder, folder, { recursive: true });
    const worker = join(folder, 'worker.js');
    const text = readFileSync(worker, 'utf8');

    expect(text).toContain(release);
    writeFileSync(worker, text.replaceAll(release, 'f'.repeat(16)));
    for (const packed of ['br', 'gz']) rmSync(`${worker}.${packed}`, { force: true });
    await server.start({ E2E_WEB: folder });
    await page.goto(`${server.address}/`);
    await expect.poll(cached, { timeout: 60_000 }).toContain('f'.repeat(16));
    await expect.poll(cached).not.toContain(release);

    await server.kill();
    await server.start({ OFFLINE_PAGES: '0' });
    await page.goto(`${server.address}/`);
    await expect
      .poll(
        async () => [
          await cached(),
          await page.evaluate(
            async () => (await navigator.serviceWorker.getRegistrations()).length,
          ),
        ],
        { timeout: 60_000 },
      )
      .toEqual(['', 0]);
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
