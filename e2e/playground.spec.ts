import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';
import { wholeBrowser } from './open-browser.ts';

test.use(wholeBrowser);

test('[DEV-01] the embed playground is a host page on another origin that shows all messages once the campus allows it', async ({
  page,
  context,
  quiet,
}) => {
  // A campus that doesn't allow the page refuses to be embedded, and browsers log it.
  quiet.ignore(/frame|ERR_BLOCKED_BY_RESPONSE/i);
  await signIn(context, 'admin@demo.campus.example');
  await page.goto(`${address()}/development/playground`);
  await settled(page);
  const allow = page.getByRole('switch', { name: /^Allow the playground to embed/ });
  await allow.click();
  await expect(allow).toBeChecked();
  const [playground] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open playground' }).click(),
  ]);
  await expect(playground.getByText(/"type":"campus:ready"/)).toBeVisible();
  expect(new URL(playground.url()).hostname).toBe('playground.localhost');
  await expect(playground.getByText(/"type":"webapp_logged_out"/).first()).toBeVisible();
  await playground.getByLabel('Path').fill('/directory');
  await playground.getByRole('button', { name: 'Go to path' }).click();
  await expect(
    playground.getByText(/"type":"angular-route","url":"\/directory/).first(),
  ).toBeVisible();
  expect(await axeFinds(playground, { without: 'iframe' })).toEqual([]);
  await playground.close();
  await allow.click();
  await expect(allow).not.toBeChecked();
});
