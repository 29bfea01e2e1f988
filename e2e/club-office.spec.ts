import type { BrowserContext } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';

/** Calls the API with the session of a context. */
const callAs = async <T>(
  context: BrowserContext,
  email: string,
  [method, path]: readonly [string, string],
  body?: object,
): Promise<T> => {
  const { jwt } = await signIn(context, email);
  const page = await context.newPage();
  await page.goto(`${address()}/healthz`);
  const text = await page.evaluate(
    async ([verb, url, token, sent]) => {
      const csrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const response = await fetch(url, {
        method: verb,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-xsrf-token': decodeURIComponent(csrf),
        },
        ...(sent !== null && { body: sent }),
      });
      return response.text();
    },
    [method, path, jwt, body === undefined ? null : JSON.stringify(body)] as const,
  );
  await page.close();
  return JSON.parse(text) as T;
};

test('[CLUB-03] an officer opens the overview, completes the first task, undoes a settings change, gives points and finds it all in the log', async ({
  page,
  context,
  browser,
}) => {
  const others = await browser.newContext();
  const officer = 'officer@demo.campus.example';
  const tokens = await signIn(context, officer);
  const { data: me } = await mobile<{ data: { uid: string } }>(context, tokens, 'user_profile');
  const name = `Kite Society ${Date.now()}`;
  const { id } = await callAs<{ id: string }>(
    others,
    'admin@demo.campus.example',
    ['POST', '/api/v1/clubs'],
    { clientId: crypto.randomUUID(), name, membership: 'request', president: me.uid },
  );
  await callAs(others, 'ben@demo.campus.example', ['PUT', `/api/v1/clubs/${id}/membership`], {});
  await others.close();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/clubs/${id}`);
  await page.getByRole('link', { name: /^Manage/ }).click();
  await settled(page);
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  await expect(page.getByText('Available with 10 or more members').first()).toBeVisible();
  const todo = page.getByRole('list', { name: 'To do' }).getByRole('listitem');
  await expect(todo.first()).toContainText('1 request to join');
  expect(await axeFinds(page)).toEqual([]);
  await todo.getByRole('link', { name: 'Review: 1 request to join' }).click();
  const requests = page.getByRole('region', { name: '1 request' });
  await requests.getByRole('button', { name: /^Accept / }).click();
  await expect(page.getByText('1 person accepted')).toBeVisible();

  // The member gets points, and the officer reverses them.
  const members = page.getByRole('grid', { name: 'Members' });
  await members.getByRole('row').filter({ hasText: 'Ben Okafor' }).click();
  await page
    .getByRole('toolbar', { name: '1 selected' })
    .getByRole('button', { name: 'Give points' })
    .click();
  const gift = page.getByRole('dialog', { name: 'Give 1 person points' });
  await gift.getByLabel('Reason').fill('Built the big kite');
  expect(await axeFinds(page)).toEqual([]);
  await gift.getByRole('button', { name: 'Give points' }).click();
  await page.getByRole('button', { name: '5 points: Ben Okafor' }).click();
  // Opening the points history doesn't select the row.
  await expect(page.getByRole('toolbar', { name: /selected$/ })).toHaveCount(0);
  const lines = page.getByRole('dialog', { name: 'Ben Okafor’s points' });
  await lines.getByRole('button', { name: 'Reverse: Built the big kite' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reverse' }).click();
  await expect(lines.getByText('0 points')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Settings' }).click();
  const acronym = page.getByLabel('Acronym');
  await acronym.fill('KITE');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  // The text editor has an Undo button, too.
  await page.getByText('Undo', { exact: true }).click();
  await expect(page.getByText('Changes undone')).toBeVisible();
  await expect(acronym).toHaveValue('');

  await page.getByRole('tab', { name: 'Activity log' }).click();
  const log = page.getByRole('list', { name: 'Activity log' });
  await expect(log.getByRole('listitem')).toHaveCount(6);
  await expect(log.getByRole('listitem').first()).toContainText('changed a club');
  await expect(log.getByRole('listitem').first()).toContainText('Acronym');
  await page.getByLabel('Activity', { exact: true }).selectOption('club_members_changed');
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(log).toContainText('Ben Okafor');
  expect(await axeFinds(page)).toEqual([]);
});
