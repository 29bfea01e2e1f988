import type { Page } from '@playwright/test';

/* The development space for `npm run shots`. Webhooks go to this machine's address, where no receiver exists. */

const waiting = (ms: number) => (page: Page) => page.waitForTimeout(ms);

/** Adds a successful and a failing webhook, once for all pictures. */
const withWebhooks = async (page: Page) => {
  await page.evaluate(async () => {
    const { jwt } = (await (await fetch('/mobile_ws/v18/auth_tokens')).json()) as { jwt: string };
    const ask = (method: string, path: string, body?: object) =>
      fetch(`/api/v1/webhooks${path}`, {
        method,
        headers: { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' },
        ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      }).then((answer) => answer.json() as Promise<{ items: unknown[]; webhook: { id: string } }>);
    if ((await ask('GET', '')).items.length > 0) return;
    for (const [path, events] of [
      ['/healthz', ['connection.accepted', 'person.changed', 'person.erased']],
      ['/nowhere/to/be/found/at/this/rather/long/address', ['import.stored', 'import.undone']],
    ] as const) {
      const { webhook } = await ask('POST', '', { url: `${location.origin}${path}`, events });
      await ask('POST', `/${webhook.id}/test`);
    }
  });
  await page.reload();
  await page.waitForTimeout(2_500);
  await page
    .getByRole('button', { name: /^Deliveries/ })
    .first()
    .click();
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: /^Test/ }).first().click();
  await page.waitForTimeout(300);
};

const making = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).last().click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(300);
};

const trying = async (page: Page) => {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/200 in/).waitFor();
  await page.getByText(/200 in/).scrollIntoViewIfNeeded();
};

export const developmentShots = [
  { name: 'dev-overview', path: '/development', who: 'admin' },
  { name: 'dev-reference', path: '/development/reference', who: 'ana' },
  {
    name: 'dev-reference-call',
    path: '/development/reference?search_word=privacy&call=privacy.change',
    who: 'ana',
    isWhole: true,
  },
  {
    name: 'dev-reference-try',
    path: '/development/reference?search_word=connections&call=connections.list',
    who: 'ana',
    act: trying,
  },
  { name: 'dev-reference-none', path: '/development/reference?search_word=zzz', who: 'ana' },
  {
    name: 'dev-reference-ar',
    path: '/development/reference?search_word=blocks&call=safety.block',
    who: 'ana',
    locale: 'ar',
    isWhole: true,
  },
  { name: 'dev-keys', path: '/development/keys', who: 'admin', isWhole: true },
  { name: 'dev-keys-make', path: '/development/keys', who: 'admin', act: making(/^Create key/) },
  { name: 'dev-webhooks-not-yours', path: '/development/webhooks', who: 'officer' },
  {
    name: 'dev-webhooks',
    path: '/development/webhooks',
    who: 'admin',
    isWhole: true,
    act: withWebhooks,
  },
  {
    name: 'dev-webhooks-add',
    path: '/development/webhooks',
    who: 'admin',
    act: making(/^Add webhook/),
  },
  {
    name: 'dev-webhooks-ar',
    path: '/development/webhooks',
    who: 'admin',
    locale: 'ar',
    act: waiting(300),
  },
  { name: 'dev-theme', path: '/development/theme', who: 'ana', isWhole: true },
  {
    name: 'dev-theme-yellow',
    path: '/development/theme',
    who: 'ana',
    isWhole: true,
    act: (page: Page) => page.getByRole('button', { name: '#ffcd00' }).click(),
  },
  { name: 'dev-parts', path: '/development/parts', who: 'ana', isWhole: true },
] as const;
