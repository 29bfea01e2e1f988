import { memoized } from '#contract/memoized.ts';

/* Dates and times are formatted like the user's browser does if its language is the page's language. */

/** Returns the browser's regional variant of a language, so that a British browser formats dates the British way. */
export const regionOf = (locale: string): string =>
  navigator.languages.find((language) => language.startsWith(`${locale}-`)) ?? locale;

export const dateTimeFormat = memoized(Intl.DateTimeFormat);

/** Returns the formatter for a page language and options. */
export const dateFormat = (
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => dateTimeFormat(regionOf(locale), options);

/** Returns the user's time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
