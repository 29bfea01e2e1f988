import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { callAs, expect, mobile, settled, signIn, test, visit } from './campus.ts';

const title = 'Climbing day';
const wide = { width: 1440, height: 900 };

/** Checks that a page has no accessibility problems and fits a small phone. */
const expectUsable = async (page: Page) => {
  expect(await axeFinds(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 720 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
};

test('[CLUB-04] a request through two steps, spent, closed', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  // An expense that is too large.
  quiet.ignore(/422 .*\/expenses$/);
  const office = await browser.newContext({ viewport: wide });
  const admin = await signIn(office, 'admin@demo.campus.example');
  const uidOf = async (name: string): Promise<string> => {
    const [list] = await mobile<{ people: { uid: string }[] }[]>(
      office,
      admin,
      `mobile_people?search_word=${encodeURIComponent(name)}`,
    );
    return list?.people[0]?.uid ?? '';
  };
  const [ben, ada] = await Promise.all(['Ben Okafor', 'Adam Fischer'].map(uidOf));
  const processes = await callAs<{ items: { kind: string; version: number }[] }>(
    office,
    admin,
    'GET',
    '/school/approval-processes',
  );
  const version = processes.items.find(({ kind }) => kind === 'budget_request')?.version ?? 0;
  await callAs(office, admin, 'PUT', '/school/approval-processes/budget_request', {
    version,
    reminderDays: null,
    steps: [
      { name: 'Finance committee', reviewers: 'people', people: [ben] },
      { name: 'Student life', reviewers: 'people', people: [ada] },
    ],
  });

  // The officer asks for money.
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize(wide);
  await visit(page, '/_/_/clubs?search_word=ridge');
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Ridge/ })
    .click();
  await page.getByRole('link', { name: /^Manage/ }).click();
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByText('Left to spend')).toBeVisible();
  await settled(page);
  await expectUsable(page);
  const promised = page.getByText('Promised', { exact: true }).first();
  await expect(promised).toBeVisible();

  await page.getByRole('button', { name: 'Request money' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request money' });
  await dialog.getByLabel('Title').fill(title);
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByLabel('Purpose').fill('A day on the rocks for beginners.');
  const item = page.getByRole('listitem', { name: 'Item 1' });
  await item.getByLabel('Description').fill('Ropes');
  await item.getByLabel('Category').selectOption({ label: 'Equipment' });
  await item.getByLabel('Quantity').fill('2');
  await item.getByLabel('Price each (USD)').fill('60');
  await page.getByRole('button', { name: 'Add item' }).click();
  const second = page.getByRole('listitem', { name: 'Item 2' });
  await second.getByLabel('Description').fill('Bus');
  await second.getByLabel('Price each (USD)').fill('150');
  await second.getByLabel('Club pays (USD)').fill('30');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Submit for $240.00' }).click();
  await expect(page.getByText('Request submitted')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Finance committee' })).toBeVisible();
  await settled(page);
  await expectUsable(page);
  const link = page.url();

  // The committee cuts an item.
  const committee = await browser.newContext({ viewport: wide });
  await signIn(committee, 'ben@demo.campus.example');
  const review = await committee.newPage();
  await review.goto(link);
  await settled(review);
  await review.getByLabel('Ropes (USD)').fill('100');
  await expectUsable(review);
  await review.getByRole('button', { name: 'Approve $220.00' }).click();
  await review
    .getByRole('alertdialog', { name: 'Approve $220.00?' })
    .getByRole('button', { name: 'Approve $220.00' })
    .click();
  await expect(review.getByText('Decision sent')).toBeVisible();

  // The second step finds it in the school's list, and decides next to it.
  const desk = await office.newPage();
  await desk.goto(new URL('/admin/budgets?tab=requests', link).href);
  await settled(desk);
  await expectUsable(desk);
  await desk.getByRole('row', { name: new RegExp(title) }).click();
  const pane = desk.getByRole('complementary', { name: title });
  await expect(pane.getByLabel('Ropes (USD)')).toHaveValue('100.00');
  await expect(pane.getByText('A day on the rocks for beginners.')).toBeVisible();
  await expect(pane.getByText(/Finance committee: Approved, Ben Okafor/)).toBeVisible();
  expect(desk.url()).toContain('request=');
  expect(await axeFinds(desk)).toEqual([]);
  await pane.getByRole('button', { name: 'Approve $220.00' }).click();
  await desk
    .getByRole('alertdialog', { name: 'Approve $220.00?' })
    .getByRole('button', { name: 'Approve $220.00' })
    .click();
  await expect(desk.getByText('Decision sent')).toBeVisible();
  // The next request opens.
  await expect(desk.getByRole('complementary', { name: /./ })).toBeVisible();
  await expect(pane).toBeHidden();

  // The officer spends a part, and gives the rest back.
  await page.reload();
  await settled(page);
  await expect(page.getByText('$220.00 of $220.00 left')).toBeVisible();
  await page.getByRole('button', { name: 'Record expense' }).click();
  const expense = page.getByRole('dialog', { name: 'Record expense' });
  await expense.getByLabel('Amount (USD)').fill('100.01');
  await expense.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(expense.getByText(/larger than what’s left of this item/)).toBeVisible();
  await expense.getByLabel('Amount (USD)').fill('95.50');
  await expense.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('$124.50 of $220.00 left')).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Close request' }).click();
  await page
    .getByRole('alertdialog', { name: `Close “${title}”?` })
    .getByRole('button', { name: 'Close request' })
    .click();
  await expect(page.getByText('$95.50 of $220.00 spent')).toBeVisible();
  await page.getByRole('link', { name: 'Ridge & Trail: money' }).click();
  const transactions = page.getByRole('grid', { name: 'Transactions' });
  await expect(transactions.getByRole('row').nth(1)).toContainText('Ropes');

  // The transactions of a category are in the URL, and lead to their request.
  await page.getByRole('button', { name: 'Category', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Equipment' }).click();
  await expect(page).toHaveURL(/category=equipment/);
  await expect(transactions.getByRole('row', { name: /Income/ })).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expectUsable(page);
  await transactions.getByRole('row', { name: /Ropes/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // The tree of accounts opens with the keyboard.
  await desk.goto(new URL('/admin/budgets', link).href);
  await settled(desk);
  await desk.getByRole('button', { name: 'Expand Student activity fund' }).focus();
  await desk.keyboard.press('ArrowRight');
  await expect(desk.getByRole('row', { name: /Outdoors and sports/ })).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('ArrowRight');
  await expect(desk.getByRole('row', { name: /Ridge & Trail/ })).toBeVisible();
  await expectUsable(desk);

  await callAs(office, admin, 'PUT', '/school/approval-processes/budget_request', {
    version: version + 1,
    reminderDays: null,
    steps: [],
  });
  await office.close();
  await committee.close();
});

test('the committee decides with the keyboard next to the queue, and downloads minutes @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize(wide);
  await visit(page, '/admin/budgets?tab=requests');
  await settled(page);
  const word = page.getByLabel('Comment for the club');
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row');
  await page.keyboard.press('j');
  const pane = (title: string) => page.getByRole('complementary', { name: title });
  await expect(pane('Filament and blades')).toBeVisible();
  await page.keyboard.press('j');
  await expect(pane('Regional tournament')).toBeVisible();
  await page.keyboard.press('k');
  await expect(pane('Filament and blades')).toBeVisible();
  expect(page.url()).toContain('request=');
  expect(await axeFinds(page)).toEqual([]);

  // Keys write in a field. Outside of fields they decide, and a denial needs a comment.
  await word.click();
  await page.keyboard.type('jkgbd');
  await expect(word).toHaveValue('jkgbd');
  await word.fill('');
  await page.getByRole('heading', { name: 'Filament and blades' }).click();
  await page.keyboard.press('d');
  await expect(page.getByText('Enter a comment.')).toBeVisible();
  await expect(word).toBeFocused();
  await word.fill('The workshop has enough.');
  await page.getByRole('heading', { name: 'Filament and blades' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Deny this request')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('d');
  await expect(page.getByText('Decision sent')).toBeVisible();
  // The next request opens, and the decided one leaves the queue. Other journeys add requests to it.
  await expect(pane('Regional tournament')).toBeVisible();
  await expect(rows.filter({ hasText: 'Regional tournament' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Filament and blades' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Minutes' }).click();
  const minutes = page.getByRole('dialog', { name: 'Minutes' });
  await minutes.getByRole('radio', { name: 'CSV' }).check();
  expect(await axeFinds(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await minutes.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/Filament and blades,.*,510,0,denied,.*The workshop has enough\./);

  // On phones, a shared link opens the request's page.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page).toHaveURL(/\/budget-requests\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Regional tournament' })).toBeVisible();
});
