import { axeFinds } from './axe.ts';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';

interface People {
  people: { uid: string; firstName: string; lastName: string }[];
}

test('an admin gives a person a role: they see the section it opens and work there until the role is deleted @soak', async ({
  page,
  context,
  browser,
}) => {
  // A second try on the same campus must not find the report of the first.
  const note = `Sells parking permits ${Date.now()}.`;
  const role = `Moderators ${Date.now()}`;

  const anas = await browser.newContext({ locale: 'en-US' });
  const tokens = await signIn(anas, 'ana@demo.campus.example');
  const [found] = await mobile<People[]>(anas, tokens, 'mobile_people?account_type=Staff&limit=20');
  const person = found?.people.find(({ firstName }) => /^[A-Z][a-z]+$/.test(firstName));
  const name = `${person?.firstName} ${person?.lastName}`;
  const hers = await anas.newPage();
  await hers.goto(`${address()}/student_profile?uid=${person?.uid}`);
  await settled(hers);
  await hers.getByRole('button', { name: `Report or block ${name}` }).click();
  await hers.getByRole('menuitem', { name: 'Report' }).click();
  const report = hers.getByRole('dialog', { name: `Report ${name}` });
  await report.getByRole('radio', { name: 'Spam or advertising' }).check();
  await report.getByLabel('What happened? (optional)').fill(note);
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(hers.getByText('Thanks. A moderator will review this.')).toBeVisible();

  await signIn(context, 'admin@demo.campus.example');
  await page.goto(`${address()}/admin/roles`);
  await settled(page);
  await page.getByRole('button', { name: 'New role' }).click();
  const form = page.getByRole('dialog', { name: 'New role' });
  await expect(form.getByRole('checkbox', { name: 'Review reports' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await form.getByLabel('Name').fill(role);
  await form.getByRole('checkbox', { name: 'Review reports' }).check();
  await form.getByRole('button', { name: 'Create role' }).click();
  const row = page.getByRole('listitem').filter({ hasText: role });
  await expect(row).toContainText('Review reports');
  await expect(row).toContainText('No members yet');
  await row.getByRole('button', { name: `More actions for ${role}` }).click();
  await page.getByRole('menuitem', { name: 'Manage members' }).click();
  const members = page.getByRole('dialog', { name: `Members of ${role}` });
  await members.getByRole('searchbox').fill('Ben Okafor');
  await members.getByRole('button', { name: 'Add Ben Okafor' }).click();
  await expect(members.getByRole('button', { name: 'Remove Ben Okafor' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(row).toContainText('1 member');

  const bens = await browser.newContext({ locale: 'en-US' });
  await signIn(bens, 'ben@demo.campus.example');
  const his = await bens.newPage();
  await his.goto(`${address()}/`);
  await settled(his);
  const menu = his.getByRole('button', { name: /^Your menu/ });
  await menu.click();
  await his.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(his).toHaveURL(/\/admin\/overview$/);
  const sections = his.getByRole('navigation', { name: 'Admin sections' });
  await expect(sections.getByRole('link')).toHaveText(['Overview', 'Reports', 'Word list']);
  await his.getByRole('link', { name: /^Review: \d+ open report/ }).click();
  await expect(his).toHaveURL(/\/admin\/reports$/);
  const card = his.getByRole('article').filter({ hasText: note });
  await card.getByRole('button', { name: 'Resolve' }).click();
  await expect(card).toHaveCount(0);
  await his.getByRole('tab', { name: /^Resolved/ }).click();
  await expect(card).toBeVisible();
  await his.goto(`${address()}/admin/roles`);
  await expect(his.getByText('You don’t have access to this page')).toBeVisible();
  await expect(sections.getByRole('link')).toHaveText(['Overview', 'Reports', 'Word list']);
  await his.goto(`${address()}/`);
  await settled(his);
  await his.keyboard.press('Control+k');
  const palette = his.getByRole('dialog', {
    name: 'Search people, conversations, clubs, events and pages',
  });
  await palette.getByRole('combobox').fill('admin');
  await expect(palette.getByRole('option', { name: /^Reports/ })).toBeVisible();
  await expect(palette.getByRole('option', { name: /^Staff roles/ })).toHaveCount(0);

  await hers.goto(`${address()}/`);
  await settled(hers);
  await hers.getByRole('button', { name: /^Your menu/ }).click();
  await expect(hers.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await expect(hers.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  await anas.close();

  await row.getByRole('button', { name: `More actions for ${role}` }).click();
  await page.getByRole('menuitem', { name: 'Delete role' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${role}?` });
  await expect(question).toContainText('1 person will lose its permissions');
  await question.getByRole('button', { name: 'Delete role' }).click();
  await expect(row).toHaveCount(0);

  await his.reload();
  await settled(his);
  await menu.click();
  await expect(his.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await expect(his.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  await bens.close();
});
