import { address, expect, mobile, settled, signIn, test } from './campus.ts';

interface People {
  people: { uid: string; firstName: string; lastName: string }[];
}

test('[SET-01] block, undo, block again and unblock in Settings: the person disappears and comes back', async ({
  page,
  context,
  quiet,
}) => {
  // After a block, all calls of the page run again, and the blocked person no longer exists for this user.
  quiet.ignore(/404 .*\/shared-memberships$/);
  // This runs at the other school, whose people no other journey counts.
  const origin = address('north');
  const tokens = await signIn(context, 'eve@north.campus.example', origin);
  const [found] = await mobile<People[]>(
    context,
    tokens,
    'mobile_people?order1=NameDesc&limit=40',
    origin,
  );
  const person = found?.people.find(
    ({ firstName, lastName }) => /^[A-Z][a-z]+$/.test(firstName) && /^[A-Z][a-z]+$/.test(lastName),
  );
  const name = `${person?.firstName} ${person?.lastName}`;
  const profile = `${origin}/student_profile?uid=${person?.uid}`;
  const block = async () => {
    await page.getByRole('button', { name: `Report or block ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await page
      .getByRole('alertdialog', { name: `Block ${name}?` })
      .getByRole('button', { name: 'Block' })
      .click();
    await expect(page.getByText(`${name} blocked`)).toBeVisible();
  };
  await page.goto(profile);
  await settled(page);
  await block();
  await Promise.all([
    page.waitForResponse(/\/api\/v1\/blocks\//),
    page.getByRole('button', { name: 'Undo' }).click(),
  ]);
  await page.goto(profile);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await block();
  await page.goto(profile);
  await expect(page.getByRole('heading', { name, level: 1 })).toHaveCount(0);
  await page.goto(`${origin}/settings/privacy`);
  await settled(page);
  // A blocked person can still be reported; the journey below sends a report.
  await page.getByRole('button', { name: `Report ${name}` }).click();
  const report = page.getByRole('dialog', { name: `Report ${name}` });
  await expect(report.getByRole('button', { name: 'Send report' })).toBeVisible();
  await report.getByRole('button', { name: 'Cancel' }).click();
  await expect(report).toBeHidden();
  await page.getByRole('button', { name: `Unblock ${name}` }).click();
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible();
  await page.goto(profile);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('a report is sent, handled and closed; the privacy rules lock a field; the log shows both @soak', async ({
  page,
  context,
  browser,
}) => {
  // A second try on the same campus must not find the report of the first.
  const note = `Sells tokens ${Date.now()}.`;
  const reporter = await browser.newContext();
  const tokens = await signIn(reporter, 'officer@demo.campus.example');
  const [found] = await mobile<People[]>(
    reporter,
    tokens,
    'mobile_people?account_type=Staff&limit=20',
  );
  const person = found?.people.find(({ firstName }) => /^[A-Z][a-z]+$/.test(firstName));
  const name = `${person?.firstName} ${person?.lastName}`;
  const theirs = await reporter.newPage();
  await theirs.goto(`${address()}/student_profile?uid=${person?.uid}`);
  await settled(theirs);
  await theirs.getByRole('button', { name: `Report or block ${name}` }).click();
  await theirs.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = theirs.getByRole('dialog', { name: `Report ${name}` });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.');
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check();
  await dialog.getByLabel('What happened? (optional)').fill(note);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(theirs.getByText('Thanks. A moderator will review this.')).toBeVisible();
  await theirs.goto(`${address()}/admin/reports`);
  await expect(theirs.getByText('You don’t have access to this page')).toBeVisible();
  await reporter.close();

  await signIn(context, 'admin@demo.campus.example');
  await page.goto(`${address()}/`);
  await settled(page);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('link', { name: /^Review: \d+ open report/ }).click();
  const card = page.getByRole('article').filter({ hasText: note });
  await card.getByLabel('Internal note').fill('Talked to them.');
  await card.getByRole('button', { name: 'Resolve' }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole('tab', { name: /^Resolved/ }).click();
  await expect(card).toContainText('Talked to them.');

  await page.getByRole('link', { name: 'Privacy rules' }).click();
  const lock = page.getByRole('checkbox', { name: 'Locked Home phone' });
  await lock.check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lock).not.toBeChecked();
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'changed the privacy rules' }).first(),
  ).toBeVisible();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: `updated a report about: ${name}` })
      .first(),
  ).toBeVisible();
});

test('[DIR-08] suggested people appear on Home with the reason; dismissing removes one, undo restores it @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/`);
  await settled(page);
  const card = page.getByRole('region', { name: 'People you may know' });
  const first = card.getByRole('article').first();
  await expect(first).toContainText(/mutual connection/);
  const name =
    (
      await first.getByRole('button', { name: /^Don’t suggest/ }).getAttribute('aria-label')
    )?.replace('Don’t suggest ', '') ?? '';
  await first.getByRole('button', { name: /^Don’t suggest/ }).click();
  await expect(page.getByText(`We won’t suggest ${name} again.`)).toBeVisible();
  await expect(card.getByRole('button', { name: `Don’t suggest ${name}` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByRole('button', { name: `Don’t suggest ${name}` })).toHaveCount(1);
  await first.getByRole('button', { name: /^Connect with/ }).click();
  await expect(first.getByRole('button', { name: /^Pending/ })).toBeFocused();
  await first.getByRole('button', { name: /^Pending/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(first.getByRole('button', { name: /^Connect with/ })).toBeVisible();
});

test('a data export downloads as a file; deleting the account asks for the password first', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/403/);
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/settings/account`);
  await settled(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
  const { default: fs } = await import('node:fs/promises');
  const data = JSON.parse(await fs.readFile(await file.path(), 'utf8')) as {
    sections: { profile: { first_name: string }[]; connections: unknown[] };
  };
  expect([data.sections.profile[0]?.first_name, data.sections.connections.length > 50]).toEqual([
    'Olivia',
    true,
  ]);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await question.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(question.getByText('Your current password is incorrect.')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
});
