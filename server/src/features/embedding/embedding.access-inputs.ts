/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'embedding.make-code': { origin: 'https://portal.example.edu', person: { username: 'ben' } },
  'embedding.session': { code: 'not-a-code-that-was-made', origin: 'https://portal.example.edu' },
};

export const admitted = {
  'embedding.session': 410,
};
