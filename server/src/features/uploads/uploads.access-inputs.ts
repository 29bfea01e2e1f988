/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'uploads.create': {
    clientId: '00000000-0000-4000-8000-000000000000',
    name: 'notes.txt',
    size: 5,
  },
  'uploads.send-piece': { id: '999', offset: 0, upload: 'x' },
  'storage.delete-file': { id: '999' },
  'storage.update-school': { personMegabytes: 1_000, schoolMegabytes: null },
  'storage.update-person': { uid: '{other}', megabytes: null },
};

export const admitted = {
  // This file was never announced.
  'uploads.send-piece': 404,
  'storage.delete-file': 404,
};
