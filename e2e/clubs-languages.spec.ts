import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';
import { foreignTo, languages, speak, strangers } from './languages.ts';

const clubOf = async (page: Page, name: string): Promise<string> => {
  await visit(page, `/_/_/clubs?search_word=${encodeURIComponent(name)}`);
  await settled(page);
  const link = page.getByRole('link', { name, exact: true }).first();
  return ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
};
const surveyOf = async (page: Page, club: string): Promise<string> => {
  await visit(page, `/clubs/${club}?tab=surveys`);
  await settled(page);
  const link = page.locator('main a[href^="/surveys/"]').first();
  return /\/surveys\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
};

const journeys = {
  ana: (club: string, survey: string) => [
    '/',
    '/_/_/clubs',
    ...['about', 'members', 'feed', 'forum', 'news', 'files'].map(
      (tab) => `/clubs/${club}?tab=${tab}`,
    ),
    `/surveys/${survey}`,
    '/club-registrations',
  ],
  officer: (club: string, survey: string) => [
    ...['overview', 'members', 'emails', 'points', 'settings', 'log'].map(
      (section) => `/clubs/${club}/manage?section=${section}`,
    ),
    ...['questions', 'audience', 'responses'].map((tab) => `/surveys/${survey}/edit?tab=${tab}`),
    '/approvals',
  ],
  admin: () => ['/admin/clubs', '/admin/club-registration', '/admin/approvals', '/admin/word-list'],
};

for (const { language, viewport } of languages)
  test(`[CLUB-03, CLUB-04, FEED-01] club pages of students, officers and staff are in ${language}: no key, no English, axe finds 0 @soak`, async ({
    browser,
  }) => {
    const foreign = foreignTo(language);
    const problems: string[] = [];
    for (const who of ['ana', 'officer', 'admin'] as const) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await speak(context, language);
      await signIn(context, `${who}@demo.campus.example`);
      const page = await context.newPage();
      const club = await clubOf(page, 'Ridge & Trail');
      const survey = await surveyOf(page, club);
      for (const path of journeys[who](club, survey)) {
        await visit(page, path);
        await settled(page);
        const look = async () => {
          const found = [...(await strangers(page, foreign)), ...(await axeFinds(page))];
          problems.push(...found.map((one) => `${path}: ${one}`));
        };
        await look();
        if (path !== '/approvals') continue;
        await page.getByRole('link', { name: 'Repair Café', exact: true }).click();
        await settled(page);
        await look();
      }
      await context.close();
    }
    expect(problems).toEqual([]);
  });
