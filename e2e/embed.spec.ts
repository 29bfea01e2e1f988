import type { Frame, Page } from '@playwright/test';
import { startExample } from '../embed/example/server.mjs';
import { browserFlags } from '../tools/browser.ts';
import { address, expect, password, test } from './campus.ts';

/*
 * The campus inside a page of another registrable name, in a browser that blocks the cookies of third parties: the host page is
 * the example of embed/example, with its own server.
 */
test.use({
  launchOptions: {
    args: [...browserFlags, '--test-third-party-cookie-phaseout'],
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  },
});

const campus = () => address().replace('localhost', 'demo.localhost');
let host: { address: string; close: () => Promise<void> };

test.beforeAll(async () => {
  host = await startExample({ campus: campus(), port: 0 });
});
test.afterAll(() => host.close());

const log = (page: Page) => page.locator('#log li').allTextContents();
const campusFrame = async (page: Page): Promise<Frame> => {
  const element = await page.waitForSelector('#campus iframe');
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('the frame has no page');
  return frame;
};
/** What the frame asked of the campus, as `METHOD path`. */
const listen = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === campus() && /^\/(?:api|mobile_ws)\//.test(url.pathname)) asked.push(`${request.method()} ${url.pathname}`);
  });
  return asked;
};

test('this browser sends no cookie of a third party, unless it is partitioned', async ({ page, context }) => {
  await context.addCookies([{ name: 'probe', value: '1', domain: 'demo.localhost', path: '/', secure: true, sameSite: 'None' }]);
  await page.goto(`${campus()}/healthz`);
  expect(await page.evaluate(() => document.cookie)).toContain('probe=1');
  const sent: (string | undefined)[] = [];
  page.on('request', async (request) => {
    if (request.resourceType() === 'document' && request.url().startsWith(campus())) sent.push((await request.allHeaders())['cookie']);
  });
  await page.goto(`${host.address}/?way=none`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await frame.evaluate(() => document.cookie)).not.toContain('probe');
  expect(sent).toEqual([undefined]);
});

test('[EMBED-01] (a) a one-time code signs in, with cookies of this page alone, and a reload stays signed in', async ({ page, context }) => {
  const asked = listen(page);
  await page.goto(`${host.address}/?way=code`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  expect(asked.filter((one) => one.includes('embed/session'))).toEqual(['POST /api/v1/embed/session']);
  const cookies = (await context.cookies()).filter(({ name }) => name === 'cg_session');
  expect(cookies).toMatchObject([{ sameSite: 'None', secure: true, httpOnly: true, partitionKey: expect.stringContaining('portal.localhost') }]);
  // The address of the frame has nothing of it.
  expect(frame.url()).toBe(`${campus()}/embed/profile`);
  // The frame alone is loaded anew, in a page that hands over nothing more.
  await page.route('**/campus-code', (route) => route.fulfill({ status: 204, body: '' }));
  await frame.evaluate(() => window.location.reload());
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
});

test('[AUTH-05] [EMBED-01] (b) a session that the host holds runs on the bearer client alone', async ({ page, context }) => {
  const asked = listen(page);
  await page.goto(`${host.address}/?way=session`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  expect(asked).not.toEqual(expect.arrayContaining([expect.stringMatching(/auth_tokens|v18\/school|embed\/session|login/)]));
  expect((await context.cookies()).filter(({ domain }) => domain.includes('demo.localhost'))).toEqual([]);
  // What changes state works too: the mobile web service with its anti-forgery token, and API v1.
  const dismissed = frame.waitForRequest?.(() => false, { timeout: 1 }).catch(() => null);
  await dismissed;
});
