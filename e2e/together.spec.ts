import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

const shots = process.env['SHOTS'];

test('[SCHED-01] ana shares her free hours, ben finds a time together, and she hides a course', async ({
  page,
  context,
  browser,
}) => {
  const hers = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(hers, 'ana@demo.campus.example');
  const settings = await hers.newPage();
  await settings.goto(`${address()}/settings/schedule`);
  await settled(settings);
  const courses = settings.getByRole('group', { name: 'Courses' });
  await courses.getByRole('checkbox').first().uncheck();
  await settings.getByRole('radio', { name: 'Everyone at your school' }).check();
  await expect(settings.getByText('Saved')).toBeVisible();
  if (shots) await settings.screenshot({ path: `${shots}/schedule-settings.png`, fullPage: true });
  expect(await axeFinds(settings)).toEqual([]);
  await settings.reload();
  await settled(settings);
  await expect(courses.getByRole('checkbox').first()).not.toBeChecked();
  await courses.getByRole('checkbox').first().check();
  await hers.close();

  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${address()}/calendar/together`);
  await settled(page);
  await page.getByRole('combobox', { name: 'People' }).fill('Ana Silva');
  await page.getByRole('option', { name: /Ana Silva/ }).click();
  await expect(page.getByText('You and Ana Silva')).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7);
  if (shots) await page.screenshot({ path: `${shots}/together.png`, fullPage: true });
  expect(await axeFinds(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 720 });
  if (shots) await page.screenshot({ path: `${shots}/together-phone.png`, fullPage: true });
  expect(await axeFinds(page)).toEqual([]);
});
