import type { Locator } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

/** Types a morning this many days from now into a time field. */
const setTime = async (scope: Locator, label: string, days: number): Promise<void> => {
  const at = new Date(Date.now() + days * 86_400_000);
  const two = (number: number) => String(number).padStart(2, '0');
  for (const [part, typed] of [
    ['month', two(at.getMonth() + 1)],
    ['day', two(at.getDate())],
    ['year', String(at.getFullYear())],
    ['hour', '09'],
    ['minute', '30'],
    ['AM/PM', 'a'],
  ] as const) {
    const field = scope.getByRole('spinbutton', { name: `${part}, ${label}` });
    await field.click();
    await field.pressSequentially(typed);
  }
};

test('[CLUB-04] [FEED-01] an officer finds a draft with its mentions, schedules it, finds it again, edits it, reschedules it and publishes it now @soak', async ({
  page,
  context,
}) => {
  const words = `Hut evening no. ${Date.now() % 10_000_000}`;
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/_/_/clubs?search_word=Ridge');
  await settled(page);
  await page.getByRole('link', { name: 'Ridge & Trail', exact: true }).first().click();
  const write = page.getByRole('button', { name: 'Write a post' });
  await write.click();
  const form = page.getByRole('form', { name: 'Write a post' });
  const field = form.getByRole('textbox', { name: 'Write a post' });
  await field.fill(`${words} with `);
  await field.press('End');
  await field.pressSequentially('@Ben');
  // The list also has people whose last name begins with Ben.
  await page.getByRole('option', { name: /^Ben / }).first().click();
  await expect(field).toHaveValue(/@Ben/);
  const said = await field.inputValue();
  await form.getByRole('button', { name: 'Post options' }).click();
  await setTime(form, 'Publish later', 2);
  await expect(form.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await settled(page);
  await write.click();
  await expect(field).toHaveValue(said.trim());
  await expect(form.getByRole('spinbutton', { name: 'hour, Publish later' })).toHaveText('9');
  expect(await axeFinds(page)).toEqual([]);
  await form.getByRole('button', { name: 'Schedule' }).click();

  const entry = page.getByRole('button', { name: /^\d+ scheduled posts?/ });
  await entry.click();
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  const list = page.getByRole('group', { name: /^\d+ scheduled posts?/ });
  const post = list.getByRole('article').filter({ hasText: words });
  await expect(post.getByText(/^Scheduled for/)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await post.getByRole('button', { name: /^More actions for the post/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await expect(text).toHaveValue(said.trim());
  await text.fill(`${said.trim()}, bring a light`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(post.getByText(/bring a light/)).toBeVisible();
  await expect(post.getByRole('link', { name: /^@?Ben/ })).toBeVisible();
  await post.getByRole('button', { name: 'Reschedule' }).click();
  const time = page.getByRole('dialog', { name: 'Reschedule post' });
  await setTime(time, 'Date and time', 3);
  expect(await axeFinds(page)).toEqual([]);
  await time.getByRole('button', { name: 'Schedule' }).click();
  await expect(time).toHaveCount(0);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await post.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click();
  const published = page.getByRole('article').filter({ hasText: words });
  await expect(published.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible();
  await expect(page.getByText(/^Scheduled for/)).toHaveCount(0);
});
