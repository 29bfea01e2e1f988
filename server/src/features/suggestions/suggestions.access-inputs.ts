/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'suggestions.dismiss': { uid: '{other}' },
  'suggestions.restore': { uid: '{other}' },
};
