/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'webhooks.add': { url: 'https://hooks.example/x', events: ['person.changed'] },
  'webhooks.change': { id: '999', isOn: false },
  'webhooks.delete': { id: '999' },
  'webhooks.rotate-secret': { id: '999' },
  'webhooks.test': { id: '999' },
  'webhooks.deliveries': { id: '999' },
  'webhooks.redeliver': { id: '999', delivery: '999' },
};

export const admitted = {
  'webhooks.change': 404,
  'webhooks.delete': 404,
  'webhooks.rotate-secret': 404,
  'webhooks.test': 404,
  'webhooks.deliveries': 404,
  'webhooks.redeliver': 404,
};
