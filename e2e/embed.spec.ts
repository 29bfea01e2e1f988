import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { startExample } from '../embed/example/server.mjs';
import { axeFinds } from './axe.ts';
import { address, expect, mobile, password, signIn, test } from './campus.ts';
import { openBrowser, wholeBrowser } from './open-browser.ts';

/*
 * The campus inside a page of another registrable domain, in a browser that blocks third-party cookies. The host page is the
 * example of embed/example, with its own server.
 */
test.use(wholeBrowser);
// The tests run one after another, because the example creates the school's key and revokes the one before.
test.describe.configure({ mode: 'default' });
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
/** The frame's requests to the campus, such as `METHOD path`. */
const listen = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === campus() && /^\/(?:api|mobile_ws)\//.test(url.pathname))
      asked.push(`${request.method()} ${url.pathname}`);
  });
  return asked;
};

/** The example's handle of the campus. */
interface Host {
  campus: { navigate: (url: string) => void; dispose: () => void };
}
const signInAt = (context: BrowserContext, origin: string, email = 'ana@demo.campus.example') =>
  signIn(context, email, origin);

/** Returns whether a frame of the campus in the host's page has a cookie that was set when the campus was opened directly. */
const foreignCookie = async (
  page: Page,
  context: BrowserContext,
): Promise<{ sent: boolean; seen: boolean }> => {
  await context.addCookies([
    {
      name: 'probe',
      value: '1',
      domain: 'demo.localhost',
      path: '/',
      secure: true,
      sameSite: 'None',
    },
  ]);
  await page.goto(`${campus()}/healthz`);
  expect(await page.evaluate(() => document.cookie)).toContain('probe=1');
  const loads = page.waitForRequest(`${campus()}/embed/profile`);
  await page.goto(`${host.address}/?way=none`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const sent = (await (await loads).allHeaders())['cookie'] ?? '';
  return {
    sent: sent.includes('probe'),
    seen: (await frame.evaluate(() => document.cookie)).includes('probe'),
  };
};

test('this browser blocks third-party cookies; a browser that doesn’t would send them', async ({
  page,
  context,
}) => {
  expect(await foreignCookie(page, context)).toEqual({ sent: false, seen: false });
  const open = await openBrowser();
  expect(await foreignCookie(await open.context.newPage(), open.context)).toEqual({
    sent: true,
    seen: true,
  });
  await open.close();
});

test('[EMBED-01] (a) a one-time code signs in with this page’s own cookies, and a reload stays signed in', async ({
  page,
  context,
}) => {
  const asked = listen(page);
  await page.goto(`${host.address}/?way=code`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  expect(asked.filter((one) => one.includes('embed/session'))).toEqual([
    'POST /api/v1/embed/session',
  ]);
  const cookies = (await context.cookies()).filter(({ name }) => name === 'cg_session');
  expect(cookies).toMatchObject([
    {
      sameSite: 'None',
      secure: true,
      httpOnly: true,
      partitionKey: expect.stringContaining('portal.localhost'),
    },
  ]);
  // The frame's address doesn't contain it.
  expect(frame.url()).toBe(`${campus()}/embed/profile`);
  // Only the frame reloads; the host page hands over no second code.
  await page.route('**/campus-code', (route) => route.fulfill({ status: 204, body: '' }));
  await frame.evaluate(() => window.location.reload());
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
});

test('[AUTH-05] [EMBED-01] (b) a session from the host uses only the bearer client', async ({
  page,
  context,
}) => {
  const asked = listen(page);
  await page.goto(`${host.address}/?way=session`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  expect(asked).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/auth_tokens|v18\/school|embed\/session|login/)]),
  );
  // A page with navigation bars: its calls work both ways, through the mobile web service and API v1.
  await page.evaluate(() =>
    (window as unknown as Host).campus.navigate('/connections?list=connected'),
  );
  await expect(frame.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await expect(frame.getByRole('button', { name: /^Message/ }).first()).toBeVisible();
  expect(asked).toEqual(expect.arrayContaining(['GET /api/v1/connections']));
  expect(
    (await context.cookies()).filter(({ domain }) => domain.includes('demo.localhost')),
  ).toEqual([]);
});

test('[AUTH-03] [AUTH-08] [EMBED-01] (c) without either, the host is notified, and a window of the campus signs in and reports back by message', async ({
  page,
  context,
}) => {
  await page.goto(`${host.address}/?way=none`);
  const frame = await campusFrame(page);
  await expect
    .poll(() => log(page))
    .toEqual([
      'campus:ready',
      'angular-route /embed/profile',
      'webapp_logged_out',
      expect.stringMatching(/^campus:resize \d+$/),
    ]);
  // A page inside another has two main landmarks.
  expect(
    await axeFinds(page, { butRules: ['landmark-no-duplicate-main', 'landmark-unique'] }),
  ).toEqual([]);
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await expect(frame.getByRole('status')).toHaveText(/Use the other window/);
  await popup.getByLabel('Email').fill('ana@demo.campus.example');
  await popup.getByRole('textbox', { name: 'Password' }).fill(password);
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')]);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  expect(frame.url()).toBe(`${campus()}/embed/profile`);
  await frame.evaluate(() => window.location.reload());
  // The previous page stays for a moment.
  await expect
    .poll(async () => (await log(page)).filter((line) => line === 'campus:ready').length)
    .toBe(2);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  expect((await log(page)).filter((line) => line === 'webapp_logged_out')).toHaveLength(1);

  // The host signs the person out once. The window now knows the person, so signing in asks for nothing.
  await page.locator('#out').click();
  await expect(frame.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect((await log(page)).filter((line) => line === 'webapp_logged_out')).toHaveLength(2);
  const [again] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await again.waitForEvent('close').catch(() => undefined);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
});

test('a window that none of our frames opened creates no code @soak', async ({ page, context }) => {
  await signInAt(context, campus());
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${host.address}/?way=none`);
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => {
      (window as unknown as { heard: unknown[] }).heard = [];
      addEventListener('message', ({ origin, data }) =>
        (window as unknown as { heard: unknown[] }).heard.push([origin, data]),
      );
      (window as unknown as { opened: Window | null }).opened = open(url);
      setInterval(
        () =>
          (window as unknown as { opened: Window }).opened.postMessage(
            { type: 'campus:window-go-on' },
            '*',
          ),
        100,
      );
    }, `${campus()}/login?redirect=%2Fembed%2Fsigned-in`),
  ]);
  await expect(popup.getByText('Close this window')).toBeVisible();
  expect(asked).not.toContain('/api/v1/embed/handover');
  expect(
    JSON.stringify(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)),
  ).not.toContain('campus:window');
});

test('[ROUTE-05] the host receives every navigation once, after redirects; [CARD-10] Message opens the host’s chat', async ({
  page,
}) => {
  await page.goto(`${host.address}/?way=code`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  const routes = async () =>
    (await log(page))
      .filter((line) => line.startsWith('angular-route'))
      .map((line) => line.slice(14));
  await expect.poll(routes).toEqual(['/embed/profile']);
  const go = (url: string) =>
    page.evaluate((path) => (window as unknown as Host).campus.navigate(path), url);
  // The frame reports the address that a redirect leads to, not the redirect's own.
  await go('/clubs');
  await expect.poll(routes).toEqual(['/embed/profile', '/_/_/clubs']);
  await go('/connections?list=connected');
  await expect
    .poll(routes)
    .toEqual(['/embed/profile', '/_/_/clubs', '/connections?list=connected']);
  expect(await log(page)).toContain('campus:resize 0');
  const message = frame.getByRole('button', { name: /^Message/ }).first();
  await expect(message).toBeEnabled();
  await message.click();
  await expect
    .poll(async () => (await log(page)).filter((line) => /^campus:open-chat \d+$/.test(line)))
    .toHaveLength(1);
  await page.evaluate(() => history.back());
  await expect
    .poll(routes)
    .toEqual(['/embed/profile', '/_/_/clubs', '/connections?list=connected', '/_/_/clubs']);
  // After the host page reloads, the frame shows the same page.
  await go('/connections?list=sent');
  await expect.poll(async () => (await routes()).at(-1)).toBe('/connections?list=sent');
  await page.reload();
  await expect.poll(routes).toEqual(['/connections?list=sent']);
  // Addresses outside the app are ignored.
  await go('//evil.example/x');
  await go('/login?redirect=//evil.example');
  await page.waitForTimeout(200);
  expect(new URL((await campusFrame(page)).url()).origin).toBe(campus());
});

test('[EMBED-01] the host receives the unread count, new messages, and the sign-out', async ({
  page,
  browser,
  quiet,
}) => {
  // The frame may renew its session at the moment of the sign-out.
  quiet.ignore(/401 .*auth_tokens/);
  await page.goto(`${host.address}/?way=code`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  await page.evaluate(() =>
    (window as unknown as Host).campus.navigate('/connections?list=connected'),
  );
  const counts = async () =>
    (await log(page))
      .filter((line) => line.startsWith('campus:unread'))
      .map((line) => Number(line.slice(14)));
  await expect.poll(counts).toHaveLength(1);
  const [before = 0] = await counts();
  const context = await browser.newContext();
  const tokens = await signIn(context, 'admin@demo.campus.example');
  const [found] = await mobile<{ people: { uid: string }[] }[]>(
    context,
    tokens,
    'mobile_people?search_word=Ana%20Silva',
  );
  const sender = await context.newPage();
  await sender.goto(`${address()}/healthz`);
  await sender.evaluate(
    async ([jwt, uid]) => {
      const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
      const post = async (path: string, body: object): Promise<{ id: string }> =>
        (
          await fetch(`/api/v1/chat/conversations${path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          })
        ).json();
      const clientId = () => crypto.randomUUID();
      const { id } = await post('', {
        kind: 'group',
        clientId: clientId(),
        name: 'Told to the host',
        uids: [uid],
      });
      await post(`/${id}/messages`, { clientId: clientId(), text: 'Hello', files: [] });
    },
    [tokens.jwt, found?.people[0]?.uid ?? ''] as const,
  );
  await expect.poll(async () => (await counts()).at(-1)).toBeGreaterThan(before);
  await page.locator('#out').click();
  await expect.poll(async () => (await counts()).at(-1)).toBe(0);
  await context.close();
});

test('messages from other windows and invalid messages are ignored on both sides', async ({
  page,
}) => {
  await page.goto(`${host.address}/?way=code`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  await expect.poll(() => log(page)).toHaveLength(3);
  // A frame of another origin beside it sends messages to both.
  await page.evaluate(async () => {
    const other = document.createElement('iframe');
    other.srcdoc = `<script>
      for (const type of ['webapp_logged_out', 'campus:open-chat', 'angular-route']) parent.postMessage({ type, uid: '1', url: '/x' }, '*');
      for (const type of ['campus:logout', 'campus:navigate', 'campus:init']) parent.frames[0].postMessage({ type, url: '/directory', theme: 'dark' }, '*');
    </script>`;
    other.sandbox.add('allow-scripts');
    document.body.append(other);
    const campusWindow = document.querySelector<HTMLIFrameElement>('#campus iframe')?.contentWindow;
    // The host itself sends data that isn't any of the messages.
    for (const data of [
      null,
      'campus:logout',
      7,
      {},
      { type: 'campus:navigate' },
      { type: 'campus:navigate', url: 'https://evil.example' },
      { type: 'logout' },
    ])
      campusWindow?.postMessage(data, '*');
    await new Promise((resolve) => setTimeout(resolve, 400));
  });
  expect(await log(page)).toHaveLength(3);
  expect(frame.url()).toBe(`${campus()}/embed/profile`);
  expect(await frame.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
});

test('theme and language come from the host; removing the element leaves nothing behind @soak', async ({
  page,
}) => {
  await page.goto(`${host.address}/?way=code&theme=dark&locale=ar`);
  const frame = await campusFrame(page);
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.locator('#german').click();
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de');
  await page.evaluate(() => (window as unknown as Host).campus.dispose());
  await expect(page.locator('#campus iframe')).toHaveCount(0);
  // The custom element does the same.
  await page.evaluate((school) => {
    const element = document.createElement('campus-app');
    element.setAttribute('school', school);
    element.setAttribute('route', '/embed/profile');
    (window as unknown as { told: string[] }).told = [];
    for (const name of ['ready', 'route', 'resize'])
      element.addEventListener(`campus-${name}`, ({ type }) =>
        (window as unknown as { told: string[] }).told.push(type),
      );
    document.querySelector('#campus')?.append(element);
  }, campus());
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told))
    .toEqual(['campus-ready', 'campus-route', 'campus-resize']);
  await page.evaluate(() => document.querySelector('campus-app')?.remove());
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a page that isn’t allowed can’t embed the campus and receives no messages', async ({
  page,
  quiet,
}) => {
  quiet.ignore(/frame-ancestors|Failed to load|ERR_BLOCKED/);
  await page.route('http://stranger.localhost/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<div id="campus"><iframe src="${campus()}/embed/profile"></iframe></div><script>heard = []; onmessage = ({ data }) => heard.push(data)</script>`,
    }),
  );
  const top = await page.goto(`${campus()}/embed/profile`);
  const ancestors = /frame-ancestors ([^;]*)/
    .exec(top?.headers()['content-security-policy'] ?? '')?.[1]
    ?.split(' ');
  expect(ancestors).toEqual(expect.arrayContaining(["'self'", host.address]));
  expect(ancestors).not.toContain('http://stranger.localhost');
  await page.goto('http://stranger.localhost/');
  await page.waitForTimeout(300);
  const frame = await campusFrame(page);
  expect(await frame.locator('#root').count()).toBe(0);
  expect(await page.evaluate('heard')).toEqual([]);
});

test('[EMBED-01] an admin allows a site, removes it, undoes that, and copies the snippet @soak', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/422/);
  await signInAt(context, campus(), 'admin@demo.campus.example');
  await page.goto(`${campus()}/admin/embedding`);
  await expect(page.getByText(host.address)).toBeVisible();
  const field = page.getByLabel('Site address');
  await field.fill('portal.example.edu');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter https:// and a host name only')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('https://Portal.example.edu/');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'https://portal.example.edu' });
  await expect(row).toBeVisible();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Remove https://portal.example.edu' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Remove https://portal.example.edu' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'HTML' })).toContainText(
    `<script src="${campus()}/embed.js"></script>`,
  );
});

/**
 * Largest JavaScript of the embedded profile, in bytes of gzip: everything that its frame loads until it rests. The aim is 145 KB
 * (bench/web); a little above it, so that a release of a library does not stop the tests. The table of all pages and their files is
 * part of it, and grows by about 0.1 KB a page.
 */
const scriptsMax = 156 * 1024;

test('the embedded profile is small, and nothing moves while it loads @soak', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === campus() && request.resourceType() === 'script' && pathname !== '/embed.js')
      scripts.add(pathname);
  });
  await page.addInitScript(() => {
    const shifts: { value: number; of: string }[] = [];
    (window as unknown as { shifts: typeof shifts }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Element | null }[];
      })[])
        shifts.push({
          value: entry.value,
          of: entry.sources.map(({ node }) => node?.className ?? String(node)).join(' | '),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${host.address}/?way=code`);
  const frame = await campusFrame(page);
  await expect(frame.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sizes = [...scripts].map(
    (path) => [path, gzipSync(readFileSync(join('dist/web', path)), { level: 9 }).length] as const,
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  test.info().annotations.push({ type: 'scripts, gzip', description: `${total} bytes` });
  expect(total, sizes.map((one) => one.join(' ')).join('\n')).toBeLessThan(scriptsMax);
  for (const place of [page.mainFrame(), frame]) {
    const shifts = await place.evaluate(
      () => (window as unknown as { shifts: { value: number; of: string }[] }).shifts,
    );
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    // A centered line gets slightly wider when its font loads.
    expect(sum, JSON.stringify(shifts)).toBeLessThan(0.001);
  }
});
