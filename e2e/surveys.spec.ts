import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

const phone = { width: 375, height: 720 };
const title = 'Where shall we walk next?';

test('[CLUB-04] an officer creates a survey with a condition and sends it, ana responds on a phone, and the officer sees the chart', async ({
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
  await page.getByRole('tab', { name: /^Surveys/ }).click();
  await page.getByRole('button', { name: 'New survey' }).click();
  const dialog = page.getByRole('dialog', { name: 'New survey' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // There are two questions; only those who chose the hills get the second.
  const builder = page.getByRole('group', { name: 'Form builder' });
  const add = async (kind: string) => {
    await builder
      .getByRole('button', { name: /^Add (a question|here)$/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: kind }).click();
  };
  await add('Multiple choice');
  await builder.getByLabel('Question 1').fill('Hills or coast?');
  await builder.getByLabel('Option 1', { exact: true }).fill('Hills');
  await builder.getByLabel('Option 2', { exact: true }).fill('Coast');
  await builder.getByRole('switch', { name: 'Required' }).check();
  await builder.getByLabel('Question 1').press('Control+Enter');
  await builder.getByLabel('Question 2').fill('Which hill?');
  await builder.getByRole('combobox', { name: 'Type' }).selectOption('Short text');
  await builder.getByRole('radio', { name: 'Only if' }).check();
  await expect(builder.getByText('Shown only if “Hills or coast?” is “Hills”')).toBeVisible();
  // A question can't move before the one it depends on.
  await builder.getByLabel('Question 2').press('Alt+ArrowUp');
  await expect(
    page.getByText('This question needs to come after the one it depends on'),
  ).toBeVisible();
  await expect(page.getByText(/saved /)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('alertdialog', { name: 'Publish this survey?' })
    .getByRole('button', { name: 'Publish' })
    .click();
  await expect(page.getByText('Survey published')).toBeVisible();
  const link = page.url().replace(/\/edit.*/, '');

  const hers = await browser.newContext({ viewport: phone, hasTouch: true });
  await signIn(hers, 'ana@demo.campus.example');
  const answering = await hers.newPage();
  await answering.goto(link);
  await settled(answering);
  await expect(answering.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await answering.getByRole('button', { name: 'Submit' }).click();
  await expect(answering.getByText('Answer this question.')).toBeVisible();
  await expect(answering.getByLabel('Which hill?')).toHaveCount(0);
  await answering.getByRole('radio', { name: 'Hills' }).check();
  await answering.getByLabel('Which hill?').fill('The one with the mill');
  await expect(answering.getByText(/^Draft saved/)).toBeVisible();
  expect(await axeFinds(answering)).toEqual([]);
  await answering.reload();
  await settled(answering);
  await expect(answering.getByLabel('Which hill?')).toHaveValue('The one with the mill');
  await answering.getByRole('button', { name: 'Submit' }).click();
  await expect(answering.getByText('Thanks for your response')).toBeVisible();
  await answering.reload();
  await expect(answering.getByText('You’ve responded to this survey')).toBeVisible();
  expect(await answering.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  await hers.close();

  await page.goto(`${link}/edit?tab=responses`);
  await settled(page);
  const chart = page.getByRole('figure', { name: 'Hills or coast?' });
  await expect(chart.getByText('1 response: Hills')).toBeVisible();
  await expect(page.getByText('The one with the mill')).toBeVisible();
  await chart.getByRole('button', { name: /table/i }).click();
  await expect(chart.getByRole('row', { name: /Hills/ })).toContainText('1 • 100%');
  expect(await axeFinds(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`${title.replace('?', '_')}.csv`);
});

test('[CLUB-04] if two people edit a survey at once, the second is notified and loses nothing @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/409/);
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/_/_/clubs?search_word=ridge');
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Ridge & Trail/ })
    .click();
  await page.getByRole('tab', { name: /^Surveys/ }).click();
  await page.getByRole('button', { name: 'New survey' }).click();
  const dialog = page.getByRole('dialog', { name: 'New survey' });
  await dialog.getByLabel('Title').fill('Both at once');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Both at once' })).toBeVisible();
  const open = (url: string) => url.replace(/\?.*/, '') + '?tab=audience';
  await page.goto(open(page.url()));

  const others = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(others, 'admin@demo.campus.example');
  const admin = await others.newPage();
  await admin.goto(open(page.url()));
  await settled(admin);
  await admin.getByLabel('Description').fill('From the staff');
  await expect(admin.getByText(/saved \w/)).toBeVisible();
  await others.close();

  await page.getByLabel('Title').fill('Both at once, mine');
  await expect(page.getByText('Someone else saved this survey')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await expect(page.getByLabel('Title')).toHaveValue('Both at once, mine');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Someone else saved this survey')).toHaveCount(0);
  await expect(page.getByText(/saved \w/)).toBeVisible();
  // The fields that only the other person changed keep their values.
  await expect(page.getByLabel('Description')).toHaveValue('From the staff');
  await page.reload();
  await settled(page);
  await expect(page.getByLabel('Title')).toHaveValue('Both at once, mine');
  await expect(page.getByLabel('Description')).toHaveValue('From the staff');
});
