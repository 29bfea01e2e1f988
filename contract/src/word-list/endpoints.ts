import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../whole-number.ts';
import { wordActions, wordListLimits as limits } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'reports.manage', credential: 'bearer' } as const;

const words = z
  .array(
    z.strictObject({
      word: text()
        .min(1)
        .max(limits.word)
        .describe(
          'Word or phrase. With `*` at the end, it matches everything that starts with it.',
        ),
      action: z
        .enum(wordActions)
        .describe(
          'Action on a match. `refuse`: the text is not stored; `review`: it is hidden and reported until a moderator shows it.',
        ),
    }),
  )
  .max(limits.words);

const wordList = z.object({
  words,
  version: wholeNumber.describe('Number of changes so far. 0 if there is no list yet.'),
});
schemaNames.add(wordList, { id: 'WordList' });
export type WordList = z.output<typeof wordList>;

export const readWordList = endpoint({
  ...staff,
  name: 'word-list.read',
  summary: 'Get the word list',
  description: 'Returns the words that the school’s posts and comments are checked for.',
  method: 'GET',
  path: '/api/v1/school/word-list',
  reply: wordList,
});

export const saveWordList = endpoint({
  ...staff,
  name: 'word-list.save',
  summary: 'Replace the word list',
  description:
    'Case, accents and spaces are ignored, in the list and in posts. Applies to new text only.',
  method: 'PUT',
  path: '/api/v1/school/word-list',
  body: z.strictObject({ words, version: wholeNumber.describe('Version you read.') }),
  reply: wordList,
  errors: ['word_list_changed'],
});
