/** The languages of emails and push notifications. The web app has the same ones. */
export const languages = ['en', 'de', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Returns the first supported language of the given locales ("de-CH" gives "de"), or English. */
export const languageFor = (...locales: readonly (string | null)[]): Language => {
  for (const locale of locales) {
    const language = locale?.toLowerCase().split('-')[0];
    const found = languages.find((one) => one === language);
    if (found !== undefined) return found;
  }
  return 'en';
};

const greetings: Readonly<Record<Language, readonly [word: string, comma: string]>> = {
  en: ['Hello', ','],
  de: ['Hallo', ','],
  ar: ['مرحبًا', '،'],
};

/** Returns the first line of an email, for example "Hello Ana,", or "Hello," without a name. */
export const greetingFor = (language: Language, name: string): string => {
  const [word, comma] = greetings[language];
  return `${`${word} ${name}`.trim()}${comma}`;
};
