import type { BrowserContext } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, callAs, expect, settled, signIn, test } from './campus.ts';

const hour = 3_600_000;
const at = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

interface Tokens {
  jwt: string;
}
interface Places {
  clubs: { id: string; name: string }[];
}

/** Creates an event: staff publish it right away, others save a draft. */
const makeEvent = (
  context: BrowserContext,
  who: Tokens,
  event: object,
): Promise<{ id: string; version: number }> =>
  callAs(context, who, 'POST', '/events', {
    clientId: crypto.randomUUID(),
    timeZone: 'Europe/Berlin',
    ...event,
  });

test('[EVENT-01] an officer accepts that their club cohosts an event, and the event appears on the club’s page @soak', async ({
  page,
  context,
  browser,
}) => {
  const office = await browser.newContext();
  const admin = await signIn(office, 'admin@demo.campus.example');
  const officer = await signIn(context, 'officer@demo.campus.example');
  const [own] = (await callAs<Places>(context, officer, 'GET', '/events/places')).clubs;
  if (own === undefined) throw new Error('the officer of the demo campus has no club');
  const title = `Night of clubs ${Date.now() % 100_000}`;
  // Ben's club requests it; he isn't a member of the other one.
  const bens = await browser.newContext();
  const ben = await signIn(bens, 'ben@demo.campus.example');
  const { url: bookingUrl } = await callAs<{ url: string }>(bens, ben, 'GET', '/booking-offer');
  const asking = await callAs<{ id: string }>(office, admin, 'POST', '/clubs', {
    clientId: crypto.randomUUID(),
    name: `Backgammon ${Date.now() % 100_000}`,
    membership: 'open',
    president: new URL(bookingUrl, address()).searchParams.get('uid') ?? '',
  });
  const { id, version } = await makeEvent(bens, ben, {
    title,
    club: asking.id,
    dateStart: at(Date.now() + 30 * hour),
    dateEnd: at(Date.now() + 32 * hour),
    audience: 'school',
    cohosts: [own.id],
  });
  await callAs(office, admin, 'POST', `/events/${id}/publish`, { version });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${address()}/events/${id}`);
  await settled(page);
  await expect(page.getByText(`Co-host this event as ${own.name}?`)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Your club is now a co-host')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: own.name }).last().click();
  await settled(page);
  await page.goto(`${address()}/clubs/${own.id}?tab=events`);
  await settled(page);
  await expect(page.getByText(title).first()).toBeVisible();

  // The club's calendar has a feed address for calendar apps that only its owner knows.
  await page.getByRole('button', { name: 'Subscribe to this club’s calendar' }).click();
  const dialog = page.getByRole('alertdialog');
  const url = await dialog.getByRole('textbox', { name: 'Secret address' }).inputValue();
  expect(await axeFinds(page)).toEqual([]);
  const ics = await page.evaluate(
    async (path) => (await fetch(path)).text(),
    new URL(url).pathname,
  );
  expect(ics).toContain(`SUMMARY:${title}`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await bens.close();
  await office.close();
});

test('[EVENT-01] an event that conflicts with the calendar names its next free date @soak', async ({
  page,
  context,
  browser,
}) => {
  const office = await browser.newContext();
  const admin = await signIn(office, 'admin@demo.campus.example');
  const ben = await signIn(context, 'ben@demo.campus.example');
  // Long after this term's classes.
  const start = Math.ceil(Date.now() / hour) * hour + 200 * 24 * hour;
  const title = `Yoga ${Date.now() % 100_000}`;
  const { id } = await makeEvent(office, admin, {
    title,
    dateStart: at(start),
    dateEnd: at(start + hour),
    rrule: 'FREQ=WEEKLY;COUNT=3',
  });
  await callAs(context, ben, 'POST', '/calendar/entries', {
    clientId: crypto.randomUUID(),
    title: 'Dentist',
    timeZone: 'UTC',
    dateStart: at(start + hour / 2).slice(0, 16),
    dateEnd: at(start + 2 * hour).slice(0, 16),
  });
  await page.goto(`${address()}/events/${id}`);
  await settled(page);
  await expect(page.getByText(/Conflicts with .*Dentist/).first()).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('link', { name: /^You’re free on / }).click();
  await expect(page.getByText('You’re free')).toBeVisible();
  expect(decodeURIComponent(page.url())).toContain('occurrence=');
  await office.close();
});

test('[EVENT-01] attendees get a survey after the event @soak', async ({
  page,
  context,
  browser,
}) => {
  const office = await browser.newContext();
  const admin = await signIn(office, 'admin@demo.campus.example');
  const ana = await signIn(context, 'ana@demo.campus.example');
  const [club] = (await callAs<Places>(office, admin, 'GET', '/events/places')).clubs;
  if (club === undefined) throw new Error('the demo campus has no club');
  const survey = await callAs<{ id: string; version: number }>(
    office,
    admin,
    'POST',
    `/clubs/${club.id}/surveys`,
    { clientId: crypto.randomUUID(), title: 'How was the tour?' },
  );
  const saved = await callAs<{ version: number }>(office, admin, 'PATCH', `/surveys/${survey.id}`, {
    version: survey.version,
    audience: 'school',
    definition: {
      questions: [
        {
          id: 'word',
          title: 'In a word',
          help: '',
          isRequired: false,
          startsPage: false,
          conditions: [],
          kind: 'short',
        },
      ],
    },
  });
  await callAs(office, admin, 'POST', `/surveys/${survey.id}/publish`, { version: saved.version });
  // The event has begun and ends at the next full minute that leaves time to register.
  const end = Math.ceil((Date.now() + 15_000) / 60_000) * 60_000;
  const { id } = await makeEvent(office, admin, {
    title: `Tour ${Date.now() % 100_000}`,
    club: club.id,
    audience: 'school',
    dateStart: at(end - hour),
    dateEnd: at(end),
    registration: 'event',
    feedback: survey.id,
  });
  await callAs(context, ana, 'PUT', `/events/${id}/registration`, {});
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(
      async () =>
        (await callAs<{ feedback: string | null }>(context, ana, 'GET', `/events/${id}`)).feedback,
      { timeout: 100_000 },
    )
    .toBe(survey.id);
  await page.goto(`${address()}/events/${id}`);
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('link', { name: 'Give feedback' }).click();
  await expect(page.getByRole('heading', { name: 'How was the tour?' })).toBeVisible();
  await office.close();
});
