/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'safety.block': { uid: '{other}' },
  'safety.unblock': { uid: '{other}' },
};

export const admitted = {
  // Admins must see everyone.
  'safety.block as admin': 409,
};
