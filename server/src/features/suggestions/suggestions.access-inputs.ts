/** Inputs with which each call is meaningful, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'suggestions.dismiss': { uid: '{other}' },
  'suggestions.restore': { uid: '{other}' },
};
