/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'shared-memberships.get': { uid: '{other}' },
};
