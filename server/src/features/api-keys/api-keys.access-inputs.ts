/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'api-keys.make': { name: 'Test', scopes: ['embed'] },
  'api-keys.end': { id: '999' },
  'api-keys.allow-personal': { isAllowed: true },
  'api-keys.make-own': { name: 'Test', scopes: ['read'], expiresInDays: 1 },
  'api-keys.end-own': { id: '999' },
};

export const admitted = {
  'api-keys.end': 404,
  'api-keys.end-own': 404,
};
