import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

type Words = Readonly<Record<string, string>>;

/** All messages of the web app in a language. */
const wordsOf = (language: string): Words =>
  Object.assign(
    {},
    ...['web/src/shell', 'web/src/ui', 'web/src/kit']
      .concat(readdirSync('web/src/features').map((name) => `web/src/features/${name}`))
      .flatMap((folder) => {
        try {
          return [JSON.parse(readFileSync(`${folder}/messages/${language}.json`, 'utf8')) as Words];
        } catch {
          return [];
        }
      }),
  ) as Words;

/** Keys, and English sentences without placeholders that this language says otherwise. */
const foreignTo = (language: string): readonly string[] => {
  const [english, own] = [wordsOf('en'), wordsOf(language)];
  const right = new Set(Object.values(own));
  const said = Object.entries(english).filter(
    ([key, text]) => !/[{}]/.test(text) && own[key] !== text && !right.has(text),
  );
  return [...Object.keys(english), ...said.map(([, text]) => text)];
};

/** Words that the demo campus itself has written, which the product has messages of, too: categories. */
const ofTheDemo = ['Academic', 'Arts', 'Culture', 'Food', 'Music', 'Service', 'Sports'];

/** What stands on the page in English, or as a key. */
const strangers = (page: Page, foreign: readonly string[]): Promise<string[]> =>
  page.evaluate((list) => {
    const wrong = new Set(list);
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, bdi, [dir=auto]'))
        texts.push(node.textContent ?? '');
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title'])
        texts.push(one.getAttribute(name) ?? '');
    return [...new Set(texts.map((text) => text.trim()).filter((text) => wrong.has(text)))];
  }, foreign);

const speak = (context: BrowserContext, language: string) =>
  context.addInitScript((spoken) => {
    // Frames axe opens for itself have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', spoken);
  }, language);

const clubOf = async (page: Page, name: string): Promise<string> => {
  await page.goto(`${address()}/_/_/clubs?search_word=${encodeURIComponent(name)}`);
  await settled(page);
  const link = page.getByRole('link', { name, exact: true }).first();
  return ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
};
const surveyOf = async (page: Page, club: string): Promise<string> => {
  await page.goto(`${address()}/clubs/${club}?tab=surveys`);
  await settled(page);
  const link = page.locator('main a[href^="/surveys/"]').first();
  return /\/surveys\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
};

const walks = {
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

for (const { language, viewport } of [
  { language: 'de', viewport: { width: 1280, height: 900 } },
  { language: 'ar', viewport: { width: 375, height: 720 } },
])
  test(`[CLUB-03, CLUB-04, FEED-01] what students, officers and staff do in clubs is said in ${language}: no key, no English, axe finds 0`, async ({
    browser,
  }) => {
    const foreign = foreignTo(language).filter((text) => !ofTheDemo.includes(text));
    const faults: string[] = [];
    for (const who of ['ana', 'officer', 'admin'] as const) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await speak(context, language);
      await signIn(context, `${who}@demo.campus.example`);
      const page = await context.newPage();
      const club = await clubOf(page, 'Ridge & Trail');
      const survey = await surveyOf(page, club);
      for (const path of walks[who](club, survey)) {
        await page.goto(`${address()}${path}`);
        await settled(page);
        const look = async () => {
          const found = [...(await strangers(page, foreign)), ...(await axeFinds(page))];
          faults.push(...found.map((one) => `${path}: ${one}`));
        };
        await look();
        if (path !== '/approvals') continue;
        await page.getByRole('link', { name: 'Repair Café' }).click();
        await settled(page);
        await look();
      }
      await context.close();
    }
    expect(faults).toEqual([]);
  });
