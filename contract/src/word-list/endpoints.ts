import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../whole-number.ts';
import { wordActions, wordListLimits as limits } from './limits.ts';
import { text } from '../text.ts';

const staff = { access: 'staff', permission: 'reports.manage', credential: 'bearer' } as const;

const words = z
  .array(
    z.strictObject({
      word: text()
        .min(1)
        .max(limits.word)
        .describe('A word or several in a row; `*` at its end: whatever begins like it'),
      action: z
        .enum(wordActions)
        .describe(
          '`refuse`: what has it is not stored; `review`: it is hidden and reported, until a moderator shows it',
        ),
    }),
  )
  .max(limits.words);

const wordList = z.object({
  words,
  version: wholeNumber.describe('Counts its changes; 0: there is none yet'),
});
export type WordList = z.output<typeof wordList>;

export const readWordList = endpoint({
  ...staff,
  name: 'word-list.read',
  summary: 'Words that posts and comments of the school are checked for.',
  method: 'GET',
  path: '/api/v1/school/word-list',
  reply: wordList,
});

export const saveWordList = endpoint({
  ...staff,
  name: 'word-list.save',
  summary:
    'Replace the word list. Upper case, accents and spaces make no difference, neither in the list nor in posts. It is used for what is written from now on.',
  method: 'PUT',
  path: '/api/v1/school/word-list',
  body: z.strictObject({ words, version: wholeNumber.describe('The one that was read') }),
  reply: wordList,
  errors: ['word_list_changed'],
});
