import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { callAs, expect, settled, signIn, test, visit } from './campus.ts';
import { foreignTo, languages, speak, strangers } from './languages.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

const openEvent = async (page: Page, title: string) => {
  await visit(page, `/events?search_word=${encodeURIComponent(title)}`);
  await settled(page);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

test('[EVENT-01, CAL-02] on a phone, a student finds an event, registers, gets the ticket and the calendar date, and cancels', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, '/events');
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('kimchi');
  await expect(page).toHaveURL(/search_word=kimchi/);
  await page.getByRole('link', { name: 'Kimchi workshop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kimchi workshop' })).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  // The page names conflicts or says that there are none.
  await expect(page.getByText(/^You’re free|^Conflicts with/)).toBeVisible();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('You have a spot')).toBeVisible();
  const here = page.url();

  await page.getByRole('link', { name: 'Ticket', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code for this ticket' })).toBeVisible();
  await visit(page, '/calendar?view=month');
  await settled(page);
  await page.goto(here);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await page.getByRole('menuitem', { name: 'Calendar file (.ics)' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toContain('SUMMARY:Kimchi workshop');
  await page.getByRole('button', { name: 'I can’t come' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel registration' }).click();
  await expect(page.getByRole('button', { name: 'Register', exact: true })).toBeVisible();
});

test('[EVENT-01] an officer creates a series with one spot, and the first waiting person gets it when it is free @soak', async ({
  page,
  context,
  browser,
}) => {
  await page.setViewportSize(desk);
  const officer = await signIn(context, 'officer@demo.campus.example');
  const title = `Knots and ropes ${Date.now()}`;
  await visit(page, '/events/new');
  await settled(page);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('combobox', { name: 'Repeats' }).selectOption({ label: 'Weekly' });
  await expect(page.getByText(/Every week on .*, 10 times/)).toBeVisible();
  await page.getByRole('heading', { name: 'Registration' }).click();
  await page.getByRole('radio', { name: 'People register for each date' }).check();
  await page.getByRole('switch', { name: 'Limit capacity' }).check();
  await page.getByRole('textbox', { name: 'Capacity' }).fill('1');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publish' });
  if (await publish.isVisible()) await publish.click();
  await expect(page.getByText('Only people who manage this event can see it.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Dates' })).toBeVisible();
  const id = /events\/(\d+)/.exec(page.url())?.[1] ?? '';

  const anas = await browser.newContext();
  const ana = await signIn(anas, 'ana@demo.campus.example');
  await callAs(anas, ana, 'PUT', `/events/${id}/registration`, {});
  const bens = await browser.newContext({ viewport: phone });
  const ben = await signIn(bens, 'ben@demo.campus.example');
  const his = await bens.newPage();
  await openEvent(his, title);
  await expect(
    his.getByText('You’ll be number 1 on the waitlist.', { exact: false }),
  ).toBeVisible();
  await his.getByRole('button', { name: 'Join waitlist' }).click();
  await expect(his.getByText('You’re number 1 on the waitlist', { exact: true })).toBeVisible();
  await his.close();

  await callAs(anas, ana, 'DELETE', `/events/${id}/registration`);
  // This works without anyone opening a page.
  const mine = await callAs<{ status: string }>(bens, ben, 'GET', `/events/${id}/registration`);
  expect(mine.status).toBe('registered');
  await expect
    .poll(async () =>
      JSON.stringify(await callAs(bens, ben, 'GET', '/notifications?count=5&offset=0')),
    )
    .toContain(title);

  await visit(page, `/events/${id}/manage`);
  await settled(page);
  await expect(page.getByRole('row', { name: /Ben Okafor/ })).toContainText('Registered');
  expect(await axeFinds(page)).toEqual([]);
  await callAs(context, officer, 'DELETE', `/events/${id}`);
  await anas.close();
  await bens.close();
});

test('[EVENT-02] recommendations show their reason, and a dismissed one disappears', async ({
  page,
  context,
}) => {
  await page.setViewportSize(desk);
  await signIn(context, 'ana@demo.campus.example');
  await visit(page, '/events');
  await settled(page);
  const region = page.getByRole('region', { name: 'Recommended for you' });
  await expect(region.getByRole('article')).toHaveCount(2);
  const first = (await region.getByRole('article').first().getAttribute('aria-label')) ?? '';
  await region.getByRole('button', { name: 'Why these?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why these?' });
  await expect(dialog.getByText(first)).toBeVisible();
  await expect(
    dialog.getByText(/are going|is going|From your club|You like/).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await region.getByRole('button', { name: `Show less like ${first}` }).click();
  await expect(region.getByRole('article', { name: first })).toHaveCount(0);
});

for (const { language, viewport } of languages)
  test(`[EVENT-01, CAL-02, BOOK-01] events, calendar and booking are in ${language}: no key, no English, axe finds 0`, async ({
    browser,
  }) => {
    const foreign = foreignTo(language);
    const problems: string[] = [];
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    await speak(context, language);
    await signIn(context, 'officer@demo.campus.example');
    const page = await context.newPage();
    await openEvent(page, 'Saturday day walk');
    const id = /events\/(\d+)/.exec(page.url())?.[1] ?? '';
    for (const path of [
      '/events',
      '/events?layout=month',
      '/events?view=past',
      '/events/new',
      `/events/${id}`,
      `/events/${id}/edit`,
      `/events/${id}/manage`,
      `/events/${id}/code`,
      `/check-in/${id}`,
      `/tickets/${id}`,
      '/calendar?view=week',
      '/calendar?view=month',
      '/calendar?view=agenda',
      '/calendar/together',
      '/booking',
      '/bookings',
      '/booking/hours',
    ]) {
      await visit(page, path);
      await settled(page);
      const found = [...(await strangers(page, foreign)), ...(await axeFinds(page))];
      problems.push(...found.map((one) => `${path}: ${one}`));
      const over = await page.evaluate(() => document.documentElement.scrollWidth);
      if (over > viewport.width) problems.push(`${path}: ${over} px wide`);
    }
    await context.close();
    expect(problems).toEqual([]);
  });

test('an event’s page and its tags lead to further events @soak', async ({ page, context }) => {
  await page.setViewportSize(desk);
  await signIn(context, 'ben@demo.campus.example');
  await openEvent(page, 'Winter concert');
  const ofHost = page.getByRole('region', { name: 'More from Evening Choir' });
  await expect(ofHost.getByRole('link', { name: 'Come and sing' })).toBeVisible();
  const similar = page.getByRole('region', { name: 'Similar events' });
  await expect(similar.getByRole('article').first()).toBeVisible();
  await expect(similar.getByText('Winter concert')).toHaveCount(0);
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'music' }).click();
  await expect(page).toHaveURL(/tag=music/);
  await expect(page.getByRole('link', { name: 'Jam session' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kimchi workshop' })).toHaveCount(0);
});
