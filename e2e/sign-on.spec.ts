import { openOidcIdp } from '../server/test/oidc-idp.ts';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

test('an admin sets up the school’s single sign-on and tests it; a student signs in with it from the login page', async ({
  page,
  context,
  browser,
}) => {
  const idp = await openOidcIdp();
  idp.account = { sub: 'student-1', claims: { employee: 'ben' } };
  try {
    await signIn(context, 'admin@demo.campus.example');
    await page.goto(`${address()}/admin/sign-on`);
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add provider' });
    await dialog.getByLabel('Name on the sign-in page').fill('Campus account');
    await dialog.getByLabel('Issuer URL').fill(idp.issuer);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Client ID').fill(idp.client.clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(idp.client.clientSecret);
    await page.getByLabel('Identifier attribute').fill('employee');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await expect(page.getByText(/Would sign in/)).toBeVisible();
    await page.getByRole('switch', { name: 'Show on sign-in page' }).click();
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);

    await page.setViewportSize({ width: 320, height: 720 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 720 });

    const student = await browser.newContext();
    const login = await student.newPage();
    await login.goto(`${address()}/login?redirect=/connections`);
    await login.getByRole('link', { name: 'Continue with Campus account' }).click();
    await expect(login).toHaveURL(`${address()}/connections`);
    await expect(login.getByRole('heading', { level: 1 })).toBeVisible();
    await student.close();

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No identity provider yet')).toBeVisible();
    await page.goto(`${address()}/admin/log`);
    await expect(page.getByText('changed single sign-on').first()).toBeVisible();
  } finally {
    await idp.close();
  }
});
