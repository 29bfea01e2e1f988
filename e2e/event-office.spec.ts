import { readFile } from 'node:fs/promises';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

const phone = { width: 390, height: 844 };

test('[EVENT-01] a host reserves a room for an event, and another event can’t use it @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/admin/rooms');
  await settled(page);
  const room = `Hall ${Date.now() % 100_000}`;
  await page.getByRole('button', { name: 'New room' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New room' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(room);
  await dialog.getByRole('textbox', { name: 'Building' }).fill('Linden');
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Room saved')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Rooms' })).toContainText(room);
  expect(await axeFinds(page)).toEqual([]);

  const label = `Linden, ${room}`;
  await visit(page, '/events/new');
  await settled(page);
  await page.getByRole('textbox', { name: 'Title' }).fill(`Assembly in ${room}`);
  const field = page.getByRole('combobox', { name: 'Room' });
  await field.fill(room);
  // The list has scrolled to the search result, so the click hits the right room.
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: label }).click();
  await expect(page.getByText('Free all day.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue(label);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: /^(Publish|Create)/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Assembly in ${room}` })).toBeVisible();
  await expect(page.getByText(label).first()).toBeVisible();

  // The next form starts with the same time, and this room isn't offered as free.
  await visit(page, '/events/new');
  await settled(page);
  await field.fill(room);
  await expect(field).toHaveValue(room);
  await expect(page.getByRole('option', { name: label })).toHaveCount(0);
  // The room's calendar shows the reason.
  await visit(page, '/admin/rooms');
  await settled(page);
  await page.getByRole('button', { name: `More actions for ${room}` }).click();
  await page.getByRole('menuitem', { name: 'Calendar' }).click();
  const calendar = page.getByRole('dialog', { name: label });
  await expect(calendar.getByRole('link', { name: `Assembly in ${room}` })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
});

test('[EVENT-01] on a phone, a host writes to registered people, cancels the email, and downloads name badges @soak', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/events?search_word=winter+concert');
  await settled(page);
  await page.getByRole('link', { name: 'Winter concert', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Winter concert' })).toBeVisible();
  const event = /events\/(\d+)/.exec(page.url())?.[1] ?? '';
  await visit(page, `/events/${event}/manage`);
  await settled(page);
  await page.getByRole('tab', { name: 'Emails' }).click();
  await page.getByRole('button', { name: 'New email' }).first().click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Doors open at six');
  await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Please be early.');
  await page.getByRole('radio', { name: 'Attendees with a certain status' }).check();
  await page.getByRole('checkbox', { name: 'Registered' }).check();
  await expect(page.getByText(/^\d+ recipients?/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('To: Registered')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  // The person has 30 seconds to undo it.
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();

  await page.getByRole('tab', { name: 'Attendees' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Name badges' }).click();
  const badges = page.getByRole('dialog', { name: 'Name badges' });
  await badges.getByRole('switch', { name: /QR code/ }).check();
  expect(await axeFinds(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    badges.getByRole('button', { name: 'Save PDF' }).click(),
  ]);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
