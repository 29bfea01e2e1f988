import { axeFinds } from './axe.ts';
import { callAs, expect, settled, signIn, test, visit } from './campus.ts';

const title = 'Trail map illustrator';

test('[CLUB-04] an officer posts a job, staff approve it, a student applies, and the officer decides @soak', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  quiet.ignore(/404/);
  // 1: the officer posts a job from the club's office, with a question.
  const officer = await signIn(context, 'officer@demo.campus.example');
  await page.setViewportSize({ width: 1440, height: 900 });
  const managed = await callAs<{ items: { title: string; club: { id: string } | null }[] }>(
    context,
    officer,
    'GET',
    '/jobs?list=managed',
  );
  const club = managed.items.find((one) => one.title === 'Gear room helper')?.club?.id ?? '';
  await visit(page, `/clubs/${club}/manage?section=jobs`);
  await settled(page);
  await expect(page.getByRole('link', { name: 'Gear room helper', exact: true })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Post a job' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Post a job' })).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Type', { exact: true }).selectOption('Part-time');
  await page.getByLabel('What you’ll do').fill('Draw twelve maps of our walks.');
  await page.getByLabel('Pay (USD)').fill('1x');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Enter an amount such as 15.50.')).toBeVisible();
  await page.getByLabel('Pay (USD)').fill('15.50');
  await page.getByLabel('Up to (USD, optional)').fill('17');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('$15.50 – $17.00')).toBeVisible();
  await page.getByRole('button', { name: 'Add a question' }).last().click();
  await page.getByRole('menuitem', { name: 'Short text' }).click();
  await page
    .getByRole('textbox', { name: /^Question/ })
    .first()
    .fill('Which tools do you draw with?');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Job submitted for approval')).toBeVisible();
  await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
  await expect(page.getByText('Waiting for approval').first()).toBeVisible();
  const address = page.url();
  expect(await axeFinds(page)).toEqual([]);

  // 2: a student can't see it yet.
  const theirs = await browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  await signIn(theirs, 'ana@demo.campus.example');
  const phone = await theirs.newPage();
  await phone.goto(address);
  await expect(phone.getByText('Job not found')).toBeVisible();

  // 3: staff approve it from their list.
  const office = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(office, 'admin@demo.campus.example');
  const desk = await office.newPage();
  await desk.goto(new URL('/approvals', address).href);
  await settled(desk);
  await desk.getByRole('link', { name: title, exact: true }).click();
  await expect(desk.getByText('15.50–17.00 USD / hour')).toBeVisible();
  await desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('Approved').first()).toBeVisible();
  await office.close();

  // 4: the student finds it on a phone, reads what the club will see, and applies.
  await phone.goto(new URL('/jobs?search=illustrator', address).href);
  await settled(phone);
  expect(await axeFinds(phone)).toEqual([]);
  await phone.getByRole('button', { name: new RegExp(`^Save .*${title}`) }).click();
  await expect(phone.getByText('Job saved')).toBeVisible();
  await phone.getByRole('link', { name: title }).click();
  await expect(phone.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(
    phone.getByText(/Ridge & Trail.* will see your name, email address, note, answers and files/),
  ).toBeVisible();
  await expect(phone.getByText(/^Checked by .*Demo University.* on /)).toBeVisible();
  expect(await axeFinds(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Apply', exact: true }).click();
  const sheet = phone.getByRole('dialog', { name: new RegExp(`^Apply: .*${title}`) });
  await sheet.getByLabel('Note').fill('I drew the maps of our lab.');
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'resume.txt', mimeType: 'text/plain', buffer: Buffer.from('Ana') });
  await expect(sheet.getByRole('button', { name: /resume\.txt/ })).toBeVisible();
  await sheet.getByLabel('Which tools do you draw with?').fill('Pens');
  expect(await axeFinds(phone)).toEqual([]);
  await sheet.getByRole('button', { name: 'Send application' }).click();
  await expect(phone.getByText('Application sent')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Your application' })).toBeVisible();

  // 5: the officer reads the application and decides with a word.
  await page.goto(address);
  await page.getByRole('link', { name: '1 applicant' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: new RegExp(`^Applicants: .*${title}`) }),
  ).toBeVisible();
  await expect(page.getByText(/^Applications will be deleted automatically on /)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('rowheader', { name: /Ana Silva/ }).click();
  const application = page.getByRole('dialog', { name: /^Application of .*Ana Silva/ });
  await expect(application.getByText('I drew the maps of our lab.')).toBeVisible();
  await expect(application.getByText('Pens')).toBeVisible();
  await expect(application.getByRole('link', { name: /resume\.txt/ })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await application.getByRole('radio', { name: 'Hired' }).check();
  await application.getByLabel('Message to the applicant').fill('Welcome! We start on Monday.');
  await application.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByText(/^Decision about .*Ana Silva.* saved$/)).toBeVisible();

  await phone.reload();
  await expect(phone.getByText('Welcome! We start on Monday.')).toBeVisible();
  await expect(
    phone.getByRole('region', { name: 'Your application' }).getByText('Hired'),
  ).toBeVisible();
  await theirs.close();
});
