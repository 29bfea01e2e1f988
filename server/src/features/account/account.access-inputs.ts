/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'account.erase': { password: 'wrong wrong wrong' },
};

export const admitted = {
  'account.erase': 403,
};
