import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { sampleOf } from '../server/test/effort.ts';

/* Finds untranslated text on pages in other languages. */

/**
 * Languages in which tests read the pages: German on a desktop and Arabic on a phone. Soak runs use both, other runs one that
 * depends on the seed.
 */
export const languages = sampleOf(
  [
    { language: 'de', viewport: { width: 1280, height: 900 } },
    { language: 'ar', viewport: { width: 375, height: 720 } },
  ],
  1,
);

type Words = Readonly<Record<string, string>>;

/** Returns all messages of the web app in a language. */
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

/** Words in the demo data that are also messages: categories, tags, competencies, positions. */
const ofTheDemo = [
  'Academic',
  'Arts',
  'Communication',
  'Culture',
  'Food',
  'Music',
  'President',
  'Quizzes',
  'Service',
  'Sports',
  'Weekly',
];

/** Returns message keys, and English texts without placeholders that have another text in this language. */
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

/** Returns visible English texts and message keys. */
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
    // Frames that axe opens have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', spoken);
  }, language);
