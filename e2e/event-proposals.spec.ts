import type { Browser, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';
import { foreignTo, languages, speak, strangers } from './languages.ts';

const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 640 };

/** Calls the API from a page of the campus, with the session of its context. */
const callFrom = <T>(page: Page, jwt: string, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([token, verb, url, sent]) => {
      const answer = await fetch(`/api/v1${url}`, {
        method: verb,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(sent !== null && { body: JSON.stringify(sent) }),
      });
      return (await answer.json()) as unknown;
    },
    [jwt, method, path, body ?? null] as const,
  ) as Promise<T>;

/** A demo club whose events `officer` manages; the person of this page joins it. */
const joinClub = async (browser: Browser, page: Page, jwt: string) => {
  await visit(page, '/healthz');
  const context = await browser.newContext();
  const officer = await signIn(context, 'officer@demo.campus.example');
  const office = await context.newPage();
  await visit(office, '/healthz');
  const { clubs } = await callFrom<{ clubs: { id: string; name: string }[] }>(
    office,
    officer.jwt,
    'GET',
    '/events/places',
  );
  const [club] = clubs;
  if (club === undefined) throw new Error('the officer of the demo campus has no club');
  await callFrom(page, jwt, 'PUT', `/clubs/${club.id}/membership`, {});
  const path = `/clubs/${club.id}/requests`;
  const { items } = await callFrom<{ items: { uid: string }[] }>(office, officer.jwt, 'GET', path);
  await callFrom(office, officer.jwt, 'POST', path, { accept: items.map(({ uid }) => uid) });
  await context.close();
  return club;
};

test('[EVENT-01] a member proposes an event on the club’s page; an officer requests a change and publishes it @soak', async ({
  page,
  context,
  browser,
}) => {
  const title = `Open floor ${Date.now()}`;
  await page.setViewportSize(phone);
  const { jwt } = await signIn(context, 'ana@demo.campus.example');
  const club = await joinClub(browser, page, jwt);
  await visit(page, `/clubs/${club.id}?tab=events`);
  await page.getByRole('link', { name: 'Propose event' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Propose an event to ${club.name}` }),
  ).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Send proposal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('You proposed this event')).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  const event = page.url();

  const officers = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(officers, 'officer@demo.campus.example');
  const office = await officers.newPage();
  await office.goto(event);
  await settled(office);
  await expect(office.getByText('Proposed by Ana')).toBeVisible();
  expect(await axeFinds(office)).toEqual([]);
  await office.getByRole('link', { name: 'Review' }).click();
  await office.getByRole('button', { name: 'Request changes' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Say where it is.');
  await dialog.getByRole('button', { name: 'Request changes' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${address()}/clubs/${club.id}?tab=events`);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Proposed events' })).toContainText(
    'Changes requested',
  );
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('Say where it is.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit event' }).click();
  await settled(page);
  await page.getByRole('textbox', { name: 'Location' }).fill('Linden Hall');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Event saved')).toBeVisible();
  await page.goto(event);
  await page.getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByText('You proposed this event')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit again' })).toHaveCount(0);

  await office.goto(event);
  await expect(office.getByText('Linden Hall').first()).toBeVisible();
  await office.getByRole('button', { name: 'Publish' }).click();
  await expect(office.getByText('Proposed by Ana')).toHaveCount(0);
  await officers.close();

  await page.goto(`${address()}/events?view=mine`);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Proposed events' })).toContainText('Accepted');
  expect(await axeFinds(page)).toEqual([]);
});

test('[EVENT-01] the proposal form is translated and fits at 320 pixels @soak', async ({
  browser,
}) => {
  for (const { language } of languages) {
    const context = await browser.newContext({ viewport: narrow });
    const { jwt } = await signIn(context, 'ben@demo.campus.example');
    await speak(context, language);
    const page = await context.newPage();
    const { id: club } = await joinClub(browser, page, jwt);
    for (const path of [`/events/new?club=${club}&propose=1`, `/clubs/${club}?tab=events`]) {
      await visit(page, path);
      await settled(page);
      expect(await strangers(page, foreignTo(language))).toEqual([]);
      expect(await axeFinds(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(narrow.width);
    }
    await context.close();
  }
});
