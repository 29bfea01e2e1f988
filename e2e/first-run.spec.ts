import type { Request as PageRequest } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, callAs, expect, settled, signIn, test, visit } from './campus.ts';

const nadia = 'nadia@demo.campus.example';

// On a phone, people tap: no pointer hovers over a button first.
test.use({ hasTouch: true });

test('a new student is welcomed once on a phone, leaves, resumes from Home, and finishes', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(context, nadia);
  await visit(page, '/');
  await expect(page).toHaveURL(/\/start/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Welcome to Demo University, Nadia' }),
  ).toBeVisible();
  const check = async () => {
    expect(await axeFinds(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  };
  await check();

  // By keyboard: the next step's heading gets the focus.
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'What are you into?' })).toBeFocused();
  await page
    .getByRole('list', { name: 'Popular interests' })
    .getByRole('button', { name: 'Photography' })
    .click();
  await page.getByRole('textbox', { name: 'About you' }).fill('I draw maps & bake bread.');
  await check();
  await page.getByRole('button', { name: 'Continue' }).click();

  // Joining a club here keeps it in the list.
  await expect(page.getByRole('heading', { name: 'Join a few clubs' })).toBeVisible();
  const clubs = page.getByRole('list', { name: 'Join a few clubs' });
  await clubs
    .getByRole('button', { name: /^Join / })
    .first()
    .click();
  await expect(page.getByText('1 club selected')).toBeVisible();
  await expect(clubs.getByRole('listitem')).toHaveCount(6);
  await check();

  // Home doesn't open the page again. Its card is above the feed, and resumes here.
  await page.getByRole('button', { name: 'Finish later' }).click();
  const card = page.getByRole('region', { name: 'Finish setting up' });
  await expect(card.getByText('2 of 5 done')).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(page).toHaveURL(`${address()}/`);
  const cardBox = await card.boundingBox();
  const composer = await page.getByRole('button', { name: /What’s new/ }).boundingBox();
  expect(cardBox?.y).toBeLessThan(composer?.y ?? 0);
  await card.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  const people = page.getByRole('list', { name: 'Connect with people' });
  // If it fails, this shows what the server answered and what the person saw instead.
  const answers: string[] = [];
  const isRequest = (sent: PageRequest) => sent.url().includes('user_connect');
  page.on('request', (sent) => isRequest(sent) && answers.push(`sent ${sent.url()}`));
  page.on('requestfailed', (sent) => isRequest(sent) && answers.push('failed'));
  page.on('response', async (answer) => {
    if (isRequest(answer.request())) answers.push(`${answer.status()} ${await answer.text()}`);
  });
  await people
    .getByRole('button', { name: /^Connect with / })
    .first()
    .click();
  const seen = async () => [
    await people.getByRole('button', { name: /^Pending/ }).count(),
    await page.getByRole('region', { name: 'Alerts' }).innerText(),
    await page.getByRole('main').getByRole('status').allInnerTexts(),
  ];
  await expect
    .poll(seen, { timeout: 30_000 })
    .toEqual([1, '', ['1 request sent']])
    .catch(async (error: unknown) => {
      const rows = await people.getByRole('listitem').allInnerTexts();
      throw new Error([...answers, ...rows].join('\n'), { cause: error });
    });
  await check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Stay in the loop' })).toBeVisible();
  await check();
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect(page.getByText('You’re all set. Welcome to Demo University!')).toBeVisible();
  await expect(card).toBeHidden();
  await visit(page, '/start');
  await expect(page).toHaveURL(`${address()}/`);
  const tokens = await signIn(context, nadia);
  expect(await callAs(context, tokens, 'GET', '/first-run')).toMatchObject({ state: 'none' });
});

test('the admin of a new school sees the checklist on Home and in Admin, and skips an item @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@north.campus.example', address('north'));
  await page.goto(`${address('north')}/`);
  const card = page.getByRole('region', { name: 'Set up your school' });
  // Other journeys add to this school, too.
  const progress = card.getByText(/^[2-5] of 6 done$/);
  await expect(progress).toBeVisible();
  const done = Number.parseInt(await progress.innerText());
  expect(await axeFinds(page, { within: '[aria-label="Set up your school"]' })).toEqual([]);
  await card.getByRole('button', { name: 'Skip “Set up single sign-on”' }).click();
  await expect(card.getByText(`${done + 1} of 6 done`)).toBeVisible();
  await card.getByRole('link', { name: /^Arrange the menu/ }).click();
  await expect(page).toHaveURL(/\/admin\/menu/);
  // In Admin it is folded.
  await expect(card.getByText('Next: Arrange the menu')).toBeVisible();
  await card.getByRole('button', { name: 'Show the checklist' }).click();
  await expect(card.getByRole('link', { name: /^Add people \(done\)/ })).toBeVisible();
});
