import { axeFinds } from './axe.ts';
import { address, callAs, expect, settled, signIn, test } from './campus.ts';

const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';
const dayMs = 86_400_000;

/** The time in a time zone as pages show it, such as `9:00 PM`. */
const timeIn = (timeZone: string, instant: string): string =>
  new Date(instant).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
/** Returns the hours that Berlin is ahead of UTC at noon of a day. */
const offsetOf = (day: number): number =>
  Number(
    new Date(day + dayMs / 2).toLocaleTimeString('en-GB', { timeZone: berlin, hour: '2-digit' }),
  );

/** The Friday before Berlin's next clock change and the Monday after it, such as `2027-03-26`. */
const aroundChange = (): [before: string, after: string] => {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const days = Array.from({ length: 300 }, (_, nth) => today + (nth + 8) * dayMs);
  // Clocks change on Sundays.
  const sunday = days.find((day) => offsetOf(day) !== offsetOf(day - dayMs)) ?? 0;
  const text = (day: number) => new Date(day).toISOString().slice(0, 10);
  return [text(sunday - 2 * dayMs), text(sunday + dayMs)];
};

/** A day as calendars name it, such as `Friday, March 26, 2027`. */
const longDay = (day: string): RegExp =>
  new RegExp(
    new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      dateStyle: 'full',
    }),
  );

interface Offer {
  version: number;
  url: string;
  kinds: { id: string }[];
}
interface Slots {
  items: { dateStart: string }[];
}

test('[BOOK-01] an adviser’s hours are booked from another time zone on both sides of a clock change: pages and the calendar show local times @soak', async ({
  browser,
  context,
}) => {
  const admin = await signIn(context, 'admin@demo.campus.example');
  const hers = await browser.newContext({ timezoneId: newYork });
  const his = await browser.newContext({ timezoneId: berlin });
  const officer = await signIn(hers, 'officer@demo.campus.example');
  const teacher = await signIn(his, 'lmorris@demo.campus.example');
  const { version, url: booking } = await callAs<Offer>(his, teacher, 'GET', '/booking-offer');
  const host = new URL(booking, address()).searchParams.get('uid') ?? '';
  const role = await callAs<{ id: string }>(context, admin, 'POST', '/school/roles', {
    name: `Tutor ${Date.now() % 100_000}`,
    permissions: ['booking.offer'],
  });
  await callAs(context, admin, 'PUT', `/school/roles/${role.id}/members/${host}`);

  // He offers 9 PM his time, before and after the clock change.
  const [before, after] = aroundChange();
  const offer = await callAs<Offer>(his, teacher, 'PUT', '/booking-offer', {
    version,
    isOpen: true,
    timeZone: berlin,
    note: '',
    hours: [],
    exceptions: [before, after].map((date) => ({ date, hours: [{ from: '21:00', to: '21:30' }] })),
    noticeMinutes: 0,
    cancelMinutes: 0,
    daysAhead: 365,
    dailyLimit: null,
    bufferBefore: 0,
    bufferAfter: 0,
    kinds: [
      {
        id: null,
        name: 'Thesis',
        minutes: 30,
        place: 'Room 4',
        link: '',
        questions: [],
        groupSize: 1,
        needsConfirmation: false,
      },
    ],
  });
  const kind = offer.kinds[0]?.id ?? '';
  const { items } = await callAs<Slots>(
    his,
    teacher,
    'GET',
    `/booking/${host}/slots?kind=${kind}&from=${before}&to=${after}`,
  );
  const starts = items.map(({ dateStart }) => dateStart);
  expect(starts.map((start) => timeIn(berlin, start))).toEqual(['9:00 PM', '9:00 PM']);
  const there = starts.map((start) => timeIn(newYork, start));
  // New York changes its clocks on another day, so the hour differs for her.
  expect(new Set(there).size).toBe(2);

  // She books both in her own time.
  const page = await hers.newPage();
  for (const [nth, time] of there.entries()) {
    await page.goto(`${address()}/booking?uid=${host}`);
    await settled(page);
    const day = page.getByRole('button', { name: longDay([before, after][nth] ?? '') });
    for (let month = 0; month < 12 && (await day.count()) === 0; month += 1)
      await page.getByRole('button', { name: 'Next', exact: true }).first().click();
    await day.click();
    await page.getByRole('button', { name: time, exact: true }).click();
    const book = page.getByRole('button', { name: /^Book, / });
    await expect(book).toHaveAccessibleName(new RegExp(time));
    expect(await axeFinds(page)).toEqual([]);
    await book.click();
    await expect(page.getByRole('heading', { name: /is booked$/ })).toBeVisible();
  }
  await page.goto(`${address()}/bookings`);
  await settled(page);
  for (const time of there) await expect(page.getByText(time).first()).toBeVisible();
  const theirs = await his.newPage();
  await theirs.goto(`${address()}/bookings`);
  await settled(theirs);
  await expect(theirs.getByText('9:00 PM')).toHaveCount(2);

  // Her calendar app gets the same instants.
  const { url } = await callAs<{ url: string }>(hers, officer, 'POST', '/calendar/feeds', {
    name: 'Laptop',
    kinds: ['booking'],
  });
  const ics = await page.evaluate(
    async (path) => (await fetch(path)).text(),
    new URL(url).pathname,
  );
  for (const start of starts)
    expect(ics).toContain(`DTSTART:${new Date(start).toISOString().replace(/[-:]|\.000/g, '')}`);
  await hers.close();
  await his.close();
});
