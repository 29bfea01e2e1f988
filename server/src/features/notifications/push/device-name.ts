/**
 * Names of browsers and systems in user agents. The first match counts, because Edge and Opera also contain Chrome, and
 * Chrome contains Safari.
 */
const browsers = [
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

const first = (list: readonly (readonly [string, RegExp])[], text: string) =>
  list.find(([, pattern]) => pattern.test(text))?.[0];

/**
 * Returns a name such as `Firefox · Android` from a user agent. It has only the system if the browser is unknown, and
 * is a dash if both are.
 */
export const deviceName = (userAgent: string): string =>
  [first(browsers, userAgent), first(systems, userAgent)]
    .filter((part) => part !== undefined)
    .join(' · ') || '–';
