import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';

const withoutViolations = async (page: Parameters<typeof settled>[0]) =>
  expect(await axeFinds(page)).toEqual([]);

test('a user creates an API key, a program reads with it, and it is revoked', async ({
  page,
  context,
  request,
}) => {
  const name = `Script ${Date.now()}`;
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, '/development/keys');
  await settled(page);
  await expect(page.getByRole('heading', { name: 'School keys' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await withoutViolations(page);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: 'Your new key' });
  const token = await shown.getByLabel('Key', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const ask = async (path: string) =>
    (
      await request.get(`${address()}/api/v1/${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
    ).status();
  expect([await ask('users?pageSize=1'), await ask('sessions')]).toEqual([200, 403]);
  // Settings lists the same keys.
  await visit(page, '/settings/account');
  await page.getByRole('button', { name: `Revoke key ${name}` }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke key' })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await expect(page.getByRole('heading', { name })).toHaveCount(0);
  expect(await ask('users?pageSize=1')).toBe(401);
});

test('a call is found, read and tried with the user’s session @soak', async ({ page, context }) => {
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, '/development');
  await page.getByRole('link', { name: /^API reference Every endpoint/ }).click();
  await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('own profile options');
  await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('/users');
  await page.getByRole('button', { name: /GET \/api\/v1\/users/ }).click();
  await expect(page).toHaveURL(/call=directory\.users/);
  await expect(page.getByText('with the read scope')).toBeVisible();
  await page.getByLabel('pageSize').fill('1');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^200 in/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText(
    '"perPage": 1',
  );
  await withoutViolations(page);
  await page.reload();
  await expect(page.getByText('with the read scope')).toBeVisible();
});

test.describe('webhooks', () => {
  let receiver: Server;
  const received: { headers: Record<string, string>; body: string }[] = [];
  test.beforeAll(async () => {
    receiver = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        received.push({
          headers: incoming.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
        });
        response.writeHead(200).end('Thank you.');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  test.afterAll(() => void receiver.close());

  test('an admin adds a webhook, sends a verified test, sees the response, sends it again, and deletes the webhook', async ({
    page,
    context,
    quiet,
  }) => {
    quiet.ignore(/422/);
    await signIn(context, 'admin@demo.campus.example');
    await visit(page, '/development/webhooks');
    await settled(page);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add webhook' });
    await form.getByLabel('URL').fill('http://example.org/');
    await form.getByRole('button', { name: 'Add webhook' }).click();
    await expect(form.getByText(/need a public https URL/).first()).toBeVisible();
    await form
      .getByLabel('URL')
      .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await withoutViolations(page);
    await form.getByRole('button', { name: 'Add webhook' }).click();
    const shown = page.getByRole('alertdialog', { name: 'Signing secret' });
    const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Send test/ }).click();
    await page.getByRole('button', { name: /^Test Delivered/ }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
    await withoutViolations(page);
    expect(
      received.map(({ headers, body }) => new Webhook(secret).verify(body, headers)),
    ).toMatchObject([{ type: 'webhook.test' }]);
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByRole('heading', { name: 'Attempt 2' })).toBeVisible();
    expect(received[1]).toMatchObject({ body: received[0]?.body });
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No webhooks yet')).toBeVisible();
  });
});

test('a color preview shows its contrasts, and the gallery shows every part @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, '/development/theme');
  await settled(page);
  await page.getByLabel('School color').fill('#ffcd0');
  await expect(page.getByText('Enter a 3- or 6-digit hex color.')).toBeVisible();
  await page.getByLabel('School color').fill('#ffcd00');
  await expect(page.getByRole('region', { name: 'Light' }).getByText('#846900')).toBeVisible();
  await visit(page, '/development/parts');
  await page.getByRole('button', { name: 'alertdialog' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Directory' })).toBeVisible();
});

for (const [colorScheme, width, locale, tag] of [
  ['light', 320, 'en', ' @soak'],
  ['dark', 1280, 'ar', ''],
] as const) {
  test(`axe finds 0 in the dev space, ${width} px, ${colorScheme}, ${locale}; no page scrolls sideways${tag}`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const viewport = { width, height: 800 };
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    await context.addInitScript((spoken) => {
      // The frames that axe opens have no storage.
      if (location.protocol.startsWith('http')) localStorage.setItem('locale', spoken);
    }, locale);
    const page = await context.newPage();
    await signIn(context, 'admin@demo.campus.example');
    for (const path of [
      'overview',
      'reference?search_word=connections&call=connections.list',
      'keys',
      'webhooks',
      'theme',
      'parts',
    ]) {
      await visit(page, `/development/${path}`);
      // Some of the parts never stop loading.
      await (path === 'parts'
        ? expect(page.getByRole('heading', { name: 'button.tsx' })).toBeVisible()
        : settled(page));
      await withoutViolations(page);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, Math.max(0, sideways)]).toEqual([path, 0]);
    }
    await context.close();
  });
}
