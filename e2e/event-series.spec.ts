import type { BrowserContext, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, callAs, expect, settled, signIn, test } from './campus.ts';

interface Read {
  id: string;
  occurrences: { occurrence: string; dateStart: string; status: string | null }[];
}

/** The second Tuesday of October next year, so that Berlin changes its clocks in the weeks after it. */
const firstTuesday = (): Date => {
  const date = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 9, 8, 16));
  date.setUTCDate(date.getUTCDate() + ((2 - date.getUTCDay() + 7) % 7));
  return date;
};
const week = 7 * 86_400_000;
/** A date in Berlin time as events name their dates, such as `2027-10-12T18:00:00`. */
const named = (date: Date, time: string): string => `${date.toISOString().slice(0, 10)}T${time}:00`;

const hourInBerlin = (instant: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' });

const open = async (page: Page, id: string, occurrence: string, part = '') => {
  await page.goto(`${address()}/events/${id}${part}?occurrence=${encodeURIComponent(occurrence)}`);
  await settled(page);
};
const setHour = async (page: Page, group: string, hour: string) => {
  await page.getByRole('group', { name: group }).getByRole('spinbutton', { name: /^hour/ }).click();
  await page.keyboard.type(hour);
};
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Event saved').first()).toBeVisible();
};

test('[EVENT-01] an officer edits a weekly series across a clock change: this date, this and following, and all; registered people keep their dates @soak', async ({
  page,
  context,
  browser,
}) => {
  const admin = await signIn(context, 'admin@demo.campus.example');
  const other: BrowserContext = await browser.newContext();
  const ben = await signIn(other, 'ben@demo.campus.example');
  const start = firstTuesday();
  const [one, two, three, four, five] = [0, 1, 2, 3, 4].map(
    (n) => new Date(start.getTime() + n * week),
  ) as [Date, Date, Date, Date, Date];
  const title = `Rehearsals ${Date.now() % 100_000}`;
  const { id } = await callAs<Read>(context, admin, 'POST', '/events', {
    clientId: crypto.randomUUID(),
    title,
    dateStart: start.toISOString(),
    dateEnd: new Date(start.getTime() + 3_600_000).toISOString(),
    timeZone: 'Europe/Berlin',
    rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6',
  });
  const read = () => callAs<Read>(other, ben, 'GET', `/events/${id}`);
  const mine = ({ occurrences }: Read) =>
    occurrences.flatMap(({ occurrence, status }) => (status === null ? [] : [occurrence]));

  // The second date is canceled.
  await open(page, id, named(two, '18:00'));
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Cancel event' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Only this date' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel event' }).click();
  await expect(page.getByText('Event canceled')).toBeVisible();

  // The third starts two hours later; the form shows the date that was opened.
  await open(page, id, named(three, '18:00'), '/edit');
  await expect(page.getByRole('radio', { name: 'Only this date' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Starts' })).toContainText(
    `${three.getUTCMonth() + 1}/${three.getUTCDate()}`,
  );
  await setHour(page, 'Starts', '8');
  expect(await axeFinds(page)).toEqual([]);
  await save(page);
  for (const date of [three, four])
    await callAs(other, ben, 'PUT', `/events/${id}/registration`, {
      occurrence: named(date, '18:00'),
    });

  // All dates start at 7 PM, before and after the clock change; the canceled and moved ones stay as they are.
  await open(page, id, named(four, '18:00'), '/edit');
  await page.getByRole('radio', { name: 'All dates', exact: true }).check();
  await setHour(page, 'Starts', '7');
  await save(page);
  const all = await read();
  expect(all.occurrences.map(({ occurrence }) => occurrence.slice(0, 10))).toEqual(
    [one, three, four, five, new Date(five.getTime() + week)].map((date) =>
      date.toISOString().slice(0, 10),
    ),
  );
  expect(all.occurrences.map(({ dateStart }) => hourInBerlin(dateStart))).toEqual([
    '19',
    '20',
    '19',
    '19',
    '19',
  ]);
  expect(mine(all)).toEqual([named(three, '19:00'), named(four, '19:00')]);

  // From the fourth date on, the series is on Wednesdays, and the page continues with the new series.
  await open(page, id, named(four, '19:00'), '/edit');
  await page.getByRole('radio', { name: 'This and following dates' }).check();
  await page
    .getByRole('group', { name: 'Starts' })
    .getByRole('spinbutton', { name: /^day/ })
    .click();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('checkbox', { name: 'Wed' })).toBeChecked();
  await save(page);
  await expect(page).not.toHaveURL(new RegExp(`/events/${id}/`));
  const made = /events\/(\d+)/.exec(page.url())?.[1] ?? '';
  expect(mine(await read())).toEqual([named(three, '19:00')]);
  const following = await callAs<Read>(other, ben, 'GET', `/events/${made}`);
  const wednesdays = [four, five, new Date(five.getTime() + week)].map((date) =>
    named(new Date(date.getTime() + 86_400_000), '19:00'),
  );
  expect(following.occurrences.map(({ occurrence }) => occurrence)).toEqual(wednesdays);
  expect(mine(following)).toEqual(wednesdays.slice(0, 1));
  await other.close();
});
