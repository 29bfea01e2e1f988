import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';
import { languages } from './languages.ts';

const phone = { width: 375, height: 720 };
const wide = { width: 1280, height: 900 };
const shots = process.env['SHOTS'];
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

/** The nth adviser in the list, after the office. */
const openAdviser = async (page: Page, nth: number) => {
  await visit(page, '/booking');
  await settled(page);
  await page
    .getByRole('list', { name: 'People who offer meetings' })
    .getByRole('link', { name: /^Available times/ })
    .nth(nth)
    .click();
  await expect(page.getByRole('grid')).toBeVisible();
};

/** Books the first time that suits both. */
const takeFirst = async (page: Page) => {
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page.getByRole('button', { name: /^Book, / })).toBeVisible();
};

test('[BOOK-01] ana books an adviser, reschedules the meeting and cancels it', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize(wide);
  await openAdviser(page, 0);
  await shot(page, 'wide');
  await page.getByLabel('About', { exact: true }).selectOption('Study abroad');
  await takeFirst(page);
  await shot(page, 'wide-chosen');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: /^Book, / }).click();
  await expect(page.getByRole('heading', { name: /is booked$/ })).toBeVisible();
  await page.getByRole('link', { name: 'My meetings' }).click();
  await expect(page.getByText('Study abroad')).toBeVisible();
  await shot(page, 'bookings');
  expect(await axeFinds(page)).toEqual([]);

  await page.getByRole('link', { name: /^Reschedule meeting with/ }).click();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await page.getByRole('button', { name: /^Reschedule to this time, / }).click();
  await expect(page.getByRole('heading', { name: /was rescheduled$/ })).toBeVisible();
  await page.getByRole('link', { name: 'My meetings' }).click();
  await page.getByRole('button', { name: /^Cancel meeting with/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this meeting?' });
  await dialog.getByLabel('Reason').fill('I found it out myself.');
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
  await expect(page.getByText('Meeting canceled')).toBeVisible();
  await page.getByRole('tab', { name: 'Past and canceled' }).click();
  await expect(page.getByText('Reason: I found it out myself.')).toBeVisible();
});

test('[BOOK-01] on a phone, booking has three steps; if the time was just taken, the page explains it and keeps the text @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/409 \(Conflict\)/);
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize(phone);
  await visit(page, '/booking');
  await settled(page);
  await shot(page, 'phone-people');
  expect(await axeFinds(page)).toEqual([]);
  await page
    .getByRole('list', { name: 'People who offer meetings' })
    .getByRole('link', { name: /^Available times/ })
    .nth(1)
    .click();
  await page.getByLabel('About', { exact: true }).selectOption('Something else');
  await page
    .getByLabel('Anything to know beforehand? (optional)')
    .fill('I may be two minutes late.');
  await shot(page, 'phone-1');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose a day' }).click();
  await shot(page, 'phone-2');
  expect(await axeFinds(page)).toEqual([]);
  await takeFirst(page);
  await shot(page, 'phone-3');
  expect(await axeFinds(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  const book = page.getByRole('button', { name: /^Book, / });
  const time = (await book.getAttribute('aria-label'))?.replace('Book, ', '') ?? '';

  // Someone else books first.
  const other = await browser.newContext({ viewport: wide });
  await signIn(other, 'officer@demo.campus.example');
  const theirs = await other.newPage();
  await theirs.goto(page.url());
  await settled(theirs);
  await theirs.getByLabel('About', { exact: true }).selectOption('Study abroad');
  const day = await page.getByRole('heading', { level: 2 }).last().innerText();
  await theirs
    .getByRole('button', { name: new RegExp(day.replace(', ', ',? '), 'i') })
    .first()
    .click();
  await theirs.getByRole('button', { name: time, exact: true }).click();
  await theirs.getByRole('button', { name: /^Book, / }).click();
  await expect(theirs.getByRole('heading', { name: /is booked$/ })).toBeVisible();
  await other.close();

  await book.click();
  await expect(page.getByText(/Someone else just booked/)).toBeVisible();
  await shot(page, 'phone-gone');
  await expect(page.getByRole('button', { name: time, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Anything to know beforehand? (optional)')).toHaveValue(
    'I may be two minutes late.',
  );
});

test('[BOOK-01] a permitted person offers hours, and others find them; axe finds 0 in another language @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize(wide);
  await visit(page, '/booking/hours');
  await settled(page);
  await page.getByRole('switch', { name: 'Take bookings' }).check();
  await page.getByRole('button', { name: 'Add meeting type' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add meeting type' });
  await dialog.getByLabel('Name').fill('Office hours');
  await dialog.getByLabel('Location').fill('Room 4');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Add hours: Monday' }).click();
  await page.getByRole('button', { name: 'Copy Monday’s hours' }).click();
  const days = page.getByRole('dialog', { name: 'Copy Monday to' });
  for (const day of ['Wednesday', 'Friday'])
    await days.getByRole('checkbox', { name: day }).check();
  await shot(page, 'copy-hours');
  await days.getByRole('button', { name: 'Copy', exact: true }).click();
  await shot(page, 'hours');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Availability saved')).toBeVisible();
  await page.getByRole('link', { name: 'Preview as others see it' }).click();
  await expect(page.getByText('Office hours')).toBeVisible();
  for (const { language: locale } of languages) {
    await page.evaluate((one) => localStorage.setItem('locale', one), locale);
    await page.reload();
    for (const path of ['/booking', '/bookings', '/booking/hours']) {
      await visit(page, path);
      await settled(page);
      await shot(page, `${locale}${path.replaceAll('/', '-')}`);
      expect(await axeFinds(page)).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('locale', 'en'));
  await page.reload();
  await openAdviser(page, 0);
  await takeFirst(page).catch(() => undefined);
  await shot(page, 'dark');
  expect(await axeFinds(page)).toEqual([]);
});

test('[BOOK-01] staff create an office, and ana books its first free member @soak', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize(wide);
  await visit(page, '/admin/booking');
  await settled(page);
  await expect(page.getByText('Advising Center')).toBeVisible();
  await page.getByRole('button', { name: 'New office' }).click();
  const dialog = page.getByRole('dialog', { name: 'New office' });
  await dialog.getByLabel('Office name').fill('Help desk');
  await dialog.getByRole('combobox', { name: 'People' }).fill('Olivia Park');
  await page
    .getByRole('option', { name: /Olivia Park/ })
    .first()
    .click();
  // The list stays open for more people until the field loses the focus.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await shot(page, 'office-dialog');
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Office saved')).toBeVisible();
  await shot(page, 'offices');
  expect(await axeFinds(page)).toEqual([]);

  const hers = await browser.newContext({ viewport: phone, hasTouch: true });
  await signIn(hers, 'ana@demo.campus.example');
  const booking = await hers.newPage();
  await visit(booking, '/booking');
  await settled(booking);
  await booking.getByRole('link', { name: 'Available times: Advising Center' }).click();
  await booking.getByLabel('About', { exact: true }).selectOption('Study abroad');
  await shot(booking, 'office-phone');
  await booking.getByRole('button', { name: 'Choose a day' }).click();
  await takeFirst(booking);
  expect(await axeFinds(booking)).toEqual([]);
  await booking.getByRole('button', { name: /^Book, / }).click();
  await expect(booking.getByRole('heading', { name: /is booked$/ })).toBeVisible();
  await hers.close();
});
