/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'saved-searches.save': { name: 'Physicists', params: { major: 'Physics' } },
  'saved-searches.change': { id: '999', name: 'Chemists' },
  'saved-searches.order': { ids: ['999'] },
  'saved-searches.delete': { id: '999' },
};

export const admitted = {
  'saved-searches.change': 404,
};
