import { randomBytes } from 'node:crypto';
import { axeFinds } from './axe.ts';
import { asPerson, callAs, expect, signIn, test, visit, type Ask } from './campus.ts';

const narrow = { width: 320, height: 640 };
const desktop = { width: 1280, height: 900 };

interface Election {
  id: string;
  phase: string;
  contests: { id: string; candidates: { id: string; name: string }[] }[];
}

test('[CLUB-04] officers check in paper voters, two people enter the ballots, and the count includes them @soak', async ({
  page,
  context,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const tokens = await signIn(context, 'officer@demo.campus.example');
  const asOfficer: Ask = (method, path, body) => callAs(context, tokens, method, path, body);
  const { items } = await asOfficer<{ items: { club: { id: string; name: string } | null }[] }>(
    'GET',
    '/elections',
  );
  const club = items.find((one) => one.club?.name === 'Ridge & Trail')?.club?.id;
  const title = `Hut wardens ${Date.now()}`;
  const closesAt = Date.now() + 70_000;
  const { id, contests } = await asPerson(browser, 'admin', (ask) =>
    ask<Election>('POST', '/elections', {
      clientId: crypto.randomUUID(),
      club,
      title,
      // Voting lasts at least a minute, of which the first part is over.
      opensAt: new Date(closesAt - 75_000).toISOString(),
      closesAt: new Date(closesAt).toISOString(),
      timeZone: 'America/New_York',
      voters: { members: true },
      acceptsPaper: true,
      contests: [
        {
          title: 'Warden',
          kind: 'ranked',
          candidates: [{ name: 'Wren Abt' }, { name: 'Sol Marin' }],
        },
        { title: 'Keep the stove?', kind: 'yes_no' },
      ],
    }),
  );
  const [warden, stove] = contests;
  const idOf = (name: string) => warden?.candidates.find((one) => one.name === name)?.id ?? '';
  const votes = (names: readonly string[], answer: string) => ({
    [warden?.id ?? '']: names.map(idOf),
    [stove?.id ?? '']: [answer],
  });

  // At the desk, Ana gets a paper ballot and can't vote online afterwards.
  await visit(page, `/elections/${id}`);
  await page.getByRole('link', { name: 'Paper ballots' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paper ballots' })).toBeVisible();
  const voter = page.getByRole('combobox', { name: 'Voter' });
  await voter.fill('Ana Silva');
  await page.getByRole('option', { name: /Ana Silva/ }).click();
  await page.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('1 voter checked in')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo Ana Silva’s check-in' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  const cast = (ask: Ask, names: readonly string[], answer: string) =>
    ask('POST', `/elections/${id}/ballot`, {
      nonce: randomBytes(16).toString('hex'),
      votes: votes(names, answer),
    });
  await asPerson(browser, 'ana', async (ask) => {
    expect(await ask('GET', `/elections/${id}`)).toMatchObject({ hasVoted: true, canVote: false });
  });
  await cast(asOfficer, ['Wren Abt', 'Sol Marin'], 'yes');

  // After voting ends, two people enter the ballot. Their entries differ first.
  await expect(page.getByRole('heading', { name: 'Enter the paper ballots' })).toBeVisible({
    timeout: 120_000,
  });
  await page
    .getByRole('button', { name: /Sol Marin/ })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Save ballot' }).click();
  await expect(page.getByText('Waiting for the second person')).toBeVisible();
  const admin = await browser.newContext();
  const adminTokens = await signIn(admin, 'admin@demo.campus.example');
  const asAdmin: Ask = (method, path, body) => callAs(admin, adminTokens, method, path, body);
  await asAdmin('PUT', `/elections/${id}/paper/1`, { votes: votes(['Sol Marin'], 'no') });
  await expect(page.getByText('Some entries differ')).toBeVisible();
  await page.setViewportSize(narrow);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    narrow.width,
  );
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit ballot 1' }).first().click();
  await page.getByRole('radio', { name: 'No' }).check();
  await page.getByRole('radio', { name: 'No' }).press('Control+Enter');
  await expect(page.getByText('Both entries match')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm ballots' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm ballots' }).click();
  await expect(page.getByText('You confirmed the ballots')).toBeVisible();
  await asAdmin('POST', `/elections/${id}/paper/confirmation`, {});
  await expect(page.getByText('Result published')).toBeVisible();
  await admin.close();

  await page.setViewportSize(desktop);
  await expect(async () => {
    await visit(page, `/elections/${id}`);
    await expect(page.getByText('2 ballots, 1 on paper')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});
