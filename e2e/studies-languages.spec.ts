import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test, visit } from './campus.ts';
import { foreignTo, languages, speak, strangers } from './languages.ts';

/** The addresses that a page links to and that match a pattern, one of each kind. */
const linked = async (page: Page, path: string, pattern: RegExp): Promise<string> => {
  await visit(page, path);
  await settled(page);
  const all = await page
    .locator('main a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const found = all.find((href) => pattern.test(href));
  if (found === undefined) throw new Error(`${path} leads to nothing like ${pattern.source}`);
  return found;
};

const journeys = {
  ana: async (page: Page) => {
    const course = await linked(page, '/edu', /^\/edu\/\d+$/);
    return [
      '/edu',
      ...['open', 'past', 'done'].map((show) => `/edu/due?show=${show}`),
      ...['overview', 'assignments', 'grades', 'quizzes', 'announcements', 'people', 'files'].map(
        (tab) => `${course}?tab=${tab}`,
      ),
      '/financial',
      '/cct',
      await linked(page, '/cct', /^\/cct\/entries\//),
    ];
  },
  admin: () =>
    Promise.resolve(['courses', 'lti', 'finances', 'record'].map((section) => `/admin/${section}`)),
};

for (const { language, viewport } of languages)
  test(`[EDU-01, FIN-01, CCT-01] courses, finances and the record are in ${language}: no key, no English, axe finds 0 @soak`, async ({
    browser,
  }) => {
    const foreign = foreignTo(language);
    const problems: string[] = [];
    for (const who of ['ana', 'admin'] as const) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await speak(context, language);
      await signIn(context, `${who}@demo.campus.example`);
      const page = await context.newPage();
      for (const path of await journeys[who](page)) {
        await visit(page, path);
        await settled(page);
        const found = [...(await strangers(page, foreign)), ...(await axeFinds(page))];
        problems.push(...found.map((one) => `${path}: ${one}`));
      }
      await context.close();
    }
    expect(problems).toEqual([]);
  });

test('[EDU-01] a course opens with due work, the grade, news and the teacher; each card links to its tab, and back shows the overview @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  const course = await linked(page, '/edu', /^\/edu\/\d+$/);
  await page.goto(`${address()}${course}`);
  await settled(page);
  const main = page.locator('#main');
  await expect(main.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  const work = main.getByRole('region', { name: 'Assignments' });
  await expect(work.getByRole('listitem')).toHaveCount(5);
  await expect(work.getByText(/\d% of the grade/).first()).toBeVisible();
  const people = main.getByRole('region', { name: 'People' });
  await expect(people.getByText('Teacher').first()).toBeVisible();
  await main
    .getByRole('region', { name: 'Grades' })
    .getByRole('link', { name: 'Try what-if scores' })
    .click();
  await expect(main.getByRole('tab', { name: /^Grades/, selected: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${course}\\?tab=grades$`));
  await main.getByRole('tab', { name: 'Overview' }).click();
  await expect(page).toHaveURL(new RegExp(`${course}$`));
  await people.getByRole('link', { name: /^All \d+/ }).click();
  await expect(main.getByRole('tab', { name: /^People/, selected: true })).toBeVisible();
});
