/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'roles.create': { name: 'Editors', permissions: ['newsletters.manage'] },
  'roles.update': { id: '999', name: 'Writers' },
  'roles.delete': { id: '999' },
  'roles.members': { id: '999' },
  'roles.add-member': { id: '999', uid: '{other}' },
  'roles.remove-member': { id: '999', uid: '{other}' },
  'club-positions.create': {
    clientId: '0190f0e0-0000-7000-8000-000000000005',
    name: 'Historian',
    permissions: ['clubs.edit'],
  },
  'club-positions.update': { id: '999', name: 'Writer' },
  'club-positions.delete': { id: '999' },
};

export const admitted = {
  'roles.update': 404,
  'roles.delete': 404,
  'roles.members': 404,
  'roles.add-member': 404,
  'roles.remove-member': 404,
  'club-positions.update': 404,
  'club-positions.delete': 404,
};
