import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';
import { mailTo } from './mails.ts';

const phone = { width: 390, height: 844 };
const shots = process.env['SHOTS'];
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

test('[FIN-01] ana sees her balance and hold, downloads a statement and shares with her mother, who sees only that until it is revoked', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await visit(page, '/financial');
  await settled(page);
  const balance = page.getByRole('region', { name: 'Balance for Student account' });
  await expect(balance).toContainText('$1,248.00');
  await expect(balance).toContainText('$624.00 due');
  const hold = page.getByRole('region', { name: 'Library hold, Linden Library' });
  await expect(hold).toContainText('Blocks registration');
  await expect(hold).toContainText('Doesn’t block');
  await expect(
    hold.getByRole('link', { name: 'Book a meeting with Advising Center' }),
  ).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'own');

  await page.getByRole('button', { name: 'Hide amounts on this device' }).click();
  await expect(balance).not.toContainText('1,248');
  await page.reload();
  await settled(page);
  await expect(balance).not.toContainText('1,248');
  await page.getByRole('button', { name: 'Show amounts on this device' }).click();
  await expect(balance).toContainText('$1,248.00');

  await balance.getByRole('button', { name: 'Pay' }).click();
  const pay = page.getByRole('dialog', { name: 'Pay on your school’s payment page' });
  const link = pay.getByRole('link', { name: /^Open payment page/ });
  await expect(pay).toContainText('pay.demo.campus.example');
  expect(await link.getAttribute('href')).toMatch(
    /^https:\/\/pay\.demo\.campus\.example\/student\?reference=ey/,
  );
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Statements' }).click();
  const statement = page.getByRole('dialog', { name: 'Download a statement' });
  expect(await axeFinds(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await statement.getByRole('button', { name: 'Download' }).click();
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  // The statement shows the same, and printing shows nothing else.
  await page.getByRole('button', { name: 'View statement' }).click();
  const sheet = page.getByRole('article', { name: 'Statement', exact: true });
  await expect(sheet).toContainText('Closing balance');
  await expect(sheet).toContainText('$1,248.00');
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'statement');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await shot(page, 'statement-paper');
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByLabel('Period').selectOption('Dates');
  await expect(page.getByRole('group', { name: 'From' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'statement-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(balance).toContainText('$1,248.00');

  await page.getByRole('button', { name: 'Share with someone' }).click();
  const share = page.getByRole('dialog', { name: 'Share with a parent or guardian' });
  await share.getByLabel('Their name').fill('Teresa Silva');
  const email = `teresa-${Date.now()}@example.com`;
  await share.getByLabel('Their email address').fill(email);
  await share.getByLabel(/^Charges and payments/).check();
  await share.getByLabel(/^Holds/).check();
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'share');
  await share.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Email sent to Teresa Silva')).toBeVisible();

  // The student's mother uses her own browser.
  const invitation = await mailTo(email, /shared-finances/);
  expect(invitation).not.toMatch(/1,?248|624|Library/);
  const address_ = /https?:\/\/\S+#link=\S+/.exec(invitation)?.[0] ?? '';
  const outside = await browser.newContext({ viewport: phone });
  const parent = await outside.newPage();
  await parent.goto(`${address()}/shared-finances${new URL(address_).hash}`);
  expect(await axeFinds(parent)).toEqual([]);
  await parent.getByRole('button', { name: 'Send code' }).click();
  const mail = await mailTo(email, /code is \d/);
  const code = /code is (\d{4} \d{4})/.exec(mail)?.[1] ?? '';
  await parent.getByLabel('Code from the email').fill('1111 1111');
  await parent.getByRole('button', { name: 'Continue' }).click();
  await expect(parent.getByText('This code is incorrect or has expired')).toBeVisible();
  await parent.getByLabel('Code from the email').fill(code);
  await parent.getByRole('button', { name: 'Continue' }).click();
  await expect(parent.getByRole('heading', { name: 'Ana Silva’s account' })).toBeVisible();
  await expect(parent.getByText('$1,248.00').first()).toBeVisible();
  await expect(parent.getByRole('region', { name: 'Library hold, Linden Library' })).toBeVisible();
  await expect(parent.getByRole('button', { name: 'Statements' })).toHaveCount(0);
  expect(await axeFinds(parent)).toEqual([]);
  await shot(parent, 'shared');
  // Parents usually pay: the school’s page for it opens to them too.
  await parent.getByRole('button', { name: 'Pay' }).click();
  await expect(
    parent
      .getByRole('dialog', { name: 'Pay on your school’s payment page' })
      .getByRole('link', { name: /^Open payment page/ }),
  ).toHaveAttribute('href', /[?&]reference=/);
  await parent.keyboard.press('Escape');
  // The visit goes on after a reload and on the way back from the payment page, in this tab alone.
  await parent.reload();
  await expect(parent.getByRole('heading', { name: 'Ana Silva’s account' })).toBeVisible();
  // Scripts on the page can't read the visit's token.
  const visits = (await outside.cookies()).filter(({ name }) => name.startsWith('cg_visit_'));
  expect(visits).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
  expect(
    await parent.evaluate(() => document.cookie + JSON.stringify({ ...sessionStorage })),
  ).not.toContain(visits[0]?.value);
  await parent.goto(`${address()}/shared-finances`);
  await expect(parent.getByRole('heading', { name: 'Ana Silva’s account' })).toBeVisible();
  const elsewhere = await outside.newPage();
  await elsewhere.goto(`${address()}/shared-finances${new URL(address_).hash}`);
  await expect(elsewhere.getByRole('button', { name: 'Send code' })).toBeVisible();
  await elsewhere.goto(`${address()}/financial`);
  await expect(elsewhere).toHaveURL(/\/login/);

  await page.reload();
  await settled(page);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'See Teresa Silva’s view history' }).click();
  await expect(page.getByText('Viewed your account').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoke access for Teresa Silva' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Revoke access' })
    .click();
  await expect(page.getByText('Access revoked')).toBeVisible();
  await parent.getByRole('button', { name: 'Sign out' }).click();
  await parent.getByRole('button', { name: 'Send code' }).click();
  await expect(parent.getByText('This link no longer works')).toBeVisible();
  await outside.close();
});

const choose = async (page: Page, text: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (
    await chooser
  ).setFiles([{ name: 'charges.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }]);
};

test('[FIN-01] staff import charges with an error in a line, fix it, undo it, import again, and see them in the account @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/admin/import');
  await settled(page);
  const head = 'id,username,amount,title,date\n';
  const id = `e2e-${Date.now()}`;
  await choose(page, `${head}${id},officer,-12.50,Parking,2026-11-01\n`);
  await expect(page.getByText(/line 2/i).first()).toBeVisible();
  await expect(page.getByText(/is negative/).first()).toBeVisible();
  const bring = async () => {
    await choose(page, `${head}${id},officer,12.50,Parking,2026-11-01\nCONTROL,,12.50,,\n`);
    await expect(page.getByText('Charges').first()).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'charges.csv imported' })).toBeVisible();
  };
  await page.reload();
  await settled(page);
  await bring();
  await page.getByRole('button', { name: 'Undo import: charges.csv' }).first().click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Undo import' })
    .click();
  await expect(page.getByRole('heading', { name: 'charges.csv undone' })).toBeVisible();
  await bring();

  await visit(page, '/admin/finances');
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('searchbox').fill('officer');
  await page
    .getByRole('button', { name: /^View account for/ })
    .first()
    .click();
  await expect(page.getByText('Parking').first()).toBeVisible();
  await shot(page, 'staff');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reverse Parking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse Parking' });
  await dialog.getByLabel('Reason').fill('Wrong person');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('Reversal: Parking').first()).toBeVisible();
  await visit(page, '/admin/log');
  await expect(page.getByText('opened the student account of').first()).toBeVisible();
});

test('[FIN-01] the bursar lists overdue accounts and holds, creates an installment plan whose parts add up, and cancels it @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'jwright@demo.campus.example');
  await page.setViewportSize(phone);
  await visit(page, '/admin');
  await settled(page);
  // The bursar sees only the finance pages in Admin, and each of them opens.
  const sections = page.locator('a[href^="/admin/"]:has(svg):visible');
  await expect(sections).toHaveText(['Finances', 'Import']);
  await sections.last().click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  // On phones, the sections are a page of their own.
  await page.goBack();
  await sections.first().click();
  await page.getByRole('button', { name: 'Overdue' }).click();
  await page.getByLabel('Sort by').selectOption('Oldest due date');
  await expect(page).toHaveURL(/show=overdue&sort=date&order=asc/);
  const overdue = page.getByRole('list', { name: 'Overdue' }).getByRole('listitem');
  await expect(overdue.first()).toContainText(/Due [A-Z][a-z]{2} \d/);
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'overdue');
  await overdue
    .first()
    .getByRole('link', { name: /^View account for/ })
    .click();
  await expect(page.getByText('Tuition after aid').first()).toBeVisible();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await expect(page).toHaveURL(/show=overdue&sort=date&order=asc/);
  await page.getByRole('button', { name: 'Holds' }).click();
  await expect(page.getByText('Tuition is overdue.').first()).toBeVisible();
  await page.getByRole('button', { name: 'All students' }).click();
  await page.getByLabel('Name, username or email address').fill('ben');
  await page.getByRole('button', { name: 'View account for Ben Okafor' }).click();
  await expect(page.getByRole('heading', { name: 'Ben Okafor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add installment plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add installment plan' });
  await dialog.getByLabel('Total in USD').fill('100');
  await dialog.getByLabel('Number of installments').fill('3');
  const parts = dialog.getByRole('list', { name: 'Installments' });
  await expect(parts.getByText('$33.34')).toHaveCount(1);
  await expect(parts.getByText('$33.33')).toHaveCount(2);
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'plan');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Installment plan added')).toBeVisible();
  await expect(page.getByText('Payment plan 3/3')).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await shot(page, 'planned');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const cancel = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await cancel.getByLabel('Reason').fill('Paid in full');
  await cancel.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText('Installment plan canceled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add installment plan' })).toBeVisible();
});
