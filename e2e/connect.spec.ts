import type { Locator, Page } from '@playwright/test';
import { address, expect, mobile, password, settled, signIn, test } from './campus.ts';

interface People {
  people: { uid: string; firstName: string; lastName: string; connectionStatus: number }[];
  total: number;
}

/** Presses a key until the target has the focus, up to a limit that a patient person might reach. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let i = 0; i < 60 && !(await isFocused()); i += 1) await page.keyboard.press(key);
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  await expect(target, `the focus is at ${at}`).toBeFocused();
};

/** Moves to the tab list with the keyboard, and along it to the tab with this name. */
const arrowTo = async (page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  const selected = page.getByRole('tab', { selected: true });
  await tabTo(page, selected, key);
  for (let i = 0; i < 3 && !name.test(await selected.innerText()); i += 1)
    await page.keyboard.press('ArrowRight');
  await expect(selected).toHaveText(name);
  await settled(page);
};

test('[ROUTE-04, AUTH-03] by keyboard only: from a deep link through the login to a request sent and withdrawn, and to a connection', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/401/);
  const elsewhere = await browser.newContext();
  const officer = await signIn(elsewhere, 'officer@demo.campus.example');
  const [found] = await mobile<People[]>(
    elsewhere,
    officer,
    'mobile_people?connection=none&account_type=Faculty&limit=20',
  );
  const [self] = await mobile<{ uid: string }[]>(elsewhere, officer, 'authentication');
  await elsewhere.clearCookies();
  const ben = await signIn(elsewhere, 'ben@demo.campus.example');
  for (const type of ['disconnect', 'request'])
    await mobile(elsewhere, ben, `user_connect?student_uid=${self?.uid}&type=${type}`);
  await elsewhere.close();
  const person = found?.people.find(({ firstName }) => /^[A-Z][a-z]+$/.test(firstName));
  expect(person).toBeDefined();

  // The window is high enough for all items of the left bar.
  await page.setViewportSize({ width: 1280, height: 1_000 });
  await page.goto(
    `${address()}/directory?search_word=${encodeURIComponent(`${person?.firstName} ${person?.lastName}`)}`,
  );
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('officer@demo.campus.example');
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/directory\?search_word=/);
  await settled(page);

  const connect = page
    .getByRole('button', { name: new RegExp(`^Connect with ${person?.firstName}`) })
    .first();
  await tabTo(page, connect);
  await page.keyboard.press('Enter');
  const pending = page.getByRole('button', { name: /^Pending/ }).first();
  await expect(pending).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Remove Connection' });
  await expect(question).toContainText(
    'Are you sure you want to remove this pending connection request?',
  );
  await tabTo(page, question.getByRole('button', { name: 'Remove' }));
  await page.keyboard.press('Enter');
  await expect(connect).toBeFocused();

  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: /^Connections/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/connections/);
  await settled(page);
  await arrowTo(page, /^Requests/);
  const accept = page.getByRole('button', { name: /^Accept.*Ben/ });
  await tabTo(page, accept);
  const connected = page.getByRole('tab', { name: /^Connected/ });
  const before = Number(/\d+/.exec(await connected.innerText())?.[0]);
  await page.keyboard.press('Enter');
  await expect(accept).toHaveCount(0);
  await expect(connected).toContainText(String(before + 1));
  await expect(page.locator('body')).not.toBeFocused();
  await arrowTo(page, /^Connected/, 'Shift+Tab');
  // The directory stays rendered behind it.
  await expect(page.locator('#main article').first()).toBeVisible();
  await context.close();
});

test('[CONN-02, CONN-03] requests are accepted and deleted; the new buttons get the focus and the counts follow', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.goto(`${address()}/connections?list=incoming`);
  await settled(page);
  const requests = page.getByRole('tab', { name: /Requests/ });
  const connected = page.getByRole('tab', { name: /Connected/ });
  /** The number in a tab, for example 7 in "Requests 7". */
  const numberIn = async (tab: Locator) => Number(/\d+/.exec(await tab.innerText())?.[0]);
  // Another try of this test starts with fewer requests.
  const [waiting, before] = [await numberIn(requests), await numberIn(connected)];
  expect(waiting).toBeGreaterThanOrEqual(3);
  const row = page.locator('article').first();
  const name = await row.getByRole('heading').innerText();
  await row.getByRole('button', { name: /^Accept/ }).click();
  await expect.poll(() => numberIn(requests)).toBe(waiting - 1);
  await expect.poll(() => numberIn(connected)).toBe(before + 1);
  await expect(page.locator('article', { hasText: name })).toHaveCount(0);
  await expect(
    page
      .locator('article')
      .first()
      .getByRole('button', { name: /^Accept/ }),
  ).toBeFocused();
  await page
    .locator('article')
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect.poll(() => numberIn(requests)).toBe(waiting - 2);
});

test('[CONN-06, ALERT-02] a failed call shows an alert and changes nothing; the next navigation clears the alert @soak', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/user_connect|Failed to load resource|500/);
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/directory?order=CreatedOnDesc`);
  await settled(page);
  await page.route('**/user_connect**', (route) =>
    route.fulfill({
      status: 200,
      headers: { 'X-Error-Status': '500', 'X-Error-Message': 'boom' },
      json: {},
    }),
  );
  const connect = page.getByRole('button', { name: /^Connect with/ }).first();
  const label = await connect.getAttribute('aria-label');
  await connect.click();
  const alert = page.getByText('Something went wrong during the request');
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: label ?? '' })).toBeVisible();
  // The navigation closes the alert before its time is over.
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(alert).toBeHidden({ timeout: 1_000 });
});

test('[SCH-05] at a school with connect off, nobody can connect: Message is always disabled with its reason, and the name is a link @soak', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/403/);
  const origin = address('north');
  const tokens = await signIn(context, 'eve@north.campus.example', origin);
  const [list] = await mobile<People[]>(context, tokens, 'mobile_people?limit=5', origin);
  const other = list?.people.find((person) => person.connectionStatus !== -1);
  const refused = await mobile<{ success: string }>(
    context,
    tokens,
    `user_connect?student_uid=${other?.uid}&type=request`,
    origin,
  );
  expect(refused.success).toBe('false');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${origin}/directory?uid=${other?.uid}`);
  await settled(page);
  await expect(page.getByRole('link', { name: 'Connections' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Connect with/ })).toHaveCount(0);
  const pane = page.getByRole('complementary', { name: 'Profile' });
  await expect(pane.getByRole('button', { name: /^Message/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(pane.getByText('Messaging is available in your school’s portal')).toBeAttached();
  await expect(pane.getByRole('heading', { level: 2 }).getByRole('link')).toBeVisible();
});
