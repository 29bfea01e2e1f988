/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'suggestions.dismiss': { uid: '{other}' },
  'suggestions.restore': { uid: '{other}' },
};
