/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'sharing.public-profile': { uid: '{other}' },
  'sharing.change': { isPublic: true, fields: ['bio'] },
  'sharing.make-link': { days: 7 },
  'sharing.change-link': { id: '999', isWithdrawn: true },
};

export const admitted = {
  // No one shares anything here.
  'sharing.public-profile': 404,
  'sharing.change-link': 404,
};
