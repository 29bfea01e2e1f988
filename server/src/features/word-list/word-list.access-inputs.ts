/** Valid inputs for each call (server/test/access-inputs.ts). */
export const inputs = {
  'word-list.save': { words: [], version: 0 },
};
