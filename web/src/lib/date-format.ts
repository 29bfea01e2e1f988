/* How dates and times are written: as the reader's browser does where it speaks the page's language. */

/** Makes each formatter when it is first used, and keeps it: the browser reads a language's rules from its disk. */
export const memoized = <A extends unknown[], F>(Formatter: new (...args: A) => F) => {
  const made = new Map<string, F>();
  return (...args: A): F => {
    const name = JSON.stringify(args);
    const formatter = made.get(name) ?? new Formatter(...args);
    made.set(name, formatter);
    return formatter;
  };
};

/** A British browser writes dates the British way, in the same words. */
export const regionOf = (locale: string): string =>
  navigator.languages.find((language) => language.startsWith(`${locale}-`)) ?? locale;

export const dateTimeFormat = memoized(Intl.DateTimeFormat);

/** The formatter of a page's language and these options. */
export const dateFormat = (
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => dateTimeFormat(regionOf(locale), options);

/** The zone of whoever looks. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
