import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

/** Where the server of this run answers; `north` is the other school. */
export const address = (school?: 'north'): string => {
  const url = new URL(process.env['CAMPUS_ADDRESS'] ?? 'http://localhost:3000');
  if (school) url.hostname = `${school}.localhost`;
  return url.origin;
};

/** The password of the demo campus. */
export const password = 'campus-demo';

/** Signs a context in over the real call; pages opened in it are signed in. */
export const signIn = async (context: BrowserContext, email: string, origin = address()): Promise<{ csrfToken: string; jwt: string }> => {
  const response = await context.request.post(`${origin}/api/v1/login`, { data: { email, password } });
  expect(response.ok()).toBe(true);
  return (await response.json()) as { csrfToken: string; jwt: string };
};

/** A call of the mobile web service with the session of a context. */
export const mobile = async <T>(context: BrowserContext, tokens: { csrfToken: string }, path: string, origin = address()): Promise<T> =>
  (await (await context.request.get(`${origin}/mobile_ws/v18/${path}`, { headers: { 'x-cg-csrf-token': tokens.csrfToken } })).json()) as T;

/** A test whose pages must stay silent: an error in the console, a failed request of ours or a script error fails it. */
export const test = base.extend<{ quiet: { ignore: (pattern: RegExp) => void } }>({
  quiet: [async ({ context }, use) => {
    const heard: string[] = [];
    const ignored: RegExp[] = [];
    const listen = (page: Page) => {
      page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) heard.push(message.text()); });
      page.on('pageerror', (error) => heard.push(String(error)));
      page.on('response', (response) => { if (response.status() >= 500) heard.push(`${response.status()} ${response.url()}`); });
    };
    context.on('page', listen);
    await use({ ignore: (pattern) => { ignored.push(pattern); } });
    expect(heard.filter((line) => !ignored.some((pattern) => pattern.test(line)))).toEqual([]);
  }, { auto: true }],
});

export { expect };

/** Waits until the page has its content: no skeleton is left and fonts are there. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};
