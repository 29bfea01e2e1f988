import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

const phone = { width: 375, height: 720 };

test('[CLUB-03] an officer adds a question, ben answers it in his request on a phone, and the officer accepts @soak', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/_/_/clubs?search_word=speaking`);
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Public Speaking/ })
    .click();
  await page.getByRole('link', { name: /^Manage/ }).click();
  await page.getByRole('tab', { name: 'Questions' }).click();
  const builder = page.getByRole('group', { name: 'Form builder' });
  await builder.getByRole('button', { name: 'Add a question' }).last().click();
  await page.getByRole('menuitem', { name: 'Short text' }).click();
  await builder.getByLabel('Question 1').fill('What scares you about a stage?');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Questions saved')).toBeVisible();

  const his = await browser.newContext({ viewport: phone, hasTouch: true });
  await signIn(his, 'ben@demo.campus.example');
  const small = await his.newPage();
  await small.goto(page.url().replace(/\/manage.*/, ''));
  await settled(small);
  const asks = /^Request to join Public Speaking/;
  await small.getByRole('button', { name: asks }).click();
  const dialog = small.getByRole('dialog', { name: asks });
  await dialog.getByLabel('What scares you about a stage?').fill('The silence before');
  await expect(dialog.getByRole('button', { name: 'Send request' })).toBeVisible();
  expect(await axeFinds(small)).toEqual([]);
  // The dialog keeps what was typed after it closes.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await small.getByRole('button', { name: asks }).click();
  await expect(dialog.getByLabel('What scares you about a stage?')).toHaveValue(
    'The silence before',
  );
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(small.getByRole('button', { name: /^Requested/ })).toBeVisible();
  await his.close();

  await page.getByRole('tab', { name: 'Members' }).click();
  await page.reload();
  const request = page.getByRole('article', { name: 'Ben Okafor' });
  await expect(request).toContainText('What scares you about a stage?');
  await expect(request).toContainText('The silence before');
  expect(await axeFinds(page)).toEqual([]);
  await request.getByRole('button', { name: 'Accept Ben Okafor' }).click();
  await expect(request).toHaveCount(0);
});

test('[CLUB-03] a visitor with an invitation link signs in, comes back and joins with one button; a revoked link explains what to do', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/_/_/clubs?search_word=speaking`);
  await settled(page);
  await page
    .getByRole('region', { name: 'All clubs' })
    .getByRole('link', { name: /Public Speaking/ })
    .click();
  await page.getByRole('link', { name: /^Manage/ }).click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Invitation links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation links' });
  await dialog.getByLabel('Note (optional)').fill('Club fair');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(
    dialog.getByRole('img', { name: 'QR code for the link' }).locator('path'),
  ).toHaveCount(1);
  await expect(dialog.getByText('Club fair')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  const hers = await browser.newContext({ viewport: phone, hasTouch: true });
  const small = await hers.newPage();
  const sent: string[] = [];
  small.on('request', (request) =>
    sent.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
  );
  await small.goto(url);
  await expect(small).toHaveURL(/\/login\?redirect=%2Fclubs%2Fjoin$/);
  await small.getByLabel('Email').fill('ana@demo.campus.example');
  await small.getByLabel('Password', { exact: true }).fill('campus-demo');
  await small.getByRole('button', { name: 'Sign in', exact: true }).click();
  const join = small.getByRole('button', { name: /^Join Public Speaking/ });
  await expect(join).toBeVisible();
  expect(await axeFinds(small)).toEqual([]);
  await join.click();
  await expect(small.getByRole('button', { name: /^Member of Public Speaking/ })).toBeVisible();
  // Neither an address nor a Referer header contained the token.
  const token = new URL(url).hash.replace('#token=', '');
  expect(token.length).toBeGreaterThan(20);
  expect(sent.filter((one) => one.includes(token))).toEqual([]);

  await dialog.getByRole('button', { name: 'Revoke Club fair' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText(/^revoked/)).toBeVisible();
  await hers.clearCookies();
  await signIn(hers, 'admin@demo.campus.example');
  await small.goto('about:blank');
  await small.goto(url);
  await expect(small.getByText('This link was revoked')).toBeVisible();
  await expect(small.getByText(/Ask an officer/)).toBeVisible();
  expect(await axeFinds(small)).toEqual([]);
  await hers.close();
});
