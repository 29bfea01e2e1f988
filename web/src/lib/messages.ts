import format, { type CompiledMessage } from 'icu-minify/format';
import type { MessageValues } from '../lists/messages.ts';
import { memoized } from '#contract/memoized.ts';
import { dateTimeFormat, regionOf } from './date-format.ts';
import { hostSettings } from './host-page.ts';
import { nextTask } from './next-task.ts';
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/*
 * All visible text. `const { t, number, date } = useMessages()`, `t('people.count', { count: 3 })`.
 *
 * Each feature has its messages in `messages/{en,de,ar}.json`, in ICU MessageFormat (decision 042); the build compiles them
 * (web/compile-messages.ts). `npm run lists` generates the types of their keys and placeholders. English loads with the
 * modules that use it, which call `addEnglish`. German and Arabic load when selected; missing keys fall back to English.
 * Outside components, `translate()` returns the same object.
 */
export const locales = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Locale = keyof typeof locales;

export type MessageKey = keyof MessageValues;

/** Keys of messages without placeholders, for tables of labels. */
export type LabelKey = {
  [K in MessageKey]: MessageValues[K] extends null ? K : never;
}[MessageKey];

type Values = Record<string, string | number | Date>;
/** The values that all of several messages need. */
type All<V> = (V extends null ? never : (value: V) => void) extends (
  value: infer A extends Values,
) => void
  ? A
  : never;
type Args<K extends MessageKey> = [K] extends [LabelKey] ? [] : [All<MessageValues[K]>];

/** The type of an imported message file. */
export type Translation = Readonly<Record<string, CompiledMessage>>;

/**
 * The formats of `date`: `day` November 25, 2026; `moment` Nov 25, 2026, 9:00 AM; `short` Nov 25; `time` 9:00 AM; `weekday`
 * Wednesday; `whole day` Wednesday, November 25; `day and time` Wed, Nov 25, 9:00 AM; `medium` Nov 25, 2026.
 */
type DateStyle =
  | 'day'
  | 'moment'
  | 'medium'
  | 'short'
  | 'time'
  | 'weekday'
  | 'whole day'
  | 'day and time';

export interface Messages {
  locale: Locale;
  dir: 'ltr' | 'rtl';
  t<K extends MessageKey>(key: K, ...args: Args<K>): string;
  number(value: number): string;
  /** Formats in the user's time zone and region. */
  date(instant: string | Date, style?: DateStyle): string;
  /** Formats a calendar day, such as 2026-11-25, which has no time or zone. */
  day(day: string, style?: Exclude<DateStyle, 'moment' | 'time' | 'day and time'>): string;
  /** Returns relative times: 3 minutes ago, yesterday. */
  ago(instant: string | Date, now?: Date): string;
  list(parts: readonly string[]): string;
}

const isRtl = (locale: Locale) => locale === 'ar';

/** The English messages loaded so far. */
const english: Record<string, CompiledMessage> = {};

/** Adds English messages. Modules call this before they render. */
export function addEnglish(more: Translation): void {
  Object.assign(english, more);
}

export const hasEnglish = (key: MessageKey): boolean => Object.hasOwn(english, key);

const formatters = {
  getNumberFormat: memoized(Intl.NumberFormat),
  getPluralRules: memoized(Intl.PluralRules),
  getDateTimeFormat: dateTimeFormat,
  getRelativeTimeFormat: memoized(Intl.RelativeTimeFormat),
  getListFormat: memoized(Intl.ListFormat),
};

export function createMessages(locale: Locale, translation: Translation): Messages {
  const region = regionOf(locale);
  const formats = {
    day: { dateStyle: 'long' },
    moment: { dateStyle: 'medium', timeStyle: 'short' },
    medium: { dateStyle: 'medium' },
    short: { day: 'numeric', month: 'short' },
    time: { timeStyle: 'short' },
    weekday: { weekday: 'long' },
    'whole day': { weekday: 'long', month: 'long', day: 'numeric' },
    'day and time': {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    },
  } as const satisfies Record<DateStyle, Intl.DateTimeFormatOptions>;
  return {
    locale,
    dir: isRtl(locale) ? 'rtl' : 'ltr',
    t(key, ...args) {
      const own = translation[key];
      const message = own ?? english[key] ?? key;
      // A message without translation uses English plural rules.
      const rules = own === undefined && locale !== 'en' ? 'en' : region;
      return String(format(message, rules, args[0], { formatters }));
    },
    number: (value) => formatters.getNumberFormat(region).format(value),
    date: (instant, style = 'day') =>
      formatters.getDateTimeFormat(region, formats[style]).format(new Date(instant)),
    day: (day, style = 'day') =>
      formatters
        .getDateTimeFormat(region, { ...formats[style], timeZone: 'UTC' })
        .format(new Date(`${day}T00:00:00Z`)),
    ago(instant, now = new Date()) {
      const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
      const relative = formatters.getRelativeTimeFormat(locale, { numeric: 'auto' });
      for (const [unit, size] of spans)
        if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
      return relative.format(0, 'second');
    },
    list: (parts) => formatters.getListFormat(locale).format(parts),
  };
}

const spans: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const messages = createStore<Messages>(createMessages('en', {}));

export const useMessages = (): Messages => useStore(messages);
export const translate = (): Messages => messages.get();

const load: { readonly [L in Locale]: () => Promise<Translation> } = {
  en: async () => ({}),
  de: async () => (await import('messages:de')).default,
  ar: async () => (await import('messages:ar')).default,
};

/** Returns the first supported language: the user's choice, the school's, the browser's. */
export function pickLocale(wishes: readonly (string | null | undefined)[]): Locale {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(locales, language)) return language as Locale;
  }
  return 'en';
}

/** Switches to `locale`. `remember` stores it for the next start, after the user selects it. */
export async function setLocale(locale: Locale, remember = false): Promise<void> {
  if (remember) writeStored('locale', locale);
  if (messages.get().locale !== locale) {
    // Offline, the current language is better than none.
    const translation = await load[locale]().catch(() => null);
    if (translation === null) return;
    messages.set(createMessages(locale, translation));
  }
  document.documentElement.lang = locale;
  document.documentElement.dir = messages.get().dir;
}

/**
 * Creates the number and plural formatters for the first screen, one task each: the first of its kind loads the language's
 * rules, which takes longer on a phone than rendering a page.
 */
export async function readLanguageRules(): Promise<void> {
  const region = regionOf(messages.get().locale);
  await nextTask();
  formatters.getNumberFormat(region);
  await nextTask();
  formatters.getPluralRules(region, { type: 'cardinal' });
}

/**
 * Picks and loads the language at startup, unless a host page has set one. With `isOfVisitor`, a page for people outside the
 * school prefers the browser's language over the school's.
 */
export const startLanguage = (
  person: string | null | undefined,
  school: string | undefined,
  isOfVisitor = false,
): Promise<void> =>
  setLocale(
    pickLocale([
      hostSettings.get().locale,
      person,
      readStored('locale'),
      ...(isOfVisitor ? [...navigator.languages, school] : [school, ...navigator.languages]),
    ]),
  );
