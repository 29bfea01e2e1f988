/** Valid inputs of the calls (server/test/access-inputs.ts). */
export const inputs = {
  'word-list.save': { words: [], version: 0 },
};
