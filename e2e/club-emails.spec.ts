import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

const title = 'Boots for everybody';

/** The unsubscribe address in the email with this title, but not in the test email. */
const unsubscribeAddress = (): string | undefined => {
  const folder = join(process.env['CAMPUS_FOLDER'] ?? '', 'mail');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`Subject: ${title}`))
    .flatMap((mail) => {
      // The email is quoted-printable.
      const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      return /\S+\/unsubscribe\?from=club#[\w.~-]+/.exec(text)?.[0] ?? [];
    })[0];
};

test('[CLUB-04] an officer writes an email to club members, previews and sends it; ana reads it and unsubscribes from that club only @soak', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/_/_/clubs?search_word=ridge`);
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Ridge/ })
    .click();
  await page.getByRole('link', { name: /^Manage/ }).click();
  await page.getByRole('tab', { name: 'Emails' }).click();
  await expect(page.getByRole('link', { name: /^The hut is ours/ })).toContainText('Opened by');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'New email' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  const add = page.getByRole('group', { name: 'Add' });
  await add.getByRole('button', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('The shop lends them from Monday on.');
  await page.getByRole('radio', { name: 'Officers' }).check();
  await expect(page.getByText(/^\d+ recipients?/)).toBeVisible();
  await page.getByRole('radio', { name: 'All members' }).check();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByText('The shop lends them from Monday on.')).toBeVisible();
  await preview.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText(/^Test sent to officer@/)).toBeVisible();
  await preview.getByRole('button', { name: 'Close', exact: true }).last().click();

  // The current minute, which has already begun, so the email is sent right away.
  const now = await page.evaluate(() =>
    new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
  );
  await page.getByLabel('Date and time').fill(now);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();

  const hers = await browser.newContext({ viewport: { width: 375, height: 720 }, hasTouch: true });
  await signIn(hers, 'ana@demo.campus.example');
  const phone = await hers.newPage();
  await phone.goto(`${address()}/inbox`);
  const row = phone.getByRole('link', { name: new RegExp(title) });
  // The job runs once a second.
  await expect(async () => {
    await phone.reload();
    await settled(phone);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000, intervals: [500] });
  await expect(row).toContainText('Ridge & Trail');
  await row.click();
  const letter = phone.getByRole('article', { name: title });
  await expect(letter.getByText('Sent to you as a member of Ridge & Trail.')).toBeVisible();
  await letter.getByRole('button', { name: 'Stop emails from Ridge & Trail' }).click();
  await expect(phone.getByText(/^Ridge & Trail won’t email you anymore/)).toBeVisible();
  expect(await axeFinds(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Inbox' }).first().click();
  await phone.getByRole('button', { name: 'Email settings' }).click();
  const off = phone.getByRole('region', { name: 'Not emailing you' });
  await expect(off.getByText('Ridge & Trail')).toBeVisible();
  // The school's own newsletters still come by email.
  await expect(phone.getByRole('switch', { name: 'Also email me newsletters' })).toBeChecked();
  expect(await axeFinds(phone)).toEqual([]);
  await off.getByRole('button', { name: 'Turn on emails from Ridge & Trail' }).click();
  await expect(off).toHaveCount(0);

  // The link in the email works without signing in.
  await expect.poll(unsubscribeAddress).toBeDefined();
  const visitor = await browser.newContext();
  const leaving = await visitor.newPage();
  await leaving.goto(unsubscribeAddress() ?? '');
  await settled(leaving);
  expect(await axeFinds(leaving)).toEqual([]);
  await leaving.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(leaving.getByText(/^You won’t get emails from Ridge & Trail anymore/)).toBeVisible();
  await visitor.close();
  await hers.close();

  await page.getByRole('link', { name: 'All emails' }).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${title}`) })).toContainText(
    /Opened by [1-9]/,
  );
});
