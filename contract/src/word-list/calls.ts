/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as wordList from './endpoints.ts';

export const readWordList = 'GET /api/v1/school/word-list' as Call<typeof wordList.readWordList>;
export const saveWordList = 'PUT /api/v1/school/word-list' as Call<typeof wordList.saveWordList>;
