const id = '999';

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'dues.get': { id },
  'dues.create-plan': {
    id,
    clientId: '0190f0e0-0000-7000-8000-000000000001',
    name: 'A year',
    amount: { amount: 1000, currency: 'USD' },
    months: 12,
  },
  'dues.update-plan': { id, version: 1, name: 'A semester' },
  'dues.members': { id },
  'dues.change': { id, uid: '{other}', state: 'waived', reason: 'Works the stall' },
  'dues.preview-reminder': { id },
  'dues.remind': { id },
  'dues.export': { id },
};

export const admitted = Object.fromEntries(Object.keys(inputs).map((name) => [name, 404]));
