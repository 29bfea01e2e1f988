/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'sharing.public-profile': { uid: '{other}' },
  'sharing.change': { isPublic: true, fields: ['bio'] },
  'sharing.make-link': { days: 7 },
  'sharing.change-link': { id: '999', isWithdrawn: true },
};

export const admitted = {
  // No one shares a profile here.
  'sharing.public-profile': 404,
  'sharing.change-link': 404,
};
