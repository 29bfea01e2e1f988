import type { WordAction } from '#contract/word-list/limits.ts';

export interface ListedWord {
  readonly word: string;
  readonly action: WordAction;
}

const notCompared = /[\p{M}\p{Cf}]/gu;

/** Returns text for comparison: without case, accents, vowel marks and invisible characters, and with single spaces. */
export const plainWords = (text: string): string =>
  text
    // Removes marks before the normalization too, because sorting thousands of marks on one letter takes quadratic
    // time.
    .replace(notCompared, '')
    .normalize('NFKD')
    .replace(notCompared, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

interface PlainText {
  readonly text: string;
  /** 1 at each letter or digit. It is computed once per text, not once per word. */
  readonly letters: Uint8Array;
}

const plainText = (text: string): PlainText => {
  const plain = plainWords(text);
  const letters = new Uint8Array(plain.length);
  for (const { 0: run, index } of plain.matchAll(/[\p{L}\p{N}]+/gu))
    letters.fill(1, index, index + run.length);
  return { text: plain, letters };
};

/**
 * Returns whether a text contains the normalized `word` as a whole word. A word that ends with `*` matches beginnings.
 */
const has = ({ text, letters }: PlainText, word: string): boolean => {
  const isBeginning = word.endsWith('*');
  const wanted = isBeginning ? word.slice(0, -1).trimEnd() : word;
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (letters[at - 1] !== 1 && (isBeginning || letters[at + wanted.length] !== 1)) return true;
  return false;
};

/** Returns the words of a list that the texts contain, forbidden ones first. */
export const listedIn = (list: readonly ListedWord[], texts: readonly string[]): ListedWord[] => {
  if (list.length === 0) return [];
  const plain = texts.map(plainText);
  const found = list.filter(({ word }) => {
    const wanted = plainWords(word);
    return plain.some((text) => has(text, wanted));
  });
  return [
    ...found.filter(({ action }) => action === 'refuse'),
    ...found.filter(({ action }) => action === 'review'),
  ];
};
