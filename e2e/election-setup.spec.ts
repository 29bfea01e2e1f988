import sharp from 'sharp';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

const title = 'Committee 2028';

test('[CLUB-04] an officer sets up an election with a ranked contest, and a second person announces it', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/_/_/clubs?search_word=ridge');
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Ridge/ })
    .click();
  await page.getByRole('link', { name: /^Manage/ }).click();
  await page.getByRole('tab', { name: 'Elections' }).click();
  await page.getByRole('button', { name: 'New election' }).click();
  const dialog = page.getByRole('dialog', { name: 'New election' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // 1: a ranked contest with a person and a name.
  await page.getByRole('button', { name: 'Add contest' }).click();
  const contest = page.getByRole('dialog', { name: 'Add contest' });
  await contest.getByLabel('Position or question').fill('Committee');
  await expect(contest.getByRole('radio', { name: /^Ranked/ })).toBeChecked();
  await contest.getByRole('textbox', { name: 'Seats' }).fill('2');
  await contest.getByRole('combobox', { name: 'Candidates', exact: true }).fill('Ana Silva');
  await page.getByRole('option', { name: /Ana Silva/ }).click();
  const names = contest.getByLabel('Candidates without an account');
  for (const name of ['Mira Tal', 'Jonas Fell']) {
    await names.fill(name);
    await names.press('Enter');
  }
  await expect(contest.getByText(/Single transferable vote.* 2 seats/)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await contest.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByRole('list', { name: 'Candidates: Committee' }).getByRole('listitem'),
  ).toHaveCount(3);
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  // A candidate without an account gets a picture, and keeps it when the contest is saved again.
  await page.getByRole('button', { name: 'More actions for Committee', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose pictures' }).click();
  const pictures = page.getByRole('dialog', { name: 'Pictures: Committee' });
  await expect(pictures.getByRole('button', { name: /^Choose a picture for / })).toHaveCount(2);
  await pictures
    .getByLabel('Choose a picture for Mira Tal')
    .and(page.locator('input'))
    .setInputFiles({
      name: 'mira.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#284' } })
        .png()
        .toBuffer(),
    });
  await expect(pictures.getByRole('button', { name: 'Remove Mira Tal’s picture' })).toBeVisible();
  await expect(pictures.getByRole('button', { name: /^Remove .*picture$/ })).toHaveCount(1);
  expect(await axeFinds(page)).toEqual([]);
  await pictures.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Edit Committee' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit contest' });
  await edited.getByRole('textbox', { name: 'Seats' }).fill('1');
  await edited.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1 seat', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  const chips = page.getByRole('list', { name: 'Candidates: Committee' }).getByRole('listitem');
  await expect(chips.filter({ hasText: 'Mira Tal' }).locator('img')).toHaveCount(1);
  await expect(chips.filter({ hasText: 'Jonas Fell' }).locator('img')).toHaveCount(0);

  // Alt and arrows move contests. The focus stays, and in a dialog Ctrl+Enter doesn't leave the step.
  await page.getByRole('button', { name: 'Add contest' }).click();
  await contest.getByLabel('Position or question').fill('Open on Sundays?');
  await contest.getByRole('radio', { name: /^Yes or no/ }).check();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Contests' })).toBeAttached();
  if (await contest.isVisible())
    await contest.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(contest).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add contest' })).toBeFocused();
  const rows = page.getByRole('grid', { name: 'Contests' }).getByRole('row');
  await expect(rows).toHaveText([/Committee/, /Open on Sundays/]);
  const edit = page.getByRole('button', { name: 'Edit Open on Sundays?' });
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/Open on Sundays/, /Committee/]);
  await expect(edit).toBeFocused();
  await expect(page.getByText('Open on Sundays? moved to position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/Open on Sundays/, /Committee/]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(rows).toHaveText([/Committee/, /Open on Sundays/]);
  await expect(rows.nth(1)).toBeFocused();
  await expect(page.getByText('Open on Sundays? moved to position 2 of 2.')).toBeAttached();
  expect(await axeFinds(page)).toEqual([]);

  // 2: the preview follows the rule, and shows who is left out and why.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Voters' })).toBeFocused();
  const count = page.getByText(/^\d+ people can vote$/);
  await expect(count).toBeVisible();
  const before = Number.parseInt((await count.textContent()) ?? '', 10);
  await page.getByRole('switch', { name: /Require paid dues/ }).check();
  await expect(page.getByText(/club members? owes? dues/)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('switch', { name: /Require paid dues/ }).uncheck();
  await expect(page.getByText(`${before} people can vote`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Can’t vote' }).fill('Ana Silva');
  await page.getByRole('option', { name: /Ana Silva/ }).click();
  await page.getByLabel('Reason for Ana Silva').fill('Counts the ballots');
  await expect(page.getByText(`${before - 1} people can vote`)).toBeVisible();
  await page.getByText('1 member can’t vote').click();
  await expect(page.getByText('Excluded by name: Counts the ballots')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 720 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // 3 and 4: no nominations; a time that can't be is not saved.
  await page.getByRole('button', { name: 'Next: Nominations' }).click();
  await page.getByRole('radio', { name: /Voters can nominate/ }).check();
  await expect(page.getByText('Nominations end', { exact: true })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('radio', { name: /No nominations/ }).check();
  await page.getByRole('button', { name: 'Next: Dates and rules' }).click();
  await page.getByRole('switch', { name: /Voters can change their ballot/ }).check();
  expect(await axeFinds(page)).toEqual([]);

  // 5: the first agreement, and the link for the second person.
  await page.getByRole('button', { name: 'Next: Check and announce' }).click();
  await expect(page.getByText('Before you can announce it')).toHaveCount(0);
  await expect(page.getByText('Voters can change their ballot until voting ends.')).toBeVisible();
  await page.getByRole('button', { name: 'Agree to announce' }).click();
  await expect(page.getByText(/^You agreed\. Ask another officer/)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  const link = await page.getByLabel('Link for the second person', { exact: true }).inputValue();

  const theirs = await browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  await signIn(theirs, 'admin@demo.campus.example');
  const second = await theirs.newPage();
  await second.goto(link);
  await settled(second);
  await expect(second.getByText(/Olivia Park.? agreed\./)).toBeVisible();
  expect(await axeFinds(second)).toEqual([]);
  await second.getByRole('button', { name: 'Announce', exact: true }).click();
  await second
    .getByRole('alertdialog', { name: 'Announce this election?' })
    .getByRole('button', { name: 'Announce' })
    .click();
  await expect(second.getByText('Election announced')).toBeVisible();
  await expect(second.getByText(/Voting starts automatically on/)).toBeVisible();
  expect(await axeFinds(second)).toEqual([]);

  // Afterward, the officer sees that nothing can change but the end.
  await page.reload();
  await settled(page);
  await expect(page.getByText(/can’t change anymore/)).toBeVisible();
  await page.getByRole('button', { name: 'Extend' }).click();
  const extend = page.getByRole('dialog', { name: 'Extend voting' });
  await extend.getByLabel('Reason').fill('Exams moved.');
  await extend.getByRole('button', { name: 'Extend' }).click();
  await expect(extend.getByText('Select a time after the current end.')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await theirs.close();
});
