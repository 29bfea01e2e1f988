/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'reports.create': { target: { kind: 'person', id: '{other}' }, reason: 'spam' },
  'reports.update': { id: '1', from: 'open', to: 'reviewing' },
};

export const admitted = {
  'reports.update': 404,
};
