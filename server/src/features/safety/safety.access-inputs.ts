/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'safety.block': { uid: '{other}' },
  'safety.unblock': { uid: '{other}' },
};

export const admitted = {
  // Admins must see everybody.
  'safety.block as admin': 409,
};
