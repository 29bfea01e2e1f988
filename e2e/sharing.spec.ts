import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

test('[SHARE-01] [AUTH-04] a public profile shows with share=1 only, without tokens; a link ends when it is revoked', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  // A page that isn't shared returns 404, which browsers log.
  quiet.ignore(/404/);
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/settings/privacy`);
  await settled(page);
  await page.getByRole('switch', { name: /^Public profile/ }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const url = await page.getByRole('textbox', { name: 'Public profile link' }).inputValue();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('not opened')).toBeVisible();

  const visitor = await browser.newContext();
  const outside = await visitor.newPage();
  const asked: string[] = [];
  outside.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const see = async (at: string) => {
    asked.length = 0;
    await outside.goto(at);
    await settled(outside);
  };
  await see(url);
  const name = await outside.getByRole('heading', { level: 1 }).innerText();
  await expect(outside.getByRole('navigation')).toHaveCount(0);
  await expect(outside.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(outside.getByText('@demo.campus.example')).toHaveCount(0);
  expect(asked.filter((path) => /auth_tokens|authentication|session/.test(path))).toEqual([]);
  expect(await visitor.cookies()).toEqual([]);
  expect(await outside.locator('meta[property="og:title"]').getAttribute('content')).toContain(
    name,
  );
  expect(await axeFinds(outside)).toEqual([]);

  // Neither another page nor the same one without share=1 opens.
  for (const elsewhere of [
    url.replace('share=1', 'share=0'),
    `${address()}/directory?share=1`,
    `${address()}/?share=1`,
  ]) {
    await outside.goto(elsewhere);
    await expect(outside).toHaveURL(/\/login\?redirect=/);
  }
  // A signed-in person sees the same as a visitor; after leaving the page they are signed in as before.
  const own = await context.newPage();
  await own.goto(url);
  await settled(own);
  await expect(own.getByRole('navigation')).toHaveCount(0);
  await own.getByRole('link', { name: 'Sign in' }).click();
  await expect(own).toHaveURL(/\/student_profile\?uid=\d+$/);
  await expect(own.getByRole('navigation').first()).toBeVisible();
  await own.goBack();
  await expect(own.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await own.close();

  const [link] = (await page.evaluate(async () => {
    const { jwt } = await (await fetch('/api/v1/session')).json();
    return (
      await (await fetch('/api/v1/sharing', { headers: { Authorization: `Bearer ${jwt}` } })).json()
    ).links;
  })) as { url: string }[];
  await page.getByRole('switch', { name: /^Public profile/ }).click();
  await expect(page.getByRole('textbox', { name: 'Public profile link' })).toHaveCount(0);
  await see(url);
  await expect(outside.getByText('This profile isn’t public')).toBeVisible();
  await see(link?.url ?? '');
  await expect(outside.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: /^Revoke the link/ }).click();
  await expect(page.getByText('Link revoked')).toBeVisible();
  await see(link?.url ?? '');
  await expect(outside.getByText('This profile isn’t public')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Link restored')).toBeVisible();
  await see(link?.url ?? '');
  await expect(outside.getByRole('heading', { level: 1, name })).toBeVisible();
  await visitor.close();
});
