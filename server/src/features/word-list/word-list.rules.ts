import type { WordAction } from '#contract/word-list/limits.ts';

export interface ListedWord {
  readonly word: string;
  readonly action: WordAction;
}

const notCompared = /[\p{M}\p{Cf}]/gu;

/** Letters as they are compared: without case, accents, vowel marks and signs that are not drawn, and with one space between words. */
export const plainWords = (text: string): string =>
  text
    // Before as well: putting thousands of marks on one letter in order takes the square of their number.
    .replace(notCompared, '')
    .normalize('NFKD')
    .replace(notCompared, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

interface PlainText {
  readonly text: string;
  /** 1 where a letter or digit stands: looked up once, however many words begin alike. */
  readonly letters: Uint8Array;
}

const plainText = (text: string): PlainText => {
  const plain = plainWords(text);
  const letters = new Uint8Array(plain.length);
  for (const { 0: run, index } of plain.matchAll(/[\p{L}\p{N}]+/gu))
    letters.fill(1, index, index + run.length);
  return { text: plain, letters };
};

/** Whether a text has `word`, which is plain, standing by itself; one that ends with `*` may go on. */
const has = ({ text, letters }: PlainText, word: string): boolean => {
  const isBeginning = word.endsWith('*');
  const wanted = isBeginning ? word.slice(0, -1).trimEnd() : word;
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (letters[at - 1] !== 1 && (isBeginning || letters[at + wanted.length] !== 1)) return true;
  return false;
};

/** The words of a list that texts have, those that are refused first. */
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
