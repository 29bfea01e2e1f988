import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

test('[INBOX-01] a newsletter is written, scheduled and canceled, sent, read in the inbox, and its emails are turned off', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/admin/newsletters');
  await settled(page);
  await page.getByRole('button', { name: 'New newsletter' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Snow week');
  await page.getByRole('textbox', { name: 'Subtitle' }).fill('Trains, skis and soup');
  const add = page.getByRole('group', { name: 'Add' });
  await add.getByRole('button', { name: 'Heading' }).click();
  await page.keyboard.type('Where we meet');
  await add.getByRole('button', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('At the station, at eight.');
  await add.getByRole('button', { name: 'Button' }).click();
  await page.keyboard.type('Sign up');
  await page.getByRole('textbox', { name: 'Link' }).fill('https://north.example/snow');
  await page.getByRole('button', { name: 'Move up: Button 3' }).click();
  await page.getByRole('button', { name: 'Faculty', exact: true }).click();
  await expect(page.getByText(/^\d+ recipients?/)).toBeVisible();
  await page.getByRole('button', { name: 'Faculty', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Snow week');

  await page.getByRole('switch', { name: /^Also send by email/ }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page
    .getByRole('alertdialog', { name: 'Send “Snow week”?' })
    .getByRole('button', { name: 'Send now' })
    .click();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Snow week');
  // The current minute, which has already begun, so the newsletter is sent right away.
  const now = await page.evaluate(() =>
    new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
  );
  await page.getByLabel('Date and time').fill(now);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();

  await visit(page, '/inbox');
  await settled(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  // The job runs once a second.
  await expect(async () => {
    await page.reload();
    await settled(page);
    await expect(page.getByRole('link', { name: /Snow week/ })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000, intervals: [500] });
  // The count of the bell includes other new notifications.
  const unread = page.getByRole('main').getByText('1 unread');
  await expect(unread).toBeVisible();
  await page.getByRole('link', { name: /Snow week/ }).click();
  const letter = page.getByRole('article', { name: 'Snow week' });
  await expect(letter.getByRole('heading', { name: 'Where we meet' })).toBeVisible();
  await expect(letter.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    'https://north.example/snow',
  );
  await expect(letter.getByText('Sent to everyone at your school.')).toBeVisible();
  await expect(unread).toHaveCount(0);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Email settings' }).click();
  await page.getByRole('switch', { name: 'Also email me newsletters' }).click();
  await expect(page.getByText('Newsletters will arrive in this inbox only')).toBeVisible();
  await visit(page, '/admin/newsletters');
  await settled(page);
  await expect(
    page.getByRole('link', { name: /^Snow week/ }).getByText(/Opened by 1 of [\d,]+/),
  ).toBeVisible();
});
