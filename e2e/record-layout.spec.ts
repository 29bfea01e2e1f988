import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';
import { likenessOf, openPdf } from './pdf-picture.ts';

const arabic = 'محمد عبد الرحمن فاطمة';
const accents = 'Łukasz Weiß-Éméry';
const plain = 'Lukasz Weis-Emery';

const openLayout = async (page: Page) => {
  await page.goto(`${address()}/admin/record?part=layout`);
  await expect(page.getByLabel('Issuing office')).toBeVisible();
  await settled(page);
};

const previewOf = async (page: Page, language: string): Promise<Buffer> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Preview PDF (${language})` }).click(),
  ]);
  return readFile(await file.path());
};

test('[CCT-01] staff design the transcript, concurrent saves lose nothing, and names with accents and in Arabic are drawn correctly @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/409 .*\/api\/v1\/school\/record\/layout/);
  await signIn(context, 'admin@demo.campus.example');
  await openLayout(page);
  const desk = await browser.newContext();
  await signIn(desk, 'admin@demo.campus.example');
  const other = await desk.newPage();
  await openLayout(other);

  await page.getByLabel('Issuing office').fill(arabic);
  await page.getByLabel('Introduction').fill('Zoë Groß – Dvořák Nguyễn');
  await page.getByLabel('Signatory’s title').fill(accents);
  await page.getByLabel('Signatory’s name').fill('Jo Dean');
  await page.getByRole('radio', { name: 'العربية' }).click();
  await page.getByLabel('Issuing office').fill(arabic);
  await page.getByLabel('Introduction').fill('معلّمة محمَّد');
  await page.getByRole('checkbox', { name: 'Hours', exact: true }).click();
  expect(await axeFinds(page)).toEqual([]);

  // Someone else saved first: the draft stays, and both versions can be restored.
  await other.getByLabel('Issuing office').fill('Office of Student Life');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Layout saved')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Someone else saved this layout')).toBeVisible();
  await expect(page.getByLabel('Signatory’s name')).toHaveValue('Jo Dean');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Layout saved')).toBeVisible();
  await expect(page.getByLabel('Issuing office')).toHaveValue(arabic);

  // Another program renders the file without its own fonts, and each line looks the way the browser draws the same text.
  for (const language of ['English', 'العربية']) {
    await page.getByRole('radio', { name: language }).click();
    const drawn = await openPdf(context, await previewOf(page, language));
    const letters = Array.from(arabic);
    const [right = 0, turned = 0, apart = 0] = await likenessOf(drawn, arabic, [
      arabic,
      letters.toReversed().join(''),
      // Letters that don't join.
      letters.join('\u200C'),
    ]);
    expect(right).toBeGreaterThan(0.93);
    expect(Math.max(turned, apart)).toBeLessThan(0.8);
    const [exact = 0, bare = 0, boxes = 0] = await likenessOf(drawn, accents, [
      accents,
      plain,
      accents.replaceAll(/\p{L}/gu, '□'),
    ]);
    expect(exact).toBeGreaterThan(0.93);
    expect(Math.max(bare, boxes)).toBeLessThan(0.8);
    // Vowel signs are left out, because they would be drawn on other letters.
    const name = language === 'English' ? 'Zoë Groß – Dvořák Nguyễn' : 'معلمة محمد';
    expect((await likenessOf(drawn, name, [name]))[0]).toBeGreaterThan(0.93);
    if (process.env['SHOTS'] !== undefined)
      await drawn.screenshot({
        path: `${process.env['SHOTS']}/layout-${language}.png`,
        fullPage: true,
      });
    await drawn.close();
  }

  // On a phone, undo restores the previous layout.
  await other.setViewportSize({ width: 320, height: 640 });
  await other.emulateMedia({ colorScheme: 'dark' });
  await openLayout(other);
  expect(await axeFinds(other)).toEqual([]);
  if (process.env['SHOTS'] !== undefined)
    await other.screenshot({ path: `${process.env['SHOTS']}/layout-phone.png`, fullPage: true });
  await other.getByLabel('Issuing office').fill('');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Layout saved')).toBeVisible();
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByLabel('Issuing office')).toHaveValue(arabic);
  await desk.close();
});
