import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';

const choose = async (page: Page, text: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (
    await chooser
  ).setFiles([{ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }]);
};
/** Checks the page once animations end: text that fades in has too little contrast. */
const withoutViolations = async (page: Page): Promise<void> => {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          (animation) =>
            animation.timeline === document.timeline &&
            animation.effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  expect(await axeFinds(page)).toEqual([]);
};

test('an import names bad rows, previews the changes, is applied, and is undone', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/admin/import');
  await settled(page);
  await choose(page, 'username,yearOfGraduation\nofficer,soon\n');
  await expect(
    page.getByRole('heading', { name: 'people.csv couldn’t be imported' }),
  ).toBeVisible();
  await expect(page.getByText('is not a year from 1900 to 2200')).toBeVisible();
  await withoutViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(
    '\ufefffile,line,column,reason\r\n"people.csv","2","yearOfGraduation","is not a year from 1900 to 2200"\r\n',
  );

  // A field that no other journey uses.
  const code = `Z${Date.now()}`;
  await choose(page, `username,zipcode\nofficer,${code}\n`);
  await expect(page.getByText('1 changed')).toBeVisible();
  await withoutViolations(page);
  // Coming back to the page shows the same state.
  await page.reload();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'people.csv imported' })).toBeVisible();
  const past = page.getByRole('region', { name: 'Past imports' }).getByRole('listitem').first();
  await past.getByRole('button', { name: 'Undo import: people.csv' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo import' });
  await expect(question).toBeVisible();
  await withoutViolations(page);
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('heading', { name: 'people.csv undone' })).toBeVisible();
  await expect(past.getByText(/^Undone/)).toBeVisible();
  await visit(page, '/admin/log');
  await expect(page.getByText(/undid the import/).first()).toBeVisible();
});

test('a provisioning key shows once, gives access to SCIM, and is revoked @soak', async ({
  page,
  context,
  request,
}) => {
  const name = `Journey ${Date.now()}`;
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/admin/provisioning');
  await settled(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: 'Your new key' });
  const token = await shown.getByLabel('Key', { exact: true }).inputValue();
  await withoutViolations(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await page.content()).not.toContain(token);
  const ask = async () =>
    (
      await request.get(`${address()}/scim/v2/Users?count=1`, {
        headers: { Authorization: `Bearer ${token}` },
      })
    ).status();
  expect(await ask()).toBe(200);
  await page.getByRole('button', { name: `Revoke key ${name}` }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke key' })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await expect(page.getByRole('heading', { name })).toHaveCount(0);
  expect(await ask()).toBe(401);
});
