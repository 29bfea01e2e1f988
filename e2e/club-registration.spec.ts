import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';

// One test changes the form that the other fills in.
test.describe.configure({ mode: 'default' });

/** A reviewer approves a student's submission. */
const approve = async (page: Page, title: string) => {
  await visit(page, '/approvals');
  await settled(page);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByText('Stargazers look at the night sky.')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Your decision')).toBeHidden();
};

/** Staff add a question for all clubs that register. */
const design = async (page: Page) => {
  await visit(page, '/admin/club-registration');
  await settled(page);
  await page.getByRole('tab', { name: 'Questions' }).click();
  const builder = page.getByRole('group', { name: 'Form builder' });
  await builder
    .getByRole('button', { name: /^Add (a question|here)$/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Short text' }).click();
  await builder.getByLabel('Question 2').fill('What will you do first?');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
};

/** Staff freeze a club that hasn't renewed, undo it, and freeze it again. */
const freeze = async (page: Page, name: string) => {
  await visit(page, '/admin/club-registration');
  await settled(page);
  await page.getByRole('button', { name: /^Due/ }).click();
  await page.getByRole('searchbox').fill(name);
  const club = page.getByRole('listitem').filter({ hasText: name });
  const freezeIt = async () => {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true });
    await page.getByRole('button', { name: 'Freeze', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Freeze 1 club?' });
    expect(await axeFinds(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Freeze' }).click();
    await expect(club).toHaveCount(0);
  };
  await expect(club).toContainText('Due');
  await freezeIt();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(club).toContainText('Due');
  await freezeIt();
  await page.getByRole('button', { name: /^Frozen/ }).click();
  await club.getByRole('link', { name }).first().click();
  await expect(page.getByText('This club is frozen')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
};

test('[CLUB-03] staff freeze a club that didn’t renew; its officer renews it late and hands it over, and it is active again @soak', async ({
  page,
  context,
  browser,
}) => {
  const name = 'Campus Makers';
  const staff = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(staff, 'admin@demo.campus.example');
  const office = await staff.newPage();
  await freeze(office, name);

  // On a phone, the president names the next officers and confirms who is still a member.
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/club-registrations');
  await settled(page);
  await page.getByRole('button', { name: /Renew/ }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: `Renew ${name}` })).toBeVisible();
  await page.getByRole('textbox', { name: 'Purpose' }).fill('Stargazers look at the night sky.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Who leads the club?' })).toBeFocused();
  for (const person of ['Ana Silva', 'Ben Okafor']) {
    await page.getByRole('combobox', { name: 'Person' }).fill(person);
    await page.getByRole('option', { name: new RegExp(person) }).click();
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(page.getByRole('button', { name: new RegExp(`Remove ${person}`) })).toBeVisible();
  }
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Who is still a member?' })).toBeVisible();
  await page.getByText('The member list is correct').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('textbox', { name: /Where and when do you meet/ })
    .fill('The workshop, on Mondays');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  const more = page.getByRole('textbox', { name: 'What will you do first?' });
  if (await more.isVisible()) await more.fill('Tidy up');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Does everything look right?' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Under review').first()).toBeVisible();

  await approve(office, name);
  await office.goto(`${address()}/admin/club-registration`);
  await settled(office);
  await office.getByRole('button', { name: /^Renewed/ }).click();
  await office.getByRole('searchbox').fill(name);
  await expect(office.getByRole('listitem').filter({ hasText: name })).toContainText('Renewed');
  await office.getByRole('link', { name }).first().click();
  await expect(office.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(office.getByText('This club is frozen')).toHaveCount(0);
  await staff.close();
});

test('[CLUB-03] staff design the registration, a student registers a club, both steps approve it, and an unrenewed club is frozen @soak', async ({
  page,
  context,
  browser,
}) => {
  const staff = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(staff, 'admin@demo.campus.example');
  const office = await staff.newPage();
  await design(office);
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/_/_/clubs');
  await settled(page);
  await page.getByRole('button', { name: 'Register a club' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New club' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stargazers');
  await page.getByRole('textbox', { name: 'Purpose' }).fill('Stargazers look at the night sky.');
  await page.getByRole('radio', { name: 'Anyone, right away' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();

  // The step list marks steps that still have errors.
  await expect(page.getByRole('heading', { name: 'Who leads the club?' })).toBeFocused();
  await page.getByRole('button', { name: /^Questions/ }).click();
  await expect(page.getByRole('button', { name: /Officers.*Needs attention/ })).toBeVisible();
  await page.getByRole('button', { name: /^Officers/ }).click();
  await expect(page.getByText('Choose someone for this position: Treasurer.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Person' }).fill('Ben Okafor');
  await page.getByRole('option', { name: /Ben Okafor/ }).click();
  await expect(page.getByText('Invited')).toBeVisible();
  await expect(page.getByRole('listbox')).toBeHidden();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('textbox', { name: /Where and when do you meet/ })
    .fill('The roof, on clear nights');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByRole('textbox', { name: 'What will you do first?' }).fill('Build a telescope');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Does everything look right?' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Under review').first()).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  const registration = page.url();

  for (const email of ['officer@demo.campus.example', 'admin@demo.campus.example']) {
    const reviewer = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(reviewer, email);
    await approve(await reviewer.newPage(), 'Stargazers');
    await reviewer.close();
  }

  await page.goto(registration);
  await page.getByRole('link', { name: 'Open the club' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stargazers' })).toBeVisible();
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByText('The roof, on clear nights')).toBeVisible();

  // A person who is asked to be an officer accepts and gets the position.
  const other = await browser.newContext({ viewport: { width: 375, height: 700 } });
  await signIn(other, 'ben@demo.campus.example');
  const phone = await other.newPage();
  await visit(phone, '/club-registrations');
  await settled(phone);
  expect(await axeFinds(phone)).toEqual([]);
  await phone.getByRole('link', { name: /Respond.*Stargazers/ }).click();
  await phone.getByRole('button', { name: 'Accept' }).click();
  await expect(phone.getByText('Accepted')).toBeVisible();
  await phone.getByRole('link', { name: 'Open the club' }).click();
  await phone.getByRole('tab', { name: 'About' }).click();
  await expect(phone.getByText('Treasurer')).toBeVisible();
  await other.close();

  await freeze(office, 'Bike Kitchen');
  await staff.close();
});
