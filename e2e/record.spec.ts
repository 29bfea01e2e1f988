import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';

const title = 'Bicycle repair day';
const phone = { width: 375, height: 720 };

const typeDate = async (page: Page, label: string, text: string) => {
  const first = page.getByRole('group', { name: label }).getByRole('spinbutton').first();
  await first.click();
  await page.keyboard.type(text);
};

test('[CCT-01] ana adds an experience, staff verify it, and a stranger verifies her document and its file, and sees at once that it was revoked', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await visit(page, '/cct');
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add experience' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add experience' });
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Service');
  await dialog.getByLabel('Role or activity').fill(title);
  await dialog.getByLabel('Organization').fill('Cycle cooperative');
  await typeDate(page, 'Start', '03012026');
  await typeDate(page, 'End', '03022026');
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add experience' }).click();
  await expect(page.getByText('Experience added')).toBeVisible();
  await page.getByRole('button', { name: `Request verification: ${title}` }).click();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('Waiting for');

  const staff = await browser.newContext();
  await signIn(staff, 'admin@demo.campus.example');
  const desk = await staff.newPage();
  await visit(desk, '/approvals');
  await desk.getByRole('link', { name: title, exact: true }).first().click();
  await expect(desk.getByText('Cycle cooperative')).toBeVisible();
  await desk.getByRole('button', { name: 'Approve' }).first().click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('Your decision')).toBeHidden();

  await page.reload();
  await expect(row).toContainText('Adam');
  await page.getByRole('button', { name: 'Issue document' }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue a document' });
  await expect(issuing.getByRole('checkbox', { name: new RegExp(title) })).toBeChecked();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    issuing.getByRole('button', { name: 'Issue document' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(file.suggestedFilename())?.[0] ?? '';

  // A stranger types the code from the paper on a phone.
  const elsewhere = await browser.newContext({ viewport: phone });
  const stranger = await elsewhere.newPage();
  await visit(stranger, '/verify');
  await stranger.getByLabel('Code').fill(code.toLowerCase());
  await stranger.getByRole('button', { name: 'Verify' }).click();
  await expect(stranger.getByText('This document is valid')).toBeVisible();
  await expect(stranger.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();
  await expect(stranger.getByRole('heading', { name: title })).toBeVisible();
  expect(await axeFinds(stranger)).toEqual([]);
  const choose = stranger.locator('input[type=file]');
  await choose.setInputFiles({ name: 'record.pdf', mimeType: 'application/pdf', buffer: bytes });
  await expect(stranger.getByText('record.pdf is the issued file')).toBeVisible();
  const altered = Buffer.from(bytes);
  altered[700] = (altered[700] ?? 0) ^ 1;
  await choose.setInputFiles({ name: 'altered.pdf', mimeType: 'application/pdf', buffer: altered });
  await expect(stranger.getByText('altered.pdf isn’t the issued file')).toBeVisible();
  const missing = await stranger.goto(`${address()}/verify/0000000000`);
  expect(missing?.status()).toBe(404);
  await expect(stranger.getByText('No document found with this code')).toBeVisible();

  await visit(desk, '/admin/record?part=verified');
  await settled(desk);
  await desk.getByRole('button', { name: `Revoke ${title}, Ana Silva` }).click();
  const revoking = desk.getByRole('dialog', { name: `Revoke “${title}”?` });
  await revoking.getByLabel('Reason').fill('It did not take place.');
  await revoking.getByRole('button', { name: 'Revoke' }).click();
  await expect(desk.getByText('It did not take place.')).toBeVisible();
  expect(await axeFinds(desk)).toEqual([]);
  await visit(stranger, `/verify/${code}`);
  await expect(
    stranger.getByText('This document is valid, but some of its contents have changed'),
  ).toBeVisible();
  await expect(stranger.getByRole('listitem').filter({ hasText: title })).toContainText('Revoked');

  // The same page in other languages.
  for (const [locale, words] of [
    ['de', 'Dieses Dokument ist gültig, aber Teile seines Inhalts haben sich geändert'],
    ['ar', 'هذا المستند صالح، لكن بعض محتوياته تغيّرت'],
  ] as const) {
    const other = await browser.newContext({ viewport: phone });
    await other.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
    const there = await other.newPage();
    await visit(there, `/verify/${code}`);
    await expect(there.getByText(words)).toBeVisible();
    expect(await axeFinds(there)).toEqual([]);
    await other.close();
  }
  await page.reload();
  await page.getByRole('button', { name: `More actions for Co-curricular record ${code}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Document revoked')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('This document is no longer valid')).toBeVisible();
  await expect(stranger.getByText('Ana Silva')).toHaveCount(0);
  await Promise.all([staff.close(), elsewhere.close()]);
});
