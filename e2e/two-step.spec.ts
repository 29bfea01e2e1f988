import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { axeFinds } from './axe.ts';
import { address, expect, password, settled, test } from './campus.ts';

const email = 'jwright@demo.campus.example';

/** Adds an authenticator with a fingerprint sensor to the browser, as a phone has it. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the person touches the sensor when the browser asks. */
    setPresent: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
};

const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const signOut = async (page: Page): Promise<void> => {
  await page.context().clearCookies({ name: 'cg_session' });
  await page.goto(`${address()}/login`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};

const codeFor = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + periods * 30_000,
  });

test('a person adds a passkey, signs in with it, turns on two-step verification, and signs in with each second step', async ({
  page,
  quiet,
}) => {
  // A sign-in without its second step fails.
  quiet.ignore(/401|403/);
  await page.goto(`${address()}/login?redirect=/settings/security`);
  await enterPassword(page);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
  const authenticator = await addAuthenticator(page);

  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();
  await expect(page.getByText('Never used')).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);

  // The passkey signs in without a password. The autofill of the sign-in page may be faster than the button.
  await authenticator.setPresent(false);
  await signOut(page);
  await authenticator.setPresent(true);
  await page
    .getByRole('button', { name: 'Use a passkey' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${address()}/settings/security`);
  await expect(page.getByText('Last used')).toBeVisible();

  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up authenticator app' });
  const secret = await setup.getByRole('textbox', { name: 'Key' }).inputValue();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await setup.getByLabel('Code from the app').fill(codeFor(secret, -1));
  await setup.getByRole('button', { name: 'Verify' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 left')).toBeVisible();

  // Another browser has no passkey of this person.
  const other = await page.context().browser()?.newContext();
  if (other === undefined) throw new Error('There is no browser.');
  const guest = await other.newPage();
  await guest.goto(`${address()}/login?redirect=/settings/security`);
  await enterPassword(guest);
  const code = guest.getByLabel('6-digit code');
  await expect(code).toBeFocused();
  await settled(guest);
  expect(await axeFinds(guest)).toEqual([]);
  await code.fill('000000');
  await guest.keyboard.press('Enter');
  await expect(guest.getByText('Incorrect code.')).toBeVisible();
  await code.fill(codeFor(secret));
  await guest.keyboard.press('Enter');
  await expect(guest.getByText('10 left')).toBeVisible();

  await signOut(guest);
  await enterPassword(guest);
  await guest.getByRole('button', { name: 'Use a recovery code' }).click();
  await guest.getByLabel('Recovery code').fill(recoveryCode);
  await guest.keyboard.press('Enter');
  await expect(guest).not.toHaveURL(/login/);
  await guest.goto(`${address()}/settings/security`);
  await expect(guest.getByText('9 left')).toBeVisible();
  await other.close();

  // The passkey is also a second step.
  await authenticator.setPresent(false);
  await signOut(page);
  await enterPassword(page);
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).not.toHaveURL(/login/);
});
