import { axeFinds } from './axe.ts';
import { address, callAs, expect, settled, signIn, test } from './campus.ts';

test('an admin creates an announcement, students see it above every page, and dismissing hides it', async ({
  page,
  browser,
  context,
}) => {
  const text = 'Library closes at 6 pm on Friday';
  const admin = await signIn(context, 'admin@demo.campus.example');
  // A failed try leaves its announcement.
  const left = await callAs<{ items: { id: string }[] }>(
    context,
    admin,
    'GET',
    '/school/announcements',
  );
  for (const { id } of left.items)
    await callAs(context, admin, 'DELETE', `/school/announcements/${id}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/admin/announcements`);
  await settled(page);
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Text').fill(text);
  await form.getByRole('radio', { name: 'Warning' }).check();
  await form.getByLabel('Link (optional)').fill('https://library.example/hours');
  await form.getByLabel('Link text').fill('Opening hours');
  await form.getByRole('checkbox', { name: 'Student', exact: true }).check();
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  await form.getByRole('button', { name: 'Create announcement' }).click();
  const list = page.getByRole('list', { name: 'Announcements' });
  await expect(list.getByRole('listitem').filter({ hasText: text })).toContainText('Live now');
  // Staff don't get this announcement.
  const announced = (at = page) => at.getByRole('region', { name: 'School announcements' });
  await expect(announced()).toHaveCount(0);

  const other = await browser.newContext({ viewport: { width: 390, height: 800 } });
  await signIn(other, 'ana@demo.campus.example');
  const phone = await other.newPage();
  await phone.goto(`${address()}/directory`);
  await settled(phone);
  await expect(announced(phone)).toContainText(text);
  await expect(announced(phone).getByRole('link')).toHaveAttribute(
    'href',
    'https://library.example/hours',
  );
  expect(await axeFinds(phone)).toEqual([]);
  await announced(phone).getByRole('button', { name: 'Close' }).click();
  await expect(announced(phone)).toHaveCount(0);
  await phone.reload();
  await settled(phone);
  await expect(announced(phone)).toHaveCount(0);
  await other.close();

  await list.getByRole('button', { name: `More actions for ${text}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('No announcements yet')).toBeVisible();
});
