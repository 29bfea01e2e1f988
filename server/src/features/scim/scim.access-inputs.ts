/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'scim.create-user': { userName: 'made-by-key' },
  'scim.read-user': { id: '{other}' },
  'scim.replace-user': { id: '{other}', userName: 'cy' },
  'scim.patch-user': {
    id: '{other}',
    Operations: [{ op: 'replace', path: 'title', value: 'Dean' }],
  },
  'scim.delete-user': { id: '{other}' },
  'scim.create-group': { displayName: 'Group' },
  'scim.read-group': { id: '1' },
  'scim.replace-group': { id: '1' },
  'scim.patch-group': { id: '1', Operations: [{ op: 'remove', path: 'members' }] },
  'scim.delete-group': { id: '1' },
  'scim.resource-type': { id: 'User' },
  'scim.schema': { id: 'urn:ietf:params:scim:schemas:core:2.0:User' },
};

export const admitted = {
  'scim.create-user': 201,
  'scim.delete-user': 204,
  'scim.create-group': 201,
  'scim.read-group': 404,
  'scim.replace-group': 404,
  'scim.patch-group': 404,
  'scim.delete-group': 404,
};
