import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';
import { startExample } from '../embed/example/server.mjs';
import { openTestLms, testLmsClient, type TestLms } from '../server/test/test-lms.ts';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';
import { wholeBrowser } from './open-browser.ts';

/*
 * A student connects the LMS, loses access, and reconnects inside a host page, in a browser that blocks third-party cookies.
 * The LMS is a separate process (server/test/test-lms-process.ts).
 */
test.use(wholeBrowser);
test.describe.configure({ mode: 'default' });
const campus = () => address().replace('localhost', 'demo.localhost');
let lms: TestLms;
let host: { address: string; close: () => Promise<void> };

const in_ = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test.beforeAll(async () => {
  lms = await openTestLms();
  host = await startExample({ campus: campus(), port: 0 });
  await lms.control({
    courses: [
      {
        id: 240,
        name: 'Hydrology of Small Rivers',
        course_code: 'HYD 240',
        items: [
          { id: 1, name: 'Map critique', due_at: in_(1), points_possible: 20 },
          {
            id: 2,
            name: 'Lab report 3',
            due_at: in_(-9),
            points_possible: 100,
            submission: { workflow_state: 'graded', score: 92, grade: '92', graded_at: in_(-1) },
          },
          { id: 3, name: 'Quiz 5: regression', due_at: in_(4), points_possible: 10, quiz_id: 9 },
        ],
        announcements: [
          {
            id: 4,
            title: 'Bring rubber boots',
            message: '<p>On Thursday</p>',
            posted_at: in_(-0.1),
          },
        ],
      },
    ],
  });
});
test.afterAll(async () => {
  await lms.close();
  await host.close();
});

/** Completes the sign-in in the popup, which closes afterwards. */
const allow = async (context: BrowserContext, press: () => Promise<void>, what = 'Authorize') => {
  const [popup] = await Promise.all([context.waitForEvent('page'), press()]);
  await popup.getByRole('link', { name: what }).click();
  return popup;
};

const statuses = (page: Page | Frame) =>
  page.evaluate(() => (window as unknown as { statuses: unknown[] }).statuses);
/** Keeps the messages that the window posts, with their origins. */
const keepStatuses = (page: Page | Frame) =>
  page.evaluate(() => {
    const kept: unknown[] = [];
    Object.assign(window, { statuses: kept });
    addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && 'oauthStatus' in data)
        kept.push([origin === location.origin, data]);
    });
  });

/** Staff add the LMS; its name isn't translated. */
const setUpSystem = async (browser: Browser) => {
  const office = await browser.newContext();
  await signIn(office, 'admin@demo.campus.example');
  const admin = await office.newPage();
  await visit(admin, '/admin/courses');
  await settled(admin);
  // A failed try leaves its LMS.
  if ((await admin.getByRole('button', { name: 'Remove LMS' }).count()) > 0)
    await removeSystem(admin);
  await admin.getByLabel('Name', { exact: true }).fill('Lectern');
  await admin.getByLabel('Address', { exact: true }).fill(lms.url);
  await admin.getByLabel('Client ID').fill(testLmsClient.id);
  await admin.getByLabel('Client secret').fill(testLmsClient.secret);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible();
  return { office, admin };
};

/** Staff remove the LMS. */
const removeSystem = async (admin: Page) => {
  await admin.reload();
  await admin.getByRole('button', { name: 'Remove LMS' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove LMS' }).click();
  await expect(admin.getByText('Removed', { exact: true })).toBeVisible();
};

test('[EDU-01] a student connects the LMS, loses access, reconnects in the frame, and is back on the same page @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  // Error 498 is what this page handles; browsers log each one.
  quiet.ignore(/status of 498|498 \(/);
  const { office, admin } = await setUpSystem(browser);
  await settled(admin);
  expect(await axeFinds(admin)).toEqual([]);

  await signIn(context, 'ana@demo.campus.example', campus());
  await page.goto(`${campus()}/edu`);
  await expect(page.getByRole('heading', { name: 'Connect Lectern', exact: true })).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await keepStatuses(page);
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  // The person closes the window too early and then denies access: the page reports both, and nothing changes.
  const [closed] = await Promise.all([context.waitForEvent('page'), connect.click()]);
  await closed.getByRole('link', { name: 'Authorize' }).waitFor();
  await closed.close();
  await expect(page.getByText('The window was closed before it was done')).toBeVisible();
  const refused = await allow(context, () => connect.click(), 'Cancel');
  await expect(refused.getByText('You didn’t allow access')).toBeVisible();
  await refused.close();
  await expect.poll(() => statuses(page)).toEqual([[true, { oauthStatus: 'failure' }]]);

  const popup = await allow(context, () => connect.click());
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await expect.poll(() => statuses(page)).toContainEqual([true, { oauthStatus: 'success' }]);
  const row = page.getByRole('link', { name: /Hydrology of Small Rivers/ }).first();
  await expect(row).toBeVisible();
  await expect(page.getByText('Map critique')).toBeVisible();
  await expect(page.getByText(/From Lectern/)).toBeVisible();
  await row.click();
  await page.getByRole('tab', { name: /Grades/ }).click();
  await expect(page.getByText('92 / 100')).toBeVisible();
  await page.getByRole('button', { name: 'Try what-if scores' }).click();
  await page.getByRole('textbox', { name: 'Map critique' }).fill('10');
  await page.getByRole('textbox', { name: 'Map critique' }).press('Tab');
  // These scores are 92 of 100 and 10 of 20.
  await expect(page.getByText('With these scores, your grade would be 85.')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  // The assignment is due tomorrow, which can be in the next week.
  await page.goto(`${campus()}/calendar?view=agenda`);
  await expect(page.getByText('Map critique').first()).toBeVisible();

  await lms.control({ revokes: true });
  await page.goto(`${host.address}/?way=code`);
  const element = await page.waitForSelector('#campus iframe');
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('the frame has no page');
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  const go = (url: string) =>
    page.evaluate(
      (to) =>
        (window as unknown as { campus: { navigate: (url: string) => void } }).campus.navigate(to),
      url,
    );
  await go('/edu/lms-240?tab=grades');
  await expect(frame.getByText('92 / 100')).toBeVisible();
  // The list was loaded a moment ago and wouldn't reload yet; the person requests it.
  const again = frame.getByRole('button', { name: 'Connect again' });
  await expect(async () => {
    await frame.getByRole('button', { name: 'Refresh from Lectern' }).click({ timeout: 2_000 });
    await expect(again).toBeVisible({ timeout: 3_000 });
  }).toPass();
  // The last known scores stay.
  await expect(frame.getByText('92 / 100')).toBeVisible();
  await expect(frame.getByText(/Your connection ended/)).toBeVisible();
  expect(
    await axeFinds(page, { butRules: ['landmark-no-duplicate-main', 'landmark-unique'] }),
  ).toEqual([]);
  await keepStatuses(frame);
  // Access is denied once more, and the next try gets a new address.
  const canceled = await allow(context, () => again.click(), 'Cancel');
  await expect(canceled.getByText('You didn’t allow access')).toBeVisible();
  await canceled.close();
  await expect.poll(() => statuses(frame)).toEqual([[true, { oauthStatus: 'failure' }]]);
  const second = await allow(context, () => again.click());
  if (!second.isClosed()) await second.waitForEvent('close');
  await expect.poll(() => statuses(frame)).toContainEqual([true, { oauthStatus: 'success' }]);
  await expect(again).toHaveCount(0);
  await expect(frame.getByText(/From Lectern/)).toBeVisible();
  await expect(frame.getByText('92 / 100')).toBeVisible();
  expect(new URL(frame.url()).pathname).toBe('/edu/lms-240');

  await removeSystem(admin);
  await office.close();
});

test('[EDU-01] a browser that blocks windows shows a link, which returns to the same page @soak', async ({
  page,
  context,
  browser,
}) => {
  const { office, admin } = await setUpSystem(browser);
  await signIn(context, 'ben@demo.campus.example');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/edu/due?show=done');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Your browser blocked the window')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await expect(page).toHaveURL(`${address()}/edu/due?show=done`);
  await expect(page.getByText('Lab report 3').first()).toBeVisible();
  await removeSystem(admin);
  await office.close();
});

test('[EDU-01] if the LMS can’t be read, a student sees why and the last copy: expired tokens, pages, HTML, no permission, throttling @soak', async ({
  page,
  context,
  browser,
}) => {
  // It waits for the pace of reloads five times.
  test.setTimeout(400_000);
  const { office, admin } = await setUpSystem(browser);
  const course = (id: number, more: object = {}) => ({
    id,
    name: `Field course ${id}`,
    course_code: `FLD ${id}`,
    items: [{ id: id * 10, name: `Field note ${id}`, due_at: in_(2), points_possible: 10 }],
    ...more,
  });
  // The list has one course per page.
  await lms.control({ pageSize: 1, courses: [1, 2].map((id) => course(id)) });
  await signIn(context, 'officer@demo.campus.example');
  await visit(page, '/edu');
  const popup = await allow(context, () =>
    page.getByRole('button', { name: 'Connect', exact: true }).click(),
  );
  if (!popup.isClosed()) await popup.waitForEvent('close');
  const main = page.getByRole('main');
  const link = (id: number) =>
    main.getByRole('link', { name: new RegExp(`Field course ${id}`) }).first();
  await expect(link(2)).toBeVisible();
  /** Reloads until the condition holds; after each load the list isn't loaded again for some seconds. */
  const until = (seen: () => Promise<void>) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Refresh from Lectern' }).click({ timeout: 2_000 });
      await seen();
    }).toPass();
  const says = (text: string) => expect(main.getByText(text)).toBeVisible({ timeout: 3_000 });

  // Its token expires and is renewed.
  await lms.control({ expires: true, courses: [3, 1, 2].map((id) => course(id)) });
  await until(() => expect(link(3)).toBeVisible({ timeout: 3_000 }));
  await lms.control({ answers: 'html', pageSize: 0 });
  await until(() => says('Lectern sent a response we couldn’t read'));
  await expect(main.getByText(/Showing the latest data/)).toBeVisible();
  await expect(link(3)).toBeVisible();
  await lms.control({
    answers: 'well',
    courses: [1, 2, 3].map((id) => course(id, { isForbidden: id === 2 })),
  });
  await until(() => says('Lectern doesn’t let you see everything. Ask your teacher or an admin.'));
  await expect(link(2)).toBeVisible();
  await lms.control({ units: 0 });
  await until(() => says('Lectern asked us to wait'));
  await expect(link(3)).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await removeSystem(admin);
  await lms.control({ units: 700 });
  await office.close();
});

test('[EDU-01] students of a course use its chat until the school turns course chats off @soak', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await visit(page, '/edu');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  // The list's own heading shows until the course is loaded.
  await expect(page).toHaveURL(/\/edu\/(?!due)[^/]+$/);
  await expect(page.getByRole('button', { name: 'Course chat' })).toBeVisible();
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  const course = page.url();
  await page.getByRole('button', { name: 'Course chat' }).click();
  await expect(page).toHaveURL(/\/chat\/\d+/);
  await expect(page.getByRole('heading', { name: new RegExp(title) })).toBeVisible();
  const words = `Does anybody have the slides? ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words).first()).toBeVisible();
  const office = await browser.newContext();
  await signIn(office, 'admin@demo.campus.example');
  const admin = await office.newPage();
  await visit(admin, '/admin/chat');
  const chats = admin.getByRole('switch', { name: 'Each course has a chat' });
  await chats.click();
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('This course chat is closed. You can still read it.')).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expect(page.getByText(words).first()).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await chats.click();
  await expect(chats).toBeChecked();
  await page.goto(course);
  await page.getByRole('button', { name: 'Course chat' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await office.close();
});

test('[EDU-01] a teacher posts an announcement and a link in a class, and a student reads both', async ({
  page,
  context,
  browser,
}) => {
  const desk = await browser.newContext();
  await signIn(desk, 'lmorris@demo.campus.example');
  const teaching = await desk.newPage();
  await visit(teaching, '/edu');
  await teaching.getByRole('main').getByRole('link', { name: 'Urban Climate' }).first().click();
  await expect(teaching).toHaveURL(/\/edu\/\d+/);
  const path = new URL(teaching.url()).pathname;
  await teaching.getByRole('tab', { name: /Announcements/ }).click();
  const title = `Bring boots ${Date.now()}`;
  await teaching.getByRole('button', { name: 'New announcement' }).click();
  const dialog = teaching.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(dialog.getByText('Enter a title.')).toBeVisible();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('textbox', { name: 'Text' }).fill('We meet at the bridge.');
  await settled(teaching);
  expect(await axeFinds(teaching)).toEqual([]);
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(teaching.getByRole('heading', { name: title })).toBeVisible();
  await teaching.getByRole('tab', { name: /Files/ }).click();
  await teaching.getByRole('button', { name: 'Add link' }).click();
  const links = teaching.getByRole('dialog', { name: 'Add link' });
  await links.getByLabel('Title').fill('Map of the river');
  await links.getByLabel('Address').fill('https://files.example/map.pdf');
  await links.getByRole('button', { name: 'Add link' }).click();
  await expect(teaching.getByRole('link', { name: 'Map of the river' })).toBeVisible();
  await settled(teaching);
  expect(await axeFinds(teaching)).toEqual([]);

  await signIn(context, 'ana@demo.campus.example');
  await page.goto(`${address()}${path}?tab=announcements`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('We meet at the bridge.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New announcement' })).toHaveCount(0);
  await page.getByRole('tab', { name: /Files/ }).click();
  await expect(page.getByRole('link', { name: 'Map of the river' })).toHaveAttribute(
    'href',
    'https://files.example/map.pdf',
  );
  await desk.close();
});
