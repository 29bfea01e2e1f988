import { first } from '../messages/en-first.ts';
import type { Catalogue, Plural, Translation } from '../messages/translation.ts';
import { hostWishes } from './host-page.ts';
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/*
 * All visible text. `const { t, number, date } = useMessages()`, `t('people.count', { count: 3 })`.
 * Keys and their `{places}` are typed from messages/en/*.ts; a place given a number is written by the locale.
 * Of English only `en-first.ts` comes with the app; a page brings what else it says by `addEnglish`.
 * A plural is an object { one, other, … } and is chosen by `count`. German and Arabic load when chosen;
 * a key they lack is said in English. Outside components: `translate()` gives the same object.
 */
export const locales = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Locale = keyof typeof locales;

export type MessageKey = keyof Catalogue;

type Places<S> = S extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;
type PlacesOf<M> = M extends string
  ? Places<M>
  : M extends { readonly other: infer O }
    ? 'count' | Places<O>
    : never;
type Values<K extends MessageKey> = {
  readonly [P in PlacesOf<Catalogue[K]>]: P extends 'count' ? number : string | number;
};
type Args<K extends MessageKey> = [PlacesOf<Catalogue[K]>] extends [never] ? [] : [Values<K>];

/** Keys of messages without places, for tables of labels. */
export type LabelKey = {
  [K in MessageKey]: [PlacesOf<Catalogue[K]>] extends [never] ? K : never;
}[MessageKey];

export interface Messages {
  locale: Locale;
  dir: 'ltr' | 'rtl';
  t<K extends MessageKey>(key: K, ...args: Args<K>): string;
  number(value: number): string;
  /** `day`: 5 November 2026; `moment`: with the time; `short`: 5 Nov. */
  date(instant: string | Date, style?: 'day' | 'moment' | 'short'): string;
  /** 3 minutes ago, yesterday. */
  ago(instant: string | Date, now?: Date): string;
  list(parts: readonly string[]): string;
}

const isRtl = (locale: Locale) => locale === 'ar';

/** The English that has come so far. */
const english: { [K in MessageKey]?: string | Plural } = { ...first };

/** English of pages that are not among the first; their modules add it before they draw. */
export function addEnglish(more: Translation): void {
  Object.assign(english, more);
}

export function createMessages(locale: Locale, translation: Translation): Messages {
  // A British browser writes dates the British way, in the same words.
  const region =
    navigator.languages.find((language) => language.startsWith(`${locale}-`)) ?? locale;
  // Made when first used: the browser reads a language's rules from its disk, which the first screen does not wait for.
  const plurals = pluralsOf(locale);
  const number = numbersOf(region);
  const dates = {
    day: once(() => new Intl.DateTimeFormat(region, { dateStyle: 'long' })),
    moment: once(
      () => new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short' }),
    ),
    short: once(() => new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short' })),
  };
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const lists = once(() => new Intl.ListFormat(locale));
  return {
    locale,
    dir: isRtl(locale) ? 'rtl' : 'ltr',
    t(key, ...args) {
      const values: Readonly<Record<string, string | number>> = args[0] ?? {};
      const own = translation[key];
      const message: string | Plural = own ?? english[key] ?? key;
      // An English fallback follows English plurals.
      const rules = own === undefined ? englishPlurals : plurals;
      const form =
        typeof message === 'string'
          ? message
          : (message[rules(Number(values['count']))] ?? message.other);
      if (!form.includes('{')) return form;
      return form.replace(/\{(\w+)\}/g, (place, name: string) => {
        const value = values[name];
        return value === undefined ? place : typeof value === 'number' ? number(value) : value;
      });
    },
    number,
    date: (instant, style = 'day') => dates[style]().format(new Date(instant)),
    ago(instant, now = new Date()) {
      const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
      for (const [unit, size] of spans)
        if (Math.abs(seconds) >= size) return relative().format(Math.round(seconds / size), unit);
      return relative().format(0, 'second');
    },
    list: (parts) => lists().format(parts),
  };
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** English and German tell one from all others; their rules are not worth the milliseconds that the browser takes to read them. */
const pluralsOf = (locale: Locale): ((count: number) => Intl.LDMLPluralRule) => {
  if (locale !== 'ar') return (count) => (count === 1 ? 'one' : 'other');
  const rules = once(() => new Intl.PluralRules(locale));
  return (count) => rules().select(count);
};

/** What stands between thousands where most people are. */
export const thousands: Readonly<Record<string, string>> = {
  en: ',',
  'en-US': ',',
  'en-GB': ',',
  'en-CA': ',',
  'en-AU': ',',
  de: '.',
  'de-DE': '.',
};

/** Writes numbers; whole ones without the browser's rules where ours are the same: to read those takes a phone 80 ms of its first screen. */
const numbersOf = (region: string): ((value: number) => string) => {
  const rules = once(() => new Intl.NumberFormat(region));
  const sign = thousands[region];
  return (value) =>
    sign !== undefined && Number.isSafeInteger(value) && value >= 0
      ? String(value).replace(/\B(?=(?:\d{3})+$)/g, sign)
      : rules().format(value);
};

const englishPlurals = pluralsOf('en');
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
  de: async () => (await import('../messages/de.ts')).de,
  ar: async () => (await import('../messages/ar.ts')).ar,
};

/** The first of the wishes that we speak: the person's choice, the school's, the browser's. */
export function pickLocale(wishes: readonly (string | null | undefined)[]): Locale {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(locales, language)) return language as Locale;
  }
  return 'en';
}

/** Speaks `locale` from now on; `remember` keeps it for the next start (the person chose it). */
export async function speak(locale: Locale, remember = false): Promise<void> {
  if (remember) writeStored('locale', locale);
  if (messages.get().locale !== locale) {
    // Offline, the language we have is better than none.
    const translation = await load[locale]().catch(() => null);
    if (translation === null) return;
    messages.set(createMessages(locale, translation));
  }
  document.documentElement.lang = locale;
  document.documentElement.dir = messages.get().dir;
}

/** Picks and loads the language of this start; a host's page speaks one already. */
export const startLanguage = (
  person: string | null | undefined,
  school: string | undefined,
): Promise<void> =>
  speak(
    pickLocale([
      hostWishes.get().locale,
      person,
      readStored('locale'),
      school,
      ...navigator.languages,
    ]),
  );
