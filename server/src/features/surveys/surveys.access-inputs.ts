const id = '999';

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'surveys.list': { id },
  'surveys.read': { id },
  'surveys.settings': { id },
  'surveys.create': {
    id,
    clientId: '0190f0e0-0000-7000-8000-000000000001',
    title: 'How was the fall term?',
  },
  'surveys.update': { id, version: 1, title: 'How was the spring term?' },
  'surveys.publish': { id, version: 1 },
  'surveys.remind': { id },
  'surveys.close': { id },
  'surveys.delete': { id },
  'surveys.save-draft': { id, answers: {} },
  'surveys.answer': { id, revision: 1, answers: {} },
  'surveys.results': { id },
  'surveys.answers': { id },
  'surveys.export': { id },
};

export const admitted = Object.fromEntries(Object.keys(inputs).map((name) => [name, 404]));
