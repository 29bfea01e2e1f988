import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

test('[DIR-08] a search is saved under a name, changed, renamed, found in the palette, deleted and restored @soak', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/directory?account_type=Faculty`);
  await settled(page);
  const panel = page.getByRole('dialog', { name: 'Saved searches' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const doing = async (row: string, what: string) => {
    await panel.getByRole('button', { name: `More actions for ${row}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  await button('Saved').click();
  await expect(panel.getByText('No saved searches yet')).toBeVisible();
  await panel.getByRole('button', { name: 'Save this search' }).click();
  const name = panel.getByLabel('Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Faculty');
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  await page.keyboard.type('My teachers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/account_type=Faculty.*saved=\d+/);
  await expect(panel).toHaveCount(0);
  await expect(button('My teachers')).toBeFocused();

  // Another choice changes the list, but not the saved search until it is saved.
  await page.getByRole('button', { name: /^Faculty/ }).click();
  await page.getByRole('radio', { name: /^Staff/ }).click();
  await page.keyboard.press('Escape');
  await button('My teachers (edited)').click();
  await panel.getByRole('button', { name: 'Save changes to “My teachers”' }).click();
  await expect(page.getByText('Updated “My teachers”')).toBeVisible();
  await doing('My teachers', 'Rename');
  await page.keyboard.type('Staff I know');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: 'Staff I know' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await doing('Staff I know', 'Copy link');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${address()}/directory?account_type=Staff`);
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  await doing('Staff I know', 'Delete');
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: 'Staff I know' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${address()}/connections`);
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('staff i');
  await expect(page.getByRole('option', { selected: true })).toContainText('Staff I know');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/directory\?account_type=Staff&saved=\d+/);
  await page.setViewportSize({ width: 390, height: 844 });
  await button('Staff I know').click();
  await expect(panel.getByRole('link', { name: 'Staff I know' })).toBeVisible();
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  await doing('Staff I know', 'Delete');
  await expect(panel.getByText('Deleted “Staff I know”')).toBeVisible();
});

test('[DIR-08] options count the people that match the other filters @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/directory?account_type=Student`);
  await settled(page);
  await Promise.all([
    page.waitForResponse((response) =>
      /listing_filters\?.*account_type=Student/.test(response.url()),
    ),
    page.getByRole('button', { name: 'Year', exact: true }).click(),
  ]);
  const option = page
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { name: /^2028/ }) });
  await expect(option).toBeVisible();
  // The first counts include everyone, until the response is rendered.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const count = (await option.innerText()).replace(/^2028/, '').trim();
  await option.click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${count} found`)).toBeVisible();
});
