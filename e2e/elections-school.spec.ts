import { randomBytes } from 'node:crypto';
import { axeFinds } from './axe.ts';
import { runCampus } from './campus-command.ts';
import {
  address,
  asPerson,
  callAs,
  expect,
  settled,
  signIn,
  test,
  visit,
  type Ask,
} from './campus.ts';

const minuteMs = 60_000;
const desktop = { width: 1440, height: 900 };
const narrow = { width: 320, height: 640 };

interface Election {
  id: string;
  version: number;
  voters: number | null;
  contests: { id: string; candidates: { id: string; name: string }[] }[];
}

/** Verifies a file of ballots without a database. */
const verify = async (file: string): Promise<unknown> =>
  JSON.parse(await runCampus(['election', 'verify', file], { DATABASE_URL: '' }));

const years = ['2027', '2028'];

test('[CLUB-04] an admin runs an election of the whole school, students vote, and a stranger recounts it @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/404 .*\/api\/v1\/elections\/|status of 404.*\/api\/v1\/elections\//);
  const title = `Student parliament ${Date.now()}`;
  await page.setViewportSize(desktop);
  const tokens = await signIn(context, 'admin@demo.campus.example');
  const ask: Ask = (method, path, body) => callAs(context, tokens, method, path, body);
  await visit(page, '/elections');
  await page.getByRole('button', { name: 'New election' }).click();
  const dialog = page.getByRole('dialog', { name: 'New election' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('radio', { name: 'Whole school' }).check();
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Add contest' }).click();
  const contest = page.getByRole('dialog', { name: 'Add contest' });
  await contest.getByLabel('Position or question').fill('Speaker');
  const names = contest.getByLabel('Candidates without an account');
  for (const name of ['Mira Tal', 'Jonas Fell']) {
    await names.fill(name);
    await names.press('Enter');
  }
  await contest.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/Draft saved/)).toBeVisible();

  // Everyone at the school, then only two years.
  await page.keyboard.press('Control+Enter');
  const count = page.getByText(/^[\d,]+ people can vote$/);
  await expect(count).toBeVisible();
  const read = async () => Number((await count.innerText()).replaceAll(/\D/g, ''));
  const everyone = await read();
  expect(everyone).toBeGreaterThan(1_500);
  for (const [nth, year] of years.entries()) {
    const before = await read();
    const field = page.getByRole('combobox', { name: 'Only these graduation years' });
    await field.fill(year);
    await field.press('Enter');
    // The first year leaves out the others, and each further year adds people.
    if (nth === 0) await expect.poll(read).toBeLessThan(everyone / 2);
    else await expect.poll(read).toBeGreaterThan(before);
  }
  const students = await read();
  await settled(page);
  expect(await axeFinds(page)).toEqual([]);
  await expect
    .poll(async () => {
      const id = new URL(page.url()).pathname.split('/').find((part) => /^\d+$/.test(part)) ?? '';
      return (await ask<{ voters: { years?: number[] } }>('GET', `/elections/${id}/settings`))
        .voters.years;
    })
    .toEqual(years.map(Number));
  const id = new URL(page.url()).pathname.split('/').find((part) => /^\d+$/.test(part)) ?? '';
  const { election } = await ask<{ election: Election }>('GET', `/elections/${id}/settings`);
  await ask('PATCH', `/elections/${id}`, {
    version: election.version,
    opensAt: new Date().toISOString(),
    closesAt: new Date(Date.now() + 1.5 * minuteMs).toISOString(),
  });
  await visit(page, `/elections/${id}/setup?step=check`);
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Announce this election?' })
    .getByRole('button', { name: 'Announce' })
    .click();
  await expect(page.getByText('Election announced')).toBeVisible();

  const others = ['ben', 'abailey', 'abrown', 'aclark'].map((name) =>
    asPerson(browser, name, async (call) => {
      const { contests, voters } = await call<Election>('GET', `/elections/${id}`);
      expect(voters).toBe(students);
      const [speaker] = contests;
      await call('POST', `/elections/${id}/ballot`, {
        nonce: randomBytes(16).toString('hex'),
        votes: {
          [speaker?.id ?? '']: [
            speaker?.candidates.find((one) => one.name === 'Mira Tal')?.id ?? '',
          ],
        },
      });
    }),
  );
  await asPerson(browser, 'ana', async (_, hers) => {
    const voter = await hers.newPage();
    await voter.setViewportSize(narrow);
    await visit(voter, '/elections');
    await settled(voter);
    // The demo has an election of the school that runs as well.
    await expect(
      voter.getByRole('link', { name: 'Vote now: Student Government 2027' }),
    ).toBeVisible();
    expect(await axeFinds(voter)).toEqual([]);
    await voter.getByRole('link', { name: `Vote now: ${title}` }).click();
    await expect(voter.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await voter.getByRole('link', { name: 'Vote', exact: true }).click();
    await voter.getByRole('button', { name: /^Rank \d: Jonas Fell/ }).click();
    await voter.getByRole('button', { name: 'Check your ballot' }).last().click();
    await voter.getByRole('button', { name: 'Cast my ballot' }).click();
    await expect(voter.getByRole('heading', { name: 'Your ballot is cast' })).toBeFocused();
  });
  await Promise.all(others);

  // Members of the school who can't vote see the result and recount it from the file alone.
  await asPerson(browser, 'lmorris', async (_, theirs) => {
    const reader = await theirs.newPage();
    await expect(async () => {
      await visit(reader, `/elections/${id}`);
      await expect(reader.getByRole('heading', { level: 2, name: 'Result' })).toBeVisible({
        timeout: 5_000,
      });
    }).toPass({ timeout: 150_000, intervals: [5_000] });
    await settled(reader);
    expect(await axeFinds(reader)).toEqual([]);
    const saving = reader.waitForEvent('download');
    await reader.getByRole('button', { name: 'Download' }).click();
    const file = await (await saving).path();
    expect(await verify(file)).toMatchObject({
      ok: true,
      ballots: 5,
      contests: [{ same: true }],
      problems: [],
    });
  });
  const elsewhere = await browser.newContext();
  await signIn(elsewhere, 'eve@north.campus.example', address('north'));
  const stranger = await elsewhere.newPage();
  await stranger.goto(`${address('north')}/elections/${id}`);
  await expect(stranger.getByRole('heading', { name: 'Election not found' })).toBeVisible();
  await elsewhere.close();
});
