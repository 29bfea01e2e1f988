import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';

/** Returns the server's address in this test run. `north` is the other school. */
export const address = (school?: 'north'): string => {
  const url = new URL(process.env['CAMPUS_ADDRESS'] ?? 'http://localhost:3000');
  if (school) url.hostname = `${school}.localhost`;
  return url.origin;
};

/** The password of everyone in the demo campus. */
export const password = 'campus-demo';

/** The options of fetch() that tests use. */
interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with the cookies of a context and returns the response's text. Fails if the request fails. */
const ask = async (
  context: BrowserContext,
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: CallOptions,
): Promise<string> => {
  const url = `${origin}${path}`;
  if (new URL(origin).hostname === 'localhost') {
    const answer = await context.request.fetch(url, {
      method,
      headers,
      ...(body !== undefined && { data: body }),
    });
    expect([path, answer.ok(), await answer.text()]).toEqual([path, true, expect.anything()]);
    return answer.text();
  }
  // Only browsers resolve {school}.localhost.
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/healthz`);
    const [isOk, text] = await page.evaluate(
      async ([to, options]) => {
        const answer = await fetch(to, options);
        return [answer.ok, await answer.text()] as const;
      },
      [url, { method, headers, ...(body !== undefined && { body }) }] as const,
    );
    expect([path, isOk, text]).toEqual([path, true, expect.anything()]);
    return text;
  } finally {
    await page.close();
  }
};

/** Signs a context in with a real API call. Its pages are then signed in. */
export const signIn = async (
  context: BrowserContext,
  email: string,
  origin = address(),
): Promise<{ csrfToken: string; jwt: string }> => {
  const tokens = await ask(context, origin, '/api/v1/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return JSON.parse(tokens) as { csrfToken: string; jwt: string };
};

/** Calls the mobile web service with the session of a context. */
export const mobile = async <T>(
  context: BrowserContext,
  tokens: { csrfToken: string },
  path: string,
  origin = address(),
): Promise<T> =>
  JSON.parse(
    await ask(context, origin, `/mobile_ws/v18/${path}`, {
      headers: { 'X-CG-CSRF-Token': tokens.csrfToken },
    }),
  ) as T;

/** Calls the API with a person's token. */
export const callAs = async <T>(
  context: BrowserContext,
  { jwt }: { jwt: string },
  method: string,
  path: string,
  body?: object,
): Promise<T> =>
  JSON.parse(
    await ask(context, address(), `/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  ) as T;

/** Makes calls with a person's session. */
export type Ask = <R>(method: string, path: string, body?: object) => Promise<R>;

/** Runs a function with a person's session in a separate context, then closes the context. */
export const asPerson = async <T>(
  browser: Browser,
  name: string,
  use: (ask: Ask, context: BrowserContext) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext();
  const tokens = await signIn(context, `${name}@demo.campus.example`);
  try {
    return await use((method, path, body) => callAs(context, tokens, method, path, body), context);
  } finally {
    await context.close();
  }
};

/** A test that fails if its pages log an error, one of our requests fails, or a script throws. */
export const test = base.extend<{ quiet: { ignore: (pattern: RegExp) => void } }>({
  quiet: [
    async ({ context }, use) => {
      const received: string[] = [];
      // Ignore canceled connection attempts: the page was left, or a busy machine took too long. Also ignore missing posts and their
      // pictures: the feed shows posts of everyone, and another test may have deleted one.
      const ignored: RegExp[] = [
        /WebSocket is closed before the connection is established/,
        /404 .*\/api\/v1\/posts\/[^/]+(\/comments[^/]*)?$/,
        /404 .*\/files\/uploads\/post\//,
      ];
      const listen = (page: Page) => {
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()))
            received.push(`${message.text()} ${message.location().url}`);
        });
        page.on('pageerror', (error) => received.push(String(error)));
        page.on('response', (response) => {
          if (response.status() >= 500) received.push(`${response.status()} ${response.url()}`);
        });
      };
      context.on('page', listen);
      await use({
        ignore: (pattern) => {
          ignored.push(pattern);
        },
      });
      expect(received.filter((line) => !ignored.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The window with the app's router, which the library makes available to developer tools. */
type AppWindow = Window & { __TSR_ROUTER__?: { navigate(to: { href: string }): Promise<void> } };

/**
 * Opens an address as the app's links do, without reloading the document. Loads the document if the page is empty or shows another
 * site or the same address.
 */
export const visit = async (page: Page, path: string): Promise<void> => {
  const to = new URL(path, address());
  const from = new URL(page.url());
  const isHere = from.origin === to.origin && from.href !== to.href;
  const isApp = isHere && (await page.evaluate(() => '__TSR_ROUTER__' in window));
  if (!isApp) {
    await page.goto(to.href);
    return;
  }
  await page
    .evaluate(
      (href) => (window as AppWindow).__TSR_ROUTER__?.navigate({ href }),
      `${to.pathname}${to.search}${to.hash}`,
    )
    .catch((error: unknown) => {
      // The address loaded another document.
      if (!String(error).includes('Execution context was destroyed')) throw error;
    });
};

/** Waits until the page has its content: all skeletons are gone and the fonts are loaded. */
export const settled = async (page: Page): Promise<void> => {
  // Pages that are kept are hidden behind it.
  await expect(page.locator('main').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('h1').filter({ visible: true }).first()).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
};
