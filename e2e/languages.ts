import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { sampleOf } from '../server/test/effort.ts';

/* What pages say in other languages than English. */

/**
 * Languages that journeys read their pages in, German at a desk and Arabic on a phone: both in soak, else one, another with each
 * seed.
 */
export const languages = sampleOf(
  [
    { language: 'de', viewport: { width: 1280, height: 900 } },
    { language: 'ar', viewport: { width: 375, height: 720 } },
  ],
  1,
);

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

/** Words that the demo campus itself has written, which the product has messages of, too: categories, tags, competencies. */
const ofTheDemo = [
  'Academic',
  'Arts',
  'Communication',
  'Culture',
  'Food',
  'Music',
  'Quizzes',
  'Service',
  'Sports',
  'Weekly',
];

/** Keys, and English sentences without placeholders that this language says otherwise. */
export const foreignTo = (language: string): readonly string[] => {
  const [english, own] = [wordsOf('en'), wordsOf(language)];
  const right = new Set(Object.values(own));
  const said = Object.entries(english).filter(
    ([key, text]) => !/[{}]/.test(text) && own[key] !== text && !right.has(text),
  );
  return [...Object.keys(english), ...said.map(([, text]) => text)].filter(
    (text) => !ofTheDemo.includes(text),
  );
};

/** What stands on the page in English, or as a key. */
export const strangers = (page: Page, foreign: readonly string[]): Promise<string[]> =>
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

export const speak = (context: BrowserContext, language: string) =>
  context.addInitScript((spoken) => {
    // Frames axe opens for itself have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', spoken);
  }, language);
