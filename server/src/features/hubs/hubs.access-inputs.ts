/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'hubs.choose': { hub: null },
  'hubs.make': {
    name: 'Arts',
    description: '',
    icon: null,
    isForEveryone: false,
    accountTypes: ['Student'],
    majors: [],
  },
  'hubs.change': { id: '999', name: 'Letters' },
  'hubs.order': { ids: ['999'] },
  'hubs.members': { id: '999' },
  'hubs.add-member': { id: '999', uid: '{other}' },
  'hubs.remove-member': { id: '999', uid: '{other}' },
};

export const admitted = {
  'hubs.change': 404,
  'hubs.members': 404,
  'hubs.add-member': 404,
  'hubs.remove-member': 404,
};
