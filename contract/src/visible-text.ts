/** Removes invisible characters from text. This module doesn't import zod because the browser uses it at run time. */

/** Characters that change the direction of surrounding text: embeddings, overrides, and isolates (UAX #9, 2). */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
/** Direction marks (LRM, RLM, ALM). Right-to-left text needs them between words. */
const directionMarks = /[\u200e\u200f\u061c]/g;
const rightToLeft =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/**
 * Invisible characters that text doesn't need: soft hyphen, grapheme joiner, word joiners, invisible operators, Mongolian and
 * Khmer format characters, byte order marks, and deprecated and interlinear format characters.
 */
const shapeless =
  // eslint-disable-next-line no-misleading-character-class -- a list of characters, not a sequence
  /[\u00ad\u034f\u17b4\u17b5\u180b-\u180f\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}]/gu;
/** Control characters except tabs and line breaks. */
// eslint-disable-next-line no-control-regex -- the code removes these characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Zero-width space. Scripts without spaces, such as Thai, use it to separate words. */
const zeroWidthSpace = /\u200b/g;
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]/u;
/** Zero-width joiners join emoji and letters of many scripts, and non-joiners separate letters. Latin letters don't need them. */
const joiners = /[\u200c\u200d]/g;
const joined = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{L}\p{M}]/u;
/** Tag characters outside of flag emoji, where they only hide text. */
const strayTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,10})[\u{e0020}-\u{e007f}]/gu;

/** Letters and symbols that look empty: Hangul fillers and the blank Braille cell. */
const blanks = '\u115f\u1160\u3164\uffa0\u2800';
const seen = new RegExp(`[^${blanks}\\p{M}\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}]`, 'u');
/** Characters to trim at both ends: whitespace, direction marks, and invisible characters. */
const atEnd = new RegExp(`[\\s\\p{Z}${blanks}\u200b\u200e\u200f\u061c\u2060\ufeff]`, 'u');

/** Trims whitespace, blanks, and direction marks. Uses loops because a pattern with `$` would take quadratic time. */
export const bareText = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && atEnd.test(text[start] ?? '')) start += 1;
  while (end > start && atEnd.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
};

const isPlain = (text: string): boolean => /^[\t\n\r\x20-\x7e]*$/.test(text);

/** Returns true if a text has a visible character: a letter, number, or symbol, not only spaces, fillers, joiners, or combining marks. */
export const isVisible = (text: string): boolean => seen.test(text);

/** Removes joiners except between emoji, before combining marks, and between letters that aren't Latin, Greek, or Cyrillic. */
const keepJoiners = (text: string): string =>
  text.replace(joiners, (sign, at: number) => {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
    const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
    const isEuropean = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
    return joined.test(before) && !isEuropean.test(before) && !isEuropean.test(after) ? sign : '';
  });

/** Removes invisible and direction-changing characters and keeps whitespace. Use it for parts of a text, such as HTML. */
export const withoutHidden = (text: string): string => {
  if (isPlain(text)) return text;
  let clean = text
    .replace(controls, '')
    .replace(directions, '')
    .replace(shapeless, '')
    .replace(strayTags, '');
  if (!rightToLeft.test(clean)) clean = clean.replace(directionMarks, '');
  if (!unspaced.test(clean)) clean = clean.replace(zeroWidthSpace, '');
  return keepJoiners(clean);
};

/**
 * Returns a text as it is stored: trimmed, without invisible or direction-changing characters, and empty if nothing is
 * visible. Keeps line breaks, joiners in emoji and in scripts that need them, direction marks in right-to-left text, and
 * zero-width spaces in scripts without spaces.
 */
export const visibleText = (text: string): string => {
  if (isPlain(text)) return text.trim();
  const clean = bareText(withoutHidden(text));
  return isVisible(clean) ? clean : '';
};
