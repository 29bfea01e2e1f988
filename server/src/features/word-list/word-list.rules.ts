import type { WordAction } from '#contract/word-list/limits.ts';

export interface ListedWord {
  readonly word: string;
  readonly action: WordAction;
}

/** Letters as they are compared: without case, accents, vowel marks and signs that are not drawn, and with one space between words. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

const isPartOfWord = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Whether `text` has `word`, standing by itself; one that ends with `*` may go on. Both are plain words. */
const has = (text: string, word: string): boolean => {
  const isBeginning = word.endsWith('*');
  const wanted = isBeginning ? word.slice(0, -1).trimEnd() : word;
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    // Whole characters: a letter beyond the first 65,536 is two units long.
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1);
    const [after] = text.slice(at + wanted.length, at + wanted.length + 2);
    if (!isPartOfWord(before) && (isBeginning || !isPartOfWord(after))) return true;
  }
  return false;
};

/** The words of a list that texts have, those that are refused first. */
export const listedIn = (list: readonly ListedWord[], texts: readonly string[]): ListedWord[] => {
  if (list.length === 0) return [];
  const plain = texts.map(plainWords);
  const found = list.filter(({ word }) => {
    const wanted = plainWords(word);
    return plain.some((text) => has(text, wanted));
  });
  return [
    ...found.filter(({ action }) => action === 'refuse'),
    ...found.filter(({ action }) => action === 'review'),
  ];
};
