import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';

const phone = { width: 320, height: 640 };
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'All clubs' }).getByRole('article').filter({ hasText: name });

test('[CLUB-01, CLUB-03] on a phone, a student finds a club by interest, joins it in two taps and leaves it', async ({
  page,
  context,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize(phone);
  await visit(page, '/clubs');
  await expect(page).toHaveURL(`${address()}/_/_/clubs`);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Clubs' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search clubs' }).fill('telescopes');
  await expect(page).toHaveURL(/search_word=telescopes/);
  const club = row(page, 'Astronomy Club');
  await expect(page.getByRole('region', { name: 'All clubs' }).getByRole('article')).toHaveCount(1);
  await club.getByRole('button', { name: 'Join Astronomy Club' }).click();
  await expect(page.getByText('You’re a member of Astronomy Club')).toBeVisible();
  const member = club.getByRole('button', { name: /^Member of Astronomy Club/ });
  await expect(member).toBeFocused();

  await club.getByRole('link', { name: 'Astronomy Club' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Astronomy Club' })).toBeVisible();
  await page.getByRole('tab', { name: /^Members/ }).click();
  await page.getByRole('searchbox', { name: 'Search members' }).fill('Okafor');
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveText([
    /Ben Okafor/,
  ]);
  expect(await axeFinds(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await page.getByRole('button', { name: /^Member of Astronomy Club/ }).click();
  await page.getByRole('menuitem', { name: 'Leave club' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave club' }).click();
  await expect(page.getByRole('button', { name: 'Join Astronomy Club' })).toBeFocused();
});

test('[CLUB-03] category filters, and a request to join a club that is sent and withdrawn @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/_/_/clubs');
  await settled(page);
  await page.getByRole('button', { name: 'Category' }).click();
  await page.getByRole('dialog', { name: 'Category' }).getByLabel('Sports').check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/category_tagList=\d+/);
  const club = row(page, 'Women’s Rugby');
  await club.getByRole('button', { name: /^Request to join/ }).click();
  const requested = club.getByRole('button', { name: /^Requested/ });
  await expect(requested).toBeFocused();
  await requested.click();
  const question = page.getByRole('alertdialog', { name: 'Withdraw your request?' });
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(club.getByRole('button', { name: /^Request to join/ })).toBeFocused();
  await visit(page, '/1/_/clubs');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('[CLUB-03] an officer accepts twenty requests at once and edits the club’s page @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/_/_/clubs?search_word=public+speaking');
  await settled(page);
  await row(page, 'Public Speaking Circle')
    .getByRole('link', { name: /Public/ })
    .click();
  await page.getByRole('link', { name: /^Manage/ }).click();
  await settled(page);
  // The club page has a tab with the same name.
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await page.getByRole('tab', { name: 'Members' }).click();
  const requests = page.getByRole('region', { name: /requests?$/ });
  await expect(requests.getByRole('listitem').first()).toBeVisible();
  const count = await requests.getByRole('listitem').count();
  expect(count).toBeGreaterThanOrEqual(20);
  expect(await axeFinds(page)).toEqual([]);
  await requests.getByRole('button', { name: 'Accept all' }).click();
  await expect(page.getByText(`${count} people accepted`)).toBeVisible();
  await expect(requests.getByRole('listitem')).toHaveCount(0);

  const boxes = page.getByRole('grid', { name: 'Members' }).getByRole('row');
  await boxes.nth(2).click();
  await boxes.nth(3).click();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  await bar.getByRole('button', { name: 'Tag', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Tag 2 people' });
  await form.getByLabel('Tag').fill('Stage crew');
  await form.getByRole('button', { name: 'Tag' }).click();
  await expect(page.getByText('2 people updated')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Members' })).toContainText('Stage crew');

  // Bans a person and then lifts the ban.
  await boxes.nth(4).click();
  await page
    .getByRole('toolbar', { name: '1 selected' })
    .getByRole('button', { name: 'Ban' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ban' }).click();
  const banned = page.getByRole('list', { name: 'Banned' });
  await banned.getByRole('button', { name: /^Unban/ }).click();
  await expect(banned).toHaveCount(0);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Acronym').fill('SPEAK');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Public Speaking Circle saved')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the club' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SPEAK');
});

test('[CLUB-03] staff create a club; people who manage no club see a note @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/403/);
  const name = `Lantern Society ${Date.now()}`;
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/admin/clubs');
  await settled(page);
  await page.getByRole('button', { name: 'New club' }).click();
  const form = page.getByRole('dialog', { name: 'New club' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create club' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Manage ${name}` })).toBeVisible();
  const url = page.url();
  await page.getByRole('tab', { name: 'Staff notes' }).click();
  await page.getByLabel('New note').fill('Ask for the room in May.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Staff notes' })).toContainText('in May');
  await expect(page.getByLabel('New note')).toHaveValue('');
  expect(await axeFinds(page)).toEqual([]);
  const anas = await browser.newContext({ locale: 'en-US' });
  await signIn(anas, 'ana@demo.campus.example');
  const hers = await anas.newPage();
  await hers.goto(url);
  await expect(hers.getByText('You don’t manage this club')).toBeVisible();
  await anas.close();
});

test('[CLUB-03] staff import a list of people into a club, see the skipped rows, and undo it @soak', async ({
  page,
  context,
}) => {
  const name = `List Society ${Date.now()}`;
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/admin/clubs');
  await settled(page);
  await page.getByRole('button', { name: 'New club' }).click();
  const form = page.getByRole('dialog', { name: 'New club' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create club' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Manage ${name}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Members' }).click();
  const lists = page.getByRole('button', { name: 'Import and export members' });
  await lists.click();
  await page.getByRole('menuitem', { name: 'Import a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import members' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'team.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'name,email\nAna,ana@demo.campus.example\nBen,ben@demo.campus.example\nX,nobody@demo.campus.example\n',
    ),
  });
  await expect(dialog.getByLabel('Email addresses or user IDs')).toHaveValue(/ben@demo/);
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('2 new members')).toBeVisible();
  await expect(dialog.getByText('nobody@demo.campus.example')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 2 members' }).click();
  const grid = page.getByRole('grid', { name: 'Members' });
  await expect(grid).toContainText('Ben Okafor');

  await lists.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^List-Society-\d+-members\.csv$/);
  await lists.click();
  await page.getByRole('menuitem', { name: 'Import a list' }).click();
  await dialog.getByRole('button', { name: /^Undo import from/ }).click();
  await expect(dialog.getByText('Undone', { exact: true })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No members yet')).toBeVisible();
});

test('[CLUB-03] staff create a position with its permissions, change it and delete it @soak', async ({
  page,
  context,
}) => {
  const name = `Historian ${Date.now()}`;
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/admin/clubs?part=positions');
  await settled(page);
  const list = page.getByRole('list', { name: 'Positions' });
  await expect(list).toContainText('President');
  await page.getByRole('button', { name: 'New position' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Manage members').check();
  expect(await axeFinds(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  const position = list.getByRole('listitem').filter({ hasText: name });
  await expect(position).toContainText('Manage members');
  expect(await axeFinds(page)).toEqual([]);
  const more = position.getByRole('button', { name: `More actions for ${name}` });
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await form.getByLabel('Edit the club').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(position).toContainText('Edit the club • Manage members');
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(position).toHaveCount(0);
});
