import type { Browser } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { axeFinds } from './axe.ts';
import { address, asPerson, expect, settled, signIn, test, visit } from './campus.ts';

const narrow = { width: 320, height: 640 };
const desktop = { width: 1280, height: 900 };
const minuteMs = 60_000;

interface Election {
  id: string;
  phase: string;
  contests: { id: string; candidates: { id: string; name: string }[] }[];
}

const settings = (title: string, minutes: number, more: object = {}) => ({
  clientId: crypto.randomUUID(),
  title,
  opensAt: new Date().toISOString(),
  closesAt: new Date(Date.now() + minutes * minuteMs).toISOString(),
  timeZone: 'Asia/Tokyo',
  voters: { members: true },
  contests: [
    {
      title: 'President',
      kind: 'ranked',
      candidates: [{ name: 'Noor Haddad' }, { name: 'Grace Adeyemi' }, { name: 'Theo Lindgren' }],
    },
    { title: 'Open the library on Sundays?', kind: 'yes_no' },
  ],
  ...more,
});

const castAs = (browser: Browser, name: string, id: string, names: string[], answer: string) =>
  asPerson(browser, name, async (ask) => {
    const { contests } = await ask<Election>('GET', `/elections/${id}`);
    const [ranked, question] = contests;
    await ask('POST', `/elections/${id}/ballot`, {
      nonce: randomBytes(16).toString('hex'),
      votes: {
        [ranked?.id ?? '']: names.map(
          (one) => ranked?.candidates.find((candidate) => candidate.name === one)?.id ?? '',
        ),
        [question?.id ?? '']: [answer],
      },
    });
  });

const fits = async (page: { evaluate: (of: () => number) => Promise<number> }, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );

test('[CLUB-04] a voter ranks by keyboard, saves the receipt, and finds the ballot in the result @soak', async ({
  page,
  context,
  browser,
}) => {
  const title = `Student Senate ${Date.now()}`;
  const { id } = await asPerson(browser, 'admin', (ask) =>
    ask<Election>('POST', '/elections', settings(title, 1.5)),
  );
  const others = Promise.all([
    castAs(browser, 'ben', id, ['Noor Haddad', 'Grace Adeyemi'], 'yes'),
    castAs(browser, 'officer', id, ['Noor Haddad'], 'no'),
    castAs(browser, 'lmorris', id, ['Grace Adeyemi', 'Theo Lindgren'], 'yes'),
    castAs(browser, 'jwright', id, ['Theo Lindgren', 'Grace Adeyemi'], 'yes'),
  ]);
  await page.setViewportSize(desktop);
  await signIn(context, 'ana@demo.campus.example');
  await visit(page, `/elections/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Vote', exact: true }).press('Enter');

  // Only keys from here on: rank two candidates, then change their order.
  await expect(page.getByRole('heading', { level: 2, name: 'President' })).toBeVisible();
  await page.getByRole('button', { name: /^Rank \d: Theo Lindgren/ }).press('Enter');
  await page.getByRole('button', { name: /^Rank \d: Noor Haddad/ }).press('1');
  const rows = page.getByRole('grid', { name: 'Your order' }).getByRole('row');
  await expect(rows).toHaveText([/Noor Haddad/, /Theo Lindgren/]);
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Noor Haddad is picked up, choice 1 of 2/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Noor Haddad is choice 2 of 2.')).toBeVisible();
  await expect(rows).toHaveText([/Theo Lindgren/, /Noor Haddad/]);
  await expect(rows.nth(1)).toBeFocused();
  // Esc restores the order; then the move is made and put down.
  await page.keyboard.press('Escape');
  await expect(rows).toHaveText([/Noor Haddad/, /Theo Lindgren/]);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(rows).toHaveText([/Theo Lindgren/, /Noor Haddad/]);

  await page.getByRole('button', { name: 'Next: Open the library on Sundays?' }).press('Enter');
  await page.getByRole('radio', { name: 'Yes' }).press('Space');
  // The tab keeps the ballot, and nothing is sent before the end.
  await page.reload();
  await settled(page);
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await page.getByRole('button', { name: 'Check your ballot' }).last().press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Check your ballot' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Ballot' })).toHaveText(
    /Theo Lindgren\s*Noor Haddad/,
  );
  const sent = page.waitForRequest((request) => request.url().endsWith('/ballot'));
  await page.getByRole('button', { name: 'Cast my ballot' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your ballot is cast' })).toBeFocused();
  const { nonce } = (await sent).postDataJSON() as { nonce: string };
  const receipt = await page.getByText(/^[0-9A-Z]{4}( [0-9A-Z]{4}){3}$/).innerText();
  expect(await axeFinds(page)).toEqual([]);
  await page.setViewportSize(narrow);
  await fits(page, narrow.width);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toContain(`receipt: ${receipt}\nnonce: ${nonce}\n`);
  expect(file).not.toContain('Theo');
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key))),
  ).toEqual([]);
  await page.getByRole('button', { name: 'Go to the election' }).click();
  await expect(page.getByText('You voted')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await fits(page, narrow.width);
  // The tab forgets the receipt when the voter leaves the page.
  await visit(page, '/elections');
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /receipt/.test(key))),
  ).toEqual([]);
  await page.getByRole('link', { name: title }).click();
  await others;

  // The page shows the result without a reload.
  await expect(page.getByRole('heading', { level: 2, name: 'Result' })).toBeVisible({
    timeout: 130_000,
  });
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Elected' })).toBeVisible();
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByText('The file is complete and unchanged')).toBeVisible();
  await expect(page.getByText('5 ballots with their receipts')).toBeVisible();
  await page.getByLabel('Receipt').fill(receipt.toLowerCase().replaceAll(' ', '-'));
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('Your ballot is in the count, unchanged')).toBeVisible();
  await expect(page.getByText(`${receipt} is ballot`)).toBeVisible();
  await page.getByLabel('Receipt').fill('0000 0000 0000 0000');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('No ballot has this receipt')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await fits(page, narrow.width);
  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  await expect(page.getByRole('table')).toBeVisible();
  await fits(page, narrow.width);
  await page.getByRole('tab', { name: /library/ }).click();
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
});

test('[CLUB-04] a nominee accepts and withdraws, a voter tries the ballot, and a stranger finds nothing', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/404 .*\/api\/v1\/elections\/|status of 404.*\/api\/v1\/elections\//);
  const title = `Spring election ${Date.now()}`;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
  const { id } = await asPerson(browser, 'admin', (ask) =>
    ask<Election>(
      'POST',
      '/elections',
      settings(title, 120, { opensAt: inMinutes(60), nominationsEndAt: inMinutes(30) }),
    ),
  );
  const link = `/elections/${id}`;
  await page.setViewportSize(desktop);
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, link);
  await page.getByRole('button', { name: 'Nominate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nominate' });
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Ana Silva');
  await page
    .getByRole('option', { name: /Ana Silva/ })
    .first()
    .click();
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Nominate' }).click();
  await expect(page.getByText('Nominated by Ben')).toBeVisible();
  await expect(page.getByText('No answer yet')).toBeVisible();

  const hers = await browser.newContext({ viewport: narrow, hasTouch: true });
  await signIn(hers, 'ana@demo.campus.example');
  const nominee = await hers.newPage();
  await visit(nominee, link);
  await expect(nominee.getByText(/^Ben .* nominated you for President$/)).toBeVisible();
  await nominee.getByRole('button', { name: 'Accept' }).click();
  const accepting = nominee.getByRole('dialog', { name: 'Accept the nomination' });
  await accepting.getByLabel('Statement').fill('A bus after midnight, every night.');
  await accepting.getByLabel('Video link').fill('http://example.org/video');
  const input = accepting
    .getByLabel('Choose a picture for Ana Silva')
    .and(nominee.locator('input'));
  await input.setInputFiles({
    name: 'ana.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#824' } })
      .png()
      .toBuffer(),
  });
  await expect(accepting.getByRole('button', { name: 'Remove Ana Silva’s picture' })).toBeVisible();
  const chosen = await accepting.locator('img').getAttribute('src');
  // What was written in the meantime stays.
  await expect(accepting.getByLabel('Statement')).toHaveValue('A bus after midnight, every night.');
  expect(await axeFinds(nominee)).toEqual([]);
  await fits(nominee, narrow.width);
  await accepting.getByRole('button', { name: 'Accept' }).click();
  await expect(accepting.getByText('Enter a link that starts with https://')).toBeVisible();
  await accepting.getByLabel('Video link').fill('https://example.org/video');
  await accepting.getByRole('button', { name: 'Accept' }).click();
  await expect(nominee.getByText('You’re a candidate now')).toBeVisible();
  await expect(nominee.getByRole('link', { name: 'Watch video of Ana Silva' })).toHaveAttribute(
    'href',
    'https://example.org/video',
  );
  await settled(nominee);
  await expect(
    nominee
      .getByRole('list', { name: 'Candidates' })
      .first()
      .getByRole('listitem')
      .filter({ hasText: 'Ana Silva' })
      .locator('img'),
  ).toHaveAttribute('src', chosen ?? '');
  expect(await axeFinds(nominee)).toEqual([]);
  await fits(nominee, narrow.width);
  await nominee.getByRole('button', { name: 'Picture' }).click();
  await expect(
    nominee
      .getByRole('dialog', { name: 'Picture' })
      .getByRole('button', { name: 'Remove Ana Silva’s picture' }),
  ).toBeVisible();
  expect(await axeFinds(nominee)).toEqual([]);
  await nominee.keyboard.press('Escape');
  await nominee.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await nominee
    .getByRole('alertdialog', { name: 'Withdraw as a candidate?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(nominee.getByText('You withdrew')).toBeVisible();

  // The trial sends nothing.
  const sent: string[] = [];
  nominee.on('request', (request) => {
    if (request.url().endsWith('/ballot')) sent.push(request.url());
  });
  await nominee.getByRole('link', { name: 'Try the ballot' }).click();
  await expect(nominee.getByText('This is a trial')).toBeVisible();
  await expect(nominee.getByText('Ana Silva withdrew.')).toBeVisible();
  await nominee.getByRole('button', { name: /^Rank \d: Grace Adeyemi/ }).click();
  await settled(nominee);
  expect(await axeFinds(nominee)).toEqual([]);
  await fits(nominee, narrow.width);
  await nominee.getByRole('button', { name: /^Next/ }).click();
  await nominee.getByRole('button', { name: 'Leave blank' }).click();
  await nominee.getByRole('button', { name: 'Cast my ballot' }).click();
  await expect(nominee.getByText(/Nothing was sent\.$/)).toBeVisible();
  expect(sent).toEqual([]);
  await hers.close();

  const elsewhere = await browser.newContext();
  await signIn(elsewhere, 'eve@north.campus.example', address('north'));
  const stranger = await elsewhere.newPage();
  await stranger.goto(`${address('north')}${link}`);
  await expect(stranger.getByRole('heading', { name: 'Election not found' })).toBeVisible();
  await expect(stranger.getByText(title)).toHaveCount(0);
  await elsewhere.close();
});
