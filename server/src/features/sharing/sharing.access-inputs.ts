/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'sharing.public-profile': { uid: '{other}' },
  'sharing.change': { isPublic: true, fields: ['bio'] },
  'sharing.make-link': { days: 7 },
  'sharing.change-link': { id: '999', isWithdrawn: true },
};

export const admitted = {
  // Nobody shares anything here.
  'sharing.public-profile': 404,
  'sharing.change-link': 404,
};
