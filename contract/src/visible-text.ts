/** What of a text can be seen. No zod here: the browser imports this at run time. */

/** Characters that change the direction of the text around them: embeddings, overrides, isolates (UAX #9, 2). */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
/** Marks of direction (LRM, RLM, ALM). Text in Arabic, Hebrew and their like needs them between words. */
const directionMarks = /[\u200e\u200f\u061c]/g;
const rightToLeft =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/**
 * Characters without a shape of their own that text can do without: soft hyphen, grapheme joiner, word joiners, invisible
 * operators, the Mongolian and Khmer ones, byte order marks, deprecated and interlinear format characters.
 */
const shapeless =
  // eslint-disable-next-line no-misleading-character-class -- a list of characters, not a sequence
  /[\u00ad\u034f\u17b4\u17b5\u180b-\u180f\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}]/gu;
/** Control characters but tab and line breaks. */
// eslint-disable-next-line no-control-regex -- these are what is removed
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** A space without width separates words in scripts that write none. */
const zeroWidthSpace = /\u200b/g;
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]/u;
/** A joiner joins emoji and letters of many scripts, a non-joiner separates letters; they do neither beside Latin letters or nothing. */
const joiners = /[\u200c\u200d]/g;
const joined = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{L}\p{M}]/u;
/** Tag characters spell the flags of regions behind a black flag and hide text everywhere else. */
const strayTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,10})[\u{e0020}-\u{e007f}]/gu;

/** Characters that count as letters or signs and show nothing: Hangul fillers, a blank Braille cell. */
const blanks = '\u115f\u1160\u3164\uffa0\u2800';
const seen = new RegExp(`[^${blanks}\\p{M}\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}]`, 'u');
/** What an end of a text can lose: white space, marks of direction and everything that shows nothing. */
const atEnd = new RegExp(`[\\s\\p{Z}${blanks}\u200b\u200e\u200f\u061c\u2060\ufeff]`, 'u');

/** A text without white space, blanks and marks of direction at its ends. One look at each character: a pattern with `$` looks at runs of them again and again. */
export const bareText = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && atEnd.test(text[start] ?? '')) start += 1;
  while (end > start && atEnd.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
};

const isPlain = (text: string): boolean => /^[\t\n\r\x20-\x7e]*$/.test(text);

/** Whether anything of a text can be seen: a letter, number or sign, not only spaces, fillers, joiners or combining characters. */
export const isVisible = (text: string): boolean => seen.test(text);

/** Leaves a joiner where it joins: between letters that are not Latin, Greek or Cyrillic, between emoji, or before a mark. */
const keepJoiners = (text: string): string =>
  text.replace(joiners, (sign, at: number) => {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
    const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
    const isEuropean = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
    return joined.test(before) && !isEuropean.test(before) && !isEuropean.test(after) ? sign : '';
  });

/** A text without characters that turn its direction or that nobody sees; white space stays. For parts of a text, such as HTML. */
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
 * A text as it is kept: without white space around it, without characters that turn its direction or that nobody sees.
 * Empty when nothing of it can be seen. Joiners stay in emoji and between letters of scripts that need them, marks of
 * direction in text from right to left, spaces without width in scripts without spaces. Line breaks stay.
 */
export const visibleText = (text: string): string => {
  if (isPlain(text)) return text.trim();
  const clean = bareText(withoutHidden(text));
  return isVisible(clean) ? clean : '';
};
