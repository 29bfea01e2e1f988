import type { Browser, BrowserContext } from '@playwright/test';
import { createTestStripe } from '../server/test/test-stripe.ts';
import { axeFinds } from './axe.ts';
import { runCampus } from './campus-command.ts';
import { callAs, expect, mobile, settled, signIn, test, visit } from './campus.ts';

const narrow = { width: 320, height: 640 };
const desktop = { width: 1280, height: 900 };
// One school has one address of Stripe, so these tests run one after another.
test.describe.configure({ mode: 'default' });
const stripe = createTestStripe();
test.beforeAll(() => stripe.start());
test.afterAll(() => stripe.stop());

/** Connects the school to the test Stripe. */
const connectStripe = (): Promise<string> => {
  const settings = ['--school', 'demo', '--key', 'sk_test_journey', '--address', stripe.state.url];
  return runCampus(
    ['payments', 'stripe', ...settings, '--webhook-secret', 'whsec_journey'],
    JSON.parse(process.env['CAMPUS_SERVER'] ?? '{}') as Record<string, string>,
  );
};

/** Opens a context of a person, with a function that makes calls. */
const as = async (browser: Browser, name: string) => {
  const context = await browser.newContext({ viewport: desktop });
  const tokens = await signIn(context, `${name}@demo.campus.example`);
  return {
    context,
    tokens,
    ask: <R>(method: string, path: string, body?: object) =>
      callAs<R>(context, tokens, method, path, body),
  };
};

const clubOf = async (ask: Awaited<ReturnType<typeof as>>['ask']): Promise<string> => {
  const { items } = await ask<{ items: { id: string; club: { id: string; name: string } }[] }>(
    'GET',
    '/orders',
  );
  const found = items.find(({ club }) => club.name === 'Ridge & Trail');
  if (found === undefined) throw new Error('ana has no order in the demo');
  return found.club.id;
};

const isClean = async (context: BrowserContext, path: string): Promise<void> => {
  const page = await context.newPage();
  await page.setViewportSize(narrow);
  await visit(page, path);
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
  await page.close();
};

test('[CLUB-04] a student buys a shirt by card, and gets a part of the money back', async ({
  browser,
}) => {
  await connectStripe();
  const ana = await as(browser, 'ana');
  const club = await clubOf(ana.ask);
  const page = await ana.context.newPage();
  await visit(page, `/clubs/${club}?tab=store`);
  await page.getByRole('button', { name: 'Ridge T-shirt' }).click();
  await page.locator('label', { has: page.getByRole('radio', { name: 'L', exact: true }) }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/\d+$/u);
  const order = page.url().split('/').at(-1) ?? '';
  await expect(page.getByText(/^Held for you until/u)).toBeVisible();
  await isClean(ana.context, `/orders/${order}`);
  await page.getByRole('radio', { name: /^Card/u }).check();
  await page.getByRole('button', { name: /^Continue to Stripe/u }).click();
  // Stripe's page, which sends the buyer back. The order asks Stripe, because no webhook arrives here.
  await page.getByRole('button', { name: 'Pay 1200' }).click();
  await page.waitForURL(new RegExp(`/orders/${order}$`, 'u'));
  await expect(page.getByText('Total paid')).toBeVisible();
  expect(stripe.taken.get(order)).toBe(1200);

  const officer = await as(browser, 'officer');
  const desk = await officer.context.newPage();
  await visit(desk, `/clubs/${club}/manage?section=store&order=${order}`);
  const pane = desk.getByRole('complementary', { name: /^Order/u });
  await pane.getByRole('button', { name: 'Mark ready' }).click();
  await pane.getByRole('button', { name: 'Mark picked up' }).click();
  await expect(pane.getByText('Picked up').first()).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Ask for refund' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('It has a small hole.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Refund requested').first()).toBeVisible();

  await desk.reload();
  await expect(pane.getByText('It has a small hole.')).toBeVisible();
  await pane.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = desk.getByRole('dialog').filter({ hasText: 'Message to the buyer' });
  await dialog.getByLabel(/^Amount in USD/u).fill('5');
  await dialog.getByLabel('Message to the buyer').fill('Sorry about the hole. Keep the shirt.');
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click();
  await expect(pane.getByText('Partly refunded')).toBeVisible();
  await expect.poll(() => stripe.taken.get(order)).toBe(700);

  await page.reload();
  await expect(page.getByText('Net paid')).toBeVisible();
  await expect(page.getByText('$7.00')).toBeVisible();
  await isClean(ana.context, `/clubs/${club}?tab=store`);
  await isClean(ana.context, '/orders');
  await isClean(officer.context, `/clubs/${club}/manage?section=store`);
  await ana.context.close();
  await officer.context.close();
});

test('[CLUB-04] an officer adds a product, takes cash for it and hands it over @soak', async ({
  browser,
}) => {
  const officer = await as(browser, 'officer');
  const ana = await as(browser, 'ana');
  const club = await clubOf(ana.ask);
  const desk = await officer.context.newPage();
  await visit(desk, `/clubs/${club}/manage?section=store`);
  await desk.getByRole('radio', { name: 'Products' }).click();
  await desk.getByRole('button', { name: 'New product' }).click();
  const name = `Compass ${Date.now()}`;
  await desk.getByLabel('Name', { exact: true }).fill(name);
  await desk.getByLabel('Price in USD', { exact: true }).fill('6.50');
  await desk.getByLabel('Included tax (%)').fill('8.25');
  await desk.getByLabel('In stock').fill('1');
  await desk.getByRole('button', { name: 'Create product' }).click();
  await expect(desk.getByText(name)).toBeVisible();

  const page = await ana.context.newPage();
  await page.setViewportSize(narrow);
  await visit(page, `/clubs/${club}?tab=store`);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/\d+$/u);
  const order = page.url().split('/').at(-1) ?? '';
  await page.getByRole('radio', { name: /^At pickup/u }).check();
  await page.getByRole('button', { name: 'Pay $6.50 at pickup' }).click();
  await expect(page.getByText('Pay $6.50 at the club’s desk')).toBeVisible();
  // It was the last one.
  await visit(page, `/clubs/${club}?tab=store`);
  await expect(
    page.getByRole('listitem').filter({ hasText: name }).getByText('Sold out'),
  ).toBeVisible();

  await visit(desk, `/clubs/${club}/manage?section=store&order=${order}`);
  await desk.getByRole('button', { name: 'Take payment' }).click();
  await desk.getByRole('button', { name: 'Record $6.50' }).click();
  await expect(desk.getByRole('button', { name: 'Mark picked up' })).toBeVisible();
  const { number } = await officer.ask<{ number: string }>('GET', `/orders/${order}`);
  const row = desk.getByRole('row').filter({ hasText: number });
  await row.getByRole('checkbox').check({ force: true });
  expect(await axeFinds(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Mark as picked up' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Mark as picked up' }).click();
  await expect(row.getByText('Picked up')).toBeVisible();
  const file = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('orders.csv');
  await visit(page, `/orders/${order}`);
  await expect(page.getByText('Picked up').first()).toBeVisible();
  await expect(page.getByText('Tax included')).toBeVisible();
  await expect(page.getByText('$0.50')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/u);
  await officer.context.close();
  await ana.context.close();
});

test('[EVENT-03] a student holds two spots and pays for them; another gives an unpaid spot back', async ({
  browser,
}) => {
  await connectStripe();
  const officer = await as(browser, 'officer');
  const ana = await as(browser, 'ana');
  const club = await clubOf(ana.ask);
  const title = `Lantern hike ${Date.now()}`;
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const { id, version } = await officer.ask<{ id: string; version: number }>('POST', '/events', {
    clientId: crypto.randomUUID(),
    title,
    dateStart: `${day}T18:00:00Z`,
    dateEnd: `${day}T20:00:00Z`,
    timeZone: 'UTC',
    club,
    registration: 'event',
    guestsMax: 2,
    refundHours: 24,
    ticketKinds: [
      { name: 'Lantern included', price: { amount: 650, currency: 'USD' }, quota: 3 },
      { name: 'Own lantern' },
    ],
  });
  await officer.ask('POST', `/events/${id}/publish`, { version });

  const page = await ana.context.newPage();
  await page.setViewportSize(narrow);
  await visit(page, `/events/${id}`);
  await page.getByRole('radio', { name: /^Lantern included/u }).check();
  await page.getByLabel('Guests').selectOption('1');
  await expect(page.getByText('$13.00', { exact: true })).toBeVisible();
  await expect(page.getByText(/Refund if you cancel by/u)).toBeVisible();
  await isClean(ana.context, `/events/${id}`);
  await page.getByRole('button', { name: 'Hold 2 spots and pay $13.00' }).click();
  await page.waitForURL(/\/orders\/\d+$/u);
  const order = page.url().split('/').at(-1) ?? '';
  await visit(page, `/events/${id}`);
  await expect(page.getByText(/^2 spots held until/u)).toBeVisible();
  await isClean(ana.context, `/events/${id}`);
  await page.getByRole('link', { name: 'Pay $13.00' }).click();
  await page.getByRole('radio', { name: /^Card/u }).check();
  await page.getByRole('button', { name: /^Continue to Stripe/u }).click();
  await page.getByRole('button', { name: 'Pay 1300' }).click();
  await page.waitForURL(new RegExp(`/orders/${order}$`, 'u'));
  await expect(page.getByText('Total paid')).toBeVisible();
  expect(stripe.taken.get(order)).toBe(1300);
  await visit(page, `/events/${id}`);
  await expect(page.getByRole('link', { name: 'Ticket', exact: true })).toBeVisible();

  const ben = await as(browser, 'ben');
  const other = await ben.context.newPage();
  await visit(other, `/events/${id}`);
  await other.getByRole('radio', { name: /^Lantern included.*1 spot left/u }).check();
  await other.getByRole('button', { name: 'Hold 1 spot and pay $6.50' }).click();
  await other.waitForURL(/\/orders\/\d+$/u);
  await visit(other, `/events/${id}`);
  await other.getByRole('button', { name: 'Release spot' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Cancel registration' }).click();
  await expect(other.getByRole('radio', { name: /^Lantern included.*1 spot left/u })).toBeVisible();

  // Canceling in time refunds the ticket at Stripe.
  await page.getByRole('button', { name: 'I can’t come' }).click();
  await expect(page.getByText('You’ll lose your spot and get $13.00 back.')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel and refund $13.00' }).click();
  await expect.poll(() => stripe.taken.get(order)).toBe(0);
  for (const { context } of [officer, ana, ben]) await context.close();
});

test('[CLUB-05] an officer sets dues, a member pays them at the desk, and another one’s are waived @soak', async ({
  browser,
}) => {
  const [admin, officer, ana, ben] = await Promise.all(
    ['admin', 'officer', 'ana', 'ben'].map((name) => as(browser, name)),
  );
  if (!admin || !officer || !ana || !ben) throw new Error('no one signed in');
  const { data: me } = await mobile<{ data: { uid: string } }>(
    officer.context,
    officer.tokens,
    'user_profile',
  );
  const { id: club } = await admin.ask<{ id: string }>('POST', '/clubs', {
    clientId: crypto.randomUUID(),
    name: `Printing ${Date.now()}`,
    membership: 'open',
    president: me.uid,
  });
  for (const { ask } of [ana, ben]) await ask('PUT', `/clubs/${club}/membership`);

  const desk = await officer.context.newPage();
  await visit(desk, `/clubs/${club}/manage?section=dues`);
  await desk.getByRole('button', { name: 'New plan' }).click();
  await desk.getByLabel('Name', { exact: true }).fill('Annual dues');
  await desk.getByLabel('Amount in USD').fill('15');
  await desk.getByRole('button', { name: 'Create plan' }).click();
  const rowOf = (name: string) => desk.getByRole('row').filter({ hasText: name });
  await expect(rowOf('Ana').getByText('Owes $15.00')).toBeVisible();

  const page = await ana.context.newPage();
  await page.setViewportSize(narrow);
  await visit(page, `/clubs/${club}`);
  await page.getByRole('button', { name: 'Pay dues' }).click();
  await page.waitForURL(/\/orders\/\d+$/u);
  const order = page.url().split('/').at(-1) ?? '';
  await page.getByRole('radio', { name: /^At pickup/u }).check();
  await page.getByRole('button', { name: /^Pay \$15\.00/u }).click();
  await expect(page.getByText('Pay $15.00 at the club’s desk')).toBeVisible();

  await visit(desk, `/clubs/${club}/manage?section=store&order=${order}`);
  await desk.getByRole('button', { name: 'Take payment' }).click();
  await desk.getByRole('button', { name: 'Record $15.00' }).click();
  await visit(page, `/orders/${order}`);
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Receipt' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/u);
  await visit(page, `/clubs/${club}`);
  await expect(page.getByText(/^Dues paid until/u)).toBeVisible();

  await visit(desk, `/clubs/${club}/manage?section=dues`);
  await expect(rowOf('Ana').getByText('Paid', { exact: true })).toBeVisible();
  await rowOf('Ben')
    .getByRole('button', { name: /^More actions/u })
    .click();
  await desk.getByRole('menuitem', { name: 'Waive dues' }).click();
  await desk.getByLabel('Reason').fill('Runs the press');
  await desk.getByRole('dialog').getByRole('button', { name: 'Waive dues' }).click();
  await expect(rowOf('Ben').getByText('Waived')).toBeVisible();
  expect(await axeFinds(desk)).toEqual([]);
  const other = await ben.context.newPage();
  await visit(other, `/clubs/${club}`);
  await expect(other.getByText('Dues waived')).toBeVisible();
  for (const { context } of [admin, officer, ana, ben]) await context.close();
});
