import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

test('[CLUB-04] an officer adds a folder and a file, adds a version, restores the first and deletes the folder, on a phone @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 375, height: 740 });
  await visit(page, '/_/_/clubs?search_word=Ridge');
  await settled(page);
  const found = page.getByRole('region', { name: 'All clubs' }).getByRole('article');
  await expect(found).toHaveCount(1);
  await found.getByRole('link', { name: 'Ridge & Trail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ridge & Trail' })).toBeVisible();
  await page.goto(`${page.url().split('?')[0]}?tab=files`);
  await expect(page.getByRole('link', { name: 'Photos' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Trail maps');
  await dialog.getByLabel('Who can see it').selectOption('members');
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Trail maps' }).click();
  await expect(page.getByRole('navigation', { name: 'Folders' })).toContainText('Trail maps');
  const file = (text: string) => ({
    name: 'winter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await page.getByLabel('Add files', { exact: true }).setInputFiles(file('North ridge'));
  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(row).toContainText('winter.txt');
  await expect(page.getByText('1 file added')).toBeVisible();
  await row.getByRole('button', { name: 'More actions for winter.txt' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await page.getByLabel('Upload new version').setInputFiles(file('North ridge and lake'));
  const restore = page.getByRole('button', { name: 'Restore version 1' });
  await expect(restore).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await restore.click();
  await expect(page.getByRole('button', { name: 'More actions for winter.txt' })).toBeFocused();
  await expect(row).toContainText('2 versions');
  expect(await axeFinds(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(375);
  await page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: 'All files' })
    .click();
  await page.getByRole('button', { name: 'More actions for Trail maps' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 file will be deleted with the folder');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Trail maps' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Photos' })).toBeVisible();
});
