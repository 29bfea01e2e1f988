import * as wordList from '#contract/word-list/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import * as queries from './word-list.queries.ts';
import { plainWords } from './word-list.rules.ts';

export const wordListHandlers = [
  handle(wordList.readWordList, ({ db }) => queries.selectWordList(db)),

  handle(wordList.saveWordList, async (call, { words, version }) => {
    // Each word once, with its last settings.
    const distinct = [...new Map(words.map((one) => [plainWords(one.word), one])).values()];
    if (!(await queries.upsertWordList(call.db, call.schoolId, distinct, version)))
      throw problem('word_list_changed');
    await record(call, 'word_list_changed', { words: distinct.length });
    return queries.selectWordList(call.db);
  }),
];
