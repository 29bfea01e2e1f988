import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

/** A week in which the demo campus has only repeating events. */
const week = `${address()}/calendar?view=week&date=2027-03-10`;
const open = async (page: Page, at = week) => {
  await page.goto(at);
  await settled(page);
  await expect(page.getByRole('grid', { name: 'Hours' })).toBeVisible();
};
const block = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const slot = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
/** The center of an element. */
const middleOf = async (place: ReturnType<Page['locator']>) => {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
};

test('[CAL-02] personal events are created and moved by keyboard and pointer, one of a series is edited, and a source is hidden', async ({
  page,
  context,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page);
  expect(await axeFinds(page)).toEqual([]);
  const dialog = page.getByRole('dialog');

  // With the keyboard alone: arrow keys move through the slots, and Enter creates an event.
  await slot(page, 'Mon, Mar 8, 9:00 AM').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(slot(page, 'Tue, Mar 9, 10:00 AM')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  await page.keyboard.type('Viola lesson');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Event added')).toBeVisible();
  await expect(block(page, /^Viola lesson, Tue, Mar 9, 10:00 – 11:00 AM/)).toBeVisible();
  // Now Enter on its slot opens it.
  await slot(page, 'Tue, Mar 9, 10:30 AM').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Viola lesson' })).toBeVisible();
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  // The dialog does the same as dragging: it changes every week from now on.
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Repeats').selectOption({ label: 'Weekly' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Event saved')).toBeVisible();
  await page
    .locator('header')
    .filter({ hasText: 'Today' })
    .getByRole('button', { name: 'Next' })
    .click();
  await expect(block(page, /^Viola lesson, Tue, Mar 16, 10:00/)).toBeVisible();

  // With the pointer: drawing from one time to another creates an event, and dragging moves it to another day.
  await drag(
    page,
    await middleOf(slot(page, 'Wed, Mar 17, 2:00 PM')),
    await middleOf(slot(page, 'Wed, Mar 17, 3:30 PM')),
  );
  await dialog.getByLabel('Name').fill('Lab');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const lab = block(page, /^Lab, Wed, Mar 17, 2:00 – 4:00 PM/);
  await expect(lab).toBeVisible();
  const grip = await middleOf(lab);
  const [from, to] = [
    await middleOf(slot(page, 'Wed, Mar 17, 2:00 PM')),
    await middleOf(slot(page, 'Thu, Mar 18, 11:00 AM')),
  ];
  await drag(page, grip, { x: grip.x + to.x - from.x, y: grip.y + to.y - from.y });
  await expect(page.getByText('Event moved')).toBeVisible();
  await expect(block(page, /^Lab, Thu, Mar 18, 11:00 AM/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lab).toBeVisible();

  // For a series, a dialog asks which dates to move. Only this one moves to the afternoon, where it conflicts with another.
  const lesson = block(page, /^Viola lesson, Tue, Mar 16/);
  const start = await middleOf(lesson);
  const target = await middleOf(slot(page, 'Wed, Mar 17, 3:00 PM'));
  await drag(page, start, { x: target.x, y: target.y + 11 });
  await expect(dialog.getByText('Which dates?')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Only this date' }).check();
  await dialog.getByRole('button', { name: 'Move' }).click();
  const moved = block(page, /^Viola lesson, Wed, Mar 17.*Conflict$/);
  await expect(moved).toBeVisible();
  await moved.click();
  await expect(dialog.getByText(/Conflicts with Lab/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(moved).toBeFocused();
  await page
    .locator('header')
    .filter({ hasText: 'Today' })
    .getByRole('button', { name: 'Next' })
    .click();
  await expect(block(page, /^Viola lesson, Tue, Mar 23, 10:00/)).toBeVisible();

  // Hidden events stay hidden after a reload, and none is lost.
  const own = page.getByRole('checkbox', { name: 'Personal events' });
  await own.uncheck();
  await expect(block(page, /^Viola lesson/)).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(own).not.toBeChecked();
  await expect(block(page, /^Viola lesson/)).toHaveCount(0);
  await own.check();
  await expect(block(page, /^Viola lesson/)).toHaveCount(1);

  // Keys choose the view, and the address keeps it.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/view=month&date=2027-03-24/);
  await expect(page.getByRole('grid', { name: 'March 2027', exact: true })).toBeVisible();
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/view=day/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/date=2027-03-25/);

  await open(page);
  await block(page, /^Viola lesson/).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('radio', { name: 'All dates' }).check();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Event deleted')).toBeVisible();
  await expect(block(page, /^Viola lesson/)).toHaveCount(0);
});

test('[CAL-01] short events appear as 15 minutes, midnight ends the day before, and weeks begin on Monday @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, `${address()}/calendar?view=week&date=2027-05-12`);
  const make = (title: string, dateStart: string, dateEnd: string) =>
    page.evaluate(
      async ([name, from, to]) => {
        const signedIn = await fetch('/api/v1/session').then((answer) => answer.json());
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        return fetch('/api/v1/calendar/entries', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${(signedIn as { jwt: string }).jwt}`,
          },
          body: JSON.stringify({
            clientId: crypto.randomUUID(),
            title: name,
            dateStart: from,
            dateEnd: to,
            timeZone: zone,
          }),
        }).then(({ status }) => status);
      },
      [title, dateStart, dateEnd] as const,
    );
  expect(await make('Five minutes', '2027-05-11T10:00', '2027-05-11T10:05')).toBe(200);
  expect(await make('Party', '2027-05-12T22:00', '2027-05-13T00:00')).toBe(200);
  expect(await make('Retreat', '2027-05-13', '2027-05-14')).toBe(200);
  await page.reload();
  await settled(page);
  const days = page.getByRole('button', { name: /May 1\d, 2027$/ });
  await expect(days.first()).toHaveAccessibleName(/Monday, May 10, 2027/);
  const height = (name: RegExp) =>
    block(page, name)
      .first()
      .evaluate((one) => one.parentElement?.getBoundingClientRect().height ?? 0);
  // An hour is 44 pixels high; the line between blocks doesn't count.
  expect(Math.round(await height(/^Five minutes/))).toBe(11);
  await expect(block(page, /^Party/)).toHaveCount(1);
  await expect(block(page, /^Retreat/)).toHaveCount(2);
});

test('[CAL-02] on a phone, the calendar is an agenda below a week, and its secret address is copied, read and revoked @soak', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${address()}/calendar`);
  await settled(page);
  await expect(page.getByRole('group', { name: 'Week' }).getByRole('button')).toHaveCount(7);
  await expect(page.getByRole('button', { name: /^Rowing practice/ }).first()).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add to your phone' }).click();
  await dialog.getByRole('button', { name: 'New secret address' }).click();
  await dialog.getByLabel('Name').fill('Pocket');
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const shown = page.getByRole('alertdialog');
  await expect(shown.getByRole('img', { name: 'QR code for the secret address' })).toBeVisible();
  expect(await axeFinds(page, { within: '[role=alertdialog]' })).toEqual([]);
  await shown.getByRole('button', { name: /^Copy/ }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toMatch(/\/calendar\/[\w-]{43}\.ics$/);
  const read = () =>
    page.evaluate(async (at) => {
      const answer = await fetch(at, { credentials: 'omit' });
      return [answer.status, await answer.text()] as const;
    }, new URL(url).pathname);
  const [status, text] = await read();
  expect(status).toBe(200);
  expect(text).toContain('SUMMARY:Rowing practice');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText('Pocket')).toBeVisible();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Pocket' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('Pocket')).toHaveCount(0);

  // The view menu has its day and its month.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'View: Agenda' }).click();
  await page.getByRole('menuitemradio', { name: 'Month' }).click();
  await expect(page).toHaveURL(/view=month/);
  expect(await axeFinds(page)).toEqual([]);
});
