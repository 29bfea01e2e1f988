import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Actions on a page before its picture is taken. */

/** Removes the preloaded replies from pages, so that they make their calls. */
export const withoutAnswers = (page: Page) =>
  page.route(
    (url) => !/\.|^\/(?:api|mobile_ws|assets)\//.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(
          /<script type="application\/json" id="first-answers">.*?<\/script>/s,
          '',
        ),
      });
    },
  );
export const failing = (pattern: string) => (page: Page) =>
  withoutAnswers(page)
    .then(() =>
      page.route(pattern, (route) =>
        route.fulfill({
          status: 503,
          headers: { 'X-Error-Status': '503', 'X-Error-Message': 'unavailable' },
          json: {},
        }),
      ),
    )
    .then(() => page.reload())
    .then(() => page.getByRole('button', { name: 'Try again' }).first().waitFor());
export const waiting = (pattern: string) => (page: Page) =>
  withoutAnswers(page)
    .then(() => page.route(pattern, () => undefined))
    .then(() => page.reload({ waitUntil: 'commit' }))
    .then(() => page.waitForTimeout(900));
export const pressing = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
/** Opens a link or tab of a page. */
export const reaching =
  (role: 'link' | 'tab', name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole(role, { name }).first().click();
    await page.waitForTimeout(1_000);
  };
export const choosing = (kind: 'photo' | 'cover') => (page: Page) =>
  page
    .locator(`input[data-kind=${kind}]`)
    .setInputFiles(join(import.meta.dirname, '../server/demo/pictures/covers/cover-00.webp'))
    .then(() => page.getByRole('dialog').waitFor());
export const scrollingToBio = async (page: Page) => {
  await page.locator('#bio [contenteditable]').click();
  await page.locator('#bio').scrollIntoViewIfNeeded();
};
export const linking = async (page: Page) => {
  await scrollingToBio(page);
  await page.keyboard.press('Control+k');
};
export const searching = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill(text);
  await page.waitForTimeout(900);
};
/** Uploads files on the import page, after discarding those of an earlier picture. */
export const importing = (files: Record<string, string>, until: RegExp) => async (page: Page) => {
  const discard = page.getByRole('button', { name: /^(Discard|Cancel)$/ });
  if (await discard.isVisible()) await discard.click();
  const choose = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (
    await choose
  ).setFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })),
  );
  await page.getByText(until).first().waitFor();
};
/** Saves searches for the signed-in person once, then opens their list. */
export const savingSearch = (press: string | RegExp, more?: string) => async (page: Page) => {
  await page.evaluate(
    async (searches) => {
      const { jwt } = (await (await fetch('/mobile_ws/v18/auth_tokens')).json()) as { jwt: string };
      const ask = (path: string, body?: object) =>
        fetch(`/api/v1/saved-searches${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }).then((answer) => answer.json() as Promise<{ items: unknown[] }>);
      if ((await ask('')).items.length === 0) for (const one of searches) await ask('', one);
    },
    [
      {
        name: 'Running partners',
        params: { interests_tagList: 'Running,Cycling', year_of_graduation_tagList: '2027' },
      },
      { name: 'Students', params: { account_type: 'Student' } },
      {
        name: 'People from Porto who speak Portuguese and look for a room',
        params: { search_word: 'porto', languages_tagList: 'Portuguese' },
      },
      { name: 'الأصدقاء', params: { connection: 'connected', order: 'CreatedOnDesc' } },
    ],
  );
  await pressing(press)(page);
  if (more !== undefined) await page.getByRole('button', { name: more }).click();
  await page.waitForTimeout(400);
};
export const scrolling = (page: Page) => page.evaluate(() => window.scrollTo(0, 1500));
