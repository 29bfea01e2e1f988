import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';
import { mailTo } from './mails.ts';

const employer = 'Pinewick Maps';
const email = 'ida@pinewick-maps.example';
const title = 'Map intern';

test('[CLUB-04] staff invite an employer, who posts a job; staff approve it, a student applies, and the employer decides', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  // Employers' pages ask whether there is a session.
  quiet.ignore(/40[14]/);
  // 1: staff invite the employer.
  await signIn(context, 'admin@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/admin/employers');
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Tallow & Reed Analytics' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Invite employer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite employer' });
  await sheet.getByLabel('Employer', { exact: true }).fill(employer);
  await sheet.getByLabel('Website').fill('https://pinewick-maps.example');
  await sheet.getByLabel('Contact', { exact: true }).fill('Ida Marsh');
  await sheet.getByLabel('Contact’s email').fill(email);
  expect(await axeFinds(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await expect(page.getByRole('region', { name: employer }).getByText('Ida Marsh')).toBeVisible();

  // 2: the contact opens the link of the email on a phone, sees nothing of the school's pages, and posts a job.
  const link = /\/employer#link=[\w-]+/.exec(await mailTo(email, /employer#link=/))?.[0] ?? '';
  const outside = await browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  const phone = await outside.newPage();
  const origin = new URL(page.url()).origin;
  await phone.goto(`${origin}${link}`);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Your jobs' })).toBeVisible();
  expect(new URL(phone.url()).hash).toBe('');
  await expect(phone.getByRole('navigation')).toHaveCount(0);
  await settled(phone);
  expect(await axeFinds(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Post a job' }).click();
  await phone.getByLabel('Title', { exact: true }).fill(title);
  await phone.getByLabel('What you’ll do').fill('You draw trail maps with us.');
  await settled(phone);
  expect(await axeFinds(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(phone.getByText(/^Waiting for approval since /)).toBeVisible();
  expect(await axeFinds(phone)).toEqual([]);
  const job = new URL(phone.url()).pathname.replace('/employer', '');

  // 3: staff approve it, and see who sent it.
  await visit(page, '/approvals');
  await settled(page);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByText(new RegExp(employer)).first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved').first()).toBeVisible();

  // 4: a student reads what the employer will see, and applies.
  const theirs = await browser.newContext();
  await signIn(theirs, 'ana@demo.campus.example');
  const student = await theirs.newPage();
  await student.goto(`${origin}${job}`);
  await expect(student.getByRole('link', { name: new RegExp(employer) }).first()).toHaveAttribute(
    'href',
    'https://pinewick-maps.example',
  );
  await expect(
    student.getByText(/Pinewick Maps.* will see your name, email address, note and files/),
  ).toBeVisible();
  await expect(student.getByText(/is an employer outside/)).toBeVisible();
  await student.getByRole('button', { name: 'Apply', exact: true }).click();
  const form = student.getByRole('dialog', { name: new RegExp(`^Apply: .*${title}`) });
  await form.getByLabel('Note').fill('I know the trails.');
  await form.getByRole('button', { name: 'Attach co-curricular record' }).click();
  await expect(form.getByText(/\.pdf$/)).toBeVisible();
  await form.getByRole('button', { name: 'Send application' }).click();
  await expect(student.getByText('Application sent')).toBeVisible();
  await theirs.close();

  // 5: the employer reads the application and decides.
  await phone.reload();
  await phone.getByRole('link', { name: '1 applicant' }).click();
  await expect(
    phone.getByRole('heading', { level: 1, name: new RegExp(`^Applicants: .*${title}`) }),
  ).toBeVisible();
  await phone.getByText('Ana Silva').first().click();
  const application = phone.getByRole('dialog', { name: /^Application of .*Ana Silva/ });
  await expect(application.getByText('I know the trails.')).toBeVisible();
  await expect(application.getByText(/\.pdf/)).toBeVisible();
  await expect(application.getByRole('link', { name: 'Ana Silva', exact: true })).toHaveCount(0);
  expect(await axeFinds(phone)).toEqual([]);
  await application.getByRole('radio', { name: 'Shortlisted' }).check();
  await application.getByRole('button', { name: 'Save decision' }).click();
  await expect(phone.getByText(/^Decision about .*Ana Silva.* saved$/)).toBeVisible();

  // 6: the contact downloads their data; staff suspend the employer, which signs the contact out, and delete it.
  await phone.goto(`${origin}/employer`);
  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^my-data-/);
  await visit(page, '/admin/employers');
  await page.getByRole('button', { name: new RegExp(`^More actions for .*${employer}`) }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Employer suspended')).toBeVisible();
  await phone.goto(`${origin}/employer`);
  await expect(phone.getByRole('heading', { level: 1, name: 'Employer sign-in' })).toBeVisible();
  await outside.close();
  await page.getByRole('button', { name: new RegExp(`^More actions for .*${employer}`) }).click();
  await page.getByRole('menuitem', { name: 'Delete employer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete employer' }).click();
  await expect(page.getByText('Employer deleted')).toBeVisible();
  await expect(page.getByRole('region', { name: employer })).toHaveCount(0);
});
