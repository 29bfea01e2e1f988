/** Inputs with which each call is meaningful (server/test/access-inputs.ts). */
export const inputs = {
  'word-list.save': { words: [], version: 0 },
};
