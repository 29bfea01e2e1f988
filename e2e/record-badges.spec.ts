import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

const why = 'The hours of March were counted twice.';

test('[CCT-01] ben sees the progress of badges and paths and selects the content of his document; staff revoke it, and strangers see that at once @soak', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await page.goto(`${address()}/cct`);
  await settled(page);
  const all = page.getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  const badge = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(badge('Neighbor')).toContainText('9 of 50 hours');
  await expect(page.getByRole('progressbar', { name: /Neighbor/ })).toHaveAttribute(
    'aria-valuenow',
    '18',
  );
  await expect(badge('Path of leadership')).toContainText(/of 2 badges|Awarded/);
  await expect(badge('First steps')).toContainText('Awarded');

  await page.getByRole('button', { name: 'Issue document' }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue a document' });
  const chosen = issuing.getByRole('checkbox', { name: 'First steps' });
  await expect(chosen).toBeChecked();
  await chosen.click();
  expect(await axeFinds(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    issuing.getByRole('button', { name: 'Issue document' }).click(),
  ]);
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(file.suggestedFilename())?.[0] ?? '';

  const elsewhere = await browser.newContext({ viewport: { width: 375, height: 720 } });
  const stranger = await elsewhere.newPage();
  await stranger.goto(`${address()}/verify/${code}`);
  await expect(stranger.getByText('This document is valid')).toBeVisible();
  await expect(stranger.getByRole('heading', { name: 'Driver' })).toBeVisible();
  await expect(stranger.getByText('First steps')).toHaveCount(0);

  const staff = await browser.newContext();
  await signIn(staff, 'admin@demo.campus.example');
  const desk = await staff.newPage();
  await desk.goto(`${address()}/admin/record?part=issued`);
  await settled(desk);
  await desk.getByRole('button', { name: new RegExp(`^Revoke ${code}`) }).click();
  const revoking = desk.getByRole('dialog', { name: `Revoke “${code}”?` });
  await revoking.getByRole('textbox', { name: 'Reason' }).fill(why);
  await revoking.getByLabel('Public reason').selectOption('Issued in error');
  expect(await axeFinds(desk)).toEqual([]);
  await revoking.getByRole('button', { name: 'Revoke' }).click();
  await expect(desk.getByText('Revoked', { exact: true }).first()).toBeVisible();

  await stranger.reload();
  await expect(stranger.getByText('This document is no longer valid')).toBeVisible();
  await expect(stranger.getByText('Issued in error')).toBeVisible();
  await expect(stranger.getByText(why)).toHaveCount(0);
  expect(await axeFinds(stranger)).toEqual([]);
  // Ben sees the reason.
  await page.reload();
  await expect(page.getByText(`Revoked by the school: ${why}`)).toBeVisible();
  if (process.env['SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['SHOTS']}/badges.png`, fullPage: true });
  expect(await axeFinds(page)).toEqual([]);
  await Promise.all([staff.close(), elsewhere.close()]);
});
