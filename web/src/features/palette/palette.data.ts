import { steadyCallQuery } from '../../lib/call.ts';

/** People shown at most; who wants more searches the directory. */
export const peopleShown = 7;

/** The server's search, its best matches first. */
export const peopleQuery = (text: string) => ({
  ...steadyCallQuery('GET /mobile_ws/v18/mobile_people', {
    range: 0,
    limit: peopleShown,
    search_word: text,
  }),
  enabled: text !== '',
});
