/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'safety.block': { uid: '{other}' },
  'safety.unblock': { uid: '{other}' },
};

export const admitted = {
  // Admins must see everyone.
  'safety.block as admin': 409,
};
