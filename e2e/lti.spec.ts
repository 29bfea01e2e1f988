import type { JsonWebKey } from 'node:crypto';
import type { FrameLocator, Page } from '@playwright/test';
import {
  message,
  openTestPlatform,
  roles,
  testClient,
  testDeployment,
  type TestPlatform,
} from '../server/test/test-lti-platform.ts';
import { axeFinds } from './axe.ts';
import { address, expect, password, settled, signIn, test } from './campus.ts';
import { wholeBrowser } from './open-browser.ts';

/*
 * An LMS on another registrable domain shows Commons in a frame of its course page, in a browser that blocks third-party
 * cookies. The LMS is a separate process (server/test/test-lti-platform-process.ts).
 */
test.use(wholeBrowser);
test.describe.configure({ mode: 'default' });
const campus = () => address().replace('localhost', 'demo.localhost');
let platform: TestPlatform;

test.beforeAll(async () => {
  platform = await openTestPlatform('lms.localhost');
});
test.afterAll(() => platform.close());

const course = { id: 'c-1', label: 'HYD 240', title: 'Hydrology' };
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="tool"]');
const launch = (page: Page, hint: string) => page.goto(`${platform.url}/course?message=${hint}`);

test('[EDU-01] staff register a platform; a launch in its frame signs in, a teacher links an event, and the link opens it', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const near = platform.url.replace('lms.localhost', 'localhost');
  const office = await browser.newContext();
  const { jwt } = await signIn(office, 'admin@demo.campus.example');
  const admin = await office.newPage();
  await admin.goto(`${address()}/admin/lti`);
  await admin.getByRole('button', { name: 'Register manually' }).click();
  const dialog = admin.getByRole('dialog');
  for (const [label, value] of [
    ['Name', 'Lectern'],
    ['Issuer', platform.url],
    ['Client ID', testClient],
    ['Authorization endpoint', `${platform.url}/authorize`],
    ['Access token URL', `${near}/token`],
    ['Audience of access tokens', `${platform.url}/token`],
    ['Public key set URL', `${near}/jwks`],
    ['Deployment IDs', testDeployment],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByText('Trust email addresses from this LMS').click();
  await settled(admin);
  expect(await axeFinds(admin)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('heading', { name: 'Lectern' })).toBeVisible();
  await settled(admin);
  expect(await axeFinds(admin)).toEqual([]);
  // The platform's pages may embed the campus.
  expect(
    await admin.evaluate(
      async ([origin, token]) =>
        (
          await fetch('/api/v1/school/embed-origins', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
            body: JSON.stringify({ origin }),
          })
        ).status,
      [platform.url, jwt] as const,
    ),
  ).toBe(200);

  const { keys } = (await (await fetch(`${address()}/api/v1/lti/jwks`)).json()) as {
    keys: JsonWebKey[];
  };
  const ana = { sub: 'there-ana', name: 'Ana', email: 'ana@demo.campus.example' };
  await platform.control({
    toolKeys: keys,
    hasStorage: true,
    tool: { login: `${campus()}/api/v1/lti/login`, target: `${campus()}/` },
    messages: {
      open: message({ shape: 'canvas', user: ana, course }),
      link: message({
        shape: 'moodle',
        user: ana,
        course,
        roles: roles.teacher,
        deepLink: { data: 'kept-for-you' },
      }),
      broken: message({ user: ana, course, oldNonce: true }),
      stranger: message({ user: { sub: 'there-nobody', name: 'Nobody' }, course }),
    },
  });

  // The platform's course isn't linked to a class yet: the page tells Ana and signs her in.
  await launch(page, 'open');
  const frame = frameOf(page);
  await expect(frame.getByRole('heading', { name: 'Hydrology isn’t connected yet' })).toBeVisible();
  expect((await platform.status()).stored).toBe(1);
  expect(await axeFinds(page)).toEqual([]);
  await frame.getByRole('link', { name: 'My courses' }).click();
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();

  // Deep linking: Ana chooses an event, and the platform gets the link.
  await launch(page, 'link');
  await expect(frame.getByRole('heading', { name: 'Add a link to this site' })).toBeVisible();
  const link = frame.getByRole('button', { name: /^Link / }).first();
  await expect(link).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  const title = ((await link.getAttribute('aria-label')) ?? '').replace(/^Link /, '');
  await link.click();
  await expect(frame.getByRole('heading', { name: 'Linked' })).toBeVisible();
  const { answers, refusals } = await platform.status();
  expect(refusals).toEqual([]);
  const items = answers.at(-1)?.['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'];
  expect(items).toMatchObject([{ type: 'ltiResourceLink', title }]);
  const [{ url }] = items as [{ url: string }];
  expect(url).toMatch(/\/events\/\d+$/);

  // The link opens the event.
  await platform.control({
    messages: { linked: message({ shape: 'moodle', user: ana, course, target: url }) },
  });
  await launch(page, 'linked');
  await expect(frame.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // An invalid launch shows the reason.
  await launch(page, 'broken');
  await expect(frame.getByText('Code: nonce')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await office.close();
});

test('[EDU-01] a person whom the platform doesn’t identify signs in beside the frame and connects the account @soak', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000);
  await launch(page, 'stranger');
  const frame = frameOf(page);
  await expect(frame.getByText('We don’t know which account is yours.')).toBeVisible();
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await popup.getByLabel('Email').fill('ben@demo.campus.example');
  await popup.getByRole('textbox', { name: 'Password' }).fill(password);
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')]);
  await expect(
    frame.getByRole('heading', { name: 'Connect your account to Lectern' }),
  ).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await frame.getByRole('button', { name: 'Connect' }).click();
  await expect(frame.getByRole('heading', { name: 'Hydrology isn’t connected yet' })).toBeVisible();
  // From then on, the platform's launch is enough to sign in.
  const other = await context.browser()?.newContext();
  const later = await other?.newPage();
  if (later === undefined) throw new Error('no browser');
  await launch(later, 'stranger');
  await expect(
    frameOf(later).getByRole('heading', { name: 'Hydrology isn’t connected yet' }),
  ).toBeVisible();
  await other?.close();
});

test('[EDU-01] a platform that registered itself is turned on only after its servers were reviewed @soak', async ({
  page,
  context,
}) => {
  const own = await openTestPlatform();
  try {
    const { jwt } = await signIn(context, 'admin@demo.campus.example');
    const reply = await page.request.post(`${address()}/api/v1/school/lti/invitations`, {
      headers: { Authorization: `Bearer ${jwt}` },
      data: {},
    });
    const { address: invitation } = (await reply.json()) as { address: string };
    const registered = await page.request.get(
      `${address()}${new URL(invitation).pathname}?${new URLSearchParams({
        openid_configuration: `${own.url}/.well-known/openid-configuration`,
        registration_token: 'a-registration-token',
      })}`,
    );
    expect(registered.status()).toBe(200);
    await page.goto(`${address()}/admin/lti`);
    const card = page.getByRole('article').filter({ hasText: own.url });
    const { host } = new URL(own.url);
    await expect(card.getByText(host, { exact: true })).toHaveCount(4);
    await card.getByRole('switch').click({ force: true });
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(host, { exact: true })).toHaveCount(4);
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.getByRole('switch')).not.toBeChecked();
    await card.getByRole('switch').click({ force: true });
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(card.getByRole('switch')).toBeChecked();
  } finally {
    await own.close();
  }
});
