/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'reports.create': { target: { kind: 'person', id: '{other}' }, reason: 'spam' },
  'reports.update': { id: '1', from: 'open', to: 'reviewing' },
};

export const admitted = {
  'reports.update': 404,
};
