/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'account.erase': { password: 'wrong wrong wrong' },
};

export const admitted = {
  'account.erase': 403,
};
