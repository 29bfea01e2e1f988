/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'reports.create': { target: { kind: 'person', id: '{other}' }, reason: 'spam' },
  'reports.update': { id: '1', from: 'open', to: 'reviewing' },
  'reports.hide': { id: '1' },
  'reports.unhide': { id: '1' },
  'reports.warn': {
    id: '1',
    clientId: '0190f0e0-0000-7000-8000-000000000001',
    text: 'Please stop.',
  },
};

export const admitted = {
  'reports.update': 404,
  'reports.warn': 404,
  'reports.hide': 404,
  'reports.unhide': 404,
};
